/* searcher.h - a search from the data to the model: proposals, halving, the ledger, the winner.
 *
 * The folder of a search:
 *
 *     config.yml       the space, with all defaults
 *     results.sqlite   every candidate on every rung, with its epochs: `configuration` is a candidate on a rung
 *     split.json       what trains, validates and tests the winner
 *     best.yml         a plain experiment: the winner
 *     best/            its run, with the model
 *     search.json      the numbers; search.html what was tried and what it was worth
 *
 * The ledger is the only memory.  A search that was killed goes through the same proposals again and takes from the
 * ledger what has been trained.
 */
#ifndef SG_SEARCH_SEARCHER_H
#define SG_SEARCH_SEARCHER_H

#include "run/run_folder.h"
#include "search/search_folds.h"
#include "search/search_space.h"

#include "sharegnn/search.h"

typedef struct sg_searcher_options {
    const char *data, *data_folder, *folder, *space;
    const char
        *splits; /* file whose fold `fold` is outside of the search; NULL: none           */
    uint32_t fold;
    uint32_t
        n_folds; /* inner ones; 0: by the number of items                                  */
    uint32_t
        n_trials; /* 0: seconds decide                                                      */
    double seconds;
    uint64_t seed, budget, most_bytes;
    uint32_t n_threads;
    bool has_task, at_random;
    sg_task task;
    sg_former_run former;
    bool (*event)(void *context, const sg_search_event *event);
    void *context;
} sg_searcher_options;

/* Search.  *summary is search.json, released with sg_text_free.
 * Fails with whatever is wrong with data, splits or space, before the folder is touched; with SG_EINVAL where
 * every candidate is too large; with SG_EEXIST, SG_ECANCELED or what the disk fails with. */
sg_status sg_search_run(sg_text *summary, const sg_searcher_options *options, sg_error *err);

#endif
