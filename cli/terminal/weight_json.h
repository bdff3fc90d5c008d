/* weight_json.h - a weight of a model in JSON.
 */
#ifndef SG_CLI_WEIGHT_JSON_H
#define SG_CLI_WEIGHT_JSON_H

#include "json_out.h"
#include "sharegnn.h"

/* Its members, in the object that is open: what it belongs to, with the content keys in full, and its value. */
void weight_json(json *j, const sg_weight_info *weight);

#endif
