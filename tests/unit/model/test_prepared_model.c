/* test_prepared_model.c - what does not depend on the data is made once, and read by many. */
#include "model/prepared_model.h"

#include "base/mem.h"
#include "base/threads.h"
#include "model/predictor.h"
#include "support/check.h"
#include "support/small_data.h"

#define MODEL                                                                                  \
    "layers: [{encoder: {heads: ['wl:1 @ distance 0..2', 'label @ edge bias degree']}}, "      \
    "{decoder: {heads: [wl:2]}}, {linear: {}}]"

static void parameters_are_the_weights(void **state)
{
    (void)state;
    sg_rng rng = check_rng("prepared");
    sg_dataset data = random_data(&rng, 10, 9);
    sg_model model = small_model(&data, MODEL);
    sg_prepared_model prepared = {0};
    check_ok(sg_prepared_model_make(&prepared, &model, &err));
    assert_ptr_equal(prepared.model, &model);
    assert_ptr_equal(prepared.index.vocabularies, &model.vocabularies);
    assert_memory_equal(prepared.parameters, model.weight, model.n_weights * sizeof(double));
    assert_ptr_not_equal(prepared.parameters, model.weight);
    sg_prepared_model_free(&prepared);
    assert_true(prepared.model == NULL && prepared.parameters == NULL);
    sg_prepared_model_free(&prepared);
    model.precision = SG_PRECISION_FLOAT;
    check_ok(sg_prepared_model_make(&prepared, &model, &err));
    for (size_t i = 0; i < model.n_weights; i++)
        assert_true(((const float *)prepared.parameters)[i] == (float)model.weight[i]);
    sg_prepared_model_free(&prepared);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* Two labels with the same key are two names for one thing. */
static void unsound_models_are_refused(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5");
    sg_model model = small_model(&data, "layers: [{decoder: {heads: [label]}}]");
    sg_prepared_model prepared = {0};
    model.vocabularies.labels[0].key[1] = model.vocabularies.labels[0].key[0];
    check_fails(sg_prepared_model_make(&prepared, &model, &err), SG_EFORMAT, "");
    assert_null(prepared.model);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Threads ---------------------------------------------------------------------------------- */

enum { N_GRAPHS = 12, N_PIECES = 40 };

typedef struct crowd {
    const sg_prepared_model *prepared;
    const sg_dataset *data;
    double score[N_PIECES][N_GRAPHS * 2];
    sg_status status[N_PIECES];
} crowd;

static void predict(void *context, uint32_t piece, uint32_t worker)
{
    crowd *c = context;
    (void)worker;
    c->status[piece] = sg_predict_few(c->score[piece], NULL, c->prepared, c->data, NULL, NULL);
}

static void many_threads_read_it(void **state)
{
    (void)state;
    static crowd c;
    sg_rng rng = check_rng("threads");
    sg_dataset data = random_data(&rng, 20, 9), other = random_data(&rng, N_GRAPHS, 9);
    sg_model model = small_model(&data, MODEL);
    sg_prepared_model prepared = {0};
    sg_threads *threads = NULL;
    check_ok(sg_prepared_model_make(&prepared, &model, &err));
    check_ok(sg_threads_open(&threads, 6, &err));
    c.prepared = &prepared;
    c.data = &other;
    sg_threads_run(threads, N_PIECES, predict, &c);
    for (int i = 0; i < N_PIECES; i++) {
        assert_int_equal(c.status[i], SG_OK);
        assert_memory_equal(c.score[i], c.score[0], sizeof c.score[0]);
    }
    sg_threads_close(threads);
    sg_prepared_model_free(&prepared);
    sg_model_free(&model);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status prepare(void *context, sg_error *err)
{
    sg_prepared_model prepared = {0};
    const sg_status status = sg_prepared_model_make(&prepared, context, err);
    assert_true((status == SG_OK) == (prepared.model != NULL));
    sg_prepared_model_free(&prepared);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5");
    sg_model model = small_model(&data, MODEL);
    assert_true(check_out_of_memory(prepare, &model) > 10);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(parameters_are_the_weights),
         cmocka_unit_test(unsound_models_are_refused), cmocka_unit_test(many_threads_read_it),
         cmocka_unit_test(out_of_memory))
