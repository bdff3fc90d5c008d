/* dense_products.h - a ruler of networks: the dense products of an epoch and nothing else, through
 * OpenBLAS on one thread.
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

/* Choose what OpenBLAS multiplies for, if nobody has and it does not know the processor: it would take an old one and
 * be a third as fast, which flatters whoever is measured with it.  It chooses when it is loaded, so this starts the
 * program `argv` again, with OPENBLAS_CORETYPE set; it returns where there is nothing to choose. */
void dense_products_choose_core(char *const *argv);

/* Which processor OpenBLAS multiplies for. */
const char *dense_products_core(void);

/* A matrix of weights that rows of nodes or of graphs are multiplied with. */
typedef struct product_layer {
    int inner, columns;
    bool of_graphs; /* else of nodes                                    */
    bool first;     /* nobody wants the gradient of what it multiplies  */
} product_layer;

enum { MAX_PRODUCT_LAYERS = 16 };

/* Multiply through an epoch of a network of these layers, at most MAX_PRODUCT_LAYERS.  False, with
 * `times` unchanged, where memory ran out or there is no OpenBLAS. */
bool dense_layers_time(product_times *times, const product_layer *layer, int n_layers,
                       const product_epoch *epoch);

/* The same for the ZINC model: multiply through an epoch.  False, with `times` unchanged, where memory ran out or there is no
 * OpenBLAS. */
bool dense_products_time(product_times *times, const product_epoch *epoch);

#endif
