/* report_sample.c - a few graphs that show as much as possible.
 *
 * Graphs that the model was trained on say little about it, and with 40 graphs at random a rare kind
 * of mistake would hardly be seen.  So the candidates are the test graphs of the fold that the model
 * comes from, sorted into groups of equal true and predicted class, and the groups take turns. */
#include "report/report_parts.h"

#include "base/mem.h"
#include "base/number.h"
#include "run/job.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 300 }; /* nodes of a graph that can still be looked at */

typedef struct candidate {
    uint32_t group; /* true class * classes + predicted class */
    uint32_t turn;  /* how many of its group stand before it  */
    uint32_t item;
} candidate;

static int compare_turns(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

static int compare_groups(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

sg_status sgi_report_job(bool *found, size_t *job, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_results *r = report->results;
    sg_text path = {0};
    *found = false;
    if (report->options->model != NULL || r->overview.model == NULL) goto done;
    for (size_t j = 0; j < r->jobs.n && !*found; j++) {
        const sg_result_job *is = &r->job[j];
        const sg_job name = {(sg_run_stage)is->stage, is->configuration, is->fold, is->run};
        path.size = 0;
        SG_TRY(sg_job_model_path(&path, &name, 0, err));
        *found = strcmp(path.data, r->overview.model) == 0;
        *job = j;
    }
done:
    sg_text_free(&path);
    return status;
}

bool sgi_report_is_of_nodes(const sgi_report *report)
{
    if (report->model != NULL)
        return sg_blueprint_item(&report->model->blueprint) == SG_ITEM_NODE;
    return report->data != NULL && report->data->items.kind == SG_ITEM_NODE;
}

uint32_t sgi_report_graph_of(const sgi_report *report, uint32_t item)
{
    const sg_graph *graph = &report->data->graph;
    return sgi_report_is_of_nodes(report)
               ? sg_graph_of_node(graph->graph_offset, graph->n_graphs, item)
               : item;
}

static uint32_t nodes_of(const sgi_report *report, uint32_t graph)
{
    const uint32_t *offset = report->data->graph.graph_offset;
    return offset[graph + 1] - offset[graph];
}

static bool can_be_shown(const sgi_report *report, uint32_t item)
{
    if (item >= sg_model_count_items(report->model, report->data)) return false;
    const uint32_t graph = sgi_report_graph_of(report, item);
    /* of a node, what it hears is shown, however large its graph is */
    return nodes_of(report, graph) > 0 &&
           (sgi_report_is_of_nodes(report) || nodes_of(report, graph) <= LARGEST);
}

/* The class of an item, where the data says it of such items. */
static uint32_t class_of(const sgi_report *report, uint32_t item)
{
    const sg_items *items = &report->data->items;
    if (items->item_class == NULL ||
        items->kind != sg_blueprint_item(&report->model->blueprint))
        return SG_NO_CLASS;
    return items->item_class[item];
}

static uint32_t group_of(const sgi_report *report, const sg_result_prediction *p)
{
    const uint32_t truth = class_of(report, p->item);
    return truth != SG_NO_CLASS ? truth * p->n_outputs + sgi_predicted_class(report->results, p)
                                : 0;
}

static sg_status add_tested(candidate *list, size_t *n_list, const sgi_report *report,
                            size_t job, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_result_prediction *p = NULL;
    const uint32_t n_items = sg_model_count_items(report->model, report->data);
    size_t n = 0;
    SG_TRY(sg_results_predictions(&p, &n, report->results, job, err));
    for (size_t i = 0; i < n && *n_list < n_items; i++)
        if (p[i].part == sgi_results_test_part(report->results) &&
            can_be_shown(report, p[i].item))
            list[(*n_list)++] =
                (candidate){.group = group_of(report, &p[i]), .item = p[i].item};
done:
    return status;
}

static void add_all(candidate *list, size_t *n_list, const sgi_report *report)
{
    for (uint32_t i = 0; i < sg_model_count_items(report->model, report->data); i++) {
        const uint32_t truth = class_of(report, i);
        if (can_be_shown(report, i))
            list[(*n_list)++] =
                (candidate){.group = truth != SG_NO_CLASS ? truth : 0, .item = i};
    }
}

/* Groups take turns, and every group is walked through evenly, from its first to its last. */
static void take_turns(candidate *list, size_t n, uint32_t wanted)
{
    qsort(list, n, sizeof *list, compare_groups);
    for (size_t begin = 0, end = 0; begin < n; begin = end) {
        while (end < n && list[end].group == list[begin].group) end++;
        const size_t size = end - begin, stride = size > wanted ? size / wanted : 1;
        for (size_t i = 0; i < size; i++)
            list[begin + i].turn =
                (uint32_t)(i % stride == 0 ? i / stride : size + i); /* the rest comes last */
    }
    qsort(list, n, sizeof *list, compare_turns);
}

sg_status sgi_report_sample(uint32_t **item, uint32_t *n, const sgi_report *report,
                            sg_error *err)
{
    sg_status status = SG_OK;
    candidate *list = NULL;
    uint32_t *made = NULL;
    size_t n_list = 0, job = 0;
    bool found = false;
    const uint32_t wanted = *n;
    SG_ALLOC(list, sg_model_count_items(report->model, report->data));
    SG_ALLOC(made, wanted);
    SG_TRY(sgi_report_job(&found, &job, report, err));
    if (found) SG_TRY(add_tested(list, &n_list, report, job, err));
    if (n_list == 0) add_all(list, &n_list, report);
    take_turns(list, n_list, wanted > 0 ? wanted : 1);
    const uint32_t n_made = n_list < wanted ? (uint32_t)n_list : wanted;
    for (uint32_t i = 0; i < n_made; i++) made[i] = list[i].item;
    qsort(made, n_made, sizeof *made, sg_compare_u32);
    *item = made;
    *n = n_made;
    made = NULL;
done:
    sg_free(made);
    sg_free(list);
    return status;
}
