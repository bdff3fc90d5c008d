/* test_adding_a_format.c - the worked example of docs/adding-a-format.md works: it is recognized,
 * read, written, named in messages, and its lines can be predicted.
 *
 * The test has a registry of its own, which takes the place of format_kinds.c. */
#include "sharegnn.h"

#include "support/check.h"

#include "../../../docs/examples/graph6.c" /* NOLINT(bugprone-suspicious-include) */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ADDRESS(format) &(format),

const sg_format *const *sg_formats(size_t *n_formats)
{
    static const sg_format *const FORMATS[] = {&sg_format_graph6, SG_FORMAT_LIST(ADDRESS)};
    *n_formats = sizeof FORMATS / sizeof FORMATS[0]; /* NOLINT(bugprone-sizeof-expression) */
    return FORMATS;
}

static char *folder;

static int open_folder(void **state)
{
    (void)state;
    folder = check_folder();
    return 0;
}

static int close_folder(void **state)
{
    (void)state;
    check_folder_remove(folder);
    return 0;
}

static sg_status open_text(sg_dataset **data, const char *file, const char *settings,
                           const char *content, sg_error *err)
{
    char path[400];
    check_write(folder, file, content);
    (void)snprintf(path, sizeof path, "%s/%s%s", folder, file, settings);
    return sg_data_open(data, path, NULL, err);
}

/* The path of 5 nodes 0-2, 0-4, 1-3, 3-4 is the example of the format's description; the triangle; a
 * single node; no node. */
static void graphs_are_read_and_written(void **state)
{
    (void)state;
    static const char TEXT[] = "DQc\nBw\n@\n?\n";
    static const char *const FILES[] = {"four.g6", "FOUR.G6", "four.txt"};
    static const char *const SETTINGS[] = {"", "", "?graph6"};
    for (int i = 0; i < 3; i++) {
        sg_dataset *data = NULL;
        char written[64] = "";
        check_ok(open_text(&data, FILES[i], SETTINGS[i], TEXT, &err));
        const sg_data_arrays arrays = sg_data_view_of(data);
        assert_int_equal(sg_data_sizes_of(data).n_graphs, 4);
        assert_int_equal(sg_data_sizes_of(data).n_nodes, 9);
        assert_int_equal(sg_data_sizes_of(data).n_arcs, 2 * (4 + 3));
        assert_int_equal(arrays.neighbor[0], 2);
        assert_int_equal(arrays.neighbor[1], 4);
        for (uint32_t g = 0; g < 4; g++) {
            char *line = NULL;
            check_ok(sg_data_graph_line(&line, data, g, "graph6", &err));
            (void)strncat(written, line, sizeof written - strlen(written) - 1);
            sg_text_release(line);
        }
        assert_string_equal(written, TEXT);
        sg_data_close(data);
    }
}

/* A ring of more than 62 nodes, there and back. */
static void large_graphs_survive(void **state)
{
    (void)state;
    enum { N = 100 };
    char path[400], *line = NULL;
    sg_dataset *data = NULL;
    FILE *file = NULL;
    (void)snprintf(path, sizeof path, "%s/ring.g6", folder);
    sg_text text = {0};
    sg_graph ring = {.n_graphs = 1,
                     .n_nodes = N,
                     .n_arcs = 2 * N,
                     .graph_offset = (uint32_t[]){0, N},
                     .arc_offset = calloc(N + 1, sizeof(uint32_t)),
                     .neighbor = calloc(2 * N, sizeof(uint32_t))};
    for (uint32_t v = 0; v < N; v++) {
        const uint32_t a = (v + N - 1) % N, b = (v + 1) % N;
        ring.arc_offset[v + 1] = 2 * (v + 1);
        ring.neighbor[2 * v] = a < b ? a : b;
        ring.neighbor[2 * v + 1] = a < b ? b : a;
    }
    check_ok(write_graph6(&text, &(sg_dataset){.graph = ring}, 0, &err));
    assert_int_equal(text.data[0], '~');
    file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text.data, file) >= 0);
    assert_int_equal(fclose(file), 0);
    check_ok(sg_data_open(&data, path, NULL, &err));
    const sg_data_arrays arrays = sg_data_view_of(data);
    assert_int_equal(sg_data_sizes_of(data).n_nodes, N);
    assert_memory_equal(arrays.neighbor, ring.neighbor, sizeof(uint32_t[2 * N]));
    check_ok(sg_data_graph_line(&line, data, 0, "graph6", &err));
    assert_string_equal(line, text.data);
    sg_text_release(line);
    sg_text_free(&text);
    sg_data_close(data);
    free(ring.arc_offset);
    free(ring.neighbor);
}

static void wrong_lines_are_named(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_fails(open_text(&data, "a.g6", "", "Bw\nB w\n", &err), SG_EFORMAT,
                "a.g6:2:2: graph6: found byte 32");
    check_fails(open_text(&data, "b.g6", "", "Bww\n", &err), SG_EFORMAT,
                "b.g6:1:1: graph6: found 3 characters, which no graph has");
    check_fails(open_text(&data, "c.g6", "", "~??\n", &err), SG_EFORMAT,
                "c.g6:1:1: graph6: found 3");
    assert_null(data);
}

/* Messages and help know the format without being told. */
static void messages_list_the_format(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    char *line = NULL;
    bool listed = false;
    check_fails(open_text(&data, "d.txt", "?grap6", "Bw\n", &err), SG_EINVAL,
                "did you mean graph6? graph6, smiles, text, image, json-lines, target, id");
    check_fails(open_text(&data, "d.txt", "?graph6&text", "Bw\n", &err), SG_EINVAL,
                "only one of graph6, smiles, text, image and json-lines is possible");
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    check_fails(sg_data_graph_line(&line, data, 0, "csv", &err), SG_EINVAL,
                "\"csv\" is no format that can be written; possible: graph6 and json-lines");
    for (size_t i = 0; sg_data_format_of(i).name != NULL; i++)
        listed = listed || strcmp(sg_data_format_of(i).name, "graph6") == 0;
    assert_true(listed);
    sg_data_close(data);
}

/* A model reads lines of the format as they come. */
static void lines_are_predicted(void **state)
{
    (void)state;
    static const char LINES[] = "DQc\nB w\nBw\n";
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    sg_feed *feed = NULL;
    double score[20];
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    check_ok(sg_model_build(
        &model, data,
        &(sg_model_options){.struct_size = sizeof(sg_model_options), .decoder = "degree"},
        &err));
    check_ok(sg_model_train(NULL, model, data,
                            &(sg_training_options){.struct_size = sizeof(sg_training_options),
                                                   .settings = "{epochs: 1}"},
                            &err));
    sg_data_close(data);
    check_fails(sg_feed_open(
                    &feed, model,
                    &(sg_feed_options){.struct_size = sizeof(sg_feed_options), .format = "csv"},
                    &err),
                SG_EINVAL, "possible: graph6, smiles, text and json-lines");
    check_ok(sg_feed_open(
        &feed, model,
        &(sg_feed_options){.struct_size = sizeof(sg_feed_options), .format = "graph6"}, &err));
    check_ok(sg_feed_push(feed, LINES, strlen(LINES), &err));
    assert_int_equal(sg_feed_count(feed), 3);
    assert_null(sg_feed_line_of(feed, 0).error);
    assert_non_null(strstr(sg_feed_line_of(feed, 1).error, "graph6: found byte 32"));
    memcpy(score, sg_feed_line_of(feed, 2).score, sizeof(double[10]));
    check_ok(open_text(&data, "triangle.g6", "", "Bw\n", &err));
    check_ok(sg_model_predict(score + 10, model, data, NULL, &err));
    for (int i = 0; i < 10; i++) check_near(score[i], score[10 + i], 1e-6, 1e-7);
    sg_feed_close(feed);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test_setup_teardown(lines_are_predicted, open_folder, close_folder),
         cmocka_unit_test_setup_teardown(graphs_are_read_and_written, open_folder,
                                         close_folder),
         cmocka_unit_test_setup_teardown(large_graphs_survive, open_folder, close_folder),
         cmocka_unit_test_setup_teardown(wrong_lines_are_named, open_folder, close_folder),
         cmocka_unit_test_setup_teardown(messages_list_the_format, open_folder, close_folder))
