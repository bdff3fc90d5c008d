/* induced_cycles.c - chordless cycles through every node, by length.
 *
 * A cycle is chordless if no edge but its own joins two of its nodes; in a net such an edge is a
 * link of length 1 between two of its joints.  The search keeps, for every joint, the number of
 * joints on the path (start and end excepted) that have an edge to it: a joint with such an edge
 * cannot be entered.  One with an edge to the start closes the cycle there and then, for any other
 * way on would have that edge as its chord.
 *
 * A longer link whose ends are joined by an edge as well is on one chordless cycle, the one with
 * that edge.  These are counted first and their links taken out of the net, so that the search
 * need not think of chords between neighbors on the path. */
#include "invariants/labelings/cycle_search.h"

#include <string.h>

typedef struct chordless {
    sg_cycle_search search;
    uint32_t *blocked;   /* [n_joints] edges from the inside of the path                  */
    uint32_t *edge_to;   /* [n_joints] the joint that edge_link joins this one with, plus 1 */
    uint32_t *edge_link; /* [n_joints] the edge between the two                           */
} chordless;

/* Note which joints have an edge to joint j, whose arcs are these. */
static void mark_edges(chordless *c, uint32_t j, const sg_net_arc *arc, const sg_net_arc *end)
{
    for (; arc < end; arc++) {
        if (arc->length > 1) continue;
        c->edge_to[arc->to] = j + 1;
        c->edge_link[arc->to] = arc->link;
    }
}

static bool has_edge(const chordless *c, uint32_t from, uint32_t to)
{
    return c->edge_to[to] == from + 1;
}

/* Count the cycle of the link `arc` from joint j and the edge between its ends. */
static void count_closed_link(chordless *c, uint32_t j, const sg_net_arc *arc)
{
    sg_cycle_search *s = &c->search;
    const uint32_t length = arc->length + 1;
    if (j > arc->to || length < s->min || length > s->max) return;
    s->count[(size_t)j * s->width + (length - s->min)]++;
    s->count[(size_t)arc->to * s->width + (length - s->min)]++;
    sg_cycle_count_of_link(s, arc->link)[length - s->min]++;
}

static void take_out_closed_links(chordless *c, sg_net *net)
{
    uint32_t begin = 0, kept = 0;
    for (uint32_t j = 0; j < net->n_joints; j++) {
        const uint32_t end = net->arc_offset[j + 1];
        mark_edges(c, j, net->arc + begin, net->arc + end);
        for (uint32_t a = begin; a < end; a++) {
            const sg_net_arc arc = net->arc[a];
            if (arc.length > 1 && has_edge(c, j, arc.to))
                count_closed_link(c, j, &arc);
            else
                net->arc[kept++] = arc;
        }
        net->arc_offset[j + 1] = kept;
        begin = end;
    }
    memset(c->edge_to, 0, net->n_joints * sizeof *c->edge_to);
}

/* Note the cycle that goes on through `arc` and back to the start through the edge there. */
static void close_through(chordless *c, uint32_t depth, const sg_net_arc *arc, uint32_t length)
{
    sg_cycle_search *s = &c->search;
    if (c->edge_link[arc->to] < s->first || length + 1 < s->min) return;
    s->count[(size_t)arc->to * s->width + (length + 1 - s->min)]++;
    sg_cycle_search_note(s, depth, arc, length + 1);
}

static void block_neighbors(chordless *c, uint32_t v, uint32_t change)
{
    const sg_net *net = c->search.net;
    for (uint32_t a = net->arc_offset[v]; a < net->arc_offset[v + 1]; a++)
        if (net->arc[a].length == 1) c->blocked[net->arc[a].to] += change;
}

/* Whether some cycle could still close behind the next joint: through a link, or an edge whose
 * joint is not blocked.  Few paths in dense graphs get past this. */
static bool can_close_later(const chordless *c)
{
    const sg_cycle_search *s = &c->search;
    const sg_net_arc *arc = s->net->arc + s->net->arc_offset[s->start + 1];
    while ((--arc)->link > s->first)
        if (arc->length > 1 || c->blocked[arc->to] == 0) return true;
    return false;
}

static void walk(chordless *c, uint32_t depth, const sg_net_arc *via, uint32_t length)
{
    sg_cycle_search *s = &c->search;
    const sg_net *net = s->net;
    const uint32_t v = via->to, begin = net->arc_offset[v], end = net->arc_offset[v + 1];
    const uint32_t way_back = s->distance[v];
    const uint64_t n_before = s->n_found;
    enum { UNKNOWN, NO, YES } later = UNKNOWN;
    if (!sg_cycle_search_step(s, end - begin)) return;
    s->distance[v] = SG_CYCLE_FAR;
    block_neighbors(c, v, 1);
    for (const sg_net_arc *arc = net->arc + begin; arc < net->arc + end; arc++) {
        const uint32_t longer = length + arc->length;
        if (longer + s->distance[arc->to] > s->max) continue;
        if (arc->to == s->start) {
            if (arc->link > s->first && longer >= s->min)
                sg_cycle_search_note(s, depth, arc, longer);
        } else if (c->blocked[arc->to] == (arc->length == 1)) {
            if (has_edge(c, s->start, arc->to)) {
                close_through(c, depth, arc, longer);
                continue;
            }
            if (later == UNKNOWN) later = can_close_later(c) ? YES : NO;
            if (later == YES) walk(c, depth + 1, arc, longer);
        }
    }
    block_neighbors(c, v, UINT32_MAX); /* minus 1 */
    s->distance[v] = way_back;
    if (s->n_found != n_before) sg_cycle_search_fold(s, depth, via, length);
}

static sg_status search_net(chordless *c, const sg_net *net)
{
    sg_status status = SG_OK;
    sg_cycle_search *s = &c->search;
    for (uint32_t start = 0; start < net->n_joints; start++) {
        const sg_net_arc *arc = NULL;
        sg_cycle_search_begin(s, start);
        mark_edges(c, start, net->arc + net->arc_offset[start],
                   net->arc + net->arc_offset[start + 1]);
        while ((arc = sg_cycle_search_next(s)) != NULL) walk(c, 1, arc, arc->length);
        SG_TRY(sg_cycle_search_end(s));
    }
    sg_cycle_search_spread(s);
done:
    return status;
}

static sg_status count_block(const sg_cycle_request *request, sg_error *err)
{
    sg_status status = SG_OK;
    sg_scratch *scratch = request->work->scratch;
    sg_net net = {0};
    chordless c = {0};
    SG_TRY(sg_net_tie(&net, request->block, scratch, err));
    SG_TRY(sg_cycle_search_open(&c.search, request, &net, err));
    SG_TAKE(c.blocked, scratch, net.n_joints);
    SG_TAKE(c.edge_to, scratch, net.n_joints);
    SG_TAKE(c.edge_link, scratch, net.n_joints);
    memset(c.blocked, 0, net.n_joints * sizeof *c.blocked);
    memset(c.edge_to, 0, net.n_joints * sizeof *c.edge_to);
    take_out_closed_links(&c, &net);
    SG_TRY(search_net(&c, &net));
done:
    return status;
}

static sg_status label_induced_cycles(sg_key *key, const sg_labeling *labeling,
                                      const sg_label_work *work, sg_error *err)
{
    return sg_cycles_label(key, SG_TAG_INDUCED_CYCLES, count_block, labeling, work, err);
}

static sg_status describe_induced_cycles(sg_text *text, const sg_labeling *labeling,
                                         const sg_label_work *work, uint32_t node,
                                         sg_error *err)
{
    return sg_cycles_describe(text, "chordless cycle", count_block, labeling, work, node, err);
}

const sg_labeling_kind sg_labeling_induced_cycles = {
    .name = "induced-cycles",
    .usage = "induced-cycles:MAX or induced-cycles:MIN-MAX",
    .about =
        "the number of chordless cycles through the node, for every length from MIN (3) to "
        "MAX; a triangle is one",
    .example = "induced-cycles:8",
    .describe = describe_induced_cycles,
    .parse = sg_cycles_parse,
    .radius = sg_cycles_radius,
    .label = label_induced_cycles,
};
