/* gine_layer.c - gin with edges (Hu, Liu, Gomes, Zitnik, Liang, Pande and Leskovec 2020)
 *
 *     Z[v] = (1 + e) X[v] + sum over neighbors w of v: relu(X[w] + row of the edge)
 *
 * The rest is gin (gin_layer.c), which computes both. */
#include "layers/kinds/gine_layer.h"

#ifdef SG_DESCRIPTION

#include "layers/narrowing.h"

typedef struct settings {
    uint32_t outputs;
    bool epsilon;
    sg_edge_settings edges;
} settings;

static void release(void *self)
{
    sg_edge_settings_free(&((settings *)self)->edges);
}

static sg_status read_edges(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    (void)number;
    return sg_edge_settings_read(&((settings *)self)->edges, f, "none @ edge", err);
}

static sg_status put_edges(sg_node *map, const void *self, sg_error *err)
{
    return sg_edge_settings_put(map, &((const settings *)self)->edges, err);
}

static const sg_member MEMBERS[] = {
    SG_OUTPUTS_MEMBER(settings, "numbers per node after it"),
    {.name = "epsilon",
     .type = SG_MEMBER_BOOL,
     .offset = offsetof(settings, epsilon),
     .preset = true,
     .help = "learn how much a node counts beside its neighbors"},
    SG_EDGE_MEMBERS(read_edges, put_edges)};

static sg_status name_needs(const sg_need_visitor *visitor, const void *self, sg_error *err)
{
    return sg_edge_settings_needs(visitor, &((const settings *)self)->edges, err);
}

static sg_status bind(void *self, const void *from, const sg_layer_binding *to, sg_error *err)
{
    const settings *s = from;
    sg_gine_spec *spec = self;
    *spec = (sg_gine_spec){.outputs = s->outputs > 0 ? s->outputs : to->n_outputs,
                           .epsilon = s->epsilon,
                           .of_edges = true};
    return sg_edge_bind(&spec->edges, &s->edges, to->cache, err);
}

static sg_status narrow(void *self, const sg_node_field *field, uint32_t depth, sg_error *err)
{
    return sg_narrow_edges(&((sg_gine_spec *)self)->edges, field, depth, err);
}

static void narrow_free(void *self)
{
    sg_narrow_edges_free(&((sg_gine_spec *)self)->edges);
}

static bool looks_at_edges(const void *self)
{
    return ((const settings *)self)->edges.n_attributes > 0;
}

SG_LAYER_OPS(gin);

const sg_layer_kind sg_gine_kind = {
    .word = "gine",
    .summary = "a node plus its neighbors and their edges, through two matrices",
    .member = MEMBERS,
    .n_members = sizeof MEMBERS / sizeof *MEMBERS,
    .settings_size = sizeof(settings),
    .release = release,
    .activates = true,
    .spec_size = sizeof(sg_gine_spec),
    .bind = bind,
    .needs = name_needs,
    .looks_at_edges = looks_at_edges,
    .needs_nodes = true,
    .reach = 1,
    .narrow = narrow,
    .narrow_free = narrow_free,
    .state = sg_gin_state,
    .tensors = sg_gin_tensors,
    .linearity = SG_PIECEWISE_LINEAR,
    SG_LAYER_COMPUTES(gin)};

#endif
