/* picture.h - an explanation, drawn on its graph.
 *
 *     sg_text svg = {0};
 *     SG_TRY(sg_picture_draw(&svg, explainer, &explanation, &(sg_picture_options){.top = 3}, err));
 *     SG_TRY(sg_file_write("g17.svg", svg.data, svg.size, err));
 *     sg_text_free(&svg);
 *
 * From top to bottom: the graph with its node labels and with what each node contributes to the
 * decoder; then every encoder layer.  A layer of one head is a row of panels: invariant labels, all
 * messages, the weights with the largest positive and negative values.  Several heads are columns:
 * all messages above, the largest weights below.
 *
 * Unless arrows are asked for, some graphs have pictures of their own: a molecule, whose nodes the data calls
 * by names of atoms, is a structural formula with a halo around every atom; a text is read as words, an image
 * is its pixels, and a graph with very many edges is drawn by classes of nodes.
 *
 * What is drawn is what the model computed.  Nodes and arrows carry their numbers (data-node,
 * data-sender, data-receiver, data-weight, data-contribution; nodes from 0), and so do the groups
 * around them: in <g data-layer="0" data-rest=".." data-gap=".." data-value=".."> the contributions
 * inside panels with data-panel="messages" (or "decoder"), rest and gap add up to the value.
 *
 *   picture.c         the whole: what is drawn, its size, the title
 *   picture_rows.c    rows of panels, scales, the legend
 *   picture_panels.c  panels with titles and lists
 *   picture_nodes.c   what nodes look like
 *   picture_graph.c   places, edges and nodes of a graph
 *   picture_arrows.c  messages as arrows, and which of them are the largest
 *   picture_credit.c  pages of what every node gets: molecules, texts, images
 *   picture_molecule.c, picture_text.c, picture_image.c  what these look like
 *   picture_classes.c  dense graphs by classes of nodes
 *   picture_label.c   what a label is: a node with its surroundings
 */
#ifndef SG_EXPLAIN_PICTURE_H
#define SG_EXPLAIN_PICTURE_H

#include "base/text.h"
#include "explain/explainer.h"

/* What every node of a graph gets of the contributions of a layer that passes messages, by a rule; biases
 * belong to their node.  Where the layer pools the nodes, each gets its own.  credit is [n_nodes]; its sum
 * is that of the layer's contributions, but for the bias of a decoder. */
void sg_layer_credit(double *credit, const sg_layer_explanation *layer, uint32_t n_nodes,
                     sg_credit rule);

/* Append the picture of an explanation as a file of SVG.
 * Fails with SG_EINVAL (no such layer or head), SG_ELIMIT (too large a graph) or SG_ENOMEM; the
 * text is then unchanged. */
sg_status sg_picture_draw(sg_text *svg, const sg_explainer *explainer,
                          const sg_explanation *explanation, const sg_picture_options *options,
                          sg_error *err);

/* Append an example of a label: a node that has it, highlighted, with the nodes that decide it.
 * `in_page`: as a part of an HTML page, which has the rules of sg_svg_css.
 * Fails with SG_EINVAL (no such labeling or label), SG_ENOTFOUND (no node of the data has it) or
 * SG_ENOMEM; the text is then unchanged. */
sg_status sg_picture_label(sg_text *svg, const sg_explainer *explainer, uint32_t labeling,
                           uint32_t label, bool in_page, sg_error *err);

#endif
