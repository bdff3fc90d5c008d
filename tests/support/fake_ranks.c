/* fake_ranks.c - mailboxes behind one lock. */
#include "support/fake_ranks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct letter {
    struct letter *next;
    uint32_t from;
    size_t n;
    char bytes[];
} letter;

/* What all ranks share. */
typedef struct post {
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    letter **box; /* [n ranks] letters to each rank, in the order of arrival */
} post;

/* A letter that is waited for. */
typedef struct expected {
    uint32_t from;
    void *bytes;
    size_t n;
} expected;

enum { MOST_EXPECTED = 64 };

typedef struct fake_rank {
    post *post;
    expected expected[MOST_EXPECTED];
    size_t n_expected;
    sg_cluster cluster;
    pthread_t thread;
    void (*part)(sg_cluster *cluster, void *context);
    void *context;
} fake_rank;

static void send_letter(void *state, uint32_t to, const void *bytes, size_t n)
{
    fake_rank *r = state;
    letter *l = malloc(sizeof *l + n);
    if (l == NULL) abort();
    *l = (letter){.from = r->cluster.end.rank, .n = n};
    if (n > 0) memcpy(l->bytes, bytes, n);
    pthread_mutex_lock(&r->post->lock);
    letter **end = &r->post->box[to];
    while (*end != NULL) end = &(*end)->next;
    *end = l;
    pthread_cond_broadcast(&r->post->arrived);
    pthread_mutex_unlock(&r->post->lock);
}

/* Take a letter out of the box; the lock is held. */
static letter *find_letter(fake_rank *r, uint32_t from)
{
    for (letter **at = &r->post->box[r->cluster.end.rank]; *at != NULL; at = &(*at)->next) {
        letter *l = *at;
        if (from != SG_ANY_RANK && l->from != from) continue;
        *at = l->next;
        return l;
    }
    return NULL;
}

static bool receive_letter(void *state, uint32_t *from, bool wait,
                           void *(*room)(void *memory, size_t n), void *memory)
{
    fake_rank *r = state;
    pthread_mutex_lock(&r->post->lock);
    letter *l = find_letter(r, *from);
    while (l == NULL && wait) {
        pthread_cond_wait(&r->post->arrived, &r->post->lock);
        l = find_letter(r, *from);
    }
    pthread_mutex_unlock(&r->post->lock);
    if (l == NULL) return false;
    void *bytes = room(memory, l->n);
    if (bytes == NULL) abort();
    if (l->n > 0) memcpy(bytes, l->bytes, l->n);
    *from = l->from;
    free(l);
    return true;
}

typedef struct fixed_room {
    void *bytes;
    size_t n;
} fixed_room;

static void *room_of(void *memory, size_t n)
{
    fixed_room *fixed = memory;
    return n == fixed->n ? fixed->bytes : NULL;
}

static void exchange_letters(void *state, uint32_t with, const void *out, size_t n_out,
                             void *in, size_t n_in)
{
    send_letter(state, with, out, n_out);
    (void)receive_letter(state, &with, true, room_of, &(fixed_room){in, n_in});
}

static void expect_letter(void *state, uint32_t from, void *bytes, size_t n)
{
    fake_rank *r = state;
    if (r->n_expected == MOST_EXPECTED) abort();
    r->expected[r->n_expected++] = (expected){from, bytes, n};
}

static void go_on(void *state)
{
    (void)state;
}

static void take_expected(void *state)
{
    fake_rank *r = state;
    for (size_t i = 0; i < r->n_expected; i++) {
        expected *e = &r->expected[i];
        (void)receive_letter(state, &e->from, true, room_of, &(fixed_room){e->bytes, e->n});
    }
    r->n_expected = 0;
}

static void end_all(void *state)
{
    (void)state;
    abort();
}

static void close_nothing(void *state)
{
    (void)state;
}

static const sg_links LETTERS = {.send = send_letter,
                                 .receive = receive_letter,
                                 .exchange = exchange_letters,
                                 .begin_send = send_letter,
                                 .begin_receive = expect_letter,
                                 .go_on = go_on,
                                 .finish = take_expected,
                                 .abort = end_all,
                                 .close = close_nothing};

static void *run_rank(void *context)
{
    fake_rank *r = context;
    r->part(&r->cluster, r->context);
    return NULL;
}

void run_ranks(uint32_t n, void (*part)(sg_cluster *cluster, void *context), void *context)
{
    post p = {.lock = PTHREAD_MUTEX_INITIALIZER, .arrived = PTHREAD_COND_INITIALIZER};
    fake_rank *rank = calloc(n, sizeof *rank);
    p.box = calloc(n, sizeof *p.box);
    if (rank == NULL || p.box == NULL) abort();
    for (uint32_t r = 0; r < n; r++) {
        rank[r] = (fake_rank){.post = &p, .part = part, .context = context};
        rank[r].cluster.end = (sg_links_end){n > 1 ? &LETTERS : NULL, &rank[r], r, n, n};
        if (pthread_create(&rank[r].thread, NULL, run_rank, &rank[r]) != 0) abort();
    }
    for (uint32_t r = 0; r < n; r++) pthread_join(rank[r].thread, NULL);
    for (uint32_t r = 0; r < n; r++)
        if (p.box[r] != NULL) abort(); /* a letter that nobody took */
    free(p.box);
    free(rank);
    pthread_cond_destroy(&p.arrived);
    pthread_mutex_destroy(&p.lock);
}
