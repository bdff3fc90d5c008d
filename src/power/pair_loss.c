/* pair_loss.c - the cosine of two rows and its derivatives. */
#include "power/pair_loss.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* Added to squared lengths, as torch does: rows of zeros have a cosine of 0. */
static const double TINY = 1e-12;

static double dot(const double *x, const double *y, uint32_t width)
{
    double sum = 0;
    for (uint32_t j = 0; j < width; j++) sum += x[j] * y[j];
    return sum;
}

/* The loss of one pair, and its derivatives times `factor`. */
static double of_pair(double *dx, double *dy, const double *x, const double *y, uint32_t width,
                      double factor)
{
    const double xx = dot(x, x, width) + TINY, yy = dot(y, y, width) + TINY;
    const double length = sqrt(xx * yy), cosine = dot(x, y, width) / length;
    const bool counts = cosine > 0;
    for (uint32_t j = 0; j < width; j++) {
        dx[j] = counts ? factor * (y[j] / length - cosine * x[j] / xx) : 0;
        dy[j] = counts ? factor * (x[j] / length - cosine * y[j] / yy) : 0;
    }
    return counts ? cosine : 0;
}

double sg_pair_loss(double *gradient, const double *output, uint32_t n, uint32_t width,
                    void *context)
{
    (void)context;
    const uint32_t whole = n / 2;
    const double n_pairs = whole;
    double sum = 0;
    for (uint32_t i = 0; i + 1 < n; i += 2) {
        const size_t x = (size_t)i * width, y = x + width;
        sum += of_pair(gradient + x, gradient + y, output + x, output + y, width, 1 / n_pairs);
    }
    return n_pairs > 0 ? sum / n_pairs : 0;
}
