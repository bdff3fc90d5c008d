/* layer_text.h - layers of blueprints as one line of text each, to compare them with.
 *
 *     check_layer(&blueprint.layer[0], "{'linear':{'outputs':10,'bias':true,'activation':'tanh'}}");
 *
 * A line is JSON with ' where JSON has ", and has all members of the layer.
 */
#ifndef SG_TESTS_SUPPORT_LAYER_TEXT_H
#define SG_TESTS_SUPPORT_LAYER_TEXT_H

#include "model/blueprint.h"

/* The line of a layer; sg_free it. */
char *layer_text(const sg_layer_design *layer);

/* A layer must have this line. */
void check_layer(const sg_layer_design *layer, const char *line);

#endif
