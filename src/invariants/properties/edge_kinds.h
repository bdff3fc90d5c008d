/* edge_kinds.h - the distinct edge labels of one graph, numbered in ascending order
 * (words: of their contents, so that the order is the same in every data set).
 *
 *     SG_TRY(sg_edge_kinds_find(&kinds, graph, scratch, err));
 *     const uint32_t kind = sg_edge_kind_of(&kinds, arc);
 *     n = sg_edge_kind_words(word, &kinds, kind);             // its label
 *
 * A label may have several columns; then it is the tuple of them.  A graph without edge labels
 * has one kind, whose label has no words.
 */
#ifndef SG_INVARIANTS_PROPERTIES_EDGE_KINDS_H
#define SG_INVARIANTS_PROPERTIES_EDGE_KINDS_H

#include "base/scratch.h"
#include "graph/view.h"

/* The most kinds in one graph. */
#define SG_EDGE_KINDS_MAX 65534

typedef struct sg_edge_kinds {
    uint32_t n_kinds;
    uint32_t n_columns;   /* words of a label                                           */
    const int32_t *label; /* by arc, [n_columns] each                                   */
    uint32_t *example;    /* [n_kinds] an arc of that kind                              */
    uint16_t *kind;       /* of each arc of the graph; NULL: all have kind 0            */
    uint32_t first_arc;   /* of the receivers: the arc that kind[0] is about            */
    sg_label_words words; /* labels that are words                                      */
} sg_edge_kinds;

/* Find the kinds of the arcs of `graph` that its receivers have (view.h); all arrays are scratch memory.
 * Time O(arcs * log kinds + kinds^2).  Fails with SG_ENOMEM, or SG_ELIMIT beyond
 * SG_EDGE_KINDS_MAX kinds. */
sg_status sg_edge_kinds_find(sg_edge_kinds *kinds, const sg_one_graph *graph,
                             sg_scratch *scratch, sg_error *err);

static inline uint32_t sg_edge_kind_of(const sg_edge_kinds *kinds, uint32_t arc)
{
    return kinds->kind != NULL ? kinds->kind[arc - kinds->first_arc] : 0;
}

/* Write the content of the label of `kind` to word[0 .. n_columns); returns n_columns. */
static inline uint32_t sg_edge_kind_words(uint64_t *word, const sg_edge_kinds *kinds,
                                          uint32_t kind)
{
    for (uint32_t c = 0; c < kinds->n_columns; c++) {
        const size_t place = (size_t)kinds->example[kind] * kinds->n_columns + c;
        word[c] = sg_label_content(&kinds->words, kinds->label[place]);
    }
    return kinds->n_columns;
}

#endif
