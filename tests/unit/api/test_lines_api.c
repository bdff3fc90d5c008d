/* test_lines_api.c - data sets from lines in memory through sharegnn.h alone. */
#include "sharegnn.h"

#include "support/check.h"

static const char *const SMILES[] = {"CCO ethanol", "c1ccccc1", "CC(=O)[O-].[Na+] salt",
                                     " N#N nitrogen "};
enum { N_SMILES = 4 };

static sg_dataset *from_lines(const char *const *line, size_t n, const char *format,
                              const char *form, uint32_t n_threads)
{
    const sg_line_array_options options = {
        .struct_size = sizeof options, .format = format, .form = form, .n_threads = n_threads};
    sg_dataset *data = NULL;
    check_ok(sg_data_from_lines(&data, line, n, &options, &err));
    assert_non_null(data);
    return data;
}

/* The same lines in a file, read with the same settings. */
static sg_dataset *from_file(const char *const *line, size_t n, const char *name,
                             const char *form)
{
    char *place = check_folder(), path[4096];
    sg_dataset *data = NULL;
    size_t used = 0, room = 1 << 20;
    char *text = malloc(room);
    assert_non_null(text);
    for (size_t i = 0; i < n; i++)
        used += (size_t)snprintf(text + used, room - used, "%s\n", line[i]);
    check_write(place, name, text);
    (void)snprintf(path, sizeof path, "%s/%s", place, name);
    const sg_data_options options = {.struct_size = sizeof options, .form = form};
    check_ok(sg_data_open(&data, path, &options, &err));
    free(text);
    check_folder_remove(place);
    return data;
}

static void lines_are_what_they_are_in_a_file(void **state)
{
    (void)state;
    const char *const forms[] = {NULL, "form=as-written", "bonds=kekule&salts=strip"};
    for (int f = 0; f < 3; f++) {
        sg_dataset *file = from_file(SMILES, N_SMILES, "molecules.smi", forms[f]);
        for (uint32_t n_threads = 1; n_threads < 4; n_threads++) {
            sg_dataset *lines = from_lines(SMILES, N_SMILES, NULL, forms[f], n_threads);
            assert_true(sg_data_fingerprint(lines) == sg_data_fingerprint(file));
            assert_string_equal(sg_data_graph_id(lines, 0), "ethanol");
            assert_string_equal(sg_data_graph_id(lines, 3), "nitrogen");
            const int32_t carbon = sg_data_view_of(lines).node_label[0];
            assert_non_null(sg_data_node_label_name(lines, carbon));
            assert_string_equal(sg_data_node_label_name(lines, carbon),
                                sg_data_node_label_name(file, carbon));
            assert_string_equal(sg_data_name(lines), "lines");
            sg_data_close(lines);
        }
        sg_data_close(file);
    }
}

/* More lines than fit in a batch, and another format. */
static void order_is_kept_over_batches(void **state)
{
    (void)state;
    enum { N = 5000 };
    static char text[N][64];
    static const char *line[N];
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t n = 1 + i % 7;
        (void)snprintf(text[i], sizeof text[i],
                       "{\"nodes\": %u, \"edges\": [], \"target\": %u}", n, i);
        line[i] = text[i];
    }
    sg_dataset *lines = from_lines(line, N, "json-lines", NULL, 2);
    sg_dataset *file = from_file(line, N, "graphs.jsonl", NULL);
    const sg_data_arrays view = sg_data_view_of(lines);
    assert_true(sg_data_fingerprint(lines) == sg_data_fingerprint(file));
    for (uint32_t i = 0; i < N; i++) {
        assert_int_equal(view.graph_offset[i + 1] - view.graph_offset[i], 1 + i % 7);
        check_near(view.target[i], (double)i, 0, 0);
    }
    sg_data_close(lines);
    sg_data_close(file);
}

/* ---- Lines that cannot be read ---------------------------------------------------------------- */

typedef struct refusals {
    size_t line[8], n, stop_at;
    char text[8][600];
} refusals;

static bool note(void *context, size_t line, const sg_error *why)
{
    refusals *r = context;
    assert_true(r->n < 8);
    r->line[r->n] = line;
    (void)snprintf(r->text[r->n++], sizeof r->text[0], "%s", why->text);
    return r->n <= r->stop_at;
}

static const char *const BROKEN[] = {
    "CC", "C(", "CCC", "", "CXC", "c1ccccc1", "CC(C)(C)(C)(C)C"};
enum { N_BROKEN = 7 };

static void lines_are_left_out_with_their_rows(void **state)
{
    (void)state;
    const int64_t classes[N_BROKEN] = {7, 9, 7, 9, 9, 3, 9};
    const double targets[2 * N_BROKEN] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, NAN, 11, 12, 13};
    refusals r = {.stop_at = 8};
    const sg_line_array_options options = {.struct_size = sizeof options,
                                           .name = "three",
                                           .graph_class = classes,
                                           .target = targets,
                                           .n_targets = 2,
                                           .refused = note,
                                           .context = &r};
    sg_dataset *data = NULL;
    check_ok(sg_data_from_lines(&data, BROKEN, N_BROKEN, &options, &err));
    assert_int_equal(r.n, 4);
    assert_true(r.line[0] == 1 && r.line[1] == 3 && r.line[2] == 4 && r.line[3] == 6);
    assert_non_null(strstr(r.text[0], "line[1], column 3: "));
    assert_non_null(strstr(r.text[1], "line[3]: the line is empty"));
    assert_non_null(strstr(r.text[2], "line[4], column 2: "));
    const sg_data_arrays view = sg_data_view_of(data);
    assert_int_equal(sg_data_sizes_of(data).n_graphs, 3);
    assert_int_equal(sg_data_sizes_of(data).n_classes, 2);
    assert_int_equal(view.class_name[view.graph_class[0]], 7);
    assert_int_equal(view.class_name[view.graph_class[2]], 3);
    check_near(view.target[3], 5, 0, 0);
    assert_true(isnan(view.target[4]));
    assert_string_equal(sg_data_name(data), "three");
    sg_data_close(data);
}

static void the_first_refusal_ends_it(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    refusals r = {.stop_at = 1};
    const sg_line_array_options options = {
        .struct_size = sizeof options, .refused = note, .context = &r};
    check_fails(sg_data_from_lines(&data, BROKEN, N_BROKEN, NULL, &err), SG_EFORMAT,
                "line[1], column 3: ");
    check_fails(sg_data_from_lines(&data, BROKEN, N_BROKEN, &options, &err), SG_EFORMAT,
                "line[3]: ");
    assert_int_equal(r.n, 2);
    r.stop_at = 8;
    check_fails(sg_data_from_lines(&data, BROKEN + 1, 1, &options, &err), SG_EFORMAT,
                "none of 1 lines");
    assert_null(data);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    const char *const json = "{\"nodes\": 1, \"edges\": [], \"target\": 3}", *const none = NULL;
    sg_line_array_options o = {.struct_size = sizeof o, .format = "smile"};
    const double infinite[N_SMILES] = {0, INFINITY, 0, 0};
    check_fails(sg_data_from_lines(&data, SMILES, N_SMILES, &o, &err), SG_EINVAL, "smiles");
    o.format = "csv";
    check_fails(sg_data_from_lines(&data, SMILES, N_SMILES, &o, &err), SG_EINVAL, "csv");
    o.format = "smiles";
    o.form = "form=writen";
    check_fails(sg_data_from_lines(&data, SMILES, N_SMILES, &o, &err), SG_EINVAL, "writen");
    o.form = "target=x";
    check_fails(sg_data_from_lines(&data, SMILES, N_SMILES, &o, &err), SG_EINVAL, "target");
    o.form = NULL;
    o.target = infinite;
    check_fails(sg_data_from_lines(&data, SMILES, N_SMILES, &o, &err), SG_EINVAL,
                "options->target[1] is infinite");
    o.format = "json-lines";
    check_fails(sg_data_from_lines(&data, &json, 1, &o, &err), SG_EINVAL,
                "targets of their own");
    o.target = NULL;
    o.graph_class = (const int64_t[]){1};
    check_fails(sg_data_from_lines(&data, &json, 1, &o, &err), SG_EINVAL,
                "classes of their own");
    check_fails(sg_data_from_lines(NULL, SMILES, 1, NULL, &err), SG_EINVAL, "data");
    check_fails(sg_data_from_lines(&data, NULL, 1, NULL, &err), SG_EINVAL, "line");
    o.struct_size = sizeof o - 8;
    check_fails(sg_data_from_lines(&data, SMILES, 1, &o, &err), SG_EINVAL,
                "options->struct_size");
    check_fails(sg_data_from_lines(&data, &none, 1, NULL, &err), SG_EINVAL, "line[0] is NULL");
    check_fails(sg_data_from_lines(&data, SMILES, 0, NULL, &err), SG_EINVAL, "n: 0");
    assert_null(data);
}

/* A line of JSON says where it is wrong, too. */
static void columns_of_json_are_named(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    const char *const line[] = {"{\"nodes\": 1, \"edges\": []}", "{\"nodes\": x}"};
    const sg_line_array_options o = {.struct_size = sizeof o, .format = "json-lines"};
    check_fails(sg_data_from_lines(&data, line, 2, &o, &err), SG_EFORMAT, "line[1]:1:11: ");
}

static sg_status read_and_close(void *context, sg_error *err)
{
    (void)context;
    sg_dataset *data = NULL;
    const double targets[N_SMILES] = {0};
    const sg_line_array_options options = {
        .struct_size = sizeof options, .n_threads = 1, .target = targets};
    const sg_status status = sg_data_from_lines(&data, SMILES, N_SMILES, &options, err);
    sg_data_close(data);
    return status;
}

static void no_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(read_and_close, NULL) > 20);
}

static bool refuse(void *context, const sg_progress *progress)
{
    (void)context, (void)progress;
    return false;
}

static void a_watch_stops_it(void **state)
{
    (void)state;
    const sg_observer observer = {refuse, NULL};
    sg_watch *watch = NULL;
    sg_dataset *data = NULL;
    check_ok(sg_watch_open(&watch, &observer, &err));
    check_fails(sg_data_from_lines(&data, SMILES, N_SMILES, NULL, &err), SG_ECANCELED, "");
    sg_watch_close(watch);
    assert_null(data);
}

/* A newline ends a line and is no part of an id; within a line it would hide another graph. */
static void newlines_end_lines(void **state)
{
    (void)state;
    static const char *const ended[] = {"CCO ethanol\n", "C methane\r\n", "N\n"},
                             *const joined[] = {"CCO", "C methane\nN ammonia"},
                             *const empty[] = {"\n"};
    sg_dataset *data = from_lines(ended, 3, NULL, NULL, 1);
    assert_string_equal(sg_data_graph_id(data, 0), "ethanol");
    assert_string_equal(sg_data_graph_id(data, 1), "methane");
    assert_int_equal(sg_data_sizes_of(data).n_nodes, 5);
    sg_data_close(data);
    data = NULL;
    check_fails(sg_data_from_lines(&data, joined, 2, NULL, &err), SG_EFORMAT,
                "line[1], column 10: found a newline within the line");
    check_fails(sg_data_from_lines(&data, empty, 1, NULL, &err), SG_EFORMAT,
                "line[0]: the line is empty");
    assert_null(data);
}

static void texts_are_utf8(void **state)
{
    (void)state;
    static const char *const latin[] = {"CCO", "C na\xefve"};
    const sg_line_array_options named = {.struct_size = sizeof named, .name = "\xc3"};
    sg_dataset *data = NULL;
    check_fails(sg_data_from_lines(&data, latin, 2, NULL, &err), SG_EFORMAT,
                "line[1]: found byte 239 in the id; ids must be UTF-8");
    check_fails(sg_data_from_lines(&data, SMILES, N_SMILES, &named, &err), SG_EINVAL,
                "options->name: it is not UTF-8");
    assert_null(data);
}

SG_TESTS(cmocka_unit_test(lines_are_what_they_are_in_a_file),
         cmocka_unit_test(newlines_end_lines), cmocka_unit_test(texts_are_utf8),
         cmocka_unit_test(order_is_kept_over_batches),
         cmocka_unit_test(lines_are_left_out_with_their_rows),
         cmocka_unit_test(the_first_refusal_ends_it), cmocka_unit_test(mistakes_are_named),
         cmocka_unit_test(columns_of_json_are_named),
         cmocka_unit_test(no_memory_leaves_nothing_behind), cmocka_unit_test(a_watch_stops_it))
