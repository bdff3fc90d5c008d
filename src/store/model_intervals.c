/* model_intervals.c - lists of measures, whose lengths follow from the counts. */
#include "store/model_intervals.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

sg_status sg_intervals_add(sg_tensors_writer *writer, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_conformal *t = &model->intervals;
    if (model->interval_models == 0) goto done;
    const size_t one = 1, n_edges = t->n_groups - 1, n_lists = (size_t)t->n_rows * t->n_groups,
                 n_measures = t->offset[n_lists],
                 n_widths = (size_t)t->n_outputs * SG_CONFORMAL_WIDTHS;
    SG_TRY(sg_tensors_add(writer, "intervals.models", SG_TENSOR_U32, &model->interval_models, 1,
                          &one, err));
    if (n_edges > 0)
        SG_TRY(
            sg_tensors_add(writer, "intervals.edge", SG_TENSOR_F64, t->edge, 1, &n_edges, err));
    const size_t n_least = t->n_least;
    if (n_least > 0)
        SG_TRY(sg_tensors_add(writer, "intervals.least", SG_TENSOR_F64, t->least, 1, &n_least,
                              err));
    if (t->width != NULL)
        SG_TRY(sg_tensors_add(writer, "intervals.width", SG_TENSOR_F64, t->width, 1, &n_widths,
                              err));
    SG_TRY(
        sg_tensors_add(writer, "intervals.count", SG_TENSOR_U64, t->count, 1, &n_lists, err));
    SG_TRY(sg_tensors_add(writer, "intervals.measure", SG_TENSOR_F64, t->measure, 1,
                          &n_measures, err));
done:
    return status;
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* A list of a type with n items. */
static sg_status take(const void **data, const sg_tensors *file, const char *path,
                      const char *name, sg_tensor_type type, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_file_tensor *tensor = sg_tensors_find(file, name);
    SG_REQUIRE(
        tensor != NULL && tensor->type == type && tensor->n_dims == 1 && tensor->n_items == n,
        SG_EFORMAT, "%s: tensor \"%s\" is missing, or has another type or shape", path, name);
    *data = tensor->data;
done:
    return status;
}

/* Copy n numbers that are all finite and at least `least`. */
static sg_status take_reals(double *to, const sg_tensors *file, const char *path,
                            const char *name, size_t n, double least, sg_error *err)
{
    sg_status status = SG_OK;
    const void *data = NULL;
    SG_TRY(take(&data, file, path, name, SG_TENSOR_F64, n, err));
    memcpy(to, data, n * sizeof *to);
    for (size_t i = 0; i < n; i++)
        SG_REQUIRE(isfinite(to[i]) && to[i] >= least, SG_EFORMAT,
                   "%s: tensor \"%s\" has a number out of range", path, name);
done:
    return status;
}

static sg_status read_groups(sg_conformal *t, const sg_tensors *file, const char *path,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_file_tensor *edges = sg_tensors_find(file, "intervals.edge");
    const size_t n = edges != NULL ? edges->n_items : 0;
    SG_REQUIRE(n < SG_CONFORMAL_GROUPS, SG_EFORMAT, "%s: tensor \"intervals.edge\" is too long",
               path);
    if (n > 0) SG_TRY(take_reals(t->edge, file, path, "intervals.edge", n, 0, err));
    t->n_groups = (uint32_t)n + 1;
    const sg_file_tensor *least = sg_tensors_find(file, "intervals.least");
    const size_t n_least = least != NULL ? least->n_items : 0;
    SG_REQUIRE(n_least <= SG_CONFORMAL_LEAST, SG_EFORMAT,
               "%s: tensor \"intervals.least\" is too long", path);
    if (n_least > 0)
        SG_TRY(take_reals(t->least, file, path, "intervals.least", n_least, 0, err));
    for (size_t i = 1; i < n_least; i++)
        SG_REQUIRE(t->least[i - 1] <= t->least[i], SG_EFORMAT,
                   "%s: tensor \"intervals.least\" does not ascend", path);
    t->n_least = (uint32_t)n_least;
done:
    return status;
}

static sg_status read_widths(sg_conformal *t, const sg_tensors *file, const char *path,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)t->n_outputs * SG_CONFORMAL_WIDTHS;
    if (t->task != SG_REGRESSION) goto done;
    SG_ALLOC(t->width, n);
    SG_TRY(take_reals(t->width, file, path, "intervals.width", n, 0, err));
done:
    return status;
}

/* Counts first: they say how long the lists are. */
static sg_status read_measures(sg_conformal *t, const sg_tensors *file, const char *path,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_lists = (size_t)t->n_rows * t->n_groups;
    const void *count = NULL;
    SG_TRY(take(&count, file, path, "intervals.count", SG_TENSOR_U64, n_lists, err));
    SG_ALLOC(t->count, n_lists);
    SG_ALLOC(t->offset, n_lists + 1);
    memcpy(t->count, count, n_lists * sizeof *t->count);
    t->offset[0] = 0;
    for (size_t l = 0; l < n_lists; l++) {
        SG_REQUIRE(t->count[l] <= UINT32_MAX, SG_EFORMAT,
                   "%s: tensor \"intervals.count\" has a number out of range", path);
        t->offset[l + 1] =
            t->offset[l] +
            (size_t)(t->count[l] < SG_CONFORMAL_MOST ? t->count[l] : SG_CONFORMAL_MOST);
    }
    const void *measure = NULL;
    SG_TRY(take(&measure, file, path, "intervals.measure", SG_TENSOR_F64, t->offset[n_lists],
                err));
    SG_ALLOC(t->measure, t->offset[n_lists]);
    SG_TRY(take_reals(t->measure, file, path, "intervals.measure", t->offset[n_lists], 0, err));
    for (size_t l = 0; l < n_lists; l++)
        for (size_t k = t->offset[l] + 1; k < t->offset[l + 1]; k++)
            SG_REQUIRE(t->measure[k - 1] <= t->measure[k], SG_EFORMAT,
                       "%s: tensor \"intervals.measure\" does not ascend", path);
done:
    return status;
}

sg_status sg_intervals_read(sg_model *model, const sg_tensors *file, const char *path,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_outputs *o = &model->outputs;
    const void *models = NULL;
    uint32_t n_models = 0;
    sg_conformal made = {.task = o->task,
                         .n_outputs = o->n,
                         .n_rows = o->n * (o->task == SG_MULTILABEL ? 2 : 1)};
    if (sg_tensors_find(file, "intervals.models") == NULL) goto done;
    SG_TRY(take(&models, file, path, "intervals.models", SG_TENSOR_U32, 1, err));
    memcpy(&n_models, models, sizeof n_models);
    SG_REQUIRE(n_models > 0, SG_EFORMAT, "%s: intervals of no model", path);
    SG_TRY(read_groups(&made, file, path, err));
    SG_TRY(read_widths(&made, file, path, err));
    SG_TRY(read_measures(&made, file, path, err));
    model->intervals = made;
    model->interval_models = n_models;
    made = (sg_conformal){0};
done:
    sg_conformal_free(&made);
    return status;
}
