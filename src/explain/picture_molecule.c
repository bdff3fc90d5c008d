/* picture_molecule.c - a molecule with a halo around every atom, for what it contributes.
 *
 * Orange and purple differ for every kind of color vision and from the colors of elements; the rim of a
 * halo that lowers the output is dashed, so that the sign is there without color, too. */
#include "explain/picture.h"
#include "explain/picture_page.h"

#include "base/mem.h"
#include "chem/molecule_look.h"
#include "draw/colors.h"

#include <math.h>
#include <stdio.h>

static const double BOND = 38, WIDEST = 860, LEAST_WIDTH = 460, PADDING = 34;
static const double SMALLEST = 0.02; /* of the largest contribution that has a halo */
enum { CAPTION = 12, CAPTION_LINE = 17, LEGEND = 34 };

enum { UNWEIGHTED = 1, WEIGHTED = 2 };

typedef struct molecule_page {
    sg_page *page;
    const sg_layer_explanation *layer;
    double *credit;    /* [n_nodes] */
    bool *unknown;     /* [n_nodes] */
    uint8_t *received; /* [n_nodes] WEIGHTED and UNWEIGHTED: kinds of messages */
    uint32_t n_unknown;
    uint32_t n_unweighted, n_messages; /* pairs without a weight, and all */
    double largest, sum;
    sg_text caption;
} molecule_page;

/* ---- Credit ----------------------------------------------------------------------------------- */

void sg_layer_credit(double *credit, const sg_layer_explanation *layer, uint32_t n_nodes,
                     sg_credit rule)
{
    for (uint32_t v = 0; v < n_nodes; v++) {
        double bias = 0;
        for (uint32_t h = 0; h < layer->n_heads; h++)
            bias += layer->head[h].node != NULL ? layer->head[h].node[v] : 0;
        const double received = layer->decodes ? bias : layer->received[v],
                     sent = layer->decodes ? bias : layer->sent[v] + bias;
        credit[v] = rule == SG_CREDIT_SENDER ? sent
                    : rule == SG_CREDIT_HALF ? (received + sent) / 2
                                             : received;
    }
}

/* The layer that is drawn: the one that is asked for, or the first that passes messages.  Where the
 * model explains no messages (GIN's and others are not told apart), the layer that pools the nodes says
 * what each of them is worth. */
static const sg_layer_explanation *find_layer(const sg_page *p)
{
    const sg_layer_explanation *pool = NULL;
    for (uint32_t l = 0; l < p->explanation->n_layers; l++) {
        const sg_layer_explanation *layer = &p->explanation->layer[l];
        if (sg_page_shows_layer(p, layer)) return layer;
        if (layer->decodes) pool = layer;
    }
    return pool;
}

/* What the output would be without the atoms: without the layer, but with its biases. */
static double without_atoms(const sg_layer_explanation *layer)
{
    double rest = layer->rest;
    for (uint32_t h = 0; layer->decodes && h < layer->n_heads; h++) rest += layer->head[h].bias;
    return rest;
}

/* Atoms are unknown whose label the model has never met, or that receive messages none of which has a
 * weight. */
static void find_unknown(molecule_page *m)
{
    for (uint32_t h = 0; h < m->layer->n_heads; h++) {
        const sg_head_explanation *head = &m->layer->head[h];
        for (uint32_t v = 0; head->receiver_label != NULL && v < m->page->explanation->n_nodes;
             v++)
            m->unknown[v] = m->unknown[v] || head->receiver_label[v] == SG_NONE;
        for (uint32_t i = 0; i < head->n_messages; i++) {
            const bool weighted = head->message[i].weight != SG_NONE;
            m->n_unweighted += !weighted;
            m->received[head->message[i].receiver] |= weighted ? WEIGHTED : UNWEIGHTED;
        }
        m->n_messages += head->n_messages;
    }
    for (uint32_t v = 0; v < m->page->explanation->n_nodes; v++) {
        m->unknown[v] = m->unknown[v] || m->received[v] == UNWEIGHTED;
        m->n_unknown += m->unknown[v];
        m->largest = fmax(m->largest, fabs(m->credit[v]));
        m->sum += m->credit[v];
    }
}

/* ---- Drawing ---------------------------------------------------------------------------------- */

static void define_gradient(sg_svg *svg, const char *id, const char *color)
{
    static const char *const offset[] = {"0", "0.55", "1"}, *const opacity[] = {"0.95", "0.6",
                                                                                "0"};
    sg_svg_open(svg, "radialGradient");
    sg_svg_attribute(svg, "id", id);
    for (int i = 0; i < 3; i++) {
        sg_svg_open(svg, "stop");
        sg_svg_attribute(svg, "offset", offset[i]);
        sg_svg_attribute(svg, "stop-color", color);
        sg_svg_attribute(svg, "stop-opacity", opacity[i]);
        sg_svg_close(svg);
    }
    sg_svg_close(svg);
}

static void define_fillings(sg_svg *svg)
{
    sg_svg_open(svg, "defs");
    define_gradient(svg, "sg-halo-plus", SG_COLOR_RAISES);
    define_gradient(svg, "sg-halo-minus", SG_COLOR_LOWERS);
    sg_svg_open(svg, "pattern");
    sg_svg_attribute(svg, "id", "sg-hatch");
    sg_svg_attribute(svg, "width", "5");
    sg_svg_attribute(svg, "height", "5");
    sg_svg_attribute(svg, "patternUnits", "userSpaceOnUse");
    sg_svg_attribute(svg, "patternTransform", "rotate(45)");
    sg_svg_line(svg, 0, 0, 0, 5);
    sg_svg_attribute(svg, "stroke", SG_COLOR_UNKNOWN);
    sg_svg_attribute(svg, "stroke-width", "2.4");
    sg_svg_close(svg);
    sg_svg_close(svg);
    sg_svg_close(svg);
}

static void draw_rim(sg_svg *svg, double x, double y, double radius, double share)
{
    sg_svg_circle(svg, x, y, radius);
    sg_svg_attribute(svg, "fill", "none");
    sg_svg_attribute(svg, "stroke", share < 0 ? SG_COLOR_LOWERS : SG_COLOR_RAISES);
    sg_svg_number(svg, "stroke-opacity", 0.25 + 0.6 * fabs(share));
    sg_svg_number(svg, "stroke-width", 1.3);
    if (share < 0) sg_svg_attribute(svg, "stroke-dasharray", "3 2.5");
    sg_svg_close(svg);
}

static void draw_halo(const molecule_page *m, uint32_t v)
{
    sg_svg *svg = &m->page->svg;
    const double scale = m->page->its.scale;
    const sg_point at = sg_picture_place(&m->page->its, v);
    const double share = m->largest > 0 ? m->credit[v] / m->largest : 0;
    sg_svg_circle(svg, at.x, at.y, 0.58 * scale);
    sg_svg_attribute(svg, "fill",
                     m->unknown[v] ? "url(#sg-hatch)"
                     : share < 0   ? "url(#sg-halo-minus)"
                                   : "url(#sg-halo-plus)");
    if (!m->unknown[v])
        sg_svg_number(svg, "fill-opacity",
                      fabs(share) < SMALLEST ? 0 : 0.12 + 0.88 * fabs(share));
    sg_svg_integer(svg, "data-node", v);
    sg_svg_value(svg, "data-contribution", m->credit[v]);
    if (m->unknown[v]) sg_svg_attribute(svg, "data-unknown", "true");
    sg_svg_hint(svg, "atom %u contributes %.4g%s", v, m->credit[v],
                m->unknown[v] ? "; the model has never met its surroundings" : "");
    sg_svg_close(svg);
    if (!m->unknown[v] && fabs(share) >= SMALLEST)
        draw_rim(svg, at.x, at.y, 0.46 * scale, share);
}

static void draw_structure(const molecule_page *m, const sg_structure *structure,
                           const sg_molecule_look *look)
{
    sg_svg *svg = &m->page->svg;
    const sg_picture_graph *its = &m->page->its;
    const double left = (its->width - its->layout.width * its->scale) / 2,
                 top = (its->height - its->layout.height * its->scale) / 2;
    sg_svg_open(svg, "g");
    sg_svg_attribute(svg, "stroke-linecap", "round");
    sg_svg_number(svg, "stroke-width", fmax(1, its->scale / 24));
    for (size_t i = 0; i < structure->n_strokes; i++) {
        const sg_stroke *s = &structure->stroke[i];
        sg_svg_line(svg, left + s->from.x * its->scale, top + s->from.y * its->scale,
                    left + s->to.x * its->scale, top + s->to.y * its->scale);
        sg_svg_class(svg, "sg-bond");
        if (s->is_dashed) sg_svg_attribute(svg, "stroke-dasharray", "2.5 3");
        sg_svg_close(svg);
    }
    sg_svg_close(svg);
    for (size_t i = 0; i < structure->n_symbols; i++) {
        const sg_symbol *s = &structure->symbol[i];
        sg_svg_symbol(svg, sg_picture_place(its, s->atom), fmax(7, its->scale * 0.38),
                      &look->atom[s->atom], s->side);
    }
}

/* ---- Words ------------------------------------------------------------------------------------ */

static const char *credit_words(sg_credit rule)
{
    return rule == SG_CREDIT_SENDER ? "the atom that sends it"
           : rule == SG_CREDIT_HALF ? "sender and receiver, half each"
                                    : "the atom that receives it";
}

static sg_status write_caption(molecule_page *m, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_page *p = m->page;
    sg_text *text = &m->caption;
    SG_TRY(sg_text_add(text, err, "Halos: what atoms contribute to the output in layer %u. ",
                       m->layer->layer));
    if (m->layer->decodes)
        SG_TRY(sg_text_add(
            text, err, "An atom counts with all that it has heard from its surroundings. "));
    else
        SG_TRY(sg_text_add(text, err, "A message counts for %s. ",
                           credit_words(p->options.credit)));
    SG_TRY(sg_text_add(text, err, "Output %.4g = atoms %+.4g, without the %s %+.4g",
                       p->explanation->value, m->sum, m->layer->decodes ? "atoms" : "layer",
                       without_atoms(m->layer)));
    if (fabs(m->layer->gap) > 1e-6 * fmax(1, fabs(p->explanation->value)))
        SG_TRY(sg_text_add(text, err, ", not explained %+.2g", m->layer->gap));
    SG_TRY(sg_text_add(text, err, "."));
    if (m->n_unknown > 0)
        SG_TRY(
            sg_text_add(text, err,
                        " Hatched: %u atom%s whose surroundings the model has never met; what "
                        "%s contribute%s is unknown.",
                        m->n_unknown, m->n_unknown == 1 ? "" : "s",
                        m->n_unknown == 1 ? "it" : "they", m->n_unknown == 1 ? "s" : ""));
    if (m->n_unweighted > 0)
        SG_TRY(sg_text_add(text, err, " %u of %u pairs of atoms have no weight.",
                           m->n_unweighted, m->n_messages));
done:
    return status;
}

/* The caption in lines; returns their number, and draws them where `svg` is given. */
static uint32_t wrap_caption(const molecule_page *m, sg_svg *svg, double y)
{
    return sg_svg_lines(svg, SG_PAGE_MARGIN, y, CAPTION, CAPTION_LINE,
                        m->page->width - 2 * SG_PAGE_MARGIN, "sg-soft", m->caption.data);
}

/* Signs, colors and patterns with their largest number. */
static void draw_legend(const molecule_page *m, double y)
{
    sg_svg *svg = &m->page->svg;
    double x = SG_PAGE_MARGIN + 9;
    for (int sign = -1; sign <= 1; sign += 2) {
        sg_svg_circle(svg, x, y, 9);
        sg_svg_attribute(svg, "fill", sign < 0 ? "url(#sg-halo-minus)" : "url(#sg-halo-plus)");
        sg_svg_close(svg);
        draw_rim(svg, x, y, 8, sign);
        char words[60];
        (void)snprintf(words, sizeof words, "%s: %s%.3g", sign < 0 ? "lowers" : "raises",
                       sign < 0 ? "\xe2\x88\x92" : "+", m->largest);
        sg_svg_text(svg, x + 14, y + 4, CAPTION, SG_ANCHOR_START, "sg-ink", "%s", words);
        x += 14 + sg_svg_text_width(words, CAPTION) + 30;
    }
    if (m->n_unknown == 0) return;
    sg_svg_circle(svg, x, y, 8);
    sg_svg_attribute(svg, "fill", "url(#sg-hatch)");
    sg_svg_close(svg);
    sg_svg_text(svg, x + 14, y + 4, CAPTION, SG_ANCHOR_START, "sg-ink", "unknown");
}

/* ---- The whole -------------------------------------------------------------------------------- */

/* Like sg_picture_graph_find, with longer bonds. */
static sg_status find_places(sg_page *p, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph graph = sg_view_graph(&p->explainer->view, p->explanation->graph);
    SG_TRY(sg_layout_find(&p->its.layout, &graph, err));
    const double size = fmax(p->its.layout.width, 1e-9);
    p->its.graph = graph;
    p->its.scale = fmin(BOND, (WIDEST - 2 * PADDING) / size);
    p->width =
        fmax(p->its.layout.width * p->its.scale + 2 * (PADDING + SG_PAGE_MARGIN), LEAST_WIDTH);
    p->its.width = p->width - 2 * SG_PAGE_MARGIN;
    p->its.height = p->its.layout.height * p->its.scale + 2 * PADDING;
done:
    return status;
}

static sg_status draw_page(molecule_page *m, const sg_structure *structure,
                           const sg_molecule_look *look, sg_error *err)
{
    sg_page *p = m->page;
    const uint32_t n_lines = wrap_caption(m, NULL, 0);
    const double top = sg_page_title_height(p), below = top + p->its.height;
    char title[200];
    (void)snprintf(title, sizeof title, "Explanation of graph %u of %s", p->explanation->graph,
                   p->explainer->data->name);
    sg_svg_begin(&p->svg, p->width, below + LEGEND + CAPTION_LINE * n_lines + SG_PAGE_MARGIN,
                 title, SG_SVG_ALONE);
    define_fillings(&p->svg);
    sg_page_title(p);
    sg_svg_group_at(&p->svg, SG_PAGE_MARGIN, top);
    sg_svg_attribute(&p->svg, "data-panel", "atoms");
    sg_svg_integer(&p->svg, "data-layer", m->layer->layer);
    sg_svg_value(&p->svg, "data-rest", without_atoms(m->layer));
    sg_svg_value(&p->svg, "data-gap", m->layer->gap);
    sg_svg_value(&p->svg, "data-value", p->explanation->value);
    for (uint32_t v = 0; v < p->explanation->n_nodes; v++) draw_halo(m, v);
    draw_structure(m, structure, look);
    sg_svg_close(&p->svg);
    draw_legend(m, below + LEGEND / 2.0);
    (void)wrap_caption(m, &p->svg, below + LEGEND + CAPTION);
    return sg_svg_end(&p->svg, err);
}

sg_status sg_page_molecule(sg_page *p, const sg_molecule_look *look, sg_error *err)
{
    sg_status status = SG_OK;
    sg_structure structure = {0};
    molecule_page m = {.page = p, .layer = find_layer(p)};
    SG_REQUIRE(m.layer != NULL, SG_EINVAL,
               "picture: no layer of the model passes messages or pools nodes");
    SG_ALLOC(m.credit, p->explanation->n_nodes);
    SG_ALLOC(m.unknown, p->explanation->n_nodes);
    SG_ALLOC(m.received, p->explanation->n_nodes);
    sg_layer_credit(m.credit, m.layer, p->explanation->n_nodes, p->options.credit);
    find_unknown(&m);
    SG_TRY(find_places(p, err));
    SG_TRY(sg_structure_draw(&structure, &p->its.layout, look->atom, look->bond, look->n_bonds,
                             err));
    SG_TRY(write_caption(&m, err));
    SG_TRY(draw_page(&m, &structure, look, err));
done:
    sg_text_free(&m.caption);
    sg_structure_free(&structure);
    sg_free(m.unknown);
    sg_free(m.received);
    sg_free(m.credit);
    return status;
}
