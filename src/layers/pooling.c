/* pooling.c - words for ways of pooling. */
#include "layers/pooling.h"

const char *const sg_pooling_words[SG_N_POOLINGS] = {
    [SG_POOL_MEAN] = "mean", [SG_POOL_SUM] = "sum", [SG_POOL_MAX] = "max"};
