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
 *     Data sets                    sg_data_open, sg_data_view
 *     Where data sets come from    sg_data_make, sg_data_get
 *     Splits                       sg_splits_open
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
 * The plain structs that sections share stand in sharegnn/types.h, those of explanations in
 * sharegnn/explanation.h, those about models and duplicates in sharegnn/inspection.h; this header
 * includes all three.
 *
 * Conventions: outputs come first and the error last; on failure outputs are untouched; a handle
 * may be used by one thread at a time, different handles by different threads; the library never
 * prints, never exits and keeps no global state.  Texts are UTF-8.  NULL options mean defaults.
 */
#ifndef SHAREGNN_H
#define SHAREGNN_H

#include "sharegnn/explanation.h"
#include "sharegnn/inspection.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SG_VERSION "0.1.0"

/* The version of the library that is linked, as text: "0.1.0". */
SG_API const char *sg_version(void);

/* Release a text that the library allocated; NULL is fine. */
SG_API void sg_text_release(char *text);

/* Keep `candidate` if it is close to what is wanted and closer than what was offered before. */
SG_API void sg_nearest_offer(sg_nearest *nearest, const char *candidate);

/* ---- Data sets ------------------------------------------------------------------------- */

typedef struct sg_dataset sg_dataset;

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

typedef struct sg_splits sg_splits;

/* Read a splits file and check it against `n_graphs`: every index in range, the lists of a fold
 * disjoint.  Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_splits_open(sg_splits **splits, const char *path, uint32_t n_graphs,
                                sg_error *err);

SG_API void sg_splits_close(sg_splits *splits);

typedef enum sg_part { SG_TRAIN, SG_VALIDATION, SG_TEST } sg_part;

SG_API uint32_t sg_splits_folds(const sg_splits *splits);

/* The graphs of one part of a fold; borrowed until close; NULL and 0 for a fold out of range. */
SG_API const uint32_t *sg_splits_part(uint32_t *n, const sg_splits *splits, uint32_t fold,
                                      sg_part part);

/* ---- Duplicates --------------------------------------------------------------------------- */

/* Which graphs of a data set are there more than once: the same but for the numbers of their nodes,
 * with all labels of nodes and edges. */
typedef struct sg_audit sg_audit;

typedef struct sg_audit_settings {
    uint32_t n_threads; /* 0: one per core                                              */
    uint64_t budget;    /* nodes that are tried to compare two graphs; 0: 100,000       */
    const sg_observer *observer;
} sg_audit_settings;

/* Find them.  `data` is borrowed until close.  Fails with SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_audit_open(sg_audit **audit, const sg_dataset *data,
                               const sg_audit_settings *settings, sg_error *err);

SG_API void sg_audit_close(sg_audit *audit);

SG_API sg_audit_counts sg_audit_numbers(const sg_audit *audit);

/* The groups of duplicates, by their first graphs; borrowed until close. */
SG_API const sg_duplicates *sg_audit_groups(size_t *n, const sg_audit *audit);

/* Duplicates across the parts of a fold.  Fails with SG_EINVAL (no such fold, or a graph that the
 * data does not have) or SG_ENOMEM. */
SG_API sg_status sg_audit_leak(sg_fold_leak *leak, const sg_audit *audit,
                               const sg_splits *splits, uint32_t fold, sg_error *err);

/* ---- Labels: invariants of nodes -------------------------------------------------------- */

typedef struct sg_labels sg_labels;

typedef struct sg_label_options {
    uint32_t n_threads; /* 0: one per core                                             */
    uint64_t budget;    /* search steps a graph may take; 0: 200 million               */
    const char *cache;  /* folder where sg_labels_open keeps results by content; NULL: nowhere;
                           models compute theirs and do not look there                 */
    const sg_observer *observer;
} sg_label_options;

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

typedef struct sg_model sg_model;

typedef enum sg_model_task { SG_CLASSIFICATION, SG_REGRESSION, SG_MULTILABEL } sg_model_task;

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
    sg_model_task task;
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
    const char *settings;     /* YAML, as `train` in experiment files: "{epochs: 50, init: he}";
                                 NULL: the paper's                                            */
    const uint32_t *graph[3]; /* graphs to train on, to choose the best epoch with, and to test
                                 with (sg_part); NULL: all, none, none                        */
    uint32_t n_graphs[3];
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
 * Fails with SG_EINVAL (the data lacks what the model looks at), SG_ELIMIT, SG_ECANCELED or
 * SG_ENOMEM. */
SG_API sg_status sg_model_predict(double *score, const sg_model *model, const sg_dataset *data,
                                  const sg_label_options *labels, sg_error *err);

/* A model on some data, to predict its graphs again and again: labels and plans are made once. */
typedef struct sg_prediction sg_prediction;

/* `model` and `data` are borrowed until close.  Fails like sg_model_predict. */
SG_API sg_status sg_prediction_open(sg_prediction **prediction, const sg_model *model,
                                    const sg_dataset *data, const sg_label_options *labels,
                                    sg_error *err);

/* Predict the graphs graph[0 .. n): score is [n][n_outputs].  For one thread at a time. */
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

/* ---- Graphs as they come ----------------------------------------------------------------- */

/* A model at the end of a pipe: bytes go in, whole lines come out as predictions, in their order.
 *
 *     sg_feed *feed = NULL;
 *     sg_feed_open(&feed, model, &(sg_feed_options){.format = SG_FEED_SMILES}, &err);
 *     while ((n = read(0, bytes, sizeof bytes)) > 0) {
 *         sg_feed_push(feed, bytes, n, &err);
 *         for (uint32_t i = 0; i < sg_feed_count(feed); i++) show(sg_feed_at(feed, i));
 *     }
 *     sg_feed_end(feed, &err);                        // the last line may have no newline
 *     ... show what sg_feed_count and sg_feed_at have now ...
 *     sg_feed_close(feed);
 *
 * What a large model costs is paid by sg_feed_open; memory is that of a portion and of the model,
 * however many lines there are.  Every line stands for itself: its scores have the same bits whatever
 * is before and behind it, in whatever portions the bytes come, for any number of threads. */
typedef struct sg_feed sg_feed;

typedef enum sg_feed_format {
    SG_FEED_GUESS,  /* JSON where the first line begins with '{'; else sg_feed_push fails     */
    SG_FEED_SMILES, /* a molecule, and behind a blank its id, if any                          */
    SG_FEED_JSON,   /* {"nodes": [...], "edges": [[u, v, label]...], "id": ...}               */
    SG_FEED_TEXT    /* all of the line is a text                                              */
} sg_feed_format;

/* {0} will do. */
typedef struct sg_feed_options {
    sg_feed_format format;
    const char *lines;  /* any format with lines by its name (sg_data_format_at), in place of
                           `format`; NULL: none                                               */
    bool kekule;        /* molecules: aromatic bonds as single and double ones                */
    bool trust;         /* measure how much of each graph the model has never met             */
    uint32_t n_threads; /* 0: one per core                                                    */
    uint64_t budget;    /* search steps per graph; 0: as for labels                           */
    /* More models, borrowed until close: scores are means over all, as of sg_models_predict. */
    const sg_model *const *other; /* [n_others] */
    uint32_t n_others;
} sg_feed_options;

/* What became of a line. */
typedef struct sg_feed_line {
    uint64_t number;      /* of the line, from 1                                              */
    const char *error;    /* why there is no prediction; NULL: there is one                   */
    const char *id;       /* of the graph, as it is written there; NULL: it has none          */
    const double *score;  /* [n_outputs] as of sg_model_predict; NULL where there is an error */
    sg_trust trust;       /* of the first model, where options ask for it                     */
    const double *spread; /* [n_outputs] over several models; NULL where there is one         */
} sg_feed_line;

/* `model` is borrowed until close.  Fails with SG_EINVAL (options; models that do not predict the
 * same), SG_EFORMAT (a model is not sound), SG_EIO (no thread can be started) or SG_ENOMEM. */
SG_API sg_status sg_feed_open(sg_feed **feed, const sg_model *model,
                              const sg_feed_options *options, sg_error *err);

SG_API void sg_feed_close(sg_feed *feed);

/* Take the next n bytes and predict the lines that they complete.  Lines that cannot be read or
 * predicted, and those of more than 4 MiB, have an error and disturb no others.
 * Fails with SG_EINVAL where the format cannot be guessed, with SG_ELIMIT for 2^31 bytes at once, or
 * with SG_ENOMEM; the feed can then only be closed. */
SG_API sg_status sg_feed_push(sg_feed *feed, const char *bytes, size_t n, sg_error *err);

/* Predict the last line, if it had no newline. */
SG_API sg_status sg_feed_end(sg_feed *feed, sg_error *err);

/* The lines that the last push or end has predicted, valid until the next. */
SG_API uint32_t sg_feed_count(const sg_feed *feed);
SG_API sg_feed_line sg_feed_at(const sg_feed *feed, uint32_t i);

/* ---- Explanations ------------------------------------------------------------------------ */

/* Why a model predicts what it predicts.  For every encoder of the model and for its decoder,
 *
 *     output = rest + sum of contributions
 *
 * where the contributions are those of the messages and biases of the encoder, or of the nodes and
 * the bias of the decoder, and `rest` is what the output would be if that layer gave nothing but
 * zeros.  Outputs are the network's own, before they become probabilities (logits), or values in
 * the unit of the targets.
 *
 *     SG_TRY(sg_explainer_open(&explainer, model, data, NULL, &err));
 *     SG_TRY(sg_explainer_graph(&explanation, explainer, 17, SG_PREDICTED, &err));
 *     ... explanation.layer[0].head[0].message[i].contribution ...
 *     sg_explanation_free(&explanation);
 *     sg_explainer_close(explainer);
 *
 * What an explainer hands out is borrowed until it is closed. */
typedef struct sg_explainer sg_explainer;

typedef struct sg_explainer_options {
    double tolerance; /* how much of an output may remain unexplained; 0: 1e-7 of it */
    uint32_t steps;   /* the most gradients that are averaged for a layer; 0: 20,000 */
    const sg_label_options *labels; /* threads, budget; its observer is also told how far an
                                       explanation is, until close; NULL: defaults       */
} sg_explainer_options;

/* Prepare to explain the graphs of `data`; `model` and `data` are borrowed until close.
 * Fails like sg_model_predict, or with SG_EINVAL (options). */
SG_API sg_status sg_explainer_open(sg_explainer **explainer, const sg_model *model,
                                   const sg_dataset *data, const sg_explainer_options *options,
                                   sg_error *err);

SG_API void sg_explainer_close(sg_explainer *explainer);

/* The labelings that the model uses, and all heads of its encoders and its decoder, by layer.  They
 * hold the numbers of the paper's weight analysis: value, pair value and occurrences of a weight. */
SG_API const sg_explained_labeling *sg_explainer_labelings(size_t *n,
                                                           const sg_explainer *explainer);
SG_API const sg_explained_head *sg_explainer_heads(size_t *n, const sg_explainer *explainer);

/* Names for people.  They write to text[0 .. room) like snprintf, and return the whole length.
 *
 *   node    "C", or the number of the node's label in the data; "" where there are none
 *   label   "C(wl:2 #17)": the node label, where all such nodes have the same, and the number of
 *           the label; "C(degree 3)"; "C" for the node label itself
 *   weight  "C(wl:2 #17) -> N at distance 3": sender, receiver, pair value */
SG_API size_t sg_explainer_node_name(char *text, size_t room, const sg_explainer *explainer,
                                     uint32_t graph, uint32_t node);
SG_API size_t sg_explainer_label_name(char *text, size_t room, const sg_explainer *explainer,
                                      uint32_t labeling, uint32_t label);
SG_API size_t sg_explainer_weight_name(char *text, size_t room, const sg_explainer *explainer,
                                       uint32_t head, uint32_t weight);

/* Explain an output (SG_PREDICTED: the predicted class) of a graph.  `explanation` is released
 * with sg_explanation_free, before the explainer is closed.
 * Fails with SG_EINVAL (no such graph or output), SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_explainer_graph(sg_explanation *explanation, sg_explainer *explainer,
                                    uint32_t graph, uint32_t output, sg_error *err);

/* Release the arrays and make it empty. */
SG_API void sg_explanation_free(sg_explanation *explanation);

/* Rank the weights of all encoders by their influence on the graphs of the data, with all threads;
 * the result is the same for any number.  Fails with SG_EINVAL, SG_ELIMIT, SG_ECANCELED or
 * SG_ENOMEM. */
SG_API sg_status sg_explainer_rank(sg_ranking *ranking, sg_explainer *explainer,
                                   const sg_ranking_options *options, sg_error *err);

/* Release the arrays and make it empty. */
SG_API void sg_ranking_free(sg_ranking *ranking);

/* Draw an explanation on its graph: node labels, contributions of nodes, and for every encoder its
 * labels and messages.  `options` may be NULL.  `svg` is a whole SVG file, the same bytes always,
 * and is released with sg_text_release.  docs/explaining.md says what is in it.
 * Fails with SG_EINVAL (no such layer or head), SG_ELIMIT (more than 2,000 nodes) or SG_ENOMEM. */
SG_API sg_status sg_explainer_picture(char **svg, const sg_explainer *explainer,
                                      const sg_explanation *explanation,
                                      const sg_picture_options *options, sg_error *err);

/* Draw what a label is: a node of the data that has it, and the nodes that decide it.
 * Fails with SG_EINVAL, SG_ENOTFOUND (no node of the data has it) or SG_ENOMEM. */
SG_API sg_status sg_explainer_label_picture(char **svg, const sg_explainer *explainer,
                                            uint32_t labeling, uint32_t label, sg_error *err);

/* Write a picture to `path`, as it is or, if the name ends in .png, in pixels (twice as many as the
 * picture has in each direction).  Fails with SG_EINVAL (another ending), SG_EIO, SG_ENOMEM, or
 * SG_ENOTFOUND (no such folder; or .png without librsvg, which is looked for when it is needed). */
SG_API sg_status sg_picture_write(const char *path, const char *svg, sg_error *err);

/* ---- Inside of models --------------------------------------------------------------------- */

/* What a model consists of.  What is handed out is borrowed until sg_contents_close. */
typedef struct sg_contents sg_contents;

/* Look into a model, which is borrowed until close.  Fails with SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_contents_open(sg_contents **contents, const sg_model *model, sg_error *err);

SG_API void sg_contents_close(sg_contents *contents);

SG_API const sg_layer_info *sg_contents_layers(size_t *n, const sg_contents *contents);
SG_API const sg_labeling_info *sg_contents_labelings(size_t *n, const sg_contents *contents);

/* The n weights of a layer with the largest absolute values, the largest first; `weight` has room for
 * them.  `head` is a head of an encoder or decoder, or UINT32_MAX: all of them, and what belongs to
 * none.  Returns their number, which is smaller than n where there are fewer. */
SG_API size_t sg_contents_largest(sg_weight_info *weight, size_t n, const sg_contents *contents,
                                  uint32_t layer, uint32_t head);

/* A content key in words, "label 6" or "distance 3", or its hexadecimal digits, into text[0 .. 32). */
SG_API void sg_contents_key_text(char text[32], const sg_contents *contents, uint64_t key);

/* How two models differ, weight by weight, matched as in sg_model_match. */
typedef struct sg_model_diff sg_model_diff;

/* Compare; both models are borrowed until close.  Fails with SG_EFORMAT or SG_ENOMEM. */
SG_API sg_status sg_model_diff_open(sg_model_diff **diff, const sg_model *first,
                                    const sg_model *second, sg_error *err);

SG_API void sg_model_diff_close(sg_model_diff *diff);

/* By layer, of the model that has more; borrowed until close. */
SG_API const sg_layer_difference *sg_model_diff_layers(size_t *n, const sg_model_diff *diff);

/* The n weights that both have and that differ most, the largest difference first; `weight` has room
 * for them.  Returns their number. */
SG_API size_t sg_model_diff_largest(sg_weight_difference *weight, size_t n,
                                    const sg_model_diff *diff);

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

/* ---- Results ----------------------------------------------------------------------------- */

/* What the folder of a run holds at the moment of opening: a run that is done, was stopped, or is still
 * going on.  Unless something else is said, what is handed out is borrowed until sg_results_close. */
typedef struct sg_results sg_results;

/* Open the results in a run's folder.
 * Fails with SG_ENOTFOUND (no run there), SG_EFORMAT (damaged), SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_results_open(sg_results **results, const char *folder, sg_error *err);

SG_API void sg_results_close(sg_results *results);

/* Trainings that find the best configuration, and trainings that say how good it is. */
typedef enum sg_run_stage { SG_SELECTING, SG_EVALUATING } sg_run_stage;

/* A target of a regression or multilabel task over all folds and runs. */
typedef struct sg_result_target {
    const char *name;
    double mean, std;
} sg_result_target;

/* A run as a whole. */
typedef struct sg_result_overview {
    const char *folder;
    const char *data, *protocol, *metric;
    const char *metric_title; /* "Balanced accuracy"; NULL: it has none                      */
    bool higher_is_better;    /* of the metric                                               */
    bool in_percent;          /* the metric; else it is in a unit of its own                 */
    const char *experiment; /* config.yml                                                    */
    uint64_t seed;
    uint32_t n_configurations, n_folds, n_runs;
    uint32_t n_members;  /* of the ensemble; 1: none                                         */
    uint32_t n_jobs[2];  /* by sg_run_stage; 0 where it has not begun, or is not needed      */
    uint32_t n_done[2];  /* of these                                                         */
    bool is_complete;    /* all is done; else what follows is NaN, 0 or NULL                 */
    const char *summary; /* summary.json                                                     */
    double test_mean, test_std, test_loss;
    double validation_mean, validation_std;
    double train_mean;
    double best_epoch_mean, best_epoch_std;
    uint32_t common_epoch;   /* standard protocol: the single epoch that counts; else 0   */
    const double *fold;      /* [n_folds] test metric, mean over the runs                 */
    const uint32_t *chosen;  /* [n_folds] configuration of each fold                      */
    const uint64_t *weights; /* [n_layers] of the configuration of fold 0                 */
    uint32_t n_layers;
    uint64_t weights_total;
    const sg_result_target *target; /* [n_targets] on test graphs                            */
    uint32_t n_targets;
    const char *model; /* the best one's path inside the folder; NULL: none was saved        */
    double seconds_per_epoch, seconds_total;
    uint32_t n_threads;
} sg_result_overview;

SG_API sg_result_overview sg_results_overview(const sg_results *results);

/* The lists that span the grid, by their paths: "train.learning-rate". */
SG_API const char *const *sg_results_axes(size_t *n, const sg_results *results);

/* A point of the grid. */
typedef struct sg_result_configuration {
    const char *const *value; /* [axes] where in the grid, each in one line                  */
    const char *yaml;         /* the experiment with these values                            */
    const uint64_t *weights;  /* [n_layers] */
    uint32_t n_layers;
    uint64_t weights_total;
    uint64_t plan_bytes;
    uint32_t n_jobs;   /* done so far that say how good it is                                */
    double metric;     /* mean on the graphs that select, usually the validation graphs; of
                          the best epoch (standard protocol) or of best epochs; NaN: unknown */
    double loss;       /* the same                                                           */
    uint32_t rank;     /* from 0, the best                                                   */
    uint32_t n_chosen; /* folds that were evaluated with it; 0 before the end                */
} sg_result_configuration;

/* All configurations in the order of their numbers. */
SG_API const sg_result_configuration *sg_results_configurations(size_t *n,
                                                                const sg_results *results);

/* One training. */
typedef struct sg_result_job {
    sg_run_stage stage;
    uint32_t configuration, fold, run;
    uint64_t seed;
    bool is_done;         /* else the rest is of its epochs so far, if there are any         */
    uint32_t n_graphs[3]; /* by sg_part, as below                                            */
    uint32_t n_epochs, best_epoch;
    double loss[3], metric[3]; /* in the best epoch; NaN where there are no graphs           */
    double seconds;
    const char *model; /* path inside the folder; NULL: not saved, or only the best one was  */
} sg_result_job;

/* All jobs, by stage, configuration, run and fold. */
SG_API const sg_result_job *sg_results_jobs(size_t *n, const sg_results *results);

/* The epochs of a job (its place in the list above); `best` marks the one that counts.  Borrowed
 * until the next call.  Fails with SG_EINVAL (no such job), SG_EFORMAT, SG_EIO or SG_ENOMEM. */
SG_API sg_status sg_results_epochs(const sg_epoch **epoch, size_t *n, sg_results *results,
                                   size_t job, sg_error *err);

/* The metric of every target in a job, likewise; none for classification. */
typedef struct sg_result_target_metric {
    sg_part part;
    const char *target, *metric;
    double value;
} sg_result_target_metric;

SG_API sg_status sg_results_target_metrics(const sg_result_target_metric **metric, size_t *n,
                                           sg_results *results, size_t job, sg_error *err);

/* What the model of a job says about graphs, likewise; usually the test graphs. */
typedef struct sg_result_prediction {
    sg_part part;
    uint32_t graph;
    const double *output; /* [n_outputs] of the network: logits, or values in its unit       */
    uint32_t n_outputs;
} sg_result_prediction;

SG_API sg_status sg_results_predictions(const sg_result_prediction **prediction, size_t *n,
                                        sg_results *results, size_t job, sg_error *err);

/* Two runs on the same folds, pair by pair. */
typedef struct sg_comparison {
    bool by_fold; /* pairs are folds, means over the runs; else runs of a single fold      */
    uint32_t n_pairs;
    double *first, *second; /* [n_pairs] test metric                                         */
    double difference;      /* mean of first - second                                        */
    double test_share;      /* test graphs per training graph                                */
    double t, p;            /* paired t-test, two-sided; NaN for a single pair               */
    double corrected_t, corrected_p; /* with the variance that overlapping training graphs
                               call for (Nadeau and Bengio 2003); NaN for runs               */
} sg_comparison;

/* Compare two complete runs.
 * Fails with SG_EINVAL (not complete; other data, folds or metric) or SG_ENOMEM. */
SG_API sg_status sg_results_compare(sg_comparison *comparison, const sg_results *first,
                                    const sg_results *second, sg_error *err);

/* Release the arrays and make it empty. */
SG_API void sg_comparison_free(sg_comparison *comparison);

/* ---- Reports and figures ----------------------------------------------------------------- */

typedef struct sg_report_options {
    const char *data_folder; /* as in sg_data_options                                        */
    const char *model;       /* a model file; NULL: the best one that the run saved          */
    uint32_t n_graphs;       /* the most graphs to look at in the page; 0: 40                */
    uint32_t n_threads;      /* 0: one per core                                              */
    const sg_observer *observer;
} sg_report_options;

/* Write a run as one HTML file that needs nothing else, no network either: results, figures, weights,
 * and graphs with the messages that the model passes in them.  What a run does not have, the data or a
 * saved model, the page says and leaves out.
 * Fails with SG_EIO, SG_EFORMAT (the results or the model are damaged), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_report_write(const char *path, sg_results *results,
                                 const sg_report_options *options, sg_error *err);

typedef enum sg_figure {
    SG_FIGURE_CURVES,      /* the metric over the epochs, with a band over folds and runs     */
    SG_FIGURE_LOSS,        /* the loss likewise                                               */
    SG_FIGURE_CONFUSION,   /* classification: true and predicted classes                      */
    SG_FIGURE_SCATTER,     /* regression: predicted against true                              */
    SG_FIGURE_HEAT_MAP,    /* a grid of distances and layers                                  */
    SG_FIGURE_THRESHOLD,   /* a grid of thresholds: metric and number of weights              */
    SG_FIGURE_OCCURRENCES, /* how often the weights of an encoder's head occur                */
    SG_FIGURE_WEIGHTS,     /* what they are                                                   */
    SG_FIGURE_ROC          /* multilabel: true and false positives of every target            */
} sg_figure;

/* Draw one figure of a run as SVG; *svg is released with sg_text_release.
 *
 *   head   for the last two: number in sg_explainer_heads; else ignored
 *
 * Also fails with SG_EINVAL where the run has nothing for it; the text says what is missing. */
SG_API sg_status sg_figure_draw(char **svg, sg_results *results, sg_figure figure,
                                uint32_t head, const sg_report_options *options, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
