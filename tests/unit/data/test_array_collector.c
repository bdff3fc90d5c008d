/* test_array_collector.c - arrays become the data set that files with the same content become. */
#include "data/array_collector.h"

#include "base/mem.h"
#include "formats/tu_reader.h"
#include "formats/tu_writer.h"
#include "support/check.h"
#include "support/folder.h"

enum { MOST_GRAPHS = 6, MOST_NODES = 40, MOST_EDGES = 60, MOST_COLUMNS = 2 };

/* Arrays of one data set, with room for the largest. */
typedef struct random_arrays {
    uint32_t graph_offset[MOST_GRAPHS + 1], edge[2 * MOST_EDGES];
    uint32_t arc_offset[MOST_NODES + 1], neighbor[MOST_EDGES];
    int32_t node_label[MOST_NODES * MOST_COLUMNS], edge_label[MOST_EDGES * MOST_COLUMNS];
    double node_attribute[MOST_NODES * MOST_COLUMNS], edge_attribute[MOST_EDGES * MOST_COLUMNS],
        target[MOST_GRAPHS * MOST_COLUMNS];
    int64_t graph_class[MOST_GRAPHS];
    sg_graph_arrays view;
} random_arrays;

static sg_dataset data_of(const sg_graph_arrays *arrays)
{
    sg_array_collector collector = {.may_borrow = true};
    sg_dataset data = {0};
    check_ok(sg_array_collector_add(&collector, arrays, &err));
    check_ok(sg_array_collector_finish(&data, &collector, "X", &err));
    sg_array_collector_free(&collector);
    return data;
}

static void fill_labels(int32_t *label, size_t n, sg_rng *rng)
{
    for (size_t i = 0; i < n; i++) label[i] = (int32_t)sg_rng_below(rng, 9) - 3;
}

static void fill_values(double *value, size_t n, bool missing, sg_rng *rng)
{
    for (size_t i = 0; i < n; i++)
        value[i] = missing && sg_rng_below(rng, 5) == 0
                       ? (double)NAN
                       : ((double)sg_rng_below(rng, 1000) - 500) / 8;
}

/* Edges in any order: loops, repetitions and single directions among them. */
static void fill_edges(random_arrays *r, sg_rng *rng)
{
    size_t n = 0;
    const size_t wanted = sg_rng_below(rng, MOST_EDGES + 1);
    for (uint32_t i = 0; i < wanted; i++) {
        const uint32_t g = sg_rng_below(rng, r->view.n_graphs);
        const uint32_t first = r->graph_offset[g], width = r->graph_offset[g + 1] - first;
        if (width == 0) continue;
        r->edge[2 * n] = first + sg_rng_below(rng, width);
        r->edge[2 * n + 1] = first + sg_rng_below(rng, width);
        n++;
    }
    r->view.n_edges = n;
    r->view.edge = r->edge;
}

static void fill(random_arrays *r, sg_rng *rng)
{
    r->view = (sg_graph_arrays){.struct_size = sizeof r->view};
    sg_graph_arrays *v = &r->view;
    v->n_graphs = 1 + sg_rng_below(rng, MOST_GRAPHS);
    v->graph_offset = r->graph_offset;
    for (uint32_t g = 0; g < v->n_graphs; g++)
        r->graph_offset[g + 1] =
            r->graph_offset[g] + sg_rng_below(rng, MOST_NODES / MOST_GRAPHS);
    const uint32_t n_nodes = r->graph_offset[v->n_graphs];
    fill_edges(r, rng);
    v->n_node_labels = sg_rng_below(rng, MOST_COLUMNS + 1);
    v->n_edge_labels = sg_rng_below(rng, MOST_COLUMNS + 1);
    v->n_node_attributes = sg_rng_below(rng, MOST_COLUMNS + 1);
    v->n_edge_attributes = sg_rng_below(rng, MOST_COLUMNS + 1);
    v->n_targets = sg_rng_below(rng, MOST_COLUMNS + 1);
    fill_labels(r->node_label, (size_t)n_nodes * v->n_node_labels, rng);
    fill_labels(r->edge_label, v->n_edges * v->n_edge_labels, rng);
    fill_values(r->node_attribute, (size_t)n_nodes * v->n_node_attributes, false, rng);
    fill_values(r->edge_attribute, v->n_edges * v->n_edge_attributes, false, rng);
    fill_values(r->target, (size_t)v->n_graphs * v->n_targets, true, rng);
    for (uint32_t g = 0; g < v->n_graphs; g++) r->graph_class[g] = sg_rng_below(rng, 3);
    v->node_label = v->n_node_labels > 0 ? r->node_label : NULL;
    v->edge_label = v->n_edge_labels > 0 ? r->edge_label : NULL;
    v->node_attribute = v->n_node_attributes > 0 ? r->node_attribute : NULL;
    v->edge_attribute = v->n_edge_attributes > 0 ? r->edge_attribute : NULL;
    v->target = v->n_targets > 0 ? r->target : NULL;
    v->graph_class = r->graph_class; /* so that files can tell of graphs without nodes */
}

/* ---- The same as files -------------------------------------------------------------------- */

static void write_text(const char *name, sg_text *text)
{
    check_write(folder, name, text->size > 0 ? text->data : "");
    text->size = 0;
}

static void write_numbers(const char *name, const int32_t *label, const double *value,
                          size_t n_rows, uint32_t n_columns)
{
    sg_text text = {0};
    if (n_columns == 0) return;
    for (size_t i = 0; i < n_rows * n_columns; i++) {
        if (label != NULL)
            check_ok(sg_text_add(&text, &err, "%d", label[i]));
        else if (isnan(value[i]))
            check_ok(sg_text_add(&text, &err, "?"));
        else
            check_ok(sg_text_add_real(&text, value[i], &err));
        check_ok(sg_text_add(&text, &err, (i + 1) % n_columns == 0 ? "\n" : ", "));
    }
    write_text(name, &text);
    sg_text_free(&text);
}

static void write_files(const sg_graph_arrays *v)
{
    sg_text text = {0};
    for (size_t e = 0; e < v->n_edges; e++)
        check_ok(
            sg_text_add(&text, &err, "%u, %u\n", v->edge[2 * e] + 1, v->edge[2 * e + 1] + 1));
    write_text("X/X_A.txt", &text);
    for (uint32_t g = 0; g < v->n_graphs; g++)
        for (uint32_t u = v->graph_offset[g]; u < v->graph_offset[g + 1]; u++)
            check_ok(sg_text_add(&text, &err, "%u\n", g + 1));
    write_text("X/X_graph_indicator.txt", &text);
    for (uint32_t g = 0; g < v->n_graphs; g++)
        check_ok(sg_text_add(&text, &err, "%lld\n", (long long)v->graph_class[g]));
    write_text("X/X_graph_labels.txt", &text);
    sg_text_free(&text);
    const size_t n_nodes = v->graph_offset[v->n_graphs];
    write_numbers("X/X_node_labels.txt", v->node_label, NULL, n_nodes, v->n_node_labels);
    write_numbers("X/X_edge_labels.txt", v->edge_label, NULL, v->n_edges, v->n_edge_labels);
    write_numbers("X/X_node_attributes.txt", NULL, v->node_attribute, n_nodes,
                  v->n_node_attributes);
    write_numbers("X/X_edge_attributes.txt", NULL, v->edge_attribute, v->n_edges,
                  v->n_edge_attributes);
    write_numbers("X/X_graph_attributes.txt", NULL, v->target, v->n_graphs, v->n_targets);
}

static void check_same(const sg_dataset *a, const sg_dataset *b)
{
    assert_int_equal(sg_dataset_fingerprint(a), sg_dataset_fingerprint(b));
    assert_int_equal(a->repairs.self_loops, b->repairs.self_loops);
    assert_int_equal(a->repairs.duplicates, b->repairs.duplicates);
    assert_int_equal(a->repairs.one_way, b->repairs.one_way);
    assert_int_equal(sg_dataset_bytes(a), sg_dataset_bytes(b));
}

/* The same arrays, used in place, are the same data set. */
static void check_borrowed(const sg_graph_arrays *arrays, const sg_dataset *expected)
{
    sg_graph_arrays lent = *arrays;
    lent.ownership = SG_BORROWED;
    sg_dataset borrowed = data_of(&lent);
    check_same(&borrowed, expected);
    assert_ptr_equal(borrowed.graph.graph_offset, arrays->graph_offset);
    sg_dataset_free(&borrowed);
}

/* The arrays of the graphs `first` up to `behind` as a builder gets them; edges must be ordered by
 * graph. */
static void cut(random_arrays *part, const sg_graph_arrays *v, uint32_t first, uint32_t behind)
{
    const uint32_t from = v->graph_offset[first], to = v->graph_offset[behind];
    size_t begin = 0, end = 0;
    while (begin < v->n_edges && v->edge[2 * begin] < from) begin++;
    for (end = begin; end < v->n_edges && v->edge[2 * end] < to; end++) {
        part->edge[2 * (end - begin)] = v->edge[2 * end] - from;
        part->edge[2 * (end - begin) + 1] = v->edge[2 * end + 1] - from;
    }
    for (uint32_t g = first; g <= behind; g++)
        part->graph_offset[g - first] = v->graph_offset[g] - from;
    part->view = *v;
    part->view.n_graphs = behind - first;
    part->view.graph_offset = part->graph_offset;
    part->view.n_edges = end - begin;
    part->view.edge = part->edge;
    part->view.graph_class += first;
    if (v->node_label != NULL) part->view.node_label += (size_t)from * v->n_node_labels;
    if (v->node_attribute != NULL)
        part->view.node_attribute += (size_t)from * v->n_node_attributes;
    if (v->edge_label != NULL) part->view.edge_label += begin * v->n_edge_labels;
    if (v->edge_attribute != NULL) part->view.edge_attribute += begin * v->n_edge_attributes;
    if (v->target != NULL) part->view.target += (size_t)first * v->n_targets;
}

static int compare_edges(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return x[0] < y[0] ? -1 : x[0] > y[0];
}

static void makes_what_files_make(void **state)
{
    (void)state;
    sg_rng rng = check_rng("makes_what_files_make");
    for (int round = 0; round < 200; round++) {
        random_arrays r = {0}, part = {0};
        sg_dataset read = {0}, built = {0};
        sg_array_collector builder = {0};
        fill(&r, &rng);
        if (round % 2 == 0) /* for rows, and for graphs one by one */
            qsort(r.edge, r.view.n_edges, 2 * sizeof *r.edge, compare_edges);
        sg_dataset made = data_of(&r.view);
        check_folder_remove(folder);
        folder = check_folder();
        write_files(&r.view);
        check_ok(sg_tu_open(&read, path_of("X"), 1, &err));
        check_same(&made, &read);
        check_borrowed(&r.view, &read);
        for (uint32_t g = 0; round % 2 == 0 && g < r.view.n_graphs;) {
            const uint32_t n = 1 + sg_rng_below(&rng, r.view.n_graphs - g);
            cut(&part, &r.view, g, g + n);
            check_ok(sg_array_collector_add(&builder, &part.view, &err));
            g += n;
        }
        if (round % 2 == 0) {
            check_ok(sg_array_collector_finish(&built, &builder, "X", &err));
            check_same(&built, &read);
        }
        sg_array_collector_free(&builder);
        sg_dataset_free(&made);
        sg_dataset_free(&read);
        sg_dataset_free(&built);
    }
}

static void takes_compressed_rows(void **state)
{
    (void)state;
    sg_rng rng = check_rng("takes_compressed_rows");
    for (int round = 0; round < 100; round++) {
        random_arrays r = {0};
        fill(&r, &rng);
        qsort(r.edge, r.view.n_edges, 2 * sizeof *r.edge, compare_edges);
        sg_dataset pairs = data_of(&r.view);
        const uint32_t n_nodes = r.graph_offset[r.view.n_graphs];
        for (size_t e = 0; e < r.view.n_edges; e++) {
            r.arc_offset[r.edge[2 * e] + 1]++;
            r.neighbor[e] = r.edge[2 * e + 1];
        }
        for (uint32_t u = 0; u < n_nodes; u++) r.arc_offset[u + 1] += r.arc_offset[u];
        r.view.edge = NULL;
        r.view.n_edges = 0;
        r.view.arc_offset = r.arc_offset;
        r.view.neighbor = r.neighbor;
        sg_dataset rows = data_of(&r.view);
        check_same(&pairs, &rows);
        check_borrowed(&r.view, &pairs);
        sg_dataset_free(&pairs);
        sg_dataset_free(&rows);
    }
}

/* ---- Names -------------------------------------------------------------------------------- */

static const uint32_t TWO_GRAPHS[] = {0, 2, 3};

static void keeps_names(void **state)
{
    (void)state;
    static const char *const word[] = {"toxic", "harmless"}, *const id[] = {"a", "b"},
                             *const target_name[] = {"mass"},
                             *const attribute_name[] = {"charge", "spin"};
    const double charges[] = {1, 2, 3, 4, 5, 6};
    static const sg_label_name name[] = {{8, "O"}, {6, "C"}, {8, "O"}};
    const int32_t label[] = {6, 8, 6};
    const double target[] = {1, (double)NAN};
    sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                              .n_graphs = 2,
                              .graph_offset = TWO_GRAPHS,
                              .node_label = label,
                              .class_word = word,
                              .target = target,
                              .target_name = target_name,
                              .node_attribute = charges,
                              .n_node_attributes = 2,
                              .node_attribute_name = attribute_name,
                              .graph_id = id,
                              .node_label_name = name,
                              .n_node_label_names = 3};
    sg_dataset data = data_of(&arrays), read = {0};
    assert_string_equal(sg_label_names_find(&data.node_name, 8), "O");
    assert_string_equal(sg_label_names_find(&data.node_name, 6), "C");
    assert_null(sg_label_names_find(&data.node_name, 7));
    assert_string_equal(sg_names_at(&data.items.class_word, data.items.item_class[0]), "toxic");
    assert_int_equal(data.items.item_class[1], 0);
    assert_string_equal(sg_names_at(&data.items.target_name, 0), "mass");
    assert_string_equal(sg_names_at(&data.graph_id, 1), "b");
    assert_string_equal(sg_names_at(&data.node_attribute_name, 1), "spin");
    assert_int_equal(data.edge_attribute_name.n, 0);
    assert_int_equal(data.node_label.n_columns, 1);
    check_ok(sg_tu_write(&data, folder, "named", true, &err));
    check_ok(sg_tu_open(&read, path_of("named"), 1, &err));
    assert_int_equal(sg_dataset_fingerprint(&data), sg_dataset_fingerprint(&read));
    assert_true(sg_names_equal(&data.node_attribute_name, &read.node_attribute_name));
    sg_dataset_free(&data);
    sg_dataset_free(&read);
}

/* ---- What does not fit ------------------------------------------------------------------------ */

#define TWO .n_graphs = 2, .graph_offset = TWO_GRAPHS

static void compares_with_the_graphs_before(void **state)
{
    (void)state;
    static const int32_t label[] = {1, 2, 3, 4, 5, 6};
    static const char *const id[] = {"a", "b"};
    static const sg_label_name c = {6, "C"}, o = {6, "O"};
    static const uint32_t empty[] = {0, 0};
    sg_array_collector collector = {0};
    sg_dataset data = {0};
    check_fails(sg_array_collector_finish(&data, &collector, "X", &err), SG_EINVAL,
                "at least one graph is needed");
    sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                              TWO,
                              .node_label = label,
                              .node_label_name = &c,
                              .n_node_label_names = 1};
    check_ok(sg_array_collector_add(&collector, &arrays, &err));
    arrays.n_node_labels = 2;
    arrays.node_label_name = NULL;
    arrays.n_node_label_names = 0;
    check_fails(sg_array_collector_add(&collector, &arrays, &err), SG_EINVAL,
                "node_label: 2 columns, but the graphs before have 1");
    arrays.node_label = NULL;
    arrays.n_node_labels = 0;
    check_fails(sg_array_collector_add(&collector, &arrays, &err), SG_EINVAL,
                "node_label: 0 columns, but the graphs before have 1");
    arrays.node_label = label;
    arrays.graph_id = id;
    check_fails(sg_array_collector_add(&collector, &arrays, &err), SG_EINVAL,
                "graph_id: the graphs before have none");
    /* A graph without nodes needs no labels. */
    check_ok(sg_array_collector_add(
        &collector,
        &(sg_graph_arrays){.struct_size = sizeof arrays, .n_graphs = 1, .graph_offset = empty},
        &err));
    arrays.graph_id = NULL;
    arrays.node_label_name = &o;
    arrays.n_node_label_names = 1;
    check_ok(sg_array_collector_add(&collector, &arrays, &err));
    check_fails(sg_array_collector_finish(&data, &collector, "X", &err), SG_EINVAL,
                "node_label_name: label 6 has two names, \"C\" and \"O\"");
    sg_array_collector_free(&collector);
}

/* Change some entries to anything; sizes stay true, as a caller must keep them. */
static void spoil(random_arrays *r, sg_rng *rng)
{
    const uint32_t where = sg_rng_below(rng, 7), anything = (uint32_t)sg_rng_next(rng);
    const uint32_t n_nodes = r->graph_offset[r->view.n_graphs];
    if (where == 0 && r->view.n_graphs > 1) r->graph_offset[1] = anything;
    if (where == 1) r->edge[sg_rng_below(rng, 2 * MOST_EDGES)] = anything;
    if (where == 2) r->edge[sg_rng_below(rng, 2 * MOST_EDGES)] = sg_rng_below(rng, n_nodes + 2);
    if (where == 3) r->target[0] = (double)INFINITY;
    if (where == 4) r->view.struct_size = sg_rng_below(rng, sizeof r->view);
    if (where == 5) r->view.edge = NULL;
    if (where == 6) {
        r->view.edge = NULL;
        r->view.n_edges = 0;
        for (uint32_t u = 0; u <= n_nodes; u++)
            r->arc_offset[u] = sg_rng_below(rng, MOST_EDGES);
        r->arc_offset[0] = 0;
        for (uint32_t a = 0; a < MOST_EDGES; a++)
            r->neighbor[a] = sg_rng_below(rng, n_nodes + 2);
        r->view.arc_offset = r->arc_offset;
        r->view.neighbor = r->neighbor;
    }
}

static void survives_wrong_arrays(void **state)
{
    (void)state;
    sg_rng rng = check_rng("survives_wrong_arrays");
    uint32_t n_refused = 0;
    for (int round = 0; round < 20000; round++) {
        random_arrays r = {0};
        sg_array_collector collector = {0};
        sg_dataset data = {0};
        sg_error refused = {0};
        fill(&r, &rng);
        spoil(&r, &rng);
        if (sg_array_collector_add(&collector, &r.view, &refused) != SG_OK) {
            assert_int_equal(refused.status, SG_EINVAL);
            n_refused++;
        } else {
            check_ok(sg_array_collector_finish(&data, &collector, "X", &err));
        }
        sg_dataset_free(&data);
        sg_array_collector_free(&collector);
    }
    assert_true(n_refused > 2000);
}

static sg_status make_once(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_array_collector collector = {.may_borrow = true};
    sg_dataset data = {0};
    SG_TRY(sg_array_collector_add(&collector, context, err));
    SG_TRY(sg_array_collector_finish(&data, &collector, "X", err));
done:
    sg_dataset_free(&data);
    sg_array_collector_free(&collector);
    return status;
}

static void survives_out_of_memory(void **state)
{
    (void)state;
    static const char *const word[] = {"toxic", "harmless"};
    static const sg_label_name name = {6, "C"};
    static const uint32_t edge[] = {1, 0};
    static const int32_t label[] = {6, 6, 6};
    static const double value[] = {1, 2, 3};
    sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                              TWO,
                              .n_edges = 1,
                              .edge = edge,
                              .node_label = label,
                              .edge_label = label,
                              .node_attribute = value,
                              .target = value,
                              .target_name = word,
                              .node_attribute_name = word,
                              .class_word = word,
                              .graph_id = word,
                              .node_label_name = &name,
                              .n_node_label_names = 1};
    assert_true(check_out_of_memory(make_once, &arrays) > 15);
    arrays.ownership = SG_BORROWED;
    assert_true(check_out_of_memory(make_once, &arrays) > 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_what_files_make),
        cmocka_unit_test(takes_compressed_rows),
        cmocka_unit_test(keeps_names),
        cmocka_unit_test(compares_with_the_graphs_before),
        cmocka_unit_test(survives_wrong_arrays),
        cmocka_unit_test(survives_out_of_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
