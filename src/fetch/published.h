/* published.h - what is known about data sets that others publish.
 */
#ifndef SG_FETCH_PUBLISHED_H
#define SG_FETCH_PUBLISHED_H

#include "data/dataset.h"

typedef struct sg_published {
    const char *name;
    const char *about;
    uint32_t n_graphs;
    uint64_t fingerprint; /* of the content; 0 where we have not seen it */
} sg_published;

/* All known ones, in alphabetical order. */
const sg_published *sg_published_all(size_t *n);

/* Whether `data` is what is known under `name`; an unknown name passes.
 * Fails with SG_EFORMAT, saying what differs. */
sg_status sg_published_check(const sg_dataset *data, const char *name, sg_error *err);

#endif
