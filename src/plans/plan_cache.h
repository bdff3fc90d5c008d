/* plan_cache.h - labels and plans of one data set, computed once and shared by all models on it.
 *
 *     SG_TRY(sg_plan_cache_open(&cache, data, NULL, &options, err));
 *     SG_TRY(sg_plan_cache_labels(&labels, cache, "wl:2", err));
 *     SG_TRY(sg_plan_cache_plan(&plan, cache, &head, err));
 *
 * With a model's vocabularies the cache speaks in the model's numbers instead of its own: labels and
 * triples that the model has never seen have no weight.
 *
 * What a cache gives stays valid until it is closed or dropped.  Filling it is for one thread at a time;
 * afterwards any number of threads may read.
 */
#ifndef SG_PLANS_PLAN_CACHE_H
#define SG_PLANS_PLAN_CACHE_H

#include "data/dataset.h"
#include "plans/head.h"
#include "plans/vocabularies_index.h"

typedef struct sg_plan_cache sg_plan_cache;

/* Labels in the numbers of weights. */
typedef struct sg_cached_labels {
    const uint32_t *label; /* [n_nodes] 0 .. n_labels-1; n_labels: the model does not know it */
    uint32_t n_labels;
} sg_cached_labels;

/* Open an empty cache.  `data` and `known` (NULL: none) are borrowed until close; `options` are
 * copied, what they point to is borrowed.  Fails with SG_ENOMEM. */
sg_status sg_plan_cache_open(sg_plan_cache **cache, const sg_dataset *data,
                             const sg_vocabularies *known, const sg_invariant_options *options,
                             sg_error *err);

void sg_plan_cache_close(sg_plan_cache *cache);

/* Use tables that were made once, for a cache that was opened with these vocabularies and is still
 * empty.  `index` is borrowed until close.  Plans can then be used for predictions alone. */
void sg_plan_cache_use_index(sg_plan_cache *cache, const sg_vocabularies_index *index);

/* Give back threads, budget and observer: whatever is asked for from now on and is not there yet is
 * computed without them. */
void sg_plan_cache_release_options(sg_plan_cache *cache);

/* Use labels of an expression that are known already, in the numbers of the model's vocabularies, instead of
 * computing them; sg_labels_recognize says what they look like.  `labels` are borrowed until close.
 * Fails with SG_EFORMAT (the vocabularies do not have the expression) or SG_ENOMEM. */
sg_status sg_plan_cache_put_labels(sg_plan_cache *cache, const char *expression,
                                   const sg_labels *labels, sg_error *err);

/* Only the pairs of receivers v with wanted[v] are needed, [n_nodes]; borrowed until close. */
void sg_plan_cache_want(sg_plan_cache *cache, const uint8_t *wanted);

/* The data is a rank's part of `whole`, which decides how plans are kept; for a cache that is still empty.  `whole` is
 * borrowed until close. */
void sg_plan_cache_choose_by(sg_plan_cache *cache, const sg_dataset *whole);

const sg_dataset *sg_plan_cache_data(const sg_plan_cache *cache);

/* The labels of an expression.  Fails with SG_EINVAL (the expression), SG_EFORMAT (the vocabularies
 * do not have it), SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
sg_status sg_plan_cache_labels(sg_cached_labels *labels, sg_plan_cache *cache,
                               const char *expression, sg_error *err);

/* The plan of a head; its bias and copies do not matter.  Fails like sg_plan_cache_labels. */
sg_status sg_plan_cache_plan(const sg_plan **plan, sg_plan_cache *cache, const sg_head *head,
                             sg_error *err);

/* A copy of everything in the cache that the heads and labelings below need, for a model file.
 * The cache must have been opened without vocabularies.  Fail like sg_plan_cache_labels; `known` is
 * unchanged then. */
sg_status sg_plan_cache_label_vocabulary(sg_label_vocabulary *known, sg_plan_cache *cache,
                                         const char *expression, sg_error *err);
sg_status sg_plan_cache_triple_vocabulary(sg_triple_vocabulary *known, sg_plan_cache *cache,
                                          const sg_head *head, sg_error *err);

/* Plans can be dropped by when they were asked for last.  Set the time, which the caller counts; the oldest time of a plan
 * in the cache, UINT64_MAX where there is none; the bytes of all plans and their pairs. */
void sg_plan_cache_set_time(sg_plan_cache *cache, uint64_t time);
uint64_t sg_plan_cache_oldest(const sg_plan_cache *cache);
uint64_t sg_plan_cache_bytes(const sg_plan_cache *cache);

/* Drop the plans that were asked for last at `time` or before: nobody may use them afterwards.  Labels and pairs stay, for
 * the plans that come; drop the pairs that no plan in the cache refers to, too. */
void sg_plan_cache_drop(sg_plan_cache *cache, uint64_t time);
void sg_plan_cache_drop_pairs(sg_plan_cache *cache);

/* The plans in the cache, in the order they were made; their texts are borrowed. */
size_t sg_plan_cache_plan_count(const sg_plan_cache *cache);
sg_plan_choice sg_plan_cache_plan_at(const sg_plan_cache *cache, size_t i);

#endif
