/* test_array_api.c - what goes in as arrays comes back: words, parts and names as copies, and borrowed
 * arrays as they are. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/folder.h"

/* ---- Two graphs with words -------------------------------------------------------------------- */

static const uint32_t OFFSET[] = {0, 3, 5}, EDGE[] = {0, 1, 1, 2, 3, 4};
static const char *const NODE_WORD[] = {"the", "cat", "sat", "the", "end"};
static const char *const EDGE_WORD[] = {"next", "next", "last"};
static const char *const CLASS_WORD[] = {"story", "credits"};
static const char *const ID[] = {"a", "b"};
static const char *const NODE_ID[] = {"article", "noun", "verb", "article", "noun"};
static const uint8_t PART[] = {SG_TEST, SG_NO_PART};

static sg_graph_arrays two_texts(void)
{
    return (sg_graph_arrays){.struct_size = sizeof(sg_graph_arrays),
                             .name = "texts",
                             .n_graphs = 2,
                             .graph_offset = OFFSET,
                             .n_edges = 3,
                             .edge = EDGE,
                             .class_word = CLASS_WORD,
                             .graph_id = ID,
                             .part = PART,
                             .node_label_word = NODE_WORD,
                             .edge_label_word = EDGE_WORD,
                             .node_id = NODE_ID};
}

static void check_texts(const sg_dataset *data)
{
    const sg_data_arrays view = sg_data_view_of(data);
    for (uint32_t v = 0; v < 5; v++)
        assert_string_equal(sg_data_node_label_word(data, view.node_label[v]), NODE_WORD[v]);
    assert_int_equal(view.node_label[3], view.node_label[0]);
    assert_string_equal(sg_data_node_label_name(data, view.node_label[1]), "cat");
    for (uint32_t a = 0; a < 6; a++)
        assert_string_equal(sg_data_edge_label_word(data, view.edge_label[a]),
                            a < 4 ? "next" : "last");
    for (uint32_t g = 0; g < 2; g++) {
        assert_string_equal(sg_data_class_word(data, view.graph_class[g]), CLASS_WORD[g]);
        assert_string_equal(sg_data_graph_id(data, g), ID[g]);
        assert_int_equal(view.part[g], PART[g]);
    }
}

static void check_node_ids(const sg_dataset *data)
{
    for (uint32_t v = 0; v < 5; v++) assert_string_equal(sg_data_node_id(data, v), NODE_ID[v]);
}

static void words_and_parts_come_back(void **state)
{
    (void)state;
    const sg_graph_arrays arrays = two_texts();
    sg_dataset *data = NULL, *lines = NULL, *folders = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    check_texts(data);
    check_node_ids(data);
    check_write(
        folder, "texts.jsonl",
        "{\"nodes\": [\"the\", \"cat\", \"sat\"], \"edges\": [[0, 1, \"next\"], "
        "[1, 2, \"next\"]], \"target\": \"story\", \"id\": \"a\", \"split\": \"test\"}\n"
        "{\"nodes\": [\"the\", \"end\"], \"edges\": [[0, 1, \"last\"]], "
        "\"target\": \"credits\", \"id\": \"b\"}\n");
    check_ok(sg_data_open(&lines, path_of("texts.jsonl"), NULL, &err));
    check_texts(lines);
    assert_true(sg_data_fingerprint(lines) == sg_data_fingerprint(data));
    check_ok(sg_data_write(data, folder, "texts", false, &err));
    check_ok(sg_data_open(&folders, path_of("texts"), NULL, &err));
    check_texts(folders);
    check_node_ids(folders);
    assert_true(sg_data_fingerprint(folders) == sg_data_fingerprint(data));
    sg_data_close(data);
    sg_data_close(lines);
    sg_data_close(folders);
}

static void a_builder_numbers_words_through(void **state)
{
    (void)state;
    const uint32_t first_offset[] = {0, 3}, second_offset[] = {0, 2}, second_edge[] = {0, 1};
    const int32_t label[] = {1, 2};
    sg_graph_arrays first = two_texts(), second = first, whole = first;
    sg_data_builder *builder = NULL;
    sg_dataset *data = NULL, *at_once = NULL;
    first.n_graphs = second.n_graphs = 1;
    first.graph_offset = first_offset;
    first.n_edges = 2;
    second.graph_offset = second_offset;
    second.n_edges = 1;
    second.edge = second_edge;
    second.node_label_word += 3;
    second.edge_label_word += 2;
    second.class_word++;
    second.graph_id++;
    second.node_id += 3;
    second.part++;
    check_ok(sg_data_builder_open(&builder, "texts", &err));
    check_ok(sg_data_builder_add(builder, &first, &err));
    sg_graph_arrays other = second;
    other.node_label_word = NULL;
    other.node_label = label;
    check_fails(sg_data_builder_add(builder, &other, &err), SG_EINVAL,
                "node_label: the labels of the graphs before are words");
    other = second;
    other.part = NULL;
    check_fails(sg_data_builder_add(builder, &other, &err), SG_EINVAL,
                "part: 0 columns, but the graphs before have 1");
    other = second;
    other.node_id = NULL;
    check_fails(sg_data_builder_add(builder, &other, &err), SG_EINVAL,
                "node_id: the graphs before have some");
    const char *const hole[] = {"article", NULL};
    other.node_id = hole;
    check_fails(sg_data_builder_add(builder, &other, &err), SG_EINVAL, "node_id[1]");
    check_ok(sg_data_builder_add(builder, &second, &err));
    check_ok(sg_data_builder_finish(&data, builder, &err));
    check_texts(data);
    check_node_ids(data);
    check_ok(sg_data_from_arrays(&at_once, &whole, &err));
    assert_true(sg_data_fingerprint(data) == sg_data_fingerprint(at_once));
    sg_data_builder_close(builder);
    sg_data_close(data);
    sg_data_close(at_once);
}

/* Labels that are numbers are no words, whatever they are called. */
static void names_are_no_words(void **state)
{
    (void)state;
    static const sg_label_name name[] = {{6, "C"}};
    const int32_t label[] = {6, 6, 8, 6, 6};
    sg_graph_arrays arrays = two_texts();
    sg_dataset *data = NULL;
    arrays.node_label_word = NULL;
    arrays.edge_label_word = NULL;
    arrays.node_label = label;
    arrays.node_label_name = name;
    arrays.n_node_label_names = 1;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    assert_string_equal(sg_data_node_label_name(data, 6), "C");
    assert_null(sg_data_node_label_word(data, 6));
    assert_null(sg_data_edge_label_word(data, 0));
    sg_data_close(data);
}

/* No program was compiled with fewer members than version 0.2 has. */
static void smaller_structs_are_refused(void **state)
{
    (void)state;
    sg_graph_arrays arrays = two_texts();
    sg_dataset *data = NULL;
    arrays.struct_size = offsetof(sg_graph_arrays, ownership);
    check_fails(sg_data_from_arrays(&data, &arrays, &err), SG_EINVAL, "arrays->struct_size");
    assert_null(data);
}

/* Molecules from arrays are known to be in normal form if the caller says so, and models keep it. */
static void forms_of_molecules_are_kept(void **state)
{
    (void)state;
    sg_graph_arrays arrays = two_texts();
    sg_dataset *data = NULL, *part = NULL;
    sg_data_builder *builder = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    assert_null(sg_data_form(data));
    assert_null(sg_data_form(NULL));
    sg_data_close(data);
    arrays.form = "form=normal&salts=strip";
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    assert_string_equal(sg_data_form(data), "form=normal&salts=strip");
    check_ok(sg_data_select(&part, data, (const uint32_t[]){1}, 1, &err));
    assert_string_equal(sg_data_form(part), "form=normal&salts=strip");
    sg_data_close(part);
    sg_data_close(data);
    data = NULL;
    check_ok(sg_data_builder_open(&builder, NULL, &err));
    check_ok(sg_data_builder_add(builder, &arrays, &err));
    arrays.form = NULL;
    check_fails(sg_data_builder_add(builder, &arrays, &err), SG_EINVAL,
                "form: \"\", but that of the graphs before is \"form=normal&salts=strip\"");
    check_ok(sg_data_builder_finish(&data, builder, &err));
    assert_string_equal(sg_data_form(data), "form=normal&salts=strip");
    sg_data_builder_close(builder);
    sg_data_close(data);
    data = NULL;
    arrays.form = "salts=sugar";
    check_fails(sg_data_from_arrays(&data, &arrays, &err), SG_EINVAL, "salts");
    assert_null(data);
}

static void check_refused(sg_graph_arrays arrays, const char *text)
{
    sg_dataset *data = NULL;
    check_fails(sg_data_from_arrays(&data, &arrays, &err), SG_EINVAL, text);
    assert_null(data);
}

static void errors_name_array_and_index(void **state)
{
    (void)state;
    static const uint8_t no_part[] = {0, 4};
    static const char *const missing[] = {"a", "b", NULL, "c", "d"}, *const no_utf8[] = {
                                                                         "a", "\xff", "b"};
    static const int32_t label[] = {1, 2, 3, 4, 5};
    static const sg_label_name name[] = {{0, "x"}};
    sg_graph_arrays arrays = two_texts();
    arrays.part = no_part;
    check_refused(arrays, "part[1]: 4; SG_TRAIN, SG_VALIDATION, SG_TEST or SG_NO_PART");
    arrays = two_texts();
    arrays.node_label_word = missing;
    check_refused(arrays, "node_label_word[2]: it is NULL");
    arrays = two_texts();
    arrays.edge_label_word = no_utf8;
    check_refused(arrays, "edge_label_word[1]: it is not UTF-8");
    arrays = two_texts();
    arrays.node_label = label;
    check_refused(arrays, "node_label_word: there is node_label, too");
    arrays = two_texts();
    arrays.n_node_labels = 2;
    check_refused(arrays, "node_label_word: words are one column, not 2");
    arrays = two_texts();
    arrays.edge_label_name = name;
    arrays.n_edge_label_names = 1;
    check_refused(arrays, "edge_label_name: there is edge_label_word, too");
    arrays = two_texts();
    arrays.name = "na\xefve";
    check_refused(arrays, "name: it is not UTF-8");
    arrays = two_texts();
    arrays.target = NULL;
    arrays.n_targets = 0;
    arrays.target_name = no_utf8;
    check_refused(arrays, "target_name: there are no targets that it could name");
    sg_data_builder *builder = NULL;
    check_fails(sg_data_builder_open(&builder, "na\xefve", &err), SG_EINVAL,
                "name: it is not UTF-8");
    assert_null(builder);
}

/* ---- Borrowed arrays -------------------------------------------------------------------------- */

enum { N_NODES = 5, N_ARCS = 6 };

/* Memory of a program's own, of exactly the size that is needed, so that a sanitizer sees who reads
 * beyond it, reads it too late or frees it. */
static void *own(const void *array, size_t size)
{
    void *memory = malloc(size);
    assert_non_null(memory);
    memcpy(memory, array, size);
    return memory;
}

/* Two paths with everything that can be used in place. */
typedef struct own_arrays {
    uint32_t *offset, *row, *neighbor, *edge;
    int32_t *node_label, *edge_label;
    double *node_attribute, *edge_attribute, *target;
    uint8_t *part;
} own_arrays;

static own_arrays make_own(void)
{
    static const uint32_t row[] = {0, 1, 3, 4, 5, 6}, neighbor[] = {1, 0, 2, 1, 4, 3},
                          edge[] = {0, 1, 1, 0, 1, 2, 2, 1, 3, 4, 4, 3};
    static const int32_t label[] = {1, 2, 3, 4, 5, 6};
    static const double value[] = {1, 2, 3, 4, 5, 6}, weight[] = {1, 1, 3, 3, 5, 5};
    return (own_arrays){.offset = own(OFFSET, sizeof OFFSET),
                        .row = own(row, sizeof row),
                        .neighbor = own(neighbor, sizeof neighbor),
                        .edge = own(edge, sizeof edge),
                        .node_label = own(label, N_NODES * sizeof *label),
                        .edge_label = own(label, sizeof label),
                        .node_attribute = own(value, N_NODES * sizeof *value),
                        .edge_attribute = own(weight, sizeof weight),
                        .target = own(value, 2 * sizeof *value),
                        .part = own(PART, sizeof PART)};
}

static void free_own(own_arrays *a)
{
    free(a->offset);
    free(a->row);
    free(a->neighbor);
    free(a->edge);
    free(a->node_label);
    free(a->edge_label);
    free(a->node_attribute);
    free(a->edge_attribute);
    free(a->target);
    free(a->part);
}

static sg_graph_arrays lend_rows(const own_arrays *a)
{
    return (sg_graph_arrays){.struct_size = sizeof(sg_graph_arrays),
                             .n_graphs = 2,
                             .graph_offset = a->offset,
                             .arc_offset = a->row,
                             .neighbor = a->neighbor,
                             .node_label = a->node_label,
                             .node_attribute = a->node_attribute,
                             .edge_label = a->edge_label,
                             .edge_attribute = a->edge_attribute,
                             .target = a->target,
                             .part = a->part,
                             .ownership = SG_BORROWED};
}

static sg_graph_arrays lend_pairs(const own_arrays *a)
{
    sg_graph_arrays arrays = lend_rows(a);
    arrays.arc_offset = arrays.neighbor = NULL;
    arrays.edge = a->edge;
    arrays.n_edges = N_ARCS;
    return arrays;
}

/* Which arrays are used in place. */
static void check_in_place(const sg_dataset *data, const own_arrays *a, bool rows, bool edges)
{
    const sg_data_arrays view = sg_data_view_of(data);
    assert_ptr_equal(view.graph_offset, a->offset);
    assert_ptr_equal(view.node_label, a->node_label);
    assert_ptr_equal(view.node_attribute, a->node_attribute);
    assert_ptr_equal(view.target, a->target);
    assert_ptr_equal(view.part, a->part);
    assert_int_equal(view.arc_offset == a->row, rows);
    assert_int_equal(view.neighbor == a->neighbor, rows);
    assert_int_equal(view.edge_label == a->edge_label, edges);
    assert_int_equal(view.edge_attribute == a->edge_attribute, edges);
}

/* The data set of these arrays when they are copied. */
static uint64_t fingerprint_of_copy(sg_graph_arrays arrays)
{
    sg_dataset *data = NULL;
    arrays.ownership = SG_COPIED;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    assert_ptr_not_equal(sg_data_view_of(data).node_label, arrays.node_label);
    const uint64_t fingerprint = sg_data_fingerprint(data);
    sg_data_close(data);
    return fingerprint;
}

/* Make the data set, look at it, and close it; then nothing has changed and all is still there. */
static void check_lending(const own_arrays *a, const sg_graph_arrays *arrays, bool rows,
                          bool edges)
{
    sg_dataset *data = NULL;
    own_arrays before = make_own();
    memcpy(before.neighbor, a->neighbor, N_ARCS * sizeof *a->neighbor);
    memcpy(before.edge, a->edge, 2 * sizeof *a->edge * N_ARCS);
    check_ok(sg_data_from_arrays(&data, arrays, &err));
    check_in_place(data, a, rows, edges);
    assert_true(sg_data_fingerprint(data) == fingerprint_of_copy(*arrays));
    sg_data_close(data);
    assert_memory_equal(a->offset, before.offset, sizeof OFFSET);
    assert_memory_equal(a->neighbor, before.neighbor, N_ARCS * sizeof *a->neighbor);
    assert_memory_equal(a->edge, before.edge, 2 * sizeof *a->edge * N_ARCS);
    assert_memory_equal(a->edge_label, before.edge_label, N_ARCS * sizeof *a->edge_label);
    assert_memory_equal(a->node_label, before.node_label, N_NODES * sizeof *a->node_label);
    assert_memory_equal(a->target, before.target, 2 * sizeof *a->target);
    free_own(&before);
}

static void borrowed_arrays_stay_where_they_are(void **state)
{
    (void)state;
    own_arrays a = make_own();
    sg_graph_arrays rows = lend_rows(&a), pairs = lend_pairs(&a);
    check_lending(&a, &rows, true, true);
    check_lending(&a, &pairs, false, true); /* in order, both directions */
    a.neighbor[1] = 2;                      /* the neighbors of node 1 do not ascend */
    a.neighbor[2] = 0;
    check_lending(&a, &rows, false, false);
    pairs.n_edges = N_ARCS - 1; /* the last arc has no reverse */
    check_lending(&a, &pairs, false, false);
    rows.graph_offset = NULL;
    rows.ownership = (sg_ownership)7;
    check_refused(rows, "ownership: 7; SG_COPIED or SG_BORROWED");
    free_own(&a);
}

static void copies_do_not_need_the_arrays(void **state)
{
    (void)state;
    own_arrays a = make_own();
    sg_graph_arrays arrays = lend_rows(&a);
    sg_data_builder *builder = NULL;
    sg_dataset *borrowed = NULL, *selected = NULL, *built = NULL;
    const uint32_t both[] = {0, 1};
    check_ok(sg_data_from_arrays(&borrowed, &arrays, &err));
    const uint64_t fingerprint = sg_data_fingerprint(borrowed);
    check_ok(sg_data_select(&selected, borrowed, both, 2, &err));
    check_ok(sg_data_builder_open(&builder, NULL, &err));
    check_ok(sg_data_builder_add(builder, &arrays, &err));
    sg_data_close(borrowed);
    free_own(&a);
    check_ok(sg_data_builder_finish(&built, builder, &err));
    assert_true(sg_data_fingerprint(built) == fingerprint);
    assert_true(sg_data_fingerprint(selected) == fingerprint);
    sg_data_builder_close(builder);
    sg_data_close(built);
    sg_data_close(selected);
}

/* What changes a data set makes new arrays; the caller's stay as they are. */
static void changes_leave_borrowed_arrays_alone(void **state)
{
    (void)state;
    own_arrays a = make_own();
    const sg_graph_arrays arrays = lend_rows(&a);
    sg_dataset *data = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    check_write(folder, "labels.txt", "1 9\n2 -\n3 7\n4 6\n5 5\n");
    check_write(folder, "targets.txt", "0.5\n2.5\n");
    check_ok(sg_data_relabel(data, path_of("labels.txt"), &err));
    assert_int_equal(sg_data_sizes_of(data).n_nodes, 4);
    assert_int_equal(sg_data_view_of(data).node_label[0], 9);
    assert_ptr_equal(sg_data_view_of(data).target, a.target);
    check_ok(sg_data_read_targets(data, path_of("targets.txt"), true, &err));
    assert_true(sg_data_view_of(data).target[1] == 2.5);
    assert_ptr_equal(sg_data_view_of(data).part, a.part);
    sg_data_close(data);
    assert_int_equal(a.node_label[0], 1);
    assert_true(a.target[0] == 1);
    free_own(&a);
}

static sg_status make_texts(void *context, sg_error *err)
{
    sg_dataset *data = NULL;
    const sg_status status = sg_data_from_arrays(&data, context, err);
    sg_data_close(data);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    sg_graph_arrays arrays = two_texts();
    own_arrays a = make_own();
    sg_graph_arrays rows = lend_rows(&a), pairs = lend_pairs(&a);
    pairs.n_edges = N_ARCS - 1;
    assert_true(check_out_of_memory(make_texts, &arrays) > 20);
    assert_true(check_out_of_memory(make_texts, &rows) >= 4);
    assert_true(check_out_of_memory(make_texts, &pairs) > 10);
    free_own(&a);
}

/* A model that looks at attributes remembers what they are called, and so do files and copies; columns without names
 * go by their order. */
static void attributes_have_names(void **state)
{
    static const uint32_t offset[] = {0, 2, 4}, edge[][2] = {{0, 1}, {2, 3}}, second = 1;
    static const double value[] = {1, 2, 3, 4, 5, 6, 7, 8}, weight[] = {1, 2};
    static const int64_t class[] = {0, 1};
    static const char *const name[] = {"age", "size"}, *const turned[] = {"size", "age"},
                             *const trust[] = {"trust"};
    sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                              .n_graphs = 2,
                              .graph_offset = offset,
                              .n_edges = 2,
                              .edge = edge[0],
                              .node_attribute = value,
                              .n_node_attributes = 2,
                              .edge_attribute = weight,
                              .n_edge_attributes = 1,
                              .graph_class = class,
                              .node_attribute_name = name,
                              .edge_attribute_name = trust};
    const sg_model_options options = {
        .struct_size = sizeof options,
        .description = "input: attributes\nlayers:\n  - gcn: {outputs: 2, weight: 0}\n"
                       "  - pool: {}\n  - linear: {outputs: classes}\n"};
    double score[2][4];
    sg_dataset *data = NULL, *part = NULL, *other = NULL;
    sg_data_builder *builder = NULL;
    sg_model *model = NULL;
    (void)state;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    check_ok(sg_data_select(&part, data, &second, 1, &err));
    assert_string_equal(sg_data_node_attribute_name(data, 0), "age");
    assert_string_equal(sg_data_node_attribute_name(part, 1), "size");
    assert_string_equal(sg_data_edge_attribute_name(part, 0), "trust");
    assert_null(sg_data_node_attribute_name(data, 2));
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data,
                            &(sg_training_options){.struct_size = sizeof(sg_training_options),
                                                   .settings = "{epochs: 2}"},
                            &err));
    check_ok(sg_model_predict(score[0], model, data, NULL, &err));
    arrays.node_attribute_name = turned;
    check_ok(sg_data_from_arrays(&other, &arrays, &err));
    check_fails(sg_model_predict(score[0], model, other, NULL, &err), SG_EINVAL,
                "attribute 0 of nodes was called \"age\"");
    sg_data_close(other);
    other = NULL;
    arrays.node_attribute_name = arrays.edge_attribute_name = NULL;
    check_ok(sg_data_from_arrays(&other, &arrays, &err));
    assert_null(sg_data_node_attribute_name(other, 0));
    assert_null(sg_data_edge_attribute_name(other, 0));
    check_ok(sg_model_predict(score[1], model, other, NULL, &err));
    assert_memory_equal(score[0], score[1], sizeof score[0]);
    check_ok(sg_data_builder_open(&builder, NULL, &err));
    arrays.node_attribute_name = name;
    check_ok(sg_data_builder_add(builder, &arrays, &err));
    arrays.node_attribute_name = turned;
    check_fails(sg_data_builder_add(builder, &arrays, &err), SG_EINVAL,
                "node_attribute_name[0]: \"size\", but the graphs before have \"age\"");
    sg_data_builder_close(builder);
    sg_model_close(model);
    sg_data_close(other);
    sg_data_close(part);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_have_names),
        cmocka_unit_test(words_and_parts_come_back),
        cmocka_unit_test(a_builder_numbers_words_through),
        cmocka_unit_test(names_are_no_words),
        cmocka_unit_test(smaller_structs_are_refused),
        cmocka_unit_test(forms_of_molecules_are_kept),
        cmocka_unit_test(errors_name_array_and_index),
        cmocka_unit_test(borrowed_arrays_stay_where_they_are),
        cmocka_unit_test(copies_do_not_need_the_arrays),
        cmocka_unit_test(changes_leave_borrowed_arrays_alone),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
