/* live.h - graphs that change: edges and nodes come and go, predictions follow.
 *
 * A live data set is a copy of a data set on which a model predicts.  An edit changes labels, pairs and
 * states only where it can reach, and only these are recomputed.  What has been computed never depends
 * on the way that led there: predictions have the bits that a live data set has which is opened on the
 * edited graphs.
 *
 * Example: what would the prediction of graph 0 be with another edge?
 *
 *     sg_live *live = NULL;
 *     double score[10];
 *     sg_live_change edge = {.struct_size = sizeof edge, .kind = SG_LIVE_ADD_EDGE};
 *     edge.other = 20;
 *     if (sg_live_open(&live, model, data, NULL, &err) == SG_OK &&
 *         sg_live_edit(NULL, live, &edge, &err) == SG_OK &&
 *         sg_live_predict(score, live, 0, &err) == SG_OK)
 *         printf("%.3f\n", score[0]);
 *     sg_live_close(live);
 *
 * Complexity: opening copies the graphs.  The first prediction of a graph computes all of it.  An edit
 * then costs time for the nodes within the radius of labels, pairs and layers around it, whatever the
 * size of the graph.  Where a labeling, pair property or layer looks at the whole graph (sg_live_sizes
 * says which), an edit computes its graph anew.  Graphs with few nodes are always computed as a whole.
 *
 * Precision: predictions are computed in double precision and differ from those of sg_model_predict by
 * rounding.
 *
 * Threads: a live data set belongs to one thread at a time.
 */
#ifndef SHAREGNN_LIVE_H
#define SHAREGNN_LIVE_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Graphs that change, and a model that predicts them. */
typedef struct sg_live sg_live;

/* Open a live data set on a copy of the graphs of `data`.
 *
 *   live     out; released with sg_live_close
 *   model    borrowed until sg_live_close; must have a layer that pools nodes.  Where it gets other
 *            weights (sg_model_train, sg_weights_set), predictions and edits fail with SG_EINVAL
 *   data     needed no longer
 *   options  budget; observer, threads and cache are not used; NULL: defaults
 *
 * Fails with SG_EINVAL (the model is not trained or pools nothing; the data lacks the labels or
 * attributes that it looks at), SG_ECANCELED (a watch of types.h) or SG_ENOMEM. */
SG_API sg_status sg_live_open(sg_live **live, const sg_model *model, const sg_dataset *data,
                              const sg_label_options *options, sg_error *err);

/* Release; NULL is fine. */
SG_API void sg_live_close(sg_live *live);

/* What an edit does. */
typedef enum sg_live_kind {
    SG_LIVE_ADD_EDGE,
    SG_LIVE_REMOVE_EDGE,
    SG_LIVE_ADD_NODE,
    SG_LIVE_REMOVE_NODE, /* with its edges                               */
    SG_LIVE_SET_NODE,    /* another label, other attributes              */
    SG_N_LIVE_KINDS
} sg_live_kind;

/* An edit.  Pointers are borrowed for the call. */
typedef struct sg_live_change {
    size_t struct_size; /* sizeof of this struct, set by the caller                         */
    sg_live_kind kind;
    uint32_t graph; /* from 0                                                      */
    uint32_t node;  /* from 0; nodes keep their numbers when others are removed; 0 for
                       SG_LIVE_ADD_NODE, which gives the new node its number       */
    uint32_t other; /* edges: the other end; else 0                                */
    /* Of the new edge or node, as many numbers as the data has columns of such labels or attributes; refused
     * where it has none, and for what is removed.  NULL: zeros, or for SG_LIVE_SET_NODE as before. */
    const int32_t *label;
    const double *attribute;
} sg_live_change;

/* Make an edit.
 *
 *   node   out, may be NULL: the number of the new node for SG_LIVE_ADD_NODE, else change->node
 *
 * Fails with SG_EINVAL (no such graph, node or edge; an edge that is there already or joins a node with
 * itself; attributes that are not finite; a member that the edit does not have), SG_ELIMIT,
 * SG_ECANCELED or SG_ENOMEM; the graph is then as before. */
SG_API sg_status sg_live_edit(uint32_t *node, sg_live *live, const sg_live_change *change,
                              sg_error *err);

/* The same edit as a text: {"add":"edge","graph":0,"nodes":[0,5],"label":1},
 * {"remove":"edge","nodes":[0,5]}, {"add":"node","label":6}, {"remove":"node","node":5},
 * {"set":"node","node":5,"label":7}, {"undo":1}.  "graph" is 0 where it is missing; "label" is a number, a
 * name that the data has for it, or a list of them; "attributes" is a list of numbers.
 *
 *   graph  out, may be NULL: the graph that was edited
 *   node   out, may be NULL: as sg_live_edit
 *   text   [size]
 *   path   what messages call it; NULL: "edit"
 *
 * Fails with SG_EFORMAT (what is wrong with the text) or like sg_live_edit. */
SG_API sg_status sg_live_edit_json(uint32_t *graph, uint32_t *node, sg_live *live,
                                   const char *text, size_t size, const char *path,
                                   sg_error *err);

/* Take back the last edit that was not taken back yet; at least the last 10,000 are
 * remembered.
 *
 *   graph  out, may be NULL: the graph that it was made in
 *
 * Fails with SG_EINVAL where there is none, or like sg_live_edit. */
SG_API sg_status sg_live_undo(uint32_t *graph, sg_live *live, sg_error *err);

/* The scores of a graph as it is now, as sg_model_predict gives them: score is the caller's, [n_outputs].
 * Fails with SG_EINVAL (no such graph), SG_ELIMIT, SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_live_predict(double *score, sg_live *live, uint32_t graph, sg_error *err);

/* What there is. */
typedef struct sg_live_size {
    size_t struct_size; /* sizeof of this struct, set by the caller                       */
    uint32_t n_graphs;
    uint64_t n_nodes, n_edges; /* now                                                     */
    uint32_t n_outputs;        /* numbers of a prediction                                 */
    uint32_t n_undo;           /* edits that can be taken back                            */
    bool is_local;             /* edits compute no more than they reach                   */
    char reason[200]; /* why not: "the labeling betweenness:10 looks at the whole graph"  */
    uint64_t
        n_looked_at; /* nodes that all edits and predictions so far have looked at, counted each
                           * time; the difference before and after an edit is its work, without a clock */
} sg_live_size;

/* How large `live` is now: *size is the caller's.  Takes time O(graphs).  Fails with SG_EINVAL. */
SG_API sg_status sg_live_sizes(sg_live_size *size, const sg_live *live, sg_error *err);

/* The graphs as they are now, as a data set of their own: *data is released with sg_data_close.  Nodes are
 * numbered without gaps, in the same order.  Fails with SG_ELIMIT or SG_ENOMEM. */
SG_API sg_status sg_live_data(sg_dataset **data, const sg_live *live, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
