/* prediction_api.c - scores and states of graphs, some graphs at a time.
 *
 * Between two portions the observer is asked whether to go on.  Where there is one, results are made
 * in memory of their own, so that the caller's array stays as it is when it says no. */
#include "sharegnn.h"

#include "api/prediction_parts.h"
#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "model/trust/trust.h"

#include <inttypes.h>
#include <string.h>

/* The most graphs, and pairs of nodes, of a portion: a small part of a second. */
enum { PORTION_GRAPHS = 256, PORTION_PAIRS = 1 << 24 };

/* What is computed for every graph: a state, or scores. */
typedef struct computation {
    sg_prediction *of;
    bool scores;
    uint32_t layer; /* of the state                      */
    uint32_t width; /* numbers per row                   */
    bool of_nodes;  /* a row per node, else one per graph */
} computation;

static sg_item_kind item_of(const sg_prediction *p)
{
    return sg_blueprint_item(&p->model->blueprint);
}

static uint32_t nodes_of(const sg_prediction *p, uint32_t graph)
{
    const uint32_t *offset = p->data->graph.graph_offset;
    return offset[graph + 1] - offset[graph];
}

static sg_status check_weights(const sg_prediction *p, sg_error *err)
{
    return sg_model_check_changes(p->model, p->model_changes, "prediction", err);
}

/* How many of graph[0 .. n) are the next portion; 1 at least.  Nodes are all in one: their graphs are
 * computed again for every portion. */
static uint32_t cut_portion(const computation *c, const uint32_t *graph, uint32_t n)
{
    const sg_prediction *p = c->of;
    uint64_t n_pairs = 0;
    if (c->scores && item_of(p) == SG_ITEM_NODE) return n;
    for (uint32_t i = 0; i < n && i < PORTION_GRAPHS; i++) {
        const uint64_t n_nodes = nodes_of(p, graph[i]);
        n_pairs += n_nodes * n_nodes;
        if (i > 0 && n_pairs > PORTION_PAIRS) return i;
    }
    return n < PORTION_GRAPHS ? n : PORTION_GRAPHS;
}

static uint64_t count_rows(const computation *c, const uint32_t *graph, uint32_t n)
{
    uint64_t n_rows = 0;
    if (!c->of_nodes) return n;
    for (uint32_t i = 0; i < n; i++) n_rows += nodes_of(c->of, graph[i]);
    return n_rows;
}

/* `name` is what the caller's array is called. */
static sg_status check_items(const sg_prediction *p, sg_item_kind kind, const char *name,
                             const uint32_t *item, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &p->data->graph;
    const uint32_t n_items = kind == SG_ITEM_NODE ? graph->n_nodes : graph->n_graphs;
    for (uint32_t i = 0; i < n; i++)
        SG_REQUIRE(item[i] < n_items, SG_EINVAL,
                   "%s[%u]: there is no %s %u; the data set %s, which the prediction was "
                   "opened with, has %u",
                   name, i, sg_item_word(kind), item[i],
                   p->data->name != NULL ? p->data->name : "", n_items);
done:
    return status;
}

static sg_status compute_portions(double *value, const computation *c, const uint32_t *graph,
                                  uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0, m = 0; i < n; i += m) {
        const sg_progress progress = {
            "predicting", c->scores ? sg_items_word(item_of(c->of)) : "graphs", i, n};
        SG_TRY(sg_observe(c->of->options.observer, progress, err));
        m = cut_portion(c, graph + i, n - i);
        if (c->scores)
            SG_TRY(sg_predictor_run(value, c->of->predictor, graph + i, m, err));
        else
            SG_TRY(sg_predictor_states(value, c->of->predictor, c->layer, graph + i, m, err));
        SG_TRY(sg_watch_ask(err));
        if (c->scores)
            SG_TRY(sg_outputs_check(value, graph + i, m, &c->of->model->outputs, err));
        value += count_rows(c, graph + i, m) * c->width;
    }
done:
    return status;
}

static sg_status compute(double *value, const computation *c, const uint32_t *graph, uint32_t n,
                         sg_error *err)
{
    sg_status status = SG_OK;
    double *made = NULL;
    const size_t n_values = (size_t)(count_rows(c, graph, n) * c->width);
    sg_watch watch;
    sg_watch_begin(&watch, c->of->options.observer);
    SG_TRY(check_weights(c->of, err));
    if ((sg_watch_here.watch == NULL && !c->scores) || n_values == 0) {
        SG_TRY(compute_portions(value, c, graph, n, err));
        goto done;
    }
    SG_ALLOC(made, n_values);
    SG_TRY(compute_portions(made, c, graph, n, err));
    memcpy(value, made, n_values * sizeof *value);
done:
    sg_watch_end(&watch);
    sg_free(made);
    return status;
}

sg_status sg_prediction_run(double *score, sg_prediction *prediction, const uint32_t *item,
                            uint32_t n, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(prediction);
    SG_REQUIRE_ARRAY(score, n);
    SG_REQUIRE_ARRAY(item, n);
    sg_status status = SG_OK;
    const computation c = {
        .of = prediction, .scores = true, .width = prediction->model->outputs.n};
    SG_TRY(check_items(prediction, item_of(prediction), "item", item, n, err));
    SG_TRY(compute(score, &c, item, n, err));
done:
    return status;
}

/* ---- States ------------------------------------------------------------------------------------ */

static sg_status find_state(computation *c, const sg_prediction *p, uint32_t layer,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_layers = p->model->blueprint.n_layers;
    SG_REQUIRE(layer < n_layers || layer == SG_INPUT_STATE, SG_EINVAL,
               "layer: there is no layer %lld; the model has %u, numbered from 0",
               sg_as_meant(layer), n_layers);
    const sg_state *state = sg_predictor_state(p->predictor, layer);
    c->layer = layer;
    c->width = state->width;
    c->of_nodes = state->of_nodes;
done:
    return status;
}

sg_status sg_prediction_state_size(sg_state_size *size, sg_prediction *prediction,
                                   uint32_t layer, const uint32_t *graph, uint32_t n,
                                   sg_error *err)
{
    SG_REQUIRE_RESULT(size, of_nodes);
    SG_REQUIRE_ARGUMENT(prediction);
    SG_REQUIRE_ARRAY(graph, n);
    sg_status status = SG_OK;
    computation c = {.of = prediction};
    SG_TRY(check_weights(prediction, err));
    SG_TRY(find_state(&c, prediction, layer, err));
    SG_TRY(check_items(prediction, SG_ITEM_GRAPH, "graph", graph, n, err));
    const sg_state_size made = {.struct_size = sizeof made,
                                .n_rows = count_rows(&c, graph, n),
                                .width = c.width,
                                .of_nodes = c.of_nodes};
    sg_struct_write(size, &made, sizeof made);
done:
    return status;
}

sg_status sg_prediction_states(double *state, uint64_t n_values, sg_prediction *prediction,
                               uint32_t layer, const uint32_t *graph, uint32_t n, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARRAY(state, n_values);
    SG_REQUIRE_ARGUMENT(prediction);
    SG_REQUIRE_ARRAY(graph, n);
    sg_status status = SG_OK;
    computation c = {.of = prediction};
    SG_TRY(find_state(&c, prediction, layer, err));
    SG_TRY(check_items(prediction, SG_ITEM_GRAPH, "graph", graph, n, err));
    const uint64_t n_rows = count_rows(&c, graph, n);
    SG_REQUIRE(n_values == n_rows * c.width, SG_EINVAL,
               "state: %" PRIu64 " rows of %u numbers are %" PRIu64 " values, not %" PRIu64,
               n_rows, c.width, n_rows * c.width, n_values);
    SG_TRY(compute(state, &c, graph, n, err));
done:
    return status;
}

/* ---- Trust ------------------------------------------------------------------------------------- */

sg_status sg_prediction_trust(sg_trust *trust, sg_prediction *prediction, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(trust);
    SG_REQUIRE_ARGUMENT(prediction);
    sg_status status = SG_OK;
    const uint32_t n = prediction->data->graph.n_graphs;
    sg_trust *measured = NULL;
    SG_TRY(check_weights(prediction, err));
    SG_ALLOC(measured, n);
    SG_TRY(sg_predictor_trust(measured, prediction->predictor, err));
    if (n > 0) memcpy(trust, measured, n * sizeof *trust);
done:
    sg_free(measured);
    return status;
}

double sg_trust_share(const sg_trust *trust)
{
    return trust != NULL ? sg_trust_value(trust) : 0;
}

uint32_t sg_model_doubts(const sg_model *model, const sg_trust *trust, const double *score)
{
    uint32_t doubts = 0;
    if (model == NULL) return 0;
    if (trust != NULL && trust->new_nodes > 0) doubts |= SG_DOUBT_LABEL;
    if (trust != NULL && trust->new_size > 0) doubts |= SG_DOUBT_SIZE;
    if (score != NULL && sg_experience_is_beyond(&model->met, score)) doubts |= SG_DOUBT_VALUE;
    return doubts;
}
