/* pool.c - workers sleep on a condition, wake for a round, take pieces from a counter. */
#include "base/pool.h"

#include "base/mem.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct worker {
    sg_pool *pool;
    pthread_t thread;
    uint32_t index;
} worker;

struct sg_pool {
    worker *helper; /* [n_helpers], all threads but the caller's */
    uint32_t n_helpers;
    pthread_mutex_t mutex;
    pthread_cond_t wake; /* a round began or the pool closes   */
    pthread_cond_t idle; /* the last helper finished its round */
    uint64_t round;
    uint32_t n_working;
    bool closing;
    sg_piece piece; /* the round's work */
    void *context;
    uint32_t n_pieces;
    atomic_uint next_piece;
};

static void work(sg_pool *pool, uint32_t index)
{
    uint32_t piece;
    while ((piece = atomic_fetch_add(&pool->next_piece, 1)) < pool->n_pieces)
        pool->piece(pool->context, piece, index);
}

static void *helper_main(void *argument)
{
    const worker *self = argument;
    sg_pool *pool = self->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->round == seen && !pool->closing)
            pthread_cond_wait(&pool->wake, &pool->mutex);
        if (pool->closing) break;
        seen = pool->round;
        pthread_mutex_unlock(&pool->mutex);
        work(pool, self->index);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->n_working == 0) pthread_cond_signal(&pool->idle);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static uint32_t count_cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 1024 ? 1024 : (uint32_t)n;
}

sg_status sg_pool_open(sg_pool **out, uint32_t n_threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pool *pool = NULL;
    if (n_threads == 0) n_threads = count_cores();
    SG_ALLOC(pool, 1);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->idle, NULL);
    SG_ALLOC(pool->helper, n_threads - 1);
    for (; pool->n_helpers < n_threads - 1; pool->n_helpers++) {
        worker *helper = &pool->helper[pool->n_helpers];
        *helper = (worker){.pool = pool, .index = pool->n_helpers + 1};
        SG_REQUIRE(pthread_create(&helper->thread, NULL, helper_main, helper) == 0, SG_EIO,
                   "cannot start thread %u of %u; ask for fewer threads", helper->index + 1,
                   n_threads);
    }
    *out = pool;
    pool = NULL;
done:
    sg_pool_close(pool);
    return status;
}

void sg_pool_close(sg_pool *pool)
{
    if (pool == NULL) return;
    pthread_mutex_lock(&pool->mutex);
    pool->closing = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (uint32_t i = 0; i < pool->n_helpers; i++) pthread_join(pool->helper[i].thread, NULL);
    pthread_cond_destroy(&pool->idle);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
    sg_free(pool->helper);
    sg_free(pool);
}

uint32_t sg_pool_threads(const sg_pool *pool)
{
    return pool != NULL ? pool->n_helpers + 1 : 1;
}

void sg_pool_run(sg_pool *pool, uint32_t n_pieces, sg_piece piece, void *context)
{
    if (pool == NULL || pool->n_helpers == 0 || n_pieces < 2) {
        for (uint32_t i = 0; i < n_pieces; i++) piece(context, i, 0);
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->piece = piece;
    pool->context = context;
    pool->n_pieces = n_pieces;
    atomic_store(&pool->next_piece, 0);
    pool->n_working = pool->n_helpers;
    pool->round++;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    work(pool, 0);
    pthread_mutex_lock(&pool->mutex);
    while (pool->n_working > 0) pthread_cond_wait(&pool->idle, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}
