/* picture_parts.h - what the files that draw a picture share.
 */
#ifndef SG_EXPLAIN_PICTURE_PARTS_H
#define SG_EXPLAIN_PICTURE_PARTS_H

#include "draw/layout.h"
#include "draw/svg.h"
#include "explain/explainer.h"

/* A graph where its panels show it; lengths in pixels. */
typedef struct sg_picture_graph {
    sg_one_graph graph;
    sg_layout layout;
    double scale;         /* pixels of one bond                                      */
    double radius;        /* of a node with a name in it                             */
    double dot;           /* of a node among arrows                                  */
    double width, height; /* of a panel without its title                            */
    const uint32_t
        *number; /* [n_nodes] what nodes are called; NULL: by their place in the graph */
} sg_picture_graph;

/* What a node is called in attributes. */
static inline uint32_t sg_picture_number(const sg_picture_graph *its, uint32_t node)
{
    return its->number != NULL ? its->number[node] : node;
}

/* What the nodes of a panel look like. */
typedef struct sg_node_style {
    const char *(*fill)(char room[8], const void *context, uint32_t node);
    size_t (*name)(char *text, size_t room, const void *context, uint32_t node); /* or NULL */
    void (*attributes)(sg_svg *svg, const void *context, uint32_t node);         /* or NULL */
    void (*hint)(sg_svg *svg, const void *context, uint32_t node);               /* or NULL */
    const void *context;
    double radius;
    uint32_t marked; /* node with a thick rim; SG_NONE: none                         */
} sg_node_style;

/* Whether nodes of that radius have room for a name. */
static inline bool sg_picture_has_names(double radius)
{
    return radius >= 5.5;
}

/* A weight whose messages a panel shows alone. */
typedef struct sg_top_weight {
    uint32_t weight;
    uint32_t n_messages;
    double value; /* its strength, or what its messages contribute together      */
} sg_top_weight;

/* Messages of a head that a panel draws. */
typedef struct sg_arrows {
    const sg_head_explanation *head;
    const sg_explained_message **message; /* [n] by ascending size of the value          */
    uint32_t n;
    bool by_contribution; /* values are contributions, else weights                      */
    double largest;       /* value that has the full color and width                     */
} sg_arrows;

/* Find places and sizes for a graph, panels being at most `widest` wide.
 * Fails with SG_ELIMIT or SG_ENOMEM; released with sg_layout_free(&its->layout). */
sg_status sg_picture_graph_find(sg_picture_graph *its, const sg_one_graph *graph, double widest,
                                sg_error *err);

/* Where a node is in its panel. */
static inline sg_point sg_picture_place(const sg_picture_graph *its, uint32_t node)
{
    const double left = (its->width - its->layout.width * its->scale) / 2;
    const double top = (its->height - its->layout.height * its->scale) / 2;
    return (sg_point){left + its->layout.at[node].x * its->scale,
                      top + its->layout.at[node].y * its->scale};
}

void sg_picture_edges(sg_svg *svg, const sg_picture_graph *its, const char *class_name);
void sg_picture_nodes(sg_svg *svg, const sg_picture_graph *its, const sg_node_style *style);

/* The value that decides a message's color and width. */
static inline double sg_arrow_value(const sg_arrows *arrows,
                                    const sg_explained_message *message)
{
    return arrows->by_contribution ? message->contribution : message->strength;
}

/* Definitions of arrow heads of a size in pixels; once per picture. */
#define SG_ARROW_HEAD 5.5 /* of messages between nodes */
void sg_picture_arrow_heads(sg_svg *svg, double size);

/* Attributes of a line for a value from -1 to 1: color, width, opacity. */
void sg_picture_arrow_look(sg_svg *svg, const sg_picture_graph *its, double share);

void sg_picture_arrows(sg_svg *svg, const sg_picture_graph *its, const sg_arrows *arrows);

/* All messages of a head that have a weight or a contribution.  `message` is memory for
 * head->n_messages of them. */
void sg_arrows_all(sg_arrows *arrows, const sg_explained_message **message,
                   const sg_head_explanation *head, bool by_contribution);

/* The `n` weights with the largest values of a sign, largest first, and their messages.
 *
 *   top      [n] out; *n becomes smaller where there are fewer weights
 *   message  memory for head->n_messages
 * Fails with SG_ENOMEM. */
sg_status sg_arrows_top(sg_arrows *arrows, sg_top_weight *top, uint32_t *n,
                        const sg_explained_message **message, const sg_head_explanation *head,
                        double sign, bool by_contribution, sg_error *err);

#endif
