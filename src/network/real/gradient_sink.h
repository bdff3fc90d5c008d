/* gradient_sink.h - where the gradient of a batch goes, stretch by stretch.
 *
 * A network hands every stretch of its gradient to a sink as soon as it is complete, while it is still
 * in the cache.  Three sinks are here: one adds the stretches up, one copies them, one makes a step of an
 * optimizer at once.
 *
 *     SG_R(sg_network_backward)(network, &(SG_R(sg_gradient_sink)){SG_R(sg_sink_add), total});
 *     SG_R(sg_network_backward)(network, &(SG_R(sg_gradient_sink)){SG_R(sg_sink_step), &update});
 *
 * What adds up gradients of several networks first takes them with sg_sink_add and then calls
 * sg_update_apply for each stretch of the sum.
 */
#ifndef SG_NETWORK_REAL_GRADIENT_SINK_H
#define SG_NETWORK_REAL_GRADIENT_SINK_H

#include "layers/real/real.h"
#include "optim/optimizer.h"

typedef struct SG_R(sg_gradient_sink) {
    /* Take the gradient of the parameters begin .. end-1, `gradient` [end - begin], and leave zeros
     * there.  Called from several threads, for every parameter that is not frozen once. */
    void (*take)(void *context, size_t begin, size_t end, sg_real *gradient);
    void *context;
} SG_R(sg_gradient_sink);

/* The context is an array of all parameters, to which gradients are added. */
void SG_R(sg_sink_add)(void *total, size_t begin, size_t end, sg_real *gradient);

/* The context is an array of all parameters, to which gradients are copied, bit for bit. */
void SG_R(sg_sink_put)(void *total, size_t begin, size_t end, sg_real *gradient);

/* A step of an optimizer and the arrays it works on, each of all parameters. */
typedef struct SG_R(sg_update) {
    sg_real *weight;
    sg_real *first, *second; /* the optimizer's moments, or NULL where it has none */
    const sg_step *step;
    size_t moments_begin; /* the moments are those of this parameter and the following ones */
} SG_R(sg_update);

/* Make the step for the parameters begin .. end-1; `gradient` is theirs and becomes zeros. */
void SG_R(sg_update_apply)(const SG_R(sg_update) *update, size_t begin, size_t end,
                           sg_real *gradient);

/* The context is an sg_update, which is applied at once. */
void SG_R(sg_sink_step)(void *update, size_t begin, size_t end, sg_real *gradient);

#endif
