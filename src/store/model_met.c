/* model_met.c - four lists, each of which may be missing. */
#include "store/model_met.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

static const char SIZES[] = "met.sizes", NODE_LABELS[] = "met.node_labels",
                  EDGE_LABELS[] = "met.edge_labels", TARGETS[] = "met.targets";

static sg_status add_list(sg_tensors_writer *writer, const char *name, sg_tensor_type type,
                          const void *data, size_t n, sg_error *err)
{
    return n > 0 ? sg_tensors_add(writer, name, type, data, 1, &n, err) : SG_OK;
}

sg_status sg_model_met_add(sg_tensors_writer *writer, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_experience *met = &model->met;
    SG_TRY(
        add_list(writer, NODE_LABELS, SG_TENSOR_U64, met->node_label, met->n_node_labels, err));
    SG_TRY(
        add_list(writer, EDGE_LABELS, SG_TENSOR_U64, met->edge_label, met->n_edge_labels, err));
    SG_TRY(
        add_list(writer, TARGETS, SG_TENSOR_F64, met->target, 2 * (size_t)met->n_targets, err));
    if (met->size[1] > 0) SG_TRY(add_list(writer, SIZES, SG_TENSOR_U32, met->size, 2, err));
done:
    return status;
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* The list of a name and its length, which is `n` (0: any); NULL where there is none. */
static sg_status find_list(const void **list, size_t *length, const sg_tensors *file,
                           const char *path, const char *name, sg_tensor_type type, size_t n,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_file_tensor *tensor = sg_tensors_find(file, name);
    *list = NULL;
    *length = 0;
    if (tensor == NULL) goto done;
    SG_REQUIRE(tensor->type == type && tensor->n_dims == 1 && (n == 0 || tensor->n_items == n),
               SG_EFORMAT, "%s: tensor \"%s\" has another type or shape", path, name);
    *list = tensor->data;
    *length = tensor->n_items;
done:
    return status;
}

static sg_status read_labels(uint64_t **label, size_t *n_labels, const sg_tensors *file,
                             const char *path, const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    const void *list = NULL;
    size_t n = 0;
    SG_TRY(find_list(&list, &n, file, path, name, SG_TENSOR_U64, 0, err));
    if (list == NULL) goto done;
    const uint64_t *key = list;
    SG_REQUIRE(n <= SG_EXPERIENCE_MOST_LABELS, SG_EFORMAT, "%s: tensor \"%s\" is too long",
               path, name);
    for (size_t i = 1; i < n; i++)
        SG_REQUIRE(key[i - 1] < key[i], SG_EFORMAT, "%s: tensor \"%s\" does not ascend", path,
                   name);
    SG_ALLOC(*label, n);
    if (n > 0) memcpy(*label, key, n * sizeof *key);
    *n_labels = n;
done:
    return status;
}

static sg_status read_sizes(sg_experience *met, const sg_tensors *file, const char *path,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const void *list = NULL;
    size_t n = 0;
    SG_TRY(find_list(&list, &n, file, path, SIZES, SG_TENSOR_U32, 2, err));
    if (list == NULL) goto done;
    memcpy(met->size, list, sizeof met->size);
    SG_REQUIRE(met->size[0] <= met->size[1], SG_EFORMAT, "%s: tensor \"%s\" does not ascend",
               path, SIZES);
done:
    return status;
}

static sg_status read_targets(sg_experience *met, const sg_outputs *outputs,
                              const sg_tensors *file, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    const void *list = NULL;
    size_t n = 0;
    SG_TRY(
        find_list(&list, &n, file, path, TARGETS, SG_TENSOR_F64, 2 * (size_t)outputs->n, err));
    if (list == NULL) goto done;
    SG_REQUIRE(outputs->task == SG_REGRESSION, SG_EFORMAT,
               "%s: tensor \"%s\" is for regression", path, TARGETS);
    SG_ALLOC(met->target, n);
    memcpy(met->target, list, n * sizeof *met->target);
    met->n_targets = outputs->n;
    for (size_t i = 0; i < n; i++)
        SG_REQUIRE(!isinf(met->target[i]), SG_EFORMAT,
                   "%s: tensor \"%s\" has a number out of range", path, TARGETS);
done:
    return status;
}

sg_status sg_model_met_read(sg_model *model, const sg_tensors *file, const char *path,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_experience made = {0};
    SG_TRY(read_sizes(&made, file, path, err));
    SG_TRY(read_labels(&made.node_label, &made.n_node_labels, file, path, NODE_LABELS, err));
    SG_TRY(read_labels(&made.edge_label, &made.n_edge_labels, file, path, EDGE_LABELS, err));
    SG_TRY(read_targets(&made, &model->outputs, file, path, err));
    model->met = made;
    made = (sg_experience){0};
done:
    sg_experience_free(&made);
    return status;
}
