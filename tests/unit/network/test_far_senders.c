/* test_far_senders.c - a graph of more than 65,536 nodes learns and predicts what its components do as graphs of their
 * own, which are small: rings with labels and attributes. */
#include "sharegnn.h"

#include "base/mem.h"
#include "plans/plan.h"
#include "support/check.h"

enum { RING = 11, N_RINGS = 6100, N = RING * N_RINGS, N_CLASSES = 2, WIDTH = 3 };

typedef struct rings {
    uint32_t offset[N_RINGS + 1], (*edge)[2];
    int32_t *label;
    int64_t *node_class;
    double (*attribute)[WIDTH];
} rings;

static void draw_rings(rings *r)
{
    sg_rng rng = check_rng("far");
    *r = (rings){.edge = sg_alloc(N, sizeof *r->edge),
                 .label = sg_alloc(N, sizeof *r->label),
                 .node_class = sg_alloc(N, sizeof *r->node_class),
                 .attribute = sg_alloc(N, sizeof *r->attribute)};
    for (uint32_t v = 0; v < N; v++) {
        if (v % RING == 0) r->offset[v / RING] = v;
        r->edge[v][0] = v;
        r->edge[v][1] = v / RING * RING + (v + 1) % RING;
        r->label[v] = (int32_t)sg_rng_below(&rng, 3);
        r->node_class[v] = r->label[v] == 1;
        for (int f = 0; f < WIDTH; f++) r->attribute[v][f] = sg_rng_uniform(&rng) - 0.5;
    }
    r->offset[N_RINGS] = N;
}

/* All rings as one graph, or each as its own. */
static sg_dataset *data_of(const rings *r, bool as_one)
{
    const uint32_t whole[] = {0, N};
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = as_one ? 1 : N_RINGS,
                                    .graph_offset = as_one ? whole : r->offset,
                                    .n_edges = N,
                                    .edge = r->edge[0],
                                    .node_label = r->label,
                                    .n_node_labels = 1,
                                    .node_attribute = r->attribute[0],
                                    .n_node_attributes = WIDTH,
                                    .node_class = r->node_class};
    sg_dataset *data = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    return data;
}

/* Train on all nodes at once, and predict `other`, whose plans are made for the model. */
static double *train_and_predict(const sg_dataset *data, const sg_dataset *other,
                                 const char *description, uint32_t n_threads)
{
    double *score = sg_alloc((size_t)N * N_CLASSES, sizeof *score);
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options,
                                      .description = description};
    const sg_label_options labels = {.struct_size = sizeof labels, .n_threads = n_threads};
    const sg_training_options training = {
        .struct_size = sizeof training,
        .settings =
            "{epochs: 3, batch-size: 10000, precision: double, learning-rate: 0.1, init: normal "
            "0 0.5}",
        .seed = 7,
        .n_threads = n_threads};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    check_ok(sg_model_predict(score, model, other, &labels, &err));
    sg_model_close(model);
    return score;
}

/* States of one number, of a few, and of many. */
static const char *const MODELS[] = {
    "layers:\n"
    "  - encoder: {heads: [\"label @ distance 0..2 x2\", \"label @ edge bias label\"], activation: tanh}\n"
    "  - encoder: {heads: [\"wl:1 @ distance 0..1\"], activation: tanh}\n"
    "  - linear: {outputs: classes}\n",
    "input: attributes\n"
    "layers:\n"
    "  - linear: {outputs: 40, activation: tanh}\n"
    "  - encoder: {heads: [\"label @ distance 0..1\"]}\n"
    "  - linear: {outputs: classes}\n"};

static void large_graphs_are_like_small_ones(void **state)
{
    (void)state;
    rings r;
    draw_rings(&r);
    sg_dataset *one = data_of(&r, true), *many = data_of(&r, false);
    for (size_t m = 0; m < sizeof MODELS / sizeof *MODELS; m++) {
        double *by_one = train_and_predict(one, one, MODELS[m], 1),
               *by_many = train_and_predict(many, many, MODELS[m], 1),
               *crossed = train_and_predict(many, one, MODELS[m], 2),
               *again = train_and_predict(one, one, MODELS[m], 8);
        for (size_t i = 0; i < (size_t)N * N_CLASSES; i++) {
            check_near(by_one[i], by_many[i], 1e-7, 1e-8);
            check_near(crossed[i], by_many[i], 1e-7, 1e-8);
        }
        assert_memory_equal(again, by_one, (size_t)N * N_CLASSES * sizeof *again);
        sg_free(by_one);
        sg_free(by_many);
        sg_free(crossed);
        sg_free(again);
    }
    sg_data_close(one);
    sg_data_close(many);
    sg_free(r.edge);
    sg_free(r.label);
    sg_free(r.node_class);
    sg_free(r.attribute);
}

static void senders_are_near_or_far(void **state)
{
    (void)state;
    uint16_t near[] = {4, 65535};
    uint32_t far[] = {70000, 1};
    assert_int_equal(sg_plan_sender(&(sg_plan){.sender = near}, 1), 65535);
    assert_int_equal(sg_plan_sender(&(sg_plan){.far_sender = far}, 0), 70000);
}

SG_TESTS(cmocka_unit_test(senders_are_near_or_far),
         cmocka_unit_test(large_graphs_are_like_small_ones))
