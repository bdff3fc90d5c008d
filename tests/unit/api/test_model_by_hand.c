/* test_model_by_hand.c - predictions of models whose weights are set by hand, which looks behind
 * sharegnn.h; what a model never saw weighs zero. */
#include "store/model_parts.h"
#include "unit/api/written_models.inc"

/* Make all weights of a layer's tensors of that name `value`. */
static void set_weights(sg_model *model, uint32_t layer, const char *name, double value)
{
    sg_model_on_data alone = {0};
    uint32_t n_found = 0;
    check_ok(sg_model_open_alone(&alone, model, 0, &err));
    for (uint32_t t = 0; t < alone.outline.n_tensors; t++) {
        const sg_tensor *tensor = &alone.outline.tensor[t];
        if (alone.layer_of[tensor->layer] != layer || strcmp(tensor->name, name) != 0) continue;
        for (size_t i = 0; i < tensor->n; i++) model->weight[tensor->first + i] = value;
        n_found++;
    }
    assert_true(n_found > 0);
    model->is_trained = true;
    sg_model_on_data_close(&alone);
}

/* Two nodes with the label 5 and an edge. */
static const source KNOWN = {
    .arcs = "1,2\n2,1\n", .indicator = "1\n1\n", .node_labels = "5\n5\n", .targets = "0\n"};

/* The same; 5 - 9; a single 9; a path 5 - 5 - 5; a single 5. */
static const source UNSEEN = {.arcs = "1,2\n2,1\n3,4\n4,3\n6,7\n7,6\n7,8\n8,7\n",
                              .indicator = "1\n1\n2\n2\n3\n4\n4\n4\n5\n",
                              .node_labels = "5\n5\n5\n9\n9\n5\n5\n5\n5\n"};

/* Weights of a layer's tensor, all of one value; the last of a list has no name. */
typedef struct {
    uint32_t layer;
    const char *name;
    double value;
} hand_weight;

static void check_weighted(const char *description, const hand_weight *weight,
                           const double expected[5])
{
    sg_dataset *known = open_source("known", &KNOWN), *unseen = open_source("unseen", &UNSEEN);
    sg_model *model = describe(known, description);
    for (; weight->name != NULL; weight++)
        set_weights(model, weight->layer, weight->name, weight->value);
    double *score = predict(model, unseen, 1);
    for (int g = 0; g < 5; g++) check_near(score[g], expected[g], 1e-6, 0);
    check_saved(unseen, model);
    free(score);
    sg_model_close(model);
    sg_data_close(known);
    sg_data_close(unseen);
}

static void check_prediction(const char *description, const double expected[5])
{
    const bool has_bias = strstr(description, "bias label") != NULL;
    const hand_weight weights[] = {{0, "weight", 2},
                                   {1, "weight", 3},
                                   {1, "bias", 7},
                                   {0, has_bias ? "bias" : NULL, 10},
                                   {0}};
    check_weighted(description, weights, expected);
}

/* What coarser labels say is added, also of labels that the model has never seen: a node gets 2 from itself and
 * from each neighbor, and 2 more if both have the label 5. */
static void unseen_triples_fall_back(void **state)
{
    (void)state;
    static const hand_weight WEIGHTS[] = {
        {0, "weight", 2}, {2, "weight", 3}, {2, "bias", 7}, {0}};
    check_weighted("layers: [encoder: {heads: [label @ edge], backoff: [none]},"
                   " decoder: {heads: [none], outputs: targets, pool: sum}]",
                   WEIGHTS,
                   (double[]){3 * (8 + 8) + 7, 3 * (6 + 4) + 7, 3 * 2 + 7, 3 * (8 + 12 + 8) + 7,
                              3 * 4 + 7});
}

/* Two products of 2, 3 and 0.5 for every pair whose labels are known, whether or not their triple is. */
static void low_rank_weights_are_products(void **state)
{
    (void)state;
    static const hand_weight WEIGHTS[] = {{0, "receiver", 2}, {0, "sender", 3},
                                          {0, "value", 0.5},  {1, "weight", 3},
                                          {1, "bias", 7},     {0}};
    check_weighted(
        "layers: [low-rank: {head: label @ edge, rank: 2},"
        " decoder: {heads: [none], outputs: targets, pool: sum}]",
        WEIGHTS,
        (double[]){3 * (12 + 12) + 7, 3 * 6 + 7, 7, 3 * (12 + 18 + 12) + 7, 3 * 6 + 7});
}

static void wrong_low_rank_layers_are_refused(void **state)
{
    (void)state;
    static const char *const WRONG[][2] = {
        {"layers: [low-rank: {}]", "there is no '@'"},
        {"layers: [low-rank: {head: [label @ edge]}]", "low-rank.head"},
        {"layers: [low-rank: {head: label @ edge x2}]", "nothing may follow the pair property"},
        {"layers: [low-rank: {head: label @ edge bias label}]", "nothing may follow"},
        {"layers: [low-rank: {head: label @ edge at-least 2}]", "nothing may follow"},
        {"layers: [low-rank: {head: label @ edge decay 0}]", "nothing may follow"},
        {"layers: [low-rank: {head: label @ edge, rank: 0}]", "low-rank.rank"},
        {"layers: [low-rank: {head: label @ edge, rank: 1025}]", "low-rank.rank"},
        {"layers: [pool: {}, low-rank: {head: label @ edge}]", "low-rank"}};
    sg_dataset *known = open_source("known", &KNOWN);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const sg_model_options options = {.struct_size = sizeof options,
                                          .description = WRONG[i][0]};
        sg_model *model = NULL;
        sg_error err = {0};
        assert_int_not_equal(sg_model_build(&model, known, &options, &err), SG_OK);
        assert_null(model);
        if (strstr(err.text, WRONG[i][1]) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", err.text, WRONG[i][1]);
    }
    sg_data_close(known);
}

/* A node gets 2 from itself and from each neighbor, if both have the label 5; such a node counts
 * three times what it has; and 7 is added. */
static void what_was_never_seen_weighs_zero(void **state)
{
    (void)state;
    check_prediction("layers: [encoder: {heads: [label @ edge]},"
                     " decoder: {heads: [label], outputs: targets, pool: sum}]",
                     (double[]){3 * (4 + 4) + 7, 3 * 2 + 7, 7, 3 * (4 + 6 + 4) + 7, 3 * 2 + 7});
    /* The mean is over all nodes, known or not. */
    check_prediction("layers: [encoder: {heads: [label @ edge]},"
                     " decoder: {heads: [label], outputs: targets, pool: mean}]",
                     (double[]){3 * 4 + 7, 3 + 7, 7, 3 * 14.0 / 3 + 7, 3 * 2 + 7});
    /* A bias of 10 for nodes with the label 5. */
    check_prediction("layers: [encoder: {heads: [label @ edge bias label]},"
                     " decoder: {heads: [label], outputs: targets, pool: sum}]",
                     (double[]){3 * 28 + 7, 3 * 12 + 7, 7, 3 * 44 + 7, 3 * 12 + 7});
    /* A linear layer on one-hot labels has a bias for all, a weight for those it knows; and all
     * nodes are pooled, but by a decoder that knows no 9. */
    sg_dataset *known = open_source("known", &KNOWN), *unseen = open_source("unseen", &UNSEEN);
    sg_model *model = describe(known, "{ input: labels, layers: [linear: { outputs: 1 },"
                                      " pool: { kind: sum }] }");
    set_weights(model, 0, "weight", 2);
    set_weights(model, 0, "bias", 1);
    double *score = predict(model, unseen, 1);
    const double expected[] = {6, 4, 1, 9, 3};
    for (int g = 0; g < 5; g++) check_near(score[g], expected[g], 1e-6, 0);
    free(score);
    sg_model_close(model);
    sg_data_close(known);
    sg_data_close(unseen);
}

/* Triples that are too rare or too frequent have no weight; at the same places in other data. */
static void thresholds_hold_for_other_data(void **state)
{
    (void)state;
    /* Three times 5 - 5 and once 5 - 9: (5, 5, edge) six times, (5, 9) and (9, 5) once. */
    const source training = {.arcs = "1,2\n2,1\n3,4\n4,3\n5,6\n6,5\n7,8\n8,7\n",
                             .indicator = "1\n1\n2\n2\n3\n3\n4\n4\n",
                             .node_labels = "5\n5\n5\n5\n5\n5\n5\n9\n",
                             .targets = "1\n2\n3\n4\n"};
    const source other = {.arcs = "1,2\n2,1\n", .indicator = "1\n1\n", .node_labels = "5\n9\n"};
    sg_dataset *data = open_source("training", &training),
               *single = open_source("other", &other);
    static const struct {
        const char *head;
        double expected;
    } cases[] = {{"label @ distance 1", 4},
                 {"label @ distance 1 at-least 2", 0},
                 {"label @ distance 1 at-most 1", 4}};
    for (int i = 0; i < 3; i++) {
        char text[200];
        (void)snprintf(
            text, sizeof text,
            "{ scale: none, layers: [encoder: { heads: ['%s'] }, pool: { kind: sum },"
            " activation: { kind: identity }] }",
            cases[i].head);
        sg_model *model = describe(data, text);
        set_weights(model, 0, "weight", 2);
        double *score = predict(model, single, 1);
        check_near(score[0], cases[i].expected, 1e-6, 0);
        free(score);
        sg_model_close(model);
    }
    sg_data_close(data);
    sg_data_close(single);
}

/* What a graph is given does not depend on the graphs around it. */
static void graphs_are_predicted_one_by_one(void **state)
{
    (void)state;
    static const source molecules = {.arcs =
                                         "1,2\n2,1\n2,3\n3,2\n4,5\n5,4\n5,6\n6,5\n6,4\n4,6\n",
                                     .indicator = "1\n1\n1\n2\n2\n2\n3\n",
                                     .node_labels = "1\n2\n1\n1\n1\n2\n2\n",
                                     .classes = "-1\n1\n4\n"};
    static const source alone[] = {
        {.arcs = "1,2\n2,1\n2,3\n3,2\n", .indicator = "1\n1\n1\n", .node_labels = "1\n2\n1\n"},
        {.arcs = "1,2\n2,1\n2,3\n3,2\n3,1\n1,3\n",
         .indicator = "1\n1\n1\n",
         .node_labels = "1\n1\n2\n"},
        {.arcs = "", .indicator = "1\n", .node_labels = "2\n"}};
    sg_dataset *all = open_source("molecules", &molecules);
    sg_model *model = build(all, "wl:1 @ distance 0..2 x2", "wl:1");
    (void)train(model, all, "{epochs: 20, init: he, batch-size: 1}", 1);
    double *together = predict(model, all, 2);
    for (int g = 0; g < 3; g++) {
        char name[20];
        (void)snprintf(name, sizeof name, "alone%d", g);
        sg_dataset *one = open_source(name, &alone[g]);
        double *score = predict(model, one, 1);
        assert_memory_equal(score, together + 3 * (size_t)g, 3 * sizeof *score);
        check_near(score[0] + score[1] + score[2], 1, 1e-12, 0);
        free(score);
        sg_data_close(one);
    }
    assert_int_equal(sg_model_class(model, 0), -1);
    assert_int_equal(sg_model_class(model, 2), 4);
    free(together);
    sg_model_close(model);
    sg_data_close(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_never_seen_weighs_zero),
        cmocka_unit_test(unseen_triples_fall_back),
        cmocka_unit_test(low_rank_weights_are_products),
        cmocka_unit_test(wrong_low_rank_layers_are_refused),
        cmocka_unit_test(thresholds_hold_for_other_data),
        cmocka_unit_test(graphs_are_predicted_one_by_one),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
