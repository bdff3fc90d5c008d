/* test_live.c - thousands of random edits: predictions have the bits of a fresh live data set, and are those
 * of the model up to rounding. */
#include "sharegnn.h"

#include "base/rng.h"
#include "support/check.h"

#include <string.h>

enum { MOST_OUTPUTS = 4, N_GRAPHS = 3 };

/* Random sparse graphs with node and edge labels and two classes. */
static sg_dataset *draw_data(sg_rng *rng, uint32_t n_graphs, uint32_t n_nodes)
{
    sg_dataset *data = NULL;
    uint32_t offset[40] = {0}, *edge = calloc((size_t)n_graphs * n_nodes * 4, sizeof *edge);
    int32_t *node_label = calloc((size_t)n_graphs * n_nodes, sizeof *node_label),
            *edge_label = calloc((size_t)n_graphs * n_nodes * 2, sizeof *edge_label);
    int64_t class_of[40] = {0};
    double *attribute = calloc((size_t)n_graphs * n_nodes * 2, sizeof *attribute);
    size_t n_edges = 0;
    for (uint32_t g = 0; g < n_graphs; g++) {
        offset[g + 1] = offset[g] + n_nodes;
        class_of[g] = g % 2;
        for (uint32_t v = 0; v < n_nodes; v++) {
            const uint32_t at = offset[g] + v;
            node_label[at] = (int32_t)sg_rng_below(rng, 3);
            attribute[2 * at] = sg_rng_uniform(rng);
            attribute[2 * at + 1] = sg_rng_uniform(rng) - 0.5;
            for (int i = 0; i < 2 && v > 0; i++) {
                const uint32_t w = v > 3 && i == 0 ? v - 1 : sg_rng_below(rng, v);
                edge_label[n_edges] = (int32_t)sg_rng_below(rng, 2);
                edge[2 * n_edges] = at;
                edge[2 * n_edges++ + 1] = offset[g] + w;
            }
        }
    }
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = n_graphs,
                                    .graph_offset = offset,
                                    .n_edges = n_edges,
                                    .edge = edge,
                                    .node_label = node_label,
                                    .n_node_labels = 1,
                                    .edge_label = edge_label,
                                    .n_edge_labels = 1,
                                    .node_attribute = attribute,
                                    .n_node_attributes = 2,
                                    .graph_class = class_of};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    free(edge);
    free(node_label);
    free(edge_label);
    free(attribute);
    return data;
}

/* In double precision predictions of both ways agree to the last digits. */
static sg_model *train(const sg_dataset *data, const char *description, bool in_double)
{
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options,
                                      .description = description};
    const sg_training_options training = {
        .struct_size = sizeof training,
        .settings = "{epochs: 2, learning-rate: 0.05, batch-size: 2, init: uniform -0.4 0.4}",
        .precision = in_double ? SG_COMPUTE_DOUBLE : SG_COMPUTE_DEFAULT};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

/* A random edit that is possible, or not; returns whether it was made. */
static bool edit(sg_live *live, sg_rng *rng, uint32_t *n_numbers)
{
    const int32_t label = (int32_t)sg_rng_below(rng, 4);
    const double attribute[] = {sg_rng_uniform(rng), sg_rng_uniform(rng)};
    const uint32_t kind = sg_rng_below(rng, 12), graph = sg_rng_below(rng, N_GRAPHS);
    const uint32_t one = sg_rng_below(rng, n_numbers[graph]),
                   other = sg_rng_below(rng, n_numbers[graph]);
    const bool is_new = kind >= 8 && kind % 3 == 0;
    const sg_live_change change = {.struct_size = sizeof change,
                                   .kind = kind < 4 ? SG_LIVE_ADD_EDGE
                                           : kind < 8
                                               ? SG_LIVE_REMOVE_EDGE
                                               : (sg_live_kind)(SG_LIVE_ADD_NODE + kind % 3),
                                   .graph = graph,
                                   .node = is_new ? 0 : one,
                                   .other = kind < 8 ? other : 0,
                                   .label = sg_rng_below(rng, 4) > 0 ? &label : NULL,
                                   .attribute = kind >= 8 ? attribute : NULL};
    uint32_t node = UINT32_MAX;
    if (sg_live_edit(&node, live, &change, NULL) != SG_OK) return false;
    if (change.kind == SG_LIVE_ADD_NODE) {
        assert_int_equal(node, n_numbers[graph]);
        n_numbers[graph]++;
    }
    return true;
}

static void predict_all(double score[N_GRAPHS][MOST_OUTPUTS], sg_live *live)
{
    for (uint32_t g = 0; g < N_GRAPHS; g++) check_ok(sg_live_predict(score[g], live, g, &err));
}

/* The same bits as a live data set that is opened now, and the model's own prediction but for rounding. */
static void compare(sg_live *live, const sg_model *model)
{
    sg_dataset *now = NULL;
    sg_live *fresh = NULL;
    double kept[N_GRAPHS][MOST_OUTPUTS] = {{0}}, anew[N_GRAPHS][MOST_OUTPUTS] = {{0}},
           plain[N_GRAPHS * MOST_OUTPUTS] = {0};
    const uint32_t n_outputs = sg_model_sizes_of(model).n_outputs;
    check_ok(sg_live_data(&now, live, &err));
    check_ok(sg_live_open(&fresh, model, now, NULL, &err));
    predict_all(kept, live);
    predict_all(anew, fresh);
    assert_memory_equal(kept, anew, sizeof kept);
    check_ok(sg_model_predict(plain, model, now, NULL, &err));
    for (uint32_t g = 0; g < N_GRAPHS; g++)
        for (uint32_t o = 0; o < n_outputs; o++)
            check_near(kept[g][o], plain[g * n_outputs + o], 1e-6, 1e-6);
    sg_live_close(fresh);
    sg_data_close(now);
}

static void follow_edits(const char *name, const char *description, uint32_t n_nodes,
                         int n_edits, int between, bool is_local)
{
    sg_rng rng = check_rng(name);
    sg_dataset *data = draw_data(&rng, N_GRAPHS, n_nodes);
    sg_model *model = train(data, description, n_nodes > 100);
    sg_live *live = NULL;
    sg_live_size size = {.struct_size = sizeof size};
    uint32_t n_numbers[N_GRAPHS] = {n_nodes, n_nodes, n_nodes};
    double first[N_GRAPHS][MOST_OUTPUTS] = {{0}}, last[N_GRAPHS][MOST_OUTPUTS] = {{0}};
    int n_made = 0;
    check_ok(sg_live_open(&live, model, data, NULL, &err));
    check_ok(sg_live_sizes(&size, live, &err));
    assert_int_equal(size.is_local, is_local);
    assert_int_equal(size.reason[0] == '\0', is_local);
    predict_all(first, live);
    for (int i = 1; i <= n_edits; i++) {
        n_made += edit(live, &rng, n_numbers);
        if (i % between == 0) compare(live, model);
    }
    assert_true(n_made > n_edits / 4);
    check_ok(sg_live_sizes(&size, live, &err));
    assert_int_equal(size.n_undo, n_made);
    for (int i = 0; i < n_made; i++) check_ok(sg_live_undo(NULL, live, &err));
    predict_all(last, live);
    assert_memory_equal(first, last, sizeof first);
    check_fails(sg_live_undo(NULL, live, &err), SG_EINVAL, "no edit to take back");
    sg_live_close(live);
    sg_model_close(model);
    sg_data_close(data);
}

static void one_encoder(void **state)
{
    (void)state;
    follow_edits(
        "one_encoder",
        "layers:\n  - encoder: { heads: [\"wl:2 @ distance 0..2\"], activation: tanh }\n"
        "  - decoder: { heads: [\"wl:1\"], activation: tanh }\n",
        40, 600, 20, true);
}

/* Large enough for shares to be kept. */
static void large_graphs(void **state)
{
    (void)state;
    follow_edits(
        "large_graphs",
        "layers:\n  - encoder: { heads: [\"wl:2 @ distance 0..2\"], activation: tanh }\n"
        "  - decoder: { heads: [\"wl:1\"], activation: tanh }\n",
        700, 600, 50, true);
}

static void deep(void **state)
{
    (void)state;
    follow_edits(
        "deep",
        "input: labels\nlayers:\n  - linear: { outputs: 5, activation: tanh }\n"
        "  - encoder: { heads: [\"label @ path 0..2 x2\", \"wl-edges:1 @ edge\"], bias: label }\n"
        "  - linear: { outputs: 5, activation: leaky-relu }\n  - norm: { affine: true }\n"
        "  - residual: { from: 0 }\n  - encoder: { heads: [\"none @ distance 0..1\"] }\n"
        "  - decoder: { heads: [\"label\", \"none\"], outputs: 2, pool: sum }\n"
        "  - linear: { outputs: 6, activation: tanh }\n  - linear: { outputs: classes }\n",
        600, 200, 25, true);
}

/* Properties that look at whole graphs are local with a distance. */
static void near_pairs(void **state)
{
    (void)state;
    static const char *const heads[] = {"wl:1 @ fwl:1 within 2", "label @ fwl:2 within 1..2",
                                        "fwl:2 within 1 @ edge", "label @ marked-wl:2 within 2",
                                        "none @ separators within 3"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        char text[256];
        (void)snprintf(text, sizeof text,
                       "layers:\n  - encoder: { heads: [\"%s\"], activation: tanh }\n"
                       "  - decoder: { heads: [\"label\"], activation: tanh }\n",
                       heads[i]);
        follow_edits(heads[i], text, 560, 300, 30, true);
    }
}

/* Layers of others, attributes, and the largest value of all nodes. */
static void others(void **state)
{
    (void)state;
    follow_edits(
        "others",
        "input: attributes\nlayers:\n  - gcn: { outputs: 4, activation: tanh }\n"
        "  - gin: { outputs: 4 }\n  - pool: { kind: max }\n  - linear: { outputs: classes }\n",
        550, 200, 25, true);
}

/* What looks at whole graphs is computed for whole graphs. */
static void not_local(void **state)
{
    (void)state;
    follow_edits(
        "not_local",
        "layers:\n  - encoder: { heads: [\"betweenness:4 @ cycle-distance 0..2\"], activation: tanh }\n"
        "  - decoder: { heads: [\"closed-walks:3\"], activation: tanh }\n",
        30, 120, 20, false);
    follow_edits(
        "virtual",
        "input: labels\nlayers:\n  - linear: { outputs: 3 }\n  - virtual-node: {}\n"
        "  - gcn: { outputs: 3 }\n  - pool: { kind: mean }\n  - linear: { outputs: classes }\n",
        530, 60, 20, false);
}

static void refusals(void **state)
{
    (void)state;
    sg_rng rng = check_rng("refusals");
    sg_dataset *data = draw_data(&rng, N_GRAPHS, 8);
    sg_model *model = train(
        data,
        "layers:\n  - encoder: { heads: [\"label @ edge\"] }\n  - decoder: { heads: [\"label\"] }\n",
        false);
    sg_live *live = NULL;
    uint32_t graph = 9, node = 9;
    double before[MOST_OUTPUTS], after[MOST_OUTPUTS];
    check_ok(sg_live_open(&live, model, data, NULL, &err));
    check_ok(sg_live_predict(before, live, 0, &err));
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"{\"add\":\"edge\",\"nodes\":[0,99]}", "there is no node 99; the last one is 7"},
        {"{\"add\":\"edge\",\"nodes\":[3,3]}", "an edge cannot join node 3 with itself"},
        {"{\"add\":\"edge\",\"nodes\":[3]}", "an edge has two"},
        {"{\"add\":\"edge\",\"graph\":3,\"nodes\":[0,1]}", "there is no graph 3; there are 3"},
        {"{\"remove\":\"node\",\"node\":8}", "there is no node 8"},
        {"{\"remove\":\"node\"}", "\"node\" is missing"},
        {"{\"add\":\"node\",\"label\":[1,2]}", "2 given, but the data has 1"},
        {"{\"add\":\"node\",\"label\":1.5}", "1.5 is not a whole number"},
        {"{\"add\":\"node\",\"lable\":1}", "did you mean \"label\"?"},
        {"{\"set\":\"edge\",\"nodes\":[0,1]}", "an edit has"},
        {"{\"undo\":1}", "no edit to take back"},
        {"{\"undo\":2}", "undo"},
        {"{\"add\":\"edge\",\"remove\":\"edge\",\"nodes\":[0,1]}",
         "\"add\" and \"remove\" are two edits, and a line has one"},
        {"{\"remove\":\"node\",\"add\":\"node\",\"node\":1}", "are two edits"},
        {"{\"set\":\"node\",\"add\":\"edge\",\"nodes\":[0,1]}", "are two edits"},
        {"{\"undo\":1,\"add\":\"edge\",\"nodes\":[0,1]}", "add"},
        {"[1,2]", "edit:"},
        {"{\"add\":", "edit:"},
        {"", "edit"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sg_error failure = {0};
        assert_true(sg_live_edit_json(&graph, &node, live, bad[i].text, strlen(bad[i].text),
                                      NULL, &failure) != SG_OK);
        if (strstr(failure.text, bad[i].says) == NULL)
            fail_msg("%s: %s", bad[i].text, failure.text);
    }
    assert_true(graph == 9 && node == 9);
    check_ok(sg_live_predict(after, live, 0, &err));
    assert_memory_equal(before, after, 2 * sizeof *before);
    static const char remove[] = "{\"remove\":\"node\",\"node\":2}", again[] = "{\"undo\":1}";
    check_ok(sg_live_edit_json(&graph, &node, live, remove, strlen(remove), NULL, &err));
    assert_true(graph == 0 && node == 2);
    check_fails(sg_live_edit_json(&graph, &node, live, remove, strlen(remove), "x.jsonl", &err),
                SG_EINVAL, "node 2 was removed");
    check_ok(sg_live_edit_json(&graph, &node, live, again, strlen(again), NULL, &err));
    check_ok(sg_live_predict(after, live, 0, &err));
    assert_memory_equal(before, after, 2 * sizeof *before);
    check_fails(sg_live_predict(after, live, 3, &err), SG_EINVAL, "there is no graph 3");
    const sg_training_options more = {.struct_size = sizeof more, .settings = "{epochs: 1}"};
    check_ok(sg_model_train(NULL, model, data, &more, &err));
    check_fails(sg_live_predict(after, live, 0, &err), SG_EINVAL, "open it again");
    check_fails(sg_live_edit_json(&graph, &node, live, remove, strlen(remove), NULL, &err),
                SG_EINVAL, "other weights");
    sg_live_close(live);
    sg_live_close(NULL);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(one_encoder), cmocka_unit_test(large_graphs), cmocka_unit_test(deep),
         cmocka_unit_test(near_pairs), cmocka_unit_test(others), cmocka_unit_test(not_local),
         cmocka_unit_test(refusals))
