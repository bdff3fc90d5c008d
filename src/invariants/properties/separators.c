/* separators.c - how well two nodes are joined: by how many paths that share no node but the ends.
 *
 * Up to three paths are found one after the other, each by a search that may turn the paths before it
 * (Menger's theorem by augmentation).  A node between the ends is entered (IN) and left (OUT); it
 * carries one path.  With a distance only nodes count that are so near to both ends. */
#include "base/observer.h"
#include "invariants/colors/near_part.h"
#include "invariants/properties/near_values.h"

#include <string.h>

#define NO_NODE UINT32_MAX

enum { MOST_PATHS = 3, IN = 0, OUT = 1 };

/* The values, in the order of their numbers. */
enum { SAME_NODE, CUT_BETWEEN, BRIDGE, TWO_PATHS, THREE_PATHS, N_VALUES };

typedef struct flow {
    const sg_one_graph *graph;
    uint32_t receiver, sender;
    uint32_t *before; /* [n_nodes] the node before a node on its path, or NO_NODE   */
    bool *is_last;    /* [n_nodes] a path goes from here to the sender              */
    uint32_t *parent; /* [2 n_nodes] how a search came to (node, side), or NO_NODE  */
    uint32_t *queue;  /* [2 n_nodes] */
    uint32_t n_queued;
} flow;

static sg_status prepare(flow *f, const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = graph->n_nodes;
    *f = (flow){.graph = graph};
    SG_TAKE(f->before, scratch, n);
    SG_TAKE(f->is_last, scratch, n);
    SG_TAKE(f->parent, scratch, 2 * n);
    SG_TAKE(f->queue, scratch, 2 * n);
done:
    return status;
}

static void reach(flow *f, uint32_t node, uint32_t side, uint32_t from)
{
    const uint32_t at = 2 * node + side;
    if (f->parent[at] != NO_NODE) return;
    f->parent[at] = from;
    f->queue[f->n_queued++] = at;
}

/* Where a search goes from a node that it has left: to neighbors, unless the path goes there, and back
 * into the node where it carries a path. */
static void leave(flow *f, uint32_t v)
{
    const sg_one_graph *graph = f->graph;
    const uint32_t at = 2 * v + OUT;
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
        const uint32_t w = graph->neighbor[a] - graph->first;
        if (w == f->receiver || (w == f->sender ? f->is_last[v] : f->before[w] == v)) continue;
        reach(f, w, IN, at);
    }
    if (v != f->receiver && f->before[v] != NO_NODE) reach(f, v, IN, at);
}

/* Where it goes from a node that it has entered: through it, or back along the path that it carries. */
static void enter(flow *f, uint32_t v)
{
    const uint32_t at = 2 * v + IN;
    if (f->before[v] == NO_NODE)
        reach(f, v, OUT, at);
    else if (f->before[v] != f->receiver)
        reach(f, f->before[v], OUT, at);
}

/* Find a way for one more path. */
static bool search(flow *f)
{
    const uint32_t goal = 2 * f->sender + IN;
    memset(f->parent, 0xff, 2 * (size_t)f->graph->n_nodes * sizeof *f->parent);
    f->n_queued = 0;
    reach(f, f->receiver, OUT, 2 * f->receiver + OUT);
    for (uint32_t i = 0; i < f->n_queued; i++) {
        const uint32_t v = f->queue[i] / 2;
        if (f->queue[i] == goal) return true;
        if (f->queue[i] % 2 == OUT)
            leave(f, v);
        else
            enter(f, v);
    }
    return false;
}

/* Turn the paths along the way that was found, from its end.  Steps back undo what was there; what
 * comes nearer to the sender is set behind them. */
static void augment(flow *f)
{
    const uint32_t start = 2 * f->receiver + OUT;
    uint32_t at = 2 * f->sender + IN;
    while (at != start) {
        const uint32_t from = f->parent[at], u = from / 2, v = at / 2;
        if (from % 2 == OUT && at % 2 == IN && u != v) {
            if (v == f->sender)
                f->is_last[u] = true;
            else
                f->before[v] = u;
        } else if (from % 2 == OUT && u == v) {
            f->before[v] = NO_NODE;
        }
        at = from;
    }
}

/* The number of paths, up to MOST_PATHS. */
static int count_paths(flow *f, uint32_t receiver, uint32_t sender)
{
    int n = 0;
    f->receiver = receiver;
    f->sender = sender;
    memset(f->before, 0xff, f->graph->n_nodes * sizeof *f->before);
    memset(f->is_last, 0, f->graph->n_nodes * sizeof *f->is_last);
    while (n < MOST_PATHS && search(f)) {
        augment(f);
        n++;
    }
    return n;
}

static uint64_t value_of(flow *f, uint32_t v, uint32_t w, uint32_t distance)
{
    if (v == w) return SAME_NODE;
    switch (count_paths(f, v, w)) {
    case 1:
        return distance == 1 ? BRIDGE : CUT_BETWEEN;
    case 2:
        return TWO_PATHS;
    default:
        return THREE_PATHS;
    }
}

static sg_key key_of(uint64_t value)
{
    return sg_key_of(SG_TAG_SEPARATORS, &value, 1);
}

/* The searches for the paths of all pairs. */
typedef struct separation {
    const sg_property *property;
    const sg_one_graph *graph;
    sg_near_pairs near;
    flow f;
    sg_near_part part;
    uint64_t n_steps; /* so far */
} separation;

/* The steps of the searches for one pair, at most. */
static uint64_t steps_in(const sg_one_graph *graph)
{
    const uint32_t n_arcs = graph->arc_offset[graph->n_nodes] - graph->arc_offset[0];
    return (MOST_PATHS + 1) * ((uint64_t)graph->n_nodes + n_arcs);
}

static sg_status key_of_pair(sg_key *key, separation *s, uint32_t v, uint32_t w,
                             uint32_t distance, sg_error *err)
{
    sg_status status = SG_OK;
    if (s->property->parameters.within < SG_WITHIN_REACH) {
        sg_near_part_take(&s->part, v, w);
        s->f.graph = &s->part.graph;
        v = s->part.receiver;
        w = s->part.sender;
    }
    s->n_steps += steps_in(s->f.graph);
    SG_TRY(sg_property_spend(s->property, s->graph, s->n_steps, err));
    *key = key_of(value_of(&s->f, v, w, distance));
done:
    return status;
}

/* The number of paths is the same both ways, so each pair of nodes is looked at once. */
static sg_status find_keys(sg_key *key, separation *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_near_pairs *near = &s->near;
    for (uint32_t v = 0; v < s->graph->n_nodes; v++) {
        SG_TRY(sg_watch_ask(err));
        for (uint32_t p = near->row[v]; p < near->row[v + 1]; p++) {
            const uint32_t w = near->node[p], distance = near->distance[p];
            if (w < v || !sg_distance_counts(&s->property->parameters, distance)) continue;
            if (!sg_pairs_wanted(s->graph, v) && !sg_pairs_wanted(s->graph, w)) continue;
            SG_TRY(key_of_pair(&key[p], s, v, w, distance, err));
            key[near->back[p]] = key[p];
        }
    }
done:
    return status;
}

static sg_status find_separators(sg_pairs *pairs, const sg_property *property,
                                 const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t within = sg_within_reach(property->parameters.within);
    separation s = {.property = property, .graph = graph};
    sg_key *key = NULL;
    SG_TRY(sg_near_pairs_find(&s.near, graph, within, scratch, err));
    if (within == SG_WITHIN_REACH) /* known beforehand, so refused beforehand */
        SG_TRY(sg_property_spend(property, graph, s.near.n_pairs / 2 * steps_in(graph), err));
    SG_TRY(prepare(&s.f, graph, scratch, err));
    SG_TRY(sg_near_part_prepare(&s.part, graph, &s.near, scratch, err));
    SG_TAKE(key, scratch, s.near.n_pairs);
    SG_TRY(find_keys(key, &s, err));
    SG_TRY(sg_near_values_write(pairs, property, graph, &s.near, key, scratch, err));
done:
    return status;
}

static uint32_t radius_of(const sg_property_parameters *parameters)
{
    return sg_near_part_radius(parameters->within);
}

static sg_status list_separators(sg_value_names *names, const sg_property *property,
                                 sg_error *err)
{
    static const char *const name[N_VALUES] = {"self", "behind a cut node", "over a bridge",
                                               "2 disjoint paths", "3 disjoint paths or more"};
    sg_status status = SG_OK;
    (void)property;
    for (int i = 0; i < N_VALUES; i++)
        SG_TRY(sg_value_names_put(names, key_of((uint64_t)i).key, (sg_value_rank){{i, 0}}, err,
                                  "%s", name[i]));
done:
    return status;
}

const sg_property_kind sg_property_separators = {
    .name = "separators",
    .usage = "separators or separators within DISTANCES",
    .about =
        "how well two connected nodes are joined: separated by a cut node, by a bridge, "
        "joined by two paths without a common node between the ends, or by three and more; "
        "with DISTANCES (4, 1..4 or 2,4) only pairs and paths over nodes that are so near to "
        "both",
    .example = "separators within 4",
    .radius = radius_of,
    .parse = sg_parse_within,
    .find = find_separators,
    .list = list_separators,
};
