/* gin_layer.c - graph isomorphism network (Xu, Hu, Leskovec and Jegelka 2019)
 *
 *     Z[v] = (1 + e) X[v] + sum over neighbors w of v: X[w]
 *     H = relu(Z W1 + b1)          Y = H W2 + b2
 *
 * e is a number that is learned, or 0; H is as wide as Y.  Where edges have weights, X[w] is multiplied by that
 * of the edge.  A gine layer (gine_layer.c) sums
 * relu(X[w] + row of the edge) instead, and has a table of these rows behind e. */
#include "layers/kinds/gin_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/narrowing.h"

static const sg_member MEMBERS[] = {
    SG_OUTPUTS_MEMBER(sg_gin_spec, "numbers per node after it"),
    {.name = "epsilon",
     .type = SG_MEMBER_BOOL,
     .offset = offsetof(sg_gin_spec, epsilon),
     .preset = true,
     .help = "learn how much a node counts beside its neighbors"},
    SG_WEIGHT_MEMBER(sg_gin_spec, NULL)};

static sg_status bind(void *self, const void *from, const sg_layer_binding *to, sg_error *err)
{
    sg_gin_spec *spec = self;
    *spec = *(const sg_gin_spec *)from;
    if (spec->outputs == 0) spec->outputs = to->n_outputs;
    return sg_edge_weight_bind(&spec->weight, to->cache, err);
}

static sg_status narrow(void *self, const sg_node_field *field, uint32_t depth, sg_error *err)
{
    return sg_narrow_edges(&((sg_gin_spec *)self)->weight.of, field, depth, err);
}

static void narrow_free(void *self)
{
    sg_narrow_edges_free(&((sg_gin_spec *)self)->weight.of);
}

sg_status sg_gin_state(sg_state *behind, const void *spec, const sg_layer_place *place,
                       sg_error *err)
{
    (void)place;
    return sg_state_outputs(behind, ((const sg_gin_spec *)spec)->outputs, err);
}

void sg_gin_tensors(const sg_tensor_visitor *visitor, const void *spec, const sg_state *before)
{
    const sg_gin_spec *s = spec;
    const sg_axis inputs = {SG_AXIS_INPUTS, before->width};
    sg_tensor_visit_perceptron(visitor, inputs, s->outputs, s->outputs);
    if (s->epsilon)
        sg_tensor_visit(visitor, (sg_tensor){.name = "epsilon",
                                             .axis = {{SG_AXIS_OUTPUTS, 1}},
                                             .n_axes = 1,
                                             .start = SG_START_ZEROS});
    sg_edge_tensors(visitor, &s->edges, inputs);
}

SG_LAYER_OPS(gin);

const sg_layer_kind sg_gin_kind = {.word = "gin",
                                   .summary = "a node plus its neighbors, through two matrices",
                                   .member = MEMBERS,
                                   .n_members = sizeof MEMBERS / sizeof *MEMBERS,
                                   .settings_size = sizeof(sg_gin_spec),
                                   .activates = true,
                                   .spec_size = sizeof(sg_gin_spec),
                                   .bind = bind,
                                   .narrow = narrow,
                                   .narrow_free = narrow_free,
                                   .needs_nodes = true,
                                   .reach = 1,
                                   .state = sg_gin_state,
                                   .tensors = sg_gin_tensors,
                                   .linearity = SG_PIECEWISE_LINEAR,
                                   SG_LAYER_COMPUTES(gin)};

#else /* compiled for float and for double */

#include "base/mem.h"
#include "layers/real/edge_table.h"
#include "layers/real/perceptron.h"
#include "layers/real/rows.h"
#include "layers/real/weighed.h"

static const sg_gin_spec *spec_of(const SG_R(sg_layer) *layer)
{
    return layer->of;
}

static sg_perceptron_size size_of(const SG_R(sg_layer) *layer)
{
    return (sg_perceptron_size){layer->in_width, layer->out_width, layer->out_width, 0};
}

static size_t place_of_epsilon(const SG_R(sg_layer) *layer)
{
    const sg_perceptron_size size = size_of(layer);
    return sg_perceptron_places_of(&size).end;
}

static size_t place_of_edges(const SG_R(sg_layer) *layer)
{
    return place_of_epsilon(layer) + spec_of(layer)->epsilon;
}

/* Kept are Z, dZ, H and dH. */
static SG_R(sg_perceptron) network_of(const SG_R(sg_layer) *layer)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const size_t rows = layer->kept_size / (2 * (in + out));
    sg_real *z = layer->kept, *h = z + 2 * rows * in;
    return (SG_R(sg_perceptron)){size_of(layer), z, z + rows * in, h, h + rows * out};
}

/* The layer's own memory. */
typedef struct edge_arcs {
    uint32_t *slot;  /* [n_arcs] of the table, or NULL                                      */
    uint32_t *heard; /* where dX is cut: the arcs of those who hear a node, or NULL          */
    SG_R(sg_weighed) *weighed; /* of a gin layer; NULL: neighbors count alike                 */
} edge_arcs;

static const edge_arcs *arcs_of(const SG_R(sg_layer) *layer)
{
    return layer->own;
}

static SG_R(sg_edge_table) edges_of(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    return (SG_R(sg_edge_table)){&spec_of(layer)->edges, arcs_of(layer)->slot,
                                 flow->parameter + place_of_edges(layer), layer->in_width};
}

/* 1 + e */
static sg_real own_factor(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    return 1 + (spec_of(layer)->epsilon ? flow->parameter[place_of_epsilon(layer)] : 0);
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t in = layer->in_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const SG_R(sg_perceptron) network = network_of(layer);
    const SG_R(sg_edge_table) edges = edges_of(layer, flow);
    const sg_real own = own_factor(layer, flow), *x = flow->x + rows.first * in;
    sg_real *z = network.z + rows.first * in;
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        if (spec_of(layer)->of_edges)
            SG_R(sg_gather_edges)(network.z, flow->x, &edges, &from, flow->scratch);
        else if (arcs_of(layer)->weighed != NULL)
            SG_R(sg_weighed_gather)(network.z, flow->x, in, &from, arcs_of(layer)->weighed);
        else
            SG_R(sg_gather)(network.z, flow->x, in, &from, SG_GATHER_SUM);
    }
    for (size_t e = 0; e < rows.n * in; e++) z[e] += own * x[e];
    SG_R(sg_perceptron_forward)(flow->y, &network, flow->parameter, rows);
}

/* dH and dZ are wanted also where nobody wants dX: W1, b1, e and rows of edges learn from them. */
static void backward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          sg_batch_piece piece)
{
    const size_t in = layer->in_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const SG_R(sg_perceptron) network = network_of(layer);
    const sg_real own = own_factor(layer, flow), *dz = network.dz + rows.first * in;
    SG_R(sg_perceptron_backward)(&network, flow->dy, flow->parameter, rows);
    if (flow->dx == NULL) return;
    sg_real *dx = flow->dx + rows.first * in;
    for (size_t e = 0; e < rows.n * in; e++) dx[e] = own * dz[e] + (layer->adds ? dx[e] : 0);
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const size_t in = layer->in_width;
    const SG_R(sg_perceptron) network = network_of(layer);
    const SG_R(sg_edge_table) edges = edges_of(layer, flow);
    for (uint32_t i = piece.first; i < piece.behind && flow->dx != NULL; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        if (spec_of(layer)->of_edges && piece.n_rows > 0)
            SG_R(sg_gather_edges_back_rows)(flow->dx, network.dz, flow->x, &edges,
                                            arcs_of(layer)->heard, &from, flow->scratch);
        else if (spec_of(layer)->of_edges)
            SG_R(sg_gather_edges_back)(flow->dx, NULL, network.dz, flow->x, &edges, &from,
                                       flow->scratch);
        else if (arcs_of(layer)->weighed != NULL)
            SG_R(sg_weighed_back)(flow->dx, network.dz, in, &from, arcs_of(layer)->weighed,
                                  piece.n_rows > 0);
        else if (piece.n_rows > 0)
            SG_R(sg_gather_back_rows)(flow->dx, network.dz, in, &from, SG_GATHER_SUM);
        else
            SG_R(sg_gather_back)(flow->dx, network.dz, flow->x, in, &from, SG_GATHER_SUM);
    }
}

/* The heads of slices behind those of the matrices. */
enum { EPSILON = SG_PERCEPTRON_HEADS, EDGES };

/* Several sums at once, so that no addition waits for the one before it. */
static sg_real product_of(const sg_real *a, const sg_real *b, size_t n)
{
    enum { SUMS = 16 };
    sg_real sum[SUMS] = {0}, all = 0;
    size_t e = 0;
    for (; e + SUMS <= n; e += SUMS)
        for (size_t i = 0; i < SUMS; i++) sum[i] += a[e + i] * b[e + i];
    for (; e < n; e++) all += a[e] * b[e];
    for (size_t i = 0; i < SUMS; i++) all += sum[i];
    return all;
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    const size_t first = rows.first * (size_t)layer->in_width;
    const SG_R(sg_perceptron) network = network_of(layer);
    const SG_R(sg_edge_table) edges = edges_of(layer, flow);
    if (t->head < SG_PERCEPTRON_HEADS)
        SG_R(sg_perceptron_differentiate)(flow->gradient, &network, flow->dy, t, rows);
    if (t->head == EPSILON)
        flow->gradient[0] +=
            product_of(network.dz + first, flow->x + first, rows.n * (size_t)layer->in_width);
    for (uint32_t i = flow->part.first; t->head == EDGES && i < flow->part.behind; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, flow->part, i);
        SG_R(sg_gather_edges_back)(NULL, flow->gradient, network.dz, flow->x, &edges, &from,
                                   flow->scratch);
    }
}

/* Only where a graph is cut and somebody learns. */
static sg_status list_arcs(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site,
                           sg_error *err)
{
    sg_status status = SG_OK;
    edge_arcs *own = NULL;
    SG_ALLOC(own, 1);
    layer->own = own;
    SG_TRY(SG_R(sg_weighed_open)(&own->weighed, &spec_of(layer)->weight, SG_WEIGHED_SUM, site,
                                 err));
    SG_TRY(sg_edge_slots(&own->slot, &spec_of(layer)->edges, site->graph, err));
    if (spec_of(layer)->of_edges && site->hearers != NULL && site->learns)
        SG_TRY(SG_R(sg_edges_heard)(&own->heard, site->graph, site->hearers, err));
done:
    return status;
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_perceptron_size size = size_of(layer);
    const size_t epsilon = place_of_epsilon(layer), edges = place_of_edges(layer);
    layer->kept_size = 2 * (size_t)site->max_rows * (size.in + size.out);
    if (spec_of(layer)->of_edges) layer->scratch_size = 2 * size.in;
    SG_TRY(list_arcs(layer, site, err));
    SG_TRY(SG_R(sg_perceptron_slices)(&layer->slices, &size, err));
    SG_TRY(sg_gradient_slices_add(
        &layer->slices, (sg_gradient_slice){SG_GRADIENT_WEIGHTS, EPSILON, 1, 0, epsilon, edges},
        err));
    SG_TRY(sg_gradient_slices_add(
        &layer->slices,
        (sg_gradient_slice){SG_GRADIENT_WEIGHTS, EDGES, 1, 0, edges, layer->n_parameters},
        err));
done:
    return status;
}

static void close_layer(SG_R(sg_layer) *layer)
{
    edge_arcs *own = layer->own;
    if (own == NULL) return;
    sg_free(own->slot);
    sg_free(own->heard);
    SG_R(sg_weighed_close)(own->weighed);
    sg_free(own);
}

const SG_R(sg_layer_ops)
    SG_R(sg_gin_ops) = {.build = build,
                        .close = close_layer,
                        .forward = forward,
                        .backward_rows = backward_rows,
                        .backward = backward,
                        .differentiate = differentiate,
                        .cuts = SG_CUT_FORWARD | SG_CUT_BACKWARD | SG_CUT_SLICES};

#endif
