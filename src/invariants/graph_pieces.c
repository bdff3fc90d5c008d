/* graph_pieces.c - pieces of graphs, one error, steady progress. */
#include "invariants/graph_pieces.h"

#include "base/mem.h"
#include "base/observer.h"

#include <stdatomic.h>

enum { GRAPHS_PER_PIECE = 32 };

typedef struct piece_result {
    sg_status status;
    sg_error error;
} piece_result;

typedef struct run {
    const sg_graph_work *work;
    uint32_t n_graphs, piece_size;
    sg_scratch *scratch; /* [n_threads] */
    piece_result
        *failure;     /* [n_threads] the first failure of each worker's pieces, by number */
    uint32_t *failed; /* [n_threads] the number of that piece, or UINT32_MAX              */
    atomic_uint first_failed;
    atomic_bool canceled; /* the observer wants to stop: nothing is computed any more */
    atomic_uint n_done;   /* graphs */
} run;

/* Only the thread that asked for the computation talks to its observer. */
static sg_status report(run *r, uint32_t worker, sg_error *err)
{
    if (worker != 0) return SG_OK;
    const char *unit = r->work->unit != NULL ? r->work->unit : "graphs";
    const sg_progress progress = {r->work->stage, unit, atomic_load(&r->n_done), r->n_graphs};
    const sg_status status = sg_observe(r->work->observer, progress, err);
    if (status != SG_OK) atomic_store(&r->canceled, true);
    return status;
}

static void work_on_piece(void *context, uint32_t piece, uint32_t worker)
{
    run *r = context;
    if (piece > atomic_load(&r->first_failed) || atomic_load(&r->canceled)) return;
    const uint32_t begin = piece * r->piece_size, left = r->n_graphs - begin;
    const uint32_t n = left < r->piece_size ? left : r->piece_size;
    sg_error error = {0};
    sg_status status = SG_OK;
    /* Graphs may be large, so it is asked for each of them whether to go on. */
    for (uint32_t g = begin; g < begin + n && status == SG_OK; g++) {
        if (atomic_load(&r->canceled)) return;
        sg_scratch_reset(&r->scratch[worker]);
        status = r->work->work(r->work->context, g, worker, &r->scratch[worker], &error);
        if (status == SG_ECANCELED) atomic_store(&r->canceled, true);
        atomic_fetch_add(&r->n_done, 1);
        if (status == SG_OK) status = report(r, worker, &error);
    }
    if (status == SG_OK) return;
    if (piece < r->failed[worker]) {
        r->failed[worker] = piece;
        r->failure[worker] = (piece_result){status, error};
    }
    unsigned first = atomic_load(&r->first_failed);
    while (piece < first && !atomic_compare_exchange_weak(&r->first_failed, &first, piece)) {
    }
}

sg_status sg_each_graph(const sg_graph_work *work, uint32_t n_graphs, sg_threads *threads,
                        sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_threads = sg_threads_count(threads);
    const uint32_t piece_size = work->piece_size > 0 ? work->piece_size : GRAPHS_PER_PIECE;
    const uint32_t n_pieces = n_graphs / piece_size + (n_graphs % piece_size != 0);
    run r = {.work = work,
             .n_graphs = n_graphs,
             .piece_size = piece_size,
             .first_failed = UINT32_MAX};
    sg_watch watch;
    sg_watch_begin(&watch, work->observer);
    SG_ALLOC(r.scratch, n_threads);
    SG_ALLOC(r.failure, n_threads);
    SG_ALLOC(r.failed, n_threads);
    for (uint32_t t = 0; t < n_threads; t++) r.failed[t] = UINT32_MAX;
    sg_threads_run(threads, n_pieces, work_on_piece, &r);
    const uint32_t first = atomic_load(&r.first_failed);
    for (uint32_t t = 0; t < n_threads && first != UINT32_MAX; t++) {
        if (r.failed[t] != first) continue;
        status = r.failure[t].status;
        if (err != NULL && err->status == SG_OK) *err = r.failure[t].error;
    }
    if (status == SG_OK) SG_TRY(report(&r, 0, err));
done:
    for (uint32_t t = 0; r.scratch != NULL && t < n_threads; t++)
        sg_scratch_free(&r.scratch[t]);
    sg_free(r.scratch);
    sg_free(r.failure);
    sg_free(r.failed);
    sg_watch_end(&watch);
    return status;
}
