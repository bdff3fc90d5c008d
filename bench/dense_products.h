/* dense_products.h - the ruler of the ZINC model: the dense products of an epoch and nothing else,
 * through OpenBLAS on one thread.
 *
 *     product_times times;
 *     if (dense_products_are_known() && dense_products_time(&times, &epoch)) ...
 */
#ifndef SG_BENCH_DENSE_PRODUCTS_H
#define SG_BENCH_DENSE_PRODUCTS_H

#include <stdbool.h>

/* How large an epoch is. */
typedef struct product_epoch {
    int batch;                /* graphs per step                             */
    int nodes;                /* of a graph                                  */
    int n_train, n_evaluated; /* graphs; only those to train on go backward  */
} product_epoch;

/* Seconds of the processor that the products of an epoch take. */
typedef struct product_times {
    double of_fastest; /* the fastest batch of all, times the number of batches */
    double in_a_row;   /* all batches                                           */
    double flops;
} product_times;

/* Whether this program was built with OpenBLAS. */
bool dense_products_are_known(void);

/* Multiply through an epoch.  False, with `times` unchanged, where memory ran out or there is no
 * OpenBLAS. */
bool dense_products_time(product_times *times, const product_epoch *epoch);

#endif
