/* test_pretrained.c - experiments that start from another model, freeze layers, train on a share of the
 * graphs and relabel their nodes. */
#include "run/pretrained.h"
#include "store/ledger.h"
#include "store/model_file.h"
#include "unit/run/tiny_runs.inc"

#include <sys/stat.h>

static void run_and_forget(const char *text, const char *name)
{
    sg_free(run(&(trial){.text = text, .name = name}));
}

/* Run what must fail. */
static sg_status try_bad(const char *text, sg_error *err)
{
    sg_text none = {0};
    return try_run(&none, &(trial){.text = text, .name = "bad"}, err);
}

static bool stop_after_a_job(void *context, const sg_run_event *event)
{
    (void)context;
    return event->kind != SG_RUN_JOB;
}

/* The text of an experiment with a path in it; valid until the next call. */
static const char *with_path(const char *format, const char *path)
{
    static char text[4000];
    (void)snprintf(text, sizeof text, format, path); /* NOLINT */
    return text;
}

#define BEGIN "vocabulary: all\ndata: TINY\n"
#define STILL                                                                                  \
    "layers:\n"                                                                                \
    "  - encoder: { heads: [\"wl:1 @ distance 0..2\"], activation: tanh }\n"                   \
    "  - decoder: { heads: [\"label\"] }\n"                                                    \
    "train: { epochs: 2, batch-size: 4, freeze: [0, 1], init: uniform -0.1 0.1 }\n"

/* ---- Starting ------------------------------------------------------------------------------ */

/* All weights come from the run before and none moves: every fold predicts what its model does. */
static void frozen_runs_keep_the_model(void **state)
{
    (void)state;
    sg_pretrained before = {0}, after = {0};
    run_and_forget(BEGIN TINY_NETWORK, "first");
    char *summary = run(&(trial){.text = with_path(BEGIN "from: %s\n" STILL, path_of("first")),
                                 .name = "still"});
    const char *start = strstr(summary, "\"start\":{\"from\":");
    assert_non_null(start);
    assert_non_null(strstr(start, "\"new\":0,\"unused\":0},{\"matched\":"));
    check_ok(sg_pretrained_open(&before, path_of("first"), &err));
    check_ok(sg_pretrained_open(&after, path_of("still"), &err));
    assert_int_equal(before.model.n_weights, after.model.n_weights);
    assert_memory_equal(before.model.weight, after.model.weight,
                        before.model.n_weights * sizeof(double));
    sg_pretrained_close(&before);
    sg_pretrained_close(&after);
    sg_free(summary);
}

/* Layer 0 is the same in both, layer 1 is wanted from nobody. */
static void weights_are_matched_by_layer(void **state)
{
    (void)state;
    sg_experiment experiment = {0};
    sg_workload workload = {0};
    sg_transfer transfer = {0};
    const sg_workload_options options = {.data_folder = folder};
    run_and_forget(BEGIN TINY_NETWORK, "matched");
    const char *text =
        with_path(BEGIN "from: { model: %s, layers: [0] }\n" TINY_NETWORK, path_of("matched"));
    check_ok(sg_experiment_parse(&experiment, "x.yml", text, strlen(text), NULL, 0, &err));
    check_ok(sg_workload_open(&workload, &experiment, &options, &err));
    check_ok(sg_workload_match(&transfer, &workload, 0, 0, &err));
    assert_int_equal(transfer.n_layers, 2);
    assert_true(transfer.layer[0].n_matched > 0);
    assert_int_equal(transfer.layer[0].n_new, 0);
    assert_int_equal(transfer.layer[1].n_matched, 0);
    assert_true(transfer.layer[1].n_new > 0);
    sg_transfer_free(&transfer);
    sg_workload_close(&workload);
    sg_experiment_free(&experiment);
}

static void resumed_runs_end_alike(void **state)
{
    (void)state;
    sg_text none = {0};
    char text[4000];
    run_and_forget(BEGIN TINY_NETWORK, "teacher");
    (void)snprintf(
        text, sizeof text, "%s",
        with_path(BEGIN "from: { model: %s, layers: [0] }\n" TINY_NETWORK, path_of("teacher")));
    char *whole = run(&(trial){.text = text, .name = "whole"});
    trial again = {.text = text, .name = "parts", .event = stop_after_a_job};
    check_fails(try_run(&none, &again, &err), SG_ECANCELED, "");
    again = (trial){.text = text, .name = "parts", .former = SG_FORMER_RESUME};
    char *parts = run(&again);
    assert_string_equal(whole, parts);
    assert_non_null(strstr(whole, "\"layers\":[0]"));

    /* Another model under the same name is another experiment. */
    run_and_forget("data: TINY\nseed: 5\n" TINY_NETWORK, "other");
    sg_pretrained other = {0};
    sg_text place = {0};
    check_ok(sg_pretrained_open(&other, path_of("other"), &err));
    check_ok(sg_text_add(&place, &err, "%s", path_of("file.model")));
    check_ok(sg_model_write(&other.model, place.data, &err));
    (void)snprintf(text, sizeof text, "%s",
                   with_path(BEGIN "from: %s\n" TINY_NETWORK, place.data));
    run_and_forget(text, "file");
    other.model.weight[0] += 1;
    check_ok(sg_model_write(&other.model, place.data, &err));
    again.name = "file";
    check_fails(try_run(&none, &again, &err), SG_EEXIST, "starts from another model");
    sg_pretrained_close(&other);
    sg_text_free(&place);
    sg_free(whole);
    sg_free(parts);
}

static void other_data_and_tasks(void **state)
{
    (void)state;
    run_and_forget(BEGIN TINY_NETWORK, "classes");
    char *summary = run(&(trial){
        .text = with_path("vocabulary: all\ndata: TINYREG\ntask: regression\ntarget: 0\nfrom: "
                          "%s\n" TINY_NETWORK,
                          path_of("classes")),
        .name = "values"});
    /* The encoder meets, the decoder is new. */
    const char *start = strstr(summary, "\"start\":");
    assert_non_null(start);
    assert_non_null(strstr(start, "\"new\":0,\"unused\":0},{\"matched\":0,\"new\":"));
    sg_free(summary);
}

static void what_is_wrong_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        sg_status status;
        const char *what;
    } bad[] = {
        {BEGIN "from: nowhere.model\n" TINY_NETWORK, SG_ENOTFOUND, "nowhere.model"},
        {BEGIN "from: { layers: [0] }\n" TINY_NETWORK, SG_EFORMAT, "tiny.yml:3:7: from: model"},
        {BEGIN "from: { model: x, layer: 0 }\n" TINY_NETWORK, SG_EFORMAT, "did you mean"},
        {BEGIN "from: \"\"\n" TINY_NETWORK, SG_EFORMAT, "from: the name is empty"},
        {BEGIN "from: { model: x, layers: [a] }\n" TINY_NETWORK, SG_EFORMAT, "from.layers"},
        {BEGIN "relabel: nowhere.txt\n" TINY_NETWORK, SG_ENOTFOUND, "nowhere.txt"},
        {BEGIN "layers: [{decoder: {heads: [label]}}]\ntrain: {freeze: [1]}\n", SG_EFORMAT,
         "tiny.yml:4:17: train.freeze: there is no layer 1; the last one is 0"},
        {BEGIN "layers: [{decoder: {heads: [label]}}]\ntrain: {share: 0}\n", SG_EFORMAT,
         "train.share"},
        {BEGIN "layers: [{decoder: {heads: [label]}}]\ntrain: {share: 1.5}\n", SG_EFORMAT,
         "train.share"},
        {BEGIN "grid: {from: [a, b]}\n" TINY_NETWORK, SG_EFORMAT, "from holds for the whole"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_fails(try_bad(bad[i].text, &err), bad[i].status, bad[i].what);
    run_and_forget("data: TINY\nsave: none\n" TINY_NETWORK, "unsaved");
    check_fails(try_bad(with_path(BEGIN "from: %s\n" TINY_NETWORK, path_of("unsaved")), &err),
                SG_ENOTFOUND, "the run has no model");
    check_fails(try_bad(with_path(BEGIN "from: %s\n" TINY_NETWORK, folder), &err), SG_ENOTFOUND,
                "the folder of a run");
    run_and_forget(BEGIN TINY_NETWORK, "two-layers");
    check_fails(try_bad(with_path(BEGIN "from: { model: %s, layers: [2] }\n" TINY_NETWORK,
                                  path_of("two-layers")),
                        &err),
                SG_EINVAL, "from.layers: the model has no layer 2; its last one is 1");
    assert_int_equal(mkdir(path_of("BARE"), 0755), 0); /* graphs without labels */
    check_write(folder, "BARE/BARE_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n");
    check_write(folder, "BARE/BARE_graph_indicator.txt", "1\n1\n2\n2\n");
    check_write(folder, "BARE/BARE_graph_labels.txt", "0\n1\n");
    check_fails(
        try_bad(with_path("data: BARE\nfrom: %s\n" TINY_NETWORK, path_of("two-layers")), &err),
        SG_EINVAL, "from: model: it looks at node labels, but the data set BARE has none");
}

/* config.yml reads back to the same. */
static void written_and_read_again(void **state)
{
    (void)state;
    static const char text[] =
        BEGIN "from: { model: a.model, layers: [0, 2] }\nrelabel: b.txt\n"
              "layers: [{decoder: {heads: [label]}}]\n"
              "train: {freeze: [0], share: 0.25}\n";
    sg_experiment first = {0}, second = {0};
    sg_configuration c = {0};
    char *written = NULL;
    check_ok(sg_experiment_parse(&first, "a.yml", text, strlen(text), NULL, 0, &err));
    check_ok(sg_experiment_write(&written, &first, &err));
    check_ok(sg_experiment_parse(&second, "b.yml", written, strlen(written), NULL, 0, &err));
    check_ok(sg_experiment_configuration(&c, &second, 0, SG_CLASSIFICATION, &err));
    assert_string_equal(second.from, "a.model");
    assert_string_equal(second.relabel, "b.txt");
    assert_true(second.from_some);
    assert_memory_equal(&first.from_layers, &second.from_layers, sizeof first.from_layers);
    assert_int_equal(sg_layer_set_end(&second.from_layers), 3);
    assert_int_equal(sg_layer_set_end(&c.train.freeze), 1);
    check_near(c.train.share, 0.25, 0, 0);
    sg_configuration_free(&c);
    sg_experiment_free(&first);
    sg_experiment_free(&second);
    sg_free(written);
}

/* ---- Shares -------------------------------------------------------------------------------- */

static void shares_of_the_training_graphs(void **state)
{
    (void)state;
    sg_ledger *ledger = NULL;
    sg_ledger_jobs jobs = {0};
    run_and_forget(BEGIN TINY_NETWORK "grid: { train.share: [0.1, 0.5, 1] }\n", "shares");
    check_ok(sg_ledger_open_read(&ledger, path_in("shares", "results.sqlite"), &err));
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    static const uint32_t expected[] = {2, 8, 16};
    for (size_t i = 0; i < jobs.n; i++) {
        assert_int_equal(jobs.row[i].size[SG_TRAIN], expected[jobs.row[i].configuration]);
        assert_int_equal(jobs.row[i].size[SG_VALIDATION], 8);
    }
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
}

/* ---- Labels -------------------------------------------------------------------------------- */

static void relabeled_nodes(void **state)
{
    (void)state;
    sg_pretrained plain = {0}, relabeled = {0};
    check_write(folder, "labels.txt", "0 10\n1 11\n2 -\n");
    run_and_forget(BEGIN TINY_NETWORK, "plain");
    run_and_forget(with_path(BEGIN "relabel: %s\n" TINY_NETWORK, path_of("labels.txt")),
                   "relabeled");
    check_ok(sg_pretrained_open(&plain, path_of("plain"), &err));
    check_ok(sg_pretrained_open(&relabeled, path_of("relabeled"), &err));
    const sg_label_vocabulary *labels =
        sg_vocabularies_labels(&relabeled.model.vocabularies, "label");
    assert_int_equal(sg_vocabularies_labels(&plain.model.vocabularies, "label")->n_labels, 3);
    assert_int_equal(labels->n_labels, 2);
    assert_true(labels->key[0] == sg_key_of(SG_TAG_LABEL, &(uint64_t){10}, 1).key ||
                labels->key[0] == sg_key_of(SG_TAG_LABEL, &(uint64_t){11}, 1).key);
    sg_pretrained_close(&plain);
    sg_pretrained_close(&relabeled);
}

/* ---- Memory -------------------------------------------------------------------------------- */

static sg_status workload_body(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_experiment experiment = {0};
    sg_workload workload = {0};
    sg_learner *learner = NULL;
    const sg_workload_options options = {.data_folder = folder};
    SG_TRY(
        sg_experiment_parse(&experiment, "tiny.yml", context, strlen(context), NULL, 0, err));
    SG_TRY(sg_workload_open(&workload, &experiment, &options, err));
    const sg_learner_options learning = {.optimizer =
                                             workload.configuration[0].train.optimizer};
    SG_TRY(sg_learner_open(&learner, &workload.on_data[0].spec, &learning, NULL, err));
    SG_TRY(sg_workload_transfer(learner, &workload, 0, 0, err));
done:
    sg_learner_close(learner);
    sg_workload_close(&workload);
    sg_experiment_free(&experiment);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    char text[4000];
    sg_pretrained teacher = {0};
    sg_text place = {0};
    run_and_forget(BEGIN TINY_NETWORK, "memory");
    check_write(folder, "same.txt", "0 0\n1 1\n2 2\n");
    check_ok(sg_pretrained_open(&teacher, path_of("memory"), &err));
    check_ok(sg_text_add(&place, &err, "%s", path_of("teacher.model")));
    check_ok(sg_model_write(&teacher.model, place.data, &err));
    (void)snprintf(text, sizeof text,
                   BEGIN
                   "from: %s\nrelabel: %s\nlayers: [{encoder: {heads: [\"label @ distance "
                   "0..1\"]}}, {decoder: {heads: [label]}}]\ntrain: {share: 0.5}\n",
                   place.data, path_of("same.txt"));
    assert_true(check_out_of_memory(workload_body, text) > 100);
    sg_pretrained_close(&teacher);
    sg_text_free(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(frozen_runs_keep_the_model),
                                       cmocka_unit_test(weights_are_matched_by_layer),
                                       cmocka_unit_test(resumed_runs_end_alike),
                                       cmocka_unit_test(other_data_and_tasks),
                                       cmocka_unit_test(what_is_wrong_is_said),
                                       cmocka_unit_test(written_and_read_again),
                                       cmocka_unit_test(shares_of_the_training_graphs),
                                       cmocka_unit_test(relabeled_nodes),
                                       cmocka_unit_test(out_of_memory)};
    return cmocka_run_group_tests(tests, make_tiny_folder, remove_folder);
}
