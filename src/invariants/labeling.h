/* labeling.h - what a labeling is, and the registry of all kinds.
 *
 * A labeling gives every node of a graph a content key.  It looks at one graph at a time, so that
 * data sets are labeled in parallel, and at structure alone: renumbering a graph's nodes
 * renumbers the keys and changes nothing else (`index` alone is no invariant: it is the number).
 *
 * A kind is one file with one sg_labeling_kind; adding it to the table in labeling_list.h is all
 * it takes to have it parsed, listed in `sharegnn labels --help`, documented and property-tested
 * (docs/adding-a-labeling.md shows how).
 */
#ifndef SG_INVARIANTS_LABELING_H
#define SG_INVARIANTS_LABELING_H

#include "base/scratch.h"
#include "base/text.h"
#include "graph/view.h"
#include "invariants/key.h"

typedef struct sg_labeling sg_labeling;

/* The expression of the data's own labels, for those who need labels and were told none. */
#define SG_LABELS_OF_DATA "label"

/* The work that is left for one graph.  Searches that may explode count their steps down. */
typedef struct sg_budget {
    uint64_t steps_left;
} sg_budget;

/* What a labeling works with while it labels one graph. */
typedef struct sg_label_work {
    const sg_one_graph *graph;
    sg_scratch *scratch; /* memory until the end of the graph */
    sg_budget *budget;
} sg_label_work;

/* A small pattern: up to 6 nodes and their edges. */
#define SG_PATTERN_MAX_NODES 6

typedef struct sg_pattern {
    uint8_t n_nodes;
    uint8_t adjacent[SG_PATTERN_MAX_NODES]; /* bit j of adjacent[i]: nodes i and j are joined */
} sg_pattern;

/* The parameters of all kinds; each uses its own. */
typedef struct sg_labeling_parameters {
    uint32_t min, max;   /* lengths, sizes, rounds (max), bins (max)  */
    uint32_t within;     /* the largest distance of a pair            */
    sg_pattern *pattern; /* [n_patterns]; owned                       */
    size_t n_patterns;
} sg_labeling_parameters;

/* Whether a labeling refines colors, and whether it looks at the labels of edges. */
typedef enum sg_refinement {
    SG_NO_REFINEMENT,
    SG_BY_NEIGHBORS,
    SG_BY_LABELED_EDGES
} sg_refinement;

typedef struct sg_labeling_kind {
    const char *name;    /* "cycles"                                                       */
    const char *usage;   /* "cycles:MAX or cycles:MIN-MAX"                                 */
    const char *about;   /* one sentence for help and docs                                 */
    const char *example; /* an expression of this kind, for tests and docs               */
    bool takes_base;     /* may be followed by "/LABEL", the labeling it starts from      */
    bool follows_arcs;   /* it makes sense for directed graphs and for self-loops          */
    bool sees_edges;     /* the labels of edges decide its labels, too                     */

    /* What its keys are where they are plain numbers, {0} where they are not. */
    sg_key_series series;

    /* For people: its labels are those of the data, which have names of their own. */
    bool is_of_data;
    /* For people: what the label of a node is called, like snprintf.  NULL: it is the n-th label. */
    int (*name_label)(char *text, size_t room, const sg_graph *graph, uint32_t node);

    /* For people: append what the label of a node says, "2 cycles of 3".  NULL: no words tell more than
     * an example of it does.  Fails like `label`. */
    sg_status (*describe)(sg_text *text, const sg_labeling *labeling, const sg_label_work *work,
                          uint32_t node, sg_error *err);

    /* The whole graph is in its label: it tells all graphs apart that differ, and no model with it knows
     * any graph that it has not seen.  Tables list it apart. */
    bool is_complete;

    /* Its label is that of parameters.max rounds of color refinement: label_rounds.h computes several
     * of them at once. */
    sg_refinement refinement;

    /* How many steps around a node decide its label.  NULL: all nodes do. */
    uint32_t (*radius)(const sg_labeling_parameters *parameters);

    /* Read the text behind the colon ("" where there is none).  NULL: the kind has no
     * parameters.  On failure the error says what is allowed, without the place. */
    sg_status (*parse)(sg_labeling_parameters *parameters, const char *text, sg_error *err);

    /* Write the key of every node of work->graph to key[0 .. n_nodes).
     * Fails with SG_ENOMEM, or SG_ELIMIT when the budget is used up. */
    sg_status (*label)(sg_key *key, const sg_labeling *labeling, const sg_label_work *work,
                       sg_error *err);
} sg_labeling_kind;

/* A labeling: a kind with its parameters, and the labeling it starts from, if any. */
struct sg_labeling {
    const sg_labeling_kind *kind;
    sg_labeling_parameters parameters;
    struct sg_labeling *base; /* owned; NULL: the data set's labels */
};

/* All kinds, in the order of the help; static memory. */
const sg_labeling_kind *const *sg_labeling_kinds(size_t *n_kinds);

/* Whether a labeling, and what it starts from, knows the directions and self-loops that a graph has.
 * Fails with SG_EINVAL. */
sg_status sg_labeling_check(const sg_labeling *labeling, const sg_one_graph *graph,
                            sg_error *err);

/* The keys that a labeling starts from: those of its base, else the data set's labels. */
sg_status sg_labeling_start(sg_key *key, const sg_labeling *labeling, const sg_label_work *work,
                            sg_error *err);

/* Count `steps` steps of a search in work->graph.
 * Fails with SG_ELIMIT, naming the labeling, the graph and the remedy, when they are used up, or with
 * SG_ECANCELED. */
sg_status sg_budget_spend(const sg_label_work *work, const sg_labeling *labeling,
                          uint64_t steps, sg_error *err);

/* Parse "MAX" or "MIN-MAX" with lowest <= MIN <= MAX <= highest; MIN is `lowest` if absent. */
sg_status sg_parse_range(sg_labeling_parameters *parameters, const char *text, uint32_t lowest,
                         uint32_t highest, sg_error *err);

/* Parse one whole number from lowest to highest into parameters->max. */
sg_status sg_parse_number(sg_labeling_parameters *parameters, const char *text, uint32_t lowest,
                          uint32_t highest, sg_error *err);

#define SG_DECLARE_LABELING(kind, tag, number) extern const sg_labeling_kind kind;
SG_LABELING_LIST(SG_DECLARE_LABELING)
#undef SG_DECLARE_LABELING

#endif
