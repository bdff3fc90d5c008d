/* counts_api.c - counts of labels and triples behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "data/dataset_view.h"
#include "invariants/graph_counts.h"
#include "invariants/label_rounds.h"
#include "plans/head.h"

enum { MAX_LABELINGS = 10000 };

/* A watch and threads for the time of a call. */
typedef struct counting_call {
    sg_watch watch;
    sg_invariant_options options;
} counting_call;

static sg_status call_begin(counting_call *call, const sg_label_options *chosen, sg_error *err)
{
    sg_watch_begin(&call->watch, chosen->observer);
    const sg_status status = sg_invariant_options_open(&call->options, chosen, err);
    call->options.observer = NULL; /* the watch tells it */
    return status;
}

static void call_end(counting_call *call)
{
    sg_invariant_options_close(&call->options);
    sg_watch_end(&call->watch);
}

/* The counts on the heap. */
static sg_status publish(sg_counts **counts, sg_counts *made, sg_error *err)
{
    sg_status status = SG_OK;
    sg_counts *opened = NULL;
    SG_ALLOC(opened, 1);
    *opened = *made;
    *made = (sg_counts){0};
    *counts = opened;
done:
    return status;
}

/* Label by all expressions; labels are [n]. */
static sg_status label_all(sg_labels *labels, const sg_graph_view *view,
                           const char *const *text, size_t n, const counting_call *call,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression *expression = NULL;
    SG_ALLOC(expression, n);
    for (size_t i = 0; i < n; i++) {
        sg_error inner = {0};
        SG_REQUIRE(text[i] != NULL, SG_EINVAL, "expression[%zu]: it is NULL", i);
        const sg_status parsed = sg_label_parse(&expression[i], text[i], &inner);
        SG_REQUIRE(parsed == SG_OK, parsed, "expression[%zu]: %s", i, inner.text);
    }
    SG_TRY(sg_labels_compute_all(labels, expression, n, view, &call->options, err));
done:
    for (size_t i = 0; expression != NULL && i < n; i++)
        sg_label_expression_free(&expression[i]);
    sg_free(expression);
    return status;
}

sg_status sg_label_counts_open(sg_counts **counts, const sg_dataset *data,
                               const char *const *expression, size_t n,
                               const sg_label_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(counts);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(expression);
    sg_label_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    sg_labels *labels = NULL;
    sg_counts made = {0};
    counting_call call;
    SG_TRY(call_begin(&call, &chosen, err));
    SG_REQUIRE(n > 0 && n <= MAX_LABELINGS, SG_EINVAL, "n is %zu; there are 1 to %d labelings",
               n, MAX_LABELINGS);
    SG_ALLOC(labels, n);
    SG_TRY(label_all(labels, &view, expression, n, &call, err));
    sg_labels *taken = labels;
    labels = NULL;
    SG_TRY(sg_count_labels(&made, taken, (uint32_t)n, view.graph, call.options.threads, err));
    SG_TRY(publish(counts, &made, err));
done:
    sg_free(labels);
    sg_counts_free(&made);
    call_end(&call);
    return status;
}

static sg_status count_head(sg_counts *counts, const sg_graph_view *view, const sg_head *head,
                            const counting_call *call, sg_error *err)
{
    sg_status status = SG_OK;
    const char *const text[] = {head->receiver, head->sender};
    sg_labels labels[2] = {{0}};
    sg_property property = {0};
    sg_triples triples = {0};
    SG_TRY(sg_property_parse(&property, head->property, err));
    property.budget = call->options.budget;
    SG_TRY(label_all(labels, view, text, 2, call, err));
    SG_TRY(sg_triples_collect(&triples, &labels[0], &labels[1], &property, view,
                              call->options.threads, err));
    SG_TRY(
        sg_count_triples(counts, &triples, labels, head->thresholds.at_least,
                         head->thresholds.at_most > 0 ? head->thresholds.at_most : UINT64_MAX,
                         view->graph, call->options.threads, err));
done:
    sg_triples_free(&triples);
    sg_property_free(&property);
    sg_labels_free(&labels[0]);
    sg_labels_free(&labels[1]);
    return status;
}

sg_status sg_triple_counts_open(sg_counts **counts, const sg_dataset *data, const char *head,
                                const sg_label_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(counts);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(head);
    sg_label_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    sg_head parsed = {0};
    sg_counts made = {0};
    counting_call call;
    SG_TRY(call_begin(&call, &chosen, err));
    SG_TRY(sg_head_parse(&parsed, head, err));
    SG_TRY(count_head(&made, &view, &parsed, &call, err));
    SG_TRY(publish(counts, &made, err));
done:
    sg_head_free(&parsed);
    sg_counts_free(&made);
    call_end(&call);
    return status;
}

void sg_counts_close(sg_counts *counts)
{
    if (counts == NULL) return;
    sg_counts_free(counts);
    sg_free(counts);
}

sg_status sg_counts_view(sg_counts_arrays *view, const sg_counts *counts, sg_error *err)
{
    SG_REQUIRE_RESULT(view, value_key);
    SG_REQUIRE_ARGUMENT(counts);
    const uint64_t *part = counts->part;
    const size_t n = counts->n_columns;
    const sg_counts_arrays made = {.n_graphs = counts->n_graphs,
                                   .n_columns = counts->n_columns,
                                   .row = counts->row,
                                   .column = counts->column,
                                   .count = counts->count,
                                   .n_blocks = counts->n_blocks,
                                   .block = counts->block,
                                   .key = counts->key,
                                   .total = counts->total,
                                   .label = counts->label,
                                   .n_nodes =
                                       counts->labels != NULL ? counts->labels[0].n_nodes : 0,
                                   .receiver_key = part,
                                   .sender_key = part != NULL ? part + n : NULL,
                                   .value_key = part != NULL ? part + 2 * n : NULL};
    sg_struct_write(view, &made, sizeof made);
    return SG_OK;
}
