/* vocabularies_index.c - a table per labeling and head, in the order of the vocabularies. */
#include "plans/vocabularies_index.h"

#include "base/mem.h"

void sg_vocabularies_index_free(sg_vocabularies_index *index)
{
    const sg_vocabularies *known = index->vocabularies;
    for (uint32_t i = 0; index->labels != NULL && i < known->n_labelings; i++)
        sg_label_index_free(&index->labels[i]);
    for (uint32_t i = 0; index->slots != NULL && i < known->n_heads; i++)
        sg_table_free(&index->slots[i]);
    sg_free(index->labels);
    sg_free(index->slots);
    *index = (sg_vocabularies_index){0};
}

sg_status sg_vocabularies_index_make(sg_vocabularies_index *index,
                                     const sg_vocabularies *vocabularies, sg_error *err)
{
    sg_status status = SG_OK;
    sg_vocabularies_index made = {.vocabularies = vocabularies};
    SG_ALLOC(made.labels, vocabularies->n_labelings);
    SG_ALLOC(made.slots, vocabularies->n_heads);
    for (uint32_t i = 0; i < vocabularies->n_labelings; i++)
        SG_TRY(sg_label_index_make(&made.labels[i], &vocabularies->labels[i], err));
    for (uint32_t i = 0; i < vocabularies->n_heads; i++)
        SG_TRY(sg_slots_number(&made.slots[i], &vocabularies->weights[i].keys, err));
    *index = made;
    made = (sg_vocabularies_index){0};
done:
    sg_vocabularies_index_free(&made);
    return status;
}
