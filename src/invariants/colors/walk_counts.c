/* walk_counts.c - one step of all walks at a time. */
#include "invariants/colors/walk_counts.h"

#include "base/observer.h"

#include <string.h>

sg_status sg_walk_counts_prepare(sg_walk_counts *walks, const sg_one_graph *graph,
                                 uint32_t length, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    sg_walk_counts made = {.graph = graph, .length = length};
    SG_TAKE(made.count, scratch, ((size_t)length + 1) * graph->n_nodes);
    *walks = made;
done:
    return status;
}

/* False where a sum does not fit. */
static bool step(uint64_t *next, const uint64_t *count, const sg_one_graph *graph)
{
    bool overflows = false;
    for (uint32_t v = 0; v < graph->n_nodes && sg_watch_ask_at(v + 1, NULL) == SG_OK; v++) {
        uint64_t sum = 0;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            overflows |=
                __builtin_add_overflow(sum, count[graph->neighbor[a] - graph->first], &sum);
        next[v] = sum;
    }
    return !overflows;
}

sg_status sg_walk_counts_from(sg_walk_counts *walks, uint32_t start, const char *name,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = walks->graph->n_nodes;
    memset(walks->count, 0, n * sizeof *walks->count);
    walks->count[start] = 1;
    for (uint32_t k = 0; k < walks->length; k++) {
        SG_REQUIRE(step(walks->count + (k + 1) * n, walks->count + k * n, walks->graph),
                   SG_ELIMIT,
                   "%s: graph %u has more than 2^64 walks of length %u from one node; ask for "
                   "shorter ones",
                   name, walks->graph->number, k + 1);
        SG_TRY(sg_watch_ask(err)); /* a step that is stopped has counted some nodes alone */
    }
done:
    return status;
}
