/* gin_layer.c - graph isomorphism network (Xu, Hu, Leskovec and Jegelka 2019)
 *
 *     Z[v] = (1 + e) X[v] + sum over neighbors w of v: X[w]
 *     H = relu(Z W1 + b1)          Y = H W2 + b2
 *
 * e is a number that is learned, or 0; H is as wide as Y.  Kept are Z, H, dH and dZ. */
#include "layers/kinds/gin_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/layer_kind.h"

#include <stddef.h>

static const sg_member MEMBERS[] = {
    {.name = "outputs",
     .type = SG_MEMBER_OUTPUTS,
     .offset = offsetof(sg_gin_spec, outputs),
     .help = "numbers per node behind it: a number, or classes, or targets"},
    {.name = "epsilon",
     .type = SG_MEMBER_BOOL,
     .offset = offsetof(sg_gin_spec, epsilon),
     .preset = true,
     .help = "learn how much a node counts beside its neighbors"}};

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    (void)place;
    return sg_state_outputs(behind, ((const sg_gin_spec *)spec)->outputs, err);
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *spec,
                         const sg_state *before)
{
    const sg_gin_spec *s = spec;
    const sg_axis inputs = {SG_AXIS_INPUTS, before->width},
                  hidden = {SG_AXIS_OUTPUTS, s->outputs};
    sg_tensor_visit_matrix(visitor, "weight1", inputs, s->outputs);
    sg_tensor_visit_bias(visitor, "bias1", inputs, s->outputs);
    sg_tensor_visit_matrix(visitor, "weight2", hidden, s->outputs);
    sg_tensor_visit_bias(visitor, "bias2", hidden, s->outputs);
    if (s->epsilon)
        sg_tensor_visit(visitor, (sg_tensor){.name = "epsilon",
                                             .axis = {{SG_AXIS_OUTPUTS, 1}},
                                             .n_axes = 1,
                                             .start = SG_START_ZEROS});
}

SG_LAYER_OPS(gin);

const sg_layer_kind sg_gin_kind = {.word = "gin",
                                   .summary = "a node plus its neighbors, through two matrices",
                                   .member = MEMBERS,
                                   .n_members = sizeof MEMBERS / sizeof *MEMBERS,
                                   .settings_size = sizeof(sg_gin_spec),
                                   .activates = true,
                                   .needs_nodes = true,
                                   .state = state_behind,
                                   .tensors = list_tensors,
                                   .form = SG_FORM_BROKEN,
                                   SG_LAYER_COMPUTES(gin)};

#else /* compiled for float and for double */

#include "layers/real/dense.h"
#include "layers/real/gather.h"
#include "layers/real/rows.h"

/* Where the parameters begin. */
typedef struct places {
    size_t weight1, bias1, weight2, bias2, epsilon;
} places;

static places places_of(const SG_R(sg_layer) *layer)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const size_t bias1 = in * out, weight2 = bias1 + out, bias2 = weight2 + out * out;
    return (places){0, bias1, weight2, bias2, bias2 + out};
}

/* What is kept, each [max_rows][in or out]. */
typedef struct kept_states {
    sg_real *z, *dz, *h, *dh;
} kept_states;

static kept_states kept_of(const SG_R(sg_layer) *layer)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const size_t rows = layer->kept_size / (2 * (in + out));
    sg_real *z = layer->kept, *dz = z + rows * in, *h = dz + rows * in;
    return (kept_states){z, dz, h, h + rows * out};
}

/* 1 + e */
static sg_real own_factor(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow)
{
    const bool learned = ((const sg_gin_spec *)layer->of)->epsilon;
    return 1 + (learned ? flow->parameter[places_of(layer).epsilon] : 0);
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const places at = places_of(layer);
    const kept_states kept = kept_of(layer);
    const sg_real own = own_factor(layer, flow), *p = flow->parameter;
    for (uint32_t i = piece.first; i < piece.behind; i++)
        SG_R(sg_gather)(kept.z, flow->x, in,
                        &(sg_gather_from){layer->graph, &flow->batch->part[i]}, SG_GATHER_SUM);
    if (rows.n == 0) return;
    sg_real *z = kept.z + rows.first * in, *h = kept.h + rows.first * out;
    const sg_real *x = flow->x + rows.first * in;
    for (size_t e = 0; e < rows.n * in; e++) z[e] += own * x[e];
    sg_gemm_plus(h, out, (sg_matrix){z, in, false}, (sg_matrix){p + at.weight1, out, false},
                 (sg_gemm_size){rows.n, out, in}, 1, (sg_addend){p + at.bias1, 0});
    for (size_t e = 0; e < rows.n * out; e++) h[e] = h[e] > 0 ? h[e] : 0;
    sg_gemm_plus(flow->y + rows.first * out, out, (sg_matrix){h, out, false},
                 (sg_matrix){p + at.weight2, out, false}, (sg_gemm_size){rows.n, out, out}, 1,
                 (sg_addend){p + at.bias2, 0});
}

/* dH and dZ are wanted also where nobody wants dX: W1, b1 and e learn from them. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const size_t in = layer->in_width, out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const places at = places_of(layer);
    const kept_states kept = kept_of(layer);
    const sg_real own = own_factor(layer, flow), *p = flow->parameter;
    if (rows.n == 0) return;
    sg_real *dh = kept.dh + rows.first * out, *dz = kept.dz + rows.first * in;
    const sg_real *h = kept.h + rows.first * out;
    sg_gemm(dh, out, (sg_matrix){flow->dy + rows.first * out, out, false},
            (sg_matrix){p + at.weight2, out, true}, (sg_gemm_size){rows.n, out, out}, 1, false);
    for (size_t e = 0; e < rows.n * out; e++) dh[e] = h[e] > 0 ? dh[e] : 0;
    sg_gemm(dz, in, (sg_matrix){dh, out, false}, (sg_matrix){p + at.weight1, out, true},
            (sg_gemm_size){rows.n, in, out}, 1, false);
    if (flow->dx == NULL) return;
    sg_real *dx = flow->dx + rows.first * in;
    for (size_t e = 0; e < rows.n * in; e++) dx[e] = own * dz[e] + (layer->adds ? dx[e] : 0);
    for (uint32_t i = piece.first; i < piece.behind; i++)
        SG_R(sg_gather_back)(flow->dx, kept.dz, flow->x, in,
                             &(sg_gather_from){layer->graph, &flow->batch->part[i]},
                             SG_GATHER_SUM);
}

/* The heads of tasks: the first matrix, the second one, e. */
enum { FIRST, SECOND, EPSILON };

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow, uint32_t task)
{
    const sg_gradient_task *t = &layer->tasks.task[task];
    const size_t in = layer->in_width, out = layer->out_width, n = flow->batch->n_rows;
    const kept_states kept = kept_of(layer);
    if (t->head == EPSILON) {
        for (size_t e = 0; e < n * in; e++) flow->gradient[0] += kept.dz[e] * flow->x[e];
        return;
    }
    const SG_R(sg_dense) first = {kept.z, kept.dh, in, out, n},
                         second = {kept.h, flow->dy, out, out, n};
    const SG_R(sg_dense) *product = t->head == FIRST ? &first : &second;
    if (t->kind == SG_GRADIENT_BIAS)
        SG_R(sg_dense_bias)(flow->gradient, product);
    else
        SG_R(sg_dense_weights)(flow->gradient, product, t,
                               t->head == FIRST ? 0 : places_of(layer).weight2);
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t out = layer->out_width;
    const places at = places_of(layer);
    const sg_gradient_task task[] = {
        {SG_GRADIENT_WEIGHTS, FIRST, 1, 0, at.weight1, at.bias1},
        {SG_GRADIENT_BIAS, FIRST, 1, 0, at.bias1, at.weight2},
        {SG_GRADIENT_WEIGHTS, SECOND, 1, 0, at.weight2, at.bias2},
        {SG_GRADIENT_BIAS, SECOND, 1, 0, at.bias2, at.epsilon},
        {SG_GRADIENT_WEIGHTS, EPSILON, 1, 0, at.epsilon, layer->n_parameters}};
    layer->kept_size = 2 * (size_t)site->max_rows * (layer->in_width + out);
    for (size_t i = 0; i < sizeof task / sizeof *task; i++)
        SG_TRY(task[i].kind == SG_GRADIENT_WEIGHTS && task[i].head != EPSILON
                   ? sg_gradient_tasks_cut(&layer->tasks, task[i], out, err)
                   : sg_gradient_tasks_add(&layer->tasks, task[i], err));
done:
    return status;
}

const SG_R(sg_layer_ops) SG_R(sg_gin_ops) = {
    .build = build, .forward = forward, .backward = backward, .differentiate = differentiate};

#endif
