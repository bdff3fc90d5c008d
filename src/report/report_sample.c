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
    uint32_t graph;
} candidate;

static int compare_turns(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->graph > y->graph) - (x->graph < y->graph);
}

static int compare_groups(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->graph > y->graph) - (x->graph < y->graph);
}

/* The job that the model shown comes from; false where that is unknown. */
static sg_status find_job(bool *found, size_t *job, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_results *r = report->results;
    sg_text path = {0};
    *found = false;
    if (report->options->model != NULL || r->overview.model == NULL) goto done;
    for (size_t j = 0; j < r->jobs.n && !*found; j++) {
        const sg_result_job *is = &r->job[j];
        const sg_job name = {(sg_ledger_stage)is->stage, is->configuration, is->fold, is->run};
        path.size = 0;
        SG_TRY(sg_job_model_path(&path, &name, 0, err));
        *found = strcmp(path.data, r->overview.model) == 0;
        *job = j;
    }
done:
    sg_text_free(&path);
    return status;
}

static uint32_t nodes_of(const sgi_report *report, uint32_t graph)
{
    const uint32_t *offset = report->data->graph.graph_offset;
    return offset[graph + 1] - offset[graph];
}

static bool can_be_shown(const sgi_report *report, uint32_t graph)
{
    return graph < report->data->graph.n_graphs && nodes_of(report, graph) > 0 &&
           nodes_of(report, graph) <= LARGEST;
}

static uint32_t group_of(const sgi_report *report, const sg_result_prediction *p)
{
    const uint32_t *truth = report->data->items.item_class;
    return truth != NULL ? truth[p->item] * p->n_outputs + sgi_predicted_class(p) : 0;
}

static sg_status add_tested(candidate *list, size_t *n_list, const sgi_report *report,
                            size_t job, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_result_prediction *p = NULL;
    const uint32_t n_graphs = report->data->graph.n_graphs;
    size_t n = 0;
    SG_TRY(sg_results_predictions(&p, &n, report->results, job, err));
    for (size_t i = 0; i < n && *n_list < n_graphs; i++)
        if (p[i].part == sgi_results_test_part(report->results) &&
            can_be_shown(report, p[i].item))
            list[(*n_list)++] =
                (candidate){.group = group_of(report, &p[i]), .graph = p[i].item};
done:
    return status;
}

static void add_all(candidate *list, size_t *n_list, const sgi_report *report)
{
    const uint32_t *truth = report->data->items.item_class;
    for (uint32_t g = 0; g < report->data->graph.n_graphs; g++)
        if (can_be_shown(report, g))
            list[(*n_list)++] = (candidate){.group = truth != NULL ? truth[g] : 0, .graph = g};
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

sg_status sgi_report_sample(uint32_t **graph, uint32_t *n, const sgi_report *report,
                            sg_error *err)
{
    sg_status status = SG_OK;
    candidate *list = NULL;
    uint32_t *made = NULL;
    size_t n_list = 0, job = 0;
    bool found = false;
    const uint32_t wanted = *n;
    SG_ALLOC(list, report->data->graph.n_graphs);
    SG_ALLOC(made, wanted);
    SG_TRY(find_job(&found, &job, report, err));
    if (found) SG_TRY(add_tested(list, &n_list, report, job, err));
    if (n_list == 0) add_all(list, &n_list, report);
    take_turns(list, n_list, wanted > 0 ? wanted : 1);
    const uint32_t n_made = n_list < wanted ? (uint32_t)n_list : wanted;
    for (uint32_t i = 0; i < n_made; i++) made[i] = list[i].graph;
    qsort(made, n_made, sizeof *made, sg_compare_u32);
    *graph = made;
    *n = n_made;
    made = NULL;
done:
    sg_free(made);
    sg_free(list);
    return status;
}
