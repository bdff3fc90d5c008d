/* test_substructure_counts.c - hand-worked graphs, the slow twin, and the published counts. */
#include "base/text.h"
#include "data/record_collector.h"
#include "formats/tu_reader.h"
#include "generators/substructure_counts.h"
#include "support/check.h"
#include "support/slow_counts.h"
#include "text/bundle.h"

static void check_counts(const sg_graph *graph, uint32_t g, const uint64_t *expected)
{
    uint64_t count[SG_N_SUBSTRUCTURES];
    sg_substructures_count(count, graph, g);
    for (uint32_t i = 0; i < SG_N_SUBSTRUCTURES; i++)
        if (count[i] != expected[i])
            fail_msg("graph %u, substructure %u: %llu found, %llu expected", g, i,
                     (unsigned long long)count[i], (unsigned long long)expected[i]);
}

/* Graphs, of which the last one is still being made. */
typedef struct graphs {
    sg_record_collector collector;
    sg_record last;
    bool has_last;
} graphs;

static void end_graph(graphs *s)
{
    if (s->has_last) check_ok(sg_record_collector_add(&s->collector, &s->last, 0, &err));
    s->has_last = false;
}

static void begin_graph(graphs *s, uint32_t n)
{
    end_graph(s);
    sg_record_clear(&s->last);
    check_ok(sg_record_nodes(&s->last, n, &err));
    s->has_last = true;
}

static void add_edge(graphs *s, uint32_t u, uint32_t v)
{
    check_ok(sg_record_edge(&s->last, u, v, &err));
}

static void finish(sg_dataset *data, graphs *s)
{
    end_graph(s);
    check_ok(sg_record_collector_finish(data, &s->collector, "Graphs", "Graphs", &err));
    sg_record_collector_free(&s->collector);
    sg_record_free(&s->last);
}

static void add_complete(graphs *s, uint32_t n)
{
    begin_graph(s, n);
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = 0; v < u; v++) add_edge(s, u, v);
}

static void add_path(graphs *s, uint32_t n, bool closed)
{
    begin_graph(s, n);
    for (uint32_t v = 0; v + 1 < n; v++) add_edge(s, v, v + 1);
    if (closed) add_edge(s, n - 1, 0);
}

static void counts_hand_worked_graphs(void **state)
{
    (void)state;
    graphs s = {0};
    sg_dataset data = {0};

    begin_graph(&s, 0); /* the null graph */
    begin_graph(&s, 3); /* no edges */
    add_path(&s, 7, false);
    for (uint32_t n = 3; n <= 7; n++) add_path(&s, n, true);
    add_complete(&s, 4);
    add_complete(&s, 6);
    begin_graph(&s, 5); /* a star with four rays */
    for (uint32_t v = 1; v < 5; v++) add_edge(&s, 0, v);
    begin_graph(&s, 5); /* a triangle 0-1-2 with a tail 2-3-4 */
    for (uint32_t v = 0; v < 4; v++) add_edge(&s, v, v + 1);
    add_edge(&s, 0, 2);
    finish(&data, &s);

    const uint64_t expected[][SG_N_SUBSTRUCTURES] = {
        {0, 0, 0, 0, 0, 0}, /* null graph   */
        {0, 0, 0, 0, 0, 0}, /* no edges     */
        {0, 0, 0, 0, 0, 0}, /* path         */
        {1, 0, 0, 0, 0, 0}, /* 3-cycle      */
        {0, 0, 0, 1, 0, 0}, /* 4-cycle      */
        {0, 0, 0, 0, 1, 0}, /* 5-cycle      */
        {0, 0, 0, 0, 0, 1}, /* 6-cycle      */
        {0, 0, 0, 0, 0, 0}, /* 7-cycle      */
        {4, 12, 4, 3, 0, 0},
        {20, 180, 60, 45, 72, 60}, /* C(6,3); 20*9; 6*C(5,3); 15*3; 6*12; 5!/2 */
        {0, 0, 4, 0, 0, 0},
        {1, 1, 1, 0, 0, 0},
    };
    assert_int_equal(data.graph.n_graphs, sizeof expected / sizeof *expected);
    for (uint32_t g = 0; g < data.graph.n_graphs; g++)
        check_counts(&data.graph, g, expected[g]);
    sg_dataset_free(&data);
}

static void equals_the_slow_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("substructure_counts");
    graphs s = {0};
    sg_dataset data = {0};
    for (int i = 0; i < 3000; i++) {
        const uint32_t n = 1 + sg_rng_below(&rng, 8);
        const double density = sg_rng_uniform(&rng);
        begin_graph(&s, n);
        for (uint32_t u = 0; u < n; u++)
            for (uint32_t v = 0; v < u; v++)
                if (sg_rng_uniform(&rng) < density) add_edge(&s, u, v);
    }
    finish(&data, &s);
    for (uint32_t g = 0; g < data.graph.n_graphs; g++) {
        uint64_t expected[SG_N_SUBSTRUCTURES];
        slow_counts(expected, &data.graph, g);
        check_counts(&data.graph, g, expected);
    }
    sg_dataset_free(&data);
}

/* The whole of one file of an archive, as text. */
static void read_member(sg_text *text, const char *path, const char *name)
{
    sg_bundle bundle = {0};
    sg_stream *stream = NULL;
    static char buffer[1 << 16];
    check_ok(sg_bundle_open(&bundle, path, &err));
    const size_t i = sg_bundle_find(&bundle, name);
    assert_true(i != SG_BUNDLE_NONE);
    check_ok(sg_stream_open(&stream, &bundle, i, &err));
    for (size_t n = 1; n > 0;) {
        check_ok(sg_stream_read(&n, stream, buffer, sizeof buffer, &err));
        check_ok(sg_text_add_bytes(text, buffer, n, &err));
    }
    sg_stream_close(stream);
    sg_bundle_close(&bundle);
}

static void equals_the_published_counts(void **state)
{
    (void)state;
    const char *path = check_shared("data/SubstructureCounting.zip");
    sg_dataset data = {0};
    sg_text text = {0};
    check_ok(sg_tu_open(&data, path, 1, &err));
    assert_int_equal(data.graph.n_graphs, 5000);
    read_member(&text, path, "SubstructureCounting_graph_counts.txt");
    char *p = text.data;
    for (uint32_t g = 0; g < data.graph.n_graphs; g++) {
        uint64_t expected[SG_N_SUBSTRUCTURES];
        for (uint32_t i = 0; i < SG_N_SUBSTRUCTURES; i++) {
            expected[i] = strtoull(p, &p, 10);
            p += strspn(p, ", ");
        }
        check_counts(&data.graph, g, expected);
    }
    sg_text_free(&text);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(counts_hand_worked_graphs), cmocka_unit_test(equals_the_slow_twin),
         cmocka_unit_test(equals_the_published_counts))
