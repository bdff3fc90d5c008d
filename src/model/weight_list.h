/* weight_list.h - every weight of a model with what it belongs to. */
#ifndef SG_MODEL_WEIGHT_LIST_H
#define SG_MODEL_WEIGHT_LIST_H

#include "model/model_on_data.h"
#include "sharegnn/inspection.h"

/* Describe all weights of a network, in their order; `info` is [m->outline.n_parameters] and the
 * caller's.  Values are weight[0 .. n).
 * Fails with SG_EFORMAT (the vocabularies lack something) or SG_ENOMEM. */
sg_status sg_weight_list_fill(sg_weight_info *info, const sg_model_on_data *m,
                              const sg_vocabularies *vocabularies, const double *weight,
                              sg_error *err);

#endif
