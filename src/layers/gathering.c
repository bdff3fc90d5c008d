/* gathering.c - words for ways of gathering. */
#include "layers/gathering.h"

const char *const sg_gathering_words[SG_N_GATHERINGS] = {
    [SG_GATHER_MEAN] = "mean", [SG_GATHER_SUM] = "sum", [SG_GATHER_MAX] = "max"};
