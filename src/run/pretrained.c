/* pretrained.c - the file is read once, so that what is hashed is what is used. */
#include "run/pretrained.h"

#include "base/file.h"
#include "base/hash.h"
#include "store/model_file.h"
#include "store/model_place.h"

/* Larger than any memory that could hold the model, too. */
static const size_t MAX_SIZE = (size_t)1 << 40;

sg_status sg_pretrained_open(sg_pretrained *pretrained, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pretrained made = {0};
    sg_text place = {0}, bytes = {0};
    SG_TRY(sg_model_place(&place, path, err));
    SG_TRY(sg_file_read(&bytes, place.data, MAX_SIZE, err));
    SG_TRY(sg_model_read_memory(&made.model, place.data, bytes.data, bytes.size, err));
    made.fingerprint = sg_hash_bytes(bytes.data, bytes.size);
    *pretrained = made;
    made = (sg_pretrained){0};
    /* Its layers refer to the model, which must stay where it is. */
    status = sg_model_open_alone(&pretrained->alone, &pretrained->model, 0, err);
    if (status != SG_OK) sg_pretrained_close(pretrained);
done:
    sg_pretrained_close(&made);
    sg_text_free(&place);
    sg_text_free(&bytes);
    return status;
}

void sg_pretrained_close(sg_pretrained *pretrained)
{
    sg_model_on_data_close(&pretrained->alone);
    sg_model_free(&pretrained->model);
    *pretrained = (sg_pretrained){0};
}
