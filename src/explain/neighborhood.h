/* neighborhood.h - of a large graph, the part that an explained node hears, small enough to be looked at.
 *
 *     if (sg_neighborhood_is_needed(&explanation)) {
 *         SG_TRY(sg_neighborhood_find(&near, explainer, &explanation, err));
 *         draw(&near.graph, &near.shown);
 *     }
 *     sg_neighborhood_free(&near);
 *
 * The output of a node is made of what other nodes send it, directly or through nodes between.  Those that
 * contribute most are kept, with the nodes on the shortest ways to them, up to SG_HEARD_NODES; what is left out is
 * counted and added up.
 */
#ifndef SG_EXPLAIN_NEIGHBORHOOD_H
#define SG_EXPLAIN_NEIGHBORHOOD_H

#include "explain/explainer.h"

enum {
    SG_HEARD_NODES = 40,  /* of a neighborhood, at most                       */
    SG_WHOLE_NODES = 100, /* graphs of up to so many nodes are shown as a whole */
    SG_HEARD_WORDS = 400
};

/* {0} is an empty one. */
typedef struct sg_neighborhood {
    uint32_t *node;     /* [graph.n_nodes] numbers in the whole graph, ascending           */
    sg_one_graph graph; /* these nodes and the edges between them, as nodes 0, 1, ..       */
    sg_explanation
        shown; /* the explanation with these nodes alone: messages between them, labels and
                             contributions of them; sums of heads and layers are those of the whole */
    uint32_t n_heard;         /* nodes whose messages reach the output                    */
    uint32_t n_heard_shown;   /* of them in the neighborhood                              */
    uint64_t n_messages;      /* of all layers                                            */
    uint64_t n_messages_left; /* of them not shown                                        */
    double *left; /* [n_layers] what messages and nodes contribute that are not shown */
    uint32_t *arc_offset, *neighbor;
    uint32_t **label; /* [n_labels] [n_nodes] labels of heads                              */
    size_t n_labels;
} sg_neighborhood;

/* Whether an explanation is of a node of a graph that is too large to be shown as a whole. */
bool sg_neighborhood_is_needed(const sg_explanation *explanation);

/* Find the neighborhood; the explanation must stay as long as it.  Fails with SG_ENOMEM or SG_ECANCELED.
 * Time O(messages of the explanation, and nodes and arcs within their reach), memory O(n). */
sg_status sg_neighborhood_find(sg_neighborhood *near, const sg_explainer *explainer,
                               const sg_explanation *explanation, sg_error *err);

/* The same nodes in another explanation of the same node: of another output. */
sg_status sg_neighborhood_same(sg_neighborhood *near, const sg_neighborhood *as,
                               const sg_explainer *explainer, const sg_explanation *explanation,
                               sg_error *err);

void sg_neighborhood_free(sg_neighborhood *near);

/* What is drawn and what is left out, in words. */
void sg_neighborhood_words(char text[SG_HEARD_WORDS], const sg_neighborhood *near);

#endif
