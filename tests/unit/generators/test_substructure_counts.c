/* test_substructure_counts.c - hand-worked graphs, the slow twin, and the published counts. */
#include "base/text.h"
#include "data/graph_collector.h"
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

static void add_complete(sg_graph_collector *c, uint32_t n)
{
    check_ok(sg_collector_begin(c, n, &err));
    for (uint32_t u = 0; u < n; u++)
        for (uint32_t v = 0; v < u; v++) check_ok(sg_collector_edge(c, u, v, &err));
}

static void add_path(sg_graph_collector *c, uint32_t n, bool closed)
{
    check_ok(sg_collector_begin(c, n, &err));
    for (uint32_t v = 0; v + 1 < n; v++) check_ok(sg_collector_edge(c, v, v + 1, &err));
    if (closed) check_ok(sg_collector_edge(c, n - 1, 0, &err));
}

static void counts_hand_worked_graphs(void **state)
{
    (void)state;
    sg_graph_collector c = {0};
    sg_dataset data = {0};

    check_ok(sg_collector_begin(&c, 0, &err)); /* the null graph */
    check_ok(sg_collector_begin(&c, 3, &err)); /* no edges */
    add_path(&c, 7, false);
    for (uint32_t n = 3; n <= 7; n++) add_path(&c, n, true);
    add_complete(&c, 4);
    add_complete(&c, 6);
    check_ok(sg_collector_begin(&c, 5, &err)); /* a star with four rays */
    for (uint32_t v = 1; v < 5; v++) check_ok(sg_collector_edge(&c, 0, v, &err));
    check_ok(sg_collector_begin(&c, 5, &err)); /* a triangle 0-1-2 with a tail 2-3-4 */
    for (uint32_t v = 0; v < 4; v++) check_ok(sg_collector_edge(&c, v, v + 1, &err));
    check_ok(sg_collector_edge(&c, 0, 2, &err));
    check_ok(sg_collector_finish(&data, &c, "Hand", &err));

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
    sg_graph_collector c = {0};
    sg_dataset data = {0};
    for (int i = 0; i < 3000; i++) {
        const uint32_t n = 1 + sg_rng_below(&rng, 8);
        const double density = sg_rng_uniform(&rng);
        check_ok(sg_collector_begin(&c, n, &err));
        for (uint32_t u = 0; u < n; u++)
            for (uint32_t v = 0; v < u; v++)
                if (sg_rng_uniform(&rng) < density) check_ok(sg_collector_edge(&c, u, v, &err));
    }
    check_ok(sg_collector_finish(&data, &c, "Random", &err));
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
