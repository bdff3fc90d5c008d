/* test_svm_training.c - features of graphs are counts, and a machine's weights are a network's: its outputs
 * are w . counts. */
#include "train/svm_training.h"

#include "base/mem.h"
#include "model/model_on_data.h"
#include "support/check.h"
#include "support/small_data.h"

/* A blueprint on small data. */
typedef struct ground {
    sg_dataset data;
    sg_blueprint blueprint;
    sg_model_on_data on_data;
} ground;

static void open_ground(ground *g, const char *layers)
{
    g->data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5 9 / 0-1", "0: 9 9 5 5 / 0-1 1-2 2-3");
    g->blueprint = small_blueprint(layers);
    check_ok(sg_model_on_data_open(&g->on_data, &g->blueprint, 2,
                                   &(sg_placement){.data = &g->data, .max_batch = 3}, &err));
}

static void close_ground(ground *g)
{
    sg_model_on_data_close(&g->on_data);
    sg_blueprint_free(&g->blueprint);
    sg_dataset_free(&g->data);
}

static const uint32_t ALL[] = {0, 1, 2};

#define HISTOGRAM "layers: [{decoder: {heads: [label], pool: sum}}]"
#define SUBTREE   "layers: [{decoder: {heads: [label, 'wl:1', degree], pool: mean}}, {add: {}}]"
#define PATHS     "layers: [{encoder: {heads: ['label @ distance 0..2 x2']}}, {pool: {kind: sum}}]"

static void labels_are_counted(void **state)
{
    (void)state;
    ground g;
    sg_linear_features f = {0};
    open_ground(&g, HISTOGRAM);
    check_ok(sg_linear_features_make(&f, &g.on_data.spec, ALL, 3, &err));
    /* Two labels and 1: the graphs have 2 and 1, 1 and 1, 2 and 2 of them. */
    assert_int_equal(f.n_features, 3);
    assert_int_equal(f.begin[3], 9);
    double sum[3] = {0};
    for (uint32_t e = 0; e < 9; e++) sum[f.feature[e]] += f.value[e];
    assert_true(sum[0] + sum[1] == 9 && sum[2] == 3);
    assert_true(f.place[1] == 2 && f.place[2] == 4 && f.step == 1);
    const sg_svm_rows rows = sg_linear_features_rows(&f);
    assert_true(rows.begin == f.begin && rows.feature == f.feature && rows.value == f.value);
    assert_true(rows.n_rows == 3 && rows.n_features == 3);
    sg_linear_features_free(&f);
    close_ground(&g);
}

/* Some learner with the weights of a machine. */
static void check_outputs(const char *layers)
{
    ground g;
    sg_svm_training machine = {0};
    sg_learner *learner = NULL;
    const uint32_t classes[] = {0, 1, 0};
    const sg_learner_options options = {.precision = SG_PRECISION_DOUBLE,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                                        .loss = sg_loss_default(SG_CLASSIFICATION)};
    open_ground(&g, layers);
    const sg_svm_items items = {ALL, 3, classes, NULL, 2, 1};
    check_ok(sg_svm_training_open(&machine, &g.on_data.spec, &items, &err));
    check_ok(sg_learner_open(&learner, &g.on_data.spec, &options, NULL, &err));
    check_ok(sg_svm_training_solve(learner, &machine, 100, &err));
    const sg_linear_features *f = &machine.features;
    double *weight = sg_alloc(sg_learner_size(learner), sizeof *weight), out[6];
    assert_non_null(weight);
    sg_learner_read(weight, learner);
    sg_learner_predict(out, learner, ALL, 3);
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t c = 0; c < 2; c++) {
            double sum = 0;
            for (uint64_t e = f->begin[i]; e < f->begin[i + 1]; e++)
                sum += f->value[e] * weight[f->place[f->feature[e]] + c * f->step];
            check_near(out[2 * i + c], sum, 1e-12, 1e-12);
            assert_true((out[2 * i + c] > 0.9) == (classes[i] == c)); /* it learned them */
        }
    sg_free(weight);
    sg_learner_close(learner);
    sg_svm_training_free(&machine);
    close_ground(&g);
}

static void outputs_are_products_with_counts(void **state)
{
    (void)state;
    check_outputs(SUBTREE);
    check_outputs(PATHS);
}

static void other_networks_are_refused(void **state)
{
    (void)state;
    static const char *const WRONG[] = {
        "layers: [{decoder: {heads: [label], activation: tanh}}]",
        "input: labels\nlayers: [{decoder: {heads: [label]}}]",
        "layers: [{decoder: {heads: [label, degree]}}, {linear: {}}]",
        "layers: [{decoder: {heads: [label], outputs: 4}}, {add: {outputs: 2}}]",
        "layers: [{embedding: {labels: label, outputs: 2}}, {pool: {}}]",
        "layers: [{gat: {outputs: 2, heads: 1, edges: 'none @ edge'}}, {pool: {}}]",
        "layers: [{encoder: {heads: ['label @ edge', 'degree @ edge']}}, {pool: {}}]",
        "layers: [{encoder: {heads: ['label @ edge x2']}}, {pool: {kind: max}}]",
        "layers: [{encoder: {heads: ['label @ edge x2 bias label']}}, {pool: {}}]"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        ground g;
        sg_linear_features f = {0};
        open_ground(&g, WRONG[i]);
        check_fails(sg_linear_features_make(&f, &g.on_data.spec, ALL, 3, &err), SG_EINVAL,
                    "a support vector machine needs input ones");
        assert_null(f.begin);
        close_ground(&g);
    }
}

static void memory_may_run_out(void **state)
{
    (void)state;
    ground g;
    sg_status status = SG_ENOMEM;
    open_ground(&g, SUBTREE);
    const long live = sg_mem_live();
    for (long k = 0; status != SG_OK; k++) {
        sg_linear_features f = {0};
        sg_mem_fail_at(k);
        status = sg_linear_features_make(&f, &g.on_data.spec, ALL, 3, NULL);
        sg_mem_fail_at(-1);
        assert_true(status == SG_OK || (status == SG_ENOMEM && f.begin == NULL));
        sg_linear_features_free(&f);
        assert_int_equal(sg_mem_live(), live);
    }
    close_ground(&g);
}

SG_TESTS(cmocka_unit_test(labels_are_counted),
         cmocka_unit_test(outputs_are_products_with_counts),
         cmocka_unit_test(other_networks_are_refused), cmocka_unit_test(memory_may_run_out))
