/* test_data_api.c - the public interface as a program sees it, through sharegnn.h alone. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/nearest.h"
#include "support/check.h"
#include "support/folder.h"

#include <unistd.h>

static const sg_data_options IN_FIXTURES = {
    .struct_size = sizeof IN_FIXTURES, .folder = SG_TEST_FIXTURES, .n_threads = 1};

static void tells_its_version(void **state)
{
    (void)state;
    char text[40];
    assert_string_equal(sg_version(), SG_VERSION);
    assert_int_equal(sg_version_number(), SG_VERSION_NUMBER);
    (void)snprintf(text, sizeof text, "%d.%d.%d", SG_VERSION_NUMBER / 10000,
                   SG_VERSION_NUMBER / 100 % 100, SG_VERSION_NUMBER % 100);
    assert_string_equal(text, SG_VERSION);
}

static void describes_how_it_was_built(void **state)
{
    (void)state;
    static const char *const lines[] = {"sharegnn: " SG_VERSION "\n",
                                        "\ncompiler: ", "\nlibraries: libyaml ",
                                        "\ncores: ", "\nmemory left: "};
    char *text = NULL;
    check_ok(sg_build_text(&text, &err));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_non_null(strstr(text, lines[i]));
    sg_text_release(text);
    check_fails(sg_build_text(NULL, &err), SG_EINVAL, "text");
}

static void says_where_members_are(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_struct_member *row = sg_struct_members(&n);
    assert_true(n > 500 && sg_struct_members(NULL) == row);
    size_t n_found = 0;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(row[i].structure, "sg_error") != 0) continue;
        n_found++;
        if (row[i].name == NULL) {
            assert_int_equal(row[i].size, sizeof(sg_error));
        } else if (strcmp(row[i].name, "text") == 0) {
            assert_int_equal(row[i].offset, offsetof(sg_error, text));
            assert_int_equal(row[i].size, sizeof((sg_error){0}.text));
        }
    }
    assert_int_equal(n_found, 4);
}

/* ---- Opening ------------------------------------------------------------------------------ */

static void opens_by_name_and_by_path(void **state)
{
    (void)state;
    sg_dataset *by_name = NULL, *by_path = NULL;
    check_ok(sg_data_open(&by_name, "MOL2", &IN_FIXTURES, &err));
    check_ok(sg_data_open(&by_path, SG_TEST_FIXTURES "/MOL2", NULL, &err));
    assert_string_equal(sg_data_name(by_name), "MOL2");
    assert_true(sg_data_fingerprint(by_name) == sg_data_fingerprint(by_path));
    sg_data_close(by_name);
    sg_data_close(by_path);
    sg_data_close(NULL);
}

static void shows_sizes_and_arrays(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_open(&data, "MOL2", &IN_FIXTURES, &err));
    const sg_data_size size = sg_data_sizes_of(data);
    assert_int_equal(size.n_graphs, 2);
    assert_int_equal(size.n_nodes, 11);
    assert_int_equal(size.n_arcs, 20);
    assert_int_equal(size.n_node_labels, 1);
    assert_int_equal(size.n_edge_labels, 1);
    assert_int_equal(size.n_classes, 2);
    assert_int_equal(size.n_node_attributes + size.n_edge_attributes + size.n_targets, 0);
    /* offsets, neighbors, node and edge labels, classes and their names */
    assert_int_equal(size.n_bytes, 4 * (3 + 12 + 20 + 11 + 20 + 2) + 8 * 2);
    const sg_data_arrays view = sg_data_view_of(data);
    assert_int_equal(view.graph_offset[2], 11);
    assert_int_equal(view.arc_offset[11], 20);
    assert_int_equal(view.neighbor[0], 4);
    assert_int_equal(view.node_label[4], 1);
    assert_int_equal(view.edge_label[0], 0);
    assert_int_equal(view.graph_class[1], 1);
    assert_int_equal(view.class_name[1], 1);
    assert_null(view.node_attribute);
    assert_null(view.edge_attribute);
    assert_null(view.target);
    const sg_graph_repairs repairs = sg_data_repairs_of(data);
    assert_int_equal(repairs.self_loops + repairs.duplicates + repairs.one_way, 0);
    sg_data_close(data);
}

static void summarizes_on_any_number_of_threads(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_open(&data, "CYC", &IN_FIXTURES, &err));
    for (uint32_t n_threads = 0; n_threads <= 8; n_threads++) {
        sg_data_summary s = {.struct_size = sizeof s};
        check_ok(sg_data_summarize(&s, data, n_threads, &err));
        assert_int_equal(s.n_graphs,
                         6); /* K4, C6, two triangles, bow tie, Petersen, 3x3 grid */
        assert_int_equal(s.nodes.max, 10);
        assert_int_equal(s.nodes.min, 4);
        check_near(s.nodes.avg, 40 / 6.0, 1e-15, 0);
        assert_int_equal(s.edges.max, 15);
        assert_int_equal(s.edges.min, 6);
        check_near(s.edges.avg, 51 / 6.0, 1e-15, 0);
        assert_int_equal(s.components, 7);
        assert_int_equal(s.diameter.max, 4);
        assert_int_equal(s.diameter.min, 1);
        check_near(s.diameter.avg, (1 + 3 + 1 + 1 + 2 + 2 + 4) / 7.0, 1e-15, 0);
    }
    sg_data_close(data);
}

static void leaves_outputs_alone_when_it_fails(void **state)
{
    (void)state;
    sg_dataset *data = (sg_dataset *)folder, *before = data;
    char *path = folder;
    sg_splits *splits = (sg_splits *)folder;
    const long live = sg_mem_live();
    check_fails(sg_data_open(&data, "MOL3", &IN_FIXTURES, &err), SG_ENOTFOUND,
                "no data set MOL3/ or MOL3.zip in it");
    check_fails(sg_data_open(&data, "", &IN_FIXTURES, &err), SG_EINVAL, "the name is empty");
    check_fails(sg_data_generate(&data, "RingTransfer7", 0, &err), SG_ENOTFOUND,
                "did you mean");
    check_fails(sg_data_answer(&path, "MarkedTree", 0, &err), SG_ENOTFOUND,
                "did you mean MarkedTrees");
    check_fails(sg_data_find(&path, "MOL3", SG_TEST_FIXTURES, &err), SG_ENOTFOUND, "MOL3");
    check_fails(sg_splits_open(&splits, path_of("no.json"), 5, &err), SG_ENOTFOUND, "no.json");
    assert_ptr_equal(data, before);
    assert_ptr_equal(path, folder);
    assert_ptr_equal(splits, folder);
    assert_int_equal(sg_mem_live(), live);
    assert_int_equal(sg_data_open(&data, "MOL3", &IN_FIXTURES, NULL), SG_ENOTFOUND);
}

static void finds_data_sets(void **state)
{
    (void)state;
    char *path = NULL;
    check_ok(sg_data_find(&path, "MOL2", SG_TEST_FIXTURES, &err));
    assert_string_equal(path, SG_TEST_FIXTURES "/MOL2");
    sg_text_release(path);
    check_ok(sg_data_home(&path, &err));
    assert_true(strlen(path) > 0);
    sg_text_release(path);
    sg_text_release(NULL);
}

/* ---- Writing ------------------------------------------------------------------------------ */

static void writes_data_sets(void **state)
{
    (void)state;
    sg_dataset *data = NULL, *read = NULL;
    const sg_data_options here = {.struct_size = sizeof here, .folder = folder};
    check_ok(sg_data_open(&data, "MOL2", &IN_FIXTURES, &err));
    check_ok(sg_data_write(data, folder, "copy", false, &err));
    check_fails(sg_data_write(data, folder, "copy", false, &err), SG_EEXIST, "already there");
    check_ok(sg_data_write(data, folder, "copy", true, &err));
    check_fails(sg_data_write(data, folder, "../copy", true, &err), SG_EINVAL, "data set name");
    check_ok(sg_data_open(&read, "copy", &here, &err));
    assert_string_equal(sg_data_name(read), "copy");
    assert_true(sg_data_fingerprint(read) == sg_data_fingerprint(data));
    sg_data_close(read);
    sg_data_close(data);
}

/* ---- Sources ------------------------------------------------------------------------------ */

static void lists_its_sources(void **state)
{
    (void)state;
    const size_t n = sg_data_source_count();
    bool generated = true;
    assert_true(n > 6);
    for (size_t i = 0; i < n; i++) {
        const sg_data_source source = sg_data_source_of(i);
        assert_true(strlen(source.name) > 0 && strlen(source.about) > 0 && source.n_graphs > 0);
        assert_true(generated || !source.generated); /* generated ones come first */
        generated = source.generated;
    }
    assert_null(sg_data_source_of(n).name);
    assert_null(sg_data_source_of(SIZE_MAX).name);
}

static void makes_what_it_generates(void **state)
{
    (void)state;
    sg_dataset *generated = NULL, *made = NULL, *again = NULL;
    sg_splits *splits = NULL;
    char *splits_path = NULL;
    const sg_data_options here = {.struct_size = sizeof here, .folder = folder};
    check_ok(sg_data_make(&splits_path, "CSL", folder, 0, false, &err));
    assert_string_equal(splits_path, path_of("splits/synthetic/CSL_splits.json"));
    check_ok(sg_data_generate(&generated, "CSL", 0, &err));
    assert_string_equal(sg_data_name(generated), "CSL");
    check_ok(sg_data_open(&made, "CSL", &here, &err));
    assert_true(sg_data_fingerprint(made) == sg_data_fingerprint(generated));
    check_ok(sg_data_generate(&again, "CSL", 12345, &err));
    assert_true(sg_data_fingerprint(again) != sg_data_fingerprint(generated));
    check_ok(sg_splits_open(&splits, splits_path, sg_data_sizes_of(made).n_graphs, &err));
    assert_int_equal(sg_splits_folds(splits), 5);
    sg_splits_close(splits);
    check_ok(sg_splits_hold_out(&splits, made, 0.1, 42, &err));
    uint32_t n_parts[3];
    for (int part = SG_TRAIN; part <= SG_TEST; part++)
        (void)sg_splits_part(&n_parts[part], splits, 0, (sg_part)part);
    assert_int_equal(sg_splits_folds(splits), 1);
    assert_memory_equal(n_parts, ((uint32_t[]){135, 15, 0}), sizeof n_parts);
    sg_splits_close(splits);
    splits = (sg_splits *)folder;
    check_fails(sg_splits_hold_out(&splits, made, 2, 42, &err), SG_EINVAL, "2 is not a share");
    assert_ptr_equal(splits, folder);
    sg_text_release(splits_path);

    check_fails(sg_data_make(NULL, "CSL", folder, 0, false, &err), SG_EEXIST, "already there");
    check_ok(sg_data_make(NULL, "CSL", folder, 0, true, &err));
    check_fails(sg_data_make(NULL, "CLS", folder, 0, false, &err), SG_ENOTFOUND,
                "did you mean CSL?");
    check_fails(sg_data_make(NULL, "../CSL", folder, 0, false, &err), SG_ENOTFOUND,
                "not a data set that can be generated");
    sg_data_close(generated);
    sg_data_close(made);
    sg_data_close(again);
}

static void refuses_to_download_under_odd_names(void **state)
{
    (void)state;
    static const char *const names[] = {"", ".", "..", "../x", "a/b", "a b", ".hidden", "a?b"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_fails(sg_data_get(names[i], folder, NULL, &err), SG_EINVAL, "data set name");
    check_write(folder, "NCI1.zip", "");
    check_fails(sg_data_get("NCI1", folder, NULL, &err), SG_EEXIST, "already there");
}

static void guesses_what_was_meant(void **state)
{
    (void)state;
    sg_nearest nearest = {.wanted = "RingTransfr1"};
    for (size_t i = 0; i < sg_data_source_count(); i++)
        sg_nearest_offer(&nearest, sg_data_source_of(i).name);
    assert_string_equal(nearest.name, "RingTransfer1");
}

/* ---- Splits ------------------------------------------------------------------------------- */

static void opens_splits(void **state)
{
    (void)state;
    check_write(folder, "s.json",
                "[{\"test\": [4, 0], \"model_selection\": [{\"train\": [1, 2], "
                "\"validation\": []}]}]");
    sg_splits *splits = NULL;
    uint32_t n = 7;
    check_ok(sg_splits_open(&splits, path_of("s.json"), 5, &err));
    assert_int_equal(sg_splits_folds(splits), 1);
    const uint32_t *part = sg_splits_part(&n, splits, 0, SG_TEST);
    assert_int_equal(n, 2);
    assert_int_equal(part[0], 4);
    assert_int_equal(part[1], 0);
    part = sg_splits_part(&n, splits, 0, SG_TRAIN);
    assert_int_equal(n, 2);
    assert_int_equal(part[1], 2);
    (void)sg_splits_part(&n, splits, 0, SG_VALIDATION);
    assert_int_equal(n, 0);
    n = 7;
    assert_null(sg_splits_part(&n, splits, 1, SG_TRAIN));
    assert_int_equal(n, 0);
    sg_splits_close(splits);
    sg_splits_close(NULL);
    check_fails(sg_splits_open(&splits, path_of("s.json"), 4, &err), SG_EFORMAT,
                "s.json:1:12: found 4; a whole number from 0 to 3 is needed");
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status use_everything(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset *data = NULL;
    sg_splits *splits = NULL;
    sg_data_summary summary = {.struct_size = sizeof summary};
    char *path = NULL, *home = NULL;
    SG_TRY(sg_data_open(&data, "MOL2", &IN_FIXTURES, err));
    SG_TRY(sg_data_summarize(&summary, data, 1, err));
    SG_TRY(sg_data_find(&path, "MOL2", SG_TEST_FIXTURES, err));
    SG_TRY(sg_data_home(&home, err));
    SG_TRY(sg_splits_open(&splits, context, 5, err));
done:
    sg_data_close(data);
    sg_splits_close(splits);
    sg_text_release(path);
    sg_text_release(home);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    char path[1024];
    check_write(
        folder, "s.json",
        "[{\"test\": [0], \"model_selection\": [{\"train\": [1], \"validation\": [2]}]}]");
    (void)snprintf(path, sizeof path, "%s", path_of("s.json"));
    assert_true(check_out_of_memory(use_everything, path) > 40);
}

/* ---- Names, graphs as text, selections ----------------------------------------------------- */

static sg_dataset *molecules(void)
{
    sg_dataset *data = NULL;
    check_write(folder, "few.csv",
                "smiles,y,name\nCC=O,yes,first\nC[NH3+],no,second\nCCO,yes,third\n");
    char name[1200];
    (void)snprintf(name, sizeof name, "%s?smiles=smiles&target=y&id=name", path_of("few.csv"));
    check_ok(sg_data_open(&data, name, NULL, &err));
    return data;
}

static void tells_names(void **state)
{
    (void)state;
    sg_dataset *data = molecules();
    const sg_data_arrays view = sg_data_view_of(data);
    assert_string_equal(sg_data_node_label_name(data, view.node_label[0]), "CH3");
    assert_null(sg_data_node_label_name(data, -5));
    assert_string_equal(sg_data_edge_label_name(data, 2), "double");
    assert_string_equal(sg_data_class_word(data, view.graph_class[1]), "no");
    assert_null(sg_data_class_word(data, 2));
    assert_null(sg_data_target_name(data, 0));
    assert_string_equal(sg_data_graph_id(data, 2), "third");
    assert_null(sg_data_graph_id(data, 3));
    sg_data_close(data);
}

static void selects_and_writes_graphs(void **state)
{
    (void)state;
    sg_dataset *data = molecules(), *chosen = NULL, *again = NULL;
    const uint32_t graph[] = {2, 0}, wrong[] = {3};
    char *line = NULL;
    check_ok(sg_data_select(&chosen, data, graph, 2, &err));
    assert_int_equal(sg_data_sizes_of(chosen).n_graphs, 2);
    assert_string_equal(sg_data_graph_id(chosen, 0), "third");
    check_fails(sg_data_select(&again, data, wrong, 1, &err), SG_EINVAL, "no graph 3");
    check_ok(sg_data_graph_json(&line, chosen, 1, &err));
    check_write(folder, "one.jsonl", line);
    sg_text_release(line);
    check_ok(sg_data_open(&again, path_of("one.jsonl"), NULL, &err));
    assert_int_equal(sg_data_sizes_of(again).n_nodes, 3);
    assert_string_equal(sg_data_graph_id(again, 0), "first");
    check_fails(sg_data_graph_json(&line, chosen, 2, &err), SG_EINVAL, "no graph 2");
    sg_data_close(data);
    sg_data_close(chosen);
    sg_data_close(again);
}

static void relabels_nodes(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_open(&data, "MOL2", &IN_FIXTURES, &err));
    check_write(folder, "map", "0 6\n1 -\n2 7\n3 8\n4 9\n5 10\n");
    check_ok(sg_data_relabel(data, path_of("map"), &err));
    assert_true(sg_data_sizes_of(data).n_nodes < 11);
    for (uint32_t v = 0; v < sg_data_sizes_of(data).n_nodes; v++)
        assert_true(sg_data_view_of(data).node_label[v] >= 6);
    sg_data_close(data);
}

/* ---- Duplicates ----------------------------------------------------------------------------- */

static void finds_duplicates(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_audit *audit = NULL;
    sg_splits *splits = NULL;
    sg_fold_leak leak = {.struct_size = sizeof leak};
    size_t n = 0;
    check_write(folder, "same.smi", "CCO\nOCC\nCC\nCCN\n");
    check_ok(sg_data_open(&data, path_of("same.smi"), NULL, &err));
    check_ok(sg_audit_open(
        &audit, data,
        &(sg_audit_options){.struct_size = sizeof(sg_audit_options), .n_threads = 2}, &err));
    const sg_audit_counts counts = sg_audit_numbers_of(audit);
    assert_int_equal(counts.n_graphs, 4);
    assert_int_equal(counts.duplicated, 2);
    assert_int_equal(counts.redundant, 1);
    const sg_duplicates *group = sg_audit_groups(&n, audit);
    assert_int_equal(n, 1);
    assert_int_equal(group[0].n, 2);
    assert_int_equal(group[0].graph[1], 1);
    check_write(
        folder, "s.json",
        "[{\"test\": [0], \"model_selection\": [{\"train\": [1, 2], \"validation\": [3]}]}]");
    check_ok(sg_splits_open(&splits, path_of("s.json"), 4, &err));
    check_ok(sg_audit_leak(&leak, audit, splits, 0, &err));
    assert_int_equal(leak.n_test, 1);
    assert_int_equal(leak.test_in_train, 1);
    check_fails(sg_audit_leak(&leak, audit, splits, 1, &err), SG_EINVAL, "no fold 1");
    sg_splits_close(splits);
    check_ok(sg_splits_open(&splits, path_of("s.json"), 5, &err));
    check_fails(sg_audit_leak(&leak, audit, splits, 0, &err), SG_EINVAL,
                "they are for 5 items, but the audit is of the graphs of same, which has 4");
    sg_splits_close(splits);
    sg_audit_close(audit);
    sg_audit_close(NULL);
    sg_data_close(data);
}

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

static void tells_what_is_known(void **state)
{
    (void)state;
    char *answer = folder;
    check_ok(sg_data_answer(&answer, "CSL", 0, &err));
    assert_null(answer);
    check_ok(sg_data_answer(&answer, "MarkedTrees", 0, &err));
    assert_non_null(strstr(answer, "the leaves at distance 3"));
    sg_text_release(answer);
}

SG_TESTS(cmocka_unit_test(tells_what_is_known), cmocka_unit_test(tells_its_version),
         cmocka_unit_test(describes_how_it_was_built), cmocka_unit_test(says_where_members_are),
         cmocka_unit_test(opens_by_name_and_by_path), cmocka_unit_test(shows_sizes_and_arrays),
         cmocka_unit_test(summarizes_on_any_number_of_threads),
         WITH_FOLDER(leaves_outputs_alone_when_it_fails), cmocka_unit_test(finds_data_sets),
         WITH_FOLDER(writes_data_sets), cmocka_unit_test(lists_its_sources),
         WITH_FOLDER(makes_what_it_generates), WITH_FOLDER(refuses_to_download_under_odd_names),
         cmocka_unit_test(guesses_what_was_meant), WITH_FOLDER(opens_splits),
         WITH_FOLDER(tells_names), WITH_FOLDER(selects_and_writes_graphs),
         WITH_FOLDER(relabels_nodes), WITH_FOLDER(finds_duplicates),
         WITH_FOLDER(survives_lack_of_memory))
