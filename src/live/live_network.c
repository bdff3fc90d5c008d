/* live_network.c - an ordinary network in double precision on a cut, with labels that are known. */
#define SG_REAL_DOUBLE
#include "live/live_network.h"

#include "base/mem.h"
#include "base/observer.h"
#include "network/real/network.h"

#include <math.h>
#include <string.h>

enum {
    FEWEST_NODES = 257,  /* of a cut, see sg_live_cut_make                          */
    CHUNK = 8192,        /* nodes whose shares are computed at once                 */
    MOST_NODES = 60000,  /* of a cut that could be smaller                          */
    SAMPLE = 64,         /* nodes by which the pairs of a whole graph are estimated */
    MOST_PAIRS = 1 << 26 /* of a whole graph that is computed at once              */
};

/* A network on a cut. */
typedef struct cut_network {
    sg_dataset data;
    sg_labels *labels; /* [n_labelings]                        */
    uint8_t *wanted;   /* [n_nodes] receivers that matter      */
    sg_plan_cache *cache;
    sg_model_on_data model;
    sg_network_f64 *network;
    uint32_t n_labelings;
} cut_network;

static void cut_network_close(cut_network *c)
{
    sg_network_close_f64(c->network);
    sg_model_on_data_close(&c->model);
    sg_plan_cache_close(c->cache);
    for (uint32_t i = 0; c->labels != NULL && i < c->n_labelings; i++)
        sg_free(c->labels[i].label);
    sg_free(c->labels);
    sg_free(c->wanted);
    sg_live_free_cut(&c->data);
}

/* The labels of the cut's nodes; those that were added have none that the model knows. */
static sg_status lend_labels(cut_network *c, const uint32_t *label, const sg_live_with *with,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_vocabularies *known = &with->model->vocabularies;
    const uint32_t n = c->data.graph.n_nodes;
    c->n_labelings = known->n_labelings;
    SG_ALLOC(c->labels, known->n_labelings);
    for (uint32_t i = 0; i < known->n_labelings; i++) {
        const uint32_t unknown = known->labels[i].n_labels;
        sg_labels *labels = &c->labels[i];
        *labels = (sg_labels){.n_nodes = n,
                              .vocabulary = {.key = with->key[i], .n_keys = unknown + 1}};
        SG_ALLOC(labels->label, n);
        for (uint32_t v = 0; v < n; v++)
            labels->label[v] = v < with->cut.n
                                   ? label[(size_t)with->cut.node[v] * known->n_labelings + i]
                                   : unknown;
        SG_TRY(sg_plan_cache_put_labels(c->cache, known->labels[i].expression, labels, err));
    }
done:
    return status;
}

/* `inner` is how many steps away receivers may be whose messages count. */
static sg_status cut_network_open(cut_network *c, const uint32_t *label, sg_live_with *with,
                                  uint32_t inner, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = with->model;
    SG_TRY(sg_live_make_cut(&c->data, with, FEWEST_NODES, err));
    SG_ALLOC(c->wanted, c->data.graph.n_nodes);
    for (uint32_t i = 0; i < with->cut.n; i++) c->wanted[i] = with->cut.step[i] <= inner;
    SG_TRY(sg_plan_cache_open(&c->cache, &c->data, &model->vocabularies, &with->options, err));
    sg_plan_cache_use_index(c->cache, &with->index);
    sg_plan_cache_want(c->cache, c->wanted);
    SG_TRY(lend_labels(c, label, with, err));
    const sg_placement on = {.cache = c->cache, .max_batch = 1, .parameters = model->weight};
    SG_TRY(sg_model_place_on(&c->model, model, &on, err));
    SG_TRY(sg_network_open_f64(&c->network, &c->model.spec, NULL, err));
    (void)sg_network_forward_f64(c->network, &(uint32_t){0}, 1, false);
    SG_TRY(sg_watch_ask(err));
done:
    return status;
}

/* The layer that pools, on a cut. */
static sg_pooled_graph pooled_graph(const cut_network *c, const sg_live_with *with)
{
    const sg_network_outline *outline = &c->model.outline;
    const uint32_t first = outline->first_tensor[with->pool];
    const bool learns = first < outline->first_tensor[with->pool + 1];
    return (sg_pooled_graph){
        .parameter = learns ? with->model->weight + outline->tensor[first].first : NULL,
        .x = sg_network_state_before_f64(c->network, with->pool),
        .n = c->data.graph.n_nodes,
        .width = outline->state[with->pool].width};
}

/* Cut out some nodes and all that their shares depend on. */
static sg_status cut_around(sg_live_with *with, const sg_live_graph *graph,
                            const uint32_t *node, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_live_cut_begin(&with->cut, graph, err));
    for (uint32_t i = 0; i < n; i++) SG_TRY(sg_live_cut_take(&with->cut, node[i], err));
    SG_TRY(sg_live_cut_widen(&with->cut, with->reach.state, err));
done:
    return status;
}

/* The shares of some nodes on the cut around them. */
static sg_status share_cut(double *share, const uint32_t *label, sg_live_with *with,
                           const uint32_t *node, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    cut_network c = {0};
    const uint32_t reach = with->reach.state;
    SG_TRY(cut_network_open(
        &c, label, with, reach == SG_EVERYWHERE ? reach : reach - with->reach.shortest, err));
    const sg_pooled_graph pooled = pooled_graph(&c, with);
    const sg_layer_spec *pool = &c.model.layer[with->pool];
    for (uint32_t i = 0; i < n; i++)
        pool->kind->share(share + (size_t)i * with->width, pool->of, &pooled,
                          sg_live_cut_find(&with->cut, node[i]));
done:
    cut_network_close(&c);
    return status;
}

/* Whether all nodes of a graph can be computed at once, which looks at each of them once and not in every
 * part that it is close to: whether its pairs fit into memory, by the nodes around some of its nodes. */
static sg_status fits_as_whole(bool *fits, const sg_live_graph *graph, sg_live_with *with,
                               const uint32_t *node, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t n_around = 0;
    for (uint64_t i = 0; i < SAMPLE; i++) {
        SG_TRY(cut_around(with, graph, &node[i * n / SAMPLE], 1, err));
        n_around += with->cut.n;
    }
    *fits = n_around <= (uint64_t)MOST_PAIRS * SAMPLE / n;
done:
    return status;
}

/* As many nodes at once as have a cut that is not too large: the number is found out once and kept. */
sg_status sg_live_compute_shares(double *share, const sg_live_graph *graph,
                                 const uint32_t *label, sg_live_with *with,
                                 const uint32_t *node, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    bool as_whole = with->reach.state == SG_EVERYWHERE;
    if (!as_whole && n > CHUNK && n == graph->n_alive)
        SG_TRY(fits_as_whole(&as_whole, graph, with, node, n, err));
    const bool in_parts = !as_whole;
    uint32_t at_once = in_parts && n > CHUNK ? CHUNK : n;
    for (uint32_t done = 0; done < n;) {
        const uint32_t m = n - done < at_once ? n - done : at_once;
        SG_TRY(cut_around(with, graph, node + done, m, err));
        if (in_parts && m > 1 && with->cut.n > MOST_NODES) {
            at_once = m / 2;
            continue;
        }
        SG_TRY(share_cut(share + (size_t)done * with->width, label, with, node + done, m, err));
        done += m;
    }
done:
    return status;
}

/* ---- Pooling -------------------------------------------------------------------------------- */

/* The largest share of any node in column `i`; 0 where there are none. */
static double largest_share(const double *share, const uint32_t *node, size_t n, uint32_t i,
                            uint32_t width)
{
    double largest = n > 0 ? -INFINITY : 0;
    for (size_t v = 0; v < n; v++) {
        const size_t row = node != NULL ? node[v] : v;
        if (share[row * width + i] > largest) largest = share[row * width + i];
    }
    return largest;
}

/* The row behind the layer that pools: sums, means or the largest shares, and what is added to all. */
static void pool_rows(double *row, const sg_live_shares *of, const sg_pooled_graph *graph,
                      const sg_layer_spec *pool, uint32_t width)
{
    const sg_pooling pooling = pool->kind->pooling(pool->of);
    const double divisor = sg_pooling_divisor(pooling, (uint32_t)of->n);
    pool->kind->constant(row, pool->of, graph);
    for (uint32_t i = 0; i < width; i++)
        row[i] += pooling == SG_POOL_MAX ? largest_share(of->share, of->node, of->n, i, width)
                                         : sg_exact_value(&of->sum[i]) / divisor;
}

/* Compute all layers behind the one that pools; its row comes from the shares. */
sg_status sg_live_finish(double *output, const sg_live_shares *of, const sg_live_graph *graph,
                         const uint32_t *label, sg_live_with *with, sg_error *err)
{
    sg_status status = SG_OK;
    cut_network c = {0};
    const sg_outputs *outputs = &with->model->outputs;
    /* No node matters any more, but a network needs a graph. */
    SG_TRY(sg_live_cut_begin(&with->cut, graph, err));
    SG_TRY(cut_network_open(&c, label, with, 0, err));
    const sg_pooled_graph pooled = pooled_graph(&c, with);
    pool_rows(sg_network_state_before_f64(c.network, with->pool + 1), of, &pooled,
              &c.model.layer[with->pool], with->width);
    const double *out = sg_network_resume_f64(c.network, with->pool + 1);
    memcpy(output, out, outputs->n * sizeof *output);
    sg_outputs_finish(output, 1, outputs);
done:
    cut_network_close(&c);
    return status;
}
