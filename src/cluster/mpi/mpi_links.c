/* mpi_links.c - messages between ranks by MPI; libsharegnn-mpi.so, which is loaded where there are several.
 *
 * MPI counts bytes with an int: longer messages go in parts, and all but the last one are tagged.  A send
 * keeps a copy of its bytes until they have gone, so that two ranks that send to each other never wait for
 * each other.  MPI's own errors end all ranks, which is its default. */
#include "cluster/links.h"

#include <mpi.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LAST_PART = 0, MORE_TO_COME = 1, EXCHANGED = 2, BEGUN = 3, LARGEST_PART = 1 << 30 };

/* A message that has not left yet. */
typedef struct pending {
    MPI_Request request;
    void *copy;
} pending;

typedef struct mpi_state {
    pending *waiting; /* [n_waiting] */
    size_t n_waiting, capacity;
    MPI_Request *begun; /* [n_begun] what finish waits for */
    int n_begun;
    size_t begun_capacity;
} mpi_state;

static void end_all(void *state)
{
    (void)state;
    (void)MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    abort(); /* not reached */
}

/* Forget the messages that have left. */
static void release_sent(mpi_state *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_waiting; i++) {
        int gone = 0;
        (void)MPI_Test(&s->waiting[i].request, &gone, MPI_STATUS_IGNORE);
        if (gone)
            free(s->waiting[i].copy);
        else
            s->waiting[n++] = s->waiting[i];
    }
    s->n_waiting = n;
}

static pending *next_pending(mpi_state *s)
{
    if (s->n_waiting == s->capacity) {
        const size_t capacity = 2 * s->capacity + 8;
        pending *grown = realloc(s->waiting, capacity * sizeof *grown);
        if (grown == NULL) end_all(s);
        s->waiting = grown;
        s->capacity = capacity;
    }
    return &s->waiting[s->n_waiting++];
}

static void send_part(mpi_state *s, uint32_t to, const char *bytes, size_t n, int tag)
{
    pending *p = next_pending(s);
    p->copy = malloc(n > 0 ? n : 1);
    if (p->copy == NULL) end_all(s);
    if (n > 0) memcpy(p->copy, bytes, n);
    (void)MPI_Isend(p->copy, (int)n, MPI_BYTE, (int)to, tag, MPI_COMM_WORLD, &p->request);
}

static void mpi_send(void *state, uint32_t to, const void *bytes, size_t n)
{
    mpi_state *s = state;
    const char *next = bytes;
    release_sent(s);
    for (; n > LARGEST_PART; n -= LARGEST_PART, next += LARGEST_PART)
        send_part(s, to, next, LARGEST_PART, MORE_TO_COME);
    send_part(s, to, next, n, LAST_PART);
} /* NOLINT(clang-analyzer-optin.mpi.MPI-Checker): release_sent or mpi_close waits */

/* Wait without taking the core from those that compute: MPI itself would ask all the time. */
static void probe(mpi_state *s, int from, MPI_Status *status)
{
    int there = 0;
    for (unsigned asked = 0; !there; asked++) {
        (void)MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, status);
        if (!there) release_sent(s);
        if (!there && asked > 1000)
            (void)nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
}

static bool mpi_receive(void *state, uint32_t *from, bool wait,
                        void *(*room)(void *memory, size_t n), void *memory)
{
    mpi_state *s = state;
    MPI_Status status;
    size_t size = 0;
    int source = *from == SG_ANY_RANK ? MPI_ANY_SOURCE : (int)*from, there = 0, n = 0;
    if (!wait) {
        release_sent(s);
        (void)MPI_Iprobe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
        if (!there) return false;
        source = status.MPI_SOURCE;
    }
    do {
        probe(s, source, &status);
        source = status.MPI_SOURCE;
        (void)MPI_Get_count(&status, MPI_BYTE, &n);
        char *bytes = room(memory, size + (size_t)n);
        if (bytes == NULL) end_all(s);
        (void)MPI_Recv(bytes + size, n, MPI_BYTE, source, status.MPI_TAG, MPI_COMM_WORLD,
                       &status);
        size += (size_t)n;
    } while (status.MPI_TAG == MORE_TO_COME);
    *from = (uint32_t)source;
    return true;
}

static int next_part(size_t n)
{
    return (int)(n < LARGEST_PART ? n : LARGEST_PART);
}

/* Both ranks make as many parts, of which some may be empty. */
static void mpi_exchange(void *state, uint32_t with, const void *out, size_t n_out, void *in,
                         size_t n_in)
{
    (void)state;
    const char *next = out;
    char *room = in;
    while (n_out > 0 || n_in > 0) {
        const int sent = next_part(n_out), got = next_part(n_in);
        (void)MPI_Sendrecv(next, sent, MPI_BYTE, (int)with, EXCHANGED, room, got, MPI_BYTE,
                           (int)with, EXCHANGED, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        next += sent;
        room += got;
        n_out -= (size_t)sent;
        n_in -= (size_t)got;
    }
}

/* Room for one more request that finish waits for. */
static MPI_Request *next_begun(mpi_state *s)
{
    if ((size_t)s->n_begun == s->begun_capacity) {
        const size_t capacity = 2 * s->begun_capacity + 8;
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): a request may be a pointer */
        MPI_Request *grown = realloc(s->begun, capacity * sizeof *grown);
        if (grown == NULL) end_all(s);
        s->begun = grown;
        s->begun_capacity = capacity;
    }
    return &s->begun[s->n_begun++];
}

static void mpi_begin_send(void *state, uint32_t to, const void *bytes, size_t n)
{
    const char *next = bytes;
    for (int size = 0; n > 0; n -= (size_t)size, next += size) {
        size = next_part(n);
        (void)MPI_Isend(next, size, MPI_BYTE, (int)to, BEGUN, MPI_COMM_WORLD,
                        next_begun(state));
    }
} /* NOLINT(clang-analyzer-optin.mpi.MPI-Checker): mpi_finish waits */

static void mpi_begin_receive(void *state, uint32_t from, void *bytes, size_t n)
{
    char *next = bytes;
    for (int size = 0; n > 0; n -= (size_t)size, next += size) {
        size = next_part(n);
        (void)MPI_Irecv(next, size, MPI_BYTE, (int)from, BEGUN, MPI_COMM_WORLD,
                        next_begun(state));
    }
} /* NOLINT(clang-analyzer-optin.mpi.MPI-Checker): mpi_finish waits */

/* What is done is a null request from then on. */
static void mpi_go_on(void *state)
{
    mpi_state *s = state;
    int index = 0, done = 0;
    if (s->n_begun > 0)
        (void)MPI_Testany(s->n_begun, s->begun, &index, &done, MPI_STATUS_IGNORE);
}

static void mpi_finish(void *state)
{
    mpi_state *s = state;
    (void)MPI_Waitall(s->n_begun, s->begun, MPI_STATUSES_IGNORE);
    s->n_begun = 0;
}

static void mpi_close(void *state)
{
    mpi_state *s = state;
    for (size_t i = 0; i < s->n_waiting; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): send_part began it */
        (void)MPI_Wait(&s->waiting[i].request, MPI_STATUS_IGNORE);
        free(s->waiting[i].copy);
    }
    free(s->waiting);
    free(s->begun);
    free(s);
    (void)MPI_Finalize();
}

static const sg_links LINKS = {.send = mpi_send,
                               .receive = mpi_receive,
                               .exchange = mpi_exchange,
                               .begin_send = mpi_begin_send,
                               .begin_receive = mpi_begin_receive,
                               .go_on = mpi_go_on,
                               .finish = mpi_finish,
                               .abort = end_all,
                               .close = mpi_close};

__attribute__((visibility("default"))) sg_mpi_open_function sg_mpi_open;

bool sg_mpi_open(sg_links_end *end)
{
    int given = 0, begun = 0, ended = 0, rank = 0, size = 0, n_local = 0;
    MPI_Comm local;
    mpi_state *state = calloc(1, sizeof *state);
    (void)MPI_Initialized(&begun);
    (void)MPI_Finalized(&ended);
    if (state == NULL || begun || ended ||
        MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS ||
        given < MPI_THREAD_FUNNELED) {
        free(state);
        return false;
    }
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &size);
    (void)MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &local);
    (void)MPI_Comm_size(local, &n_local);
    (void)MPI_Comm_free(&local);
    *end = (sg_links_end){&LINKS, state, (uint32_t)rank, (uint32_t)size, (uint32_t)n_local};
    return true;
}
