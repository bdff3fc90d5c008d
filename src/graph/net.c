/* net.c - walk along every chain once, from its lower joint. */
#include "graph/net.h"

#include "base/observer.h"

#include <assert.h>
#include <string.h>

/* Instead of a joint's number: inside a chain, and inside a link that is already known. */
#define INNER (UINT32_MAX - 1)
#define SEEN  UINT32_MAX

typedef struct tying {
    const sg_block_graph *block;
    sg_net *net;
    uint32_t *joint_of; /* [block nodes] the joint's number, INNER or SEEN */
    uint32_t *from;     /* [n_links]    */
    uint32_t *to;       /* [n_links]    */
} tying;

static uint32_t degree(const sg_block_graph *block, uint32_t v)
{
    return block->arc_offset[v + 1] - block->arc_offset[v];
}

static void find_joints(tying *t)
{
    sg_net *net = t->net;
    for (uint32_t v = 0; v < t->block->n_nodes; v++) {
        const bool is_joint = degree(t->block, v) > 2;
        t->joint_of[v] = is_joint ? net->n_joints : INNER;
        if (is_joint) net->joint[net->n_joints++] = v;
    }
}

/* Follow the chain that leaves `v` through `w`; its inner nodes are noted on the way.  Returns
 * the joint at the other end. */
static uint32_t follow(tying *t, uint32_t v, uint32_t w)
{
    const sg_block_graph *block = t->block;
    uint32_t end = t->net->inner_begin[t->net->n_links];
    while (t->joint_of[w] == INNER) {
        const uint32_t *two = block->neighbor + block->arc_offset[w];
        const uint32_t next = two[0] == v ? two[1] : two[0];
        t->joint_of[w] = SEEN;
        t->net->inner[end++] = w;
        v = w;
        w = next;
    }
    t->net->inner_begin[t->net->n_links + 1] = end;
    return t->joint_of[w];
}

static void find_links(tying *t)
{
    const sg_block_graph *block = t->block;
    sg_net *net = t->net;
    net->inner_begin[0] = 0;
    for (uint32_t j = 0; j < net->n_joints && sg_watch_ask_at(j + 1, NULL) == SG_OK; j++) {
        const uint32_t v = net->joint[j];
        for (uint32_t a = block->arc_offset[v]; a < block->arc_offset[v + 1]; a++) {
            const uint32_t w = block->neighbor[a];
            if (t->joint_of[w] == SEEN || t->joint_of[w] < j) continue;
            t->from[net->n_links] = j;
            t->to[net->n_links] = follow(t, v, w);
            net->n_links++;
        }
    }
}

static void sort_arcs(tying *t)
{
    sg_net *net = t->net;
    uint32_t *offset = net->arc_offset;
    memset(offset, 0, ((size_t)net->n_joints + 2) * sizeof *offset);
    for (uint32_t k = 0; k < net->n_links; k++) {
        offset[t->from[k] + 2]++;
        offset[t->to[k] + 2]++;
    }
    for (uint32_t j = 0; j < net->n_joints; j++) offset[j + 2] += offset[j + 1];
    for (uint32_t k = 0; k < net->n_links && sg_watch_ask_at(k + 1, NULL) == SG_OK; k++) {
        const uint32_t length = net->inner_begin[k + 1] - net->inner_begin[k] + 1;
        net->arc[offset[t->from[k] + 1]++] = (sg_net_arc){t->to[k], length, k};
        net->arc[offset[t->to[k] + 1]++] = (sg_net_arc){t->from[k], length, k};
    }
}

sg_status sg_net_tie(sg_net *net, const sg_block_graph *block, sg_scratch *scratch,
                     sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = block->n_nodes, n_edges = block->n_arcs / 2;
    assert(n_edges > n);
    sg_net tied = {0};
    tying t = {.block = block, .net = &tied};
    SG_TAKE(t.joint_of, scratch, n);
    SG_TAKE(tied.joint, scratch, n);
    SG_TAKE(tied.inner, scratch, n);
    find_joints(&t);
    const uint32_t n_links = n_edges - (n - tied.n_joints); /* an inner node joins two edges */
    SG_TAKE(t.from, scratch, n_links);
    SG_TAKE(t.to, scratch, n_links);
    SG_TAKE(tied.inner_begin, scratch, (size_t)n_links + 1);
    SG_TAKE(tied.arc_offset, scratch, (size_t)tied.n_joints + 2);
    SG_TAKE(tied.arc, scratch, (size_t)n_links * 2);
    find_links(&t);
    SG_TRY(sg_watch_ask(err)); /* who is stopped has not followed all chains */
    assert(tied.n_links == n_links);
    sort_arcs(&t);
    SG_TRY(sg_watch_ask(err));
    *net = tied;
done:
    return status;
}
