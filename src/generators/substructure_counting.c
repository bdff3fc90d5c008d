/* substructure_counting.c - random regular graphs by pairing, thinned out.
 *
 * Steger and Wormald: give every node d free ends and join two random ones again and again,
 * unless they belong to one node or to two that are joined already; start over when no two ends
 * are left that may be joined.  That rarely happens, and the result is close to uniform; waiting
 * for a pairing that is simple by chance would take thousands of attempts.
 *
 * Reference: "Generating Random Regular Graphs Quickly", Combin. Probab. Comput. 8 (1999). */
#include "generators/substructure_counting.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/rng.h"
#include "data/record_collector.h"
#include "generators/substructure_counts.h"

#include <assert.h>
#include <math.h>

enum { N_GRAPHS = 5000, N_SHAPES = 4, MAX_NODES = 30, MAX_ENDS = 150 };

static const struct shape {
    uint32_t n_nodes, degree;
} shapes[N_SHAPES] = {{10, 6}, {15, 6}, {20, 5}, {30, 5}};

typedef struct pairing {
    uint32_t end[MAX_ENDS]; /* the node of a free end */
    uint32_t n_ends;
    uint32_t joined[MAX_NODES];  /* bit v of joined[u]: u and v are joined */
    uint32_t edge[MAX_ENDS / 2]; /* u * MAX_NODES + v */
    uint32_t n_edges;
} pairing;

static bool may_join(const pairing *p, uint32_t u, uint32_t v)
{
    return u != v && (p->joined[u] >> v & 1) == 0;
}

static bool is_stuck(const pairing *p)
{
    for (uint32_t i = 0; i < p->n_ends; i++)
        for (uint32_t j = 0; j < i; j++)
            if (may_join(p, p->end[i], p->end[j])) return false;
    return true;
}

static uint32_t take_random_end(pairing *p, sg_rng *rng)
{
    const uint32_t i = sg_rng_below(rng, p->n_ends), node = p->end[i];
    p->end[i] = p->end[--p->n_ends];
    return node;
}

/* One attempt at a regular graph; false where it got stuck. */
static bool try_pairing(pairing *p, sg_rng *rng, struct shape shape)
{
    *p = (pairing){.n_ends = shape.n_nodes * shape.degree};
    for (uint32_t i = 0; i < p->n_ends; i++) p->end[i] = i / shape.degree;
    while (p->n_ends > 0) {
        const uint32_t u = take_random_end(p, rng), v = take_random_end(p, rng);
        if (may_join(p, u, v)) {
            p->joined[u] |= 1U << v;
            p->joined[v] |= 1U << u;
            p->edge[p->n_edges++] = u * MAX_NODES + v;
        } else {
            p->end[p->n_ends++] = u;
            p->end[p->n_ends++] = v;
            if (is_stuck(p)) return false;
        }
    }
    return true;
}

static sg_status collect(sg_record_collector *collector, sg_record *graph, sg_rng *rng,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const struct shape shape = shapes[sg_rng_below(rng, N_SHAPES)];
    pairing p;
    while (!try_pairing(&p, rng, shape)) {
    }
    sg_rng_shuffle(rng, p.edge, p.n_edges);
    sg_record_clear(graph);
    SG_TRY(sg_record_labeled_nodes(graph, shape.n_nodes, err));
    for (uint32_t i = shape.n_nodes; i < p.n_edges; i++)
        SG_TRY(sg_record_edge(graph, p.edge[i] / MAX_NODES, p.edge[i] % MAX_NODES, err));
    SG_TRY(sg_record_collector_add(collector, graph, 0, err));
done:
    return status;
}

/* value[0], value[n_columns], ... is one column of a table. */
static void divide_by_deviation(double *value, uint32_t n_rows, uint32_t n_columns)
{
    const size_t end = (size_t)n_rows * n_columns;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < end; i += n_columns) sum += value[i];
    for (size_t i = 0; i < end; i += n_columns) {
        const double difference = value[i] - sum / n_rows;
        squares += difference * difference;
    }
    const double deviation = sqrt(squares / (n_rows - 1));
    assert(deviation > 0);
    for (size_t i = 0; i < end; i += n_columns) value[i] /= deviation;
}

static sg_status add_targets(sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_graphs = data->graph.n_graphs;
    double *value = NULL; /* [n_graphs][SG_N_SUBSTRUCTURES] */

    SG_ALLOC(value, (size_t)n_graphs * SG_N_SUBSTRUCTURES);
    for (uint32_t g = 0; g < n_graphs; g++) {
        uint64_t count[SG_N_SUBSTRUCTURES];
        SG_TRY(sg_watch_ask(err));
        sg_substructures_count(count, &data->graph, g);
        for (uint32_t i = 0; i < SG_N_SUBSTRUCTURES; i++)
            value[g * SG_N_SUBSTRUCTURES + i] = (double)count[i];
    }
    for (uint32_t i = 0; i < SG_N_SUBSTRUCTURES; i++)
        divide_by_deviation(value + i, n_graphs, SG_N_SUBSTRUCTURES);
    data->items.target = (sg_value_table){value, SG_N_SUBSTRUCTURES};
    value = NULL;
done:
    sg_free(value);
    return status;
}

sg_status sg_substructure_counting_make(sg_dataset *data, uint32_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record_collector collector = {0};
    sg_record graph = {0};
    sg_dataset made = {0};
    sg_rng rng = sg_rng_stream(seed, NULL, 0);

    for (uint32_t g = 0; g < N_GRAPHS; g++) SG_TRY(collect(&collector, &graph, &rng, err));
    SG_TRY(sg_record_collector_finish(&made, &collector, "SubstructureCounting",
                                      "SubstructureCounting", err));
    SG_TRY(add_targets(&made, err));
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    sg_record_collector_free(&collector);
    sg_record_free(&graph);
    return status;
}
