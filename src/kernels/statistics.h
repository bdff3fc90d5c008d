/* statistics.h - means, spreads and tests over folds and runs; probabilities.
 *
 * The numbers of a results table.  Values come as [n_runs][n_folds] with the sizes of the parts
 * they were measured on, since a fold that is a graph larger counts that much more:
 *
 *     sg_mean_std cell = sg_mean_std_of_runs(accuracy, n_test, 3, 10);       // "85.3 +- 1.4"
 *     sg_t_test test = sg_t_test_corrected(ours, theirs, 30, 1.0 / 9);       // p < 0.05?
 *
 * What cannot be computed is NaN: a mean of nothing, a deviation of a single value; a NaN among
 * the values makes the result NaN.  Sums go from the first value to the last.
 *
 * Reference: Nadeau and Bengio, Inference for the Generalization Error, Machine Learning 52 (2003),
 * 239-281.
 */
#ifndef SG_KERNELS_STATISTICS_H
#define SG_KERNELS_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/* The mean, and the sample standard deviation (divisor n - 1). */
double sg_mean(const double *value, size_t n);
double sg_std(const double *value, size_t n);

/* sum(value * size) / sum(size). */
double sg_weighted_mean(const double *value, const uint32_t *size, size_t n);

/* The sample standard deviation of value * size, divided by the mean size. */
double sg_weighted_std(const double *value, const uint32_t *size, size_t n);

/* The position of the largest of value[0 .. n), the first of several; 0 where there is none. */
uint32_t sg_largest(const double *value, uint32_t n);

/* Replace value[0 .. n), n >= 1, by their softmax: exp(value) over the sum of these, without
 * overflow.  Where one is NaN or infinite, all become NaN; -infinity becomes 0. */
void sg_softmax(double *value, uint32_t n);

/* 1 / (1 + exp(-value)), without overflow. */
double sg_sigmoid(double value);

/* Means and spreads of n numbers over samples that come one after the other (Welford's way: small
 * spreads around large means survive).  `mean` and `squares` begin as zeros; n_before counts the samples
 * so far.  At the end sg_spread turns squares into standard deviations (divisor n_samples). */
void sg_add_sample(double *mean, double *squares, const double *sample, size_t n,
                   uint32_t n_before);
void sg_spread(double *squares, size_t n, uint32_t n_samples);

typedef struct sg_mean_std {
    double mean;
    double std;
} sg_mean_std;

/* A cell of the paper's fair table: the mean over the runs of each run's weighted mean and
 * weighted standard deviation over its folds.
 *
 *   value, size   [n_runs][n_folds]
 *
 * The deviation is NaN for a single fold; the spread over runs is then sg_std of their values. */
sg_mean_std sg_mean_std_of_runs(const double *value, const uint32_t *size, size_t n_runs,
                                size_t n_folds);

/* Whether a and b differ by more than chance, pair by pair. */
typedef struct sg_t_test {
    double
        difference; /* mean of a - b                                                        */
    double t;       /* Student's statistic                                                  */
    double degrees; /* of freedom, n - 1                                                    */
    double p;       /* two-sided: how likely |t| or more is where there is no difference    */
} sg_t_test;

/* Compare a[i] with b[i], i = 0 .. n-1, by the paired t-test.  It takes the pairs for independent;
 * folds share training graphs, so it finds differences too easily.
 *
 * All differences zero: t = 0 and p = 1.  All equal but not zero: t is infinite and p = 0.
 * Fewer than two pairs: t and p are NaN. */
sg_t_test sg_t_test_paired(const double *a, const double *b, size_t n);

/* The same with the variance that resampling needs: 1/n + test_share in the place of 1/n.
 *
 *   test_share   size of a test part over the size of its training part: 1/9 for 10 folds */
sg_t_test sg_t_test_corrected(const double *a, const double *b, size_t n, double test_share);

/* The regularized incomplete beta function I_x(a, b), 0 <= x <= 1, a > 0, b > 0; NaN outside.
 * Some 13 digits for a, b up to 1000, fewer beyond.  Time O(sqrt(max(a, b))). */
double sg_incomplete_beta(double x, double a, double b);

#endif
