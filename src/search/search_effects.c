/* search_effects.c - what each choice was worth: a figure for every part of the space, with a dot for every candidate.
 *
 * Candidates differ in everything at once, and later ones are proposed near the better ones, so a mean by value is no
 * effect of the value.  The figures show all candidates, and the words say how much of their differences goes with the
 * part. */
#include "search/search_parts.h"

#include "base/mem.h"
#include "draw/chart_scale.h"
#include "draw/colors.h"
#include "draw/svg.h"
#include "page/html.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 420, SIDE = 12, TYPE = 12, LINE = 15, DOTS = 26, TITLE = 26, AXIS = 40 };

static const double RADIUS = 4;

/* A figure of one part. */
typedef struct figure {
    const sg_search_state *search;
    uint32_t axis, chosen;
    sg_scale x;
    sg_svg svg;
    double y; /* where the next row begins */
} figure;

/* The values of the first round, all parts on one scale. */
static sg_scale scale_of(const sg_search_state *s)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t t = 0; t < s->book.n; t++) {
        if (isnan(s->rung_metric[t])) continue;
        low = fmin(low, s->rung_metric[t]);
        high = fmax(high, s->rung_metric[t]);
    }
    sg_scale x = sg_scale_fit(low, high, SG_SCALE_LINEAR, 5);
    x.from = SIDE + RADIUS;
    x.to = WIDTH - SIDE - RADIUS;
    return x;
}

static bool is_same(const sg_search_state *s, uint32_t axis, uint32_t value)
{
    return s->book.order.first != NULL && s->book.order.first[axis][value] != value;
}

static uint32_t value_of(const sg_search_state *s, uint32_t axis, size_t trial)
{
    return s->book.digit[trial * s->experiment.n_axes + axis];
}

/* The name of a value, over as many lines as it needs; how many. */
static sg_status value_lines(uint32_t *n, figure *f, uint32_t value, sg_svg *svg, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text words = {0};
    const sg_search_state *s = f->search;
    SG_TRY(sgi_search_value_words(&words, s->experiment.axis[f->axis].list->child[value], err));
    if (is_same(s, f->axis, value))
        SG_TRY(sg_text_add(&words, err, " (on this data the same as a value above)"));
    else if (sg_trial_effect(&s->book, s->rung_metric, f->axis, value).n == 0)
        SG_TRY(sg_text_add(&words, err, " (not tried)"));
    *n = sg_svg_lines(svg, SIDE, f->y + TYPE, TYPE, LINE, WIDTH - 2 * SIDE, "sg-ink",
                      words.data != NULL ? words.data : "");
done:
    sg_text_free(&words);
    return status;
}

static void draw_grid(figure *f, double end)
{
    for (uint32_t i = 0; i < f->x.n_ticks; i++) {
        const double x = sg_scale_at(&f->x, f->x.tick[i]);
        sg_svg_line(&f->svg, x, TITLE, x, end);
        sg_svg_class(&f->svg, "sg-grid");
        sg_svg_close(&f->svg);
    }
}

static void draw_axis(figure *f)
{
    const sg_metric *metric = f->search->metric;
    for (uint32_t i = 0; i < f->x.n_ticks; i++) {
        char label[SG_TICK_ROOM];
        const double x = sg_scale_at(&f->x, f->x.tick[i]);
        sg_scale_label(label, &f->x, f->x.tick[i]);
        sg_svg_text(&f->svg, x, f->y + 14, 11,
                    i == 0                  ? SG_ANCHOR_START
                    : i + 1 == f->x.n_ticks ? SG_ANCHOR_END
                                            : SG_ANCHOR_MIDDLE,
                    "sg-soft", "%s", label);
    }
    sg_svg_text(&f->svg, WIDTH / 2.0, f->y + 30, 11, SG_ANCHOR_MIDDLE, "sg-soft",
                "validation %.40s in the first round%s", metric->name,
                metric->in_percent ? " (%)" : "");
}

static void draw_dot(figure *f, size_t trial, double y)
{
    const double value = f->search->rung_metric[trial];
    const bool is_winner = trial == f->chosen;
    sg_svg_circle(&f->svg, sg_scale_at(&f->x, value), y, is_winner ? RADIUS + 1.5 : RADIUS);
    sg_svg_attribute(&f->svg, "fill", is_winner ? SG_COLOR_RAISES : sg_color_series(0));
    sg_svg_attribute(&f->svg, "fill-opacity", is_winner ? "1" : "0.6");
    sg_svg_class(&f->svg, "sg-rim");
    sg_svg_integer(&f->svg, "data-trial", (int64_t)trial);
    sg_svg_value(&f->svg, "data-value", value);
    sg_svg_hint(&f->svg, "trial %zu: %s%s", trial,
                sgi_search_metric_words(f->search, value).text,
                is_winner ? ", the winner" : "");
    sg_svg_close(&f->svg);
}

/* Where the dot of a trial stands, so that candidates with about the same value do not hide each other. */
static double beside(const figure *f, size_t trial)
{
    const sg_search_state *s = f->search;
    const double x = sg_scale_at(&f->x, s->rung_metric[trial]);
    static const double step[] = {0, -7, 7};
    size_t n = 0;
    for (size_t t = 0; t < trial; t++)
        n += value_of(s, f->axis, t) == value_of(s, f->axis, trial) &&
             !isnan(s->rung_metric[t]) &&
             fabs(sg_scale_at(&f->x, s->rung_metric[t]) - x) < RADIUS;
    const size_t further = n / 3;
    return step[n % 3] + (double)further;
}

/* The dots of a value, the winner above the others, and their mean where there are several. */
static void draw_dots(figure *f, uint32_t value)
{
    const sg_search_state *s = f->search;
    const sg_value_effect effect = sg_trial_effect(&s->book, s->rung_metric, f->axis, value);
    const double y = f->y + DOTS / 2.0;
    if (effect.n > 1) {
        const double x = sg_scale_at(&f->x, effect.mean);
        sg_svg_line(&f->svg, x, y - 12, x, y + 12);
        sg_svg_class(&f->svg, "sg-line");
        sg_svg_number(&f->svg, "stroke-width", 2);
        sg_svg_hint(&f->svg, "mean of %u candidates: %s", effect.n,
                    sgi_search_metric_words(s, effect.mean).text);
        sg_svg_close(&f->svg);
    }
    for (int winner = 0; winner < 2; winner++)
        for (size_t t = 0; t < s->book.n; t++)
            if (value_of(s, f->axis, t) == value && !isnan(s->rung_metric[t]) &&
                (t == f->chosen) == (winner == 1))
                draw_dot(f, t, y + beside(f, t));
    f->y += DOTS;
}

static sg_status draw_values(figure *f, bool counts, double *end, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_search_state *s = f->search;
    f->y = TITLE;
    for (uint32_t v = 0; v < s->book.n_values[f->axis]; v++) {
        uint32_t n_lines = 0;
        SG_TRY(value_lines(&n_lines, f, v, counts ? NULL : &f->svg, err));
        f->y += n_lines * LINE + 2;
        const bool has_dots = !is_same(s, f->axis, v) &&
                              sg_trial_effect(&s->book, s->rung_metric, f->axis, v).n > 0;
        if (has_dots && counts) f->y += DOTS;
        if (has_dots && !counts) draw_dots(f, v);
        f->y += 4;
    }
    *end = f->y;
done:
    return status;
}

/* What the part goes with, in words. */
static sg_status add_caption(sg_text *caption, const char *part, double explained,
                             sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sgi_html_element(caption, "b", part, err));
    if (isnan(explained))
        SG_TRY(sg_text_add(caption, err, ": too few candidates to say anything."));
    else if (explained < 0.05)
        SG_TRY(sg_text_add(caption, err,
                           ": its values differ no more than candidates of one value do."));
    else
        SG_TRY(sg_text_add(caption, err,
                           ": about %.0f %% of the differences between candidates go with it.",
                           100 * explained));
done:
    return status;
}

static sg_status add_axis(sg_text *html, const sg_search_state *s, uint32_t axis,
                          uint32_t chosen, sg_error *err)
{
    sg_status status = SG_OK;
    figure f = {.search = s, .axis = axis, .chosen = chosen, .x = scale_of(s)};
    sg_text caption = {0};
    char part[160], title[200];
    double end = 0;
    sgi_search_part_words(part, sizeof part, s, s->experiment.axis[axis].path);
    (void)snprintf(title, sizeof title, "Candidates by %s", part);
    SG_TRY(draw_values(&f, true, &end, err));
    sg_svg_begin(&f.svg, WIDTH, end + AXIS, title, SG_SVG_IN_PAGE);
    draw_grid(&f, end);
    sg_svg_text(&f.svg, SIDE, 14, 13, SG_ANCHOR_START, "sg-soft", "%s", part);
    SG_TRY(draw_values(&f, false, &end, err));
    draw_axis(&f);
    SG_TRY(sg_svg_end(&f.svg, err));
    SG_TRY(
        add_caption(&caption, part, sg_trial_explained(&s->book, s->rung_metric, axis), err));
    SG_TRY(sgi_html_figure(html, &f.svg.text, caption.data, err));
done:
    sg_text_free(&caption);
    sg_svg_free(&f.svg);
    return status;
}

/* The parts of the space, the one that most goes with first; order is [n_axes]. */
static void order_axes(uint32_t *order, const sg_search_state *s)
{
    double explained[SG_MOST_AXES];
    for (uint32_t a = 0; a < s->experiment.n_axes; a++) {
        const double share = sg_trial_explained(&s->book, s->rung_metric, a);
        uint32_t i = a;
        explained[a] = isnan(share) ? -INFINITY : share;
        for (; i > 0 && explained[order[i - 1]] < explained[a]; i--) order[i] = order[i - 1];
        order[i] = a;
    }
}

sg_status sgi_search_effects(sg_text *html, const sg_search_state *s, uint32_t chosen,
                             sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t order[SG_MOST_AXES] = {0};
    bool has_values = false;
    for (size_t t = 0; t < s->book.n; t++) has_values = has_values || !isnan(s->rung_metric[t]);
    if (!has_values) goto done;
    order_axes(order, s);
    SG_TRY(sg_text_add(
        html, err,
        "<p class=\"lead\">A dot is a candidate in the first round, which all candidates went "
        "through; the large one is the winner, a stroke is the mean of a value.</p>\n"
        "<p class=\"note warning\">Take this as a hint, not as an effect: candidates differ in "
        "all parts at once, most values have few of them, and later candidates were proposed "
        "near the better ones.</p>\n"));
    for (uint32_t i = 0; i < s->experiment.n_axes; i++)
        SG_TRY(add_axis(html, s, order[i], chosen, err));
done:
    return status;
}
