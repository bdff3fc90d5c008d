/* test_searcher.c - whole searches on tiny data: the same for any number of threads, after a stop, and what is refused. */
#include "search/search_parts.h"

#include "base/file.h"
#include "base/mem.h"
#include "sharegnn.h"
#include "text/yaml.h"
#include "unit/run/tiny_data.inc"

#include <math.h>

static const char SPACE[] =
    "layers:\n"
    "  - encoder: {heads: [\"label @ distance 0..1\"]}\n"
    "  - decoder: {heads: [label], outputs: classes}\n"
    "train: {epochs: 9, learning-rate: 0.1}\n"
    "grid:\n"
    "  layers.0.heads.0: [\"label @ distance 0..1\", \"degree @ edge\"]\n"
    "  layers.1.heads.0: [label, degree, \"wl:1\"]\n"
    "  train.learning-rate: [0.1, 0.01, 0.03]\n";

/* Stop after so many events of trials; 0: never. */
typedef struct stopper {
    int n_left;
} stopper;

static bool on_event(void *context, const sg_search_event *event)
{
    stopper *s = context;
    if (event->kind != SG_SEARCH_TRIAL || s->n_left == 0) return true;
    return --s->n_left > 0;
}

static sg_status search(char **summary, const char *name, uint32_t n_threads, bool resume,
                        int stop_after, sg_error *err)
{
    stopper s = {stop_after};
    char out[600], space[600];
    (void)snprintf(out, sizeof out, "%s", path_of(name));
    check_write(folder, "space.yml", SPACE);
    (void)snprintf(space, sizeof space, "%s", path_of("space.yml"));
    const sg_search_options options = {.struct_size = sizeof options,
                                       .folder = out,
                                       .data_folder = folder,
                                       .space = space,
                                       .n_trials = 12,
                                       .n_threads = n_threads,
                                       .seed = 5,
                                       .resume = resume,
                                       .replace = !resume,
                                       .event = on_event,
                                       .context = &s};
    return sg_search(summary, "TINY", &options, err);
}

/* Everything of a summary but its times. */
static void cut_times(char *summary)
{
    char *at = strstr(summary, "\"seconds\"");
    assert_non_null(at);
    *at = '\0';
}

/* Jobs as the ledger has them, but for seconds. */
static void check_same_jobs(const char *a, const char *b)
{
    sg_ledger *ledger[2] = {NULL};
    sg_ledger_jobs jobs[2] = {{0}};
    const char *const name[] = {a, b};
    for (int i = 0; i < 2; i++) {
        char path[700];
        (void)snprintf(path, sizeof path, "%s/results.sqlite", path_of(name[i]));
        check_ok(sg_ledger_open_read(&ledger[i], path, &err));
        check_ok(sg_ledger_read_jobs(&jobs[i], ledger[i], &err));
    }
    assert_int_equal(jobs[0].n, jobs[1].n);
    for (size_t j = 0; j < jobs[0].n; j++) {
        assert_int_equal(jobs[0].row[j].configuration, jobs[1].row[j].configuration);
        assert_true(jobs[0].row[j].best[SG_VALIDATION].loss ==
                    jobs[1].row[j].best[SG_VALIDATION].loss);
    }
    for (int i = 0; i < 2; i++) {
        sg_ledger_jobs_free(&jobs[i]);
        sg_ledger_close(ledger[i]);
    }
}

static void threads_and_stops_change_nothing(void **state)
{
    (void)state;
    char *one = NULL, *three = NULL, *resumed = NULL;
    check_ok(search(&one, "one", 1, false, 0, &err));
    check_ok(search(&three, "three", 3, false, 0, &err));
    check_fails(search(&resumed, "stopped", 2, false, 5, &err), SG_ECANCELED, "stopped");
    check_ok(search(&resumed, "stopped", 2, true, 0, &err));
    cut_times(one);
    cut_times(three);
    cut_times(resumed);
    assert_string_equal(one, three);
    assert_string_equal(one, resumed);
    check_same_jobs("one", "three");
    check_same_jobs("one", "stopped");
    /* The winner is a model like any other. */
    sg_model *model = NULL;
    check_ok(sg_model_open(&model, path_of("one"), &err));
    sg_model_close(model);
    sg_text_release(one);
    sg_text_release(three);
    sg_text_release(resumed);
}

/* Candidates that validate better together are one model, whose bytes do not depend on threads. */
static void ensembles_are_models(void **state)
{
    (void)state;
    static const char REGRESSION[] =
        "layers:\n"
        "  - encoder: {heads: [\"label @ distance 0..1\"], activation: tanh}\n"
        "  - decoder: {heads: [label], outputs: targets}\n"
        "train: {epochs: 27, learning-rate: 0.1}\n"
        "grid:\n"
        "  layers.0.heads.0: [\"label @ distance 0..1\", \"degree @ edge\", \"wl:1 @ distance 0..2\"]\n"
        "  layers.1.heads.0: [label, degree, \"wl:1\"]\n"
        "  train.learning-rate: [0.1, 0.03]\n"
        "  train.batch-size: [4, 32]\n";
    char space[600], out[2][600], path[2][1300];
    char *summary = NULL;
    sg_text bytes[2] = {{0}};
    check_write(folder, "regression.yml", REGRESSION);
    (void)snprintf(space, sizeof space, "%s", path_of("regression.yml"));
    for (uint32_t i = 0; i < 2; i++) {
        (void)snprintf(out[i], sizeof out[i], "%s", path_of(i == 0 ? "alone" : "beside"));
        (void)snprintf(path[i], sizeof path[i], "%s/ensemble.safetensors", out[i]);
        const sg_search_options options = {.struct_size = sizeof options,
                                           .folder = out[i],
                                           .data_folder = folder,
                                           .space = space,
                                           .n_trials = 27,
                                           .n_threads = 1 + 2 * i,
                                           .seed = 2,
                                           .replace = true};
        check_ok(sg_search(&summary, "TINYREG", &options, &err));
        assert_non_null(strstr(summary, "\"ensemble\":{\"trials\":["));
        assert_non_null(strstr(summary, "\"model\":\"ensemble\""));
        sg_text_release(summary);
        check_ok(sg_file_read(&bytes[i], path[i], SIZE_MAX, &err));
    }
    assert_int_equal(bytes[0].size, bytes[1].size);
    assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].size);
    sg_model *by_folder = NULL, *by_file = NULL;
    check_ok(sg_model_open(&by_folder, out[0], &err));
    check_ok(sg_model_open(&by_file, path[0], &err));
    assert_true(by_folder->n_weights == by_file->n_weights);
    sg_model_close(by_folder);
    sg_model_close(by_file);
    for (int i = 0; i < 2; i++) sg_text_free(&bytes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_stops_change_nothing),
        cmocka_unit_test(ensembles_are_models),
    };
    return cmocka_run_group_tests(tests, make_tiny_folder, remove_folder);
}
