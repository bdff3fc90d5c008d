/* vocabularies_learn.h - the labels and triples that a model will know, taken from the data it is built
 * for.
 */
#ifndef SG_MODEL_VOCABULARIES_LEARN_H
#define SG_MODEL_VOCABULARIES_LEARN_H

#include "model/blueprint.h"

/* Add a copy of what the cache knows of the blueprint's labels and triples to `vocabularies`, where it
 * is not there yet.  On failure some of it may have been added; it is the caller's to free. */
sg_status sg_vocabularies_learn(sg_vocabularies *vocabularies, sg_plan_cache *cache,
                                const sg_blueprint *blueprint, sg_error *err);

#endif
