/* expression.h - labelings and pair properties as users write them.
 *
 *     label := part ('+' part)* ['limit' N]          cycles:10+label limit 500
 *     part  := KIND [':' PARAMETERS] ['/' part]      wl:2/degree
 *     pair  := KIND [PARAMETERS]                     distance 0..6
 *
 * '/' binds closer than '+'.  A label with several parts is the combination of all of them, in
 * any order; the rarest labels beyond a limit share one.
 */
#ifndef SG_INVARIANTS_EXPRESSION_H
#define SG_INVARIANTS_EXPRESSION_H

#include "invariants/labeling.h"
#include "invariants/pair_property.h"

typedef struct sg_label_expression {
    sg_labeling *part; /* [n_parts] */
    size_t n_parts;
    uint32_t limit; /* the most labels there may be; 0: no limit   */
    char *text;     /* the expression, blanks normalized           */
} sg_label_expression;

/* Parse a label expression.  Fails with SG_EINVAL, the place, what was found and what is allowed
 * (the nearest kind for an unknown one), or SG_ENOMEM. */
sg_status sg_label_parse(sg_label_expression *expression, const char *text, sg_error *err);

void sg_label_expression_free(sg_label_expression *expression);

/* Write the key of every node of work->graph to key[0 .. n_nodes): the combination of all parts.
 * Fails like the labelings do. */
sg_status sg_label_graph(sg_key *key, const sg_label_expression *expression,
                         const sg_label_work *work, sg_error *err);

/* How many steps around a node decide its label; SG_EVERYWHERE: the whole graph does. */
uint32_t sg_label_radius(const sg_label_expression *expression);

/* What decides labels besides structure: bits of graph/view.h. */
uint32_t sg_label_sees(const sg_label_expression *expression);

/* The kind whose labels these are; NULL: they are combined, start from others, or are limited. */
const sg_labeling_kind *sg_label_kind_alone(const sg_label_expression *expression);

/* The radius for the text of an expression.  Fails like sg_label_parse. */
sg_status sg_label_text_radius(uint32_t *radius, const char *text, sg_error *err);

/* Parse a pair property; the result owns memory. */
sg_status sg_property_parse(sg_property *property, const char *text, sg_error *err);

void sg_property_free(sg_property *property);

#endif
