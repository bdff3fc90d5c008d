/* marked_colors.c - refinement from marked nodes.
 *
 * Both nodes of a pair have the same mark, so that one refinement serves both directions; the colors
 * of the two nodes tell who is who. */
#include "invariants/colors/marked_colors.h"

#include "base/observer.h"

enum { MARK = 1 };

sg_status sg_marked_colors_prepare(sg_marked_colors *colors, const sg_one_graph *graph,
                                   const sg_key *node_key, uint32_t rounds, sg_scratch *scratch,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    sg_marked_colors made = {.graph = graph, .node_key = node_key, .rounds = rounds};
    SG_TAKE(made.color, scratch, graph->n_nodes);
    SG_TAKE(made.mixed, scratch, graph->n_nodes);
    *colors = made;
done:
    return status;
}

uint64_t sg_marked_colors_steps(const sg_marked_colors *colors)
{
    const sg_one_graph *graph = colors->graph;
    const uint64_t n_arcs = graph->arc_offset[graph->n_nodes] - graph->arc_offset[0];
    return (uint64_t)(colors->rounds + 1) * (graph->n_nodes + n_arcs);
}

static void mark(sg_marked_colors *colors, uint32_t node)
{
    const sg_multiset marked = {MARK, MARK};
    colors->color[node] = sg_key_of_multiset(SG_TAG_MARKED_WL, colors->node_key[node], marked);
}

static void refine_once(sg_marked_colors *colors)
{
    const sg_one_graph *graph = colors->graph;
    for (uint32_t v = 0; v < graph->n_nodes; v++) colors->mixed[v] = sg_mixed(colors->color[v]);
    for (uint32_t v = 0; v < graph->n_nodes && sg_watch_ask_at(v + 1, NULL) == SG_OK; v++) {
        sg_multiset all = {0};
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            sg_multiset_add(&all, colors->mixed[graph->neighbor[a] - graph->first]);
        colors->color[v] = sg_key_of_multiset(SG_TAG_MARKED_WL, colors->color[v], all);
    }
}

/* Refine the marked graph and return the multiset of all colors. */
static sg_multiset refine(sg_marked_colors *colors, uint32_t first, uint32_t second)
{
    const uint32_t n = colors->graph->n_nodes;
    sg_multiset all = {0};
    for (uint32_t v = 0; v < n; v++) colors->color[v] = colors->node_key[v];
    mark(colors, first);
    if (second != first) mark(colors, second);
    for (uint32_t round = 0; round < colors->rounds; round++) refine_once(colors);
    for (uint32_t v = 0; v < n; v++) sg_multiset_add(&all, sg_mixed(colors->color[v]));
    return all;
}

/* The whole as one of the marked nodes sees it. */
static sg_key seen_from(const sg_marked_colors *colors, uint32_t node, uint32_t other,
                        sg_multiset all)
{
    const sg_key own = sg_key_of_multiset(SG_TAG_MARKED_WL, colors->color[node],
                                          sg_mixed(colors->color[other]));
    return sg_key_of_multiset(SG_TAG_MARKED_WL, own, all);
}

sg_key sg_marked_colors_of_node(sg_marked_colors *colors, uint32_t node)
{
    const sg_multiset all = refine(colors, node, node);
    return seen_from(colors, node, node, all);
}

void sg_marked_colors_of_pair(sg_key key[2], sg_marked_colors *colors, uint32_t first,
                              uint32_t second)
{
    const sg_multiset all = refine(colors, first, second);
    key[0] = seen_from(colors, first, second, all);
    key[1] = seen_from(colors, second, first, all);
}
