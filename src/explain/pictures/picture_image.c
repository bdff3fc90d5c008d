/* picture_image.c - an image as its pixels with a disc in each, as large as what it contributes, and below
 * it the learned kernels: the weights of a head by where the sender lies, as small tiles on one scale. */
#include "explain/pictures/picture_credit.h"

#include "base/mem.h"
#include "draw/colors.h"
#include "images/image_look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double WIDEST = 420, LARGEST_PIXEL = 34, DISC = 0.42, RING = 0.1; /* of a pixel */
enum { MOST_TILES = 16, CELL = 13, BETWEEN = 14, TILE_NAME = 11, REACH = 3 };

/* The weights of a head between two labels. */
typedef struct tile {
    uint32_t head, sender, receiver;
} tile;

typedef struct image {
    const double *share; /* [n_nodes] brightness */
    sg_pixel_grid grid;
    double pixel; /* side in pixels of the picture */
    tile tile[MOST_TILES];
    uint32_t n_tiles, n_all, reach; /* drawn, all there are, the largest offset */
    double largest;                 /* weight */
} image;

/* ---- Kernels ---------------------------------------------------------------------------------- */

/* Where the sender lies of which a pair value speaks; false: it speaks of something else. */
static bool offset_of(int *dx, int *dy, const char *value)
{
    static const char before[] = "offset ";
    char *comma = NULL, *end = NULL;
    if (strncmp(value, before, sizeof before - 1) != 0) return false;
    *dx = (int)strtol(value + sizeof before - 1, &comma, 10);
    if (*comma != ',') return false;
    *dy = (int)strtol(comma + 1, &end, 10);
    return end != comma + 1;
}

static bool is_known(const image *i, const tile *t)
{
    for (uint32_t k = 0; k < i->n_tiles; k++)
        if (i->tile[k].head == t->head && i->tile[k].sender == t->sender &&
            i->tile[k].receiver == t->receiver)
            return true;
    return false;
}

static void find_tiles_of(image *i, const sg_explained_head *head, uint32_t number)
{
    for (uint32_t w = 0; w < head->n_weights; w++) {
        int dx, dy;
        if (!offset_of(&dx, &dy, head->value[head->weight_value[w]])) return;
        const tile t = {number, head->weight_sender[w], head->weight_receiver[w]};
        i->largest = fmax(i->largest, fabs(head->weight[w]));
        if (abs(dx) <= REACH && abs(dy) <= REACH)
            i->reach = (uint32_t)fmax(i->reach, fmax(abs(dx), abs(dy)));
        if (is_known(i, &t)) continue;
        i->n_all++;
        if (i->n_tiles < MOST_TILES) i->tile[i->n_tiles++] = t;
    }
}

static void find_tiles(image *i, const sg_page *p)
{
    for (uint32_t l = 0; l < p->explanation->n_layers; l++) {
        const sg_layer_explanation *layer = &p->explanation->layer[l];
        if (!sg_page_shows_layer(p, layer)) continue;
        for (uint32_t h = 0; h < layer->n_heads; h++)
            find_tiles_of(i, &p->explainer->head[layer->head[h].head], layer->head[h].head);
        return;
    }
}

static double tile_side(const image *i)
{
    return (2.0 * i->reach + 1) * CELL;
}

static uint32_t tiles_per_row(const image *i, const sg_page *p)
{
    const double each = fmax(tile_side(i), 44) + BETWEEN;
    return (uint32_t)fmax(1, floor((p->its.width + BETWEEN) / each));
}

static double kernels_height(const image *i, const sg_page *p)
{
    if (i->n_tiles == 0) return 0;
    const uint32_t per_row = tiles_per_row(i, p), n_rows = (i->n_tiles - 1) / per_row + 1;
    return 2 * BETWEEN + TILE_NAME + n_rows * (tile_side(i) + TILE_NAME + BETWEEN);
}

/* A cell has the color of its weight, and its sign. */
static void draw_cell(sg_svg *svg, double x, double y, double share, double weight)
{
    char color[SG_COLOR_ROOM];
    sg_color_signed(color, share);
    sg_svg_rectangle(svg, x, y, CELL, CELL);
    sg_svg_attribute(svg, "fill", color);
    sg_svg_value(svg, "data-weight", weight);
    sg_svg_close(svg);
    if (sg_credit_is_small(share)) return;
    sg_svg_line(svg, x + 4, y + CELL / 2.0, x + CELL - 4, y + CELL / 2.0);
    sg_svg_attribute(svg, "stroke", sg_color_words_on(color));
    sg_svg_close(svg);
    if (share < 0) return;
    sg_svg_line(svg, x + CELL / 2.0, y + 4, x + CELL / 2.0, y + CELL - 4);
    sg_svg_attribute(svg, "stroke", sg_color_words_on(color));
    sg_svg_close(svg);
}

static void draw_tile(sg_page *p, const image *i, const tile *t, double x, double y)
{
    const sg_explained_head *head = &p->explainer->head[t->head];
    sg_svg_group_at(&p->svg, x, y);
    sg_svg_attribute(&p->svg, "data-panel", "kernel");
    for (uint32_t w = 0; w < head->n_weights; w++) {
        int dx, dy;
        if (head->weight_sender[w] != t->sender || head->weight_receiver[w] != t->receiver ||
            !offset_of(&dx, &dy, head->value[head->weight_value[w]]))
            continue;
        if (abs(dx) > (int)i->reach || abs(dy) > (int)i->reach) continue;
        draw_cell(&p->svg, (dx + (int)i->reach) * (double)CELL,
                  (dy + (int)i->reach) * (double)CELL,
                  i->largest > 0 ? head->weight[w] / i->largest : 0, head->weight[w]);
    }
    sg_svg_rectangle(&p->svg, 0, 0, tile_side(i), tile_side(i));
    sg_svg_class(&p->svg, "sg-frame");
    sg_svg_close(&p->svg);
    sg_svg_text(&p->svg, 0, tile_side(i) + TILE_NAME, TILE_NAME - 1, SG_ANCHOR_START, "sg-soft",
                "head %u", head->number);
    sg_svg_close(&p->svg);
}

static void draw_kernels(sg_page *p, const image *i, double top)
{
    if (i->n_tiles == 0) return;
    const uint32_t per_row = tiles_per_row(i, p);
    char words[160];
    (void)snprintf(words, sizeof words,
                   "Learned kernels: weights by where the sender lies, up to \xc2\xb1%.3g%s",
                   i->largest, i->n_all > i->n_tiles ? "; the first of them" : "");
    sg_page_line(p, 0, top + BETWEEN + TILE_NAME, TILE_NAME, "sg-ink", words, p->its.width);
    for (uint32_t k = 0; k < i->n_tiles; k++)
        draw_tile(p, i, &i->tile[k], k % per_row * (fmax(tile_side(i), 44) + BETWEEN),
                  top + 2 * BETWEEN + TILE_NAME +
                      floor((double)k / per_row) * (tile_side(i) + TILE_NAME + BETWEEN));
}

/* ---- Pixels ----------------------------------------------------------------------------------- */

/* What raises is a full disc, what lowers a ring: they differ without color, however small they are. */
static void ink_disc(sg_svg *svg, int sign, double ring)
{
    sg_svg_attribute(svg, "fill", sign < 0 ? "#ffffff" : sg_color_of_sign(sign));
    if (sign > 0) return;
    sg_svg_attribute(svg, "stroke", sg_color_of_sign(sign));
    sg_svg_number(svg, "stroke-width", ring);
}

static void draw_pixel(const sg_credit_page *c, const image *i, uint32_t v)
{
    sg_svg *svg = &c->page->svg;
    const double x = (double)(v % i->grid.width) * i->pixel,
                 y = floor((double)v / (double)i->grid.width) * i->pixel;
    const double share = sg_credit_share(c, v), radius = DISC * i->pixel * sqrt(fabs(share)),
                 ring = share < 0 ? fmin(RING * i->pixel, 0.6 * radius) : 0;
    char gray[SG_COLOR_ROOM];
    const int level = (int)lround(255 * i->share[v]);
    (void)snprintf(gray, sizeof gray, "#%02x%02x%02x", level & 255, level & 255, level & 255);
    sg_svg_rectangle(svg, x, y, i->pixel, i->pixel);
    sg_svg_attribute(svg, "fill", gray);
    sg_svg_class(svg, "sg-pixel");
    sg_svg_close(svg);
    const double cx = x + i->pixel / 2, cy = y + i->pixel / 2;
    sg_svg_circle(svg, cx, cy, c->unknown[v] ? DISC * i->pixel : radius - ring / 2);
    if (!c->unknown[v]) ink_disc(svg, share < 0 ? -1 : 1, ring);
    sg_credit_node(c, v);
    sg_svg_close(svg);
}

static void draw_key(sg_svg *svg, double x, double y, int sign)
{
    sg_svg_circle(svg, x, y, sign < 0 ? 7 : 8.5);
    ink_disc(svg, sign, 3);
    sg_svg_close(svg);
}

static void draw_image(const sg_credit_page *c)
{
    const image *i = c->context;
    for (uint32_t v = 0; v < c->page->explanation->n_nodes; v++) draw_pixel(c, i, v);
    draw_kernels(c->page, i, (double)i->grid.height * i->pixel);
}

static const sg_credit_form PIXELS = {.panel = "pixels",
                                      .mark = "Discs",
                                      .one = "pixel",
                                      .many = "pixels",
                                      .draw = draw_image,
                                      .key = draw_key,
                                      .lowering = "hollow"};

sg_status sg_page_image(sg_page *p, const sg_one_graph *one, sg_error *err)
{
    sg_status status = SG_OK;
    double *share = NULL;
    image i = {.grid = sg_image_grid(p->explainer->data, one)};
    SG_ALLOC(share, one->n_nodes);
    sg_image_shares(share, p->explainer->data, one);
    i.share = share;
    i.pixel = fmin(LARGEST_PIXEL, WIDEST / (double)i.grid.width);
    find_tiles(&i, p);
    p->width = fmax((double)i.grid.width * i.pixel + 2 * SG_PAGE_MARGIN, SG_CREDIT_LEAST);
    p->its.width = p->width - 2 * SG_PAGE_MARGIN;
    p->its.height = (double)i.grid.height * i.pixel + kernels_height(&i, p);
    SG_TRY(sg_page_credit(p, &PIXELS, &i, err));
done:
    sg_free(share);
    return status;
}
