/* hotelling.c - a Cholesky decomposition, and a quantile by halving. */
#include "power/hotelling.h"

#include "kernels/statistics.h"

#include <math.h>

size_t sg_hotelling_room(uint32_t width)
{
    return (size_t)width * width + (size_t)2 * width;
}

static void take_mean(double *mean, const double *value, uint32_t n, uint32_t width)
{
    for (uint32_t j = 0; j < width; j++) {
        mean[j] = 0;
        for (uint32_t i = 0; i < n; i++) mean[j] += value[(size_t)i * width + j];
        mean[j] /= n;
    }
}

/* The lower triangle of the covariance, with the ridge. */
static void take_covariance(double *matrix, const double *value, const double *mean, uint32_t n,
                            uint32_t width, double ridge)
{
    for (uint32_t j = 0; j < width; j++)
        for (uint32_t k = 0; k <= j; k++) {
            double sum = 0;
            for (uint32_t i = 0; i < n; i++) {
                const double *row = value + (size_t)i * width;
                sum += (row[j] - mean[j]) * (row[k] - mean[k]);
            }
            matrix[(size_t)j * width + k] = sum / (n - 1) + (j == k ? ridge : 0);
        }
}

/* Replace the lower triangle of a matrix by its Cholesky factor. */
static void decompose(double *matrix, uint32_t width)
{
    for (uint32_t j = 0; j < width; j++) {
        double *row = matrix + (size_t)j * width;
        for (uint32_t k = 0; k <= j; k++) {
            const double *other = matrix + (size_t)k * width;
            double sum = row[k];
            for (uint32_t i = 0; i < k; i++) sum -= row[i] * other[i];
            row[k] = k < j ? sum / other[k] : sqrt(sum);
        }
    }
}

double sg_hotelling(const double *value, uint32_t n, uint32_t width, double ridge, double *room)
{
    double *matrix = room, *mean = room + (size_t)width * width, *solved = mean + width;
    double sum = 0;
    take_mean(mean, value, n, width);
    take_covariance(matrix, value, mean, n, width, ridge);
    decompose(matrix, width);
    /* With S = L L' the form m' S^-1 m is the square of L^-1 m. */
    for (uint32_t j = 0; j < width; j++) {
        double rest = mean[j];
        for (uint32_t k = 0; k < j; k++) rest -= matrix[(size_t)j * width + k] * solved[k];
        solved[j] = rest / matrix[(size_t)j * width + j];
        sum += solved[j] * solved[j];
    }
    return sum * n;
}

/* Probability of at most x under F with a and b degrees of freedom. */
static double f_below(double x, double a, double b)
{
    return sg_incomplete_beta(a * x / (a * x + b), a / 2, b / 2);
}

double sg_hotelling_threshold(uint32_t n, uint32_t width, double level)
{
    if (width == 0 || width >= n || !(level > 0 && level < 1)) return NAN;
    const double a = width, b = n - width;
    double low = 0, high = 1;
    while (f_below(high, a, b) < level && high < 1e300) high *= 2;
    for (int i = 0; i < 200; i++) {
        const double middle = low + (high - low) / 2;
        if (f_below(middle, a, b) < level)
            low = middle;
        else
            high = middle;
    }
    return (n - 1.0) * a / b * high;
}
