/* model_join.h - several models as one: an ensemble that is a model like any other.
 *
 *     SG_TRY(sg_model_join(&joined, member, share, 3, err));      // says the weighted mean of what they say
 *
 * Each member becomes a tower of the network, which begins with the input (a branch layer); at the end a linear layer
 * adds up what the towers say.  Outputs are averaged before they become probabilities, each divided by its
 * member's temperature; targets are averaged in their own unit.
 */
#ifndef SG_MODEL_MODEL_JOIN_H
#define SG_MODEL_MODEL_JOIN_H

#include "model/model.h"

/* Join member[0 .. n), trained models that predict the same and learned their words from the same items.
 *
 *   joined  empty; has no thresholds
 *   share   [n] how much each of them counts, above 0; they need not add up to 1
 *
 * Fails with SG_EINVAL (they predict something else, begin with another input, or know other labels) or SG_ENOMEM; `joined` is empty then.  Time and memory are those of a copy. */
sg_status sg_model_join(sg_model *joined, const sg_model *const *member, const double *share,
                        uint32_t n, sg_error *err);

/* Whether models of both blueprints can be joined, n of them at most: they begin with the same input, and have few enough
 * layers together. */
bool sg_blueprints_can_join(const sg_blueprint *first, const sg_blueprint *other, uint32_t n);

#endif
