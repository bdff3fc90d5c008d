/* read_ahead.c - a ring of chunks between a reading and a working thread. */
#include "text/read_ahead.h"

#include "base/mem.h"
#include "base/observer.h"

#include <pthread.h>
#include <string.h>

enum { N_CHUNKS = 4, CHUNK_SIZE = 1 << 19 };

typedef struct chunk {
    size_t size; /* 0: the end, or an error */
    unsigned char bytes[CHUNK_SIZE];
} chunk;

struct sg_read_ahead {
    sg_read_function read;
    void *context;
    sg_account *account; /* of who opened it */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    uint64_t n_filled, n_emptied; /* chunks, since the beginning */
    bool closing;
    sg_status status; /* of the read that failed */
    sg_error error;
    size_t taken; /* bytes taken of the oldest filled chunk; the worker's alone */
    chunk ring[N_CHUNKS];
};

/* Wait until a chunk is free; false when the reader shall stop. */
static bool wait_for_room(sg_read_ahead *ahead)
{
    pthread_mutex_lock(&ahead->mutex);
    while (ahead->n_filled - ahead->n_emptied == N_CHUNKS && !ahead->closing)
        pthread_cond_wait(&ahead->changed, &ahead->mutex);
    const bool go_on = !ahead->closing;
    pthread_mutex_unlock(&ahead->mutex);
    return go_on;
}

static void *reader_main(void *argument)
{
    sg_read_ahead *ahead = argument;
    sg_watch_here.account = ahead->account;
    for (bool more = true; more && wait_for_room(ahead);) {
        chunk *next = &ahead->ring[ahead->n_filled % N_CHUNKS];
        sg_error error = {0};
        next->size = 0;
        const sg_status status =
            ahead->read(&next->size, ahead->context, next->bytes, CHUNK_SIZE, &error);
        more = status == SG_OK && next->size > 0;
        if (status != SG_OK) next->size = 0;
        pthread_mutex_lock(&ahead->mutex);
        ahead->status = status;
        ahead->error = error;
        ahead->n_filled++;
        pthread_cond_signal(&ahead->changed);
        pthread_mutex_unlock(&ahead->mutex);
    }
    return NULL;
}

sg_status sg_read_ahead_open(sg_read_ahead **out, sg_read_function read, void *context,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_read_ahead *ahead = NULL;
    SG_ALLOC(ahead, 1);
    ahead->read = read;
    ahead->context = context;
    ahead->account = sg_watch_here.account;
    pthread_mutex_init(&ahead->mutex, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    if (pthread_create(&ahead->thread, NULL, reader_main, ahead) != 0) {
        pthread_cond_destroy(&ahead->changed);
        pthread_mutex_destroy(&ahead->mutex);
        SG_REQUIRE(false, SG_EIO, "cannot start a thread; ask for one thread only");
    }
    *out = ahead;
    ahead = NULL;
done:
    sg_free(ahead);
    return status;
}

void sg_read_ahead_close(sg_read_ahead *ahead)
{
    if (ahead == NULL) return;
    pthread_mutex_lock(&ahead->mutex);
    ahead->closing = true;
    pthread_cond_signal(&ahead->changed);
    pthread_mutex_unlock(&ahead->mutex);
    pthread_join(ahead->thread, NULL);
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->mutex);
    sg_free(ahead);
}

/* Wait for the oldest filled chunk. */
static chunk *wait_for_chunk(sg_read_ahead *ahead)
{
    pthread_mutex_lock(&ahead->mutex);
    while (ahead->n_filled == ahead->n_emptied)
        pthread_cond_wait(&ahead->changed, &ahead->mutex);
    pthread_mutex_unlock(&ahead->mutex);
    return &ahead->ring[ahead->n_emptied % N_CHUNKS];
}

static void release_chunk(sg_read_ahead *ahead)
{
    pthread_mutex_lock(&ahead->mutex);
    ahead->n_emptied++;
    pthread_cond_signal(&ahead->changed);
    pthread_mutex_unlock(&ahead->mutex);
    ahead->taken = 0;
}

sg_status sg_read_ahead_next(size_t *n, sg_read_ahead *ahead, void *buffer, size_t room,
                             sg_error *err)
{
    const chunk *oldest = wait_for_chunk(ahead);
    *n = 0;
    if (oldest->size == 0) { /* it stays there: every further call says the same */
        if (ahead->status != SG_OK && err != NULL && err->status == SG_OK) *err = ahead->error;
        return ahead->status;
    }
    const size_t left = oldest->size - ahead->taken;
    *n = left < room ? left : room;
    memcpy(buffer, oldest->bytes + ahead->taken, *n);
    ahead->taken += *n;
    if (ahead->taken == oldest->size) release_chunk(ahead);
    return SG_OK;
}
