/* labeled_graph.c - labels on top of random_graph.h. */
#include "support/labeled_graph.h"

#include "base/mem.h"
#include "support/check.h"

/* The arc from u to v. */
static uint32_t find_arc(const sg_graph *graph, uint32_t u, uint32_t v)
{
    for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++)
        if (graph->neighbor[a] == v) return a;
    fail_msg("no arc from %u to %u", u, v);
    return 0;
}

static labeled_graph with_room(sg_graph graph)
{
    labeled_graph made = {.graph = graph};
    made.node_label = sg_alloc(graph.n_nodes, sizeof *made.node_label);
    made.edge_label = sg_alloc(graph.n_arcs, sizeof *made.edge_label);
    assert_non_null(made.node_label);
    assert_non_null(made.edge_label);
    return made;
}

labeled_graph labeled_graph_draw(sg_rng *rng, random_shape shape)
{
    return labeled_graph_draw_by(rng, shape, (sg_arc_rules){0});
}

labeled_graph labeled_graph_draw_by(sg_rng *rng, random_shape shape, sg_arc_rules rules)
{
    labeled_graph made = with_room(random_graph_by(rng, shape, rules));
    for (uint32_t v = 0; v < made.graph.n_nodes; v++)
        made.node_label[v] = (int32_t)sg_rng_below(rng, 4);
    for (uint32_t u = 0; u < made.graph.n_nodes; u++)
        for (uint32_t a = made.graph.arc_offset[u]; a < made.graph.arc_offset[u + 1]; a++) {
            const uint32_t v = made.graph.neighbor[a];
            made.edge_label[a] = u <= v || made.graph.rules.directed
                                     ? (int32_t)sg_rng_below(rng, 3)
                                     : made.edge_label[find_arc(&made.graph, v, u)];
        }
    return made;
}

labeled_graph labeled_graph_renumber(const labeled_graph *graph, const uint32_t *new_id)
{
    labeled_graph made = with_room(renumbered_graph(&graph->graph, new_id));
    for (uint32_t u = 0; u < graph->graph.n_nodes; u++) {
        made.node_label[new_id[u]] = graph->node_label[u];
        for (uint32_t a = graph->graph.arc_offset[u]; a < graph->graph.arc_offset[u + 1]; a++) {
            const uint32_t v = graph->graph.neighbor[a];
            made.edge_label[find_arc(&made.graph, new_id[u], new_id[v])] = graph->edge_label[a];
        }
    }
    return made;
}

sg_graph_view labeled_graph_view(const labeled_graph *graph)
{
    return (sg_graph_view){.graph = &graph->graph,
                           .node_label = graph->node_label,
                           .n_node_columns = 1,
                           .edge_label = graph->edge_label,
                           .n_edge_columns = 1};
}

void labeled_graph_free(labeled_graph *graph)
{
    sg_graph_free(&graph->graph);
    sg_free(graph->node_label);
    sg_free(graph->edge_label);
    *graph = (labeled_graph){0};
}
