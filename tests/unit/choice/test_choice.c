/* test_choice.c - which row is taken for which data, and that every row is a model. */
#include "support/check.h"

#include "base/mem.h"
#include "choice/choice.h"
#include "choice/choice_rows.h"
#include "config/network_section.h"
#include "config/train_section.h"
#include "sharegnn.h"
#include "text/yaml.h"

#include <string.h>

/* Graphs by hand: paths with as many nodes as the caller says. */
typedef struct shape {
    uint32_t n_graphs, n_nodes; /* of every graph                          */
    uint32_t width;             /* of a grid; 0: a path; 1: a star         */
    int32_t n_labels, n_bonds;  /* different ones; 0: none                 */
    bool attributes, of_nodes, targets;
    bool weights; /* of edges                                */
    bool sparse;  /* attributes of nodes, beside others      */
} shape;

enum { MOST_NODES = 4000 };

/* The edges of one graph, by the numbers of its nodes. */
static size_t join(uint32_t *edge, const shape *s, uint32_t first)
{
    size_t n = 0;
    for (uint32_t v = 0; v < s->n_nodes; v++) {
        const bool in_row = s->width > 1 ? (v + 1) % s->width != 0 : v + 1 < s->n_nodes;
        if (s->width != 1 && in_row) {
            edge[2 * n] = first + v;
            edge[2 * n++ + 1] = first + v + 1;
        }
        if (s->width > 1 && v + s->width < s->n_nodes) {
            edge[2 * n] = first + v;
            edge[2 * n++ + 1] = first + v + s->width;
        }
        if (s->width == 1 && v > 0) {
            edge[2 * n] = first;
            edge[2 * n++ + 1] = first + v;
        }
    }
    return n;
}

static sg_dataset *data_of(const shape *s)
{
    static uint32_t offset[MOST_NODES + 1], edge[4 * MOST_NODES];
    static int32_t label[MOST_NODES], bond[2 * MOST_NODES];
    static int64_t class[MOST_NODES];
    static double number[MOST_NODES];
    static uint64_t row[MOST_NODES + 1];
    static uint32_t column[MOST_NODES];
    sg_dataset *data = NULL;
    size_t n_edges = 0;
    for (uint32_t g = 0; g < s->n_graphs; g++) {
        offset[g + 1] = (g + 1) * s->n_nodes;
        n_edges += join(edge + 2 * n_edges, s, offset[g]);
    }
    for (uint32_t v = 0; v < s->n_graphs * s->n_nodes; v++) {
        label[v] = s->n_labels > 0 ? (int32_t)v % s->n_labels : 0;
        class[v] = v % 2;
        number[v] = v / 7.0;
        row[v + 1] = v + 1;
        column[v] = v % 5;
    }
    for (size_t e = 0; e < n_edges; e++) bond[e] = s->n_bonds > 0 ? (int32_t)e % s->n_bonds : 0;
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = s->n_graphs,
                                    .graph_offset = offset,
                                    .n_edges = n_edges,
                                    .edge = edge,
                                    .node_label = s->n_labels > 0 ? label : NULL,
                                    .edge_label = s->n_bonds > 0 ? bond : NULL,
                                    .node_attribute = s->attributes ? number : NULL,
                                    .edge_attribute = s->weights ? number : NULL,
                                    .sparse_row = s->sparse ? row : NULL,
                                    .sparse_column = s->sparse ? column : NULL,
                                    .node_class = s->of_nodes ? class : NULL,
                                    .target = s->targets ? number : NULL,
                                    .graph_class = s->of_nodes || s->targets ? NULL : class};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    return data;
}

/* Build and train what is chosen for an epoch. */
static void can_be_trained(const sg_dataset *data, const char *description)
{
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options,
                                      .description = description};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .description = description,
                                          .n_epochs = 1,
                                          .n_threads = 1};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    sg_model_close(model);
}

static void the_first_row_that_fits_is_taken(void **state)
{
    (void)state;
    static const struct {
        shape s;
        const char *row;
    } cases[] = {
        {{.n_graphs = 4, .n_nodes = 6}, "form alone, small degrees"},
        {{.n_graphs = 4, .n_nodes = 20, .width = 1}, "form alone, cliques"},
        {{.n_graphs = 4, .n_nodes = 12, .n_labels = 7}, "molecules, classes"},
        {{.n_graphs = 4, .n_nodes = 12, .n_labels = 7, .n_bonds = 3},
         "molecules, classes, bonds"},
        {{.n_graphs = 4, .n_nodes = 12, .n_labels = 7, .targets = true}, "molecules, numbers"},
        {{.n_graphs = 4, .n_nodes = 12, .n_labels = 2}, "labels, far"},
        {{.n_graphs = 4, .n_nodes = 12, .n_labels = 2, .n_bonds = 2}, "edges with labels, far"},
        {{.n_graphs = 4, .n_nodes = 12, .n_bonds = 2}, "edges with labels, far"},
        {{.n_graphs = 4, .n_nodes = 12, .n_bonds = 2, .attributes = true},
         "attributes, edges with labels"},
        {{.n_graphs = 4, .n_nodes = 900, .width = 1, .n_labels = 2}, "labels, far"},
        {{.n_graphs = 4, .n_nodes = 12, .attributes = true}, "attributes"},
        {{.n_graphs = 4, .n_nodes = 12, .n_labels = 2, .attributes = true},
         "attributes and labels"},
        {{.n_graphs = 4, .n_nodes = 12, .n_labels = 7, .attributes = true},
         "molecules, classes"},
        {{.n_graphs = 4, .n_nodes = 12, .width = 4, .attributes = true}, "images"},
        {{.n_graphs = 4, .n_nodes = 300, .n_labels = 250}, "texts"},
        {{.n_graphs = 4, .n_nodes = 12, .weights = true}, "edges with attributes"},
        {{.n_graphs = 4, .n_nodes = 12, .n_labels = 7, .n_bonds = 3, .weights = true},
         "edges with attributes"},
        {{.n_graphs = 4, .n_nodes = 12, .attributes = true, .weights = true, .targets = true},
         "edges with attributes"},
        {{.n_graphs = 4, .n_nodes = 12, .weights = true, .of_nodes = true},
         "nodes, edges with attributes"},
        {{.n_graphs = 4, .n_nodes = 12, .of_nodes = true}, "nodes"},
        {{.n_graphs = 4, .n_nodes = 12, .of_nodes = true, .attributes = true},
         "nodes with attributes"},
        {{.n_graphs = 4, .n_nodes = 12, .of_nodes = true, .sparse = true},
         "nodes with sparse attributes"},
        {{.n_graphs = 4, .n_nodes = 12, .of_nodes = true, .sparse = true, .attributes = true},
         "nodes with sparse and dense attributes"},
        {{.n_graphs = 4, .n_nodes = 12, .of_nodes = true, .sparse = true, .n_labels = 3},
         "nodes with sparse attributes and labels"},
        {{.n_graphs = 4, .n_nodes = 12, .of_nodes = true, .sparse = true, .weights = true},
         "nodes with sparse attributes, edges with attributes"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *description = NULL, *reason = NULL, quoted[80];
        sg_dataset *data = data_of(&cases[i].s);
        const sg_choice_options options = {.struct_size = sizeof options,
                                           .without_validation = true};
        check_ok(sg_data_choose(&description, &reason, data, &options, &err));
        (void)snprintf(quoted, sizeof quoted, "the row \"%s\":", cases[i].row);
        if (strstr(reason, quoted) == NULL) fail_msg("%s: %s", cases[i].row, reason);
        assert_null(strchr(description, '$'));
        assert_null(strstr(description, "patience"));
        can_be_trained(data, description);
        sg_text_release(description);
        sg_text_release(reason);
        sg_data_close(data);
    }
}

/* Whatever nodes have is in the input of the model that is chosen. */
static void nothing_of_nodes_is_left_out(void **state)
{
    (void)state;
    for (uint32_t has = 1; has < 16; has++) {
        const shape s = {.n_graphs = 4,
                         .n_nodes = 12,
                         .of_nodes = true,
                         .sparse = (has & 1) != 0,
                         .attributes = (has & 2) != 0,
                         .n_labels = (has & 4) != 0 ? 3 : 0,
                         .weights = (has & 8) != 0};
        sg_dataset *data = data_of(&s);
        sg_choice choice = {0};
        check_ok(sg_choice_make(&choice, data, SG_CLASSIFICATION, false, &err));
        const char *words = choice.description;
        const struct {
            bool has;
            const char *word, *other;
        } parts[] = {{s.sparse, "- sparse:", "- sparse:"},
                     {s.attributes, " attributes", "[attributes"},
                     {s.n_labels > 0, "labels", "wl:1 @"}, /* wl begins with the labels */
                     {s.weights, "edge-attributes: 1", "edge-attributes: 1"}};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (parts[i].has && strstr(words, parts[i].word) == NULL &&
                strstr(words, parts[i].other) == NULL)
                fail_msg("%s is left out: %s", parts[i].word, words);
        can_be_trained(data, words);
        sg_choice_free(&choice);
        sg_data_close(data);
    }
}

/* Large numbers without large data. */
static void rows_know_what_is_too_large(void **state)
{
    (void)state;
    sg_data_facts facts = {.item = SG_ITEM_GRAPH,
                           .task = SG_CLASSIFICATION,
                           .has = SG_FACT_NODE_LABELS,
                           .mean_degree = 3,
                           .n_pairs = 1000,
                           .n_near_pairs = 100};
    const uint64_t large = UINT64_C(1) << 40;
    assert_string_equal(sg_choice_row_for(&facts)->name, "labels, far");
    facts.n_pairs = large;
    assert_string_equal(sg_choice_row_for(&facts)->name, "labels, near");
    facts.n_near_pairs = large;
    assert_string_equal(sg_choice_row_for(&facts)->name, "labels, neighbors");
    facts.has = 0;
    assert_string_equal(sg_choice_row_for(&facts)->name, "form alone, neighbors");
    facts.n_near_pairs = 100;
    facts.mean_degree = 100;
    assert_string_equal(sg_choice_row_for(&facts)->name, "form alone, near");
    facts.item = SG_ITEM_NODE;
    facts.n_near_pairs = large;
    assert_string_equal(sg_choice_row_for(&facts)->name, "nodes, many neighbors");
    facts.has = SG_FACT_SPARSE;
    assert_string_equal(sg_choice_row_for(&facts)->name, "nodes with sparse attributes");
}

static void every_row_is_complete(void **state)
{
    (void)state;
    size_t n = 0;
    for (const sg_choice_row *row = NULL; (row = sg_choice_row_at(n)) != NULL; n++) {
        sg_tree tree = {0};
        sg_train_options options = sg_train_defaults(SG_CLASSIFICATION);
        sg_fields f;
        assert_true(row->name[0] != '\0' && row->why[0] != '\0' && row->tasks != 0);
        for (size_t i = 0; i < n; i++)
            assert_string_not_equal(sg_choice_row_at(i)->name, row->name);
        char train[300]; /* what suits the task is not known here */
        const char *judge = strstr(row->train, "$judge");
        (void)snprintf(train, sizeof train, "%.*s%s",
                       judge != NULL ? (int)(judge - row->train) : (int)strlen(row->train),
                       row->train, judge != NULL ? "clip: 1 }" : "");
        check_ok(sg_yaml_parse(&tree, row->name, train, strlen(train), &err));
        check_ok(sg_train_section_read(&options, &f, tree.root, row->name, &err));
        sg_tree_free(&tree);
    }
    assert_true(n > 10);
}

static void facts_are_those_of_the_data(void **state)
{
    (void)state;
    const shape grid = {.n_graphs = 3,
                        .n_nodes = 6,
                        .width = 3,
                        .n_labels = 5,
                        .n_bonds = 2,
                        .attributes = true};
    sg_dataset *data = data_of(&grid);
    sg_data_facts facts;
    check_ok(sg_data_facts_of(&facts, data, SG_REGRESSION, &err));
    assert_int_equal(facts.task, SG_REGRESSION);
    assert_int_equal(facts.n_graphs, 3);
    assert_int_equal(facts.n_node_labels, 5);
    assert_int_equal(facts.n_edge_labels, 2);
    assert_int_equal(facts.n_attributes, 1);
    assert_int_equal(facts.largest_degree, 3);
    assert_int_equal(facts.n_pairs, 3 * 36);
    assert_true(facts.n_near_pairs <= facts.n_pairs && facts.n_near_pairs >= 3 * 28);
    assert_true((facts.has & SG_FACT_IMAGES) != 0 && (facts.has & SG_FACT_TEXTS) == 0);
    sg_data_close(data);
}

static void patience_needs_validation(void **state)
{
    (void)state;
    const shape molecules = {.n_graphs = 4, .n_nodes = 12, .n_labels = 7};
    sg_dataset *data = data_of(&molecules);
    sg_choice choice = {0};
    check_ok(sg_choice_make(&choice, data, SG_CLASSIFICATION, true, &err));
    assert_non_null(strstr(choice.description, " patience: 25,"));
    sg_choice_free(&choice);
    check_ok(sg_choice_make(&choice, data, SG_CLASSIFICATION, false, &err));
    assert_null(strstr(choice.description, "patience"));
    assert_non_null(strstr(choice.description, "average: 0.99 }"));
    sg_choice_free(&choice);
    assert_null(choice.reason);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_row_that_fits_is_taken),
        cmocka_unit_test(nothing_of_nodes_is_left_out),
        cmocka_unit_test(rows_know_what_is_too_large),
        cmocka_unit_test(every_row_is_complete),
        cmocka_unit_test(facts_are_those_of_the_data),
        cmocka_unit_test(patience_needs_validation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
