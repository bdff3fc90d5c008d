/* labels.c - keys of all graphs, then one vocabulary. */
#include "invariants/labels.h"

#include "base/machine/account.h"
#include "base/mem.h"
#include "invariants/graph_pieces.h"

sg_status sg_invariant_options_open(sg_invariant_options *options,
                                    const sg_label_options *chosen, sg_error *err)
{
    *options = (sg_invariant_options){.budget = chosen->budget, .observer = chosen->observer};
    return sg_threads_open(&options->threads, chosen->n_threads, err);
}

void sg_invariant_options_close(sg_invariant_options *options)
{
    sg_threads_close(options->threads);
    *options = (sg_invariant_options){0};
}

uint64_t sg_steps_of_labels(const sg_invariant_options *options)
{
    return options->budget > 0 ? options->budget : sg_work_budget(SG_DEFAULT_BUDGET);
}

typedef struct labeling_run {
    sg_key *key;
    const sg_label_expression *expression;
    const sg_graph_view *view;
    uint64_t budget;
} labeling_run;

static sg_status label_one(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                           sg_error *err)
{
    (void)worker;
    const labeling_run *run = context;
    const sg_one_graph one = sg_view_graph(run->view, g);
    sg_budget budget = {run->budget};
    const sg_label_work work = {&one, scratch, &budget};
    return sg_label_graph(run->key + one.first, run->expression, &work, err);
}

sg_status sg_labels_compute_keys(sg_key *key, const sg_label_expression *expression,
                                 const sg_graph_view *view, const sg_invariant_options *options,
                                 sg_error *err)
{
    const sg_invariant_options defaults = {0}, *chosen = options != NULL ? options : &defaults;
    labeling_run run = {key, expression, view, sg_steps_of_labels(chosen)};
    const sg_graph_work work = {
        .work = label_one, .context = &run, .stage = "labeling", .observer = chosen->observer};
    return sg_each_graph(&work, view->graph->n_graphs, chosen->threads, err);
}

void sg_labels_free(sg_labels *labels)
{
    sg_free(labels->label);
    sg_vocabulary_free(&labels->vocabulary);
    *labels = (sg_labels){0};
}

sg_status sg_labels_compute(sg_labels *labels, const sg_label_expression *expression,
                            const sg_graph_view *view, const sg_invariant_options *options,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = view->graph->n_nodes;
    sg_labels made = {.n_nodes = n};
    sg_key *key = NULL;
    SG_ALLOC(key, n);
    SG_ALLOC(made.label, n);
    SG_TRY(sg_labels_compute_keys(key, expression, view, options, err));
    SG_TRY(sg_vocabulary_build(&made.vocabulary, made.label, key, n, expression->text,
                               options != NULL ? options->threads : NULL, err));
    sg_vocabulary_limit(&made.vocabulary, made.label, n, expression->limit);
    *labels = made;
    made = (sg_labels){0};
done:
    sg_labels_free(&made);
    sg_free(key);
    return status;
}
