/* linear.c - Y = X W + b for rows of nodes or of graphs, through BLAS.
 *
 * W is [in][out].  Pieces and tasks are cut by the data, and every product is one call of a serial
 * BLAS, so the bits do not depend on the number of threads. */
#include "model/real/rows.h"

#include <cblas.h>

#ifdef SG_REAL_DOUBLE
#define GEMM cblas_dgemm
#else
#define GEMM cblas_sgemm
#endif

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const uint32_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const sg_real *w = flow->parameter, *b = w + (size_t)in * out;
    sg_real *y = flow->y + (size_t)rows.first * out;
    for (uint32_t r = 0; r < rows.n; r++)
        for (uint32_t j = 0; j < out; j++)
            y[(size_t)r * out + j] = layer->spec->bias ? b[j] : 0;
    if (rows.n > 0)
        GEMM(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows.n, (int)out, (int)in, 1,
             flow->x + (size_t)rows.first * in, (int)in, w, (int)out, 1, y, (int)out);
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const uint32_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    if (rows.n > 0)
        GEMM(CblasRowMajor, CblasNoTrans, CblasTrans, (int)rows.n, (int)in, (int)out, 1,
             flow->dy + (size_t)rows.first * out, (int)out, flow->parameter, (int)out, 1,
             flow->dx + (size_t)rows.first * in, (int)in);
}

/* A task owns some rows of W, i.e. some inputs; the last one owns b. */
static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t task)
{
    const uint32_t in = layer->in_width, out = layer->out_width;
    const sg_task *t = &layer->task[task];
    const sg_row_range rows =
        SG_R(sg_rows_of)(layer, flow, (sg_batch_piece){0, flow->batch->n_graphs});
    if (t->is_bias) {
        for (uint32_t r = 0; r < rows.n; r++)
            for (uint32_t j = 0; j < out; j++)
                flow->gradient[t->begin + j] += flow->dy[(size_t)r * out + j];
    } else if (rows.n > 0) {
        const size_t first = t->begin / out, n = (t->end - t->begin) / out;
        GEMM(CblasRowMajor, CblasTrans, CblasNoTrans, (int)n, (int)out, (int)rows.n, 1,
             flow->x + first, (int)in, flow->dy, (int)out, 1, flow->gradient + t->begin,
             (int)out);
    }
}

const SG_R(sg_layer_ops) SG_R(sg_linear_ops) = {forward, backward, differentiate};
