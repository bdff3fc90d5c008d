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
 * Conventions: outputs come first and the error last; on failure outputs are untouched; a handle
 * may be used by one thread at a time, different handles by different threads; the library never
 * prints, never exits and keeps no global state.  Texts are UTF-8.  NULL options mean defaults.
 */
#ifndef SHAREGNN_H
#define SHAREGNN_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SG_VERSION "0.1.0"

/* The version of the library that is linked, as text: "0.1.0". */
SG_API const char *sg_version(void);

/* ---- Data sets ------------------------------------------------------------------------- */

typedef struct sg_dataset sg_dataset;

typedef struct sg_data_options {
    const char *folder; /* where data sets are found; NULL: $SHAREGNN_DATA, ./data,
                           ~/.cache/sharegnn, whichever has the data set first        */
    uint32_t n_threads; /* 0: one per core                                            */
} sg_data_options;

/* Open the data set `name`: FOLDER/name/ or FOLDER/name.zip in TU Dortmund's text format, or the
 * path of such a folder or zip.  The graphs become simple and undirected (see sg_data_repairs).
 * Fails with SG_ENOTFOUND, SG_EFORMAT, SG_EIO, SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_data_open(sg_dataset **data, const char *name,
                              const sg_data_options *options, sg_error *err);

/* Release a data set; NULL is fine. */
SG_API void sg_data_close(sg_dataset *data);

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

/* Release a text that the library allocated; NULL is fine. */
SG_API void sg_text_release(char *text);

/* Keep `candidate` if it is close to what is wanted and closer than what was offered before. */
SG_API void sg_nearest_offer(sg_nearest *nearest, const char *candidate);

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

/* ---- Labels: invariants of nodes -------------------------------------------------------- */

typedef struct sg_labels sg_labels;

typedef struct sg_label_options {
    uint32_t n_threads; /* 0: one per core                                             */
    uint64_t budget;    /* search steps a graph may take; 0: 200 million               */
    const char *cache;  /* folder where results are kept by content; NULL: nowhere     */
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

#ifdef __cplusplus
}
#endif

#endif
