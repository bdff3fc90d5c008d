/* picture_credit.h - a picture of what every node gets of the output: atoms, pixels, words.
 *
 *     static const sg_credit_form WORDS = {.panel = "words", .mark = "Highlights", .one = "word",
 *                                          .many = "words", .draw = draw_words};
 *     p->its.width = ...; p->its.height = ...;           // of what draw_words draws
 *     SG_TRY(sg_page_credit(p, &WORDS, context, err));
 *
 * The page has a title, what the form draws, a legend and a caption that adds the contributions up to the
 * output.  What raises the output is orange; what lowers it is purple and dashed or underlined, so that the
 * sign is there without color, too.  What the model has never met is hatched.
 */
#ifndef SG_EXPLAIN_PICTURE_CREDIT_H
#define SG_EXPLAIN_PICTURE_CREDIT_H

#include "explain/pictures/picture_page.h"

typedef struct sg_credit_page sg_credit_page;

/* What is drawn, in words and as a function. */
typedef struct sg_credit_form {
    const char *panel;      /* data-panel of the group */
    const char *mark;       /* "Halos"                 */
    const char *one, *many; /* "atom", "atoms"         */
    void (*draw)(const sg_credit_page *c);
    void (*key)(sg_svg *svg, double x, double y, int sign); /* the mark of +1 or -1, 18 wide */
    const char *lowering; /* how what lowers is told apart: "dashed" */
    const char *note;     /* a last sentence of the caption; NULL: none */
    bool pooled;          /* by what the pool gets of every node, unless a layer is asked for */
} sg_credit_form;

struct sg_credit_page {
    sg_page *page;
    const sg_credit_form *form;
    const void *context; /* of the form */
    const sg_layer_explanation *layer;
    double *credit; /* [n_nodes] */
    bool *unknown;  /* [n_nodes] */
    uint32_t n_unknown;
    uint32_t n_unweighted, n_messages; /* pairs without a weight, and all */
    double largest, sum;               /* of the nodes that are known; of all */
    sg_text caption;
};

/* Widths in pixels: of the widest drawing, and the least of a page. */
enum { SG_CREDIT_WIDEST = 860, SG_CREDIT_LEAST = 460 };

/* What a node gets, of the largest in the graph: -1 .. 1. */
static inline double sg_credit_share(const sg_credit_page *c, uint32_t v)
{
    return c->largest > 0 ? c->credit[v] / c->largest : 0;
}

/* Shares that are too small to be seen. */
static inline bool sg_credit_is_small(double share)
{
    return share < 0.02 && share > -0.02;
}

/* A circle around something that raises (share > 0) or lowers the output: solid or dashed. */
void sg_credit_rim(sg_svg *svg, double x, double y, double radius, double share);

/* Attributes of the element that is a node, and its hint; the element is open, and gets its filling where
 * it is unknown. */
void sg_credit_node(const sg_credit_page *c, uint32_t v);

/* The whole page; p->its.width and height are those of the drawing.
 * Fails with SG_EINVAL (no layer passes messages or pools nodes) or SG_ENOMEM. */
sg_status sg_page_credit(sg_page *p, const sg_credit_form *form, const void *context,
                         sg_error *err);

#endif
