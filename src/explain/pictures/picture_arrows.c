/* picture_arrows.c - messages as curved arrows from sender to receiver.
 *
 * An arrow bends to its left, so that the two directions of a pair are two arrows.  It begins at
 * the rim of the sender and ends with its head at the rim of the receiver.  What a node sends to
 * itself is a ring around it.  Arrows are sorted by size into a few levels of color and width,
 * faint ones below; an arrow's level is a group around it, which keeps the file small. */
#include "explain/pictures/picture_parts.h"

#include "base/mem.h"
#include "draw/colors.h"

#include <math.h>
#include <stdlib.h>

enum { LEVELS = 12 };

static const double BEND = 0.2, LEAST_BEND = 7, GAP = 1;

void sg_picture_arrow_heads(sg_svg *svg, double size)
{
    static const char *const id[2] = {"sg-head-negative", "sg-head-positive"};
    sg_svg_open(svg, "defs");
    for (int sign = 0; sign < 2; sign++) {
        sg_svg_open(svg, "marker");
        sg_svg_attribute(svg, "id", id[sign]);
        sg_svg_attribute(svg, "viewBox", "0 0 6 6");
        sg_svg_attribute(svg, "refX", "0.5");
        sg_svg_attribute(svg, "refY", "3");
        sg_svg_number(svg, "markerWidth", size);
        sg_svg_number(svg, "markerHeight", size);
        sg_svg_attribute(svg, "markerUnits", "userSpaceOnUse");
        sg_svg_attribute(svg, "orient", "auto");
        sg_svg_open(svg, "path");
        sg_svg_attribute(svg, "d", "M0 0L6 3L0 6Z");
        sg_svg_attribute(svg, "fill", sg_color_of_sign(sign == 0 ? -1 : 1));
        sg_svg_attribute(svg, "stroke", "none");
        sg_svg_close(svg);
        sg_svg_close(svg);
    }
    sg_svg_close(svg);
}

/* The point of the curve at t = 0 .. 1. */
static sg_point on_curve(sg_point from, sg_point control, sg_point to, double t)
{
    const double a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
    return (sg_point){a * from.x + b * control.x + c * to.x,
                      a * from.y + b * control.y + c * to.y};
}

/* Where the curve leaves the disc around its first point, by bisection up to the middle. */
static double leaves(sg_point from, sg_point control, sg_point to, double radius)
{
    double inside = 0, outside = 0.45;
    for (int i = 0; i < 20; i++) {
        const double t = (inside + outside) / 2;
        const sg_point p = on_curve(from, control, to, t);
        if (hypot(p.x - from.x, p.y - from.y) < radius)
            inside = t;
        else
            outside = t;
    }
    return outside;
}

/* The part of the curve between t0 and t1 is a curve of the same kind. */
static void draw_part(sg_svg *svg, sg_point from, sg_point control, sg_point to, double t0,
                      double t1)
{
    const sg_point begin = on_curve(from, control, to, t0),
                   end = on_curve(from, control, to, t1);
    const double a = (1 - t0) * (1 - t1), b = t0 * (1 - t1) + t1 * (1 - t0), c = t0 * t1;
    sg_svg_path(svg);
    sg_svg_move_to(svg, begin.x, begin.y);
    sg_svg_curve_to(svg, a * from.x + b * control.x + c * to.x,
                    a * from.y + b * control.y + c * to.y, end.x, end.y);
    sg_svg_path_done(svg);
}

static void draw_arrow(sg_svg *svg, const sg_picture_graph *its,
                       const sg_explained_message *message)
{
    const sg_point from = sg_picture_place(its, message->sender);
    const sg_point to = sg_picture_place(its, message->receiver);
    if (message->sender == message->receiver) {
        sg_svg_circle(svg, from.x, from.y, its->dot + 2.5);
    } else {
        const double length = fmax(hypot(to.x - from.x, to.y - from.y), 1e-6);
        const double bend = fmax(BEND * length, LEAST_BEND) / length;
        const sg_point control = {(from.x + to.x) / 2 + bend * (to.y - from.y),
                                  (from.y + to.y) / 2 - bend * (to.x - from.x)};
        draw_part(svg, from, control, to, leaves(from, control, to, its->dot + GAP),
                  1 - leaves(to, control, from, its->dot + GAP + SG_ARROW_HEAD));
    }
    sg_svg_integer(svg, "data-sender", sg_picture_number(its, message->sender));
    sg_svg_integer(svg, "data-receiver", sg_picture_number(its, message->receiver));
    sg_svg_value(svg, "data-weight", message->strength);
    sg_svg_value(svg, "data-contribution", message->contribution);
    sg_svg_close(svg);
}

/* Larger values have higher levels; the sign is kept apart. */
static int level_of(const sg_arrows *arrows, const sg_explained_message *message)
{
    const double value = sg_arrow_value(arrows, message);
    const double share = arrows->largest > 0 ? fabs(value) / arrows->largest : 0;
    const int level = (int)fmin(fmax(ceil(share * LEVELS), 1), LEVELS);
    return value < 0 ? -level : level;
}

/* Small nodes have thin arrows. */
static double widest(const sg_picture_graph *its)
{
    return fmin(its->dot * 0.45, 2.8);
}

void sg_picture_arrow_look(sg_svg *svg, const sg_picture_graph *its, double share)
{
    sg_svg_attribute(svg, "stroke", sg_color_of_sign(share));
    sg_svg_number(svg, "stroke-width", 0.5 + widest(its) * fabs(share));
    sg_svg_number(svg, "opacity", 0.15 + 0.85 * fabs(share));
}

static void open_level(sg_svg *svg, const sg_picture_graph *its, int level)
{
    sg_svg_open(svg, "g");
    sg_svg_attribute(svg, "fill", "none");
    sg_picture_arrow_look(svg, its, (double)level / LEVELS);
    if (level < 0) sg_svg_attribute(svg, "stroke-dasharray", "7 4"); /* told apart in gray */
    sg_svg_attribute(svg, "marker-end",
                     level < 0 ? "url(#sg-head-negative)" : "url(#sg-head-positive)");
}

void sg_picture_arrows(sg_svg *svg, const sg_picture_graph *its, const sg_arrows *arrows)
{
    int open = 0;
    for (uint32_t i = 0; i < arrows->n; i++) {
        const int level = level_of(arrows, arrows->message[i]);
        if (level != open) {
            if (open != 0) sg_svg_close(svg);
            open_level(svg, its, level);
            open = level;
        }
        draw_arrow(svg, its, arrows->message[i]);
    }
    if (open != 0) sg_svg_close(svg);
}

static int compare_sizes(double x, double y)
{
    return (fabs(x) > fabs(y)) - (fabs(x) < fabs(y));
}

/* The order of messages in the explanation decides between equals, for the same bytes always; all
 * of them are in one array. */
static int compare_strengths(const void *a, const void *b)
{
    const sg_explained_message *x = *(const sg_explained_message *const *)a;
    const sg_explained_message *y = *(const sg_explained_message *const *)b;
    const int order = compare_sizes(x->strength, y->strength);
    return order != 0 ? order : (x > y) - (x < y);
}

static int compare_contributions(const void *a, const void *b)
{
    const sg_explained_message *x = *(const sg_explained_message *const *)a;
    const sg_explained_message *y = *(const sg_explained_message *const *)b;
    const int order = compare_sizes(x->contribution, y->contribution);
    return order != 0 ? order : (x > y) - (x < y);
}

static void finish(sg_arrows *arrows)
{
    qsort(arrows->message, arrows->n,
          sizeof(const sg_explained_message *), /* NOLINT(bugprone-sizeof-expression) */
          arrows->by_contribution ? compare_contributions : compare_strengths);
    if (arrows->n > 0)
        arrows->largest = fabs(sg_arrow_value(arrows, arrows->message[arrows->n - 1]));
}

void sg_arrows_all(sg_arrows *arrows, const sg_explained_message **message,
                   const sg_head_explanation *head, bool by_contribution)
{
    *arrows = (sg_arrows){.head = head, .message = message, .by_contribution = by_contribution};
    for (uint32_t i = 0; i < head->n_messages; i++)
        if (head->message[i].strength != 0 || head->message[i].contribution != 0)
            message[arrows->n++] = &head->message[i];
    finish(arrows);
}

static int compare_weights(const void *a, const void *b)
{
    const sg_explained_message *x = *(const sg_explained_message *const *)a;
    const sg_explained_message *y = *(const sg_explained_message *const *)b;
    if (x->weight != y->weight) return x->weight < y->weight ? -1 : 1;
    return (x > y) - (x < y);
}

static int compare_tops(const void *a, const void *b)
{
    const sg_top_weight *x = a, *y = b;
    const int order = compare_sizes(y->value, x->value);
    return order != 0 ? order : (x->weight > y->weight) - (x->weight < y->weight);
}

/* Every weight once, with what it amounts to in this graph; messages are sorted by weight. */
static uint32_t sum_weights(sg_top_weight *all, const sg_arrows *arrows)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < arrows->n; i++) {
        const sg_explained_message *message = arrows->message[i];
        if (n == 0 || all[n - 1].weight != message->weight)
            all[n++] = (sg_top_weight){.weight = message->weight};
        all[n - 1].n_messages++;
        if (arrows->by_contribution)
            all[n - 1].value += message->contribution;
        else
            all[n - 1].value = message->strength;
    }
    return n;
}

/* Only those with the sign; their number. */
static uint32_t keep_sign(sg_top_weight *all, uint32_t n, double sign)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        if (all[i].value * sign > 0 && all[i].weight != SG_NONE) all[kept++] = all[i];
    return kept;
}

static bool is_among(const sg_top_weight *top, uint32_t n, uint32_t weight)
{
    for (uint32_t i = 0; i < n; i++)
        if (top[i].weight == weight) return true;
    return false;
}

sg_status sg_arrows_top(sg_arrows *arrows, sg_top_weight *top, uint32_t *n,
                        const sg_explained_message **message, const sg_head_explanation *head,
                        double sign, bool by_contribution, sg_error *err)
{
    sg_status status = SG_OK;
    sg_top_weight *all = NULL;
    SG_ALLOC(all, head->n_messages);
    sg_arrows_all(arrows, message, head, by_contribution);
    qsort(message, arrows->n, sizeof(const sg_explained_message *),
          compare_weights); /* NOLINT(bugprone-sizeof-expression) */
    const uint32_t n_all = keep_sign(all, sum_weights(all, arrows), sign);
    qsort(all, n_all, sizeof *all, compare_tops);
    if (*n > n_all) *n = n_all;
    for (uint32_t i = 0; i < *n; i++) top[i] = all[i];
    const uint32_t n_messages = arrows->n;
    arrows->n = 0;
    for (uint32_t i = 0; i < n_messages; i++)
        if (is_among(top, *n, message[i]->weight)) message[arrows->n++] = message[i];
    finish(arrows);
done:
    sg_free(all);
    return status;
}
