/* model_place.h - the file of a model that is named by a file or by a run's folder.
 */
#ifndef SG_STORE_MODEL_PLACE_H
#define SG_STORE_MODEL_PLACE_H

#include "base/text.h"

/* Put the path of the model into the empty `path`: `given` itself, or where it is the folder of a
 * run, the best model of that run.
 * Fails with SG_ENOTFOUND (a folder without a run, a run without a model) or like reading a
 * ledger. */
sg_status sg_model_place(sg_text *path, const char *given, sg_error *err);

#endif
