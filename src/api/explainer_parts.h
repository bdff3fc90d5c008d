/* explainer_parts.h - what an explainer is, for the files that implement it.
 */
#ifndef SG_API_EXPLAINER_PARTS_H
#define SG_API_EXPLAINER_PARTS_H

#include "explain/lens.h"

struct sg_explainer {
    sg_invariant_options options;
    sg_lens *lens;
};

#endif
