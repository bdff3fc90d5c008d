/* gradient_sink.c - adding gradients up, and applying an optimizer to a stretch. */
#include "network/real/gradient_sink.h"

#include "optim/updates.h"

#include <string.h>

void SG_R(sg_sink_add)(void *total, size_t begin, size_t end, sg_real *gradient)
{
    sg_real *to = (sg_real *)total + begin;
    const size_t n = end - begin;
    for (size_t i = 0; i < n; i++) to[i] += gradient[i];
    memset(gradient, 0, n * sizeof *gradient);
}

void SG_R(sg_sink_put)(void *total, size_t begin, size_t end, sg_real *gradient)
{
    const size_t n = end - begin;
    memcpy((sg_real *)total + begin, gradient, n * sizeof *gradient);
    memset(gradient, 0, n * sizeof *gradient);
}

void SG_R(sg_update_apply)(const SG_R(sg_update) *u, size_t begin, size_t end,
                           sg_real *gradient)
{
    const size_t at = begin - u->moments_begin;
    const SG_R(sg_parameters) arrays = {.weight = u->weight + begin,
                                        .gradient = gradient,
                                        .first = u->first != NULL ? u->first + at : NULL,
                                        .second = u->second != NULL ? u->second + at : NULL};
    SG_BEST(sg_updates)()->update(&arrays, 0, end - begin, u->step);
}

void SG_R(sg_sink_step)(void *update, size_t begin, size_t end, sg_real *gradient)
{
    SG_R(sg_update_apply)(update, begin, end, gradient);
}
