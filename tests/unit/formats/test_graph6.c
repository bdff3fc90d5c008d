/* test_graph6.c - graph6 and sparse6, there and back, and as nauty writes them. */
#include "base/mem.h"
#include "formats/line_reader.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/keys_of.h"
#include "support/nauty.h"
#include "support/random_graph.h"

static sg_status read_lines(sg_dataset *data, const sg_format *format, const char *text,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_line_reader reader = {.format = format};
    sg_record_collector collector = {0};
    SG_TRY(sg_lines_collect(&collector, &reader, "x", text, strlen(text), err));
    SG_TRY(sg_line_finish(data, &collector, &reader, "x", "x", err));
done:
    sg_record_collector_free(&collector);
    sg_line_reader_free(&reader);
    return status;
}

/* All graphs of a data set as lines; released with sg_text_free. */
static sg_text lines_of(const sg_graph *graph, const sg_format *format)
{
    sg_text text = {0};
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        check_ok(format->write_line(&text, &(sg_dataset){.graph = *graph}, g, &err));
    return text;
}

static void check_same_graph(const sg_graph *found, const sg_graph *expected)
{
    assert_int_equal(found->n_graphs, expected->n_graphs);
    assert_int_equal(found->n_nodes, expected->n_nodes);
    assert_int_equal(found->n_arcs, expected->n_arcs);
    assert_memory_equal(found->graph_offset, expected->graph_offset,
                        (expected->n_graphs + 1) * sizeof *expected->graph_offset);
    assert_memory_equal(found->arc_offset, expected->arc_offset,
                        (expected->n_nodes + (size_t)1) * sizeof *expected->arc_offset);
    if (expected->n_arcs > 0)
        assert_memory_equal(found->neighbor, expected->neighbor,
                            expected->n_arcs * sizeof *expected->neighbor);
}

static void check_there_and_back(const sg_graph *graph, const sg_format *format)
{
    if (graph->n_graphs == 0) return;
    sg_text text = lines_of(graph, format);
    sg_dataset data = {0};
    check_ok(read_lines(&data, format, text.data, &err));
    check_same_graph(&data.graph, graph);
    sg_dataset_free(&data);
    sg_text_free(&text);
}

/* ---- Known lines -------------------------------------------------------------------------- */

static void check_line(const sg_format *format, const char *line, uint32_t n_nodes,
                       const char *edges)
{
    sg_graph expected = graph_of(n_nodes, edges);
    sg_dataset data = {0};
    check_ok(read_lines(&data, format, line, &err));
    check_same_graph(&data.graph, &expected);
    sg_dataset_free(&data);
    sg_graph_free(&expected);
}

/* The first line of each format is the example of the format's description. */
static void known_lines(void **state)
{
    (void)state;
    check_line(&sg_format_graph6, "DQc\n", 5, "0-2 0-4 1-3 3-4");
    check_line(&sg_format_graph6, ">>graph6<<DQc\n", 5, "0-2 0-4 1-3 3-4");
    check_line(&sg_format_graph6, "Bw\n", 3, "0-1 1-2 2-0");
    check_line(&sg_format_graph6, "@\n", 1, "");
    check_line(&sg_format_graph6, "?\n", 0, "");
    check_line(&sg_format_graph6, "~??Bw\n", 3, "0-1 1-2 2-0"); /* a long size */
    check_line(&sg_format_graph6, "~~?????Bw\n", 3, "0-1 1-2 2-0");
    check_line(&sg_format_sparse6, ":Fa@x^\n", 7, "0-1 0-2 1-2 5-6");
    check_line(&sg_format_sparse6, ">>sparse6<<:Fa@x^\n", 7, "0-1 0-2 1-2 5-6");
    check_line(&sg_format_sparse6, ":@\n", 1, "");
    check_line(&sg_format_sparse6, ":?\n", 0, "");
    check_line(&sg_format_sparse6, ":~???F\n", 0, ""); /* what follows the end is ignored */
}

/* sparse6 can say a loop and an edge twice; graphs here are simple. */
static void loops_and_doubles_are_dropped(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(read_lines(&data, &sg_format_sparse6, ":Ac\n:A_\n:AG~\n", &err));
    assert_int_equal(data.graph.n_graphs, 3);
    assert_true(data.repairs.self_loops + data.repairs.duplicates > 0);
    sg_dataset_free(&data);
}

static void wrong_lines_are_named(void **state)
{
    (void)state;
    sg_dataset data = {0};
    const sg_format *g6 = &sg_format_graph6, *s6 = &sg_format_sparse6;
    check_fails(read_lines(&data, g6, "Bw\nB w\n", &err), SG_EFORMAT,
                "x:2:2: graph6: found byte 32");
    check_fails(read_lines(&data, g6, ">>graph6<<B\x7fw\n", &err), SG_EFORMAT,
                "x:1:12: graph6: found byte 127");
    check_fails(read_lines(&data, g6, "B\xffw\n", &err), SG_EFORMAT, "found byte 255");
    check_fails(read_lines(&data, g6, "Bww\n", &err), SG_EFORMAT,
                "x:1:1: graph6: found 3 characters, which no graph has");
    check_fails(read_lines(&data, g6, "~??\n", &err), SG_EFORMAT, "x:1:1: graph6: found 3");
    check_fails(read_lines(&data, g6, "~~~~~~~~\n", &err), SG_EFORMAT, "graph6: found 8");
    check_fails(read_lines(&data, g6, ">>graph6<<\n", &err), SG_EFORMAT, "graph6: found 0");
    check_fails(read_lines(&data, g6, "Bw\nB{\n", &err), SG_EFORMAT,
                "x:2:2: graph6: the bits after the last pair of nodes are not 0");
    check_fails(read_lines(&data, g6, ">>graph6<<B~\n", &err), SG_EFORMAT,
                "x:1:12: graph6: the bits");
    check_fails(read_lines(&data, g6, ":Fa@x^\n", &err), SG_EFORMAT,
                "graph6: found byte 58; a line that begins with ':' is sparse6");
    check_fails(read_lines(&data, s6, "Bw\n", &err), SG_EFORMAT,
                "x:1:1: sparse6: a line begins with ':'");
    check_fails(read_lines(&data, s6, ";Bw\n", &err), SG_EFORMAT,
                "incremental lines (';') are not known");
    check_fails(read_lines(&data, s6, ":\n", &err), SG_EFORMAT,
                "x:1:2: sparse6: the number of nodes is missing");
    check_fails(read_lines(&data, s6, ":~~?\n", &err), SG_EFORMAT, "missing");
    check_fails(read_lines(&data, s6, ":~~~~~~~~\n", &err), SG_EFORMAT, "above 16777216");
    check_fails(read_lines(&data, s6, ":F a@x^\n", &err), SG_EFORMAT, "x:1:3: sparse6: found");
    assert_int_equal(data.graph.n_graphs, 0);
}

static void labels_have_no_room(void **state)
{
    (void)state;
    sg_graph graph = graph_of(2, "0-1");
    sg_text text = {0};
    char name[] = "pair";
    sg_dataset data = {.name = name, .graph = graph, .node_label = {.n_columns = 1}};
    check_fails(sg_format_graph6.write_line(&text, &data, 0, &err), SG_EINVAL,
                "pair: graph6 has no room for labels");
    check_fails(sg_format_sparse6.write_line(&text, &data, 0, &err), SG_EINVAL,
                "pair: sparse6 has no room for labels");
    uint64_t row[3] = {0};
    data.node_label.n_columns = 0;
    data.node_sparse = (sg_sparse_table){.row = row, .n_rows = 2, .n_columns = 1};
    check_fails(sg_format_graph6.write_line(&text, &data, 0, &err), SG_EINVAL,
                "pair: graph6 has no room for sparse attributes of nodes");
    assert_int_equal(text.size, 0);
    sg_text_free(&text);
    sg_graph_free(&graph);
}

/* ---- There and back ----------------------------------------------------------------------- */

/* Bits as characters '0' and '1', then six of them at a time. */
static void check_slow_graph6(const sg_graph *graph)
{
    const uint32_t n = graph->n_nodes;
    char *expected = calloc((size_t)n * n + 16, 1), *p = expected;
    sg_text text = lines_of(graph, &sg_format_graph6);
    assert_non_null(expected);
    if (n > 62) {
        *p++ = '~';
        *p++ = (char)(63 + (n >> 12));
        *p++ = (char)(63 + (n >> 6 & 63));
    }
    *p++ = (char)(63 + (n & 63));
    int n_bits = 0, six = 0;
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t u = 0; u < v; u++) {
            int joined = 0;
            for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
                joined |= graph->neighbor[a] == u;
            six = 2 * six + joined;
            if (++n_bits % 6 == 0) {
                *p++ = (char)(63 + six);
                six = 0;
            }
        }
    for (; n_bits % 6 != 0; n_bits++) {
        six *= 2;
        if (n_bits % 6 == 5) *p++ = (char)(63 + six);
    }
    *p = '\n';
    assert_string_equal(text.data, expected);
    sg_text_free(&text);
    free(expected);
}

static void random_graphs_survive(void **state)
{
    (void)state;
    sg_rng rng = check_rng("there and back");
    for (int i = 0; i < 3000; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){4, i % 10 == 0 ? 70 : 18});
        check_there_and_back(&graph, &sg_format_graph6);
        check_there_and_back(&graph, &sg_format_sparse6);
        sg_graph_free(&graph);
        graph = random_graph(&rng, (random_shape){1, i % 10 == 0 ? 70 : 18});
        if (graph.n_graphs == 1) check_slow_graph6(&graph);
        sg_graph_free(&graph);
    }
}

/* Ones that fill the last character must not be read as an edge, which happens where numbers have all
 * bits: all graphs of a few edges among the first n - 1 nodes. */
static void padding_is_no_edge(void **state)
{
    (void)state;
    sg_rng rng = check_rng("padding");
    static const uint32_t sizes[] = {2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 32, 64};
    for (int i = 0; i < 6000; i++) {
        const uint32_t n = sizes[sg_rng_below(&rng, sizeof sizes / sizeof *sizes)];
        char edges[200] = "";
        size_t at = 0;
        for (uint32_t k = sg_rng_below(&rng, 8); k > 0 && n > 2; k--) {
            const uint32_t v = 1 + sg_rng_below(&rng, n - 2), u = sg_rng_below(&rng, v);
            at += (size_t)sprintf(edges + at, "%s%u-%u", at > 0 ? " " : "", u, v);
        }
        sg_graph graph = graph_of(n, edges);
        check_there_and_back(&graph, &sg_format_sparse6);
        check_there_and_back(&graph, &sg_format_graph6);
        sg_graph_free(&graph);
    }
}

/* Where the number of nodes needs more characters. */
static void sizes_at_the_boundaries(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1, 2, 62, 63, 64, 258047, 258048};
    static const char *const head[] = {":?",    ":@",    ":A",    ":}",
                                       ":~??~", ":~?@?", ":~}~~", ":~~???~??"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const uint32_t n = sizes[i];
        char edges[64] = "";
        if (n > 1) (void)sprintf(edges, "0-%u%s", n - 1, n > 2 ? " 0-1" : "");
        sg_graph graph = graph_of(n, edges);
        sg_text text = lines_of(&graph, &sg_format_sparse6);
        assert_memory_equal(text.data, head[i], strlen(head[i]));
        check_there_and_back(&graph, &sg_format_sparse6);
        if (n < 1000) check_there_and_back(&graph, &sg_format_graph6);
        sg_text_free(&text);
        sg_graph_free(&graph);
    }
    sg_graph large = graph_of(258048, "");
    sg_text text = {0};
    char name[] = "large";
    check_fails(sg_format_graph6.write_line(&text, &(sg_dataset){.name = name, .graph = large},
                                            0, &err),
                SG_EINVAL, "large: graph6 is written up to 258047 nodes; sparse6 takes more");
    sg_graph_free(&large);
}

static sg_status read_and_write(void *context, sg_error *err)
{
    static const char *const lines[] = {"DQc\nBw\n", ":Fa@x^\n"};
    const sg_format *format = context;
    sg_status status = SG_OK;
    sg_dataset data = {0};
    sg_text text = {0};
    SG_TRY(read_lines(&data, format, lines[format == &sg_format_sparse6], err));
    SG_TRY(format->write_line(&text, &data, 0, err));
done:
    sg_text_free(&text);
    sg_dataset_free(&data);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_and_write, (void *)(uintptr_t)&sg_format_graph6) > 0);
    assert_true(check_out_of_memory(read_and_write, (void *)(uintptr_t)&sg_format_sparse6) > 0);
}

/* ---- nauty -------------------------------------------------------------------------------- */

/* Both formats are what nauty's copyg makes of the other, byte by byte. */
static void nauty_writes_the_same(void **state)
{
    (void)state;
    sg_rng rng = check_rng("nauty");
    sg_text g6 = {0}, s6 = {0};
    char arguments[500];
    for (int i = 0; i < 400; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){5, i % 8 == 0 ? 130 : 17});
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_dataset data = {.graph = graph};
            check_ok(sg_format_graph6.write_line(&g6, &data, g, &err));
            check_ok(sg_format_sparse6.write_line(&s6, &data, g, &err));
        }
        sg_graph_free(&graph);
    }
    check_write(folder, "all.g6", g6.data);
    check_write(folder, "all.s6", s6.data);
    (void)snprintf(arguments, sizeof arguments, "-q -s %s", path_of("all.g6"));
    char *text = nauty_output("copyg", arguments);
    assert_string_equal(text, s6.data);
    free(text);
    (void)snprintf(arguments, sizeof arguments, "-q -g %s", path_of("all.s6"));
    text = nauty_output("copyg", arguments);
    assert_string_equal(text, g6.data);
    free(text);
    sg_text_free(&g6);
    sg_text_free(&s6);
}

/* All 156 graphs of six nodes. */
static void nauty_is_read(void **state)
{
    (void)state;
    char *text = nauty_output("geng", "-q 6");
    sg_dataset data = {0};
    check_ok(read_lines(&data, &sg_format_graph6, text, &err));
    assert_int_equal(data.graph.n_graphs, 156);
    sg_text written = lines_of(&data.graph, &sg_format_graph6);
    assert_string_equal(written.data, text);
    sg_text_free(&written);
    sg_dataset_free(&data);
    free(text);
}

SG_TESTS(cmocka_unit_test(known_lines), cmocka_unit_test(loops_and_doubles_are_dropped),
         cmocka_unit_test(wrong_lines_are_named), cmocka_unit_test(labels_have_no_room),
         cmocka_unit_test(random_graphs_survive), cmocka_unit_test(padding_is_no_edge),
         cmocka_unit_test(sizes_at_the_boundaries),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test_setup_teardown(nauty_writes_the_same, make_folder, remove_folder),
         cmocka_unit_test(nauty_is_read))
