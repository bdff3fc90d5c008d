/* block_beliefs.c - belief propagation on the block model.
 *
 * The message that v gets from its neighbor w says how likely each class of v is, by what w knows from all its other
 * neighbors.  After t rounds that is what is within t steps.  Messages and beliefs are logarithms. */
#include "base/mem.h"
#include "generators/block_model.h"
#include "generators/block_parameters.h"

#include <math.h>
#include <string.h>

enum { K = SG_BLOCK_CLASSES };

/* The logarithm of the attributes' density by class, but for a constant. */
static void load_own(double own[K], const double *attribute)
{
    for (int c = 0; c < K; c++) own[c] = SG_BLOCK_MEAN * attribute[c];
}

/* Make the largest 0, so that nothing overflows. */
static void settle(double logarithm[K])
{
    double most = logarithm[0];
    for (int c = 1; c < K; c++) most = logarithm[c] > most ? logarithm[c] : most;
    for (int c = 0; c < K; c++) logarithm[c] -= most;
}

/* What knowing `from` about a node says about its neighbor. */
static void pass(double to[K], const double from[K])
{
    double sum = 0, known[K];
    for (int c = 0; c < K; c++) sum += known[c] = exp(from[c]);
    for (int c = 0; c < K; c++)
        to[c] =
            log(SG_BLOCK_SAME * known[c] + (1 - SG_BLOCK_SAME) / (K - 1) * (sum - known[c]));
    settle(to);
}

/* The arc of v's row that leads to w; there is one. */
static uint32_t find_arc(const sg_graph *graph, uint32_t v, uint32_t w)
{
    uint32_t low = graph->arc_offset[v], high = graph->arc_offset[v + 1];
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (graph->neighbor[middle] <= w)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* All that node v knows, with the message of every neighbor; message[a] belongs to arc a of v's row. */
static void gather(double known[K], const sg_graph *graph, const double *attribute,
                   const double (*message)[K], uint32_t v)
{
    load_own(known, attribute + (size_t)v * K);
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
        for (int c = 0; c < K; c++) known[c] += message[a][c];
}

/* New messages from all nodes: what w knows without the one that it tells. */
static void run_round(double (*after)[K], const double (*before)[K], const sg_graph *graph,
                      const double *attribute)
{
    for (uint32_t w = 0; w < graph->n_nodes; w++) {
        double known[K];
        gather(known, graph, attribute, before, w);
        for (uint32_t a = graph->arc_offset[w]; a < graph->arc_offset[w + 1]; a++) {
            double others[K];
            for (int c = 0; c < K; c++) others[c] = known[c] - before[a][c];
            settle(others);
            pass(after[find_arc(graph, graph->neighbor[a], w)], others);
        }
    }
}

sg_status sg_block_beliefs(double *belief, const sg_graph *graph, const double *attribute,
                           uint32_t radius, sg_error *err)
{
    sg_status status = SG_OK;
    double(*before)[K] = NULL, (*after)[K] = NULL;
    SG_ALLOC(before, graph->n_arcs);
    SG_ALLOC(after, graph->n_arcs);
    for (uint32_t r = 0; r < radius; r++) {
        run_round(after, (const double(*)[K])before, graph, attribute);
        double(*kept)[K] = before;
        before = after;
        after = kept;
    }
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        double *of = belief + (size_t)v * K, sum = 0;
        gather(of, graph, attribute, (const double(*)[K])before, v);
        settle(of);
        for (int c = 0; c < K; c++) sum += of[c] = exp(of[c]);
        for (int c = 0; c < K; c++) of[c] /= sum;
    }
done:
    sg_free(before);
    sg_free(after);
    return status;
}

/* The part of the test nodes whose likeliest class is their own. */
static double accuracy_of(const double *belief, const sg_dataset *data)
{
    uint32_t n = 0, n_right = 0;
    for (uint32_t v = 0; v < data->graph.n_nodes; v++) {
        const double *of = belief + (size_t)v * K;
        uint32_t best = 0;
        if (data->items.part[v] != SG_TEST) continue;
        for (uint32_t c = 1; c < K; c++)
            if (of[c] > of[best]) best = c;
        n++;
        n_right += best == data->items.item_class[v];
    }
    return n > 0 ? (double)n_right / n : 0;
}

sg_status sg_block_model_answer(sg_text *text, const sg_dataset *data, sg_error *err)
{
    enum { MOST = 3 };
    sg_status status = SG_OK;
    double *belief = NULL;
    SG_ALLOC(belief, (size_t)data->graph.n_nodes * K);
    SG_TRY(
        sg_text_add(text, err, "belief propagation with the true parameters is right about"));
    for (uint32_t radius = 0; radius <= MOST; radius++) {
        SG_TRY(sg_block_beliefs(belief, &data->graph, data->node_attribute.value, radius, err));
        SG_TRY(sg_text_add(text, err, "%s %.2f %% within %u", radius > 0 ? "," : "",
                           100 * accuracy_of(belief, data), radius));
    }
    SG_TRY(sg_text_add(text, err, " steps of test nodes"));
done:
    sg_free(belief);
    return status;
}
