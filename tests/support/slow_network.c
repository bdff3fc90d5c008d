/* slow_network.c - shapes first, then graph by graph forwards and backwards. */
#include "support/slow_network.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/slow_layers.h"

static void *alloc(size_t count, size_t size)
{
    void *block = sg_alloc(count, size);
    assert_non_null(block);
    return block;
}

/* The states of one graph and their gradients; [0] is the input. */
typedef struct passage {
    double **state, **gradient; /* [n_layers + 1] of [n_rows][width] */
    uint32_t *n_rows, *width;   /* [n_layers + 1]                    */
} passage;

static passage open_passage(const sg_network_spec *spec, uint32_t graph)
{
    const size_t n = (size_t)spec->n_layers + 1;
    passage p = {alloc(n, sizeof *p.state), alloc(n, sizeof *p.gradient),
                 alloc(n, sizeof *p.n_rows), alloc(n, sizeof *p.width)};
    p.n_rows[0] = spec->graph->graph_offset[graph + 1] - spec->graph->graph_offset[graph];
    p.width[0] = spec->input_width;
    for (size_t l = 0; l < n; l++) {
        if (l > 0) {
            p.n_rows[l] = slow_layer_pools(&spec->layer[l - 1]) ? 1 : p.n_rows[l - 1];
            p.width[l] = slow_layer_width(&spec->layer[l - 1], p.width[l - 1]);
        }
        p.state[l] = alloc((size_t)p.n_rows[l] * p.width[l], sizeof(double));
        p.gradient[l] = alloc((size_t)p.n_rows[l] * p.width[l], sizeof(double));
    }
    return p;
}

static void close_passage(passage *p, uint32_t n_layers)
{
    for (uint32_t l = 0; l <= n_layers; l++) {
        sg_free(p->state[l]);
        sg_free(p->gradient[l]);
    }
    sg_free(p->state);
    sg_free(p->gradient);
    sg_free(p->n_rows);
    sg_free(p->width);
}

static slow_flow flow_of(const passage *p, const sg_network_spec *spec, uint32_t l)
{
    const sg_layer_spec *layer = &spec->layer[l];
    slow_flow flow = {.spec = spec,
                      .layer = layer,
                      .number = l,
                      .n_in = p->n_rows[l],
                      .n_out = p->n_rows[l + 1],
                      .in_width = p->width[l],
                      .out_width = p->width[l + 1],
                      .x = p->state[l],
                      .y = p->state[l + 1],
                      .dy = p->gradient[l + 1],
                      .dx = p->gradient[l]};
    if (layer->kind == &sg_residual_kind) {
        const uint32_t from = ((const sg_residual_spec *)layer->of)->from;
        flow.other = p->state[from];
        flow.d_other = p->gradient[from];
    }
    return flow;
}

/* Send graph i of the batch through all layers and back; `row` is its first one behind them. */
static void run_graph(passage *p, double *gradient, const sg_network_spec *spec,
                      const double *parameter, const slow_batch *batch, uint32_t i, size_t row)
{
    size_t first = 0;
    slow_input(p->state[0], spec, batch->graph[i], batch->training, batch->step);
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        slow_flow flow = flow_of(p, spec, l);
        flow.graph = batch->graph[i];
        flow.training = batch->training;
        flow.step = batch->step;
        flow.parameter = parameter + first;
        slow_layer_forward(&flow);
        first += slow_layer_size(flow.layer, flow.in_width);
    }
    if (batch->d_out == NULL) return;
    const uint32_t width = p->width[spec->n_layers];
    memcpy(p->gradient[spec->n_layers], batch->d_out + row * width,
           (size_t)p->n_rows[spec->n_layers] * width * sizeof *batch->d_out);
    for (uint32_t l = spec->n_layers; l-- > 0;) {
        slow_flow flow = flow_of(p, spec, l);
        first -= slow_layer_size(flow.layer, flow.in_width);
        flow.graph = batch->graph[i];
        flow.training = batch->training;
        flow.step = batch->step;
        flow.parameter = parameter + first;
        flow.gradient = gradient + first;
        slow_layer_backward(&flow);
    }
}

size_t slow_network_size(const sg_network_spec *spec)
{
    size_t n = 0;
    uint32_t width = spec->input_width;
    for (uint32_t l = 0; l < spec->n_layers; l++) {
        n += slow_layer_size(&spec->layer[l], width);
        width = slow_layer_width(&spec->layer[l], width);
    }
    return n;
}

uint32_t slow_network_width(const sg_network_spec *spec)
{
    uint32_t width = spec->input_width;
    for (uint32_t l = 0; l < spec->n_layers; l++)
        width = slow_layer_width(&spec->layer[l], width);
    return width;
}

slow_network slow_network_run(const sg_network_spec *spec, const double *parameter,
                              const slow_batch *batch)
{
    const uint32_t n_layers = spec->n_layers;
    slow_network slow = {.n_layers = n_layers, .n_parameters = slow_network_size(spec)};
    size_t *capacity = alloc(n_layers, sizeof *capacity);
    slow.state = alloc(n_layers, sizeof *slow.state);
    slow.n_rows = alloc(n_layers, sizeof *slow.n_rows);
    slow.width = alloc(n_layers, sizeof *slow.width);
    if (batch->d_out != NULL) slow.gradient = alloc(slow.n_parameters, sizeof *slow.gradient);
    for (uint32_t i = 0; i < batch->n_graphs; i++) {
        passage p = open_passage(spec, batch->graph[i]);
        run_graph(&p, slow.gradient, spec, parameter, batch, i, slow.n_rows[n_layers - 1]);
        for (uint32_t l = 0; l < n_layers; l++) {
            const size_t before = slow.n_rows[l] * p.width[l + 1];
            const size_t n = (size_t)p.n_rows[l + 1] * p.width[l + 1];
            check_ok(sg_grow(&slow.state[l], &capacity[l], before + n, sizeof(double), &err));
            if (n > 0) memcpy(slow.state[l] + before, p.state[l + 1], n * sizeof(double));
            slow.n_rows[l] += p.n_rows[l + 1];
            slow.width[l] = p.width[l + 1];
        }
        close_passage(&p, n_layers);
    }
    sg_free(capacity);
    return slow;
}

void slow_network_free(slow_network *slow)
{
    for (uint32_t l = 0; l < slow->n_layers; l++) sg_free(slow->state[l]);
    sg_free(slow->state);
    sg_free(slow->n_rows);
    sg_free(slow->width);
    sg_free(slow->gradient);
    *slow = (slow_network){0};
}
