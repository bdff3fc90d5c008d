/* state_shape.c - asked of the network's outline. */
#include "support/state_shape.h"

#include "support/check.h"

sg_state state_shape(const sg_network_spec *spec, uint32_t state)
{
    sg_network_outline outline = {0};
    check_ok(sg_network_outline_make(&outline, spec, &err));
    const sg_state shape = outline.state[state];
    sg_network_outline_free(&outline);
    return shape;
}
