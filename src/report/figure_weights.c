/* figure_weights.c - the two figures of the paper's weight analysis. */
#include "report/figures.h"

#include "base/mem.h"
#include "draw/chart.h"
#include "draw/colors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEIGHT = 320,
    N_LINES = SGI_RARE,
    MOST_LETTERS = 400,
    MOST_CIRCLES = 400,
    MOST_KEYS = 8
};

typedef struct ranked {
    uint64_t occurrences;
    uint32_t value; /* pair value */
    uint32_t weight;
} ranked;

/* From the most frequent to the rarest.  Half of all weights may occur once: among those that occur
 * equally often the pair values stand in order, or the colors would be noise. */
static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->occurrences != y->occurrences) return x->occurrences > y->occurrences ? -1 : 1;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static sg_status rank(ranked **order, const sg_explained_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    ranked *made = NULL;
    SG_ALLOC(made, head->n_weights);
    for (uint32_t w = 0; w < head->n_weights; w++)
        made[w] = (ranked){head->occurrences[w], head->weight_value[w], w};
    qsort(made, head->n_weights, sizeof *made, compare_ranked);
    *order = made;
done:
    return status;
}

/* Place k of `line` is where weights begin that occur at most N_LINES - k times. */
static size_t find_lines(double line[N_LINES], const ranked *order, uint32_t n)
{
    size_t n_lines = 0;
    for (uint32_t i = 1; i < n && n_lines < N_LINES; i++)
        if (order[i].occurrences < order[i - 1].occurrences && order[i].occurrences <= N_LINES)
            line[n_lines++] = i + 0.5;
    return n_lines;
}

/* What one pair value's weights are: "3" of "distance 3", since the legend says distance. */
static const char *short_name(const sg_explained_head *head, uint32_t value)
{
    const char *name = head->value[value];
    const size_t n = head->measure != NULL ? strlen(head->measure) : 0;
    if (n == 0 || strncmp(name, head->measure, n) != 0 || name[n] != ' ') return name;
    return name + n + 1;
}

/* Whether the names of all pair values can stand above the figure: those of a hundred paths cannot. */
static bool names_fit(const sg_explained_head *head)
{
    size_t n = 0;
    for (uint32_t v = 0; v < head->n_values && n <= MOST_LETTERS; v++)
        n += strlen(short_name(head, v)) + 2;
    return n <= MOST_LETTERS;
}

/* Of many distances the legend has a few, from the first to the last: their colors are steps of one scale. */
static bool has_key(const sg_explained_head *head, uint32_t value)
{
    enum { KEYS = 5 };
    const uint32_t n = head->n_values;
    if (n <= MOST_KEYS || head->measure == NULL) return true;
    for (uint32_t k = 0; k < KEYS; k++)
        if (value == (n - 1) * k / (KEYS - 1)) return true;
    return false;
}

/* Points of all series in one block: x and y of the weights with value v from start[v] on; the last series
 * is of weights that were never trained. */
typedef struct points {
    double *x, *y;   /* [n_weights]    */
    uint32_t *start; /* [n_values + 2] */
} points;

static uint32_t series_of(const sg_explained_head *head, const uint64_t *uses, uint32_t weight)
{
    return uses != NULL && uses[weight] == 0 ? head->n_values : head->weight_value[weight];
}

static sg_status sort_points(points *p, const sg_explained_head *head, const ranked *order,
                             const uint64_t *uses, bool of_values, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *next = NULL;
    SG_ALLOC(p->x, head->n_weights);
    SG_ALLOC(p->y, head->n_weights);
    SG_ALLOC(p->start, (size_t)head->n_values + 2);
    SG_ALLOC(next, (size_t)head->n_values + 1);
    for (uint32_t w = 0; w < head->n_weights; w++) p->start[series_of(head, uses, w) + 1]++;
    for (uint32_t v = 0; v <= head->n_values; v++) {
        p->start[v + 1] += p->start[v];
        next[v] = p->start[v];
    }
    for (uint32_t i = 0; i < head->n_weights; i++) {
        const uint32_t at = next[series_of(head, uses, order[i].weight)]++;
        p->x[at] = i + 1.0;
        p->y[at] = of_values ? head->weight[order[i].weight] : (double)order[i].occurrences;
        if (!of_values && order[i].occurrences == 0) p->y[at] = NAN; /* logarithms have no 0 */
    }
done:
    sg_free(next);
    return status;
}

static sg_status draw(sg_text *svg, const sg_explained_head *head, const points *p,
                      const double *line, size_t n_lines, bool of_values, sg_svg_kind kind,
                      sg_error *err)
{
    sg_status status = SG_OK;
    sg_chart_series *series = NULL;
    char(*color)[8] = NULL;
    const bool named = names_fit(head);
    char title[200];
    SG_ALLOC(series, (size_t)head->n_values + 1);
    SG_ALLOC(color, head->n_values);
    for (uint32_t v = 0; v < head->n_values; v++) {
        sg_chart_color(color[v], v, head->n_values);
        series[v] = (sg_chart_series){.name = short_name(head, v),
                                      .color = color[v],
                                      .mark = head->n_weights > MOST_CIRCLES ? SG_MARK_DOTS
                                                                             : SG_MARK_POINTS,
                                      .x = p->x + p->start[v],
                                      .y = p->y + p->start[v],
                                      .n = p->start[v + 1] - p->start[v]};
        if (!named || !has_key(head, v)) series[v].name = NULL;
    }
    series[head->n_values] =
        (sg_chart_series){.name = "never trained",
                          .color = SG_COLOR_UNKNOWN,
                          .mark = series[0].mark,
                          .x = p->x + p->start[head->n_values],
                          .y = p->y + p->start[head->n_values],
                          .n = p->start[head->n_values + 1] - p->start[head->n_values]};
    (void)snprintf(title, sizeof title, "%s, layer %u, head %u: %.80s",
                   of_values ? "Values of weights" : "Occurrences of weights", head->layer,
                   head->number, head->text);
    const sg_chart chart = {
        .title = title,
        .width = sgi_figure_width(kind),
        .height = HEIGHT,
        .x = {.title = "weight, from the most frequent to the rarest", .kind = SG_SCALE_SNUG},
        .left = {.title = of_values ? "value" : "occurrences",
                 .kind = of_values ? SG_SCALE_LINEAR : SG_SCALE_LOG},
        .series = series,
        .n_series = head->n_values + (series[head->n_values].n > 0),
        .legend = head->measure,
        .vertical = line,
        .n_vertical = n_lines};
    SG_TRY(sg_chart_draw(svg, &chart, kind, err));
done:
    sg_free(color);
    sg_free(series);
    return status;
}

sg_status sgi_figure_weights(sg_text *svg, const sg_explained_head *head, const uint64_t *uses,
                             bool of_values, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    ranked *order = NULL;
    points p = {0};
    double line[N_LINES];
    SG_REQUIRE(!head->decodes && head->n_weights > 0, SG_EINVAL,
               "layer %u, head %u has no weights of messages", head->layer, head->number);
    SG_TRY(rank(&order, head, err));
    SG_TRY(sort_points(&p, head, order, uses, of_values, err));
    const size_t n_lines = find_lines(line, order, head->n_weights);
    SG_TRY(draw(svg, head, &p, line, n_lines, of_values, kind, err));
done:
    sg_free(p.start);
    sg_free(p.y);
    sg_free(p.x);
    sg_free(order);
    return status;
}
