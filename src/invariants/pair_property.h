/* pair_property.h - what an invariant of an ordered pair of nodes is, and the registry.
 *
 * A pair property gives some ordered pairs (receiver, sender) of a graph's nodes a value with a
 * content key; pairs without a value exchange no messages.  `distance 0..6` gives one of seven
 * values to every pair within six hops.
 *
 * Like labelings (labeling.h) properties look at one graph at a time and at structure alone.  A
 * kind is one file with one sg_property_kind and a line in pair_property_list.h
 * (docs/adding-a-pair-property.md); everything else asks the kind.
 */
#ifndef SG_INVARIANTS_PAIR_PROPERTY_H
#define SG_INVARIANTS_PAIR_PROPERTY_H

#include "base/scratch.h"
#include "data/label_names.h"
#include "invariants/key.h"
#include "invariants/value_names.h"

typedef struct sg_property sg_property;

/* The pairs of one graph, receiver by receiver: sender[row[v]] up to sender[row[v + 1]] are the
 * nodes that send to v, in a fixed order that depends on structure and node numbers alone.  Where only some
 * receivers were asked for, rows are those of these. */
typedef struct sg_pairs {
    uint32_t *row;    /* [n_nodes + 1]                                              */
    uint32_t *sender; /* [n_pairs]                                                  */
    uint16_t *value;  /* [n_pairs] position in `key`                                */
    sg_key *key;      /* [n_values] content keys of the values that occur           */
    uint32_t n_values;
} sg_pairs;

typedef struct sg_property_parameters {
    uint64_t value_set[16]; /* distances that count: bit d % 64 of word d / 64; d < 1024   */
    uint32_t max_value;     /* the largest of them                                        */
    uint32_t rounds;        /* behind the colon: rounds, lengths                          */
    uint32_t within;        /* the largest distance of a pair; UINT32_MAX: no limit       */
    uint32_t width, height; /* of an offset window                                        */
    uint8_t *mask;          /* [height][width] which offsets count, or NULL: all; owned   */
    double bin_begin[16];   /* [n_begins] ascending: where bins begin, but for the first  */
    uint32_t n_begins;
    uint32_t column; /* the attribute of edges that is binned                      */
} sg_property_parameters;

/* A pair that has a value, by which the value is named. */
typedef struct sg_value_example {
    uint64_t key; /* of the value */
    const sg_one_graph *graph;
    uint32_t receiver, sender;       /* nodes of the graph                                   */
    const sg_label_names *edge_name; /* what the data calls the labels of edges              */
    sg_scratch *scratch;             /* free again after the call                            */
} sg_value_example;

typedef struct sg_property_kind {
    const char *name;    /* "distance"                              */
    const char *usage;   /* "distance VALUES"                       */
    const char *about;   /* one sentence                            */
    const char *example; /* "distance 0..6"                         */

    /* Where the names of all values begin with the same word and then tell a place, that word:
     * "distance" of "distance 3".  A weight is then "A -> B at distance 3".  NULL: they do not. */
    const char *measure;

    /* What its keys are where they are plain numbers, {0} where they are not. */
    sg_key_series series;

    /* Its values are steps between nodes, up to parameters.max_value, and nothing else. */
    bool is_distance;

    /* Its pairs are nodes with themselves and nodes that an arc joins, so that messages may be multiplied by an
     * attribute of the arc. */
    bool joins_neighbors;

    /* `find` looks at graph->first_receiver and graph->n_receivers, and takes time and memory for these receivers alone,
     * but for some bytes per node; others have no rows.  So large graphs are searched in bounded memory, by
     * several threads. */
    bool by_receiver;

    /* Count the pairs that `find` would find, without memory for them.  NULL: kinds that are found by
     * receiver have at most as many as nodes and arcs. */
    sg_status (*count)(uint64_t *n_pairs, const sg_property *property,
                       const sg_one_graph *graph, sg_scratch *scratch, sg_error *err);

    /* It makes sense for directed graphs and for self-loops; others refuse them. */
    bool follows_arcs;

    /* What decides its values besides structure: bits of graph/view.h. */
    uint32_t sees;

    /* How many steps around a receiver decide its pairs and their values.  NULL: the whole graph. */
    uint32_t (*radius)(const sg_property_parameters *parameters);

    /* Read the text behind the name, "" where there is none.  NULL: the kind has no parameters.  On
     * failure the error says what is allowed, without the place. */
    sg_status (*parse)(sg_property_parameters *parameters, const char *text, sg_error *err);

    /* Find the pairs of `graph` and their values; everything in `pairs` is scratch memory.
     * Fails with SG_ENOMEM, SG_ELIMIT, or SG_EINVAL for a graph that it makes no sense for. */
    sg_status (*find)(sg_pairs *pairs, const sg_property *property, const sg_one_graph *graph,
                      sg_scratch *scratch, sg_error *err);

    /* Name all values that the property can have.  NULL: they are too many, or the data decides.
     * Fails with SG_ENOMEM. */
    sg_status (*list)(sg_value_names *names, const sg_property *property, sg_error *err);

    /* Name the value of a pair that `find` has found.  NULL: values that are not listed have
     * numbers for names, "distance #3".  Fails with SG_ENOMEM. */
    sg_status (*name_value)(sg_value_names *names, const sg_property *property,
                            const sg_value_example *example, sg_error *err);
} sg_property_kind;

struct sg_property {
    const sg_property_kind *kind;
    sg_property_parameters parameters;
    uint64_t
        budget; /* steps that it may take in one graph; 0: those of the account, or a billion */
};

/* All kinds, in the order of the help; static memory. */
const sg_property_kind *const *sg_property_kinds(size_t *n_kinds);

/* Find the pairs of a graph as kind->find does, which fails with SG_EINVAL where the graph has directions or
 * self-loops that the kind does not know. */
sg_status sg_property_find(sg_pairs *pairs, const sg_property *property,
                           const sg_one_graph *graph, sg_scratch *scratch, sg_error *err);

/* Parse VALUES: "0..6", "0,3", "8", or a list of those, each below 1024. */
sg_status sg_parse_values(sg_property_parameters *parameters, const char *text, sg_error *err);

/* The radius of a property; SG_EVERYWHERE: the whole graph. */
uint32_t sg_property_radius(const sg_property *property);

/* The radius of kinds that look at nodes up to max_value steps away. */
uint32_t sg_radius_of_values(const sg_property_parameters *parameters);

/* The radius of kinds that look at neighbors alone: 1. */
uint32_t sg_radius_of_neighbors(const sg_property_parameters *parameters);

/* The radius of kinds that follow up to `rounds` steps. */
uint32_t sg_radius_of_rounds(const sg_property_parameters *parameters);

static inline bool sg_value_counts(const sg_property_parameters *parameters, uint32_t value)
{
    return value < 1024 && (parameters->value_set[value / 64] >> (value % 64) & 1) != 0;
}

/* The label of an arc as people see it: what the data calls it, else its number, several columns in
 * parentheses; nothing where edges have no labels.  Fails with SG_ENOMEM. */
sg_status sg_write_edge_label(sg_text *text, const sg_value_example *example, uint32_t arc,
                              sg_error *err);

#define SG_DECLARE_PROPERTY(kind, tag, number) extern const sg_property_kind kind;
SG_PAIR_PROPERTY_LIST(SG_DECLARE_PROPERTY)
#undef SG_DECLARE_PROPERTY

#endif
