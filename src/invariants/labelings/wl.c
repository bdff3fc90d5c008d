/* wl.c - Weisfeiler-Leman refinement, with and without edge labels.
 *
 * In every round a node's new key is made of its own key and the multiset of its neighbors' keys
 * (or of edge label and neighbor's key).  Keys are content hashes, so no table is needed between
 * rounds and graphs can be refined one by one, in parallel.
 *
 * Reference: Shervashidze et al., JMLR 12 (2011), 2539-2561. */
#include "invariants/labelings/wl.h"

#include "base/hash.h"
#include "base/observer.h"

enum { MAX_ROUNDS = 1000, NODES_PER_ASK = 256 };

static sg_status parse_rounds(sg_labeling_parameters *parameters, const char *text,
                              sg_error *err)
{
    return sg_parse_number(parameters, text, 0, MAX_ROUNDS, err);
}

uint32_t sg_wl_largest_degree(const sg_one_graph *graph)
{
    uint32_t largest = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        const uint32_t degree = graph->arc_offset[v + 1] - graph->arc_offset[v];
        if (degree > largest) largest = degree;
    }
    return largest;
}

/* What reaches a node through arc `a`: the edge's labels and the neighbor's key. */
static sg_key key_through(uint32_t a, sg_key neighbor, const sg_one_graph *graph,
                          uint64_t *edge)
{
    const uint32_t width = graph->edge_label != NULL ? graph->n_edge_columns : 0;
    uint64_t check = neighbor.check;
    for (uint32_t c = 0; c < width; c++) {
        edge[c] =
            sg_label_content(&graph->edge_words, graph->edge_label[(size_t)a * width + c]);
        check = sg_check_mix(check + edge[c] + 1);
    }
    edge[width] = neighbor.key;
    return (sg_key){sg_hash_words(edge, width + (size_t)1), check};
}

/* The key of node v after a round; always inlined, so that loops know what the round has. */
static inline __attribute__((always_inline)) sg_key
refine_node(const sg_wl_round *r, uint32_t v, bool by_label, bool with_edges)
{
    const sg_one_graph *graph = r->graph;
    const uint32_t begin = graph->arc_offset[v], end = graph->arc_offset[v + 1];
    uint64_t check_sum = 0;
    for (uint32_t a = begin; a < end; a++) {
        const uint32_t u = graph->neighbor[a] - graph->first;
        sg_key other = r->key[by_label ? r->label[u] : u];
        if (with_edges) other = key_through(a, other, graph, r->edge);
        r->word[SG_KEY_ROOM + (a - begin)] = other.key;
        check_sum += sg_check_mix(other.check);
    }
    return sg_key_of_keys(with_edges ? SG_TAG_WL_EDGES : SG_TAG_WL,
                          r->key[by_label ? r->label[v] : v], r->word, end - begin, check_sum);
}

sg_key sg_wl_refine_node(const sg_wl_round *round, uint32_t v)
{
    return round->edge != NULL ? refine_node(round, v, true, true)
                               : refine_node(round, v, true, false);
}

static void refine(sg_key *next, const sg_wl_round *round)
{
    for (uint32_t v = 0; v < round->graph->n_nodes; v++) {
        if (v % NODES_PER_ASK == NODES_PER_ASK - 1 && sg_watch_ask(NULL) != SG_OK) return;
        next[v] = refine_node(round, v, false, false);
    }
}

static void refine_with_edges(sg_key *next, const sg_wl_round *round)
{
    for (uint32_t v = 0; v < round->graph->n_nodes; v++) {
        if (v % NODES_PER_ASK == NODES_PER_ASK - 1 && sg_watch_ask(NULL) != SG_OK) return;
        next[v] = refine_node(round, v, false, true);
    }
}

static sg_status label_wl(sg_key *key, const sg_labeling *labeling, const sg_label_work *work,
                          sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = work->graph;
    const bool with_edges = labeling->kind == &sg_labeling_wl_edges;
    uint64_t *word = NULL, *edge = NULL;
    sg_key *other = NULL;
    SG_TAKE(word, work->scratch, (size_t)sg_wl_largest_degree(graph) + SG_KEY_ROOM);
    SG_TAKE(edge, work->scratch, (size_t)graph->n_edge_columns + 1);
    SG_TAKE(other, work->scratch, graph->n_nodes);
    SG_TRY(sg_labeling_start(key, labeling, work, err));
    sg_key *from = key, *to = other;
    for (uint32_t round = 0; round < labeling->parameters.max; round++) {
        const sg_wl_round now = {.graph = graph, .key = from, .word = word, .edge = edge};
        if (with_edges)
            refine_with_edges(to, &now);
        else
            refine(to, &now);
        SG_TRY(sg_watch_ask(err));
        sg_key *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != key)
        for (uint32_t v = 0; v < graph->n_nodes; v++) key[v] = from[v];
done:
    return status;
}

static uint32_t rounds_radius(const sg_labeling_parameters *parameters)
{
    return parameters->max;
}

const sg_labeling_kind sg_labeling_wl = {
    .name = "wl",
    .usage = "wl:ROUNDS or wl:ROUNDS/LABEL",
    .about = "Weisfeiler-Leman: what is seen within ROUNDS steps, starting from the data set's "
             "labels or from LABEL",
    .example = "wl:2",
    .follows_arcs = true,
    .takes_base = true,
    .parse = parse_rounds,
    .refinement = SG_BY_NEIGHBORS,
    .radius = rounds_radius,
    .label = label_wl,
};

const sg_labeling_kind sg_labeling_wl_edges = {
    .name = "wl-edges",
    .usage = "wl-edges:ROUNDS or wl-edges:ROUNDS/LABEL",
    .about = "Weisfeiler-Leman that also sees edge labels",
    .example = "wl-edges:1",
    .follows_arcs = true,
    .sees_edges = true,
    .takes_base = true,
    .parse = parse_rounds,
    .refinement = SG_BY_LABELED_EDGES,
    .radius = rounds_radius,
    .label = label_wl,
};
