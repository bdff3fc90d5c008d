/* search_parts.h - what the files of a search share.
 *
 *     searcher.c       opening, brackets and rungs, the end
 *     search_wave.c    a few candidates side by side
 *     search_finish.c  the winner: best.yml, its run, the summary
 *     search_ensemble.c  candidates that say more together, as one model
 *     search_board.c   the candidates by what they reached, and what they cost
 *     search_page.c    what was tried, for people
 *     search_curves.c  its learning curves
 *     search_effects.c its figures of candidates by value
 *     search_words.c   parts and values of the space in words
 */
#ifndef SG_SEARCH_SEARCH_PARTS_H
#define SG_SEARCH_SEARCH_PARTS_H

#include "draw/mean_curve.h"
#include "page/html.h"
#include "search/ensemble_choice.h"
#include "search/searcher.h"
#include "search/trial_book.h"
#include "search/trial_stage.h"
#include "store/ledger.h"
#include "text/json_writer.h"

#include <stdatomic.h>

typedef struct sg_search_state {
    const sg_searcher_options *options;
    sg_experiment experiment;
    sg_search_folds folds;
    sg_trial_stage stage;
    sg_trial_book book;
    sg_threads *threads;
    sg_ledger *ledger;
    sg_ledger_jobs former; /* what the ledger had when this process began                     */
    uint32_t
        n_configurations; /* in the ledger, by the order of this search                      */
    uint8_t *rung_of;     /* [n_configurations] */
    size_t rung_of_capacity;
    uint32_t n_skipped;
    char skipped[200]; /* why, the last one                                                 */
    double begin,
        before;      /* of this process; seconds of those before it                       */
    double training; /* seconds of epochs, all threads together, winner and members too   */
    double done;     /* work of the rungs so far, as sg_rungs_work counts it              */
    double winner;   /* seconds that a whole training of the best candidate takes, about  */
    sg_work_rate rate;
    bool is_late;    /* the time is over                                                  */
    bool is_stopped; /* by the user                                                       */
    atomic_ullong n_epochs;
    const sg_metric *metric;
    uint64_t fingerprint; /* of data and seed */
    double
        *rung_metric; /* [trials] on rung 0, for effects                                      */
    size_t rung_capacity;
} sg_search_state;

/* Train the trials number[0 .. n), n <= SG_MOST_ON_STAGE, on a rung, and score those that come to its end. */
sg_status sgi_search_wave(sg_search_state *search, const uint32_t *number, uint32_t n,
                          uint32_t rung, sg_error *err);

/* The best score so far, or NULL. */
const sg_trial *sgi_search_best(const sg_search_state *search);

/* Choose the winner, write best.yml, run it, and write the summary. */
sg_status sgi_search_finish(sg_text *summary, sg_search_state *search, sg_error *err);

/* Candidates that validate better together than the best one alone; n = 0: there are none. */
typedef struct sg_search_ensemble {
    uint32_t trial[SG_MOST_MEMBERS];
    double share[SG_MOST_MEMBERS]; /* that add up to 1 */
    uint32_t n;
    double validation, test; /* of the mean; NaN: nothing tests it */
} sg_search_ensemble;

/* Train a trial on all items of the search, as NAME.yml in a folder of that name; both names are in the search's folder.
 * Appends the path of the model, and the summary of the run. */
sg_status sgi_search_train(sg_text *model, sg_text *summary, sg_search_state *search,
                           uint32_t trial, const char *name, sg_error *err);

/* Find an ensemble, train its members and write it; `model` is the path of the model of trial `chosen`, and that of the
 * ensemble afterwards, if there is one. */
sg_status sgi_search_join(sg_search_ensemble *ensemble, sg_text *model, sg_search_state *search,
                          uint32_t chosen, sg_error *err);

/* The numbers of trials that have a score, the best one first; *order is [*n] and released with sg_free. */
sg_status sgi_search_order(uint32_t **order, uint32_t *n, const sg_search_state *search,
                           sg_error *err);

/* The member "board": what they reached and cost. */
sg_status sgi_search_put_board(sg_json_writer *json, const sg_search_state *search,
                               sg_error *err);

/* The learning curves of all rungs, as a part of the page. */
sg_status sgi_search_curves(sg_text *html, const sg_search_state *search, uint32_t chosen,
                            sg_error *err);

/* The mean of the validation of some folds, epoch by epoch; those that have stopped keep their last value. */
sg_status sgi_search_mean_of_folds(sg_mean_curve *mean, const sg_ledger_epochs *fold, size_t n,
                                   sg_error *err);

/* What each part of the space was worth, as a part of the page. */
sg_status sgi_search_effects(sg_text *html, const sg_search_state *search, uint32_t chosen,
                             sg_error *err);

/* What a reader calls a part of the space: "decoder: labels" for layers.2.heads.0. */
void sgi_search_part_words(char *text, size_t room, const sg_search_state *search,
                           const char *path);

/* A value of the space as it is written: a scalar, or the scalars of a list. */
sg_status sgi_search_value_words(sg_text *text, const sg_node *value, sg_error *err);

/* A value of the metric; a dash where there is none. */
sgi_phrase sgi_search_metric_words(const sg_search_state *search, double value);

/* The page. */
sg_status sgi_search_page(sg_text *html, const sg_search_state *search, uint32_t chosen,
                          const sg_search_ensemble *ensemble, sg_error *err);

/* Tell; false: the user wants to stop. */
bool sgi_search_tell(sg_search_state *search, sg_search_event_kind kind, uint32_t trial,
                     const char *text);

/* Seconds that all processes have searched. */
double sgi_search_seconds(const sg_search_state *search);

/* Whether the clock decides, and what is left of its time is that of the winner's training. */
bool sgi_search_is_late(const sg_search_state *search);

#endif
