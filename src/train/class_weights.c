/* class_weights.c - counts of classes among the training items. */
#include "train/class_weights.h"

#include "base/mem.h"

sg_status sg_class_weights_make(double **weight, const sg_training_spec *training,
                                uint32_t n_all, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t *item_class = training->targets.item_class, *item = training->item[SG_TRAIN];
    const uint32_t n = training->n_items[SG_TRAIN], n_classes = training->targets.n_columns;
    double *made = NULL;      /* [n_all]     */
    uint32_t *members = NULL; /* [n_classes] */
    uint32_t n_found = 0;
    SG_REQUIRE(item_class != NULL, SG_EINVAL,
               "train.class-weights: they are for one column of classes");
    SG_ALLOC(members, n_classes);
    SG_ALLOC(made, n_all);
    for (uint32_t i = 0; i < n; i++)
        n_found += item_class[item[i]] < n_classes && members[item_class[item[i]]]++ == 0;
    for (uint32_t i = 0; i < n_all; i++) {
        const uint32_t of = item_class[i] < n_classes ? members[item_class[i]] : 0;
        made[i] = of > 0 ? (double)n / ((double)n_found * of) : 0;
        if (training->weight != NULL) made[i] *= training->weight[i];
    }
    *weight = made;
    made = NULL;
done:
    sg_free(made);
    sg_free(members);
    return status;
}
