/* small_data.h - data sets of a few graphs in a few words, and models for them.
 *
 *     sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 5");
 *     sg_model model = small_model(&data, "layers: [{decoder: {heads: [label]}}]");
 *     ...
 *     sg_model_free(&model);
 *     sg_dataset_free(&data);
 *
 * A graph is its class, the labels of its nodes, and its edges.  Nothing here returns an error: where
 * something fails, the test fails.
 */
#ifndef SG_TESTS_SUPPORT_SMALL_DATA_H
#define SG_TESTS_SUPPORT_SMALL_DATA_H

#include "base/rng.h"
#include "invariants/key.h"
#include "model/model.h"

#define small_data(...)                                                                        \
    small_data_of((const char *const[]){__VA_ARGS__},                                          \
                  sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

sg_dataset small_data_of(const char *const *graph, size_t n_graphs);

/* Random graphs with node labels 0 .. 3 and two classes; some may have no nodes. */
sg_dataset random_data(sg_rng *rng, uint32_t n_graphs, uint32_t max_nodes);

/* Give every node so many attributes: 0, 1, 2, ... in the order of the nodes. */
void small_data_attributes(sg_dataset *data, uint32_t n_attributes);

/* Read a blueprint from the text of a file. */
sg_blueprint small_blueprint(const char *text);

/* Build a model of this description for data: all labels and triples have weights, which are 1,
 * 2, 3, ... in the order of the model.  It computes in double. */
sg_model small_model(const sg_dataset *data, const char *description);

/* Open a model on data, with what it knows. */
void small_model_place(sg_model_on_data *m, const sg_model *model, const sg_dataset *data);

/* The content keys of the label `label` and of the distance `distance`. */
uint64_t label_key(int32_t label);
uint64_t distance_key(uint64_t distance);

#endif
