/* attention_layer.c - graph attention: gat (Velickovic et al. 2018) and gatv2 (Brody et al. 2022)
 *
 *     Y[v] = sum over w in N(v) and v: a(v, w) S[w]  (+ b)        for every head, S = X W
 *
 * a is the softmax over w of the scores
 *
 *     gat      leaky(p . S[w] + q . S[v] + row of the edge)
 *     gatv2    p . leaky(S[w] + T[v] + row of the edge),          T = X V
 *
 * with slope 0.2.  The row of an edge has a number per head in a gat, and as many as S in a gatv2; a
 * node and itself have the mean of the rows of its edges.  attention.h lists the files that compute
 * it. */
#include "layers/attention/attention_layer.h"

#include "base/document/tree_put.h"
#include "layers/narrowing.h"

enum { MAX_HEADS = 1024 };

typedef struct settings {
    uint32_t outputs;
    uint32_t heads; /* 0: not said, 1 */
    uint32_t join;
    bool bias;
    sg_edge_settings edges;
} settings;

static const char *const JOINS[] = {[SG_JOIN_CONCAT] = "concat", [SG_JOIN_MEAN] = "mean"};

static void release(void *self)
{
    sg_edge_settings_free(&((settings *)self)->edges);
}

/* ---- In files ------------------------------------------------------------------------------- */

static uint32_t heads_of(const settings *s)
{
    return s->heads > 0 ? s->heads : 1;
}

static sg_status read_heads(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    (void)number;
    return sg_field_count(&((settings *)self)->heads, f, "heads", 1, MAX_HEADS, err);
}

static sg_status put_heads(sg_node *map, const void *self, sg_error *err)
{
    return sg_put_whole(map, "heads", heads_of(self), err);
}

static sg_status read_edges(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    (void)number;
    return sg_edge_settings_read(&((settings *)self)->edges, f, NULL, err);
}

static sg_status put_edges(sg_node *map, const void *self, sg_error *err)
{
    return sg_edge_settings_put(map, &((const settings *)self)->edges, err);
}

static const sg_member MEMBERS[] = {
    SG_OUTPUTS_MEMBER(settings, "numbers per node after it, of all heads"),
    {.name = "heads",
     .type = SG_MEMBER_OWN,
     .read = read_heads,
     .put = put_heads,
     .help = "how many heads it has"},
    {.name = "join",
     .type = SG_MEMBER_WORD,
     .offset = offsetof(settings, join),
     .words = JOINS,
     .n_words = sizeof JOINS / sizeof *JOINS,
     .help = "heads stand side by side, or their mean is taken"},
    SG_BIAS_MEMBER(settings),
    SG_EDGE_MEMBERS(read_edges, put_edges)};

/* ---- On data -------------------------------------------------------------------------------- */

static sg_status name_needs(const sg_need_visitor *visitor, const void *self, sg_error *err)
{
    return sg_edge_settings_needs(visitor, &((const settings *)self)->edges, err);
}

static sg_status bind(sg_attention_spec *spec, const settings *s, const sg_layer_binding *to,
                      sg_error *err)
{
    spec->outputs = s->outputs > 0 ? s->outputs : to->n_outputs;
    spec->heads = heads_of(s);
    spec->join = (sg_join)s->join;
    spec->bias = s->bias;
    return sg_edge_bind(&spec->edges, &s->edges, to->cache, err);
}

static sg_status bind_gat(void *self, const void *from, const sg_layer_binding *to,
                          sg_error *err)
{
    *(sg_attention_spec *)self = (sg_attention_spec){0};
    return bind(self, from, to, err);
}

static sg_status bind_gatv2(void *self, const void *from, const sg_layer_binding *to,
                            sg_error *err)
{
    *(sg_attention_spec *)self = (sg_attention_spec){.dynamic = true};
    return bind(self, from, to, err);
}

/* ---- In a network --------------------------------------------------------------------------- */

static sg_status state_behind(sg_state *behind, const void *self, const sg_layer_place *place,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_attention_spec *s = self;
    (void)place;
    SG_TRY(sg_state_outputs(behind, s->outputs, err));
    SG_REQUIRE(s->heads > 0, SG_EINVAL, "has no heads");
    SG_REQUIRE(s->join == SG_JOIN_MEAN || s->outputs % s->heads == 0, SG_EINVAL,
               "%u outputs cannot be divided among %u heads", s->outputs, s->heads);
    /* All heads together. */
    SG_REQUIRE(s->join == SG_JOIN_CONCAT || s->outputs <= UINT32_MAX / s->heads, SG_EINVAL,
               "%u heads of %u outputs are too many", s->heads, s->outputs);
done:
    return status;
}

static void visit_vector(const sg_tensor_visitor *visitor, const char *name, uint32_t width,
                         uint32_t columns)
{
    sg_tensor_visit(visitor, (sg_tensor){.name = name,
                                         .axis = {{SG_AXIS_OUTPUTS, width}},
                                         .n_axes = 1,
                                         .start = SG_START_FAN_IN,
                                         .fan_in = columns});
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *self,
                         const sg_state *before)
{
    const sg_attention_spec *s = self;
    const sg_axis inputs = {SG_AXIS_INPUTS, before->width};
    const uint32_t width = s->join == SG_JOIN_MEAN ? s->outputs * s->heads : s->outputs,
                   columns = width / s->heads;
    sg_tensor_visit_matrix(visitor, "weight", inputs, width);
    if (s->dynamic) sg_tensor_visit_matrix(visitor, "weight-receiver", inputs, width);
    visit_vector(visitor, "attention", width, columns);
    if (!s->dynamic) visit_vector(visitor, "attention-receiver", width, columns);
    sg_edge_tensors(visitor, &s->edges,
                    (sg_axis){SG_AXIS_OUTPUTS, s->dynamic ? width : s->heads});
    if (s->bias)
        sg_tensor_visit(visitor, (sg_tensor){.name = "bias",
                                             .axis = {{SG_AXIS_OUTPUTS, s->outputs}},
                                             .n_axes = 1,
                                             .start = SG_START_ZEROS});
}

static sg_status narrow(void *self, const sg_node_field *field, uint32_t depth, sg_error *err)
{
    return sg_narrow_edges(&((sg_attention_spec *)self)->edges, field, depth, err);
}

static void narrow_free(void *self)
{
    sg_narrow_edges_free(&((sg_attention_spec *)self)->edges);
}

static bool looks_at_edges(const void *self)
{
    return ((const settings *)self)->edges.n_attributes > 0;
}

SG_LAYER_OPS(attention);

/* What both have in common. */
#define ATTENTION                                                                              \
    .member = MEMBERS, .n_members = sizeof MEMBERS / sizeof *MEMBERS,                          \
    .settings_size = sizeof(settings), .release = release, .activates = true,                  \
    .spec_size = sizeof(sg_attention_spec), .needs = name_needs,                               \
    .looks_at_edges = looks_at_edges, .needs_nodes = true, .reach = 1, .narrow = narrow,       \
    .narrow_free = narrow_free, .state = state_behind, .tensors = list_tensors,                \
    .linearity = SG_NONLINEAR, SG_LAYER_COMPUTES(attention)

const sg_layer_kind sg_gat_kind = {
    .word = "gat", .summary = "neighbors weighted by attention", .bind = bind_gat, ATTENTION};

const sg_layer_kind sg_gatv2_kind = {
    .word = "gatv2",
    .summary = "neighbors weighted by attention that depends on both ends",
    .bind = bind_gatv2,
    ATTENTION};
