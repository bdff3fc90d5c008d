/* key_match.h - the same labels and triples in two vocabularies.
 *
 *     SG_TRY(sg_match_labels(&place, mine, theirs, err));
 *     place[i]           // the number among theirs of my label i, or SG_NO_MATCH
 *     sg_free(place);
 */
#ifndef SG_MODEL_KEY_MATCH_H
#define SG_MODEL_KEY_MATCH_H

#include "plans/vocabularies.h"

#define SG_NO_MATCH UINT32_MAX

/* place is [mine->n_labels].  Fails with SG_ENOMEM.  Time O(n). */
sg_status sg_match_labels(uint32_t **place, const sg_label_vocabulary *mine,
                          const sg_label_vocabulary *theirs, sg_error *err);

/* place is [mine->n_slots].  Fails with SG_ENOMEM.  Time O(n log m), m being the smaller side. */
sg_status sg_match_triples(uint32_t **place, const sg_weight_keys *mine,
                           const sg_weight_keys *theirs, sg_error *err);

#endif
