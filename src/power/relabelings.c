/* relabelings.c - plain copies first, then every node and arc moves to its new place. */
#include "power/relabelings.h"

#include "base/mem.h"
#include "data/subset.h"

#include <stdlib.h>

/* An arc of a node by its new neighbor. */
typedef struct moved_arc {
    uint32_t neighbor, arc;
} moved_arc;

/* Where everything comes from. */
typedef struct moves {
    uint32_t *node_from;             /* [n_nodes] the old node that gets this number */
    uint32_t *arc_from;              /* [n_arcs]                                     */
    uint32_t *node_to;               /* [n_nodes] the new number of an old node      */
    moved_arc *sorted;               /* [n_arcs] room                                */
    uint32_t *arc_offset, *neighbor; /* of the new graph */
} moves;

static void moves_free(moves *m)
{
    sg_free(m->node_from);
    sg_free(m->arc_from);
    sg_free(m->node_to);
    sg_free(m->sorted);
    sg_free(m->arc_offset);
    sg_free(m->neighbor);
}

static int compare_moved(const void *a, const void *b)
{
    const moved_arc *x = a, *y = b;
    return (x->neighbor > y->neighbor) - (x->neighbor < y->neighbor);
}

static void shuffle_nodes(moves *m, const sg_graph *g, sg_rng *rng)
{
    for (uint32_t v = 0; v < g->n_nodes; v++) m->node_from[v] = v;
    for (uint32_t i = 0; i < g->n_graphs; i++)
        sg_rng_shuffle(rng, m->node_from + g->graph_offset[i],
                       g->graph_offset[i + 1] - g->graph_offset[i]);
    for (uint32_t v = 0; v < g->n_nodes; v++) m->node_to[m->node_from[v]] = v;
}

static void move_arcs(moves *m, const sg_graph *g)
{
    uint32_t n_arcs = 0;
    for (uint32_t v = 0; v < g->n_nodes; v++) {
        const uint32_t old = m->node_from[v], begin = g->arc_offset[old];
        const uint32_t n = g->arc_offset[old + 1] - begin;
        m->arc_offset[v] = n_arcs;
        for (uint32_t a = 0; a < n; a++)
            m->sorted[a] = (moved_arc){m->node_to[g->neighbor[begin + a]], begin + a};
        qsort(m->sorted, n, sizeof *m->sorted, compare_moved);
        for (uint32_t a = 0; a < n; a++, n_arcs++) {
            m->neighbor[n_arcs] = m->sorted[a].neighbor;
            m->arc_from[n_arcs] = m->sorted[a].arc;
        }
    }
    m->arc_offset[g->n_nodes] = n_arcs;
}

static sg_status move_columns(sg_dataset *data, const moves *m, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_nodes = data->graph.n_nodes, n_arcs = data->graph.n_arcs;
    sg_sparse_table sparse = {0};
    if (data->node_sparse.row != NULL) {
        SG_TRY(sg_sparse_table_select(&sparse, &data->node_sparse, m->node_from, n_nodes, err));
        const sg_sparse_table before = data->node_sparse;
        data->node_sparse = sparse;
        sparse = before;
    }
    SG_TRY(sg_rows_gather(&data->node_label.value, m->node_from, n_nodes,
                          data->node_label.n_columns * sizeof(int32_t), err));
    SG_TRY(sg_rows_gather(&data->node_attribute.value, m->node_from, n_nodes,
                          data->node_attribute.n_columns * sizeof(double), err));
    SG_TRY(sg_rows_gather(&data->edge_label.value, m->arc_from, n_arcs,
                          data->edge_label.n_columns * sizeof(int32_t), err));
    SG_TRY(sg_rows_gather(&data->edge_attribute.value, m->arc_from, n_arcs,
                          data->edge_attribute.n_columns * sizeof(double), err));
done:
    sg_sparse_table_free(&sparse);
    return status;
}

sg_status sg_relabelings_make(sg_dataset *copies, const sg_dataset *data, const uint32_t *graph,
                              uint32_t n, sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    moves m = {0};
    SG_TRY(sg_dataset_subset(&made, data, graph, n, err));
    SG_ALLOC(m.node_from, made.graph.n_nodes);
    SG_ALLOC(m.node_to, made.graph.n_nodes);
    SG_ALLOC(m.arc_from, made.graph.n_arcs);
    SG_ALLOC(m.sorted, made.graph.n_arcs);
    SG_ALLOC(m.arc_offset, made.graph.n_nodes + (size_t)1);
    SG_ALLOC(m.neighbor, made.graph.n_arcs);
    shuffle_nodes(&m, &made.graph, rng);
    move_arcs(&m, &made.graph);
    SG_TRY(move_columns(&made, &m, err));
    sg_free(made.graph.arc_offset);
    sg_free(made.graph.neighbor);
    made.graph.arc_offset = m.arc_offset;
    made.graph.neighbor = m.neighbor;
    m.arc_offset = m.neighbor = NULL;
    *copies = made;
    made = (sg_dataset){0};
done:
    moves_free(&m);
    sg_dataset_free(&made);
    return status;
}
