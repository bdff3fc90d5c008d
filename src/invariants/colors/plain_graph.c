/* plain_graph.c - one pass over the arcs. */
#include "invariants/colors/plain_graph.h"

#include "base/observer.h"
#include "graph/marks.h"

sg_status sg_plain_graph_make(sg_plain_graph *plain, const sg_one_graph *graph,
                              const sg_key *key, sg_arc_marks marks, sg_scratch *scratch,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = graph->n_nodes, first_arc = graph->arc_offset[0];
    const uint32_t n_arcs = graph->arc_offset[n] - first_arc;
    SG_TAKE(plain->offset, scratch, n + (size_t)1);
    SG_TAKE(plain->neighbor, scratch, n_arcs);
    SG_TAKE(plain->arc, scratch, n_arcs);
    SG_TAKE(plain->label, scratch, n);
    plain->offset[n] = n_arcs;
    for (uint32_t v = 0; v < n; v++) {
        plain->offset[v] = graph->arc_offset[v] - first_arc;
        SG_TRY(sg_watch_ask_at(v + 1, err));
        plain->label[v] = sg_check_mix(key[v].key) + key[v].check;
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            plain->neighbor[a - first_arc] = graph->neighbor[a] - graph->first;
            plain->arc[a - first_arc] = marks == SG_ARCS_LABELED ? sg_arc_mark(graph, v, a) : 0;
        }
    }
done:
    return status;
}
