/* dataset_hold.h - data sets that several owners use: the last one releases them.
 *
 *     SG_TRY(sg_dataset_publish(&handle, &made, err));         // the first owner
 *     sg_dataset_hold *hold = sg_dataset_hold_take(handle);    // one more
 *     sg_dataset_hold_release(hold);
 *
 * A model that was built for a data set keeps its labels and plans until it is trained, and these refer
 * to the data, which its user may close in the meantime.  The same goes for predictions, explainers and
 * audits.
 */
#ifndef SG_DATA_DATASET_HOLD_H
#define SG_DATA_DATASET_HOLD_H

#include "data/dataset.h"

/* Move `data` to the heap, where the caller is its first owner.  Fails with SG_ENOMEM; `data` is then
 * unchanged. */
sg_status sg_dataset_publish(sg_dataset **published, sg_dataset *data, sg_error *err);

/* Become an owner of a published data set; NULL where it is not published. */
sg_dataset_hold *sg_dataset_hold_take(const sg_dataset *data);

/* Whether others own the data set, too, so that it must not change. */
bool sg_dataset_is_held(const sg_dataset *data);

/* Stop being an owner; NULL is fine.  Any thread may do this. */
void sg_dataset_hold_release(sg_dataset_hold *hold);

#endif
