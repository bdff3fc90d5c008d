/* decoder_layer.c - pooling by node label: what files say of it, what it needs and what it learns.
 *
 *     Z[h][o][f] = s(n) sum over nodes i: w_h[label_h(i)][o] X[i][f]  +  b[h][o][f]
 *
 * decoder.c computes it. */
#include "layers/decoder/decoder_layer.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "base/text.h"
#include "layers/head_list.h"
#include "layers/layer_kind.h"

#include <stddef.h>

/* As users write it. */
typedef struct label_head {
    char *label;
    uint32_t copies;
} label_head;

typedef struct settings {
    label_head *head; /* [n_heads] */
    uint32_t n_heads;
    uint32_t outputs;
    sg_pooling pooling;
    bool bias;
} settings;

static void release(void *self)
{
    settings *s = self;
    for (uint32_t h = 0; h < s->n_heads; h++) sg_free(s->head[h].label);
    sg_free(s->head);
}

static sg_status read_heads(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    sg_status status = SG_OK;
    settings *s = self;
    sg_head_list list = {0};
    (void)number;
    SG_TRY(sg_head_list_open(&list, f, "wl:2", err));
    SG_ALLOC(s->head, list.n);
    for (size_t h = 0; h < list.n; h++) {
        sg_error inner = {0};
        const char *text = NULL;
        label_head *head = &s->head[h];
        SG_TRY(sg_head_list_text(&text, &list, h, err));
        if (sg_decoder_head_parse(&head->label, &head->copies, text, &inner) != SG_OK)
            SG_TRY(sg_head_list_fail(&list, h, &inner, err));
        s->n_heads++;
        SG_TRY(sg_head_list_count(&list, h, head->copies, err));
    }
done:
    return status;
}

static sg_status put_heads(sg_node *map, const void *self, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = self;
    sg_node *heads = NULL;
    sg_text text = {0};
    SG_TRY(sg_put_list(&heads, map, "heads", err));
    for (uint32_t h = 0; h < s->n_heads; h++) {
        text.size = 0;
        SG_TRY(sg_text_add(&text, err, "%s", s->head[h].label));
        if (s->head[h].copies > 1) SG_TRY(sg_text_add(&text, err, " x%u", s->head[h].copies));
        SG_TRY(sg_put_text(heads, NULL, text.data, err));
    }
done:
    sg_text_free(&text);
    return status;
}

static const sg_member MEMBERS[] = {
    {.name = "heads",
     .type = SG_MEMBER_OWN,
     .read = read_heads,
     .put = put_heads,
     .help = "a list of labelings, as in [\"wl:2\", \"degree x3\"]"},
    SG_OUTPUTS_MEMBER(settings, "numbers that every head gives"),
    SG_BIAS_MEMBER(settings),
    {.name = "pool",
     .type = SG_MEMBER_WORD,
     .offset = offsetof(settings, pooling),
     .words = sg_pooling_words,
     .n_words = SG_POOL_SUM + 1,
     .help = "divide by the number of nodes, or do not"}};

/* ---- On data -------------------------------------------------------------------------------- */

static sg_status name_needs(const sg_need_visitor *visitor, const void *self, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = self;
    for (uint32_t h = 0; h < s->n_heads; h++)
        SG_TRY(visitor->visit(visitor->context, &(sg_need){.labels = s->head[h].label}, err));
done:
    return status;
}

static sg_status bind(void *self, const void *from, const sg_layer_binding *to, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = from;
    sg_decoder_spec *spec = self;
    sg_decoder_head *heads = NULL;
    uint32_t n = 0;
    *spec = (sg_decoder_spec){.outputs = s->outputs > 0 ? s->outputs : to->n_outputs,
                              .pooling = s->pooling,
                              .bias = s->bias};
    for (uint32_t h = 0; h < s->n_heads; h++) spec->n_heads += s->head[h].copies;
    SG_ALLOC(heads, spec->n_heads);
    spec->head = heads;
    for (uint32_t h = 0; h < s->n_heads; h++) {
        sg_cached_labels labels = {0};
        SG_TRY(sg_plan_cache_labels(&labels, to->cache, s->head[h].label, err));
        for (uint32_t copy = 0; copy < s->head[h].copies; copy++)
            heads[n++] = (sg_decoder_head){labels.label, labels.n_labels, s->head[h].label};
    }
done:
    return status;
}

static void unbind(void *spec)
{
    sg_free(((sg_decoder_spec *)spec)->head);
}

/* ---- In a network --------------------------------------------------------------------------- */

static sg_status state_behind(sg_state *behind, const void *self, const sg_layer_place *place,
                              sg_error *err)
{
    const sg_decoder_spec *spec = self;
    behind->axis[0] = (sg_axis){SG_AXIS_HEADS, spec->n_heads};
    behind->axis[1] = (sg_axis){SG_AXIS_OUTPUTS, spec->outputs};
    behind->axis[2] = (sg_axis){SG_AXIS_INPUTS, place->state[place->number].width};
    behind->n_axes = 3;
    if (spec->n_heads == 0) return sg_error_set(err, SG_EINVAL, SG_WHERE, "has no heads");
    if (spec->outputs == 0) return sg_error_set(err, SG_EINVAL, SG_WHERE, "has no outputs");
    return SG_OK;
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *self,
                         const sg_state *before)
{
    const sg_decoder_spec *spec = self;
    const sg_axis outputs = {SG_AXIS_OUTPUTS, spec->outputs};
    for (uint32_t h = 0; h < spec->n_heads; h++)
        sg_tensor_visit(visitor,
                        (sg_tensor){.head = h,
                                    .of_head = true,
                                    .name = "weight",
                                    .axis = {{SG_AXIS_LABELS, spec->head[h].n_labels}, outputs},
                                    .n_axes = 2,
                                    .start = SG_START_WEIGHTS,
                                    .expression = spec->head[h].expression,
                                    .label = spec->head[h].label});
    if (spec->bias)
        sg_tensor_visit(visitor, (sg_tensor){.name = "bias",
                                             .axis = {{SG_AXIS_HEADS, spec->n_heads},
                                                      outputs,
                                                      {SG_AXIS_INPUTS, before->width}},
                                             .n_axes = 3,
                                             .start = SG_START_BIASES});
}

/* ---- For people ----------------------------------------------------------------------------- */

static uint32_t count_heads(const void *spec)
{
    return ((const sg_decoder_spec *)spec)->n_heads;
}

static sg_status write_head(char **text, const void *spec, uint32_t head, bool identity,
                            sg_error *err)
{
    sg_status status = SG_OK;
    (void)identity;
    *text = sg_text_copy(((const sg_decoder_spec *)spec)->head[head].expression);
    SG_REQUIRE(*text != NULL, SG_ENOMEM, "out of memory");
done:
    return status;
}

static double product(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t f = 0; f < n; f++) sum += a[f] * b[f];
    return sum;
}

static void credit(double *node, double *bias, const void *self, const sg_pooled_graph *g,
                   uint32_t head)
{
    const sg_decoder_spec *spec = self;
    const size_t k = g->width, m = spec->outputs;
    const uint32_t *label = spec->head[head].label + g->first_node,
                   n_labels = spec->head[head].n_labels;
    const double scale = 1.0 / sg_pooling_divisor(spec->pooling, g->n);
    const double *delta = g->delta + head * m * k;
    size_t first = 0, n_weights = 0;
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        if (h == head) first = n_weights;
        n_weights += spec->head[h].n_labels * m;
    }
    for (uint32_t v = 0; v < g->n; v++) {
        double sum = 0;
        for (size_t o = 0; label[v] < n_labels && o < m; o++)
            sum += g->parameter[first + label[v] * m + o] *
                   product(delta + o * k, g->x + v * k, k);
        node[v] = scale * sum;
    }
    *bias = spec->bias ? product(delta, g->parameter + n_weights + head * m * k, m * k) : 0;
}

static sg_pooling pooling_of(const void *spec)
{
    return ((const sg_decoder_spec *)spec)->pooling;
}

static size_t count_weights(const sg_decoder_spec *spec)
{
    size_t n = 0;
    for (uint32_t h = 0; h < spec->n_heads; h++)
        n += (size_t)spec->head[h].n_labels * spec->outputs;
    return n;
}

static void share(double *row, const void *self, const sg_pooled_graph *g, uint32_t v)
{
    const sg_decoder_spec *spec = self;
    const size_t k = g->width, m = spec->outputs;
    const double *x = g->x + v * k, *weight = g->parameter;
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const uint32_t label = spec->head[h].label[g->first_node + v];
        for (size_t o = 0; o < m; o++)
            for (size_t f = 0; f < k; f++)
                *row++ = label < spec->head[h].n_labels ? weight[label * m + o] * x[f] : 0;
        weight += spec->head[h].n_labels * m;
    }
}

static void constant(double *row, const void *self, const sg_pooled_graph *g)
{
    const sg_decoder_spec *spec = self;
    const size_t n = (size_t)spec->n_heads * spec->outputs * g->width;
    const double *bias = g->parameter + count_weights(spec);
    for (size_t i = 0; i < n; i++) row[i] = spec->bias ? bias[i] : 0;
}

SG_LAYER_OPS(decoder);

const sg_layer_kind sg_decoder_kind = {.word = "decoder",
                                       .summary = "pools the nodes of a graph by their labels",
                                       .member = MEMBERS,
                                       .n_members = sizeof MEMBERS / sizeof *MEMBERS,
                                       .settings_size = sizeof(settings),
                                       .release = release,
                                       .activates = true,
                                       .spec_size = sizeof(sg_decoder_spec),
                                       .bind = bind,
                                       .unbind = unbind,
                                       .needs = name_needs,
                                       .needs_nodes = true,
                                       .pools = true,
                                       .state = state_behind,
                                       .tensors = list_tensors,
                                       .linearity = SG_LINEAR,
                                       .n_heads = count_heads,
                                       .head_text = write_head,
                                       .credit = credit,
                                       .pooling = pooling_of,
                                       .share = share,
                                       .constant = constant,
                                       SG_LAYER_COMPUTES(decoder)};
