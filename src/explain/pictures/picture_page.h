/* picture_page.h - the page of a picture, for the files that fill it.
 *
 *   picture_nodes.c   what nodes look like: by label, by contribution
 *   picture_panels.c  panels with their titles, keys and lists
 *   picture_rows.c    rows of panels, scales and the legend
 *   picture_credit.c  the page around molecules, texts and images
 *   picture_molecule.c, picture_text.c, picture_image.c  what these look like
 *   picture_classes.c  dense graphs by classes of nodes
 *   picture.c         the whole
 */
#ifndef SG_EXPLAIN_PICTURE_PAGE_H
#define SG_EXPLAIN_PICTURE_PAGE_H

#include "chem/molecule_look.h"
#include "explain/explainer_parts.h"
#include "explain/neighborhood.h"
#include "explain/pictures/picture_parts.h"

/* Pixels: around the page, for titles of the page, of rows and of panels, of a line of small print,
 * between panels. */
enum {
    SG_PAGE_MARGIN = 20,
    SG_PAGE_TITLE = 56,
    SG_PAGE_ROW_TITLE = 30,
    SG_PAGE_PANEL_TITLE = 20,
    SG_PAGE_LINE = 13,
    SG_PAGE_BETWEEN = 12
};

typedef struct sg_page {
    sg_svg svg;
    const sg_explainer *explainer;
    const sg_explanation *explanation;
    const sg_neighborhood
        *near; /* whose explanation it is; NULL: the whole graph is drawn            */
    sg_picture_options options;
    uint32_t top;
    sg_picture_graph its;
    uint32_t n_columns;
    double width, y;                      /* of the page; where the next row begins          */
    const sg_explained_message **message; /* memory for the messages of any head             */
    sg_top_weight *tops;                  /* [2 * top]                                       */
    uint32_t *rank;                       /* [n_nodes] colors of the panel that is drawn     */
} sg_page;

/* The number of a node in its graph, and in the data; the picture may have a part of the graph alone. */
static inline uint32_t sg_page_node(const sg_page *p, uint32_t node)
{
    return p->near != NULL ? p->near->node[node] : node;
}

static inline uint32_t sg_page_data_node(const sg_page *p, uint32_t node)
{
    return p->explainer->data->graph.graph_offset[p->explanation->graph] +
           sg_page_node(p, node);
}

static inline bool sg_page_shows_layer(const sg_page *p, const sg_layer_explanation *layer)
{
    return !layer->decodes && (p->options.layer == NULL || *p->options.layer == layer->layer);
}

static inline bool sg_page_shows_head(const sg_page *p, uint32_t head)
{
    return p->options.head == NULL || *p->options.head == head;
}

static inline uint32_t sg_page_count_heads(const sg_page *p, const sg_layer_explanation *layer)
{
    return p->options.head == NULL ? layer->n_heads : *p->options.head < layer->n_heads;
}

static inline double sg_page_column(const sg_page *p, uint32_t column)
{
    return SG_PAGE_MARGIN + column * (p->its.width + SG_PAGE_BETWEEN);
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* A labeling of the nodes for colors: nodes are alike if their labels are. */
typedef struct sg_node_labels {
    const sg_page *page;
    const uint32_t *label;      /* [n_nodes]; NULL: the data's own labels            */
    uint32_t labeling;          /* for names                                         */
    bool is_own;                /* the labels are the data's, in the model's numbers */
    const double *contribution; /* [n_nodes] of biases; NULL: none                   */
} sg_node_labels;

/* Nodes colored by what they contribute. */
typedef struct sg_node_values {
    const sg_page *page;
    const double *value; /* [n_nodes] */
    double largest;
} sg_node_values;

/* Number the labels that occur, into rank[n_nodes], so that their colors differ as long as there
 * are enough. */
void sg_page_rank_labels(const sg_node_labels *labels, uint32_t *rank);

/* Styles borrow what they are made of.  Nodes by label take their colors from page->rank; they are
 * named by their labels, or not at all where they are small `dots`. */
sg_node_style sg_page_label_style(const sg_node_labels *labels, bool dots);
sg_node_style sg_page_value_style(const sg_node_values *values);

/* ---- Panels -------------------------------------------------------------------------------- */

typedef struct sg_number_words {
    char text[40];
} sg_number_words;

/* A number with a sign that is none of a hyphen, "−0.27". */
sg_number_words sg_page_number(double value, int digits, bool has_plus);

/* As much of the words as fits into `width`. */
void sg_page_line(sg_page *p, double x, double y, double size, const char *class_name,
                  const char *words, double width);

/* A panel with its title and the edges of the graph; what is drawn next is inside. */
void sg_page_open_panel(sg_page *p, uint32_t column, const char *kind, const char *title);
void sg_page_close_panel(sg_page *p);

void sg_page_label_panel(sg_page *p, uint32_t column, const char *title,
                         const sg_node_labels *labels);

/* Arrows on a graph with small nodes; `kind` is "messages" or "top". */
void sg_page_arrow_panel(sg_page *p, uint32_t column, const char *kind, const char *title,
                         const sg_arrows *arrows);

/* The weights of a panel by name, below it. */
void sg_page_list_tops(sg_page *p, uint32_t column, const sg_head_explanation *head,
                       const sg_top_weight *top, uint32_t n);

/* How wide these names are. */
double sg_page_tops_width(const sg_page *p, const sg_head_explanation *head,
                          const sg_top_weight *top, uint32_t n);

/* Make *width as large as the names below the panels of a layer need it.  Fails with SG_ENOMEM. */
sg_status sg_page_layer_width(double *width, sg_page *p, const sg_layer_explanation *layer,
                              sg_error *err);

/* The title of the page, and below it what is true, predicted and explained; both take as many lines as
 * they need on a page of its width.  The height of both. */
void sg_page_title(sg_page *p);
double sg_page_title_height(sg_page *p);

/* ---- Pictures of their own ------------------------------------------------------------------ */

/* The whole page of a molecule: its structural formula with a halo around every atom.
 * Fails with SG_EINVAL (no layer passes messages), SG_ELIMIT or SG_ENOMEM. */
sg_status sg_page_molecule(sg_page *p, const sg_molecule_look *look, sg_error *err);

/* A text as lines of words, highlighted by what they contribute; an image as its pixels with discs, and
 * the learned kernels.  They fail as the page of a molecule does. */
sg_status sg_page_text(sg_page *p, sg_error *err);
sg_status sg_page_image(sg_page *p, const sg_one_graph *one, sg_error *err);

/* Whether a graph has too many edges or crossing messages for a drawing, and the layer that is drawn a head
 * whose senders and receivers have labels of one kind; then it is drawn by classes of nodes, a disc for each
 * label, with the graph itself beside it where it is small.
 * They fail with SG_ENOMEM, the page also with SG_EINVAL (there is no such head). */
sg_status sg_page_is_dense(bool *is_dense, const sg_page *p, const sg_one_graph *one,
                           sg_error *err);
sg_status sg_page_classes(sg_page *p, const sg_one_graph *one, sg_error *err);

/* ---- Rows ---------------------------------------------------------------------------------- */

/* The graph itself: node labels, contributions of nodes, legend. */
void sg_page_first_row(sg_page *p);

double sg_page_first_row_height(const sg_page *p);

double sg_page_row_height(const sg_page *p, const sg_layer_explanation *layer);

/* An encoder layer.  Fails with SG_ENOMEM. */
sg_status sg_page_layer(sg_page *p, const sg_layer_explanation *layer, sg_error *err);

#endif
