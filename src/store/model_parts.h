/* model_parts.h - what the writer and the reader of model files share. */
#ifndef SG_STORE_MODEL_PARTS_H
#define SG_STORE_MODEL_PARTS_H

#include "model/model.h"

enum { SG_MODEL_NAME_SIZE = 64 };

/* The name of a tensor in the file. */
void sg_model_tensor_name(char name[SG_MODEL_NAME_SIZE], const sg_model_on_data *m,
                          const sg_tensor *tensor);

#endif
