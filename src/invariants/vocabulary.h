/* vocabulary.h - content keys to dense ids 0, 1, 2, ...
 *
 * Ids are ordered by how often a key occurs, the most frequent first, and by the key where two
 * occur equally often.  So they depend on the content alone, not on the order in which keys came
 * or on threads.
 */
#ifndef SG_INVARIANTS_VOCABULARY_H
#define SG_INVARIANTS_VOCABULARY_H

#include "base/threads.h"
#include "invariants/key.h"

typedef struct sg_vocabulary {
    uint64_t *key;   /* [n_keys] in the order of ids   */
    uint64_t *count; /* [n_keys] how often it occurs   */
    uint32_t n_keys;
} sg_vocabulary;

void sg_vocabulary_free(sg_vocabulary *vocabulary);

/* Number the distinct keys among key[0 .. n).
 *
 *   id    out; [n] the number of each key
 *   what  what the keys are of, for messages
 *
 * Fails with SG_ELIMIT where two contents share a key (same key, different check; about one
 * chance in 10^7 for a million distinct contents), or SG_ENOMEM.
 * Time O(n + k log k) for k distinct keys, memory O(k). */
sg_status sg_vocabulary_build(sg_vocabulary *vocabulary, uint32_t *id, const sg_key *key,
                              size_t n, const char *what, sg_threads *threads, sg_error *err);

/* The same, and *check is [n_keys] the checks of the keys; released with sg_free. */
sg_status sg_vocabulary_with_checks(sg_vocabulary *vocabulary, uint64_t **check, uint32_t *id,
                                    const sg_key *key, size_t n, const char *what,
                                    sg_threads *threads, sg_error *err);

/* Things whose content keys take long to compute.  Things with the same signature are alike, so that
 * only one of them is asked for its key; things that are not alike have other signatures, as far as
 * 128 bits can tell. */
typedef struct sg_signed_things {
    /* Write the signatures of the things begin .. end-1.  Threads call it side by side. */
    void (*sign)(sg_key *signature, const void *context, size_t begin, size_t end);

    /* Compute the content key of a thing.  One thread calls it. */
    sg_status (*key_of)(sg_key *key, void *context, size_t thing, sg_error *err);

    void *context;
    size_t n;
} sg_signed_things;

/* The same for things that are known by a signature.
 *
 *   check  as above
 *
 * Fails like sg_vocabulary_build or key_of, or with SG_ECANCELED. */
sg_status sg_vocabulary_of_things(sg_vocabulary *vocabulary, uint64_t **check, uint32_t *id,
                                  const sg_signed_things *things, const char *what,
                                  sg_threads *threads, sg_error *err);

/* The same for keys that have been counted before: key[i] occurs count[i] times, and may be listed
 * more than once. */
sg_status sg_vocabulary_of_counts(sg_vocabulary *vocabulary, uint32_t *id, const sg_key *key,
                                  const uint64_t *count, size_t n, const char *what,
                                  sg_error *err);

/* Keep the `limit` - 1 most frequent keys; all others share the last id and the key of "the
 * rest".  Nothing happens where there are no more than `limit`. */
void sg_vocabulary_limit(sg_vocabulary *vocabulary, uint32_t *id, size_t n, uint32_t limit);

#endif
