/* linear_svm.c - dual coordinate descent without shrinking: problems are small and sparse. */
#include "svm/linear_svm.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/rng.h"

#include <math.h>
#include <string.h>

/* A problem being solved. */
typedef struct descent {
    const sg_svm_rows *rows;
    const int8_t *sign;
    const double *cost;
    double *w;       /* [n_features] sum over rows of alpha sign x */
    double *alpha;   /* [n_rows]                                   */
    double *square;  /* [n_rows] x . x                             */
    uint32_t *order; /* [n_rows]                                   */
} descent;

static void descent_free(descent *d)
{
    sg_free(d->w);
    sg_free(d->alpha);
    sg_free(d->square);
    sg_free(d->order);
}

static sg_status descent_open(descent *d, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_svm_rows *x = d->rows;
    SG_ALLOC(d->w, x->n_features);
    SG_ALLOC(d->alpha, x->n_rows);
    SG_ALLOC(d->square, x->n_rows);
    SG_ALLOC(d->order, x->n_rows);
    for (uint32_t i = 0; i < x->n_rows; i++) {
        d->order[i] = i;
        for (uint64_t e = x->begin[i]; e < x->begin[i + 1]; e++)
            d->square[i] += x->value[e] * x->value[e];
    }
done:
    return status;
}

/* Move one multiplier to where it is best; returns how far its condition was from holding. */
static double move(descent *d, uint32_t i)
{
    const sg_svm_rows *x = d->rows;
    double slope = 0;
    for (uint64_t e = x->begin[i]; e < x->begin[i + 1]; e++)
        slope += d->w[x->feature[e]] * x->value[e];
    slope = d->sign[i] * slope - 1;
    const double before = d->alpha[i];
    if (d->square[i] == 0 || (before <= 0 && slope >= 0) ||
        (before >= d->cost[i] && slope <= 0))
        return 0;
    d->alpha[i] = fmin(fmax(before - slope / d->square[i], 0), d->cost[i]);
    const double step = (d->alpha[i] - before) * d->sign[i];
    for (uint64_t e = x->begin[i]; e < x->begin[i + 1]; e++)
        d->w[x->feature[e]] += step * x->value[e];
    return fabs(slope);
}

sg_status sg_svm_solve(double *w, const sg_svm_rows *rows, const int8_t *sign,
                       const double *cost, const sg_svm_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    descent d = {.rows = rows, .sign = sign, .cost = cost};
    sg_rng rng = sg_rng_stream(options->seed, (uint64_t[]){rows->n_rows}, 1);
    double violation = INFINITY;
    SG_TRY(descent_open(&d, err));
    for (uint32_t p = 0; p < options->passes && violation > options->tolerance; p++) {
        SG_TRY(sg_watch_ask(err));
        sg_rng_shuffle(&rng, d.order, rows->n_rows);
        violation = 0;
        for (uint32_t k = 0; k < rows->n_rows; k++)
            violation = fmax(violation, move(&d, d.order[k]));
    }
    memcpy(w, d.w, rows->n_features * sizeof *w);
done:
    descent_free(&d);
    return status;
}
