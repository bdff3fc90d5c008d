/* test_training_callbacks.c - what callbacks of a training may do to what it uses, and trainings that go astray. */
#include "support/check_alloc.h"
#include "unit/api/small_models.inc"

/* What a callback meets when it changes the model or the data of its own training. */
typedef struct meddler {
    sg_model *model;
    sg_weights *weights;
    sg_dataset *data;
    int n_refused;
} meddler;

static bool meddle(void *context, const sg_epoch *epoch)
{
    meddler *m = context;
    sg_error why = {0};
    (void)epoch;
    m->n_refused += sg_model_train(NULL, m->model, m->data, NULL, &why) == SG_EINVAL &&
                    strstr(why.text, "being trained") != NULL;
    m->n_refused += sg_weights_set(m->model, m->weights, SG_ALL_TENSORS, (double[]){0}, 1,
                                   &why) == SG_EINVAL &&
                    strstr(why.text, "being trained") != NULL;
    m->n_refused += sg_data_relabel(m->data, SG_TEST_FIXTURES "/none", &why) == SG_EINVAL &&
                    strstr(why.text, "in use") != NULL;
    return true;
}

/* Neither on the first training of a model nor on a later one. */
static void callbacks_cannot_change_what_is_trained(void **state)
{
    (void)state;
    sg_dataset *csl = NULL;
    check_ok(sg_data_generate(&csl, "CSL", 0, &err));
    meddler m = {.model = built(csl), .data = csl};
    check_ok(sg_weights_open(&m.weights, m.model, &err));
    const sg_training_options t = {
        .struct_size = sizeof t, .n_epochs = 2, .epoch = meddle, .context = &m};
    for (int time = 1; time <= 2; time++) {
        check_ok(sg_model_train(NULL, m.model, csl, &t, &err));
        assert_int_equal(m.n_refused, 6 * time);
    }
    check_ok(sg_model_train(NULL, m.model, csl, NULL, &err));
    sg_weights_close(m.weights);
    sg_model_close(m.model);
    sg_data_close(csl);
}

/* What a callback hears that predicts with the model of its own training. */
typedef struct asker {
    const sg_model *model;
    const sg_dataset *data;
    double *score; /* [150][10] */
    sg_error why;  /* of the last call */
} asker;

static bool ask(void *context, const sg_epoch *epoch)
{
    asker *a = context;
    (void)epoch;
    (void)sg_model_predict(a->score, a->model, a->data, NULL, &a->why);
    return true;
}

/* In its first training a model has no weights yet; later it has those of before until the end. */
static void callbacks_predict_with_the_weights_of_before(void **state)
{
    (void)state;
    sg_dataset *csl = NULL;
    check_ok(sg_data_generate(&csl, "CSL", 0, &err));
    sg_model *model = built(csl);
    double *before = check_alloc((size_t)150 * 10 * 2, sizeof *before);
    asker a = {.model = model, .data = csl, .score = before + 1500};
    const sg_training_options t = {
        .struct_size = sizeof t, .n_epochs = 2, .epoch = ask, .context = &a};
    check_ok(sg_model_train(NULL, model, csl, &t, &err));
    assert_int_equal(a.why.status, SG_EINVAL);
    assert_non_null(strstr(a.why.text, "has not been trained"));
    check_ok(sg_model_predict(before, model, csl, NULL, &err));
    check_ok(sg_model_train(NULL, model, csl, &t, &err));
    assert_int_equal(a.why.status, SG_OK);
    assert_memory_equal(a.score, before, 1500 * sizeof *before);
    free(before);
    sg_model_close(model);
    sg_data_close(csl);
}

/* A training whose weights become infinite fails, and the model keeps the weights that it had. */
static void infinite_weights_are_refused(void **state)
{
    (void)state;
    sg_dataset *csl = NULL;
    check_ok(sg_data_generate(&csl, "CSL", 0, &err));
    sg_model *model = trained(csl);
    double *score = check_alloc((size_t)150 * 10 * 2, sizeof *score), *again = score + 1500;
    check_ok(sg_model_predict(score, model, csl, NULL, &err));
    double *heavy = check_alloc(150, sizeof *heavy);
    for (int i = 0; i < 150; i++) heavy[i] = 1e308;
    const sg_training_options t = {.struct_size = sizeof t,
                                   .settings = "{optimizer: sgd, momentum: 0.9}",
                                   .n_epochs = 20,
                                   .item_weight = heavy};
    check_fails(sg_model_train(NULL, model, csl, &t, &err), SG_EINVAL, "training: weights");
    check_ok(sg_model_predict(again, model, csl, NULL, &err));
    assert_memory_equal(score, again, 1500 * sizeof *score);
    free(heavy);
    free(score);
    sg_model_close(model);
    sg_data_close(csl);
}

SG_TESTS(cmocka_unit_test(callbacks_cannot_change_what_is_trained),
         cmocka_unit_test(callbacks_predict_with_the_weights_of_before),
         cmocka_unit_test(infinite_weights_are_refused))
