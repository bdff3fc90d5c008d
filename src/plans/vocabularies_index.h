/* vocabularies_index.h - finding what a model knows, prepared once for any amount of data.
 *
 *     sg_vocabularies_index index = {0};
 *     SG_TRY(sg_vocabularies_index_make(&index, &model.vocabularies, err));
 *     SG_TRY(sg_plan_cache_open(&cache, data, &model.vocabularies, &options, err));    // for every few graphs
 *     sg_plan_cache_use_index(cache, &index);
 *
 * Tables of keys grow with the model and have nothing to do with the data; making them takes longer
 * than predicting a hundred graphs.
 */
#ifndef SG_PLANS_VOCABULARIES_INDEX_H
#define SG_PLANS_VOCABULARIES_INDEX_H

#include "plans/vocabularies.h"

/* {0} is empty.  Once made it is only read, by any number of threads. */
typedef struct sg_vocabularies_index {
    const sg_vocabularies *vocabularies; /* borrowed                        */
    sg_label_index *labels;              /* [n_labelings]                   */
    sg_table *slots;                     /* [n_heads] of sg_slots_number    */
} sg_vocabularies_index;

/* Fails with SG_EFORMAT where the vocabularies contradict each other, or with SG_ENOMEM. */
sg_status sg_vocabularies_index_make(sg_vocabularies_index *index,
                                     const sg_vocabularies *vocabularies, sg_error *err);

void sg_vocabularies_index_free(sg_vocabularies_index *index);

#endif
