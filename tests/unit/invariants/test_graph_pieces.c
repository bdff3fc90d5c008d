/* test_graph_pieces.c - every graph once, one error, one thread that talks. */
#include "base/mem.h"
#include "invariants/graph_pieces.h"
#include "support/check.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { MAX_GRAPHS = 2000, MAX_THREADS = 8 };

/* What the workers did, and how they shall behave. */
typedef struct record {
    atomic_uint n_calls[MAX_GRAPHS];
    uint32_t n_threads;
    bool fails[MAX_GRAPHS];
    const void *scratch_of[MAX_THREADS];
    pthread_t caller;
    uint32_t n_reports;
    uint64_t last_done, total;
    uint32_t cancel_at; /* the report that is answered with "stop"; 0: none */
    bool wait;          /* helpers wait until the caller has a graph        */
    atomic_bool caller_works;
    atomic_bool broken; /* a promise to the workers; asserted by the caller */
} record;

static sg_status do_graph(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                          sg_error *err)
{
    sg_status status = SG_OK;
    record *r = context;
    unsigned char *byte = NULL;
    if (worker == 0) atomic_store(&r->caller_works, true);
    while (r->wait && !atomic_load(&r->caller_works)) sched_yield();
    atomic_fetch_add(&r->n_calls[g], 1);
    const bool same = r->scratch_of[worker] == NULL || r->scratch_of[worker] == scratch;
    if (worker >= r->n_threads || scratch->used != 0 || !same) atomic_store(&r->broken, true);
    r->scratch_of[worker] = scratch;
    SG_TAKE(byte, scratch, (size_t)100 * (g % 7));
    SG_REQUIRE(!r->fails[g], SG_ELIMIT, "graph %u fails", g);
done:
    return status;
}

static bool on_progress(void *context, const sg_progress *progress)
{
    record *r = context;
    if (!pthread_equal(pthread_self(), r->caller) || strcmp(progress->stage, "testing") != 0 ||
        strcmp(progress->unit, "graphs") != 0 || progress->done < r->last_done ||
        progress->done > progress->total)
        atomic_store(&r->broken, true);
    r->last_done = progress->done;
    r->total = progress->total;
    return ++r->n_reports != r->cancel_at;
}

static record *record_new(sg_threads *threads)
{
    record *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->n_threads = sg_threads_count(threads);
    r->caller = pthread_self();
    return r;
}

static sg_status run(record *r, uint32_t n_graphs, sg_threads *threads, sg_error *err)
{
    const sg_observer observer = {on_progress, r};
    const sg_graph_work work = {
        .work = do_graph, .context = r, .stage = "testing", .observer = &observer};
    memset(r->scratch_of, 0, sizeof r->scratch_of);
    const sg_status status = sg_each_graph(&work, n_graphs, threads, err);
    assert_false(atomic_load(&r->broken));
    return status;
}

static const uint32_t N_THREADS[] = {1, 2, 3, 8};

static void every_graph_comes_once(void **state)
{
    (void)state;
    const uint32_t numbers[] = {0, 1, 2, 31, 32, 33, 63, 64, 65, 1000, MAX_GRAPHS};
    for (size_t t = 0; t < 4; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, N_THREADS[t], &err));
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            record *r = record_new(threads);
            check_ok(run(r, numbers[k], threads, &err));
            for (uint32_t g = 0; g < MAX_GRAPHS; g++)
                assert_int_equal(atomic_load(&r->n_calls[g]), g < numbers[k]);
            free(r);
        }
        sg_threads_close(threads);
    }
}

static void without_a_pool_the_caller_does_all(void **state)
{
    (void)state;
    record *r = record_new(NULL);
    check_ok(run(r, 100, NULL, &err));
    assert_int_equal(r->n_reports, 101); /* after each graph, and at the end */
    assert_int_equal(r->last_done, 100);
    assert_int_equal(r->total, 100);
    for (uint32_t g = 0; g < 100; g++) assert_int_equal(atomic_load(&r->n_calls[g]), 1);
    free(r);
}

/* Some graphs fail; the first of them is named, however fast the others are. */
static void the_first_failing_graph_is_named(void **state)
{
    (void)state;
    sg_rng rng = check_rng("failures");
    for (size_t t = 0; t < 4; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, N_THREADS[t], &err));
        for (int i = 0; i < 50; i++) {
            record *r = record_new(threads);
            const uint32_t n = 1 + sg_rng_below(&rng, MAX_GRAPHS);
            uint32_t first = n;
            for (uint32_t k = 1 + sg_rng_below(&rng, 10); k > 0; k--) {
                const uint32_t g = sg_rng_below(&rng, n);
                r->fails[g] = true;
                if (g < first) first = g;
            }
            char text[64];
            (void)snprintf(text, sizeof text, "graph %u fails", first);
            sg_error err = {0};
            assert_int_equal(run(r, n, threads, &err), SG_ELIMIT);
            assert_string_equal(err.text, text);
            assert_int_equal(err.status, SG_ELIMIT);
            for (uint32_t g = 0; g <= first; g++)
                assert_int_equal(atomic_load(&r->n_calls[g]), 1);
            free(r);
        }
        sg_threads_close(threads);
    }
}

static void an_error_nobody_wants_is_fine(void **state)
{
    (void)state;
    record *r = record_new(NULL);
    r->fails[3] = true;
    assert_int_equal(run(r, 10, NULL, NULL), SG_ELIMIT);
    r->last_done = 0;
    sg_error err = {.status = SG_EIO, .text = "first"};
    assert_int_equal(run(r, 10, NULL, &err), SG_ELIMIT);
    assert_string_equal(err.text, "first");
    free(r);
}

/* Helpers hold back until the caller works, so there is a report for sure. */
static void only_the_caller_is_reported_to(void **state)
{
    (void)state;
    for (size_t t = 0; t < 4; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, N_THREADS[t], &err));
        record *r = record_new(threads);
        r->wait = true;
        check_ok(run(r, 1000, threads, &err));
        assert_true(r->n_reports > 0);
        assert_int_equal(r->total, 1000);
        free(r);
        sg_threads_close(threads);
    }
}

static void the_observer_can_stop_it(void **state)
{
    (void)state;
    for (size_t t = 0; t < 4; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, N_THREADS[t], &err));
        record *r = record_new(threads);
        r->wait = true;
        r->cancel_at = 1;
        check_fails(run(r, MAX_GRAPHS, threads, &err), SG_ECANCELED, "testing: stopped");
        assert_int_equal(r->n_reports, 1);
        if (N_THREADS[t] == 1) assert_int_equal(atomic_load(&r->n_calls[1]), 0);
        free(r);
        sg_threads_close(threads);
    }
}

/* Stopping at the very end is stopping, too. */
static void the_last_report_can_stop_it(void **state)
{
    (void)state;
    record *r = record_new(NULL);
    r->cancel_at = 2;
    check_fails(run(r, 64, NULL, &err), SG_ECANCELED, "stopped");
    free(r);
}

static void no_observer_is_fine(void **state)
{
    (void)state;
    record *r = record_new(NULL);
    const sg_graph_work work = {.work = do_graph, .context = r, .stage = "testing"};
    check_ok(sg_each_graph(&work, 100, NULL, &err));
    assert_int_equal(r->n_reports, 0);
    free(r);
}

typedef struct memory_case {
    sg_threads *threads;
} memory_case;

static sg_status run_in_memory(void *context, sg_error *err)
{
    const memory_case *c = context;
    record *r = record_new(c->threads);
    const sg_status status = run(r, 200, c->threads, err);
    free(r);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    memory_case c = {NULL};
    assert_true(check_out_of_memory(run_in_memory, &c) >= 4);
    check_ok(sg_threads_open(&c.threads, 3, &err));
    assert_true(check_out_of_memory(run_in_memory, &c) >= 4);
    sg_threads_close(c.threads);
    assert_int_equal(sg_mem_live(), 0);
}

SG_TESTS(cmocka_unit_test(every_graph_comes_once),
         cmocka_unit_test(without_a_pool_the_caller_does_all),
         cmocka_unit_test(the_first_failing_graph_is_named),
         cmocka_unit_test(an_error_nobody_wants_is_fine),
         cmocka_unit_test(only_the_caller_is_reported_to),
         cmocka_unit_test(the_observer_can_stop_it),
         cmocka_unit_test(the_last_report_can_stop_it), cmocka_unit_test(no_observer_is_fine),
         cmocka_unit_test(survives_failing_allocations))
