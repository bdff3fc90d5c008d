/* feed_parts.h - what a feed consists of, for the files that it is made of. */
#ifndef SG_FEED_FEED_PARTS_H
#define SG_FEED_FEED_PARTS_H

#include "sharegnn/feed.h"

#include "base/threads.h"
#include "cluster/cluster.h"
#include "feed/line_worker.h"
#include "formats/import_options.h"

struct sg_feed {
    const sg_model *model;
    sg_feed_options options;
    uint32_t n_models;
    sg_prepared_model *prepared; /* [n_models] */
    uint64_t *changes;           /* [n_models] of the weights, when the feed was opened */
    sg_threads *threads;
    sg_line_worker *worker; /* [n_models][n_threads]                            */
    double **squares; /* [n_threads] where there are several models: of the scores that the
                               first one's worker keeps; then spreads           */
    size_t *squares_capacity;
    sg_line_cutter cutter;
    sg_import_options
        *settings;          /* [n_models] of the lines' format: models may read differently */
    sg_import_options said; /* what the options say of them */
    bool has_format;
    uint32_t n_lines; /* of the cutter's that have results */
    sg_line_result *result;
    uint32_t *worker_of; /* [n_lines] whose texts the result names */
    uint32_t *thread_of; /* [n_lines] whose worker of the first model keeps its scores */
    sg_trust *trust;
    size_t result_capacity, worker_capacity, thread_capacity, trust_capacity;
    sg_error failure; /* the first one, which every later call repeats */
    /* Where ranks share the lines, and this is rank 0: */
    uint32_t n_own;    /* lines that it has predicted itself, the first ones              */
    sg_feed_line *far; /* [n_lines - n_own] the others; texts and scores are in `answer`  */
    size_t far_capacity;
    sg_text *answer; /* [ranks] */
};

/* ---- A process alone (feed.c) ---- */

/* Let the lines be of this format.  Fails with SG_EINVAL where models or settings do not go with it. */
sg_status sgi_feed_set_format(sg_feed *feed, const sg_format *format, sg_error *err);

/* Predict the first n lines of the cutter, whose format is known. */
sg_status sgi_feed_predict(sg_feed *feed, uint32_t n, sg_error *err);

/* ---- Ranks (feed_ranks.c) ---- */

/* Whether ranks share the lines. */
bool sgi_feed_is_shared(const sg_feed *feed);

/* Fail on all ranks where one has failed, or predicts something else than rank 0. */
sg_status sgi_feed_open_ranks(sg_feed *feed, sg_status status, sg_error *err);

/* Predict the lines of the cutter, together with the other ranks; then release what came from them. */
sg_status sgi_feed_predict_shared(sg_feed *feed, sg_error *err);
void sgi_feed_close_ranks(sg_feed *feed);

#endif
