/* test_adding_a_format.c - the worked example of docs/adding-a-format.md works: it is recognized,
 * read, written, named in messages, and its lines can be predicted.
 *
 * The test has a registry of its own, which takes the place of format_kinds.c. */
#include "sharegnn.h"

#include "support/check.h"

#include "../../../docs/examples/edge_list.c" /* NOLINT(bugprone-suspicious-include) */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ADDRESS(format) &(format),

const sg_format *const *sg_formats(size_t *n_formats)
{
    static const sg_format *const FORMATS[] = {&sg_format_edge_list, SG_FORMAT_LIST(ADDRESS)};
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

/* A path, a triangle, a single node, a node without edges behind another; in order, and not. */
static void graphs_are_read_and_written(void **state)
{
    (void)state;
    static const char TEXT[] = "3-4  1-3 4-0 2-0\n1-2 0-1 2-0\n0\n1\n";
    static const char *const WRITTEN[] = {"0-2 1-3 0-4 3-4 4\n", "0-1 0-2 1-2 2\n", "0\n",
                                          "1\n"};
    static const char *const FILES[] = {"four.edges", "FOUR.EDGES", "four.txt"};
    static const char *const SETTINGS[] = {"", "", "?edge-list"};
    for (int i = 0; i < 3; i++) {
        sg_dataset *data = NULL;
        check_ok(open_text(&data, FILES[i], SETTINGS[i], TEXT, &err));
        const sg_data_arrays arrays = sg_data_view_of(data);
        assert_int_equal(sg_data_sizes_of(data).n_graphs, 4);
        assert_int_equal(sg_data_sizes_of(data).n_nodes, 11);
        assert_int_equal(sg_data_sizes_of(data).n_arcs, 2 * (4 + 3));
        assert_int_equal(arrays.neighbor[0], 2);
        assert_int_equal(arrays.neighbor[1], 4);
        for (uint32_t g = 0; g < 4; g++) {
            char *line = NULL;
            check_ok(sg_data_graph_line(&line, data, g, "edge-list", &err));
            assert_string_equal(line, WRITTEN[g]);
            sg_text_release(line);
        }
        sg_data_close(data);
    }
}

static void wrong_lines_are_named(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_fails(open_text(&data, "a.edges", "", "0-1\n0-1 1+2\n", &err), SG_EFORMAT,
                "a.edges:2:5: edge-list: found \"1+2\"; a number from 0");
    check_fails(open_text(&data, "b.edges", "", "0-1 1-\n", &err), SG_EFORMAT,
                "b.edges:1:7: edge-list: found \"\"");
    check_fails(open_text(&data, "c.edges", "", "99999999\n", &err), SG_EFORMAT,
                "c.edges:1:1: edge-list: found \"99999999\"");
    assert_null(data);
}

/* Messages and help know the format without being told. */
static void messages_list_the_format(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    char *line = NULL;
    bool listed = false;
    check_fails(
        open_text(&data, "d.txt", "?edgelist", "0-1\n", &err), SG_EINVAL,
        "did you mean edge-list? edge-list, smiles, molfile, text, image, graph6, sparse6, json-lines");
    check_fails(
        open_text(&data, "d.txt", "?edge-list&text", "0-1\n", &err), SG_EINVAL,
        "only one of edge-list, smiles, molfile, text, image, graph6, sparse6, json-lines and edges is "
        "possible");
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    check_fails(
        sg_data_graph_line(&line, data, 0, "csv", &err), SG_EINVAL,
        "\"csv\" is not a format that can be written; possible: edge-list, graph6, sparse6 and "
        "json-lines");
    for (size_t i = 0; sg_data_format_of(i).name != NULL; i++)
        listed = listed || strcmp(sg_data_format_of(i).name, "edge-list") == 0;
    assert_true(listed);
    sg_data_close(data);
}

/* A model reads lines of the format as they come. */
static void lines_are_predicted(void **state)
{
    (void)state;
    static const char LINES[] = "0-1 1-2\n0-1 x\n0-1 1-2 2-0\n";
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
                SG_EINVAL, "possible: edge-list, smiles, text, graph6, sparse6 and json-lines");
    check_ok(sg_feed_open(
        &feed, model,
        &(sg_feed_options){.struct_size = sizeof(sg_feed_options), .format = "edge-list"},
        &err));
    check_ok(sg_feed_push(feed, LINES, strlen(LINES), &err));
    assert_int_equal(sg_feed_count(feed), 3);
    assert_null(sg_feed_line_of(feed, 0).error);
    assert_non_null(strstr(sg_feed_line_of(feed, 1).error, "edge-list: found \"x\""));
    memcpy(score, sg_feed_line_of(feed, 2).score, sizeof(double[10]));
    check_ok(open_text(&data, "triangle.edges", "", "0-1 1-2 2-0\n", &err));
    check_ok(sg_model_predict(score + 10, model, data, NULL, &err));
    for (int i = 0; i < 10; i++) check_near(score[i], score[10 + i], 1e-6, 1e-7);
    sg_feed_close(feed);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test_setup_teardown(lines_are_predicted, open_folder, close_folder),
         cmocka_unit_test_setup_teardown(graphs_are_read_and_written, open_folder,
                                         close_folder),
         cmocka_unit_test_setup_teardown(wrong_lines_are_named, open_folder, close_folder),
         cmocka_unit_test_setup_teardown(messages_list_the_format, open_folder, close_folder))
