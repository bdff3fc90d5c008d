/* sharegnn.h - the public interface of libsharegnn.
 *
 * Graph neural networks whose weights are indexed by graph invariants, after "Invariant-Based
 * Weight Sharing for Message Passing".  Open a data set, look at it, close it:
 *
 *     sg_error err = {0};
 *     sg_dataset *data = NULL;
 *     if (sg_data_open(&data, "MUTAG", NULL, &err) != SG_OK) {
 *         fprintf(stderr, "%s\n", err.text);
 *         return 1;
 *     }
 *     printf("%u graphs\n", sg_data_sizes(data).n_graphs);
 *     sg_data_close(data);
 *
 * The sections, in the order of the work:
 *
 *     Data sets                    sg_data_open, sg_data_from_arrays, sg_data_view
 *     Where data sets come from    sg_data_make, sg_data_get
 *     Splits                       sg_splits_open, sg_splits_hold_out
 *     Duplicates                   sg_audit_open
 *     Labels                       sg_labels_open: invariants of nodes
 *     Models                       sg_model_build, _train, _predict, _save, _open
 *     Graphs as they come          sg_feed_open: predict what does not fit in memory
 *     Explanations                 sg_explainer_open: why a model says what it says
 *     Inside of models             sg_contents_open, sg_model_diff_open
 *     Experiments                  sg_run: a file of configurations, folds and runs
 *     Results                      sg_results_open, sg_results_compare
 *     Reports and figures          sg_report_write, sg_figure_draw
 *
 * Some sections have headers of their own, which this one includes: sharegnn/data.h (data sets from
 * arrays), sharegnn/feed.h (graphs as they come), sharegnn/explanation.h, sharegnn/inspection.h
 * (inside of models, duplicates), sharegnn/results.h and sharegnn/report.h.  sharegnn/types.h has
 * what all sections share.
 *
 * Conventions: outputs come first and the error last; on failure outputs are untouched; the library
 * never prints, never exits and keeps no global state.  Texts are UTF-8.  NULL options mean defaults.
 * NULL where a handle, an output or a text is due is SG_EINVAL with the name of the argument;
 * functions that cannot fail then return zeros or NULL.
 *
 * Threads: any number of threads may use a handle at the same time through functions that take it as
 * const, as long as no other thread changes or closes it.  So a data set and a trained model can be
 * shared.  Functions that take a handle without const (sg_model_train, sg_prediction_run,
 * sg_feed_push, sg_explainer_graph, ...) want it for themselves: a prediction, a feed or an explainer
 * belongs to one thread at a time, and each thread opens its own on the shared model.  Threads that a
 * call starts end with the call, those of a handle with its close.  "One per core" means one for every
 * core that the process may use by its affinity and the quota of its control group.
 */
#ifndef SHAREGNN_H
#define SHAREGNN_H

#include "sharegnn/data.h"
#include "sharegnn/explanation.h"
#include "sharegnn/feed.h"
#include "sharegnn/inspection.h"
#include "sharegnn/report.h"
#include "sharegnn/results.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked, as text: "0.1.0". */
SG_API const char *sg_version(void);

/* Release a text that the library allocated; NULL is fine. */
SG_API void sg_text_release(char *text);

/* Keep `candidate` if it is close to what is wanted and closer than what was offered before. */
SG_API void sg_nearest_offer(sg_nearest *nearest, const char *candidate);

/* ---- Data sets ------------------------------------------------------------------------- */

typedef struct sg_data_options {
    const char *folder; /* where data sets are found; NULL: $SHAREGNN_DATA, ./data,
                           ~/.cache/sharegnn, whichever has the data set first        */
    uint32_t n_threads; /* 0: one per core                                            */
} sg_data_options;

/* Open the data set `name`: FOLDER/name/ or FOLDER/name.zip in TU Dortmund's text format, or the
 * path of such a folder or zip.  Or a file with molecules, texts, images or graphs: molecules.smi,
 * graphs.jsonl, "table.csv?smiles=COLUMN&target=COLUMN" (docs/data.md has all of it).  The graphs
 * become simple and undirected (see sg_data_repairs).
 * Fails with SG_ENOTFOUND, SG_EFORMAT, SG_EINVAL (what stands behind '?'), SG_EIO, SG_ELIMIT or
 * SG_ENOMEM. */
SG_API sg_status sg_data_open(sg_dataset **data, const char *name,
                              const sg_data_options *options, sg_error *err);

/* Copy the graphs graph[0 .. n), in this order, into a data set of their own.
 * Fails with SG_EINVAL (no such graph) or SG_ENOMEM. */
SG_API sg_status sg_data_select(sg_dataset **chosen, const sg_dataset *data,
                                const uint32_t *graph, uint32_t n, sg_error *err);

/* Release a data set; NULL is fine. */
SG_API void sg_data_close(sg_dataset *data);

/* Replace classes and targets by those in a text file: a line per graph, numbers separated by commas
 * or blanks, ? or nothing between commas where one is missing.  A single column of whole numbers
 * gives classes, unless `as_targets`; anything else gives targets.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_data_read_targets(sg_dataset *data, const char *path, bool as_targets,
                                      sg_error *err);

/* Give the nodes the labels that a text file says: a line per label, the number in the data and the
 * new one, or - where the nodes that have it are to be left out; # begins a comment.  So data sets that
 * count alike can share models.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_EINVAL (a label that nothing is said about) or
 * SG_ENOMEM. */
SG_API sg_status sg_data_relabel(sg_dataset *data, const char *path, sg_error *err);

/* Write `data` to FOLDER/NAME/ in TU format, whole or not at all; an existing one is replaced if
 * `replace`, else SG_EEXIST.  Also fails with SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_data_write(const sg_dataset *data, const char *folder, const char *name,
                               bool replace, sg_error *err);

SG_API const char *sg_data_name(const sg_dataset *data);

/* How much there is of everything; 0 = the data set has none. */
typedef struct sg_data_size {
    uint32_t n_graphs, n_nodes, n_arcs; /* an edge is two arcs                            */
    uint32_t n_node_labels;             /* columns of node labels, usually 0 or 1         */
    uint32_t n_node_attributes;         /* columns                                        */
    uint32_t n_edge_labels;             /* columns, usually 0 or 1                        */
    uint32_t n_edge_attributes;         /* columns                                        */
    uint32_t n_classes;
    uint32_t n_targets; /* columns of regression targets                  */
    size_t n_bytes;     /* memory the data set occupies                   */
} sg_data_size;

SG_API sg_data_size sg_data_sizes(const sg_dataset *data);

/* The arrays of a data set, all graphs numbered through (a disjoint union).  Borrowed until
 * sg_data_close; NULL where the data set has none. */
typedef struct sg_data_arrays {
    const uint32_t *graph_offset; /* [n_graphs + 1] first node of a graph                 */
    const uint32_t *arc_offset;   /* [n_nodes + 1] first arc of a node                    */
    const uint32_t *neighbor;     /* [n_arcs] ascending within a node                     */
    const int32_t *node_label;    /* [n_nodes][n_node_labels]                             */
    const double *node_attribute; /* [n_nodes][n_node_attributes]                         */
    const int32_t *edge_label;    /* [n_arcs][n_edge_labels]                              */
    const double *edge_attribute; /* [n_arcs][n_edge_attributes]                          */
    const uint32_t *graph_class;  /* [n_graphs] 0 .. n_classes-1                          */
    const int64_t *class_name;    /* [n_classes] the label in the file                    */
    const double *target;         /* [n_graphs][n_targets]; NaN = missing                 */
} sg_data_arrays;

SG_API sg_data_arrays sg_data_view(const sg_dataset *data);

/* What things are called, where the data set says so, else NULL: the label of a node or edge, a class
 * that is a word, a column of targets, a graph.  Borrowed until sg_data_close. */
SG_API const char *sg_data_node_label_name(const sg_dataset *data, int32_t label);
SG_API const char *sg_data_edge_label_name(const sg_dataset *data, int32_t label);
SG_API const char *sg_data_class_word(const sg_dataset *data, uint32_t class_number);
SG_API const char *sg_data_target_name(const sg_dataset *data, uint32_t column);
SG_API const char *sg_data_graph_id(const sg_dataset *data, uint32_t graph);

/* A graph as one line of JSON, newline included, which sg_data_open reads again from a file.jsonl;
 * *text is released with sg_text_release.  Fails with SG_EINVAL (no such graph; several labels per
 * node; attributes of edges) or SG_ENOMEM. */
SG_API sg_status sg_data_graph_json(char **text, const sg_dataset *data, uint32_t graph,
                                    sg_error *err);

/* A format of data sets, for help texts. */
typedef struct sg_data_format {
    const char *name;      /* "smiles"; NULL: there are no more formats                      */
    const char *about;     /* "a SMILES per line; what follows a blank is the id"            */
    const char *ending[4]; /* of its files: ".smi"; NULL: no more                            */
    const char *setting;   /* the word behind a '?' that says so: 'FILE?smiles'; NULL: none  */
    bool is_folder;        /* the setting is for folders                                     */
    bool has_lines;        /* it has a graph per line                                        */
    bool is_written;       /* sg_data_graph_line writes it                                   */
} sg_data_format;

SG_API sg_data_format sg_data_format_at(size_t i);

/* As sg_data_graph_json, in the format with this name. */
SG_API sg_status sg_data_graph_line(char **text, const sg_dataset *data, uint32_t graph,
                                    const char *format, sg_error *err);

/* What opening did to make the graphs simple and undirected. */
SG_API sg_graph_repairs sg_data_repairs(const sg_dataset *data);

/* A hash of the content, the same on every machine. */
SG_API uint64_t sg_data_fingerprint(const sg_dataset *data);

/* The row of the paper's data set tables, computed on `n_threads` threads (0: one per core).
 * Time O(sum over graphs of nodes * arcs).  Fails with SG_ENOMEM. */
SG_API sg_status sg_data_summarize(sg_data_summary *summary, const sg_dataset *data,
                                   uint32_t n_threads, sg_error *err);

/* ---- Where data sets come from ---------------------------------------------------------- */

/* A data set the library knows by name. */
typedef struct sg_data_source {
    const char *name;
    const char *about; /* one line                                             */
    bool generated;    /* by sg_data_make; else downloaded by sg_data_get      */
    uint32_t n_graphs;
} sg_data_source;

/* The number of data sets known by name, and each of them; generated ones come first. */
SG_API size_t sg_data_source_count(void);
SG_API sg_data_source sg_data_source_at(size_t i);

/* Generate the data set `name` and write it to FOLDER/name/ and its splits to
 * FOLDER/splits/..., each whole or not at all.
 *
 *   splits_path  out, may be NULL; where the splits are; released with sg_text_release
 *   seed         0: the default, which gives the paper's graphs where they are defined by one
 *
 * Fails with SG_ENOTFOUND (not a generated data set; the text names the nearest),
 * SG_EEXIST (there and not `replace`), SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_data_make(char **splits_path, const char *name, const char *folder,
                              uint32_t seed, bool replace, sg_error *err);

/* Generate the data set `name` in memory. */
SG_API sg_status sg_data_generate(sg_dataset **data, const char *name, uint32_t seed,
                                  sg_error *err);

typedef struct sg_get_options {
    const char *from; /* base address; NULL: TU Dortmund's server        */
    bool replace;     /* fetch again what is already there               */
    const sg_observer *observer;
} sg_get_options;

/* Download BASE/name.zip to FOLDER/name.zip.  A download that broke off goes on where it
 * stopped; the archive is read and checked completely before it takes its name.
 * Fails with SG_ENOTFOUND (the server has none), SG_EIO (network, disk), SG_EFORMAT (not what it
 * should be), SG_ELIMIT (over 64 GiB), SG_EEXIST, SG_ECANCELED, SG_ENOMEM; with SG_EINVAL where
 * the library was built without libcurl. */
SG_API sg_status sg_data_get(const char *name, const char *folder,
                             const sg_get_options *options, sg_error *err);

/* Where the data set `name` would be opened from; *path is released with sg_text_release.
 * `folder` as in sg_data_options.  Fails with SG_ENOTFOUND or SG_ENOMEM. */
SG_API sg_status sg_data_find(char **path, const char *name, const char *folder, sg_error *err);

/* The folder that make and get write to when the user names none: $SHAREGNN_DATA or ./data.
 * *path is released with sg_text_release.  Fails with SG_ENOMEM. */
SG_API sg_status sg_data_home(char **path, sg_error *err);

/* ---- Splits ----------------------------------------------------------------------------- */

/* Read a splits file and check it against `n_graphs`: every index in range, the lists of a fold
 * disjoint.  Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_splits_open(sg_splits **splits, const char *path, uint32_t n_graphs,
                                sg_error *err);

/* Make one fold that holds out a share of the items of `data` to validate with; all others train,
 * and none tests.
 *
 *     sg_splits_hold_out(&splits, data, 0.1, 42, &err);
 *     training.graph[SG_TRAIN] = sg_splits_part(&training.n_graphs[SG_TRAIN], splits, 0, SG_TRAIN);
 *
 *   share  0 .. 1; floor(share * items + 1/2) items are held out.  Where the data has classes, every
 *          class loses its share, up to one item
 *   seed   decides which items; the same seed holds out the same ones on every machine
 *
 * A part is empty where the share of it is less than half an item.  An item is a graph.
 * Fails with SG_EINVAL (a share that is none) or SG_ENOMEM. */
SG_API sg_status sg_splits_hold_out(sg_splits **splits, const sg_dataset *data, double share,
                                    uint64_t seed, sg_error *err);

SG_API void sg_splits_close(sg_splits *splits);

/* "train", "validation", "test"; "none" for SG_NO_PART; NULL for other values; static text. */
SG_API const char *sg_part_word(sg_part part);

SG_API uint32_t sg_splits_folds(const sg_splits *splits);

/* The graphs of one part of a fold; borrowed until close; NULL and 0 for a fold out of range. */
SG_API const uint32_t *sg_splits_part(uint32_t *n, const sg_splits *splits, uint32_t fold,
                                      sg_part part);

/* ---- Labels: invariants of nodes -------------------------------------------------------- */

typedef struct sg_labels sg_labels;

/* Label all nodes by an expression: "wl:2", "cycles:10+label", "degree limit 50".  Labels are dense
 * numbers, the most frequent first; what a label is says its content key, which is the same on
 * every machine and in every data set.  The result does not depend on the number of threads.
 * Fails with SG_EINVAL (the expression; with column and nearest name), SG_ELIMIT (budget; the
 * graph is named), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_labels_open(sg_labels **labels, const sg_dataset *data,
                                const char *expression, const sg_label_options *options,
                                sg_error *err);

SG_API void sg_labels_close(sg_labels *labels);

/* What was computed; borrowed until close. */
typedef struct sg_labels_arrays {
    uint32_t n_nodes;
    uint32_t n_labels;
    const uint32_t *label; /* [n_nodes] 0 .. n_labels-1               */
    const uint64_t *key;   /* [n_labels] content key of a label       */
    const uint64_t *count; /* [n_labels] number of nodes that have it */
} sg_labels_arrays;

SG_API sg_labels_arrays sg_labels_view(const sg_labels *labels);

/* How two labelings of one data set relate. */
typedef struct sg_labels_relation {
    uint32_t n_joint;    /* labels of the combination                                  */
    bool first_refines;  /* nodes alike for the first are alike for the second         */
    bool second_refines; /* and the other way round; both: they are equivalent         */
} sg_labels_relation;

/* Compare two labelings of one data set.  Fails with SG_EINVAL (different data) or SG_ENOMEM. */
SG_API sg_status sg_labels_compare(sg_labels_relation *relation, const sg_labels *first,
                                   const sg_labels *second, sg_error *err);

/* The distinct triples (receiver label, sender label, pair value) of a data set. */
typedef struct sg_triples_size {
    uint32_t n_triples; /* weights an encoder with this head would have */
    uint32_t n_values;  /* of the pair property                         */
    uint64_t n_pairs;   /* ordered pairs of nodes that have one         */
} sg_triples_size;

/* Count the triples for a pair property: "distance 0..6", "edge".
 * Fails with SG_EINVAL, SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_triples_measure(sg_triples_size *size, const sg_dataset *data,
                                    const sg_labels *receiver, const sg_labels *sender,
                                    const char *property, uint32_t n_threads, sg_error *err);

/* Count the ordered pairs of nodes that have a value, without keeping them: what it takes to find
 * all distances, say.  Fails like sg_triples_measure. */
SG_API sg_status sg_pairs_measure(uint64_t *n_pairs, const sg_dataset *data,
                                  const char *property, uint32_t n_threads, sg_error *err);

/* A kind of labeling or pair property, for help texts. */
typedef struct sg_invariant_kind {
    const char *usage;   /* "cycles:MAX or cycles:MIN-MAX" */
    const char *about;   /* one sentence                   */
    const char *example; /* "cycles:10"                    */
} sg_invariant_kind;

SG_API size_t sg_labeling_count(void);
SG_API sg_invariant_kind sg_labeling_at(size_t i);
SG_API size_t sg_property_count(void);
SG_API sg_invariant_kind sg_property_at(size_t i);

/* ---- Models ----------------------------------------------------------------------------- */

typedef sg_task sg_model_task; /* its name in version 0.1 */

/* "classification", "regression", "multilabel"; NULL for other values; static text. */
SG_API const char *sg_task_word(sg_task task);

/* What a model is made of: encoders and a decoder, or a description. */
typedef struct sg_model_options {
    const char *const *encoder; /* [n_encoders] one layer each: "wl:2 @ distance 0..6"; several
                                   heads of a layer are separated by ';'                      */
    uint32_t n_encoders;
    const char *decoder;     /* "wl:2"; one output per class or target, the mean over all nodes
                                for classification, else the sum                              */
    const char *description; /* instead of both: YAML with `layers` and, if wanted, `input`,
                                `noise` and `task`, as in experiment files; `train` in it is
                                for sg_training                                               */
    const char *path;        /* what messages call the description; NULL: "description"       */
    const char *task;        /* "classification", "regression" or "multilabel"; NULL: what the
                                data has                                                      */
    const uint32_t *target;  /* [n_targets] columns of targets to predict; NULL: all          */
    uint32_t n_targets;
    const sg_label_options
        *labels;          /* threads, budget, observer; NULL: defaults                     */
    const sg_model *from; /* where neither decoder nor description is given: layers like those
                             of this model; NULL: none.  Weights are taken over in training  */
} sg_model_options;

/* Build an untrained model for data like `data`: every label and triple that occurs there gets a
 * weight.  Fails with SG_EINVAL or SG_EFORMAT (expressions, layers that do not fit together),
 * SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_model_build(sg_model **model, const sg_dataset *data,
                                const sg_model_options *options, sg_error *err);

typedef struct sg_model_size {
    sg_task task;
    uint32_t n_layers;
    uint32_t n_outputs; /* classes or targets                                */
    uint64_t n_weights;
} sg_model_size;

/* What a model of these options would be, as far as that can be known without computing labels;
 * n_weights is 0.  Finds at once what is wrong with the options.
 * Fails as sg_model_build does before it computes anything. */
SG_API sg_status sg_model_preview(sg_model_size *size, const sg_dataset *data,
                                  const sg_model_options *options, sg_error *err);

/* How a model is trained. */
typedef struct sg_training {
    const char *settings; /* YAML, as `train` in experiment files: "{epochs: 50, init: he}";
                                 NULL: the paper's                                            */
    const uint32_t *graph[SG_N_PARTS]; /* each of them once; NULL: all to train on, none to
                                 validate or test                                             */
    uint32_t n_graphs[SG_N_PARTS];
    uint64_t seed;      /* of the first weights, batches, noise and dropout                   */
    uint32_t n_threads; /* 0: one per core; the result is the same for any number             */
    void (*plan)(void *context, const sg_plan_choice *plan); /* called before the first epoch,
                                 for every plan that was made; may be NULL                    */
    bool (*epoch)(void *context, const sg_epoch *epoch);     /* called after every epoch, by the
                                 thread that called sg_model_train; false stops; may be NULL  */
    void *context;
    const sg_model *from; /* a model that has not been trained starts from the weights of this
                             one, wherever labels and triples are the same; NULL: none.  Another
                             task, or classes of other names, get new weights from the decoder on */
    const uint32_t *from_layers; /* [n_from_layers] layers to take weights from; NULL: all   */
    uint32_t n_from_layers;
    const char
        *description; /* YAML, as of sg_model_options, whose `train`, if it has one, holds where
                         `settings` say nothing; NULL: none                                   */
    const char *path; /* what messages call the description; NULL: "description"              */
} sg_training;

/* Train a model.  One that has been trained before, on these data or others, goes on from its
 * weights.  At the end it has the weights of the best epoch: the best metric on the validation
 * graphs, of the last epoch where there are none.
 *
 *   best   out, may be NULL; how the model did in that epoch
 *
 * Fails with SG_EINVAL, SG_EFORMAT (settings), SG_ENOMEM, or SG_ECANCELED (the model then has the
 * weights of the best epoch so far). */
SG_API sg_status sg_model_train(sg_epoch *best, sg_model *model, const sg_dataset *data,
                                const sg_training *training, sg_error *err);

/* What settings come to. */
typedef struct sg_training_outline {
    const char *metric;    /* its name: "accuracy"; static text                             */
    bool higher_is_better; /* of the metric                                                 */
    bool in_percent;       /* the metric; else it is in a unit of its own                   */
    uint32_t n_epochs;     /* at most                                                       */
    uint32_t patience;     /* epochs without a better one before it stops; 0: never         */
} sg_training_outline;

/* The words that the settings `loss` and `metric` may have, for help texts; NULL: there are no more. */
SG_API const char *sg_loss_word(size_t i);
SG_API const char *sg_metric_word(size_t i);

/* Read the settings of a training without data or a model: whatever is wrong with them is found here,
 * before labels are computed.  `size` is that of the model, or of sg_model_preview.
 * Fails with SG_EFORMAT ("settings:LINE:COLUMN", or the description's path) or SG_ENOMEM. */
SG_API sg_status sg_training_preview(sg_training_outline *outline, const sg_training *training,
                                     const sg_model_size *size, sg_error *err);

/* How the weights of `model` meet those of `from`, layer by layer, as sg_training's `from` takes them
 * over; match is [the larger n_layers of both].
 * Fails with SG_EINVAL (no such layer), SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_model_match(sg_layer_match *match, const sg_model *model,
                                const sg_model *from, const uint32_t *from_layers,
                                uint32_t n_from_layers, sg_error *err);

SG_API sg_model_size sg_model_sizes(const sg_model *model);

/* The number of weights of every layer: n_weights is [n_layers] of sg_model_sizes.
 * Fails with SG_ENOMEM. */
SG_API sg_status sg_model_layer_weights(uint64_t *n_weights, const sg_model *model,
                                        sg_error *err);

/* Classification: the label in the data of an output; else 0. */
SG_API int64_t sg_model_class(const sg_model *model, uint32_t output);

/* The same where classes are words, borrowed; else NULL. */
SG_API const char *sg_model_class_word(const sg_model *model, uint32_t output);

/* Regression, multilabel: the name of an output, borrowed; else NULL. */
SG_API const char *sg_model_target(const sg_model *model, uint32_t output);

/* Predict all graphs of any data; labels and triples that the model has never seen weigh zero.
 *
 *   score   out; [n_graphs][n_outputs] of sg_model_sizes: probabilities of the classes, values of
 *           the targets, or probabilities of the labels
 *   labels  threads, budget, observer; NULL: defaults
 *
 * Fails with SG_EINVAL (the data lacks what the model looks at; the model has not been trained),
 * SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_model_predict(double *score, const sg_model *model, const sg_dataset *data,
                                  const sg_label_options *labels, sg_error *err);

/* A model on some data, to predict its graphs again and again: labels and plans are made once.  It
 * belongs to one thread at a time; threads that predict side by side open one each on the same model
 * and data. */
typedef struct sg_prediction sg_prediction;

/* `model` and `data` are borrowed until close.  Fails like sg_model_predict. */
SG_API sg_status sg_prediction_open(sg_prediction **prediction, const sg_model *model,
                                    const sg_dataset *data, const sg_label_options *labels,
                                    sg_error *err);

/* Predict the graphs graph[0 .. n): score is [n][n_outputs].  Nothing happens where one of the pointers is
 * NULL.  For one thread at a time. */
SG_API void sg_prediction_run(double *score, sg_prediction *prediction, const uint32_t *graph,
                              uint32_t n);

/* How much of every graph of the data the model has never met: trust is [n_graphs].
 * Fails with SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_prediction_trust(sg_trust *trust, sg_prediction *prediction, sg_error *err);

SG_API void sg_prediction_close(sg_prediction *prediction);

/* Predict with several models of the same outputs: the mean of their scores, and how far they are
 * apart.
 *
 *   mean, spread  out; [n_graphs][n_outputs]; the spread is the standard deviation over the models
 *
 * Also fails with SG_EINVAL where the outputs of the models are not the same. */
SG_API sg_status sg_models_predict(double *mean, double *spread, const sg_model *const *model,
                                   uint32_t n_models, const sg_dataset *data,
                                   const sg_label_options *labels, sg_error *err);

/* Write a model to a file, whole or not at all, and read it again.  The file is in the safetensors
 * format and has all that prediction needs.  A model that has not been trained has no weights yet and
 * cannot be written.  Of a run's folder the best model is read.
 * Fail with SG_EINVAL (not trained), SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_model_save(const sg_model *model, const char *path, sg_error *err);
SG_API sg_status sg_model_open(sg_model **model, const char *path, sg_error *err);

SG_API void sg_model_close(sg_model *model);

/* ---- Experiments ------------------------------------------------------------------------ */

typedef struct sg_run_options {
    const char *folder;      /* of the run, made if missing: config.yml, results.sqlite,
                                summary.json, models/                                         */
    const char *data_folder; /* as in sg_data_options                                         */
    const char *const *set;  /* [n_set] changes of the experiment: "train.epochs=5"           */
    size_t n_set;
    uint32_t n_threads; /* 0: one per core; results are the same for any number               */
    bool resume;        /* go on with the run in the folder                                   */
    bool replace;       /* forget the run in the folder                                       */
    bool (*event)(void *context, const sg_run_event *event); /* by the calling thread; false
                                stops the run, which can be resumed; may be NULL              */
    void *context;
} sg_run_options;

/* Run an experiment file: train all its configurations, folds and runs, select and evaluate as its
 * protocol says, and write everything down.
 *
 *   summary   out, may be NULL; the text of summary.json, released with sg_text_release
 *
 * Fails with SG_EFORMAT (path:line:column), SG_EEXIST (the folder has a run, and neither resume nor
 * replace; or it is resumed and of another experiment), SG_ECANCELED, or what data and disk fail
 * with.  What is wrong with the experiment is found before the folder is touched. */
SG_API sg_status sg_run(char **summary, const char *path, const sg_run_options *options,
                        sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
