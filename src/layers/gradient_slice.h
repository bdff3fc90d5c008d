/* gradient_slice.h - how the gradient of a layer's parameters is divided among threads.
 *
 * A slice owns the parameters [begin, end) of its layer and runs over the whole batch, so no two
 * slices write to the same place and every sum has a fixed order.
 *
 *     SG_TRY(sg_gradient_slices_cut(&layer->slices, whole, row, err));    // a layer's build
 */
#ifndef SG_LAYERS_GRADIENT_SLICE_H
#define SG_LAYERS_GRADIENT_SLICE_H

#include "base/status.h"

/* Parameters that one slice should own: few enough that their gradient stays in the cache. */
enum { SG_GRADIENT_SIZE = 1 << 14 };

/* Which parameters a slice owns, and what they are. */
typedef enum sg_gradient_kind {
    SG_GRADIENT_WEIGHTS, /* some weights of one head, or of the layer */
    SG_GRADIENT_BIAS,    /* biases of one head, or of the layer       */
    SG_GRADIENT_HEADS    /* all parameters of several small heads     */
} sg_gradient_kind;

typedef struct sg_gradient_slice {
    sg_gradient_kind kind;
    uint32_t head, n_heads; /* from which head on, how many                           */
    uint32_t number;        /* encoder: among the slices that divide a head's weights */
    size_t begin, end;      /* within the layer's parameters                          */
} sg_gradient_slice;

/* The slices of a layer; {0} is none. */
typedef struct sg_gradient_slices {
    sg_gradient_slice *slice; /* [n] */
    uint32_t n;
    size_t capacity;
} sg_gradient_slices;

void sg_gradient_slices_free(sg_gradient_slices *slices);

/* Add a slice, unless it owns nothing.  Fails with SG_ENOMEM. */
sg_status sg_gradient_slices_add(sg_gradient_slices *slices, sg_gradient_slice slice,
                                 sg_error *err);

/* Cut a slice's parameters into slices of whole units, about SG_GRADIENT_SIZE parameters each. */
sg_status sg_gradient_slices_cut(sg_gradient_slices *slices, sg_gradient_slice whole,
                                 size_t unit, sg_error *err);

/* Cut the parameters of `n` matrices [in][out], one behind the other, into slices of whole rows whose `head` is the
 * number of the matrix; what is behind them, up to `end`, is one slice of biases. */
sg_status sg_gradient_slices_of_products(sg_gradient_slices *slices, uint32_t n, size_t in,
                                         size_t out, size_t end, sg_error *err);

#endif
