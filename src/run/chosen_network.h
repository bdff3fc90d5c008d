/* chosen_network.h - the data of an experiment chooses the network that its file lacks.
 *
 *     sg_network_choice choice = {.data_folder = "data"};
 *     const sg_network_chooser chooser = sg_network_chooser_of(&choice);
 *     SG_TRY(sg_experiment_open_with(&experiment, path, NULL, 0, &chooser, err));
 *     if (choice.reason != NULL) puts(choice.reason);
 *     sg_free(choice.reason);
 */
#ifndef SG_RUN_CHOSEN_NETWORK_H
#define SG_RUN_CHOSEN_NETWORK_H

#include "config/experiment.h"

typedef struct sg_network_choice {
    const char *data_folder; /* NULL: where data sets are looked for                        */
    uint32_t n_threads;      /* to read with; 0: one per core                               */
    char *reason;            /* out, released with sg_free; NULL: nothing was chosen        */
} sg_network_choice;

/* `choice` is borrowed while the chooser is used.  Choosing reads the data; it fails as that does. */
sg_network_chooser sg_network_chooser_of(sg_network_choice *choice);

#endif
