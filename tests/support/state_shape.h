/* state_shape.h - how many numbers a row of a state has, and whether rows are nodes. */
#ifndef SG_TESTS_SUPPORT_STATE_SHAPE_H
#define SG_TESTS_SUPPORT_STATE_SHAPE_H

#include "network/network_spec.h"

/* State 0 is the input, l + 1 what is behind layer l. */
sg_state state_shape(const sg_network_spec *spec, uint32_t state);

#endif
