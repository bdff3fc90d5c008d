/* paths_property.c - how many simple paths of each length join two nodes.
 *
 * Paths are walked one by one, so that their number is what it costs. */
#include "base/observer.h"
#include "invariants/properties/counted_values.h"
#include "invariants/properties/keyed_rows.h"
#include "invariants/properties/near_values.h"

#include <string.h>

enum { STEPS_PER_LOOK = 1 << 20 };

typedef struct path_walk {
    const sg_property *property;
    const sg_one_graph *graph;
    uint32_t length;
    uint64_t *count;  /* [length + 1][n_nodes]                        */
    bool *on_path;    /* [n_nodes]                                    */
    uint32_t *node;   /* [length + 1] of the path                     */
    uint32_t *arc;    /* [length + 1] the next one that is tried      */
    uint64_t n_steps; /* so far, in the whole graph                   */
    uint64_t budget;  /* the most steps                               */
} path_walk;

static sg_status prepare(path_walk *walk, const sg_property *property,
                         const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t length = property->parameters.rounds;
    *walk = (path_walk){.property = property,
                        .graph = graph,
                        .length = length,
                        .budget = sg_property_budget(property)};
    SG_TAKE(walk->count, scratch, ((size_t)length + 1) * graph->n_nodes);
    SG_TAKE(walk->on_path, scratch, graph->n_nodes);
    SG_TAKE(walk->node, scratch, (size_t)length + 1);
    SG_TAKE(walk->arc, scratch, (size_t)length + 1);
    memset(walk->on_path, 0, graph->n_nodes * sizeof *walk->on_path);
done:
    return status;
}

static void enter(path_walk *walk, uint32_t depth, uint32_t v)
{
    walk->node[depth] = v;
    walk->arc[depth] = walk->graph->arc_offset[v];
    walk->on_path[v] = true;
    walk->count[(size_t)depth * walk->graph->n_nodes + v]++;
}

/* Walk all simple paths from `start`. */
static sg_status count_from(path_walk *walk, uint32_t start, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = walk->graph;
    uint32_t depth = 0;
    memset(walk->count, 0, ((size_t)walk->length + 1) * graph->n_nodes * sizeof *walk->count);
    enter(walk, 0, start);
    for (;;) {
        const uint32_t v = walk->node[depth];
        if (depth == walk->length || walk->arc[depth] == graph->arc_offset[v + 1]) {
            walk->on_path[v] = false;
            if (depth-- == 0) break;
            continue;
        }
        const uint32_t w = graph->neighbor[walk->arc[depth]++] - graph->first;
        walk->n_steps++;
        if (!walk->on_path[w]) enter(walk, ++depth, w);
        if (walk->n_steps > walk->budget)
            SG_TRY(sg_property_spend(walk->property, graph, walk->n_steps, err));
        if (walk->n_steps % STEPS_PER_LOOK == 0) SG_TRY(sg_watch_ask(err));
    }
done:
    return status;
}

static sg_status find_paths(sg_pairs *pairs, const sg_property *property,
                            const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t length = property->parameters.rounds, n = graph->n_nodes;
    const uint32_t within = property->parameters.within;
    path_walk walk = {0};
    sg_near_pairs near = {0};
    sg_keyed_rows rows = {0};
    SG_TRY(sg_near_pairs_find(&near, graph, within < length ? within : length, scratch, err));
    SG_TRY(prepare(&walk, property, graph, scratch, err));
    SG_TRY(sg_keyed_rows_prepare(&rows, "paths", graph, scratch, err));
    for (uint32_t v = 0; v < n; v++) {
        SG_TRY(sg_keyed_rows_begin(&rows, v, near.row[v + 1] - near.row[v], err));
        SG_TRY(count_from(&walk, v, err));
        for (uint32_t p = near.row[v]; p < near.row[v + 1]; p++) {
            const uint32_t w = near.node[p];
            if (!sg_distance_counts(&property->parameters, near.distance[p])) continue;
            SG_TRY(sg_keyed_rows_add(
                &rows, w, sg_key_of_counts(SG_TAG_PATHS, walk.count + w, n, length), err));
        }
    }
    *pairs = sg_keyed_rows_finish(&rows);
done:
    return status;
}

static sg_status name_paths(sg_value_names *names, const sg_property *property,
                            const sg_value_example *example, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t length = property->parameters.rounds;
    path_walk walk = {0};
    SG_TRY(prepare(&walk, property, example->graph, example->scratch, err));
    SG_TRY(count_from(&walk, example->receiver, err));
    SG_TRY(sg_name_counts(names, example, "path", walk.count + example->sender, length, err));
done:
    return status;
}

const sg_property_kind sg_property_paths = {
    .name = "paths",
    .usage = "paths:LENGTH or paths:LENGTH within DISTANCES",
    .about = "the numbers of simple paths of each length up to LENGTH between two nodes, if "
             "there is one",
    .example = "paths:4",
    .radius = sg_radius_of_rounds,
    .parse = sg_parse_lengths,
    .find = find_paths,
    .name_value = name_paths,
};
