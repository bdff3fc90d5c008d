/* plan_weigh.c - attributes of edges as factors of messages. */
#include "base/mem.h"
#include "base/observer.h"
#include "graph/undirected.h"
#include "plans/plan.h"

/* The factor of the message from node w of a graph to node v. */
static double factor_of(const sg_graph_view *view, const sg_one_graph *graph, uint32_t column,
                        uint32_t v, uint32_t w)
{
    uint32_t arc = sg_arc_between(graph, v, w);
    if (arc == SG_NO_ARC) arc = sg_arc_between(graph, w, v);
    if (arc == SG_NO_ARC) return 1;
    return view->edge_attribute[(size_t)arc * view->n_edge_attributes + column];
}

sg_status sg_plan_weigh(sg_plan *plan, const sg_graph_view *view, uint32_t column,
                        sg_error *err)
{
    sg_status status = SG_OK;
    double *factor = NULL;
    SG_REQUIRE(view->graph->n_arcs == 0 ||
                   (view->edge_attribute != NULL && column < view->n_edge_attributes),
               SG_EINVAL,
               "weight %u: there is no attribute %u of edges; there are %u, numbered from 0",
               column, column, view->edge_attribute != NULL ? view->n_edge_attributes : 0);
    SG_ALLOC(factor, plan->n_pairs);
    for (uint32_t g = 0; g < view->graph->n_graphs; g++) {
        const sg_one_graph graph = sg_view_graph(view, g);
        for (uint32_t v = 0; v < graph.n_nodes; v++) {
            SG_TRY(sg_watch_ask(err));
            for (uint64_t p = plan->row[graph.first + v]; p < plan->row[graph.first + v + 1];
                 p++)
                factor[p] = factor_of(view, &graph, column, v, sg_plan_sender(plan, p));
        }
    }
    plan->factor = factor;
    factor = NULL;
done:
    sg_free(factor);
    return status;
}
