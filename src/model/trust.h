/* trust.h - how much of each graph a model has never met.
 *
 *     SG_TRY(sg_trust_measure(trust, &on_data, data, &options, err));
 *     trust[g].unknown_pairs / (double)trust[g].n_pairs
 *
 * Labels and triples without a weight add nothing to a prediction.  A model has weights for all that
 * was in the data it was built for, but for triples that its thresholds left out.
 */
#ifndef SG_MODEL_TRUST_H
#define SG_MODEL_TRUST_H

#include "model/model_on_data.h"
#include "sharegnn/prediction.h"

/* Measure all graphs of `data`; trust is [n_graphs].  `m` is a model on this data.
 * Fails with SG_ENOMEM, SG_ECANCELED, or what pair properties fail with.
 * Time O(pairs of all graphs). */
sg_status sg_trust_measure(sg_trust *trust, const sg_model_on_data *m, const sg_dataset *data,
                           const sg_invariant_options *options, sg_error *err);

#endif
