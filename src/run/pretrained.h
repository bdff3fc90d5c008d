/* pretrained.h - the model that the trainings of an experiment start from.
 */
#ifndef SG_RUN_PRETRAINED_H
#define SG_RUN_PRETRAINED_H

#include "model/transfer.h"

typedef struct sg_pretrained {
    sg_model model;
    sg_model_on_data alone; /* its layers, without data */
    uint64_t fingerprint;   /* of the file */
} sg_pretrained;

/* Read the model of a file, or the best one of a run's folder.
 * Fails like sg_model_place and sg_model_read.  The struct must stay where it is. */
sg_status sg_pretrained_open(sg_pretrained *pretrained, const char *path, sg_error *err);

void sg_pretrained_close(sg_pretrained *pretrained);

#endif
