/* start.h - the model that the trainings of an experiment start from.
 */
#ifndef SG_RUN_START_H
#define SG_RUN_START_H

#include "model/transfer.h"

typedef struct sg_start {
    sg_model model;
    sg_model_on_data alone; /* its layers, without data */
    uint64_t fingerprint;   /* of the file */
} sg_start;

/* Read the model of a file, or the best one of a run's folder.
 * Fails like sg_model_place and sg_model_read.  The start must stay where it is. */
sg_status sg_start_open(sg_start *start, const char *path, sg_error *err);

void sg_start_close(sg_start *start);

#endif
