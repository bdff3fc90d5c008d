/* trust.h - how much of each graph a model has never met.
 *
 *     SG_TRY(sg_trust_measure(trust, &on_data, &model.met, data, &options, err));
 *     trust[g].unknown_pairs / (double)trust[g].n_pairs
 *
 * Labels and triples without a weight add nothing to a prediction.  A model has weights for all that
 * was in the data it was built for, but for triples that its thresholds left out.  Where that data was
 * more than the training graphs, some weights have never moved; sg_trust_measure_among counts what
 * meets such a weight as unknown, too.
 */
#ifndef SG_MODEL_TRUST_H
#define SG_MODEL_TRUST_H

#include "model/model_on_data.h"
#include "model/trust/experience.h"

/* Measure all graphs of `data`; trust is [n_graphs].  `m` is a model on this data, and `met` what it remembers of
 * its training.
 * Fails with SG_ENOMEM, SG_ECANCELED, or what pair properties fail with.
 * Time O(pairs of all graphs). */
sg_status sg_trust_measure(sg_trust *trust, const sg_model_on_data *m, const sg_experience *met,
                           const sg_dataset *data, const sg_invariant_options *options,
                           sg_error *err);

/* The same, where only labels and triples of the graphs graph[0 .. n_graphs) of the data are known, from which `met` was
 * learned. */
sg_status sg_trust_measure_among(sg_trust *trust, const sg_model_on_data *m,
                                 const sg_experience *met, const sg_dataset *data,
                                 const uint32_t *graph, uint32_t n_graphs,
                                 const sg_invariant_options *options, sg_error *err);

/* What sg_trust_share says of it. */
double sg_trust_value(const sg_trust *trust);

#endif
