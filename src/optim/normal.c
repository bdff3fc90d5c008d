/* normal.c - the polar method of Marsaglia and Bray (SIAM Review 6, 1964).
 *
 * It gives two numbers at a time; the second is thrown away, so that a stream of random numbers is
 * all the state there is.  The logarithm is our own: that of the C library may differ in the last
 * digit from one processor to the next. */
#include "optim/normal.h"

#include <math.h>

/* log(x) for 0 < x < 1, normal: x = 2^k m with m near 1, and the series of
 * log(m) = 2 artanh((m - 1) / (m + 1)), whose argument is at most 0.172. */
static double logarithm(double x)
{
    int k;
    double m = frexp(x, &k);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        k--;
    }
    const double s = (m - 1) / (m + 1), z = s * s;
    double sum = 0;
    for (int i = 23; i >= 1; i -= 2) sum = sum * z + 1.0 / i;
    return k * 0x1.62e42fefa39efp-1 + 2 * s * sum;
}

double sg_rng_normal(sg_rng *rng)
{
    double x, square;
    do {
        x = 2 * sg_rng_uniform(rng) - 1;
        const double y = 2 * sg_rng_uniform(rng) - 1;
        square = x * x + y * y;
    } while (square >= 1 || square == 0);
    return x * sqrt(-2 * logarithm(square) / square);
}
