/* core.c - the labeling by core number. */
#include "invariants/labeling.h"
#include "invariants/labelings/degeneracy.h"

static sg_status label_core(sg_key *key, const sg_labeling *labeling, const sg_label_work *work,
                            sg_error *err)
{
    (void)labeling;
    sg_status status = SG_OK;
    sg_cores cores = {0};
    SG_TRY(sg_cores_find(&cores, work->graph, work->scratch, err));
    for (uint32_t v = 0; v < work->graph->n_nodes; v++)
        key[v] = sg_key_of(SG_TAG_CORE, &(uint64_t){cores.core[v]}, 1);
done:
    return status;
}

const sg_labeling_kind sg_labeling_core = {
    .name = "core",
    .usage = "core",
    .about =
        "the largest k such that the node is in a subgraph where every node has at least k "
        "neighbors",
    .example = "core",
    .label = label_core,
};
