/* encoder_senders.c - the pairs of a sender.
 *
 *     dX[u] = sum over heads h and pairs p that u sends: w_h[slot(p)] dY_h[receiver(p)]
 *
 * A plan lists the pairs of receivers.  Threads that share a large graph want to write to rows of their own when
 * gradients go back, so they go through the pairs of senders instead.  Terms are added in the order in which the
 * other way adds them. */
#include "layers/encoder/encoder.h"

#include "base/mem.h"
#include "layers/real/row_sums.h"

/* By counting: how many pairs each node sends, where they begin, which they are. */
static sg_status list_pairs(sg_sender_rows *rows, const sg_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_plan *plan = rows->plan;
    SG_ALLOC(rows->row, graph->n_nodes + (size_t)2);
    SG_ALLOC(rows->receiver, plan->n_pairs);
    SG_ALLOC(rows->slot, plan->n_pairs);
    if (plan->factor != NULL) SG_ALLOC(rows->factor, plan->n_pairs);
    uint64_t *place = rows->row + 1;
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const size_t first = graph->graph_offset[g], behind = graph->graph_offset[g + 1];
        for (uint64_t p = plan->row[first]; p < plan->row[behind]; p++)
            place[first + sg_plan_sender(plan, p) + 1]++;
    }
    for (uint32_t v = 0; v < graph->n_nodes; v++) place[v + (size_t)1] += place[v];
    for (uint32_t g = 0; g < graph->n_graphs; g++) {
        const uint32_t first = graph->graph_offset[g];
        for (uint32_t v = first; v < graph->graph_offset[g + 1]; v++)
            for (uint64_t p = plan->row[v]; p < plan->row[v + 1]; p++) {
                const uint64_t to = place[first + (size_t)sg_plan_sender(plan, p)]++;
                rows->receiver[to] = v - first;
                rows->slot[to] = plan->slot[p];
                if (plan->factor != NULL) rows->factor[to] = plan->factor[p];
            }
    }
done:
    return status;
}

sg_status SG_R(sg_encoder_list_senders)(sg_encoder *e, const sg_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(e->senders, e->n_heads);
    for (uint32_t h = 0; h < e->n_heads; h++) {
        uint32_t i = 0;
        while (i < e->n_senders && e->senders[i].plan != e->spec[h].plan) i++;
        e->head[h].senders = i;
        if (i < e->n_senders) continue;
        e->senders[e->n_senders++].plan = e->spec[h].plan;
        SG_TRY(list_pairs(&e->senders[i], graph, err));
    }
done:
    return status;
}

void SG_R(sg_encoder_free_senders)(sg_encoder *e)
{
    for (uint32_t i = 0; i < e->n_senders; i++) {
        sg_free(e->senders[i].row);
        sg_free(e->senders[i].receiver);
        sg_free(e->senders[i].slot);
        sg_free(e->senders[i].factor);
    }
    sg_free(e->senders);
    e->senders = NULL;
    e->n_senders = 0;
}

/* What node u of the graph gets through one head. */
static void add_pairs(sg_real *dx, const sg_sender_rows *rows, const sg_real *w,
                      const sg_real *dy, size_t stride, size_t k, uint32_t node)
{
    SG_R(sg_row_terms) terms;
    for (uint64_t p = rows->row[node]; p < rows->row[node + 1];) {
        for (terms.n = 0; p < rows->row[node + 1] && terms.n < SG_ROW_TERMS; p++) {
            const sg_real weight = w[rows->slot[p]];
            terms.factor[terms.n] =
                rows->factor != NULL ? weight * (sg_real)rows->factor[p] : weight;
            terms.row[terms.n++] = rows->receiver[p];
        }
        SG_R(sg_row_terms_add_apart)(dx, &terms, dy, stride, k);
    }
}

void SG_R(sg_senders_backward)(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                               sg_batch_span span, sg_row_range rows)
{
    const sg_encoder *e = layer->own;
    const size_t k = layer->in_width, stride = layer->out_width;
    const sg_real *dy = flow->dy + span.first_row * stride;
    for (uint32_t u = rows.first; u < rows.first + rows.n; u++)
        for (uint32_t h = 0; h < e->n_heads; h++)
            add_pairs(flow->dx + (span.first_row + (size_t)u) * k,
                      &e->senders[e->head[h].senders], flow->parameter + e->head[h].first,
                      dy + h * k, stride, k, span.first_node + u);
}
