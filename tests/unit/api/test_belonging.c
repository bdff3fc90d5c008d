/* test_belonging.c - what belongs to a handle or a thread: data that is in use stays as it is, and watches and
 * accounts end where they began. */
#include "unit/api/small_models.inc"

#include "support/folder.h"

#include <pthread.h>

static const sg_data_options IN_FIXTURES = {
    .struct_size = sizeof IN_FIXTURES, .folder = SG_TEST_FIXTURES, .n_threads = 1};

static sg_dataset *open_data(void)
{
    sg_dataset *data = NULL;
    check_ok(sg_data_open(&data, "MOL2", &IN_FIXTURES, &err));
    return data;
}

/* ---- Data in use ----------------------------------------------------------------------------- */

static void check_in_use(sg_dataset *data)
{
    const uint64_t before = sg_data_fingerprint(data);
    check_fails(sg_data_relabel(data, path_of("map"), &err), SG_EINVAL,
                "MOL2 cannot change while it is in use");
    check_fails(sg_data_read_targets(data, path_of("classes"), false, &err), SG_EINVAL,
                "close predictions, explainers and audits");
    assert_true(sg_data_fingerprint(data) == before);
}

static void data_in_use_does_not_change(void **state)
{
    (void)state;
    sg_dataset *data = open_data();
    sg_model *model = built(data);
    sg_prediction *prediction = NULL;
    sg_explainer *explainer = NULL;
    sg_audit *audit = NULL;
    check_write(folder, "map", "0 6\n1 -\n2 7\n3 8\n4 9\n5 10\n");
    check_write(folder, "classes", "1\n8\n");
    check_in_use(data); /* by the model, which is not trained yet */
    train(model, data);
    check_ok(sg_prediction_open(&prediction, model, data, NULL, &err));
    check_in_use(data);
    sg_prediction_close(prediction);
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    check_in_use(data);
    sg_explainer_close(explainer);
    check_ok(sg_audit_open(&audit, data, NULL, &err));
    check_in_use(data);
    sg_audit_close(audit);
    check_ok(sg_data_read_targets(data, path_of("classes"), false, &err));
    check_ok(sg_data_relabel(data, path_of("map"), &err));
    sg_model_close(model);
    sg_data_close(data);
}

/* Handles keep the memory of data that its user has closed. */
static void data_may_be_closed_first(void **state)
{
    (void)state;
    sg_dataset *data = open_data();
    sg_model *model = built(data);
    sg_prediction *prediction = NULL;
    sg_explainer *explainer = NULL;
    sg_explanation explanation = {.struct_size = sizeof explanation};
    sg_audit *audit = NULL;
    sg_splits *splits = NULL;
    sg_fold_leak leak = {.struct_size = sizeof leak};
    double expected[8], score[8];
    const uint32_t first = 0;
    train(model, data);
    check_ok(sg_prediction_open(&prediction, model, data, NULL, &err));
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    check_ok(sg_audit_open(&audit, data, NULL, &err));
    check_ok(sg_splits_hold_out(&splits, data, 0.5, 1, &err));
    check_ok(sg_prediction_run(expected, prediction, &first, 1, &err));
    sg_data_close(data);
    check_ok(sg_prediction_run(score, prediction, &first, 1, &err));
    assert_true(score[0] == expected[0]);
    check_ok(sg_explainer_graph(&explanation, explainer, 0, SG_PREDICTED, &err));
    check_near(explanation.score[0], expected[0], 1e-5, 0);
    check_ok(sg_audit_leak(&leak, audit, splits, 0, &err));
    sg_explanation_free(&explanation);
    sg_splits_close(splits);
    sg_audit_close(audit);
    sg_explainer_close(explainer);
    sg_prediction_close(prediction);
    sg_model_close(model);
}

/* ---- Other weights --------------------------------------------------------------------------- */

/* Handles on a model. */
typedef struct handles {
    sg_prediction *prediction;
    sg_explainer *explainer;
    sg_explanation explanation;
    sg_feed *feed;
    sg_live *live;
} handles;

static void open_handles(handles *h, const sg_model *model, const sg_dataset *data)
{
    const sg_feed_options lines = {
        .struct_size = sizeof lines, .format = "json-lines", .n_threads = 1};
    *h = (handles){.explanation = {.struct_size = sizeof h->explanation}};
    check_ok(sg_prediction_open(&h->prediction, model, data, NULL, &err));
    check_ok(sg_explainer_open(&h->explainer, model, data, NULL, &err));
    check_ok(sg_explainer_graph(&h->explanation, h->explainer, 0, SG_PREDICTED, &err));
    check_ok(sg_feed_open(&h->feed, model, &lines, &err));
    check_ok(sg_live_open(&h->live, model, data, NULL, &err));
}

static void close_handles(handles *h)
{
    sg_explanation_free(&h->explanation);
    sg_prediction_close(h->prediction);
    sg_explainer_close(h->explainer);
    sg_feed_close(h->feed);
    sg_live_close(h->live);
}

static void check_outdated(handles *h)
{
    static const char line[] = "{\"nodes\": [0, 0], \"edges\": [[0, 1]]}\n";
    const uint32_t first = 0;
    double score[8];
    char *svg = NULL;
    sg_explanation why = {.struct_size = sizeof why};
    sg_ranking ranking = {.struct_size = sizeof ranking};
    sg_state_size size = {.struct_size = sizeof size};
    sg_trust trust[2];
    check_fails(sg_prediction_run(score, h->prediction, &first, 1, &err), SG_EINVAL,
                "prediction: its model has other weights than when it was opened");
    check_fails(sg_prediction_state_size(&size, h->prediction, 0, &first, 0, &err), SG_EINVAL,
                "prediction: its model has other weights");
    check_fails(sg_prediction_trust(trust, h->prediction, &err), SG_EINVAL,
                "prediction: its model has other weights");
    check_fails(sg_prediction_states(NULL, 0, h->prediction, 0, &first, 0, &err), SG_EINVAL,
                "prediction: its model has other weights");
    check_fails(sg_explainer_graph(&why, h->explainer, 0, SG_PREDICTED, &err), SG_EINVAL,
                "explainer: its model has other weights");
    check_fails(sg_explainer_rank(&ranking, h->explainer, NULL, &err), SG_EINVAL,
                "explainer: its model has other weights");
    check_fails(sg_explainer_picture(&svg, h->explainer, &h->explanation, NULL, &err),
                SG_EINVAL, "explainer: its model has other weights");
    check_fails(sg_feed_push(h->feed, line, sizeof line - 1, &err), SG_EINVAL,
                "feed: its model has other weights");
    check_fails(sg_live_predict(score, h->live, 0, &err), SG_EINVAL,
                "live: its model has other weights");
}

/* What was computed with some weights never meets others. */
static void handles_refuse_other_weights(void **state)
{
    (void)state;
    sg_dataset *data = open_data();
    sg_model *model = built(data);
    sg_weights *weights = NULL;
    handles h;
    train(model, data);
    open_handles(&h, model, data);
    train(model, data);
    check_outdated(&h);
    close_handles(&h);
    open_handles(&h, model, data);
    check_ok(sg_weights_open(&weights, model, &err));
    uint64_t n = 0;
    const double *value = sg_weights_view(&n, weights, 0);
    check_ok(sg_weights_set(model, weights, 0, value, n, &err));
    check_outdated(&h);
    close_handles(&h);
    sg_weights_close(weights);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static void an_error_tells_of_the_last_call(void **state)
{
    (void)state;
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_data_size size = {.struct_size = sizeof size};
    assert_int_equal(sg_data_open(&data, "not there", &IN_FIXTURES, &err), SG_ENOTFOUND);
    assert_int_equal(sg_data_sizes(&size, NULL, &err), SG_EINVAL);
    assert_int_equal(err.status, SG_EINVAL);
    assert_string_equal(err.text, "data: it is NULL");
    assert_int_equal(sg_data_open(&data, "MOL2", &IN_FIXTURES, &err), SG_OK);
    assert_int_equal(err.status, SG_OK);
    assert_true(err.text[0] == '\0' && err.where == NULL);
    sg_data_close(data);
}

/* ---- Threads --------------------------------------------------------------------------------- */

static bool count_call(void *context, const sg_progress *progress)
{
    (void)progress;
    ++*(int *)context;
    return true;
}

typedef struct foreign {
    sg_watch *watch;
    sg_account *account;
} foreign;

static void *close_foreign(void *context)
{
    foreign *f = context;
    sg_watch_close(f->watch);
    sg_account_close(f->account);
    return NULL;
}

/* A thread that closes what another one opened does nothing: the owner goes on with it and closes it. */
static void watches_and_accounts_end_where_they_began(void **state)
{
    (void)state;
    int n_calls = 0;
    const sg_observer observer = {count_call, &n_calls};
    const sg_limits limits = {.struct_size = sizeof limits, .memory = 1};
    foreign f = {0};
    pthread_t thread;
    check_ok(sg_watch_open(&f.watch, &observer, &err));
    check_ok(sg_account_open(&f.account, &limits, &err));
    assert_int_equal(pthread_create(&thread, NULL, close_foreign, &f), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    sg_dataset *data = NULL;
    check_fails(sg_data_open(&data, "MOL2", &IN_FIXTURES, &err), SG_ENOMEM, "");
    sg_account_close(f.account);
    check_ok(sg_data_open(&data, "MOL2", &IN_FIXTURES, &err));
    assert_true(n_calls > 0);
    sg_watch_close(f.watch);
    n_calls = 0;
    sg_data_close(data);
    data = open_data();
    assert_int_equal(n_calls, 0);
    sg_data_close(data);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(IN_FOLDER(data_in_use_does_not_change), IN_FOLDER(data_may_be_closed_first),
         cmocka_unit_test(handles_refuse_other_weights),
         cmocka_unit_test(an_error_tells_of_the_last_call),
         cmocka_unit_test(watches_and_accounts_end_where_they_began))
