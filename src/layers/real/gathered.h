/* gathered.h - where layers that multiply what neighbors send keep it: Z = X gathered, and dZ.
 *
 * Both are [max_rows][in_width], one behind the other in `kept`.  Where a graph is cut, the place of dZ
 * may hold scaled rows of X before.
 */
#ifndef SG_LAYERS_REAL_GATHERED_H
#define SG_LAYERS_REAL_GATHERED_H

#include "layers/real/layer.h"

/* The size of both, for layer->kept_size. */
static inline size_t SG_R(sg_gathered_size)(const SG_R(sg_layer) *layer,
                                            const SG_R(sg_layer_site) *site)
{
    return 2 * (size_t)site->max_rows * layer->in_width;
}

static inline sg_real *SG_R(sg_gathered)(const SG_R(sg_layer) *layer)
{
    return layer->kept;
}

static inline sg_real *SG_R(sg_d_gathered)(const SG_R(sg_layer) *layer)
{
    return layer->kept + layer->kept_size / 2;
}

#endif
