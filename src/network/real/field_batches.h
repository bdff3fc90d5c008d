/* field_batches.h - learning from some nodes of large graphs: batches are the fields of their items.
 *
 * The parameters are here.  Predictions are made for whole graphs, by a network that only predicts and
 * borrows them; every batch has a network of its own that learns them.
 *
 *     SG_TRY(SG_R(sg_field_batches_open)(&fields, spec, threads, err));
 *     SG_TRY(SG_R(sg_network_open)(&whole, SG_R(sg_field_batches_whole)(fields), threads, err));
 *     network = SG_R(sg_field_batches_forward)(&out, fields, item, n);
 *     if (network == NULL) return SG_R(sg_field_batches_fault)(fields, err);
 */
#ifndef SG_NETWORK_REAL_FIELD_BATCHES_H
#define SG_NETWORK_REAL_FIELD_BATCHES_H

#include "network/narrow_spec.h"
#include "network/real/network.h"

typedef struct SG_R(sg_field_batches) SG_R(sg_field_batches);

/* `spec` and `threads` are borrowed until close.  Fails with SG_EINVAL (a layer needs whole graphs, or items are
 * graphs) or SG_ENOMEM. */
sg_status SG_R(sg_field_batches_open)(SG_R(sg_field_batches) **fields,
                                      const sg_network_spec *spec, sg_threads *threads,
                                      sg_error *err);
void SG_R(sg_field_batches_close)(SG_R(sg_field_batches) *fields);

/* The spec for predictions of whole graphs. */
const sg_network_spec *SG_R(sg_field_batches_whole)(const SG_R(sg_field_batches) *fields);

/* Open the network of a batch and go forward in training; it stays until the next batch.  NULL: it could not be
 * opened. */
SG_R(sg_network) *SG_R(sg_field_batches_forward)(const sg_real **out,
                                                 SG_R(sg_field_batches) *fields,
                                                 const uint32_t *item, uint32_t n);

/* The number of batches so far, as of sg_network_step. */
uint64_t SG_R(sg_field_batches_step)(const SG_R(sg_field_batches) *fields);
void SG_R(sg_field_batches_set_step)(SG_R(sg_field_batches) *fields, uint64_t step);

/* Why a network could not be opened; SG_OK: all could. */
sg_status SG_R(sg_field_batches_fault)(const SG_R(sg_field_batches) *fields, sg_error *err);

#endif
