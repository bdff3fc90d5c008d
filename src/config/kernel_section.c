/* kernel_section.c - a kernel becomes layers, and its costs those of a support vector machine. */
#include "config/kernel_section.h"

#include "base/document/fields.h"
#include "base/document/tree_put.h"
#include "base/mem.h"
#include "base/text.h"
#include "invariants/expression.h"

#include <string.h>

enum { MAX_ROUNDS = 20, MAX_DISTANCE = 65535, MAX_CLASSES = 4096 };

typedef enum kernel_kind { VERTEX_HISTOGRAM, WL_SUBTREE, SHORTEST_PATH, N_KERNELS } kernel_kind;

static const char *const KERNELS[N_KERNELS] = {"vertex-histogram", "wl-subtree",
                                               "shortest-path"};
static const char *const MACHINES[] = {"linear"};
static const double COSTS[] = {0.001, 0.01, 0.1, 1, 10, 100};

typedef struct kernel {
    uint32_t kind;
    char *labels;
    uint32_t rounds, distance, classes;
    bool divide;
    const sg_node *costs; /* NULL: COSTS */
} kernel;

/* ---- Reading -------------------------------------------------------------------------------- */

static sg_status read_labels(char **labels, sg_fields *f, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const char *text = SG_LABELS_OF_DATA;
    sg_label_expression expression = {0};
    SG_TRY(sg_field_text(&text, f, "labels", err));
    if (sg_label_parse(&expression, text, &inner) != SG_OK)
        SG_TRY(
            sg_tree_fail(err, f->path, sg_field(f, "labels"), "model.labels: %s", inner.text));
    *labels = expression.text;
    expression.text = NULL;
done:
    sg_label_expression_free(&expression);
    return status;
}

static sg_status read_kernel(kernel *k, const sg_node *map, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_fields f;
    uint32_t machine = 0;
    SG_TRY(sg_fields_open(&f, map, "model", path, err));
    if (sg_field(&f, "kernel") == NULL)
        SG_TRY(sg_tree_fail(err, path, map,
                            "model: a kernel is needed, as in kernel: "
                            "wl-subtree"));
    SG_TRY(sg_field_choice(&k->kind, &f, "kernel", KERNELS, N_KERNELS, err));
    SG_TRY(sg_field_choice(&machine, &f, "svm", MACHINES, 1, err));
    SG_TRY(read_labels(&k->labels, &f, err));
    SG_TRY(sg_field_count(&k->rounds, &f, "rounds", 0, MAX_ROUNDS, err));
    SG_TRY(sg_field_count(&k->distance, &f, "distance", 0, MAX_DISTANCE, err));
    SG_TRY(sg_field_count(&k->classes, &f, "classes", 2, MAX_CLASSES, err));
    SG_TRY(sg_field_bool(&k->divide, &f, "divide", err));
    k->costs = sg_field(&f, "C");
    SG_TRY(sg_fields_finish(&f, err));
done:
    return status;
}

/* ---- Writing -------------------------------------------------------------------------------- */

/* The label of a number of rounds. */
static sg_status put_head(sg_node *heads, const kernel *k, uint32_t rounds, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    if (rounds == 0)
        SG_TRY(sg_text_add(&text, err, "%s", k->labels));
    else if (strcmp(k->labels, SG_LABELS_OF_DATA) == 0)
        SG_TRY(sg_text_add(&text, err, "wl:%u", rounds));
    else
        SG_TRY(sg_text_add(&text, err, "wl:%u/%s", rounds, k->labels));
    SG_TRY(sg_put_text(heads, NULL, text.data, err));
done:
    sg_text_free(&text);
    return status;
}

static sg_status put_counts(sg_node *layers, const kernel *k, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *members = NULL, *heads = NULL;
    const uint32_t rounds = k->kind == WL_SUBTREE ? k->rounds : 0;
    SG_TRY(sg_put_layer(&members, layers, "decoder", err));
    SG_TRY(sg_put_list(&heads, members, "heads", err));
    for (uint32_t r = 0; r <= rounds; r++) SG_TRY(put_head(heads, k, r, err));
    SG_TRY(sg_put_text(members, "pool", k->divide ? "mean" : "sum", err));
    if (rounds > 0) SG_TRY(sg_put_layer(&members, layers, "add", err));
done:
    return status;
}

static sg_status put_paths(sg_node *layers, const kernel *k, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *members = NULL, *heads = NULL;
    sg_text text = {0};
    SG_TRY(sg_put_layer(&members, layers, "encoder", err));
    SG_TRY(sg_put_list(&heads, members, "heads", err));
    SG_TRY(
        sg_text_add(&text, err, "%s @ distance 0..%u x%u", k->labels, k->distance, k->classes));
    SG_TRY(sg_put_text(heads, NULL, text.data, err));
    SG_TRY(sg_put_layer(&members, layers, "pool", err));
    SG_TRY(sg_put_text(members, "kind", k->divide ? "mean" : "sum", err));
done:
    sg_text_free(&text);
    return status;
}

static sg_status put_costs(sg_node *train, const kernel *k, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *copy = NULL, *list = NULL;
    if (sg_node_member(train, "svm") != NULL) goto done; /* as in what a run writes down */
    if (k->costs != NULL) {
        SG_TRY(sg_node_copy(&copy, k->costs, err));
        SG_TRY(sg_node_add(train, "svm", &copy, err));
        goto done;
    }
    SG_TRY(sg_put_list(&list, train, "svm", err));
    for (size_t i = 0; i < sizeof COSTS / sizeof *COSTS; i++)
        SG_TRY(sg_put_real(list, NULL, COSTS[i], err));
done:
    sg_node_free(copy);
    return status;
}

static void remove_member(sg_node *map, sg_node *member)
{
    size_t i = 0;
    while (map->child[i] != member) i++;
    map->n_children--;
    for (; i < map->n_children; i++) map->child[i] = map->child[i + 1];
    sg_node_free(member);
}

sg_status sg_kernel_spell_out(sg_node *root, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    kernel k = {.rounds = 3, .distance = 8, .classes = 2};
    sg_node *model = sg_node_member(root, "model"), *layers = NULL;
    sg_node *train = sg_node_member(root, "train");
    if (model == NULL) goto done;
    if (sg_node_member(root, "layers") != NULL)
        SG_TRY(sg_tree_fail(err, path, model,
                            "model: there are also layers; one of them is "
                            "enough"));
    SG_TRY(read_kernel(&k, model, path, err));
    SG_TRY(sg_put_list(&layers, root, "layers", err));
    SG_TRY(k.kind == SHORTEST_PATH ? put_paths(layers, &k, err) : put_counts(layers, &k, err));
    if (train == NULL) SG_TRY(sg_put_map(&train, root, "train", err));
    SG_TRY(put_costs(train, &k, err));
    remove_member(root, model);
done:
    sg_free(k.labels);
    return status;
}
