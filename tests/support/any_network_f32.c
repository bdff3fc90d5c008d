/* any_network_f32.c - any_network.h for float. */
#define ANY_NETWORK ANY_NETWORK_F32
#define PRECISION   "f32"
#define TOLERANCE   2e-5
#include "support/any_network.inc"
