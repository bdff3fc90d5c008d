/* test_killed.c - a run that is killed again and again ends like one that was left alone. */
#include "unit/run/whole_runs.inc"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void pause_for(long microseconds)
{
    const struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    (void)nanosleep(&time, NULL);
}

/* Tells the parent of every job that is done. */
static bool report(void *context, const sg_run_event *e)
{
    const uint32_t number = e->kind == SG_RUN_JOB ? number_of_job(e) : 0;
    return e->kind != SG_RUN_JOB ||
           write(*(int *)context, &number, sizeof number) == sizeof number;
}

/* Run in a child that is killed after a while.  Whether it came to its end; `seen` counts jobs. */
static bool run_and_be_killed(const trial *t, long microseconds, uint32_t *seen)
{
    int ends[2], result;
    uint32_t number;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        trial reporting = *t;
        sg_text summary = {0};
        reporting.event = report;
        reporting.context = &ends[1];
        sg_error err = {0};
        const sg_status status = try_run(&summary, &reporting, &err);
        if (status != SG_OK) fprintf(stderr, "child: %s\n", err.text);
        _exit(status == SG_OK ? 0 : 1);
    }
    (void)close(ends[1]);
    pause_for(microseconds);
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &result, 0), child);
    while (read(ends[0], &number, sizeof number) == sizeof number) {
        assert_true(number < MOST_JOBS);
        seen[number]++;
    }
    (void)close(ends[0]);
    assert_true(WIFSIGNALED(result) || WEXITSTATUS(result) == 0); /* it never fails by itself */
    return WIFEXITED(result);
}

static uint64_t microseconds_now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* A run is killed at random moments within a third of the time that it needs, then longer and longer,
 * until it gets to its end. */
static void check_killed(const char *text, size_t n_models)
{
    enum { MOST_KILLS = 30 };
    sg_rng rng = check_rng("killed");
    const uint64_t begin = microseconds_now();
    char *expected = run(&(trial){.text = text, .name = "whole", .former = SG_FORMER_REPLACE});
    const uint64_t third = (microseconds_now() - begin) / 3 + 1;
    const trial t = {.text = text,
                     .name = "killed",
                     .former = SG_FORMER_RESUME,
                     .n_threads = 2,
                     .checkpoint_after = 1e-9};
    uint32_t seen[MOST_JOBS] = {0};
    uint64_t n_kills = 0;
    check_ok(sg_run_folder_make(path_of("killed"), SG_FORMER_REPLACE, &err));
    for (bool ended = false; !ended && n_kills < MOST_KILLS; n_kills += !ended)
        ended = run_and_be_killed(&t, (long)(sg_rng_next(&rng) % (third * (10 + n_kills) / 10)),
                                  seen);
    printf("killed %d times\n", (int)n_kills);
    char *summary = run(&t);
    assert_string_equal(summary, expected);
    for (int i = 0; i < MOST_JOBS; i++) assert_true(seen[i] <= 1);
    check_tidy("killed", n_models);
    sg_free(summary);
    sg_free(expected);
}

static void a_killed_run_goes_on(void **state)
{
    (void)state;
    check_killed(FAIR TINY_GRID, 1);
    check_killed("data: TINY\nprotocol: fair\nruns: 2\nsave: all\nensemble: 2\n" TINY_NETWORK,
                 12);
    check_killed("data: TINY\nprotocol: standard\nruns: 2\n" TINY_NETWORK, 1);
}

static void a_killed_training_goes_on(void **state)
{
    (void)state;
    check_killed(MANY_EPOCHS("400"), 2);
}

SG_TESTS(IN_FOLDER(a_killed_run_goes_on), IN_FOLDER(a_killed_training_goes_on))
