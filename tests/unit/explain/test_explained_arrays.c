/* test_explained_arrays.c - graphs from arrays are explained, ranked, drawn and fed like those from
 * files. */
#include "support/explained_models.h"

static const char DESCRIPTION[] =
    "layers: [encoder: {heads: [\"wl:1 -> label @ distance 0..2 x2\", \"degree @ edge\"],"
    " bias: label, activation: tanh}, decoder: {heads: [\"cycles:3\"], outputs: 2, bias: true},"
    " linear: {outputs: classes}]";

typedef struct both {
    sg_dataset *file, *arrays;
    sg_model *model;
    sg_explainer *of_file, *of_arrays;
} both;

/* The same graphs, out of a data set and into another one. */
static sg_dataset *through_arrays(const sg_dataset *data)
{
    const sg_data_arrays view = sg_data_view_of(data);
    const sg_data_size size = sg_data_sizes_of(data);
    int64_t graph_class[10];
    sg_dataset *made = NULL;
    assert_true(size.n_graphs <= 10);
    for (uint32_t g = 0; g < size.n_graphs; g++)
        graph_class[g] = view.class_name[view.graph_class[g]];
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .name = sg_data_name(data),
                                    .n_graphs = size.n_graphs,
                                    .graph_offset = view.graph_offset,
                                    .arc_offset = view.arc_offset,
                                    .neighbor = view.neighbor,
                                    .node_label = view.node_label,
                                    .n_node_labels = size.n_node_labels,
                                    .edge_label = view.edge_label,
                                    .n_edge_labels = size.n_edge_labels,
                                    .graph_class = graph_class};
    check_ok(sg_data_from_arrays(&made, &arrays, &err));
    assert_int_equal(sg_data_fingerprint(made), sg_data_fingerprint(data));
    return made;
}

/* The model is built from the arrays and explains both. */
static both open_both(void)
{
    sg_rng rng = check_rng("explained_arrays");
    both b = {.file = explained_molecules()};
    b.arrays = through_arrays(b.file);
    b.model = explained_model(b.arrays, DESCRIPTION, &rng);
    b.of_file = explainer_of(b.model, b.file);
    b.of_arrays = explainer_of(b.model, b.arrays);
    return b;
}

static void close_both(both *b)
{
    sg_explainer_close(b->of_file);
    sg_explainer_close(b->of_arrays);
    sg_model_close(b->model);
    sg_data_close(b->file);
    sg_data_close(b->arrays);
}

static void check_same_heads(const sg_head_explanation *x, const sg_head_explanation *y,
                             uint32_t n_nodes)
{
    assert_int_equal(x->n_messages, y->n_messages);
    for (uint32_t m = 0; m < x->n_messages; m++) {
        assert_int_equal(x->message[m].receiver, y->message[m].receiver);
        assert_int_equal(x->message[m].sender, y->message[m].sender);
        assert_int_equal(x->message[m].weight, y->message[m].weight);
        assert_true(x->message[m].contribution == y->message[m].contribution);
    }
    assert_int_equal(x->node == NULL, y->node == NULL);
    if (x->node != NULL) assert_memory_equal(x->node, y->node, n_nodes * sizeof *x->node);
    assert_true(x->contribution == y->contribution);
}

static void explanations_are_the_same(void **state)
{
    (void)state;
    both b = open_both();
    for (uint32_t g = 0; g < sg_data_sizes_of(b.file).n_graphs; g++) {
        sg_explanation x = {.struct_size = sizeof x}, y = {.struct_size = sizeof y};
        char *first = NULL, *second = NULL;
        check_ok(sg_explainer_graph(&x, b.of_file, g, SG_PREDICTED, &err));
        check_ok(sg_explainer_graph(&y, b.of_arrays, g, SG_PREDICTED, &err));
        assert_true(x.value == y.value);
        assert_int_equal(x.n_layers, y.n_layers);
        for (uint32_t l = 0; l < x.n_layers; l++)
            for (uint32_t h = 0; h < x.layer[l].n_heads; h++)
                check_same_heads(&x.layer[l].head[h], &y.layer[l].head[h], x.n_nodes);
        check_ok(sg_explainer_picture(&first, b.of_file, &x, NULL, &err));
        check_ok(sg_explainer_picture(&second, b.of_arrays, &y, NULL, &err));
        assert_string_equal(first, second);
        sg_text_release(first);
        sg_text_release(second);
        sg_explanation_free(&x);
        sg_explanation_free(&y);
    }
    close_both(&b);
}

static void rankings_and_names_are_the_same(void **state)
{
    (void)state;
    both b = open_both();
    sg_ranking x = {.struct_size = sizeof x}, y = {.struct_size = sizeof y};
    check_ok(sg_explainer_rank(&x, b.of_file, NULL, &err));
    check_ok(sg_explainer_rank(&y, b.of_arrays, NULL, &err));
    assert_true(x.n_weights > 0);
    assert_int_equal(x.n_weights, y.n_weights);
    for (size_t i = 0; i < x.n_weights; i++) {
        const sg_ranked_weight *u = &x.weight[i], *v = &y.weight[i];
        char first[200], second[200];
        assert_true(u->influence == v->influence);
        (void)sg_explainer_weight_name(first, 200, b.of_file, u->head, u->weight);
        (void)sg_explainer_weight_name(second, 200, b.of_arrays, v->head, v->weight);
        assert_string_equal(first, second);
    }
    sg_ranking_free(&x);
    sg_ranking_free(&y);
    close_both(&b);
}

/* A graph from arrays as a line of a feed has the scores of a prediction. */
static void graphs_from_arrays_can_be_fed(void **state)
{
    (void)state;
    both b = open_both();
    const uint32_t n = sg_data_sizes_of(b.arrays).n_graphs;
    double score[20];
    sg_feed *feed = NULL;
    check_ok(sg_model_predict(score, b.model, b.arrays, NULL, &err));
    check_ok(sg_feed_open(&feed, b.model, NULL, &err));
    for (uint32_t g = 0; g < n; g++) {
        char *line = NULL;
        check_ok(sg_data_graph_json(&line, b.arrays, g, &err));
        check_ok(sg_feed_push(feed, line, strlen(line), &err));
        assert_int_equal(sg_feed_count(feed), 1);
        sg_feed_line fed = {.struct_size = sizeof fed};
        check_ok(sg_feed_at(&fed, feed, 0, &err));
        assert_null(fed.error);
        for (uint32_t c = 0; c < 2; c++) check_near(fed.score[c], score[2 * g + c], 1e-12, 0);
        sg_text_release(line);
    }
    sg_feed_close(feed);
    close_both(&b);
}

SG_TESTS(cmocka_unit_test(explanations_are_the_same),
         cmocka_unit_test(rankings_and_names_are_the_same),
         cmocka_unit_test(graphs_from_arrays_can_be_fed))
