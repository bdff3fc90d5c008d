/* perceptron.c - products over all rows of a piece at once. */
#include "layers/real/perceptron.h"

#include "layers/real/dense.h"

sg_status SG_R(sg_perceptron_slices)(sg_gradient_slices *slices, const sg_perceptron_size *size,
                                     sg_error *err)
{
    sg_status status = SG_OK;
    const sg_perceptron_places at = sg_perceptron_places_of(size);
    const sg_gradient_slice
        weight1 = {SG_GRADIENT_WEIGHTS, SG_PERCEPTRON_FIRST, 1, 0, size->first, at.bias1},
        bias1 = {SG_GRADIENT_BIAS, SG_PERCEPTRON_FIRST, 1, 0, at.bias1, at.weight2},
        weight2 = {SG_GRADIENT_WEIGHTS, SG_PERCEPTRON_SECOND, 1, 0, at.weight2, at.bias2},
        bias2 = {SG_GRADIENT_BIAS, SG_PERCEPTRON_SECOND, 1, 0, at.bias2, at.end};
    SG_TRY(sg_gradient_slices_cut(slices, weight1, size->hidden, err));
    SG_TRY(sg_gradient_slices_add(slices, bias1, err));
    SG_TRY(sg_gradient_slices_cut(slices, weight2, size->out, err));
    SG_TRY(sg_gradient_slices_add(slices, bias2, err));
done:
    return status;
}

void SG_R(sg_perceptron_forward)(sg_real *y, const SG_R(sg_perceptron) *p,
                                 const sg_real *parameter, sg_row_range rows)
{
    const size_t in = p->size.in, hidden = p->size.hidden, out = p->size.out;
    const sg_perceptron_places at = sg_perceptron_places_of(&p->size);
    sg_real *h = p->h + rows.first * hidden;
    if (rows.n == 0) return;
    sg_gemm_plus(h, hidden, (sg_matrix){p->z + rows.first * in, in, false},
                 (sg_matrix){parameter + p->size.first, hidden, false},
                 (sg_gemm_size){rows.n, hidden, in}, 1, (sg_addend){parameter + at.bias1, 0});
    for (size_t e = 0; e < rows.n * hidden; e++) h[e] = h[e] > 0 ? h[e] : 0;
    sg_gemm_plus(y + rows.first * out, out, (sg_matrix){h, hidden, false},
                 (sg_matrix){parameter + at.weight2, out, false},
                 (sg_gemm_size){rows.n, out, hidden}, 1, (sg_addend){parameter + at.bias2, 0});
}

void SG_R(sg_perceptron_backward)(const SG_R(sg_perceptron) *p, const sg_real *dy,
                                  const sg_real *parameter, sg_row_range rows)
{
    const size_t in = p->size.in, hidden = p->size.hidden, out = p->size.out;
    const sg_perceptron_places at = sg_perceptron_places_of(&p->size);
    const sg_real *h = p->h + rows.first * hidden;
    sg_real *dh = p->dh + rows.first * hidden;
    if (rows.n == 0) return;
    sg_gemm(dh, hidden, (sg_matrix){dy + rows.first * out, out, false},
            (sg_matrix){parameter + at.weight2, out, true}, (sg_gemm_size){rows.n, hidden, out},
            1, false);
    for (size_t e = 0; e < rows.n * hidden; e++) dh[e] = h[e] > 0 ? dh[e] : 0;
    sg_gemm(p->dz + rows.first * in, in, (sg_matrix){dh, hidden, false},
            (sg_matrix){parameter + p->size.first, hidden, true},
            (sg_gemm_size){rows.n, in, hidden}, 1, false);
}

void SG_R(sg_perceptron_differentiate)(sg_real *gradient, const SG_R(sg_perceptron) *p,
                                       const sg_real *dy, const sg_gradient_slice *slice,
                                       sg_row_range rows)
{
    const bool first = slice->head == SG_PERCEPTRON_FIRST;
    const size_t in = first ? p->size.in : p->size.hidden,
                 out = first ? p->size.hidden : p->size.out;
    const SG_R(sg_dense) product = {(first ? p->z : p->h) + rows.first * in,
                                    (first ? p->dh : dy) + rows.first * out, in, out, rows.n};
    SG_R(sg_dense_gradient)
    (gradient, &product, slice,
     first ? p->size.first : sg_perceptron_places_of(&p->size).weight2);
}
