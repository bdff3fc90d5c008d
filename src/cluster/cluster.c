/* cluster.c - calls of all ranks, made of messages from one to one.
 *
 * Everything goes through rank 0: what is sent like this is small or rare.  Gradients are not
 * (sg_cluster_exchange). */
#include "cluster/cluster.h"

#include "base/machine/cores.h"
#include "base/mem.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

uint32_t sg_cluster_rank(const sg_cluster *cluster)
{
    return cluster != NULL ? cluster->end.rank : 0;
}

uint32_t sg_cluster_size(const sg_cluster *cluster)
{
    return cluster != NULL && cluster->end.links != NULL ? cluster->end.size : 1;
}

/* A rank that is bound to some cores uses these; where all ranks may use all cores, they share them. */
uint32_t sg_cluster_threads(const sg_cluster *cluster)
{
    const uint32_t allowed = sg_count_cores();
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sg_cluster_size(cluster) == 1 || online < 1) return allowed;
    const uint32_t share = (uint32_t)online / cluster->end.n_local;
    if (share == 0) return 1;
    return allowed < share ? allowed : share;
}

bool sg_cluster_has_failed(const sg_cluster *cluster)
{
    return cluster != NULL && cluster->has_failed;
}

void sg_cluster_abort(sg_cluster *cluster)
{
    if (sg_cluster_size(cluster) > 1) cluster->end.links->abort(cluster->end.state);
}

/* ---- From one to one -------------------------------------------------------------------------- */

static void *room_in_text(void *memory, size_t n)
{
    sg_text *text = memory;
    if (sg_grow(&text->data, &text->capacity, n + 1, 1, NULL) != SG_OK) return NULL;
    text->data[n] = '\0';
    text->size = n;
    return text->data;
}

void sg_cluster_send(sg_cluster *cluster, uint32_t to, const void *bytes, size_t n)
{
    cluster->end.links->send(cluster->end.state, to, bytes, n);
}

void sg_cluster_receive(sg_text *text, sg_cluster *cluster, uint32_t from)
{
    text->size = 0;
    (void)cluster->end.links->receive(cluster->end.state, &from, true, room_in_text, text);
}

bool sg_cluster_take(sg_text *text, uint32_t *from, sg_cluster *cluster)
{
    *from = SG_ANY_RANK;
    if (sg_cluster_size(cluster) == 1) return false;
    text->size = 0;
    return cluster->end.links->receive(cluster->end.state, from, false, room_in_text, text);
}

void sg_cluster_exchange(void *in, size_t n_in, sg_cluster *cluster, uint32_t with,
                         const void *out, size_t n_out)
{
    cluster->end.links->exchange(cluster->end.state, with, out, n_out, in, n_in);
}

void sg_cluster_begin_send(sg_cluster *cluster, uint32_t to, const void *bytes, size_t n)
{
    cluster->end.links->begin_send(cluster->end.state, to, bytes, n);
}

void sg_cluster_begin_receive(sg_cluster *cluster, uint32_t from, void *bytes, size_t n)
{
    cluster->end.links->begin_receive(cluster->end.state, from, bytes, n);
}

void sg_cluster_go_on(sg_cluster *cluster)
{
    cluster->end.links->go_on(cluster->end.state);
}

void sg_cluster_finish(sg_cluster *cluster)
{
    cluster->end.links->finish(cluster->end.state);
}

/* ---- All together ----------------------------------------------------------------------------- */

void sg_cluster_broadcast(sg_cluster *cluster, sg_text *text)
{
    const uint32_t size = sg_cluster_size(cluster), rank = sg_cluster_rank(cluster);
    uint32_t step = 1;
    /* Rank r hears from the rank without r's highest bit, and tells those with one more bit above. */
    while (step <= rank) step *= 2;
    if (rank > 0) sg_cluster_receive(text, cluster, rank - step / 2);
    for (; step < size - rank; step *= 2)
        sg_cluster_send(cluster, rank + step, text->data, text->size);
}

void sg_cluster_gather(sg_text *all, sg_cluster *cluster, const void *bytes, size_t n)
{
    const uint32_t size = sg_cluster_size(cluster);
    if (!sg_cluster_is_first(cluster)) {
        sg_cluster_send(cluster, 0, bytes, n);
        return;
    }
    assert(all != NULL);
    void *own = room_in_text(&all[0], n);
    if (own == NULL) sg_cluster_abort(cluster);
    if (own != NULL && n > 0) memcpy(own, bytes, n);
    for (uint32_t r = 1; r < size; r++) sg_cluster_receive(&all[r], cluster, r);
}

/* A failure as it travels; `rank` is whose it is. */
typedef struct failure {
    uint32_t status, rank;
    uint64_t n_alike; /* ranks that failed with the same text */
    char text[sizeof((sg_error){0}).text];
} failure;

/* What rank 0 makes of everybody's failures: the first one, and how many are alike. */
static failure first_failure(sg_text *all, uint32_t size)
{
    failure first = {0};
    for (uint32_t r = 0; r < size; r++) {
        failure one = {0};
        if (all[r].size == sizeof one) memcpy(&one, all[r].data, sizeof one);
        if (one.status == SG_OK) continue;
        if (first.status == SG_OK) first = one;
        first.n_alike += strcmp(first.text, one.text) == 0;
    }
    return first;
}

sg_status sg_cluster_agree(sg_cluster *cluster, sg_status status, sg_error *err)
{
    const uint32_t size = sg_cluster_size(cluster);
    sg_text answer = {0}, *all = NULL;
    failure told = {.status = (uint32_t)status, .rank = sg_cluster_rank(cluster)};
    if (size == 1) return status;
    if (status != SG_OK)
        (void)snprintf(told.text, sizeof told.text, "%s",
                       err != NULL && err->text[0] != '\0' ? err->text : "it failed");
    if (told.rank == 0) all = sg_alloc(size, sizeof *all);
    if (told.rank == 0 && all == NULL) {
        sg_cluster_abort(cluster);
        return sg_error_memory(err, SG_WHERE);
    }
    sg_cluster_gather(all, cluster, &told, sizeof told);
    if (all != NULL) {
        told = first_failure(all, size);
        for (uint32_t r = 0; r < size; r++) sg_text_free(&all[r]);
        sg_free(all);
        if (sg_text_add_bytes(&answer, &told, sizeof told, NULL) != SG_OK)
            sg_cluster_abort(cluster);
    }
    sg_cluster_broadcast(cluster, &answer);
    memcpy(&told, answer.data, sizeof told);
    sg_text_free(&answer);
    if (told.status == SG_OK) return SG_OK;
    cluster->has_failed = true;
    if (err != NULL) *err = (sg_error){0};
    if (told.n_alike == size || told.rank == 0)
        return sg_error_set(err, (sg_status)told.status, SG_WHERE, "%s", told.text);
    return sg_error_set(err, (sg_status)told.status, SG_WHERE, "rank %u of %u: %s", told.rank,
                        size, told.text);
}

sg_status sg_cluster_same(sg_cluster *cluster, uint64_t number, const char *difference,
                          sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    uint64_t first = number;
    if (sg_cluster_size(cluster) == 1) return SG_OK;
    if (sg_text_add_bytes(&text, &number, sizeof number, NULL) != SG_OK)
        sg_cluster_abort(cluster);
    sg_cluster_broadcast(cluster, &text);
    memcpy(&first, text.data, sizeof first);
    sg_text_free(&text);
    if (first != number)
        status = sg_error_set(err, SG_EINVAL, SG_WHERE, "it %s than rank 0", difference);
    return sg_cluster_agree(cluster, status, err);
}
