/* prediction.h - prediction: what a trained model says about graphs, or about their nodes.
 *
 * A model predicts items: graphs or, where none of its layers pools nodes, nodes (sg_model_sizes says
 * which).  Item i is graph i of the data, or node i of all its graphs numbered through.
 *
 * sg_model_predict predicts a whole data set.  A handle (sg_prediction_open) predicts items of the
 * same data again and again.  sg_models_predict asks several models.  sg_trust tells how much of a
 * graph the model has never met.  For graphs that come one by one there is feed.h.
 *
 * Example: the most probable class of the first graph:
 *
 *     const uint32_t first = 0, n_outputs = sg_model_sizes_of(model).n_outputs;
 *     double *score = calloc(n_outputs, sizeof *score);
 *     sg_prediction *prediction = NULL;
 *     if (score != NULL && sg_prediction_open(&prediction, model, data, NULL, &err) == SG_OK) {
 *         uint32_t best = 0;
 *         if (sg_prediction_run(score, prediction, &first, 1, &err) == SG_OK) {
 *             for (uint32_t c = 1; c < n_outputs; c++)
 *                 if (score[c] > score[best]) best = c;
 *             printf("class %d\n", (int)sg_model_class(model, best));
 *         }
 *     }
 *     sg_prediction_close(prediction);
 *     free(score);
 *
 * Example: the state after the first layer, a row for every node of graph 17:
 *
 *     const uint32_t one = 17;
 *     sg_prediction *look = NULL;
 *     sg_state_size size = {.struct_size = sizeof size};
 *     if (sg_prediction_open(&look, model, data, NULL, &err) == SG_OK &&
 *         sg_prediction_state_size(&size, look, 0, &one, 1, &err) == SG_OK) {
 *         const size_t n_values = (size_t)size.n_rows * size.width;
 *         double *state = calloc(n_values, sizeof *state);
 *         if (state != NULL &&
 *             sg_prediction_states(state, n_values, look, 0, &one, 1, &err) == SG_OK)
 *             printf("%u rows of %s\n", (unsigned)size.n_rows, size.of_nodes ? "nodes" : "graphs");
 *         free(state);
 *     }
 *     sg_prediction_close(look);
 *
 * Complexity: opening computes labels and pairs of all graphs (labels.h), and prepares the
 * weights.  A graph then takes time proportional to its pairs of nodes that have a value, for every
 * head.  Memory is that of the plans of the data, the weights, and the states of some graphs.
 *
 * Threads: a prediction belongs to one thread at a time; each thread opens its own on the shared
 * model.
 */
#ifndef SHAREGNN_PREDICTION_H
#define SHAREGNN_PREDICTION_H

#include "sharegnn/models.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How much of a graph a model has never met: what has no weight counts as zero, so where much of it is
 * unknown a prediction says little.  Models also remember which labels and sizes the items had that they
 * were built for (known_item of sg_model_options); those of older versions do not, and for them new_nodes
 * and new_size are 0. */
typedef struct sg_trust {
    uint64_t n_labels;       /* nodes, once for every labeling that pools, adds or enters  */
    uint64_t unknown_labels; /* of these, those whose label has no weight                  */
    uint64_t n_pairs;        /* pairs of nodes, once for every head of an encoder          */
    uint64_t unknown_pairs;  /* of these, those whose triple has no weight                 */
    uint64_t n_nodes;        /* of the graph                                               */
    uint64_t new_nodes;      /* of these, those whose label, or the label of one of whose
                                edges, no known item has                                   */
    double new_size; /* how far the number of nodes is outside of that of known items, but for
                        one in 200 at either end: 1 - most / n_nodes, 1 - n_nodes / least, or 0 */
} sg_trust;

/* Trust in one number, 0 .. 1: the share of labels and pairs that have a weight; at most half of it,
 * times the share of nodes that are not new, where some are; times 1 - new_size.  0 where nothing was
 * measured, and where `trust` is NULL. */
SG_API double sg_trust_share(const sg_trust *trust);

/* Why a prediction may be far off, as flags. */
typedef enum sg_doubt {
    SG_DOUBT_LABEL = 1, /* a label of a node or edge was never met in training          */
    SG_DOUBT_SIZE = 2,  /* more or fewer nodes than graphs of the training have         */
    SG_DOUBT_VALUE = 4  /* a value is farther from all targets of the training than a tenth of
                           what lies between them                                       */
} sg_doubt;

/* Predict all items of any data; labels and triples that the model has never seen weigh zero.
 *
 *   score   out, the caller's array; [sg_model_items][n_outputs] of sg_model_sizes: probabilities of
 *           the classes, values of the targets in their unit, or probabilities of the labels
 *   labels  threads, budget, observer; its `cache` is not used; NULL: defaults
 *
 * A model that looks at labels of nodes or edges, or at attributes, and was built for data that has some,
 * refuses data that has none of them at all (SG_EINVAL).  Single labels that it does not know are no
 * failure: sg_prediction_trust counts them.
 *
 * Fails with SG_EINVAL (the data lacks what the model looks at; the model has not been trained), SG_EFORMAT
 * (a score is no finite number: the weights of the model are damaged or too large), SG_ELIMIT,
 * SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_model_predict(double *score, const sg_model *model, const sg_dataset *data,
                                  const sg_label_options *labels, sg_error *err);

/* How good scores are, where the data says what is true: classes are compared by their words or
 * numbers, targets by the names of their columns, and missing ones are left out.
 *
 *   value   out; the share of right classes or labels, 0 .. 1; for regression the mean absolute
 *           error in the unit of the targets; NaN where nothing can be compared
 *   n       out; how many classes, labels or targets were compared
 *   score   [sg_model_items][n_outputs] of sg_model_predict for `data`
 *
 * Fails only with SG_EINVAL where an argument is NULL. */
SG_API sg_status sg_model_agreement(double *value, uint64_t *n, const sg_model *model,
                                    const sg_dataset *data, const double *score, sg_error *err);

/* How many metrics sg_model_measures gives: those of the task and, where there are several targets, the
 * same for each of them; 0 where model is NULL. */
SG_API uint32_t sg_model_measure_count(const sg_model *model);

/* All metrics of scores at once, each with an interval; what is compared is as in sg_model_agreement.
 *
 *   measure  out, the caller's array; [sg_model_measure_count]; all together first
 *   n        out; how many items were compared, 0: none can be, and the values are NaN
 *   score    [n_items][n_outputs] of sg_model_predict for these items of `data`
 *   item     [n_items] NULL: all items of the data, in their order; n_items is 0 or their number then
 *
 * Names of targets are borrowed from the model.  Time O(samples x items x outputs), with 100 to 400
 * samples.  Fails with SG_EINVAL (no such item) or SG_ENOMEM. */
SG_API sg_status sg_model_measures(sg_measure *measure, uint32_t *n, const sg_model *model,
                                   const sg_dataset *data, const double *score,
                                   const uint32_t *item, uint32_t n_items, sg_error *err);

/* A model on some data, to predict its items again and again: labels and plans are made once.  It
 * belongs to one thread at a time; threads that predict side by side open one each on the same model
 * and data. */
typedef struct sg_prediction sg_prediction;

/* Compute labels and plans of `data`; *prediction is released with sg_prediction_close.
 *
 *   model   borrowed until close.  Where it gets other weights (sg_model_train, sg_weights_set), the
 *           prediction refuses to go on with SG_EINVAL
 *   data    may be closed before: the prediction keeps its memory
 *   labels  not kept, but for its observer, which is borrowed until close and also asked while items are
 *           predicted; NULL: defaults
 *
 * Fails like sg_model_predict. */
SG_API sg_status sg_prediction_open(sg_prediction **prediction, const sg_model *model,
                                    const sg_dataset *data, const sg_label_options *labels,
                                    sg_error *err);

/* Predict the items item[0 .. n) of the data, numbers from 0: score, the caller's array, is
 * [n][n_outputs].  For one thread at a time.
 * Fails with SG_EINVAL (no such item; other weights), SG_EFORMAT (a score is no finite number), SG_ECANCELED
 * or SG_ENOMEM. */
SG_API sg_status sg_prediction_run(double *score, sg_prediction *prediction,
                                   const uint32_t *item, uint32_t n, sg_error *err);

/* Instead of a layer: what comes before the first one. */
#define SG_INPUT_STATE UINT32_MAX

/* How large a state of some graphs is. */
typedef struct sg_state_size {
    size_t struct_size; /* set it to sizeof(sg_state_size)                                 */
    uint64_t n_rows;    /* nodes of the graphs, or graphs                                  */
    uint32_t width;     /* numbers per row                                                 */
    bool of_nodes;      /* a row per node; else one per graph                              */
} sg_state_size;

/* The state after a layer (from 0, its activation included; or SG_INPUT_STATE) of the graphs
 * graph[0 .. n).  Up to the layer that pools, the decoder or a pool, a state has a row for every
 * node: those of the first graph in the order of its nodes, then those of the next.  From that layer
 * on it has a row for every graph.  The state after the last layer is the outputs before they become
 * probabilities or values in the unit of the targets.  A state has the same bits for any number of
 * threads.  For one thread at a time.
 *
 *   size      out; what must be asked first
 *   state     out, the caller's array, [n_rows][width]
 *   n_values  n_rows * width
 *
 * Fail with SG_EINVAL (no such layer or graph, another number of values, other weights), SG_ECANCELED
 * or SG_ENOMEM. */
SG_API sg_status sg_prediction_state_size(sg_state_size *size, sg_prediction *prediction,
                                          uint32_t layer, const uint32_t *graph, uint32_t n,
                                          sg_error *err);
SG_API sg_status sg_prediction_states(double *state, uint64_t n_values,
                                      sg_prediction *prediction, uint32_t layer,
                                      const uint32_t *graph, uint32_t n, sg_error *err);

/* How much of every graph of the data the model has never met: trust, the caller's array, is [n_graphs].
 * Fails with SG_EINVAL (other weights), SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_prediction_trust(sg_trust *trust, sg_prediction *prediction, sg_error *err);

/* What speaks against a prediction: a sum of sg_doubt, 0 where nothing does, the model remembers nothing
 * of its training, or it is NULL.
 *
 *   trust  of the graph; NULL: not measured
 *   score  [n_outputs] of the item; NULL: unknown */
SG_API uint32_t sg_model_doubts(const sg_model *model, const sg_trust *trust,
                                const double *score);

/* Release a prediction; NULL is fine. */
SG_API void sg_prediction_close(sg_prediction *prediction);

/* Predict with several models of the same outputs: the mean of their scores, and how far they are
 * apart.
 *
 *   mean, spread  out, the caller's arrays; [sg_model_items][n_outputs]; the spread is the standard deviation
 *                 over the models
 *   model         [n_models]
 *   data, labels  as for sg_model_predict
 *
 * Fails like sg_model_predict, and with SG_EINVAL where the outputs or the items of the models
 * are not the same. */
SG_API sg_status sg_models_predict(double *mean, double *spread, const sg_model *const *model,
                                   uint32_t n_models, const sg_dataset *data,
                                   const sg_label_options *labels, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
