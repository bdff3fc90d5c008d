/* trust.h - how much of each graph a model has never met.
 *
 *     SG_TRY(sg_trust_measure(trust, &on_data, data, &options, err));
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
#include "sharegnn/prediction.h"

/* Measure all graphs of `data`; trust is [n_graphs].  `m` is a model on this data.
 * Fails with SG_ENOMEM, SG_ECANCELED, or what pair properties fail with.
 * Time O(pairs of all graphs). */
sg_status sg_trust_measure(sg_trust *trust, const sg_model_on_data *m, const sg_dataset *data,
                           const sg_invariant_options *options, sg_error *err);

/* The same, where only labels and triples of the graphs graph[0 .. n_graphs) of the data are known. */
sg_status sg_trust_measure_among(sg_trust *trust, const sg_model_on_data *m,
                                 const sg_dataset *data, const uint32_t *graph,
                                 uint32_t n_graphs, const sg_invariant_options *options,
                                 sg_error *err);

/* The share of a graph that is known, 0 .. 1: of its labels and pairs together; 1 where it has none. */
double sg_trust_share(const sg_trust *trust);

#endif
