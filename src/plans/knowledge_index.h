/* knowledge_index.h - finding what a model knows, prepared once for any amount of data.
 *
 *     sg_knowledge_index index = {0};
 *     SG_TRY(sg_knowledge_index_make(&index, &model.knowledge, err));
 *     SG_TRY(sg_shelf_open(&shelf, data, &model.knowledge, &options, err));    // for every few graphs
 *     sg_shelf_recognize(shelf, &index);
 *
 * Tables of keys grow with the model and have nothing to do with the data; making them takes longer
 * than predicting a hundred graphs.
 */
#ifndef SG_PLANS_KNOWLEDGE_INDEX_H
#define SG_PLANS_KNOWLEDGE_INDEX_H

#include "plans/knowledge.h"

/* {0} is empty.  Once made it is only read, by any number of threads. */
typedef struct sg_knowledge_index {
    const sg_knowledge *knowledge; /* borrowed                        */
    sg_label_index *labels;        /* [n_labelings]                   */
    sg_table *slots;               /* [n_heads] of sg_slots_number    */
} sg_knowledge_index;

/* Fails with SG_EFORMAT where the knowledge contradicts itself, or with SG_ENOMEM. */
sg_status sg_knowledge_index_make(sg_knowledge_index *index, const sg_knowledge *knowledge,
                                  sg_error *err);

void sg_knowledge_index_free(sg_knowledge_index *index);

#endif
