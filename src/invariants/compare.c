/* compare.c - counting distinct pairs of labels. */
#include "invariants/compare.h"

#include "base/table.h"

sg_status sg_labels_join_count(uint32_t *n_joint, const sg_labels *a, const sg_labels *b,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_table seen = {0};
    uint32_t id = 0;
    SG_REQUIRE(a->n_nodes == b->n_nodes, SG_EINVAL,
               "labels: of %u and of %u nodes; compare labels of one data set", a->n_nodes,
               b->n_nodes);
    for (uint32_t v = 0; v < a->n_nodes; v++)
        SG_TRY(sg_table_intern(&id, &seen, (uint64_t)a->label[v] << 32 | b->label[v], err));
    *n_joint = seen.n_keys;
done:
    sg_table_free(&seen);
    return status;
}
