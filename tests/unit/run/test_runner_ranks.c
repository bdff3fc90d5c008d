/* test_runner_ranks.c - one run by several ranks: the same files as by one, whoever stops and goes on.
 *
 * Ranks are threads here, which is what the thread sanitizer looks at; tests/cli/ranks.sh has processes. */
#include "run/ranks/stage_orders.h"

#include "support/fake_ranks.h"
#include "unit/run/whole_runs.inc"

enum { MOST = 8 };

#define GRID "data: TINY\nprotocol: fair\nruns: 2\nsave: all\n" TINY_NETWORK TINY_GRID

/* A run by several ranks, and how it ended on each of them. */
typedef struct ranks_run {
    const char *text[MOST]; /* the experiment as each rank has it */
    char folder[1100];
    sg_former_run former;
    uint32_t stop_after; /* jobs that rank 0 hears of; 0: never */
    uint32_t n_jobs;
    sg_status status[MOST];
    sg_error err[MOST];
    char *summary[MOST]; /* without timings */
} ranks_run;

static bool on_event(void *context, const sg_run_event *e)
{
    ranks_run *run = context;
    run->n_jobs += e->kind == SG_RUN_JOB;
    return run->stop_after == 0 || run->n_jobs < run->stop_after;
}

static bool hear_nothing(void *context, const sg_run_event *e)
{
    (void)context;
    (void)e;
    return true;
}

static void run_rank(sg_cluster *cluster, void *context)
{
    ranks_run *run = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_text summary = {0};
    sg_experiment experiment = {0};
    const char *text = run->text[rank] != NULL ? run->text[rank] : run->text[0];
    const sg_runner_options options = {.folder = run->folder,
                                       .data_folder = folder,
                                       .n_threads = 1 + rank % 2,
                                       .former = run->former,
                                       .checkpoint_after = run->stop_after > 0 ? 0.01 : 0,
                                       .event = rank == 0 ? on_event : hear_nothing,
                                       .context = run,
                                       .cluster = cluster};
    sg_status status = sg_experiment_parse(&experiment, "tiny.yml", text, strlen(text), NULL, 0,
                                           &run->err[rank]);
    status = sg_cluster_agree(cluster, status, &run->err[rank]);
    if (status == SG_OK)
        status = sg_run_experiment(&summary, &experiment, &options, &run->err[rank]);
    run->status[rank] = status;
    char *end = status == SG_OK ? strstr(summary.data, ",\"seconds_per_epoch\"") : NULL;
    if (end != NULL) *end = '\0';
    run->summary[rank] = summary.data;
    sg_experiment_free(&experiment);
}

static void start(ranks_run *run, const char *text, const char *name, uint32_t n)
{
    run->text[0] = text;
    (void)snprintf(run->folder, sizeof run->folder, "%s", path_of(name));
    run_ranks(n, run_rank, run);
}

static void finish(ranks_run *run)
{
    for (uint32_t r = 0; r < MOST; r++) sg_free(run->summary[r]);
    *run = (ranks_run){0};
}

/* The file is in both folders and the same. */
static void check_same_file(const char *one, const char *other, const char *name)
{
    sg_text a = {0}, b = {0};
    check_ok(sg_file_read(&a, path_in(one, name), SIZE_MAX, &err));
    check_ok(sg_file_read(&b, path_in(other, name), SIZE_MAX, &err));
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    sg_text_free(&a);
    sg_text_free(&b);
}

static void check_same_models(const char *one, const char *other)
{
    DIR *opened = opendir(path_in(one, "models"));
    assert_non_null(opened);
    for (struct dirent *entry; (entry = readdir(opened)) != NULL;) {
        char name[300];
        if (entry->d_name[0] == '.') continue;
        (void)snprintf(name, sizeof name, "models/%s", entry->d_name);
        check_same_file(one, other, name);
    }
    closedir(opened);
    assert_int_equal(count_files(one, "models"), count_files(other, "models"));
}

static void any_number_of_ranks_gives_the_same_files(void **state)
{
    (void)state;
    static const char *const texts[] = {GRID, FAIR};
    static const uint32_t sizes[] = {2, 3, 4, 8};
    for (size_t t = 0; t < 2; t++) {
        char one[40], many[40];
        (void)snprintf(one, sizeof one, "one%zu", t);
        char *alone = run(&(trial){.text = texts[t], .name = one});
        for (size_t i = 0; i < 4; i++) {
            ranks_run together = {0};
            (void)snprintf(many, sizeof many, "many%zu-%u", t, sizes[i]);
            start(&together, texts[t], many, sizes[i]);
            for (uint32_t r = 0; r < sizes[i]; r++) {
                if (together.status[r] != SG_OK) fail_msg("%s", together.err[r].text);
                assert_string_equal(together.summary[r], alone);
            }
            check_same_file(one, many, "predictions.csv");
            check_same_file(one, many, "config.yml");
            check_same_models(one, many);
            check_tidy(many, count_files(one, "models"));
            finish(&together);
        }
        sg_free(alone);
    }
}

static void a_stopped_run_goes_on_with_other_ranks(void **state)
{
    (void)state;
    static const char text[] = GRID;
    static const uint32_t sizes[] = {3, 1, 2, 5};
    char *alone = run(&(trial){.text = text, .name = "one"});
    ranks_run part = {0};
    for (size_t i = 0; i < 4; i++) {
        part.stop_after = i < 3 ? 3 : 0;
        part.former = SG_FORMER_RESUME;
        start(&part, text, "parts", sizes[i]);
        /* Jobs that are under way are finished: the second and third time there may be too few left. */
        assert_true(part.status[0] == SG_ECANCELED || (i > 0 && part.status[0] == SG_OK));
        assert_true(i < 3 || part.status[0] == SG_OK);
        for (uint32_t r = 1; r < sizes[i]; r++)
            assert_int_equal(part.status[r], part.status[0]);
        if (i == 3) assert_string_equal(part.summary[0], alone);
        finish(&part);
    }
    check_same_models("one", "parts");
    check_same_file("one", "parts", "predictions.csv");
    sg_free(alone);
}

static void other_experiments_are_refused(void **state)
{
    (void)state;
    ranks_run run = {.text = {[1] = FAIR}};
    start(&run, GRID, "mixed", 2);
    for (uint32_t r = 0; r < 2; r++) {
        assert_int_equal(run.status[r], SG_EINVAL);
        assert_string_equal(run.err[r].text,
                            "rank 1 of 2: it has another experiment than rank 0");
    }
    assert_false(sg_path_exists(path_of("mixed")));
    finish(&run);
}

static void what_fails_on_one_rank_fails_on_all(void **state)
{
    (void)state;
    ranks_run run = {.text = {[1] = "data: NOWHERE\n" TINY_NETWORK}};
    start(&run, GRID, "missing", 2);
    for (uint32_t r = 0; r < 2; r++) {
        assert_true(run.status[r] != SG_OK);
        assert_non_null(strstr(run.err[r].text, "rank 1 of 2: "));
    }
    finish(&run);
    run = (ranks_run){.former = SG_FORMER_REFUSE};
    start(&run, GRID, "twice", 3);
    assert_int_equal(run.status[0], SG_OK);
    finish(&run);
    start(&run, GRID, "twice", 3);
    for (uint32_t r = 0; r < 3; r++) {
        assert_int_equal(run.status[r], SG_EEXIST);
        assert_non_null(strstr(run.err[r].text, "there is a run already"));
    }
    finish(&run);
}

/* Orders reach the others as they are; here nobody is there to hear them. */
static void one_process_needs_no_orders(void **state)
{
    (void)state;
    sg_error failure = {0};
    const sg_text text = {0};
    check_ok(sg_orders_send(NULL, NULL, &err));
    check_ok(sg_orders_check(NULL, NULL, &err));
    assert_int_equal(sg_orders_end(NULL, SG_EIO, &text, &failure), SG_EIO);
}

SG_TESTS(IN_FOLDER(any_number_of_ranks_gives_the_same_files),
         IN_FOLDER(a_stopped_run_goes_on_with_other_ranks),
         IN_FOLDER(other_experiments_are_refused),
         IN_FOLDER(what_fails_on_one_rank_fails_on_all),
         cmocka_unit_test(one_process_needs_no_orders))
