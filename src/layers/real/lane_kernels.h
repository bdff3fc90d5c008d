/* lane_kernels.h - inner loops over states of a few numbers, in vector registers.
 *
 * A state of k numbers is one to four groups of eight lanes; arrays of states have whole groups, and
 * what is behind the k-th number is computed and thrown away.  Every variant gives the same bits.
 */
#ifndef SG_LAYERS_REAL_LANE_KERNELS_H
#define SG_LAYERS_REAL_LANE_KERNELS_H

#include "layers/real/real.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SG_LANES = 8, SG_MOST_GROUPS = 4, SG_MOST_LANES = SG_LANES * SG_MOST_GROUPS };

/* k filled up to whole groups. */
static inline uint32_t sg_whole_lanes(uint32_t k)
{
    return (k + SG_LANES - 1) / SG_LANES * SG_LANES;
}

/* A product with a matrix of weights that are looked up by cell, or with its transpose: the weight of
 * (o, i) is w[outer[o] + inner[i] + value[o outer_step + i inner_step]]. */
typedef struct SG_R(sg_cell_product) {
    const sg_real *w;
    const uint32_t *outer, *inner; /* [n]         */
    const uint8_t *value;
    size_t outer_step, inner_step;
    const sg_real *x; /* [n][groups] */
    sg_real *out;     /* [n][groups] */
    size_t n;
} SG_R(sg_cell_product);

/* Products of some rows with all columns: term[r][u] = sum over f < k: dy[r][f] columns[f][u]. */
typedef struct SG_R(sg_column_product) {
    sg_real *term;     /* [n_rows][stride]               */
    const sg_real *dy; /* [n_rows][dy_stride], k of each */
    size_t dy_stride, n_rows;
    const sg_real *columns; /* [k][stride]                    */
    size_t k, stride;       /* a whole number of lanes        */
} SG_R(sg_column_product);

/* Those in arrays are by the number of groups, less 1. */
typedef struct SG_R(sg_lane_kernels) {
    /* out = sum over p < n of weight[p] x[sender[p]]; sender NULL: x[p]. */
    void (*sum_row[SG_MOST_GROUPS])(sg_real *out, const sg_real *weight, const uint16_t *sender,
                                    size_t n, const sg_real *x);

    /* dx[sender[p]] += weight[p] dy for p < n. */
    void (*spread_row[SG_MOST_GROUPS])(sg_real *dx, const sg_real *weight,
                                       const uint16_t *sender, size_t n, const sg_real *dy);

    /* out[o] = sum over all i: weight of (o, i) times x[i]. */
    void (*multiply_cells[SG_MOST_GROUPS])(const SG_R(sg_cell_product) *c);

    /* All of term; lanes are columns here. */
    void (*multiply_columns)(const SG_R(sg_column_product) *c);
} SG_R(sg_lane_kernels);

/* The fastest kernels for this processor. */
const SG_R(sg_lane_kernels) *SG_R(sg_lane_kernels_best)(void);

/* All that this processor can run, the portable ones first; NULL from some i on.  For tests. */
const SG_R(sg_lane_kernels) *SG_R(sg_lane_kernels_variant)(size_t i);

#endif
