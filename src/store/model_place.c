/* model_place.c - the ledger of a run knows which of its models is the best. */
#include "store/model_place.h"

#include "base/file.h"
#include "store/ledger.h"

sg_status sg_model_place(sg_text *path, const char *given, sg_error *err)
{
    sg_status status = SG_OK;
    sg_ledger *ledger = NULL;
    sg_text made = {0}, file = {0}, inside = {0};
    if (!sg_path_is_folder(given)) {
        SG_TRY(sg_text_add(&made, err, "%s", given));
    } else {
        SG_TRY(sg_text_add(&file, err, "%s/results.sqlite", given));
        SG_REQUIRE(sg_path_exists(file.data), SG_ENOTFOUND,
                   "%s: a model's file is needed, or the folder of a run", given);
        SG_TRY(sg_ledger_open_read(&ledger, file.data, err));
        SG_REQUIRE(sg_ledger_value_of(&inside, ledger, "model", NULL) == SG_OK, SG_ENOTFOUND,
                   "%s: the run has no model; it has not ended yet, or saves none", given);
        SG_TRY(sg_text_add(&made, err, "%s/%s", given, inside.data));
    }
    *path = made;
    made = (sg_text){0};
done:
    sg_ledger_close(ledger);
    sg_text_free(&made);
    sg_text_free(&file);
    sg_text_free(&inside);
    return status;
}
