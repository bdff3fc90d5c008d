/* test_label_cache.c - labels kept on disk: found again, or not found, never wrong. */
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "store/label_cache.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/labeled_graph.h"
#include "support/labels_of.h"

#include <dirent.h>
#include <sys/stat.h>

static const char *file_of(uint64_t key)
{
    char name[32];
    (void)snprintf(name, sizeof name, "%016llx.labels", (unsigned long long)key);
    return path_of(name);
}

/* Labels of six nodes by hand. */
static uint32_t six_labels[] = {0, 1, 0, 2, 0, 1};
static uint64_t three_keys[] = {0x123456789abcdefULL, 5, UINT64_MAX},
                three_counts[] = {3, 2, 1};

static sg_labels six_nodes(void)
{
    return (sg_labels){
        .label = six_labels, .n_nodes = 6, .vocabulary = {three_keys, three_counts, 3}};
}

static bool is_found(uint64_t key, uint32_t n_nodes, const sg_labels *expected)
{
    sg_labels labels = {0};
    bool found = true;
    check_ok(sg_label_cache_load(&labels, &found, folder, key, n_nodes, &err));
    if (found) check_same_labels(&labels, expected);
    if (!found) assert_null(labels.label);
    sg_labels_free(&labels);
    return found;
}

static void a_result_is_found_again(void **state)
{
    (void)state;
    const sg_labels six = six_nodes();
    assert_false(is_found(7, 6, &six));
    check_ok(sg_label_cache_store(&six, folder, 7, &err));
    assert_true(is_found(7, 6, &six));
    check_ok(sg_label_cache_store(&six, folder, 7, &err));
    assert_true(is_found(7, 6, &six));
    assert_false(is_found(8, 6, &six));
    assert_false(is_found(7, 5, &six));
    assert_false(is_found(7, 7, &six));
}

static void random_results_are_found_again(void **state)
{
    (void)state;
    sg_rng rng = check_rng("cache");
    sg_label_expression expression = {0};
    check_ok(sg_label_parse(&expression, "wl:1+degree limit 20", &err));
    for (int i = 0; i < 40; i++) {
        labeled_graph graph = labeled_graph_draw(&rng, (random_shape){10, 9});
        const sg_graph_view view = labeled_graph_view(&graph);
        const uint64_t key = sg_label_cache_key(&view, expression.text);
        sg_labels labels = {0};
        check_ok(sg_labels_compute(&labels, &expression, &view, NULL, &err));
        check_ok(sg_label_cache_store(&labels, folder, key, &err));
        assert_true(is_found(key, labels.n_nodes, &labels));
        sg_labels_free(&labels);
        labeled_graph_free(&graph);
    }
    sg_label_expression_free(&expression);
}

static void a_new_folder_is_made(void **state)
{
    (void)state;
    const sg_labels six = six_nodes();
    char deep[1024];
    (void)snprintf(deep, sizeof deep, "%s/a/b/c", folder);
    sg_labels labels = {0};
    bool found = true;
    check_ok(sg_label_cache_load(&labels, &found, deep, 1, 6, &err));
    assert_false(found);
    check_ok(sg_label_cache_store(&six, deep, 1, &err));
    check_ok(sg_label_cache_load(&labels, &found, deep, 1, 6, &err));
    assert_true(found);
    sg_labels_free(&labels);
}

/* ---- Keys --------------------------------------------------------------------------------- */

/* Change one thing of the input, whichever it is: the key is another. */
static void everything_that_matters_is_part_of_the_key(void **state)
{
    (void)state;
    uint32_t offset[] = {0, 2, 4}, arcs[] = {0, 1, 2, 3, 4}, neighbor[] = {1, 0, 3, 2};
    int32_t node_label[] = {1, 2, 1, 2}, edge_label[] = {0, 0, 1, 1};
    sg_graph graph = {2, 4, 4, offset, arcs, neighbor, {0}};
    const sg_graph_view full = {.graph = &graph,
                                .node_label = node_label,
                                .n_node_columns = 1,
                                .edge_label = edge_label,
                                .n_edge_columns = 1};
    sg_graph_view less = full;
    uint64_t key[16];
    size_t n = 0;
    key[n++] = sg_label_cache_key(&full, "wl:2");
    assert_true(key[0] == sg_label_cache_key(&full, "wl:2"));
    key[n++] = sg_label_cache_key(&full, "wl:3");
    key[n++] = sg_label_cache_key(&full, "wl:2 limit 3");
    node_label[3] = 3;
    key[n++] = sg_label_cache_key(&full, "wl:2");
    node_label[3] = 2;
    edge_label[3] = 2;
    key[n++] = sg_label_cache_key(&full, "wl:2");
    edge_label[3] = 1;
    less.node_label = NULL, less.n_node_columns = 0;
    key[n++] = sg_label_cache_key(&less, "wl:2");
    less.edge_label = NULL, less.n_edge_columns = 0;
    key[n++] = sg_label_cache_key(&less, "wl:2");
    less.node_label = node_label, less.n_node_columns = 1;
    key[n++] = sg_label_cache_key(&less, "wl:2");
    offset[1] = 4; /* one graph and an empty one */
    key[n++] = sg_label_cache_key(&full, "wl:2");
    offset[1] = 2;
    neighbor[0] = 0;
    key[n++] = sg_label_cache_key(&full, "wl:2");
    neighbor[0] = 1;
    arcs[1] = 2;
    key[n++] = sg_label_cache_key(&full, "wl:2");
    arcs[1] = 1;
    assert_true(key[0] == sg_label_cache_key(&full, "wl:2"));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) assert_true(key[i] != key[j]);
}

/* A view may say how wide labels would be and have none. */
static void labels_that_are_not_there_are_not_read(void **state)
{
    (void)state;
    uint32_t offset[] = {0, 2}, arcs[] = {0, 1, 2}, neighbor[] = {1, 0};
    sg_graph graph = {1, 2, 2, offset, arcs, neighbor, {0}};
    const sg_graph_view none = {.graph = &graph},
                        wide = {.graph = &graph, .n_node_columns = 3, .n_edge_columns = 2};
    assert_true(sg_label_cache_key(&none, "wl:2") == sg_label_cache_key(&wide, "wl:2"));
    uint32_t no_offset[] = {0};
    sg_graph empty = {.graph_offset = no_offset, .arc_offset = no_offset};
    const sg_graph_view nothing = {.graph = &empty};
    assert_true(sg_label_cache_key(&nothing, "wl:2") != sg_label_cache_key(&none, "wl:2"));
}

/* ---- Damage ------------------------------------------------------------------------------- */

static sg_text stored_file(const sg_labels *labels, uint64_t key)
{
    sg_text file = {0};
    check_ok(sg_label_cache_store(labels, folder, key, &err));
    check_ok(sg_file_read(&file, file_of(key), 1 << 20, &err));
    return file;
}

static void replace_file(uint64_t key, const void *data, size_t size)
{
    FILE *file = fopen(file_of(key), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void damaged_files_are_not_found_and_replaced(void **state)
{
    (void)state;
    const sg_labels six = six_nodes();
    sg_text file = stored_file(&six, 9);
    for (size_t i = 0; i < file.size; i++) {
        file.data[i] ^= (char)(1 << i % 8);
        replace_file(9, file.data, file.size);
        file.data[i] ^= (char)(1 << i % 8);
        assert_false(is_found(9, 6, &six));
    }
    check_ok(sg_label_cache_store(&six, folder, 9, &err));
    assert_true(is_found(9, 6, &six));
    sg_text_free(&file);
}

static void files_of_another_size_are_not_found(void **state)
{
    (void)state;
    const sg_labels six = six_nodes();
    sg_text file = stored_file(&six, 10);
    const size_t size = file.size;
    for (size_t n = 0; n < size; n++) {
        replace_file(10, file.data, n);
        assert_false(is_found(10, 6, &six));
    }
    const char more[100000] = "";
    check_ok(sg_text_add_bytes(&file, more, 1, &err));
    replace_file(10, file.data, file.size);
    assert_false(is_found(10, 6, &six));
    check_ok(sg_text_add_bytes(&file, more, sizeof more, &err));
    replace_file(10, file.data, file.size);
    assert_false(is_found(10, 6, &six));
    replace_file(10, file.data, size);
    assert_true(is_found(10, 6, &six));
    sg_text_free(&file);
}

static void foreign_files_are_not_found(void **state)
{
    (void)state;
    const sg_labels six = six_nodes();
    sg_text file = stored_file(&six, 11);
    replace_file(12, file.data, file.size); /* the result of another key */
    assert_false(is_found(12, 6, &six));
    replace_file(12, "1, 2\n2, 1\n", 10);
    assert_false(is_found(12, 6, &six));
    assert_int_equal(mkdir(file_of(13), 0777), 0);
    assert_false(is_found(13, 6, &six));
    sg_error err = {0};
    assert_int_equal(sg_label_cache_store(&six, folder, 13, &err), SG_EIO);
    sg_text_free(&file);
}

/* Numbers that make no sense, under a hash that is right. */
static void impossible_labels_are_not_found(void **state)
{
    (void)state;
    const sg_labels six = six_nodes();
    sg_text file = stored_file(&six, 14);
    const size_t body = file.size - sizeof(uint64_t), labels = body - 6 * sizeof(uint32_t);
    const uint32_t wrong[] = {3, 4, UINT32_MAX};
    for (size_t i = 0; i < 3 * 6; i++) {
        char copy[256];
        assert_true(file.size <= sizeof copy);
        memcpy(copy, file.data, file.size);
        memcpy(copy + labels + i / 3 * sizeof(uint32_t), &wrong[i % 3], sizeof(uint32_t));
        const uint64_t sum = sg_hash_bytes(copy, body);
        memcpy(copy + body, &sum, sizeof sum);
        replace_file(14, copy, file.size);
        assert_false(is_found(14, 6, &six));
    }
    const uint64_t numbers[] = {0, 2, 4, 6, 7, (uint64_t)1 << 32, UINT64_MAX};
    for (size_t i = 0; i < 2 * sizeof numbers / sizeof *numbers; i++) {
        char copy[256];
        memcpy(copy, file.data, file.size);
        memcpy(copy + (2 + i % 2) * sizeof(uint64_t), &numbers[i / 2], sizeof(uint64_t));
        const uint64_t sum = sg_hash_bytes(copy, body);
        memcpy(copy + body, &sum, sizeof sum);
        replace_file(14, copy, file.size);
        if (i != 6) assert_false(is_found(14, 6, &six)); /* six nodes: that is right */
    }
    sg_text_free(&file);
}

static void no_nodes_are_a_result(void **state)
{
    (void)state;
    const sg_labels none = {.label = six_labels, .vocabulary = {three_keys, three_counts, 0}};
    check_ok(sg_label_cache_store(&none, folder, 15, &err));
    assert_true(is_found(15, 0, &none));
    assert_false(is_found(15, 1, &none));
}

/* ---- Folders ------------------------------------------------------------------------------ */

static void a_folder_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    const sg_labels six = six_nodes();
    char path[1024];
    check_write(folder, "file", "not a folder");
    (void)snprintf(path, sizeof path, "%s/file", folder);
    const char *const wrong[] = {path, "/proc/no/such/folder", "/dev/null"};
    for (size_t i = 0; i < 3; i++) {
        sg_labels labels = {0};
        bool found = true;
        sg_error err = {0};
        const sg_status status = sg_label_cache_store(&six, wrong[i], 1, &err);
        assert_true(status == SG_EIO || status == SG_ENOTFOUND);
        assert_true(strlen(err.text) > 10);
        assert_int_equal(sg_label_cache_load(&labels, &found, wrong[i], 1, 6, NULL), SG_OK);
        assert_false(found);
    }
}

static void nothing_but_results_is_left_behind(void **state)
{
    (void)state;
    DIR *all = opendir(folder);
    assert_non_null(all);
    for (struct dirent *entry; (entry = readdir(all)) != NULL;)
        assert_null(strstr(entry->d_name, ".part-"));
    closedir(all);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status store_and_load(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_labels labels = {0};
    bool found = false;
    SG_TRY(sg_label_cache_store(context, folder, 16, err));
    SG_TRY(sg_label_cache_load(&labels, &found, folder, 16, 6, err));
    assert_true(found);
done:
    if (status != SG_OK) assert_null(labels.label);
    sg_labels_free(&labels);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_labels six = six_nodes();
    assert_true(check_out_of_memory(store_and_load, &six) > 5);
    assert_int_equal(sg_mem_live(), 0);
}

static void computed_labels_are_the_same_with_and_without_a_folder(void **state)
{
    (void)state;
    sg_rng rng = check_rng("computed_labels");
    sg_label_expression expression = {0};
    labeled_graph graph = labeled_graph_draw(&rng, (random_shape){10, 9});
    const sg_graph_view view = labeled_graph_view(&graph);
    sg_labels wanted = {0};
    const char *const places[] = {NULL, folder, "/dev/null/no/folder"};
    check_ok(sg_label_parse(&expression, "wl:2", &err));
    check_ok(sg_labels_compute(&wanted, &expression, &view, NULL, &err));
    for (int i = 0; i < 3; i++) {
        sg_labels labels = {0};
        const sg_invariant_options options = {0};
        check_ok(
            sg_label_cache_compute(&labels, &expression, &view, &options, places[i], &err));
        check_same_labels(&labels, &wanted);
        sg_labels_free(&labels);
    }
    sg_labels_free(&wanted);
    sg_label_expression_free(&expression);
    labeled_graph_free(&graph);
}

/* What the folder has is taken for the result. */
static void computed_labels_are_looked_up(void **state)
{
    (void)state;
    sg_rng rng = check_rng("computed_labels");
    sg_label_expression expression = {0};
    labeled_graph graph = {0};
    do {
        labeled_graph_free(&graph);
        graph = labeled_graph_draw(&rng, (random_shape){10, 9});
    } while (graph.graph.n_nodes != 6);
    const sg_graph_view view = labeled_graph_view(&graph);
    const sg_labels six = six_nodes();
    sg_labels labels = {0};
    const sg_invariant_options options = {0};
    check_ok(sg_label_parse(&expression, "wl:2", &err));
    check_ok(
        sg_label_cache_store(&six, folder, sg_label_cache_key(&view, expression.text), &err));
    check_ok(sg_label_cache_compute(&labels, &expression, &view, &options, folder, &err));
    check_same_labels(&labels, &six);
    sg_labels_free(&labels);
    sg_label_expression_free(&expression);
    labeled_graph_free(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_is_found_again),
        cmocka_unit_test(random_results_are_found_again),
        cmocka_unit_test(a_new_folder_is_made),
        cmocka_unit_test(everything_that_matters_is_part_of_the_key),
        cmocka_unit_test(labels_that_are_not_there_are_not_read),
        cmocka_unit_test(damaged_files_are_not_found_and_replaced),
        cmocka_unit_test(files_of_another_size_are_not_found),
        cmocka_unit_test(foreign_files_are_not_found),
        cmocka_unit_test(impossible_labels_are_not_found),
        cmocka_unit_test(no_nodes_are_a_result),
        cmocka_unit_test(a_folder_that_cannot_be_written_is_told),
        cmocka_unit_test(computed_labels_are_the_same_with_and_without_a_folder),
        cmocka_unit_test(computed_labels_are_looked_up),
        cmocka_unit_test(survives_failing_allocations),
        cmocka_unit_test(nothing_but_results_is_left_behind),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
