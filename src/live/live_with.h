/* live_with.h - a model ready for graphs that change: what does not depend on any of them.
 */
#ifndef SG_LIVE_LIVE_WITH_H
#define SG_LIVE_LIVE_WITH_H

#include "live/live_cut.h"
#include "live/live_reach.h"

/* What all graphs of a live data set share. */
typedef struct sg_live_with {
    const sg_model *model;
    sg_vocabularies_index index;
    sg_live_reach reach;
    uint64_t **key;     /* [n_labelings][n_labels + 1] the model's, and 0 behind them */
    uint32_t pool;      /* the network's layer that pools                             */
    uint32_t width;     /* numbers of the row behind it                               */
    bool takes_largest; /* it takes the largest share, not their sum                  */
    sg_label_names node_name, edge_name;
    sg_invariant_options options; /* budget                                                */
    sg_live_cut cut;
    uint32_t *changed; /* nodes whose labels changed                                       */
    size_t n_changed, changed_capacity;
    uint32_t *affected; /* nodes whose shares are computed                                 */
    size_t affected_capacity;
} sg_live_with;

/* Prepare a trained model, which is borrowed until close, for data like `data`.
 * Fails with SG_EINVAL (no layer pools; the data lacks attributes), SG_EFORMAT or SG_ENOMEM. */
sg_status sg_live_with_open(sg_live_with *with, const sg_model *model, const sg_dataset *data,
                            const sg_invariant_options *options, sg_error *err);

void sg_live_with_close(sg_live_with *with);

/* How many labelings the model has. */
static inline uint32_t sg_live_labelings(const sg_live_with *with)
{
    return with->model->vocabularies.n_labelings;
}

/* Make with->cut a data set that borrows the names of labels, and free it. */
sg_status sg_live_make_cut(sg_dataset *data, sg_live_with *with, uint32_t fewest,
                           sg_error *err);
void sg_live_free_cut(sg_dataset *data);

#endif
