/* cycle_search.c - ways back, budgets, and handing counts around. */
#include "invariants/labelings/cycle_search.h"

#include <string.h>

sg_status sg_cycle_search_open(sg_cycle_search *search, const sg_cycle_request *request,
                               const sg_net *net, sg_error *err)
{
    sg_status status = SG_OK;
    sg_scratch *scratch = request->work->scratch;
    const uint32_t n = net->n_joints;
    const uint32_t deepest = request->max < n ? request->max : n;
    sg_cycle_search s = {.request = request,
                         .net = net,
                         .min = request->min,
                         .max = request->max,
                         .width = request->max - request->min + 1,
                         .err = err};
    SG_TAKE(s.distance, scratch, n);
    SG_TAKE(s.reached, scratch, n);
    SG_TAKE(s.queue, scratch, n);
    SG_TAKE(s.queued, scratch, n);
    SG_TAKE(s.in_reach, scratch, n);
    SG_TRY(sg_cycle_counts_take(&s.count, (size_t)n + net->n_links, s.width, request->labeling,
                                request->work, err));
    SG_TRY(sg_cycle_counts_take(&s.found, (size_t)deepest + 1, s.width, request->labeling,
                                request->work, err));
    for (uint32_t j = 0; j < n; j++) s.distance[j] = SG_CYCLE_FAR;
    memset(s.queued, 0, n * sizeof *s.queued);
    memset(s.in_reach, 0, n * sizeof *s.in_reach);
    *search = s;
done:
    return status;
}

/* Offer a way back from joint j; if it is the shortest so far, j tells its neighbors later. */
static void offer(sg_cycle_search *s, uint32_t j, uint32_t distance)
{
    if (distance >= s->distance[j]) return;
    s->distance[j] = distance;
    if (!s->in_reach[j]) {
        s->in_reach[j] = true;
        s->reached[s->n_reached++] = j;
    }
    if (s->queued[j]) return;
    s->queued[j] = true;
    const uint32_t tail = s->head + s->n_queued++, n = s->net->n_joints;
    s->queue[tail < n ? tail : tail - n] = j;
}

static uint32_t take(sg_cycle_search *s)
{
    const uint32_t j = s->queue[s->head];
    s->head = s->head + 1 < s->net->n_joints ? s->head + 1 : 0;
    s->n_queued--;
    s->queued[j] = false;
    return j;
}

/* Tell neighbors until there is no news.  Links have lengths, so a joint may be reached again on
 * a shorter way: this is the queue of Bellman and Ford. */
static void spread_news(sg_cycle_search *s, uint32_t farthest, bool stay_in_reach)
{
    const sg_net *net = s->net;
    while (s->n_queued > 0) {
        const uint32_t j = take(s), end = net->arc_offset[j + 1];
        for (uint32_t a = net->arc_offset[j]; a < end; a++) {
            const uint32_t to = net->arc[a].to, distance = s->distance[j] + net->arc[a].length;
            if (to > s->start && distance <= farthest && (s->in_reach[to] || !stay_in_reach))
                offer(s, to, distance);
        }
        s->steps++;
    }
}

/* Let cycles come back through `last`. */
static void admit(sg_cycle_search *s, const sg_net_arc *last)
{
    if (!s->in_reach[last->to]) return;
    offer(s, last->to, last->length);
    spread_news(s, s->max, true);
}

/* On a cycle no joint is farther from the start than half way round.  That bounds what must be
 * looked at; the ways back themselves come later, link by link. */
void sg_cycle_search_begin(sg_cycle_search *search, uint32_t start)
{
    sg_cycle_search *s = search;
    for (uint32_t i = 0; i < s->n_reached; i++) {
        s->distance[s->reached[i]] = SG_CYCLE_FAR;
        s->in_reach[s->reached[i]] = false;
    }
    s->n_reached = 0;
    s->start = start;
    s->next = s->net->arc_offset[start + 1];
    offer(s, start, 0);
    spread_news(s, s->max / 2, false);
    for (uint32_t i = 1; i < s->n_reached; i++) s->distance[s->reached[i]] = SG_CYCLE_FAR;
}

const sg_net_arc *sg_cycle_search_next(sg_cycle_search *search)
{
    sg_cycle_search *s = search;
    const sg_net *net = s->net;
    while (s->next > net->arc_offset[s->start]) {
        if (s->next < net->arc_offset[s->start + 1]) admit(s, &net->arc[s->next]);
        const sg_net_arc *arc = &net->arc[--s->next];
        s->first = arc->link;
        if (arc->length + s->distance[arc->to] <= s->max) return arc;
    }
    return NULL;
}

bool sg_cycle_search_pay(sg_cycle_search *search)
{
    if (search->status != SG_OK) return false;
    search->status = sg_budget_spend(search->request->work, search->request->labeling,
                                     search->steps, search->err);
    if (search->status == SG_OK) search->steps = 0;
    return search->status == SG_OK;
}

void sg_cycle_search_fold(sg_cycle_search *search, uint32_t depth, const sg_net_arc *via,
                          uint32_t length)
{
    const uint32_t width = search->width;
    uint64_t *found = search->found + (size_t)depth * width, *above = found - width;
    uint64_t *of_joint = search->count + (size_t)via->to * width;
    uint64_t *of_link = via->length > 1 ? sg_cycle_count_of_link(search, via->link) : NULL;
    for (uint32_t i = length < search->min ? 0 : length + 1 - search->min; i < width; i++) {
        if (found[i] == 0) continue;
        of_joint[i] += found[i];
        if (of_link != NULL) of_link[i] += found[i];
        above[i] += found[i];
        found[i] = 0;
    }
}

sg_status sg_cycle_search_end(sg_cycle_search *search)
{
    uint64_t *of_start = search->count + (size_t)search->start * search->width;
    for (uint32_t i = 0; i < search->width; i++) {
        of_start[i] += search->found[i];
        search->found[i] = 0;
    }
    (void)sg_cycle_search_pay(search);
    return search->status;
}

static void add_row(const sg_cycle_search *s, uint32_t v, const uint64_t *row)
{
    uint64_t *sum = sg_cycle_row(s->request, v);
    for (uint32_t i = 0; i < s->width; i++) sum[i] += row[i];
}

void sg_cycle_search_spread(const sg_cycle_search *search)
{
    const sg_net *net = search->net;
    for (uint32_t j = 0; j < net->n_joints; j++)
        add_row(search, net->joint[j], search->count + (size_t)j * search->width);
    for (uint32_t k = 0; k < net->n_links; k++)
        for (uint32_t i = net->inner_begin[k]; i < net->inner_begin[k + 1]; i++)
            add_row(search, net->inner[i], sg_cycle_count_of_link(search, k));
}
