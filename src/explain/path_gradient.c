/* path_gradient.c - Gauss-Legendre rules on intervals that are halved where they are not good enough.
 *
 * An interval's own difference F(end) - F(begin) says how good its gradients are, so no second rule
 * is needed to judge the first.  Intervals are halved level by level: when the gradients run out,
 * all parts of the path have been treated alike. */
#include "explain/path_gradient.h"

#include <math.h>
#include <string.h>

/* What the layers behind a state make of it: the least linear of them says it. */
static sg_linearity linearity_behind(const sg_network_spec *spec, uint32_t layer)
{
    sg_linearity worst = SG_LINEAR;
    for (uint32_t l = layer; l < spec->n_layers; l++) {
        const sg_linearity linearity = sg_layer_linearity(&spec->layer[l]);
        if (linearity < worst) worst = linearity;
    }
    return worst;
}

/* A rule on [0, 1]. */
typedef struct rule {
    uint32_t n;
    double at[8], weight[8];
} rule;

/* Between two bends a broken line has one gradient: few points, many intervals.  A curve that is
 * still not met on short intervals has bends, too. */
static const rule FEW = {2, {0.21132486540518711775, 0.78867513459481288225}, {0.5, 0.5}};

enum { SHORT_LEVEL = 5 };

static const rule MANY = {
    8,
    {0.01985507175123188416, 0.10166676129318663020, 0.23723379504183550709,
     0.40828267875217509753, 0.59171732124782490247, 0.76276620495816449291,
     0.89833323870681336980, 0.98014492824876811584},
    {0.05061426814518812958, 0.11119051722668723527, 0.15685332293894364367,
     0.18134189168918099148, 0.18134189168918099148, 0.15685332293894364367,
     0.11119051722668723527, 0.05061426814518812958}};

typedef struct interval {
    double begin, end;
    double f_begin, f_end;
} interval;

/* A path being followed. */
typedef struct walk {
    sg_network_f64 *network;
    const sg_path_place *place;
    const rule *rule;
    double *y;      /* [n] the state as it is                 */
    double *part;   /* [n] the sum of one interval            */
    interval *now;  /* [n_now] this level                     */
    interval *next; /* [n_next] the halves of those not good  */
    uint32_t n_now, n_next;
    uint32_t n_gradients, n_told;
} walk;

/* Make the state a y; returns the output. */
static double go_to(walk *w, double a)
{
    double *state = sg_network_state_before_f64(w->network, w->place->layer);
    for (size_t e = 0; e < w->place->n; e++) state[e] = a * w->y[e];
    return sg_network_resume_f64(w->network, w->place->layer)[w->place->output];
}

/* sum += weight dF/dy */
static void add_gradient(walk *w, double *sum, double weight)
{
    const uint32_t n_outputs = sg_network_output_width_f64(w->network);
    double *d_out = sg_network_output_gradient_f64(w->network);
    for (uint32_t o = 0; o < n_outputs; o++) d_out[o] = o == w->place->output;
    const double *gradient = sg_network_gradient_before_f64(w->network, w->place->layer);
    for (size_t e = 0; e < w->place->n; e++) sum[e] += weight * gradient[e];
    w->n_gradients++;
}

static double product(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t e = 0; e < n; e++) sum += a[e] * b[e];
    return sum;
}

/* The sum of an interval goes to `mean`, or the interval's halves to the next level. */
static void walk_interval(walk *w, double *mean, interval i, double allowed, bool final)
{
    const size_t n = w->place->n;
    const double length = i.end - i.begin;
    memset(w->part, 0, n * sizeof *w->part);
    for (uint32_t p = 0; p < w->rule->n; p++) {
        (void)go_to(w, i.begin + length * w->rule->at[p]);
        add_gradient(w, w->part, length * w->rule->weight[p]);
    }
    const double gap = fabs(i.f_end - i.f_begin - product(w->part, w->y, n));
    if (final || gap <= allowed) {
        for (size_t e = 0; e < n; e++) mean[e] += w->part[e];
        return;
    }
    const double middle = i.begin + length / 2, f_middle = go_to(w, middle);
    w->next[w->n_next++] = (interval){i.begin, middle, i.f_begin, f_middle};
    w->next[w->n_next++] = (interval){middle, i.end, f_middle, i.f_end};
}

/* Tell from time to time how far it is. */
static sg_status tell(walk *w, const sg_path_options *options, sg_error *err)
{
    enum { GRADIENTS_APART = 16 };
    if (w->n_gradients - w->n_told < GRADIENTS_APART) return SG_OK;
    w->n_told = w->n_gradients;
    return sg_observe(options->observer,
                      (sg_progress){"explaining", "gradients", w->n_gradients, options->steps},
                      err);
}

/* Level by level; the last one is that whose halves could be more than there are steps for. */
static sg_status walk_levels(walk *w, sg_path_gradient *path, const sg_path_options *options,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const double allowed = options->tolerance * fmax(fabs(path->rest), fabs(path->value));
    w->now[0] = (interval){0, 1, path->rest, path->value};
    w->n_now = 1;
    for (uint32_t level = 0; w->n_now > 0; level++) {
        if (level == SHORT_LEVEL) w->rule = &FEW;
        const uint64_t at_most = w->n_gradients + (uint64_t)3 * w->n_now * w->rule->n;
        const bool final = at_most > options->steps;
        w->n_next = 0;
        for (uint32_t i = 0; i < w->n_now; i++) {
            walk_interval(w, path->mean, w->now[i], allowed / w->n_now, final);
            SG_TRY(tell(w, options, err));
        }
        interval *done = w->now;
        w->now = w->next;
        w->next = done;
        w->n_now = w->n_next;
    }
done:
    return status;
}

static sg_status prepare(walk *w, sg_path_gradient *path, const sg_path_options *options,
                         bool levels, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = w->place->n;
    const size_t n_intervals = levels ? options->steps / FEW.n + (size_t)2 : 0;
    SG_TAKE(w->y, scratch, n);
    SG_TAKE(w->part, scratch, n);
    SG_TAKE(path->mean, scratch, n);
    SG_TAKE(w->now, scratch, n_intervals);
    SG_TAKE(w->next, scratch, n_intervals);
    memcpy(w->y, sg_network_state_before_f64(w->network, w->place->layer), n * sizeof *w->y);
    memset(path->mean, 0, n * sizeof *path->mean);
done:
    return status;
}

sg_status sg_path_gradient_find(sg_path_gradient *path, sg_network_f64 *network,
                                const sg_path_place *place, const sg_path_options *options,
                                sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_linearity linearity = linearity_behind(place->spec, place->layer);
    walk w = {.network = network,
              .place = place,
              .rule = linearity == SG_PIECEWISE_LINEAR ? &FEW : &MANY};
    sg_path_gradient found = {.exact = linearity == SG_LINEAR};
    SG_TRY(prepare(&w, &found, options, !found.exact, scratch, err));
    found.rest = go_to(&w, 0);
    found.value = go_to(&w, 1);
    if (found.exact) {
        add_gradient(&w, found.mean, 1);
    } else {
        SG_TRY(walk_levels(&w, &found, options, err));
        (void)go_to(&w, 1);
    }
    found.gap = found.value - found.rest - product(found.mean, w.y, place->n);
    found.n_gradients = w.n_gradients;
    *path = found;
done:
    return status;
}
