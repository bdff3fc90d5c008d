/* line_worker.h - predicting lines: one thread's part of a feed.
 *
 *     sg_line_worker worker = {.prepared = &prepared, .reader = {.format = &sg_format_smiles}};
 *     SG_TRY(sg_line_worker_run(result, score, NULL, &worker, line, n, err));
 *     if (result[0].error != SG_NO_TEXT) puts(sg_names_at(&worker.text, result[0].error));
 *     sg_line_worker_free(&worker);
 *
 * A line that cannot be read or predicted becomes an error of its own and disturbs no other.  Every
 * line stands for itself: what it gives does not depend on those before and behind it.
 */
#ifndef SG_FEED_LINE_WORKER_H
#define SG_FEED_LINE_WORKER_H

#include "formats/line_reader.h"
#include "model/predictor.h"
#include "text/line_cutter.h"

#define SG_NO_TEXT UINT32_MAX

/* What became of a line; texts and scores are the worker's. */
typedef struct sg_line_result {
    uint32_t error;   /* why there are no scores, or SG_NO_TEXT                     */
    uint32_t id;      /* or SG_NO_TEXT                                              */
    uint32_t n_items; /* that have scores: 1, or the nodes of the graph; 0: an error */
    size_t first;     /* where they begin in worker->kept                           */
} sg_line_result;

/* A graph that waits to be predicted. */
typedef struct sg_waiting_line {
    uint32_t line;           /* number among those of the run                          */
    uint32_t first, n_items; /* in worker->score                                       */
} sg_waiting_line;

/* Zeroed but for the first three, it can run. */
typedef struct sg_line_worker {
    const sg_prepared_model *prepared; /* borrowed */
    sg_line_reader reader;
    uint64_t budget; /* search steps per graph; 0: SG_DEFAULT_BUDGET */
    sg_names text;   /* the caller clears it when nobody needs it any more */
    double *kept;    /* [n_kept][n_outputs] scores of lines, which the caller clears likewise */
    size_t n_kept;

    sg_record record; /* the line that is taken                             */
    sg_record again;  /* a line that waited and is read a second time, while another is taken */
    sg_record_collector collector; /* graphs that wait to be predicted together          */
    sg_waiting_line *waiting;      /* [n_waiting]                                        */
    uint32_t n_waiting;
    uint32_t n_items; /* of all that wait                                                 */
    uint64_t n_pairs; /* the sum of their squared numbers of nodes                        */
    double *score;    /* [n_items][n_outputs]                                             */
    sg_trust *trust;  /* [n_waiting]                                                      */
    size_t waiting_capacity, score_capacity, trust_capacity, kept_capacity;
} sg_line_worker;

void sg_line_worker_free(sg_line_worker *worker);

/* Predict line[0 .. n).
 *
 *   result  out; [n]
 *   trust   out; [n], or NULL
 *
 * Fails with SG_ENOMEM where even that cannot be told line by line. */
sg_status sg_line_worker_run(sg_line_result *result, sg_trust *trust, sg_line_worker *worker,
                             const sg_cut_line *line, uint32_t n, sg_error *err);

#endif
