/* transfer.h - which weights of one model are which weights of another.
 *
 * Weights are what their content keys say: the weight of a triple in a model of NCI1 is the weight
 * of the same triple in a model of MUTAG, whatever its number there.
 *
 *     SG_TRY(sg_transfer_make(&transfer, &mine, &theirs, &options, err));
 *     sg_transfer_apply(weight, &transfer, their_weight);       // what both have is theirs now
 *     sg_transfer_free(&transfer);
 *
 * Layers meet by position and kind, their tensors by name, and the numbers of a tensor by the meaning of
 * its axes (layers/tensor.h): heads by their text, the k-th of a text with the k-th; triples and labels
 * by key; inputs where the state before the layer has the same numbers in both, outputs where there are
 * as many.  The columns of a one-hot input are labels and go by key, too.  Where the outputs of the
 * models mean something else, nothing meets from the first layer on that pools the nodes.
 */
#ifndef SG_MODEL_TRANSFER_H
#define SG_MODEL_TRANSFER_H

#include "model/model.h"

/* A network and what its weights are. */
typedef struct sg_transfer_side {
    const sg_model_on_data *model;
    const sg_vocabularies *vocabularies; /* of all labels and triples of the blueprint */
} sg_transfer_side;

typedef struct sg_transfer_options {
    const sg_layer_set *layers; /* from which weights are taken; NULL: from all            */
    bool same_outputs;          /* outputs mean the same in both                           */
} sg_transfer_options;

#define SG_NO_WEIGHT SIZE_MAX

typedef struct sg_transfer {
    size_t *source; /* [n_weights] of mine: the position among theirs, or SG_NO_WEIGHT */
    size_t n_weights;
    sg_layer_match *layer; /* [n_layers] as in sharegnn.h */
    uint32_t n_layers;     /* of the one that has more    */
} sg_transfer;

/* Find the weights of `theirs` that are weights of `mine`; none of them is found twice.
 * Fails with SG_EFORMAT (the vocabularies lack something) or SG_ENOMEM.
 * Time O(n log n) for n weights of both. */
sg_status sg_transfer_make(sg_transfer *transfer, const sg_transfer_side *mine,
                           const sg_transfer_side *theirs, const sg_transfer_options *options,
                           sg_error *err);

void sg_transfer_free(sg_transfer *transfer);

/* The same for two models: weights of `model`, placed as `m`, that are weights of `from`.
 * layer[0 .. n) names the layers of `from` whose weights count; NULL: all.
 * Fails also with SG_EINVAL where `from` has no such layer. */
sg_status sg_transfer_between(sg_transfer *transfer, const sg_model *model,
                              const sg_model_on_data *m, const sg_model *from,
                              const uint32_t *layer, uint32_t n, sg_error *err);

/* Set those of my weights that they have, too. */
void sg_transfer_apply(double *mine, const sg_transfer *transfer, const double *theirs);

/* The same for the weights of a learner.  Fails with SG_ENOMEM. */
sg_status sg_transfer_to_learner(sg_learner *mine, const sg_transfer *transfer,
                                 const double *theirs, sg_error *err);

#endif
