/* prediction_parts.h - what a prediction consists of, for the files that open and run it. */
#ifndef SG_API_PREDICTION_PARTS_H
#define SG_API_PREDICTION_PARTS_H

#include "model/predictor.h"

struct sg_prediction {
    const sg_model *model;
    const sg_dataset *data;
    sg_dataset_hold *hold; /* of the data */
    sg_invariant_options options;
    sg_predictor *predictor;
    uint64_t model_changes; /* when it was opened */
};

#endif
