/* picture_credit.c - credit of nodes, the legend, the caption, and the page around a drawing. */
#include "explain/pictures/picture_credit.h"

#include "base/mem.h"
#include "draw/colors.h"
#include "explain/pictures/picture.h"
#include "explain/unknown_nodes.h"

#include <math.h>
#include <stdio.h>

enum { CAPTION = 12, CAPTION_LINE = 17, LEGEND = 34 };

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
static const sg_layer_explanation *find_layer(const sg_page *p, bool pooled)
{
    const sg_layer_explanation *pool = NULL, *first = NULL;
    for (uint32_t l = 0; l < p->explanation->n_layers; l++) {
        const sg_layer_explanation *layer = &p->explanation->layer[l];
        if (first == NULL && sg_page_shows_layer(p, layer)) first = layer;
        if (layer->decodes) pool = layer;
    }
    const bool prefers_pool = pooled && pool != NULL && p->options.layer == NULL;
    return first == NULL || prefers_pool ? pool : first;
}

/* What the output would be without the nodes: without the layer, but with its biases. */
static double without_nodes(const sg_layer_explanation *layer)
{
    double rest = layer->rest;
    for (uint32_t h = 0; layer->decodes && h < layer->n_heads; h++) rest += layer->head[h].bias;
    return rest;
}

/* The largest number is that of the nodes that are known: others have no color to be compared with. */
static void measure(sg_credit_page *c)
{
    for (uint32_t h = 0; h < c->layer->n_heads; h++) {
        const sg_head_explanation *head = &c->layer->head[h];
        for (uint32_t i = 0; i < head->n_messages; i++)
            c->n_unweighted += head->message[i].weight == SG_NONE;
        c->n_messages += head->n_messages;
    }
    for (uint32_t v = 0; v < c->page->explanation->n_nodes; v++) {
        c->n_unknown += c->unknown[v];
        if (!c->unknown[v]) c->largest = fmax(c->largest, fabs(c->credit[v]));
        c->sum += c->credit[v];
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

void sg_credit_rim(sg_svg *svg, double x, double y, double radius, double share)
{
    sg_svg_circle(svg, x, y, radius);
    sg_svg_attribute(svg, "fill", "none");
    sg_svg_attribute(svg, "stroke", share < 0 ? SG_COLOR_LOWERS : SG_COLOR_RAISES);
    sg_svg_number(svg, "stroke-opacity", 0.25 + 0.6 * fabs(share));
    sg_svg_number(svg, "stroke-width", 1.3);
    if (share < 0) sg_svg_attribute(svg, "stroke-dasharray", "3 2.5");
    sg_svg_close(svg);
}

void sg_credit_node(const sg_credit_page *c, uint32_t v)
{
    sg_svg *svg = &c->page->svg;
    if (c->unknown[v]) sg_svg_attribute(svg, "fill", "url(#sg-hatch)");
    sg_svg_integer(svg, "data-node", v);
    sg_svg_value(svg, "data-contribution", c->credit[v]);
    if (c->unknown[v]) sg_svg_attribute(svg, "data-unknown", "true");
    sg_svg_hint(svg, "%s %u contributes %.4g%s", c->form->one, v, c->credit[v],
                c->unknown[v] ? "; the model has never met it or its surroundings" : "");
}

/* ---- Words ------------------------------------------------------------------------------------ */

static const char *credit_words(sg_credit rule)
{
    return rule == SG_CREDIT_SENDER ? "that sends it" : "that receives it";
}

/* Whether everything that is seen raises the output, or all of it lowers it: then signs tell nothing of single nodes. */
static bool have_one_sign(const sg_credit_page *c)
{
    uint32_t n[2] = {0, 0};
    for (uint32_t v = 0; v < c->page->explanation->n_nodes; v++)
        if (!c->unknown[v] && !sg_credit_is_small(sg_credit_share(c, v))) n[c->credit[v] > 0]++;
    return n[0] + n[1] > 1 && (n[0] == 0 || n[1] == 0);
}

static sg_status write_caption(sg_credit_page *c, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_page *p = c->page;
    sg_text *text = &c->caption;
    SG_TRY(sg_text_add(text, err, "%s: what %s contribute to the output in layer %u. ",
                       c->form->mark, c->form->many, c->layer->layer));
    if (c->layer->decodes)
        SG_TRY(sg_text_add(text, err,
                           "Every %s counts with all that it has heard from its surroundings. ",
                           c->form->one));
    else if (p->options.credit == SG_CREDIT_HALF)
        SG_TRY(sg_text_add(text, err, "A message counts for sender and receiver, half each. "));
    else
        SG_TRY(sg_text_add(text, err, "A message counts for the %s %s. ", c->form->one,
                           credit_words(p->options.credit)));
    SG_TRY(sg_text_add(text, err, "Output %s = %s %s, without the %s %s",
                       sg_page_number(p->explanation->value, 4, false).text, c->form->many,
                       sg_page_number(c->sum, 4, true).text,
                       c->layer->decodes ? c->form->many : "layer",
                       sg_page_number(without_nodes(c->layer), 4, true).text));
    if (fabs(c->layer->gap) > 1e-6 * fmax(1, fabs(p->explanation->value)))
        SG_TRY(sg_text_add(text, err, ", not explained %s",
                           sg_page_number(c->layer->gap, 2, true).text));
    SG_TRY(sg_text_add(text, err, "."));
    if (c->layer->decodes && have_one_sign(c))
        SG_TRY(sg_text_add(
            text, err,
            " All %s have one sign: together they are how far the output is from "
            "%s. Which of them matter is seen by comparing them, not by their sign.",
            c->form->many, sg_page_number(without_nodes(c->layer), 4, false).text));
    if (c->n_unknown > 0)
        SG_TRY(
            sg_text_add(text, err,
                        " Hatched: %u %s that the model has never met, or whose surroundings "
                        "it has never met; what %s contribute%s is unknown.",
                        c->n_unknown, c->n_unknown == 1 ? c->form->one : c->form->many,
                        c->n_unknown == 1 ? "it" : "they", c->n_unknown == 1 ? "s" : ""));
    if (c->n_unweighted > 0)
        SG_TRY(sg_text_add(text, err, " %u of %u pairs of %s have no weight.", c->n_unweighted,
                           c->n_messages, c->form->many));
    if (c->form->note != NULL && c->form->note[0] != '\0')
        SG_TRY(sg_text_add(text, err, " %s", c->form->note));
done:
    return status;
}

/* The caption in lines; returns their number, and draws them where `svg` is given. */
static uint32_t wrap_caption(const sg_credit_page *c, sg_svg *svg, double y)
{
    return sg_svg_lines(svg, SG_PAGE_MARGIN, y, CAPTION, CAPTION_LINE,
                        c->page->width - 2 * SG_PAGE_MARGIN, "sg-soft", c->caption.data);
}

/* Signs, colors and patterns with their largest number. */
static void draw_legend(const sg_credit_page *c, double y)
{
    sg_svg *svg = &c->page->svg;
    double x = SG_PAGE_MARGIN + 9;
    for (int sign = -1; sign <= 1; sign += 2) {
        c->form->key(svg, x, y, sign);
        char words[80];
        (void)snprintf(words, sizeof words, "%s%s: %s%.3g", sign < 0 ? "lowers, " : "raises",
                       sign < 0 ? c->form->lowering : "", sign < 0 ? "\xe2\x88\x92" : "+",
                       c->largest);
        sg_svg_text(svg, x + 14, y + 4, CAPTION, SG_ANCHOR_START, "sg-ink", "%s", words);
        x += 14 + sg_svg_text_width(words, CAPTION) + 30;
    }
    if (c->n_unknown == 0) return;
    sg_svg_circle(svg, x, y, 8);
    sg_svg_attribute(svg, "fill", "url(#sg-hatch)");
    sg_svg_close(svg);
    sg_svg_text(svg, x + 14, y + 4, CAPTION, SG_ANCHOR_START, "sg-ink", "unknown");
}

/* ---- The whole -------------------------------------------------------------------------------- */

static sg_status draw_page(sg_credit_page *c, sg_error *err)
{
    sg_page *p = c->page;
    const uint32_t n_lines = wrap_caption(c, NULL, 0);
    const double top = sg_page_title_height(p), below = top + p->its.height;
    char title[200];
    (void)snprintf(title, sizeof title, "Explanation of graph %u of %s", p->explanation->graph,
                   p->explainer->data->name);
    sg_svg_begin(&p->svg, p->width, below + LEGEND + CAPTION_LINE * n_lines + SG_PAGE_MARGIN,
                 title, SG_SVG_ALONE);
    define_fillings(&p->svg);
    sg_page_title(p);
    sg_svg_group_at(&p->svg, SG_PAGE_MARGIN, top);
    sg_svg_attribute(&p->svg, "data-panel", c->form->panel);
    sg_svg_integer(&p->svg, "data-layer", c->layer->layer);
    sg_svg_value(&p->svg, "data-rest", without_nodes(c->layer));
    sg_svg_value(&p->svg, "data-gap", c->layer->gap);
    sg_svg_value(&p->svg, "data-value", p->explanation->value);
    c->form->draw(c);
    sg_svg_close(&p->svg);
    draw_legend(c, below + LEGEND / 2.0);
    (void)wrap_caption(c, &p->svg, below + LEGEND + CAPTION);
    return sg_svg_end(&p->svg, err);
}

sg_status sg_page_credit(sg_page *p, const sg_credit_form *form, const void *context,
                         sg_error *err)
{
    sg_status status = SG_OK;
    sg_credit_page c = {
        .page = p, .form = form, .context = context, .layer = find_layer(p, form->pooled)};
    SG_REQUIRE(c.layer != NULL, SG_EINVAL,
               "picture: no layer of the model passes messages or pools nodes");
    SG_ALLOC(c.credit, p->explanation->n_nodes);
    SG_ALLOC(c.unknown, p->explanation->n_nodes);
    sg_layer_credit(c.credit, c.layer, p->explanation->n_nodes, p->options.credit);
    SG_TRY(sg_unknown_nodes(c.unknown, p->explanation, c.layer, NULL, err));
    measure(&c);
    SG_TRY(write_caption(&c, err));
    SG_TRY(draw_page(&c, err));
done:
    sg_text_free(&c.caption);
    sg_free(c.unknown);
    sg_free(c.credit);
    return status;
}
