/* generators.h - the data sets that can be made from nothing but a seed.
 *
 *     const sg_generator *generator = sg_generator_find("CSL");
 *     SG_TRY(generator->make(&data, generator->default_seed, err));
 *     SG_TRY(generator->split(&splits, &data, generator->default_seed, err));
 */
#ifndef SG_GENERATORS_GENERATORS_H
#define SG_GENERATORS_GENERATORS_H

#include "base/text.h"
#include "data/dataset.h"
#include "data/splits.h"

typedef struct sg_generator {
    const char *name;
    const char *about;    /* one line                                            */
    const char *protocol; /* the folder of its splits: "synthetic" or "fixed"    */
    uint32_t n_graphs;
    uint32_t default_seed; /* gives the paper's graphs where a seed defines them */

    /* Make the data set; `data` is out, an empty one.  Fails with SG_ENOMEM. */
    sg_status (*make)(sg_dataset *data, uint32_t seed, sg_error *err);

    /* Split a data set that `make` made; `splits` is out, empty.  Fails with SG_ENOMEM. */
    sg_status (*split)(sg_splits *splits, const sg_dataset *data, uint32_t seed, sg_error *err);

    /* Say what is known about the right answers, for people; NULL: nothing.  Fails with SG_ENOMEM. */
    sg_status (*answer)(sg_text *text, const sg_dataset *data, sg_error *err);
} sg_generator;

/* All generators; static memory. */
const sg_generator *sg_generators(size_t *n_generators);

/* The generator of the data set `name`, or NULL. */
const sg_generator *sg_generator_find(const char *name);

#endif
