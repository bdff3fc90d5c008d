/* ensemble_models.h - the models of a command line: MODEL and every --ensemble MODEL.
 *
 *     ensemble e = {0};
 *     status = ensemble_open(&e, args, &err);
 *     ... e.model[0 .. e.n) ...
 *     ensemble_close(&e);
 */
#ifndef SG_CLI_ENSEMBLE_MODELS_H
#define SG_CLI_ENSEMBLE_MODELS_H

#include "arguments.h"
#include "sharegnn.h"

/* Models whose scores are averaged. */
typedef struct ensemble {
    sg_model **model; /* [n] the first one is MODEL */
    uint32_t n;
} ensemble;

/* Fails like sg_model_open; close it all the same. */
sg_status ensemble_open(ensemble *e, const arguments *args, sg_error *err);

void ensemble_close(ensemble *e);

#endif
