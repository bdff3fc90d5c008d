/* knowledge_index.c - a table per labeling and head, in the order of the knowledge. */
#include "plans/knowledge_index.h"

#include "base/mem.h"

void sg_knowledge_index_free(sg_knowledge_index *index)
{
    const sg_knowledge *known = index->knowledge;
    for (uint32_t i = 0; index->labels != NULL && i < known->n_labelings; i++)
        sg_label_index_free(&index->labels[i]);
    for (uint32_t i = 0; index->slots != NULL && i < known->n_heads; i++)
        sg_table_free(&index->slots[i]);
    sg_free(index->labels);
    sg_free(index->slots);
    *index = (sg_knowledge_index){0};
}

sg_status sg_knowledge_index_make(sg_knowledge_index *index, const sg_knowledge *knowledge,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    sg_knowledge_index made = {.knowledge = knowledge};
    SG_ALLOC(made.labels, knowledge->n_labelings);
    SG_ALLOC(made.slots, knowledge->n_heads);
    for (uint32_t i = 0; i < knowledge->n_labelings; i++)
        SG_TRY(sg_label_index_make(&made.labels[i], &knowledge->labels[i], err));
    for (uint32_t i = 0; i < knowledge->n_heads; i++)
        SG_TRY(sg_slots_number(&made.slots[i], &knowledge->weights[i].keys, err));
    *index = made;
    made = (sg_knowledge_index){0};
done:
    sg_knowledge_index_free(&made);
    return status;
}
