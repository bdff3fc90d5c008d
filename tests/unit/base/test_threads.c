/* test_threads.c - every piece once, by any number of threads. */
#define _GNU_SOURCE /* pthread_setattr_default_np, sched_setaffinity */
#include "base/machine/control_group.h"
#include "base/machine/cores.h"
#include "base/mem.h"
#include "base/threads.h"
#include "support/check.h"

#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PIECES = 2000, MAX_THREADS = 1024 };

static const uint32_t thread_numbers[] = {1, 2, 3, 8};

typedef struct pieces {
    uint32_t times[MAX_PIECES];    /* how often a piece was done                 */
    uint32_t worker[MAX_PIECES];   /* by whom                                    */
    uint64_t scratch[MAX_THREADS]; /* a worker's own: plain, so that a race shows */
    uint32_t n_threads;
} pieces;

static void do_piece(void *context, uint32_t piece, uint32_t worker)
{
    pieces *r = context;
    r->times[piece]++;
    r->worker[piece] = worker;
    for (int i = 0; i < 20; i++) r->scratch[worker] += piece;
}

static void run_round(sg_threads *threads, uint32_t n_pieces)
{
    static pieces r;
    uint64_t sum = 0;
    r = (pieces){.n_threads = sg_threads_count(threads)};
    sg_threads_run(threads, n_pieces, do_piece, &r);
    for (uint32_t i = 0; i < MAX_PIECES; i++) {
        assert_int_equal(r.times[i], i < n_pieces);
        assert_true(r.worker[i] < r.n_threads);
    }
    for (uint32_t t = 0; t < MAX_THREADS; t++) sum += r.scratch[t];
    assert_int_equal(sum, n_pieces > 0 ? 10 * (uint64_t)n_pieces * (n_pieces - 1) : 0);
}

static void every_piece_is_done_once(void **state)
{
    (void)state;
    const uint32_t sizes[] = {0, 1, 2, 3, 7, 8, 9, 100, MAX_PIECES};
    for (size_t t = 0; t < sizeof thread_numbers / sizeof *thread_numbers; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, thread_numbers[t], &err));
        assert_int_equal(sg_threads_count(threads), thread_numbers[t]);
        for (int i = 0; i < 300; i++)
            run_round(threads, sizes[(size_t)i % (sizeof sizes / sizeof *sizes)]);
        sg_threads_close(threads);
    }
}

static void no_pool_is_one_thread(void **state)
{
    (void)state;
    assert_int_equal(sg_threads_count(NULL), 1);
    run_round(NULL, 0);
    run_round(NULL, 1);
    run_round(NULL, MAX_PIECES);
    sg_threads_close(NULL);
}

static void note_order(void *context, uint32_t piece, uint32_t worker)
{
    uint32_t *next = context;
    assert_int_equal(worker, 0);
    assert_int_equal(piece, *next);
    ++*next;
}

static void one_thread_goes_in_order(void **state)
{
    (void)state;
    uint32_t next = 0;
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 1, &err));
    sg_threads_run(NULL, 50, note_order, &next);
    next = 0;
    sg_threads_run(threads, 50, note_order, &next);
    assert_int_equal(next, 50);
    sg_threads_close(threads);
}

/* A sum whose order matters, taken piece by piece. */
static void sum_piece(void *context, uint32_t piece, uint32_t worker)
{
    double *sum = context;
    (void)worker;
    sg_rng rng = sg_rng_stream(5, (uint64_t[]){piece}, 1);
    for (int i = 0; i < 100; i++) sum[piece] += sg_rng_uniform(&rng) / (i + 1);
}

static void the_result_is_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    static double expected[500], sum[500];
    memset(expected, 0, sizeof expected);
    sg_threads_run(NULL, 500, sum_piece, expected);
    for (size_t t = 0; t < sizeof thread_numbers / sizeof *thread_numbers; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, thread_numbers[t], &err));
        for (int i = 0; i < 20; i++) {
            memset(sum, 0, sizeof sum);
            sg_threads_run(threads, 500, sum_piece, sum);
            assert_memory_equal(sum, expected, sizeof sum);
        }
        sg_threads_close(threads);
    }
}

static void threads_are_bounded(void **state)
{
    (void)state;
    const uint32_t n_cores = sg_count_cores();
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, UINT32_MAX, &err));
    assert_true(sg_threads_count(threads) <=
                (n_cores > SG_MOST_THREADS ? n_cores : (uint32_t)SG_MOST_THREADS));
    sg_threads_close(threads);
}

static void zero_means_one_per_core(void **state)
{
    (void)state;
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 0, &err));
    const long n_cores = sysconf(_SC_NPROCESSORS_ONLN);
    assert_int_equal(sg_threads_count(threads), n_cores < 1      ? 1
                                                : n_cores > 1024 ? 1024
                                                                 : n_cores);
    run_round(threads, 10);
    sg_threads_close(threads);
}

static void pools_may_stand_idle(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, 4, &err));
        if (i % 2 == 0) run_round(threads, 5);
        sg_threads_close(threads);
    }
}

/* A round of few pieces: each writes the round's number, which nobody may find changed. */
typedef struct short_round {
    uint64_t number, seen[8];
} short_round;

static void note_round(void *context, uint32_t piece, uint32_t worker)
{
    short_round *r = context;
    (void)worker;
    r->seen[piece] += r->number;
}

/* Rounds follow so closely that a helper is often still in the one before, or late for its own; the
 * next round has other pieces, more or fewer, and another context. */
static void short_rounds_do_not_mix(void **state)
{
    (void)state;
    static const uint32_t N_THREADS[] = {2, 3, 16};
    for (size_t t = 0; t < sizeof N_THREADS / sizeof *N_THREADS; t++) {
        sg_threads *threads = NULL;
        check_ok(sg_threads_open(&threads, N_THREADS[t], &err));
        for (uint64_t i = 1; i <= 20000; i++) {
            const uint32_t n_pieces = 2 + (uint32_t)(i * 7 % 6);
            short_round round[2] = {{.number = i}, {.number = i}};
            sg_threads_run(threads, n_pieces, note_round, &round[i % 2]);
            for (uint32_t p = 0; p < 8; p++) {
                assert_int_equal(round[i % 2].seen[p], p < n_pieces ? i : 0);
                assert_int_equal(round[1 - i % 2].seen[p], 0);
            }
        }
        sg_threads_close(threads);
    }
}

/* How many threads of this process are awake, as the kernel sees them; 0 where it does not tell. */
static uint32_t count_awake(void)
{
    uint32_t n_awake = 0;
    DIR *tasks = opendir("/proc/self/task");
    if (tasks == NULL) return 0;
    for (const struct dirent *task; (task = readdir(tasks)) != NULL;) {
        char path[300], how = 'S';
        (void)snprintf(path, sizeof path, "/proc/self/task/%s/stat", task->d_name);
        FILE *file = task->d_name[0] != '.' ? fopen(path, "r") : NULL;
        if (file == NULL) continue;
        n_awake += fscanf(file, "%*d (%*[^)]) %c", &how) == 1 && how == 'R';
        (void)fclose(file);
    }
    (void)closedir(tasks);
    return n_awake;
}

/* Helpers wait awake for a moment and then sleep: a pool that stands idle takes no time.  The test waits for
 * that, however long the moment is where many programs run; it does not end where helpers stay awake. */
static void idle_pools_sleep(void **state)
{
    (void)state;
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 4, &err));
    for (int i = 0; i < 3; i++) {
        run_round(threads, 100);
        while (count_awake() > 1) (void)sched_yield();
    }
    run_round(threads, 100);
    sg_threads_close(threads);
}

static void wait_a_little(void *context, uint32_t piece, uint32_t worker)
{
    (void)context, (void)piece, (void)worker;
    assert_int_equal(nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL), 0);
}

/* Pieces that take long: whoever is done first sleeps, the caller too. */
static void long_pieces_are_awaited(void **state)
{
    (void)state;
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    for (uint32_t n_pieces = 2; n_pieces < 8; n_pieces++) {
        sg_threads_run(threads, n_pieces, wait_a_little, NULL);
        run_round(threads, n_pieces);
    }
    sg_threads_close(threads);
}

/* Threads that cannot have a stack of 16 TiB each do not start, at the latest after a few. */
static void the_others_work_where_threads_do_not_start(void **state)
{
    (void)state;
#ifdef __GLIBC__
    const long live = sg_mem_live();
    pthread_attr_t usual, huge;
    sg_threads *threads = NULL;
    assert_int_equal(pthread_getattr_default_np(&usual), 0);
    assert_int_equal(pthread_attr_init(&huge), 0);
    assert_int_equal(pthread_attr_setstacksize(&huge, (size_t)1 << 44), 0);
    assert_int_equal(pthread_setattr_default_np(&huge), 0);
    sg_error err = {0};
    const sg_status status = sg_threads_open(&threads, 100, &err);
    assert_int_equal(pthread_setattr_default_np(&usual), 0);
    assert_int_equal(status, SG_OK);
    assert_in_range(sg_threads_count(threads), 1, 99);
    run_round(threads, 20);
    sg_threads_close(threads);
    assert_int_equal(sg_mem_live(), live);
    pthread_attr_destroy(&huge);
    pthread_attr_destroy(&usual);
#else
    skip();
#endif
}

static sg_status open_and_close(void *context, sg_error *err)
{
    sg_threads *threads = NULL;
    (void)context;
    const sg_status status = sg_threads_open(&threads, 3, err);
    if (status != SG_OK) assert_null(threads);
    sg_threads_close(threads);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(open_and_close, NULL) >= 2);
}

/* ---- Cores ------------------------------------------------------------------------------ */

static void quotas_are_rounded_up(void **state)
{
    (void)state;
    assert_int_equal(sg_cores_of_quota("100000 100000\n"), 1);
    assert_int_equal(sg_cores_of_quota("150000 100000\n"), 2);
    assert_int_equal(sg_cores_of_quota("1000 100000\n"), 1);
    assert_int_equal(sg_cores_of_quota("1600000 100000"), 16);
}

static void other_texts_are_no_limit(void **state)
{
    (void)state;
    static const char *const text[] = {"max 100000\n",
                                       "",
                                       "\n",
                                       "100000",
                                       "100000 0\n",
                                       "0 100000\n",
                                       "x",
                                       "12x 3",
                                       "99999999999999999999999 1\n"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        assert_int_equal(sg_cores_of_quota(text[i]), UINT32_MAX);
}

/* A process that is bound to one core starts one thread, whatever the machine has. */
static void affinity_is_counted(void **state)
{
    (void)state;
    cpu_set_t before, one;
    sg_threads *threads = NULL;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    const uint32_t n_before = sg_count_cores();
    assert_true(n_before >= 1 && n_before <= (uint32_t)CPU_COUNT(&before));
    size_t core = 0;
    while (!CPU_ISSET(core, &before)) core++;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(sg_count_cores(), 1);
    check_ok(sg_threads_open(&threads, 0, &err));
    assert_int_equal(sg_threads_count(threads), 1);
    sg_threads_close(threads);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    assert_int_equal(sg_count_cores(), n_before);
}

static void quotas_of_version_1_are_two_files(void **state)
{
    (void)state;
    assert_int_equal(sg_cores_of_cfs_quota("150000\n", "100000\n"), 2);
    assert_int_equal(sg_cores_of_cfs_quota("50000", "100000"), 1);
    assert_int_equal(sg_cores_of_cfs_quota("400000\n", "100000\n"), 4);
    assert_int_equal(sg_cores_of_cfs_quota("-1\n", "100000\n"), UINT32_MAX);
    assert_int_equal(sg_cores_of_cfs_quota("", ""), UINT32_MAX);
    assert_int_equal(sg_cores_of_cfs_quota("100000\n", ""), UINT32_MAX);
    assert_int_equal(sg_cores_of_cfs_quota("100000\n", "0\n"), UINT32_MAX);
    assert_int_equal(sg_cores_of_cfs_quota("none\n", "100000\n"), UINT32_MAX);
}

static void control_groups_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *groups, *controller, *expected; /* NULL: there is none */
    } cases[] = {
        {"0::/\n", "", "/"},
        {"0::/user.slice/a b\n", "", "/user.slice/a b"},
        {"0::/x", "", "/x"},
        {"0::/x\n", "cpu", NULL},
        {"12:cpu,cpuacct:/docker/1\n0::/system\n", "cpu", "/docker/1"},
        {"12:cpu,cpuacct:/docker/1\n0::/system\n", "", "/system"},
        {"3:cpuset:/a\n4:cpuacct,cpu:/b\n", "cpu", "/b"},
        {"3:cpuset:/a\n1:name=systemd:/c\n", "cpu", NULL},
        {"2:name=cpu:/a\n5:cpu:/x:y\n", "cpu", "/x:y"},
        {"12:cpu,cpuacct:/docker/1\n", "", NULL},
        {"", "", NULL},
        {"nonsense", "", NULL},
        {"a:b\nc::d\n\n:", "", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char group[40] = "as before";
        const bool found =
            sg_control_group(group, sizeof group, cases[i].groups, cases[i].controller);
        assert_int_equal(found, cases[i].expected != NULL);
        assert_string_equal(group, found ? cases[i].expected : "as before");
    }
    char small[4];
    assert_true(sg_control_group(small, sizeof small, "0::/long/name\n", ""));
    assert_string_equal(small, "/lo");
}

/* A child has the pool but not its threads: it does all pieces itself and can close the pool. */
static void a_forked_child_works_alone(void **state)
{
    (void)state;
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 4, &err));
    run_round(threads, 100);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        uint32_t next = 0;
        sg_threads_run(threads, 50, note_order, &next);
        sg_threads_close(threads);
        _exit(next == 50 ? 0 : 1);
    }
    run_round(threads, 100);
    int ended = -1;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_int_equal(ended, 0);
    sg_threads_close(threads);
}

SG_TESTS(cmocka_unit_test(every_piece_is_done_once), cmocka_unit_test(no_pool_is_one_thread),
         cmocka_unit_test(one_thread_goes_in_order),
         cmocka_unit_test(the_result_is_the_same_for_any_number_of_threads),
         cmocka_unit_test(threads_are_bounded), cmocka_unit_test(zero_means_one_per_core),
         cmocka_unit_test(short_rounds_do_not_mix), cmocka_unit_test(idle_pools_sleep),
         cmocka_unit_test(long_pieces_are_awaited), cmocka_unit_test(pools_may_stand_idle),
         cmocka_unit_test(the_others_work_where_threads_do_not_start),
         cmocka_unit_test(survives_any_failing_allocation),
         cmocka_unit_test(quotas_are_rounded_up), cmocka_unit_test(other_texts_are_no_limit),
         cmocka_unit_test(affinity_is_counted),
         cmocka_unit_test(quotas_of_version_1_are_two_files),
         cmocka_unit_test(control_groups_are_found),
         cmocka_unit_test(a_forked_child_works_alone))
