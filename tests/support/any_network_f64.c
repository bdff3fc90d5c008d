/* any_network_f64.c - any_network.h for double. */
#define SG_REAL_DOUBLE
#define ANY_NETWORK ANY_NETWORK_F64
#define PRECISION   "f64"
#define TOLERANCE   1e-12
#include "support/any_network.inc"

const any_network *const ANY_NETWORKS[N_ANY_NETWORKS] = {&ANY_NETWORK_F32, &ANY_NETWORK_F64};
