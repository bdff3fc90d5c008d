/* cycles.c - simple cycles through every node, by length.
 *
 * Short cycles of dense blocks are counted by formulas, all others are searched for in the
 * block's net.  The search enters a joint only if a cycle of the length allowed could still come
 * back from there; in the nets of molecules few such paths fail. */
#include "invariants/labelings/cycle_search.h"
#include "invariants/labelings/short_cycles.h"

static void walk(sg_cycle_search *s, uint32_t depth, const sg_net_arc *via, uint32_t length)
{
    const sg_net *net = s->net;
    const uint32_t v = via->to, begin = net->arc_offset[v], end = net->arc_offset[v + 1];
    const uint32_t way_back = s->distance[v];
    const uint64_t n_before = s->n_found;
    if (!sg_cycle_search_step(s, end - begin)) return;
    s->distance[v] = SG_CYCLE_FAR;
    for (const sg_net_arc *arc = net->arc + begin; arc < net->arc + end; arc++) {
        const uint32_t longer = length + arc->length;
        if (longer + s->distance[arc->to] > s->max) continue;
        if (arc->to != s->start)
            walk(s, depth + 1, arc, longer);
        else if (arc->link > s->first && longer >= s->min)
            sg_cycle_search_note(s, depth, arc, longer);
    }
    s->distance[v] = way_back;
    if (s->n_found != n_before) sg_cycle_search_fold(s, depth, via, length);
}

static sg_status search_block(const sg_cycle_request *request, sg_error *err)
{
    sg_status status = SG_OK;
    sg_net net = {0};
    sg_cycle_search s = {0};
    SG_TRY(sg_net_tie(&net, request->block, request->work->scratch, err));
    SG_TRY(sg_cycle_search_open(&s, request, &net, err));
    for (uint32_t start = 0; start < net.n_joints; start++) {
        const sg_net_arc *arc = NULL;
        sg_cycle_search_begin(&s, start);
        while ((arc = sg_cycle_search_next(&s)) != NULL) walk(&s, 1, arc, arc->length);
        SG_TRY(sg_cycle_search_end(&s));
    }
    sg_cycle_search_spread(&s);
done:
    return status;
}

static sg_status count_block(const sg_cycle_request *request, sg_error *err)
{
    return sg_short_cycles_apply(request) ? sg_short_cycles_count(request, err)
                                          : search_block(request, err);
}

static sg_status label_cycles(sg_key *key, const sg_labeling *labeling,
                              const sg_label_work *work, sg_error *err)
{
    return sg_cycles_label(key, SG_TAG_CYCLES, count_block, labeling, work, err);
}

static sg_status describe_cycles(sg_text *text, const sg_labeling *labeling,
                                 const sg_label_work *work, uint32_t node, sg_error *err)
{
    return sg_cycles_describe(text, "cycle", count_block, labeling, work, node, err);
}

const sg_labeling_kind sg_labeling_cycles = {
    .name = "cycles",
    .usage = "cycles:MAX or cycles:MIN-MAX",
    .about =
        "the number of simple cycles through the node, for every length from MIN (3) to MAX",
    .example = "cycles:8",
    .describe = describe_cycles,
    .parse = sg_cycles_parse,
    .radius = sg_cycles_radius,
    .label = label_cycles,
};
