/* prepared_model.c - what a large model costs is paid once; a batch pays for its own size. */
#include "model/prepared_model.h"

#include "base/mem.h"

sg_status sg_prepared_model_make(sg_prepared_model *prepared, const sg_model *model,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sg_prepared_model made = {.model = model};
    SG_TRY(sg_vocabularies_index_make(&made.index, &model->vocabularies, err));
    SG_TRY(sg_model_parameters(&made.parameters, model, err));
    *prepared = made;
    made = (sg_prepared_model){0};
done:
    sg_prepared_model_free(&made);
    return status;
}

void sg_prepared_model_free(sg_prepared_model *prepared)
{
    sg_vocabularies_index_free(&prepared->index);
    sg_free(prepared->parameters);
    *prepared = (sg_prepared_model){0};
}
