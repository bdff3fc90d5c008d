/* slow_network.c - shapes first, then layer by layer forwards and backwards. */
#include "support/slow_network.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/slow_layers.h"

/* The states of one graph and their gradients; [0] is the input. */
typedef struct passage {
    double **state, **gradient; /* [n_layers + 1] of [n_rows][width] */
    uint32_t *n_rows, *width;   /* [n_layers + 1]                    */
} passage;

static passage open_passage(const sg_network_spec *spec, uint32_t graph)
{
    const size_t n = (size_t)spec->n_layers + 1;
    passage p = {check_alloc(n, sizeof *p.state), check_alloc(n, sizeof *p.gradient),
                 check_alloc(n, sizeof *p.n_rows), check_alloc(n, sizeof *p.width)};
    p.n_rows[0] = spec->graph->graph_offset[graph + 1] - spec->graph->graph_offset[graph];
    p.width[0] = sg_network_input_width(spec);
    for (size_t l = 0; l < n; l++) {
        if (l > 0) {
            p.n_rows[l] = slow_layer_rows(&spec->layer[l - 1], p.n_rows, (uint32_t)l - 1);
            p.width[l] = slow_layer_width(&spec->layer[l - 1], p.width, (uint32_t)l - 1);
        }
        p.state[l] = check_alloc((size_t)p.n_rows[l] * p.width[l], sizeof(double));
        p.gradient[l] = check_alloc((size_t)p.n_rows[l] * p.width[l], sizeof(double));
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
    return (slow_flow){.spec = spec,
                       .layer = &spec->layer[l],
                       .number = l,
                       .n_in = p->n_rows[l],
                       .n_out = p->n_rows[l + 1],
                       .in_width = p->width[l],
                       .out_width = p->width[l + 1],
                       .x = p->state[l],
                       .y = p->state[l + 1],
                       .dy = p->gradient[l + 1],
                       .dx = p->gradient[l],
                       .state = p->state,
                       .d_state = p->gradient,
                       .width = p->width};
}

/* A batch on its way: a passage and a flow per graph. */
typedef struct journey {
    const sg_network_spec *spec;
    const slow_batch *batch;
    passage *passage;
    slow_flow *flow;
} journey;

/* Stand before layer l, whose parameters begin at `first`. */
static void stand(journey *j, uint32_t l, const double *parameter, double *gradient,
                  size_t first)
{
    for (uint32_t i = 0; i < j->batch->n_graphs; i++) {
        j->flow[i] = flow_of(&j->passage[i], j->spec, l);
        j->flow[i].graph = j->batch->graph[i];
        j->flow[i].training = j->batch->training;
        j->flow[i].step = j->batch->step;
        j->flow[i].parameter = parameter + first;
        j->flow[i].gradient = gradient != NULL ? gradient + first : NULL;
    }
}

/* Send all graphs of the batch through all layers and back. */
static void run_batch(journey *j, double *gradient, const double *parameter)
{
    const uint32_t n_layers = j->spec->n_layers, n_graphs = j->batch->n_graphs;
    size_t first = 0, row = 0;
    for (uint32_t i = 0; i < n_graphs; i++)
        slow_input(j->passage[i].state[0], j->spec, j->batch->graph[i], j->batch->training,
                   j->batch->step);
    for (uint32_t l = 0; l < n_layers; l++) {
        stand(j, l, parameter, gradient, first);
        slow_layer_forward(j->flow, n_graphs);
        first += slow_layer_size(&j->spec->layer[l], j->flow->in_width);
    }
    if (j->batch->d_out == NULL) return;
    for (uint32_t i = 0; i < n_graphs; i++) {
        const passage *p = &j->passage[i];
        const size_t n_rows = p->n_rows[n_layers], width = p->width[n_layers];
        memcpy(p->gradient[n_layers], j->batch->d_out + row * width,
               n_rows * width * sizeof *j->batch->d_out);
        row += n_rows;
    }
    for (uint32_t l = n_layers; l-- > 0;) {
        first -= slow_layer_size(&j->spec->layer[l], j->passage->width[l]);
        stand(j, l, parameter, gradient, first);
        slow_layer_backward(j->flow, n_graphs);
    }
}

/* The widths of all states; sg_free it. */
static uint32_t *list_widths(const sg_network_spec *spec)
{
    uint32_t *width = check_alloc((size_t)spec->n_layers + 1, sizeof *width);
    width[0] = sg_network_input_width(spec);
    for (uint32_t l = 0; l < spec->n_layers; l++)
        width[l + 1] = slow_layer_width(&spec->layer[l], width, l);
    return width;
}

size_t slow_network_size(const sg_network_spec *spec)
{
    size_t n = 0;
    uint32_t *width = list_widths(spec);
    for (uint32_t l = 0; l < spec->n_layers; l++)
        n += slow_layer_size(&spec->layer[l], width[l]);
    sg_free(width);
    return n;
}

uint32_t slow_network_width(const sg_network_spec *spec)
{
    uint32_t *width = list_widths(spec);
    const uint32_t last = width[spec->n_layers];
    sg_free(width);
    return last;
}

slow_network slow_network_run(const sg_network_spec *spec, const double *parameter,
                              const slow_batch *batch)
{
    const uint32_t n_layers = spec->n_layers;
    slow_network slow = {.n_layers = n_layers, .n_parameters = slow_network_size(spec)};
    size_t *capacity = check_alloc(n_layers, sizeof *capacity);
    journey j = {spec, batch, check_alloc(batch->n_graphs, sizeof *j.passage),
                 check_alloc(batch->n_graphs, sizeof *j.flow)};
    slow.state = check_alloc(n_layers, sizeof *slow.state);
    slow.n_rows = check_alloc(n_layers, sizeof *slow.n_rows);
    slow.width = check_alloc(n_layers, sizeof *slow.width);
    if (batch->d_out != NULL)
        slow.gradient = check_alloc(slow.n_parameters, sizeof *slow.gradient);
    for (uint32_t i = 0; i < batch->n_graphs; i++)
        j.passage[i] = open_passage(spec, batch->graph[i]);
    run_batch(&j, slow.gradient, parameter);
    for (uint32_t i = 0; i < batch->n_graphs; i++) {
        passage *p = &j.passage[i];
        for (uint32_t l = 0; l < n_layers; l++) {
            const size_t before = slow.n_rows[l] * p->width[l + 1];
            const size_t n = (size_t)p->n_rows[l + 1] * p->width[l + 1];
            check_ok(sg_grow(&slow.state[l], &capacity[l], before + n, sizeof(double), &err));
            if (n > 0) memcpy(slow.state[l] + before, p->state[l + 1], n * sizeof(double));
            slow.n_rows[l] += p->n_rows[l + 1];
            slow.width[l] = p->width[l + 1];
        }
        close_passage(p, n_layers);
    }
    sg_free(j.passage);
    sg_free(j.flow);
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
