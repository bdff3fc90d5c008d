/* test_model_join.c - several models as one say the mean of what they say. */
#include "model/model_join.h"

#include "base/mem.h"
#include "model/predictor.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/small_data.h"

#include <math.h>
#include <string.h>

#define NARROW                                                                                 \
    "layers: [{encoder: {heads: ['wl:1 @ distance 0..2'], activation: tanh}}, "                \
    "{decoder: {heads: [label]}}]"
#define DEEP                                                                                    \
    "layers: [{linear: {outputs: 3, activation: tanh}}, {encoder: {heads: ['label @ edge']}}, " \
    "{residual: {from: 0}}, {concat: [0, 2]}, {decoder: {heads: [wl:2, degree], outputs: 4, "   \
    "activation: relu}}, {linear: {}}]"
#define BESIDE "input: labels\nlayers: [{linear: {outputs: 2}}, {pool: {kind: mean}}]"

#define STANDARD                                                                               \
    "input: labels\nlayers: [{standardize: {}}, {linear: {outputs: 2}}, {pool: {kind: mean}}]"

enum { MEMBERS = 3, GRAPHS = 9, CLASSES = 2 };

static sg_model random_model(const sg_dataset *data, const char *description, sg_rng *rng)
{
    sg_model model = small_model(data, description);
    model.is_trained = true;
    for (size_t i = 0; i < model.n_weights; i++) model.weight[i] = sg_rng_uniform(rng) - 0.5;
    return model;
}

static void predict(double *score, const sg_model *model, const sg_dataset *data)
{
    sg_predictor *predictor = NULL;
    uint32_t item[GRAPHS];
    for (uint32_t i = 0; i < GRAPHS; i++) item[i] = i;
    check_ok(sg_predictor_open(&predictor, model, NULL, data, NULL, 4, &err));
    check_ok(sg_predictor_run(score, predictor, item, GRAPHS, &err));
    sg_predictor_close(predictor);
}

/* Two classes: log odds are averaged, those of the second member at a temperature. */
static void classes_have_the_mean_of_log_odds(void **state)
{
    (void)state;
    static const double SHARE[MEMBERS] = {1, 2, 1};
    sg_rng rng = sg_rng_stream(3, NULL, 0);
    sg_dataset data = random_data(&rng, GRAPHS, 8);
    sg_model model[MEMBERS] = {random_model(&data, NARROW, &rng),
                               random_model(&data, DEEP, &rng),
                               random_model(&data, NARROW, &rng)};
    double score[MEMBERS][GRAPHS * CLASSES], joined_score[GRAPHS * CLASSES];
    sg_model joined = {0};
    model[1].outputs.temperature = check_alloc(CLASSES, sizeof(double));
    model[1].outputs.temperature[0] = model[1].outputs.temperature[1] = 2.5;
    for (uint32_t m = 0; m < MEMBERS; m++) predict(score[m], &model[m], &data);
    check_ok(sg_model_join(&joined, (const sg_model *[]){&model[0], &model[1], &model[2]},
                           SHARE, MEMBERS, &err));
    assert_true(joined.is_trained && joined.outputs.temperature == NULL);
    assert_int_equal(joined.n_weights, model[0].n_weights + model[1].n_weights +
                                           model[2].n_weights + MEMBERS * CLASSES * CLASSES +
                                           CLASSES);
    predict(joined_score, &joined, &data);
    for (uint32_t i = 0; i < GRAPHS; i++) {
        double odds = 0;
        for (uint32_t m = 0; m < MEMBERS; m++)
            odds += SHARE[m] / 4 * log(score[m][2 * i] / score[m][2 * i + 1]);
        check_near(joined_score[2 * i], 1 / (1 + exp(-odds)), 1e-12, 0);
    }
    sg_model_free(&joined);
    for (uint32_t m = 0; m < MEMBERS; m++) sg_model_free(&model[m]);
    sg_dataset_free(&data);
}

/* Layers that read the input are in a tower what they were as first ones. */
static void layers_of_the_input_begin_towers(void **state)
{
    (void)state;
    sg_rng rng = sg_rng_stream(9, NULL, 0);
    sg_dataset data = random_data(&rng, GRAPHS, 8);
    sg_model model[] = {random_model(&data, STANDARD, &rng),
                        random_model(&data, STANDARD, &rng)};
    double score[2][GRAPHS * CLASSES], joined_score[GRAPHS * CLASSES];
    sg_model joined = {0};
    for (uint32_t m = 0; m < 2; m++) predict(score[m], &model[m], &data);
    check_ok(sg_model_join(&joined, (const sg_model *[]){&model[0], &model[1]},
                           (const double[]){1, 1}, 2, &err));
    predict(joined_score, &joined, &data);
    for (uint32_t i = 0; i < GRAPHS; i++) {
        double odds = 0;
        for (uint32_t m = 0; m < 2; m++) odds += log(score[m][2 * i] / score[m][2 * i + 1]) / 2;
        check_near(joined_score[2 * i], 1 / (1 + exp(-odds)), 1e-12, 0);
    }
    sg_model_free(&joined);
    for (uint32_t m = 0; m < 2; m++) sg_model_free(&model[m]);
    sg_dataset_free(&data);
}

/* That models cannot be joined is known before they are trained. */
static void blueprints_tell_who_can_be_joined(void **state)
{
    (void)state;
    sg_rng rng = sg_rng_stream(9, NULL, 0);
    sg_dataset data = random_data(&rng, GRAPHS, 8);
    sg_model narrow = random_model(&data, NARROW, &rng), deep = random_model(&data, DEEP, &rng),
             beside = random_model(&data, BESIDE, &rng);
    assert_true(sg_blueprints_can_join(&narrow.blueprint, &deep.blueprint, 4));
    assert_false(sg_blueprints_can_join(&narrow.blueprint, &beside.blueprint, 4));
    assert_false(sg_blueprints_can_join(&narrow.blueprint, &deep.blueprint, SG_MAX_LAYERS));
    sg_model_free(&narrow);
    sg_model_free(&deep);
    sg_model_free(&beside);
    sg_dataset_free(&data);
}

/* Targets are averaged in their own unit, whatever unit the members learned in. */
static void targets_have_the_mean_in_their_unit(void **state)
{
    (void)state;
    sg_rng rng = sg_rng_stream(4, NULL, 0);
    sg_dataset data = random_data(&rng, GRAPHS, 8);
    sg_model model[] = {random_model(&data, NARROW, &rng), random_model(&data, DEEP, &rng)};
    double score[2][GRAPHS * CLASSES], joined_score[GRAPHS * CLASSES];
    sg_model joined = {0};
    for (uint32_t m = 0; m < 2; m++) {
        sg_outputs *o = &model[m].outputs;
        o->task = SG_REGRESSION;
        model[m].loss = &sg_loss_mse;
        o->scale = check_alloc(CLASSES, sizeof *o->scale);
        o->offset = check_alloc(CLASSES, sizeof *o->offset);
        for (uint32_t t = 0; t < CLASSES; t++) {
            o->scale[t] = m == 0 ? 2 : 0.5 + t;
            o->offset[t] = m == 0 ? -1 : 10;
        }
        predict(score[m], &model[m], &data);
    }
    check_ok(sg_model_join(&joined, (const sg_model *[]){&model[0], &model[1]},
                           (const double[]){3, 1}, 2, &err));
    predict(joined_score, &joined, &data);
    for (uint32_t i = 0; i < GRAPHS * CLASSES; i++)
        check_near(joined_score[i], 0.75 * score[0][i] + 0.25 * score[1][i], 1e-12, 1e-12);
    sg_model_free(&joined);
    for (uint32_t m = 0; m < 2; m++) sg_model_free(&model[m]);
    sg_dataset_free(&data);
}

static void check_refused(const sg_model *first, const sg_model *second, const double *share,
                          const char *text)
{
    sg_model joined = {0};
    check_fails(sg_model_join(&joined, (const sg_model *[]){first, second}, share, 2, &err),
                SG_EINVAL, text);
    assert_null(joined.weight);
}

static void models_that_do_not_go_together_are_refused(void **state)
{
    (void)state;
    static const double EVEN[] = {1, 1};
    sg_rng rng = sg_rng_stream(5, NULL, 0);
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5"),
               other = small_data("0: 5 7 / 0-1", "1: 5"),
               classes = small_data("0: 5 9 / 0-1", "1: 5", "2: 9");
    sg_model model = random_model(&data, NARROW, &rng),
             beside = random_model(&data, BESIDE, &rng),
             elsewhere = random_model(&other, NARROW, &rng),
             three = random_model(&classes, NARROW, &rng);
    check_refused(&model, &beside, EVEN, "models: model 1 begins with another input");
    check_refused(&model, &elsewhere, EVEN, "they do not know the same of");
    check_refused(&model, &three, EVEN, "");
    check_refused(&model, &model, (const double[]){1, 0}, "the share of model 1 is 0");
    elsewhere.is_trained = false;
    check_refused(&model, &elsewhere, EVEN, "it has not been trained");
    sg_model_free(&model);
    sg_model_free(&beside);
    sg_model_free(&elsewhere);
    sg_model_free(&three);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
    sg_dataset_free(&classes);
}

/* ---- No memory ------------------------------------------------------------------------------ */

static sg_status join_itself(void *context, sg_error *error)
{
    sg_model joined = {0};
    const sg_model *model = context;
    const sg_status status = sg_model_join(&joined, (const sg_model *[]){model, model},
                                           (const double[]){1, 1}, 2, error);
    sg_model_free(&joined);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_rng rng = sg_rng_stream(6, NULL, 0);
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5");
    sg_model model = random_model(&data, NARROW, &rng);
    assert_true(check_out_of_memory(join_itself, &model) > 10);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(classes_have_the_mean_of_log_odds),
         cmocka_unit_test(layers_of_the_input_begin_towers),
         cmocka_unit_test(blueprints_tell_who_can_be_joined),
         cmocka_unit_test(targets_have_the_mean_in_their_unit),
         cmocka_unit_test(models_that_do_not_go_together_are_refused),
         cmocka_unit_test(out_of_memory))
