/* threads.c - threads take pieces from a counter; between rounds they wait awake for a moment, then
 * asleep.
 *
 * A batch of a small model takes a few tenths of a millisecond and is several rounds; waking a
 * sleeping thread costs as much as such a round.  So who waits first looks again and again, for as
 * long as the next round may reasonably take to come; where there are more threads than cores, it
 * offers its core to the others meanwhile.
 *
 * The counter holds the number of the round and how many of its pieces nobody has taken yet.  A
 * helper that is late, because it slept or was not given a core, finds that none is left and takes
 * nothing; nobody waits for it.  What it read of a round before it tried to take a piece is valid
 * if it got the piece, because a round with a piece left has not ended.
 *
 * After a fork the child has the memory of a pool but none of its threads.  So a pool knows the process
 * that opened it; in any other one the caller does all pieces itself, and there is nobody to join. */
#include "base/threads.h"

#include "base/machine/cores.h"
#include "base/mem.h"
#include "base/observer.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { AWAKE_NANOSECONDS = 60000, LOOKS_PER_CLOCK = 64, NANOSECONDS_PER_ASK = 50000000 };

typedef struct worker {
    sg_threads *threads;
    pthread_t thread;
    uint32_t index;
} worker;

struct sg_threads {
    worker *helper; /* [n_helpers], all threads but the caller's */
    uint32_t n_helpers;
    pid_t owner;  /* the process that has the threads */
    bool crowded; /* more threads than cores */
    pthread_mutex_t mutex;
    pthread_cond_t wake; /* a round began or they are closed    */
    pthread_cond_t idle; /* the last piece of a round is done   */
    atomic_uint n_asleep;
    atomic_bool caller_asleep;
    atomic_bool closing;
    _Atomic(sg_piece_work) work; /* of the round */
    _Atomic(void *) context;
    _Atomic(sg_watch *) watch; /* of the caller, as is the account */
    _Atomic(sg_account *) account;
    atomic_uint n_pieces;
    atomic_ullong left; /* round << 32 | pieces that nobody has taken yet */
    atomic_uint n_done;
};

static uint32_t round_of(unsigned long long left)
{
    return (uint32_t)(left >> 32);
}

static void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Whether to go on looking; `looks` counts, `*until` is set when the clock is asked first. */
static bool stay_awake(const sg_threads *threads, uint32_t looks, uint64_t *until)
{
    if (looks % LOOKS_PER_CLOCK != 0) {
        relax();
        return true;
    }
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const uint64_t now = (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
    if (*until == 0) *until = now + AWAKE_NANOSECONDS;
    if (threads->crowded) sched_yield();
    return now < *until;
}

/* Do pieces of the round until none is left. */
static void work(sg_threads *threads, uint32_t round, uint32_t index)
{
    unsigned long long left = atomic_load(&threads->left);
    while (round_of(left) == round && (uint32_t)left > 0) {
        const sg_piece_work do_piece =
            atomic_load_explicit(&threads->work, memory_order_relaxed);
        void *context = atomic_load_explicit(&threads->context, memory_order_relaxed);
        const uint32_t n_pieces =
            atomic_load_explicit(&threads->n_pieces, memory_order_relaxed);
        sg_watch *watch = atomic_load_explicit(&threads->watch, memory_order_relaxed);
        sg_account *account = atomic_load_explicit(&threads->account, memory_order_relaxed);
        if (!atomic_compare_exchange_weak(&threads->left, &left, left - 1)) continue;
        if (index > 0) sg_watch_help(watch, account);
        do_piece(context, n_pieces - (uint32_t)left, index);
        if (atomic_fetch_add(&threads->n_done, 1) + 1 == n_pieces &&
            atomic_load(&threads->caller_asleep)) {
            pthread_mutex_lock(&threads->mutex);
            pthread_cond_signal(&threads->idle);
            pthread_mutex_unlock(&threads->mutex);
        }
        left = atomic_load(&threads->left);
    }
}

/* Wait until a round other than `seen` is on; its number, or `seen` where they are closed. */
static uint32_t await_round(sg_threads *threads, uint32_t seen)
{
    uint64_t until = 0;
    for (uint32_t looks = 1; round_of(atomic_load(&threads->left)) == seen; looks++) {
        if (atomic_load(&threads->closing)) return seen;
        if (stay_awake(threads, looks, &until)) continue;
        pthread_mutex_lock(&threads->mutex);
        atomic_fetch_add(&threads->n_asleep, 1);
        while (round_of(atomic_load(&threads->left)) == seen && !atomic_load(&threads->closing))
            pthread_cond_wait(&threads->wake, &threads->mutex);
        atomic_fetch_sub(&threads->n_asleep, 1);
        pthread_mutex_unlock(&threads->mutex);
    }
    return round_of(atomic_load(&threads->left));
}

static void *helper_main(void *argument)
{
    const worker *self = argument;
    uint32_t seen = 0, round;
    while ((round = await_round(self->threads, seen)) != seen) {
        seen = round;
        work(self->threads, round, self->index);
    }
    return NULL;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

sg_status sg_threads_open(sg_threads **out, uint32_t n_threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_threads *threads = NULL;
    /* Counting cores reads files, which one thread need not wait for. */
    const uint32_t n_cores = n_threads == 1 ? 1 : sg_count_cores();
    const uint32_t most = n_cores > SG_MOST_THREADS ? n_cores : SG_MOST_THREADS;
    if (n_threads == 0) n_threads = n_cores;
    if (n_threads > most) n_threads = most;
    SG_ALLOC(threads, 1);
    threads->owner = getpid();
    threads->crowded = n_threads > n_cores;
    pthread_mutex_init(&threads->mutex, NULL);
    pthread_cond_init(&threads->wake, NULL);
    pthread_cond_init(&threads->idle, NULL);
    SG_ALLOC(threads->helper, n_threads - 1);
    for (; threads->n_helpers < n_threads - 1; threads->n_helpers++) {
        worker *helper = &threads->helper[threads->n_helpers];
        *helper = (worker){.threads = threads, .index = threads->n_helpers + 1};
        /* Results are the same for any number of threads, so the others do the work alone. */
        if (pthread_create(&helper->thread, NULL, helper_main, helper) != 0) break;
    }
    *out = threads;
    threads = NULL;
done:
    sg_threads_close(threads);
    return status;
}

/* Whether this process was forked from the one that has the threads. */
static bool is_forked(const sg_threads *threads)
{
    return threads->owner != getpid();
}

static void join_helpers(sg_threads *threads)
{
    pthread_mutex_lock(&threads->mutex);
    atomic_store(&threads->closing, true);
    pthread_cond_broadcast(&threads->wake);
    pthread_mutex_unlock(&threads->mutex);
    for (uint32_t i = 0; i < threads->n_helpers; i++)
        pthread_join(threads->helper[i].thread, NULL);
    pthread_cond_destroy(&threads->idle);
    pthread_cond_destroy(&threads->wake);
    pthread_mutex_destroy(&threads->mutex);
}

void sg_threads_close(sg_threads *threads)
{
    if (threads == NULL) return;
    if (!is_forked(threads)) join_helpers(threads);
    sg_free(threads->helper);
    sg_free(threads);
}

uint32_t sg_threads_count(const sg_threads *threads)
{
    return threads != NULL ? threads->n_helpers + 1 : 1;
}

/* Sleep until the round may be over.  Who is watched wakes now and then and asks whether to go on, so
 * that the helpers hear of it. */
static void doze(sg_threads *threads)
{
    if (sg_watch_here.watch == NULL) {
        pthread_cond_wait(&threads->idle, &threads->mutex);
        return;
    }
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NANOSECONDS_PER_ASK;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (pthread_cond_timedwait(&threads->idle, &threads->mutex, &until) == 0) return;
    pthread_mutex_unlock(&threads->mutex);
    (void)sg_watch_ask_seldom(NULL);
    pthread_mutex_lock(&threads->mutex);
}

static void await_pieces(sg_threads *threads, uint32_t n_pieces)
{
    uint64_t until = 0;
    for (uint32_t looks = 1; atomic_load(&threads->n_done) < n_pieces; looks++) {
        if (stay_awake(threads, looks, &until)) continue;
        pthread_mutex_lock(&threads->mutex);
        atomic_store(&threads->caller_asleep, true);
        while (atomic_load(&threads->n_done) < n_pieces) doze(threads);
        atomic_store(&threads->caller_asleep, false);
        pthread_mutex_unlock(&threads->mutex);
    }
}

void sg_threads_run(sg_threads *threads, uint32_t n_pieces, sg_piece_work do_piece,
                    void *context)
{
    if (threads == NULL || threads->n_helpers == 0 || n_pieces < 2 || is_forked(threads)) {
        for (uint32_t i = 0; i < n_pieces; i++) do_piece(context, i, 0);
        return;
    }
    const uint32_t round = round_of(atomic_load(&threads->left)) + 1;
    atomic_store_explicit(&threads->work, do_piece, memory_order_relaxed);
    atomic_store_explicit(&threads->context, context, memory_order_relaxed);
    atomic_store_explicit(&threads->watch, sg_watch_here.watch, memory_order_relaxed);
    atomic_store_explicit(&threads->account, sg_watch_here.account, memory_order_relaxed);
    atomic_store_explicit(&threads->n_pieces, n_pieces, memory_order_relaxed);
    atomic_store(&threads->n_done, 0);
    atomic_store(&threads->left, (unsigned long long)round << 32 | n_pieces);
    if (atomic_load(&threads->n_asleep) > 0) {
        pthread_mutex_lock(&threads->mutex);
        pthread_cond_broadcast(&threads->wake);
        pthread_mutex_unlock(&threads->mutex);
    }
    work(threads, round, 0);
    await_pieces(threads, n_pieces);
}
