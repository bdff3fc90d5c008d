/* choice.h - a model for data whose user names none.
 *
 *     sg_choice choice = {0};
 *     SG_TRY(sg_choice_make(&choice, &data, SG_CLASSIFICATION, true, err));
 *     puts(choice.description);                   // layers, input, noise, train: YAML
 *     sg_choice_free(&choice);
 *
 * It looks at kinds and sizes (data_facts.h) and takes the first row of a table that fits
 * (choice_rows.h).  The same data gives the same choice everywhere.
 */
#ifndef SG_CHOICE_CHOICE_H
#define SG_CHOICE_CHOICE_H

#include "data/dataset.h"

typedef struct sg_choice {
    char *description; /* a description as sg_model_options has it                          */
    char *reason;      /* one sentence: what the data is, which row was taken, and why      */
    const char *space; /* name of the space that a search takes; static                    */
} sg_choice;

/* Choose a model for the task.  Without validation items (`validates` is false) training does not stop
 * early.  Fails with SG_ENOMEM; `choice`, which is empty, stays so. */
sg_status sg_choice_make(sg_choice *choice, const sg_dataset *data, sg_task task,
                         bool validates, sg_error *err);

/* Release everything and make it empty. */
void sg_choice_free(sg_choice *choice);

#endif
