/* statistics.c - sums in two passes, and Student's distribution through the beta function. */
#define _DEFAULT_SOURCE /* lgamma_r */
#include "kernels/statistics.h"

#include <float.h>
#include <math.h>

double sg_mean(const double *value, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += value[i];
    return n > 0 ? sum / (double)n : NAN;
}

double sg_std(const double *value, size_t n)
{
    const double mean = sg_mean(value, n);
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (value[i] - mean) * (value[i] - mean);
    return n > 1 ? sqrt(sum / (double)(n - 1)) : NAN;
}

static double total_size(const uint32_t *size, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += size[i];
    return sum;
}

double sg_weighted_mean(const double *value, const uint32_t *size, size_t n)
{
    const double total = total_size(size, n);
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += value[i] * size[i];
    return total > 0 ? sum / total : NAN;
}

double sg_weighted_std(const double *value, const uint32_t *size, size_t n)
{
    const double mean_size = total_size(size, n) / (double)n;
    double mean = 0, sum = 0;
    for (size_t i = 0; i < n; i++) mean += value[i] * size[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        const double difference = value[i] * size[i] - mean;
        sum += difference * difference;
    }
    return n > 1 && mean_size > 0 ? sqrt(sum / (double)(n - 1)) / mean_size : NAN;
}

uint32_t sg_largest(const double *value, uint32_t n)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < n; i++)
        if (value[i] > value[best]) best = i;
    return best;
}

void sg_add_sample(double *mean, double *squares, const double *sample, size_t n,
                   uint32_t n_before)
{
    for (size_t i = 0; i < n; i++) {
        const double before = sample[i] - mean[i];
        mean[i] += before / (n_before + 1.0);
        squares[i] += before * (sample[i] - mean[i]);
    }
}

void sg_spread(double *squares, size_t n, uint32_t n_samples)
{
    for (size_t i = 0; i < n; i++) squares[i] = sqrt(squares[i] / n_samples);
}

void sg_softmax(double *value, uint32_t n)
{
    double largest = value[0], sum = 0;
    for (uint32_t i = 1; i < n; i++)
        if (value[i] > largest) largest = value[i];
    for (uint32_t i = 0; i < n; i++) sum += value[i] = exp(value[i] - largest);
    for (uint32_t i = 0; i < n; i++) value[i] /= sum;
}

double sg_sigmoid(double value)
{
    return 1 / (1 + exp(-value));
}

sg_mean_std sg_mean_std_of_runs(const double *value, const uint32_t *size, size_t n_runs,
                                size_t n_folds)
{
    sg_mean_std sum = {0, 0};
    for (size_t r = 0; r < n_runs; r++) {
        sum.mean += sg_weighted_mean(value + r * n_folds, size + r * n_folds, n_folds);
        sum.std += sg_weighted_std(value + r * n_folds, size + r * n_folds, n_folds);
    }
    if (n_runs == 0) return (sg_mean_std){NAN, NAN};
    return (sg_mean_std){sum.mean / (double)n_runs, sum.std / (double)n_runs};
}

/* The continued fraction of the incomplete beta function (DLMF 8.17.22), evaluated from the front
 * by Lentz's method.  A partial denominator that vanishes is replaced by something tiny. */
static double beta_fraction(double x, double a, double b)
{
    enum { MAX_ROUNDS = 100000 };
    const double tiny = DBL_MIN / DBL_EPSILON;
    double c = 1, d = 0, product = 1;
    for (int m = 0; m < MAX_ROUNDS; m++) {
        /* The odd numerator of round m, then the even one of round m + 1. */
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        const int k = m + 1;
        const double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
        double change = 1;
        for (int half = 0; half < 2; half++) {
            const double numerator = half == 0 ? odd : even;
            d = 1 + numerator * d;
            c = 1 + numerator / c;
            if (fabs(d) < tiny) d = tiny;
            if (fabs(c) < tiny) c = tiny;
            d = 1 / d;
            change = c * d;
            product *= change;
        }
        if (fabs(change - 1) < DBL_EPSILON) break;
    }
    return 1 / product;
}

/* lgamma would write the sign to a variable that all threads share. */
static double log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

double sg_incomplete_beta(double x, double a, double b)
{
    if (!(x >= 0 && x <= 1 && a > 0 && b > 0)) return NAN;
    if (x == 0 || x == 1) return x;
    const double log_front =
        a * log(x) + b * log1p(-x) - log_gamma(a) - log_gamma(b) + log_gamma(a + b);
    /* The fraction converges fast on this side of the mean alone. */
    if (x < (a + 1) / (a + b + 2)) return exp(log_front) * beta_fraction(x, a, b) / a;
    return 1 - exp(log_front) * beta_fraction(1 - x, b, a) / b;
}

/* The statistic is mean / sqrt(variance * factor).  Differences are taken from the first one, so
 * that equal ones have exactly no variance. */
static sg_t_test t_test(const double *a, const double *b, size_t n, double factor)
{
    if (n == 0) return (sg_t_test){NAN, NAN, NAN, NAN};
    const double first = a[0] - b[0];
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] - b[i] - first;
    const double mean = first + sum / (double)n, degrees = (double)(n - 1);
    if (n == 1) return (sg_t_test){mean, NAN, degrees, NAN};
    for (size_t i = 0; i < n; i++) {
        const double from_mean = a[i] - b[i] - first - sum / (double)n;
        squares += from_mean * from_mean;
    }
    const double error = sqrt(squares / degrees * factor);
    const double t = mean == 0 ? 0 : error == 0 ? copysign(INFINITY, mean) : mean / error;
    const double p = sg_incomplete_beta(degrees / (degrees + t * t), degrees / 2, 0.5);
    return (sg_t_test){mean, t, degrees, p};
}

sg_t_test sg_t_test_paired(const double *a, const double *b, size_t n)
{
    return t_test(a, b, n, 1.0 / (double)n);
}

sg_t_test sg_t_test_corrected(const double *a, const double *b, size_t n, double test_share)
{
    return t_test(a, b, n, 1.0 / (double)n + test_share);
}
