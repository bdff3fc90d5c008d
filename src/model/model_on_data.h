/* model_on_data.h - a blueprint on some data: labels and plans, layers, states and tensors.
 *
 * This is the one way from a model to a network.  Training, predictions, streams, explanations and
 * runs open it and open learners or networks on its spec:
 *
 *     const sg_placement on = {.data = data, .invariants = &options, .max_batch = 64};
 *     SG_TRY(sg_model_on_data_open(&m, &blueprint, n_outputs, &on, err));
 *     SG_TRY(sg_learner_open(&learner, &m.spec, &learner_options, threads, err));
 *
 * Without data it still tells what a model consists of: m.outline has its tensors.
 */
#ifndef SG_MODEL_MODEL_ON_DATA_H
#define SG_MODEL_MODEL_ON_DATA_H

#include "model/blueprint.h"
#include "model/layer_set.h"
#include "network/network_spec.h"

/* Where a model goes.  Everything is borrowed until it is closed. */
typedef struct sg_placement {
    sg_plan_cache *cache;    /* labels and plans that others use, too; or NULL and these:   */
    const sg_dataset *data;  /* NULL: none                                                  */
    const sg_dataset *whole; /* that `data` is a rank's part of; NULL: it is all there is     */
    const sg_vocabularies *known;           /* labels and triples of a model; NULL: all    */
    const sg_vocabularies_index *index;     /* tables of them, made once; may be NULL      */
    const sg_invariant_options *invariants; /* may be NULL                                 */
    uint32_t n_attributes;                  /* of a node, where there is no data           */
    uint32_t max_batch;                     /* items in the largest batch                  */
    uint32_t max_spans;   /* graphs that the nodes of a batch are in; 0: as many as items    */
    void *parameters;     /* of the network, which then only predicts; may be NULL         */
    uint64_t max_weights; /* refuse models that need more; 0: any                          */
    bool
        any_items; /* the items are what the model predicts, whatever the data has targets of */
} sg_placement;

typedef struct sg_model_on_data {
    const sg_blueprint *blueprint;
    sg_plan_cache *cache;
    sg_network_spec spec;       /* for learners and networks                                 */
    sg_network_outline outline; /* its states and tensors                                    */
    sg_layer_spec *layer;       /* [spec.n_layers]                                           */
    uint32_t *layer_of;         /* [spec.n_layers] number of the blueprint's layer           */
    void **own;                 /* [spec.n_layers] the kinds' specs                          */
    sg_input_block block[SG_MAX_INPUTS]; /* of the input, where it has several             */
    sg_plan_cache *own_cache; /* NULL where it is shared                                   */
    sg_dataset nothing;       /* stands for the data where there is none                   */
} sg_model_on_data;

/* Whether the data has node attributes, for a blueprint whose input they are; else SG_EINVAL. */
sg_status sg_input_check_attributes(const sg_dataset *data, sg_error *err);

/* Whether the outputs of a blueprint are for the items that the data has classes or targets of; else
 * SG_EINVAL. */
sg_status sg_blueprint_check_items(const sg_blueprint *blueprint, const sg_dataset *data,
                                   sg_error *err);

/* Open a model where it stays: its parts point at each other.
 *
 *   blueprint  must outlive it
 *   n_outputs  what a layer gives that has as many outputs as there are classes or targets
 *
 * Fails with SG_EINVAL (the data has no attributes but the blueprint wants them; layers that do not fit
 * together), SG_EFORMAT (more weights than are allowed, vocabularies that lack something), SG_ELIMIT,
 * SG_ECANCELED or SG_ENOMEM; nothing is left open then. */
sg_status sg_model_on_data_open(sg_model_on_data *m, const sg_blueprint *blueprint,
                                uint32_t n_outputs, const sg_placement *placement,
                                sg_error *err);

void sg_model_on_data_close(sg_model_on_data *m);

/* Freeze layers, named by their numbers in the blueprint: their weights do not move in training.
 * Fails with SG_EINVAL where there is no such layer. */
sg_status sg_model_on_data_freeze(sg_model_on_data *m, const sg_layer_set *layers,
                                  sg_error *err);

/* Numbers per row behind the last layer. */
uint32_t sg_model_on_data_outputs(const sg_model_on_data *m);

/* The network's layer that is the blueprint's layer; its activation comes behind it. */
uint32_t sg_model_on_data_layer(const sg_model_on_data *m, uint32_t layer);

/* Weights by layer of the blueprint, [n_layers]. */
void sg_model_on_data_weights(uint64_t *n_weights, const sg_model_on_data *m);

#endif
