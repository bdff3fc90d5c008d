/* job_message.c - a result with its pointers replaced by what they lead to. */
#include "run/ranks/job_message.h"

#include "base/mem.h"

#include <string.h>

/* Which of the arrays are there, and how long the name of the model is with its end; 0: none. */
typedef struct head {
    sg_job_result plain;
    uint64_t has_columns, has_thresholds, has_outputs, model_size;
} head;

static size_t n_test_outputs(const sg_job_result *result, uint32_t n_outputs)
{
    return (size_t)result->size[SG_TEST] * n_outputs;
}

sg_status sg_job_message_write(sg_text *bytes, const sg_job_result *result, uint32_t n_outputs,
                               sg_error *err)
{
    sg_status status = SG_OK;
    head h;
    memset(&h, 0, sizeof h); /* what lies between members travels, too */
    h.plain.n_epochs = result->n_epochs;
    h.plain.n_trained = result->n_trained;
    h.plain.best_epoch = result->best_epoch;
    memcpy(h.plain.best, result->best, sizeof h.plain.best);
    memcpy(h.plain.size, result->size, sizeof h.plain.size);
    h.plain.seed = result->seed;
    h.plain.seconds = result->seconds;
    h.has_columns = result->column_metric != NULL;
    h.has_thresholds = result->threshold != NULL;
    h.has_outputs = result->test_output != NULL;
    h.model_size = result->model != NULL ? strlen(result->model) + 1 : 0;
    SG_TRY(sg_text_add_bytes(bytes, &h, sizeof h, err));
    SG_TRY(
        sg_text_add_bytes(bytes, result->epoch, result->n_epochs * sizeof *result->epoch, err));
    if (h.has_columns)
        SG_TRY(sg_text_add_bytes(bytes, result->column_metric,
                                 n_outputs * sizeof *result->column_metric, err));
    if (h.has_thresholds)
        SG_TRY(sg_text_add_bytes(bytes, result->threshold,
                                 n_outputs * sizeof *result->threshold, err));
    if (h.has_outputs)
        SG_TRY(sg_text_add_bytes(
            bytes, result->test_output,
            n_test_outputs(result, n_outputs) * sizeof *result->test_output, err));
    SG_TRY(sg_text_add_bytes(bytes, result->model, h.model_size, err));
done:
    return status;
}

/* What is left of the bytes. */
typedef struct rest {
    const char *bytes;
    size_t size;
} rest;

static sg_status take(void *to, rest *from, size_t n, sg_error *err)
{
    if (n > from->size)
        return sg_error_set(err, SG_EFORMAT, SG_WHERE,
                            "a message of another rank is too short");
    if (n > 0) memcpy(to, from->bytes, n);
    from->bytes += n;
    from->size -= n;
    return SG_OK;
}

sg_status sg_job_message_read(sg_job_result *result, const char *bytes, size_t size,
                              uint32_t n_outputs, sg_error *err)
{
    sg_status status = SG_OK;
    rest left = {bytes, size};
    head h = {0};
    sg_job_result made = {0};
    SG_TRY(take(&h, &left, sizeof h, err));
    const size_t n = n_test_outputs(&h.plain, n_outputs);
    made = h.plain;
    SG_REQUIRE(made.n_epochs <= left.size && h.model_size <= left.size && n <= SIZE_MAX / 8,
               SG_EFORMAT, "a message of another rank is too short");
    SG_ALLOC(made.epoch, made.n_epochs);
    SG_TRY(take(made.epoch, &left, made.n_epochs * sizeof *made.epoch, err));
    if (h.has_columns) {
        SG_ALLOC(made.column_metric, n_outputs);
        SG_TRY(take(made.column_metric, &left, n_outputs * sizeof *made.column_metric, err));
    }
    if (h.has_thresholds) {
        SG_ALLOC(made.threshold, n_outputs);
        SG_TRY(take(made.threshold, &left, n_outputs * sizeof *made.threshold, err));
    }
    if (h.has_outputs) {
        SG_ALLOC(made.test_output, n);
        SG_TRY(take(made.test_output, &left, n * sizeof *made.test_output, err));
    }
    if (h.model_size > 0) {
        SG_ALLOC(made.model, h.model_size);
        SG_TRY(take(made.model, &left, h.model_size, err));
    }
    *result = made;
    made = (sg_job_result){0};
done:
    sg_job_result_free(&made);
    return status;
}
