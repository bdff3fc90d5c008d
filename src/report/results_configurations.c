/* results_configurations.c - the grid of a run, or the candidates of a search: their values, their scores, their
 * ranks. */
#include "report/results_parts.h"

#include "base/mem.h"
#include "run/selection.h"
#include "text/tree_json.h"
#include "text/yaml.h"

#include <stdlib.h>
#include <string.h>

sg_status sgi_results_read_axes(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TAKE(r->axis, &r->memory, (size_t)r->experiment.n_axes + 1);
    for (uint32_t a = 0; a < r->experiment.n_axes; a++) r->axis[a] = r->experiment.axis[a].path;
    r->n_axes = r->experiment.n_axes;
    if (sgi_results_of_search(r))
        r->axis[r->n_axes++] = "train.epochs"; /* which say the rung */
done:
    return status;
}

/* A value of the grid in one line: as it stands, or as JSON where it has parts. */
static sg_status write_value(const char **value, sg_results *r, const sg_node *node,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    if (node->kind == SG_NODE_SCALAR)
        SG_TRY(sg_text_add(&text, err, "%s", node->text));
    else
        SG_TRY(sg_json_put_node(&json, node, err));
    *value = sgi_results_text(r, text.data);
    SG_REQUIRE(*value != NULL, SG_ENOMEM, "out of memory");
done:
    sg_text_free(&text);
    return status;
}

/* The text of every value of every axis, once. */
static sg_status write_values(const char ***of_axis, sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t a = 0; a < r->experiment.n_axes; a++) {
        const sg_node *list = r->experiment.axis[a].list;
        SG_TAKE(of_axis[a], &r->memory, list->n_children);
        for (size_t i = 0; i < list->n_children; i++)
            SG_TRY(write_value(&of_axis[a][i], r, list->child[i], err));
    }
done:
    return status;
}

/* Where a configuration is in the grid; the last axis varies fastest. */
static void locate(const char **value, const sg_experiment *e, const char ***of_axis,
                   uint32_t number)
{
    for (uint32_t a = e->n_axes; a-- > 0;) {
        const uint32_t n = (uint32_t)e->axis[a].list->n_children;
        value[a] = of_axis[a][number % n];
        number /= n;
    }
}

/* The values of a candidate stand in its own text. */
static sg_status find_values(const char **value, sg_results *r, const char *yaml, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    SG_TRY(sg_yaml_parse(&tree, "candidate", yaml, strlen(yaml), err));
    for (uint32_t a = 0; a < r->n_axes; a++) {
        sg_node *node = NULL;
        SG_TRY(sg_tree_find(&node, tree.root, r->axis[a], false, err));
        SG_TRY(write_value(&value[a], r, node, err));
    }
done:
    sg_tree_free(&tree);
    return status;
}

static sg_selection selection_of(const sg_results *r)
{
    const sg_experiment *e = &r->experiment;
    return (sg_selection){.protocol = e->protocol,
                          .higher_is_better = r->overview.higher_is_better,
                          .n_configurations = r->overview.n_configurations,
                          .n_runs = e->n_runs,
                          .n_folds = r->overview.n_folds,
                          .n_inner = e->protocol == SG_PROTOCOL_NESTED ? e->n_inner_folds : 1};
}

/* A configuration on its way to its rank. */
typedef struct entry {
    const sg_score *score;
    bool higher_is_better;
    uint32_t number;
} entry;

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (sg_score_beats(x->score, y->score, x->higher_is_better)) return -1;
    if (sg_score_beats(y->score, x->score, x->higher_is_better)) return 1;
    return x->number < y->number ? -1 : 1;
}

static sg_status rank(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_score *score = NULL;
    entry *order = NULL;
    const sg_selection selection = selection_of(r);
    const uint32_t n = selection.n_configurations;
    SG_ALLOC(score, n);
    SG_ALLOC(order, n);
    SG_TRY(sg_selection_scores(score, &selection, r->ledger, &r->jobs, err));
    for (uint32_t c = 0; c < n; c++) {
        order[c] = (entry){&score[c], selection.higher_is_better, c};
        r->configuration[c].metric = score[c].metric;
        r->configuration[c].loss = score[c].loss;
        r->configuration[c].n_jobs = score[c].n_jobs;
    }
    qsort(order, n, sizeof *order, compare_entries);
    for (uint32_t i = 0; i < n; i++) r->configuration[order[i].number].rank = i;
done:
    sg_free(order);
    sg_free(score);
    return status;
}

sg_status sgi_results_read_configurations(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = r->overview.n_configurations;
    const char ***of_axis = NULL;
    SG_ALLOC(of_axis, r->n_axes);
    SG_TRY(write_values(of_axis, r, err));
    SG_REQUIRE(r->configurations.n == n && n > 0, SG_ENOTFOUND,
               "%s: no results yet; wait until the run has begun", r->overview.folder);
    SG_TAKE(r->configuration, &r->memory, n);
    for (uint32_t c = 0; c < n; c++) {
        const sg_ledger_configuration *from = &r->configurations.row[c];
        const char **value = NULL;
        SG_TAKE(value, &r->memory, r->n_axes + 1);
        if (sgi_results_of_search(r))
            SG_TRY(find_values(value, r, from->yaml, err));
        else
            locate(value, &r->experiment, of_axis, c);
        r->configuration[c] = (sg_result_configuration){.value = value,
                                                        .yaml = from->yaml,
                                                        .weights = from->weights,
                                                        .n_layers = (uint32_t)from->n_layers,
                                                        .weights_total = from->weights_total,
                                                        .plan_bytes = from->plan_bytes};
    }
    SG_TRY(rank(r, err));
done:
    sg_free(of_axis);
    return status;
}
