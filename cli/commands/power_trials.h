/* power_trials.h - trained networks on pairs of graphs: power --pairs --trained FILE. */
#ifndef SG_CLI_POWER_TRIALS_H
#define SG_CLI_POWER_TRIALS_H

#include "arguments.h"

/* Try the network of --trained on all pairs of `data` and print what it tells apart. */
int power_trials(const sg_dataset *data, const arguments *args);

#endif
