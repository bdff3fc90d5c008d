/* test_graph_counts.c - counts per graph against counting each column by itself. */
#include "base/mem.h"
#include "invariants/graph_counts.h"
#include "support/check.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"

static const uint32_t N_THREADS[] = {1, 2, 3};

/* The entry of a graph and column; columns ascend, so it occurs once. */
static uint32_t entry_of(const sg_counts *counts, uint32_t g, uint32_t column)
{
    uint32_t found = 0;
    for (uint64_t e = counts->row[g]; e < counts->row[g + 1]; e++) {
        if (e > counts->row[g]) assert_true(counts->column[e] > counts->column[e - 1]);
        assert_true(counts->count[e] > 0 && counts->column[e] < counts->n_columns);
        if (counts->column[e] == column) found = counts->count[e];
    }
    return found;
}

static void check_totals(const sg_counts *counts)
{
    for (uint32_t c = 0; c < counts->n_columns; c++) {
        uint64_t total = 0;
        for (uint32_t g = 0; g < counts->n_graphs; g++) total += entry_of(counts, g, c);
        assert_int_equal(total, counts->total[c]);
    }
}

static void check_labels(const sg_counts *counts, const sg_graph *graph)
{
    for (uint32_t b = 0; b < counts->n_blocks; b++)
        for (uint32_t l = 0; l < counts->block[b + 1] - counts->block[b]; l++) {
            const uint32_t c = counts->block[b] + l;
            assert_true(counts->key[c] == counts->labels[b].vocabulary.key[l]);
            for (uint32_t g = 0; g < graph->n_graphs; g++) {
                uint32_t n = 0;
                for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++)
                    n += counts->label[b][v] == l;
                assert_int_equal(entry_of(counts, g, c), n);
            }
        }
    check_totals(counts);
}

static sg_labels *two_labelings(const sg_graph_view *view)
{
    sg_labels *labels = sg_alloc(2, sizeof *labels);
    assert_non_null(labels);
    labels[0] = labels_of(view, "wl:2");
    labels[1] = labels_of(view, "degree");
    return labels;
}

static void labels_are_counted_in_each_graph(void **state)
{
    (void)state;
    sg_rng rng = check_rng("labels");
    for (int i = 0; i < 40; i++) {
        /* Now and then one graph has more labels than a short row. */
        labeled_graph graph = labeled_graph_draw(&rng, i % 8 == 0 ? (random_shape){3, 200}
                                                                  : (random_shape){70, 9});
        const sg_graph_view view = labeled_graph_view(&graph);
        sg_threads *threads = NULL;
        sg_counts counts = {0};
        check_ok(sg_threads_open(&threads, N_THREADS[i % 3], &err));
        check_ok(sg_count_labels(&counts, two_labelings(&view), 2, view.graph, threads, &err));
        check_labels(&counts, view.graph);
        sg_counts_free(&counts);
        sg_threads_close(threads);
        labeled_graph_free(&graph);
    }
}

/* ---- Triples --------------------------------------------------------------------------------- */

typedef struct tripled {
    sg_labels receiver, sender;
    sg_triples triples;
} tripled;

static tripled triples_of(const sg_graph_view *view, const char *property)
{
    tripled t = {.receiver = labels_of(view, "label"), .sender = labels_of(view, "degree")};
    sg_property parsed = {0};
    check_ok(sg_property_parse(&parsed, property, &err));
    check_ok(sg_triples_collect(&t.triples, &t.receiver, &t.sender, &parsed, view, NULL, &err));
    sg_property_free(&parsed);
    return t;
}

static void tripled_free(tripled *t)
{
    sg_labels_free(&t->receiver);
    sg_labels_free(&t->sender);
    sg_triples_free(&t->triples);
}

/* How many pairs of graph g have the three keys of a column. */
static uint32_t slow_count(const tripled *t, const sg_graph *graph, const sg_counts *counts,
                           uint32_t g, uint32_t c)
{
    const sg_triples *s = &t->triples;
    const size_t n = counts->n_columns;
    uint32_t count = 0;
    for (uint64_t p = s->row[graph->graph_offset[g]]; p < s->row[graph->graph_offset[g + 1]];
         p++) {
        const uint32_t k = s->triple[p];
        count += t->receiver.vocabulary.key[s->receiver[k]] == counts->part[c] &&
                 t->sender.vocabulary.key[s->sender[k]] == counts->part[n + c] &&
                 s->values.key[s->value[k]] == counts->part[2 * n + c];
    }
    return count;
}

static void triples_are_counted_in_each_graph(void **state)
{
    (void)state;
    sg_rng rng = check_rng("triples");
    for (int i = 0; i < 20; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){8, 9});
        const sg_graph_view view = labeled_graph_view(&graph);
        const uint64_t least = i % 2 == 0 ? 0 : 3, most = i % 3 == 0 ? UINT64_MAX : 12;
        tripled all = triples_of(&view, "distance 0..3"),
                used = triples_of(&view, "distance 0..3");
        sg_threads *threads = NULL;
        sg_counts counts = {0};
        uint32_t n_expected = 0;
        check_ok(sg_threads_open(&threads, N_THREADS[i % 3], &err));
        const sg_labels labels[] = {used.receiver, used.sender};
        check_ok(sg_count_triples(&counts, &used.triples, labels, least, most, view.graph,
                                  threads, &err));
        for (uint32_t t = 0; t < all.triples.n_triples; t++)
            n_expected += all.triples.count[t] >= least && all.triples.count[t] <= most;
        assert_int_equal(counts.n_columns, n_expected);
        for (uint32_t c = 0; c < counts.n_columns; c++)
            for (uint32_t g = 0; g < counts.n_graphs; g++)
                assert_int_equal(entry_of(&counts, g, c),
                                 slow_count(&all, view.graph, &counts, g, c));
        check_totals(&counts);
        sg_counts_free(&counts);
        sg_threads_close(threads);
        tripled_free(&all);
        tripled_free(&used);
        labeled_graph_free(&graph);
    }
}

/* Rows with more than a thousand columns are ordered digit by digit. */
static void long_rows_are_in_order(void **state)
{
    (void)state;
    enum { N = 3000 };
    sg_graph graph = {.n_graphs = 1, .n_nodes = N};
    uint32_t offset[] = {0, N};
    graph.graph_offset = offset;
    sg_labels *labels = sg_alloc(1, sizeof *labels);
    assert_non_null(labels);
    *labels = (sg_labels){.n_nodes = N, .label = sg_alloc(N, sizeof(uint32_t))};
    labels->vocabulary = (sg_vocabulary){sg_alloc(N, 8), sg_alloc(N, 8), N};
    assert_true(labels->label != NULL && labels->vocabulary.key != NULL);
    for (uint32_t v = 0; v < N; v++) labels->label[v] = (v * 7919) % N / 2 * 2;
    sg_counts counts = {0};
    check_ok(sg_count_labels(&counts, labels, 1, &graph, NULL, &err));
    assert_int_equal(counts.row[1], N / 2);
    for (uint32_t e = 0; e < N / 2; e++) {
        assert_int_equal(counts.column[e], 2 * e);
        assert_int_equal(counts.count[e], 2);
    }
    sg_counts_free(&counts);
}

static sg_status count_and_free(void *context, sg_error *err)
{
    const sg_graph_view *view = context;
    sg_status status = SG_OK;
    sg_labels *labels = NULL;
    sg_label_expression expression = {0};
    sg_counts counts = {0};
    SG_TRY(sg_label_parse(&expression, "degree", err));
    SG_ALLOC(labels, 1);
    SG_TRY(sg_labels_compute(labels, &expression, view, NULL, err));
    sg_labels *taken = labels;
    labels = NULL;
    SG_TRY(sg_count_labels(&counts, taken, 1, view->graph, NULL, err));
done:
    sg_free(labels);
    sg_label_expression_free(&expression);
    sg_counts_free(&counts);
    return status;
}

static void no_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    sg_rng rng = check_rng("memory");
    labeled_graph graph = labeled_graph_draw(&rng, (random_shape){5, 8});
    sg_graph_view view = labeled_graph_view(&graph);
    assert_true(check_out_of_memory(count_and_free, &view) > 10);
    labeled_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(labels_are_counted_in_each_graph),
         cmocka_unit_test(triples_are_counted_in_each_graph),
         cmocka_unit_test(long_rows_are_in_order),
         cmocka_unit_test(no_memory_leaves_nothing_behind))
