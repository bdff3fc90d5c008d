/* bench_arrays.c - how fast arrays in memory become a data set.
 *
 * The same graphs are given in three ways: compressed rows, pairs in both directions as the rows
 * have them, and every edge once, which costs the most because reverse arcs must be added and
 * sorted.  All three must have the same graphs before anything is timed. */
#include "bench.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

enum { REPEATS = 5, N_GRAPHS = 100000, N_NODES = 24, N_WAYS = 3 };

static const char *const WAY[N_WAYS] = {"rows_nodes_per_s", "pairs_nodes_per_s",
                                        "edges_once_nodes_per_s"};

/* Graphs of a molecule's size: a ring with a tail, one node label, one edge label, one target. */
static sg_status make_data(sg_dataset **data, sg_error *err)
{
    sg_status status = SG_ENOMEM;
    const uint32_t ring = 6, n_nodes = N_GRAPHS * N_NODES;
    uint32_t *offset = calloc(N_GRAPHS + 1, sizeof *offset);
    uint32_t *edge = calloc(2 * (size_t)n_nodes, sizeof *edge);
    int32_t *label = calloc(n_nodes, sizeof *label);
    double *target = calloc(N_GRAPHS, sizeof *target);
    sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                              .name = "ring-and-tail",
                              .n_graphs = N_GRAPHS,
                              .graph_offset = offset,
                              .n_edges = n_nodes,
                              .edge = edge,
                              .node_label = label,
                              .edge_label = label,
                              .target = target};
    if (offset != NULL && edge != NULL && label != NULL && target != NULL) {
        for (uint32_t g = 0; g <= N_GRAPHS; g++) offset[g] = g * N_NODES;
        for (uint32_t v = 0; v < n_nodes; v++) {
            const uint32_t place = v % N_NODES, first = v - place;
            edge[2 * (size_t)v] = v;
            edge[2 * (size_t)v + 1] = place == 0 ? first + ring - 1 : v - 1;
            label[v] = (int32_t)(place % 5);
        }
        status = sg_data_from_arrays(data, &arrays, err);
    }
    free(offset);
    free(edge);
    free(label);
    free(target);
    return status;
}

/* The arrays of a data set, given in one of the ways; pairs are written to `edge` and their labels
 * to `label`. */
static sg_graph_arrays arrays_of(const sg_dataset *data, int way, uint32_t *edge,
                                 int32_t *label)
{
    const sg_data_size size = sg_data_sizes_of(data);
    const sg_data_arrays view = sg_data_view_of(data);
    sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                              .n_graphs = size.n_graphs,
                              .graph_offset = view.graph_offset,
                              .node_label = view.node_label,
                              .n_node_labels = size.n_node_labels,
                              .target = view.target,
                              .n_targets = size.n_targets};
    const bool has_labels = size.n_edge_labels == 1;
    if (way == 0) {
        arrays.arc_offset = view.arc_offset;
        arrays.neighbor = view.neighbor;
        arrays.edge_label = has_labels ? view.edge_label : NULL;
        return arrays;
    }
    for (uint32_t u = 0; u < size.n_nodes; u++)
        for (uint32_t a = view.arc_offset[u]; a < view.arc_offset[u + 1]; a++) {
            if (way == 2 && view.neighbor[a] < u) continue;
            edge[2 * arrays.n_edges] = u;
            edge[2 * arrays.n_edges + 1] = view.neighbor[a];
            if (has_labels) label[arrays.n_edges] = view.edge_label[a];
            arrays.n_edges++;
        }
    arrays.edge = edge;
    arrays.edge_label = has_labels ? label : NULL;
    return arrays;
}

/* Whether both have the same arcs. */
static bool same_graphs(const sg_dataset *a, const sg_dataset *b)
{
    const sg_data_size x = sg_data_sizes_of(a), y = sg_data_sizes_of(b);
    const sg_data_arrays v = sg_data_view_of(a), w = sg_data_view_of(b);
    return x.n_arcs == y.n_arcs && x.n_nodes == y.n_nodes &&
           memcmp(v.neighbor, w.neighbor, x.n_arcs * sizeof *v.neighbor) == 0 &&
           memcmp(v.arc_offset, w.arc_offset, x.n_nodes * sizeof *v.arc_offset) == 0;
}

/* Check one way, then time it. */
static bool time_way(double *best, const sg_dataset *data, int way, uint32_t *edge,
                     int32_t *label, int repeats, sg_error *err)
{
    const sg_graph_arrays arrays = arrays_of(data, way, edge, label);
    for (int i = 0; i <= repeats; i++) {
        sg_dataset *made = NULL;
        const double begin = bench_now();
        if (sg_data_from_arrays(&made, &arrays, err) != SG_OK) return false;
        if (i > 0) bench_keep_fastest(best, bench_now() - begin);
        const bool same = i > 0 || same_graphs(made, data);
        sg_data_close(made);
        if (!same) {
            (void)snprintf(err->text, sizeof err->text,
                           "bench arrays: %s has other graphs than the data", WAY[way]);
            return false;
        }
    }
    return true;
}

static int run_with(const sg_dataset *data, int repeats)
{
    const sg_data_size size = sg_data_sizes_of(data);
    uint32_t *edge = calloc(2 * (size_t)size.n_arcs + 1, sizeof *edge);
    int32_t *label = calloc((size_t)size.n_arcs + 1, sizeof *label);
    double best[N_WAYS] = {0};
    sg_error err = {0};
    int code = EXIT_SUCCESS;
    json line;
    if (edge == NULL || label == NULL) code = message_out_of_memory();
    for (int way = 0; way < N_WAYS && code == EXIT_SUCCESS; way++)
        if (!time_way(&best[way], data, way, edge, label, repeats, &err))
            code = message_failure(&err, NULL);
    free(edge);
    free(label);
    if (code != EXIT_SUCCESS) return code;
    bench_begin_line(&line, "arrays", 1);
    json_text(&line, "data", sg_data_name(data));
    json_count(&line, "nodes", size.n_nodes);
    json_count(&line, "arcs", size.n_arcs);
    for (int way = 0; way < N_WAYS; way++) json_real(&line, WAY[way], size.n_nodes / best[way]);
    bench_end_line(&line);
    return EXIT_SUCCESS;
}

int bench_arrays(const bench_options *options)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    const sg_data_options where = {.struct_size = sizeof where,
                                   .folder = options->folder,
                                   .n_threads = options->n_threads};
    const sg_status status = options->data != NULL
                                 ? sg_data_open(&data, options->data, &where, &err)
                                 : make_data(&data, &err);
    const int code = status == SG_OK ? run_with(data, bench_times(options, REPEATS))
                                     : message_failure(&err, NULL);
    sg_data_close(data);
    return code;
}
