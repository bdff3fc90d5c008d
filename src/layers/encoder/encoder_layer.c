/* encoder_layer.c - message passing over plans: what files say of it, what it needs and what it
 * learns.
 *
 *     Y[v][h][f] = sum over pairs p of v: w_h[slot(p)] X[sender(p)][f]  +  b_h[label(v)][f]
 *
 * encoder.h lists the files that compute it. */
#include "layers/encoder/encoder_layer.h"

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "layers/head_list.h"
#include "layers/layer_kind.h"
#include "layers/narrowing.h"

#include <string.h>

typedef struct settings {
    sg_head *head; /* [n_heads] */
    uint32_t n_heads;
} settings;

static void release(void *self)
{
    settings *s = self;
    for (uint32_t h = 0; h < s->n_heads; h++) sg_head_free(&s->head[h]);
    sg_free(s->head);
}

/* ---- In files ------------------------------------------------------------------------------- */

/* What a layer says for all its heads that say nothing themselves. */
typedef struct head_defaults {
    const char *bias;
    sg_thresholds thresholds;
    const sg_node *weight; /* where the file says it; NULL: it does not */
    uint64_t column;
    const sg_node *decay; /* likewise */
    double decay_value;
} head_defaults;

static sg_status read_defaults(head_defaults *defaults, sg_fields *f, sg_error *err)
{
    enum { MAX_COUNT = 1000000000 };
    sg_status status = SG_OK;
    SG_TRY(sg_field_text(&defaults->bias, f, "bias", err));
    SG_TRY(sg_field_whole(&defaults->thresholds.at_least, f, "at-least", 1, MAX_COUNT, err));
    SG_TRY(sg_field_whole(&defaults->thresholds.at_most, f, "at-most", 1, MAX_COUNT, err));
    SG_TRY(sg_field_whole(&defaults->column, f, "weight", 0, UINT16_MAX, err));
    defaults->weight = sg_node_member(f->map, "weight");
    SG_TRY(sg_field_real(&defaults->decay_value, f, "decay", 0, 1e6, err));
    defaults->decay = sg_node_member(f->map, "decay");
    if (defaults->bias != NULL &&
        (strcmp(defaults->bias, "false") == 0 || strcmp(defaults->bias, "none") == 0))
        defaults->bias = NULL;
done:
    return status;
}

static sg_status read_head(sg_head *head, const sg_head_list *list, size_t h,
                           const head_defaults *defaults, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_fields *f = list->fields;
    sg_error inner = {0};
    const char *text = NULL;
    uint32_t n_biases = 1;
    SG_TRY(sg_head_list_text(&text, list, h, err));
    if (sg_head_parse(head, text, &inner) != SG_OK)
        SG_TRY(sg_head_list_fail(list, h, &inner, err));
    if (head->thresholds.at_least == 0)
        head->thresholds.at_least = defaults->thresholds.at_least;
    if (head->thresholds.at_most == 0) head->thresholds.at_most = defaults->thresholds.at_most;
    const sg_thresholds t = head->thresholds;
    if (t.at_most > 0 && t.at_least > t.at_most)
        SG_TRY(
            sg_tree_fail(err, f->path, list->node->child[h],
                         "%s: head \"%s\": at-least is larger than at-most: no weight is left",
                         f->name, text));
    if (!head->weighs && defaults->weight != NULL &&
        sg_head_weigh(head, (uint32_t)defaults->column, &inner) != SG_OK)
        SG_TRY(sg_member_fail(f, defaults->weight, &inner, err));
    if (!head->decays && defaults->decay != NULL) {
        head->decays = true;
        head->decay = defaults->decay_value;
    }
    if (head->bias == NULL && defaults->bias != NULL) {
        const sg_node *node = sg_node_member(f->map, "bias");
        if (sg_decoder_head_parse(&head->bias, &n_biases, defaults->bias, &inner) != SG_OK)
            SG_TRY(sg_member_fail(f, node, &inner, err));
        if (n_biases != 1)
            SG_TRY(sg_tree_fail(err, f->path, node,
                                "%s.bias: every head has one bias per label, not %u", f->name,
                                n_biases));
    }
done:
    if (status != SG_OK) sg_head_free(head);
    return status;
}

static sg_status read_heads(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    sg_status status = SG_OK;
    settings *s = self;
    sg_head_list list = {0};
    head_defaults defaults = {0};
    (void)number;
    SG_TRY(sg_head_list_open(&list, f, "wl:2 @ distance 0..6", err));
    SG_TRY(read_defaults(&defaults, f, err));
    SG_ALLOC(s->head, list.n);
    for (size_t h = 0; h < list.n; h++) {
        SG_TRY(read_head(&s->head[h], &list, h, &defaults, err));
        s->n_heads++;
        SG_TRY(sg_head_list_count(&list, h, s->head[h].copies, err));
    }
done:
    return status;
}

static sg_status put_heads(sg_node *map, const void *self, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = self;
    sg_node *heads = NULL;
    char *text = NULL;
    SG_TRY(sg_put_list(&heads, map, "heads", err));
    for (uint32_t h = 0; h < s->n_heads; h++) {
        SG_TRY(sg_head_write(&text, &s->head[h], err));
        SG_TRY(sg_put_text(heads, NULL, text, err));
        sg_free(text);
        text = NULL;
    }
done:
    sg_free(text);
    return status;
}

/* What it stands for is spelled out before layers are read (config/backoff_layers.h). */
static sg_status refuse_backoff(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    const sg_node *node = sg_field(f, "backoff");
    (void)self, (void)number;
    if (node == NULL) return SG_OK;
    return sg_tree_fail(err, f->path, node,
                        "%s.backoff: a short form of several layers is not allowed here; write "
                        "the heads of all levels and the layer add",
                        f->name);
}

/* Most are read with the heads, and written with each of them. */
static const sg_member MEMBERS[] = {
    {.name = "heads",
     .type = SG_MEMBER_OWN,
     .read = read_heads,
     .put = put_heads,
     .help = "a list of heads, as in [\"wl:2 @ distance 0..6\"]"},
    {.name = "bias",
     .type = SG_MEMBER_OWN,
     .help = "the labeling whose labels have biases, for heads that name none"},
    {.name = "at-least",
     .type = SG_MEMBER_OWN,
     .help = "how often a triple must occur, for heads that do not say"},
    {.name = "at-most",
     .type = SG_MEMBER_OWN,
     .help = "how often a triple may occur, for heads that do not say"},
    {.name = "weight",
     .type = SG_MEMBER_OWN,
     .help =
         "the attribute of edges (from 0 on) that messages are multiplied by, for heads that "
         "do not say"},
    {.name = "decay",
     .type = SG_MEMBER_OWN,
     .help = "the weight decay of triples' weights, for heads that do not say"},
    {.name = "backoff",
     .type = SG_MEMBER_OWN,
     .read = refuse_backoff,
     .help =
         "coarser labelings whose weights are added to those of the heads, as in [none, label]"}};

/* ---- On data -------------------------------------------------------------------------------- */

/* Every head needs the labels of its receivers, senders and biases, and its triples. */
static sg_status name_needs(const sg_need_visitor *visitor, const void *self, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = self;
    for (uint32_t h = 0; h < s->n_heads; h++) {
        const sg_head *head = &s->head[h];
        const sg_need needs[] = {{.labels = head->receiver},
                                 {.labels = head->sender},
                                 {.labels = head->bias},
                                 {.head = head}};
        for (size_t n = 0; n < sizeof needs / sizeof *needs; n++)
            if (needs[n].labels != NULL || needs[n].head != NULL)
                SG_TRY(visitor->visit(visitor->context, &needs[n], err));
    }
done:
    return status;
}

static sg_status bind_head(sg_encoder_head *bound, const sg_head *head, sg_plan_cache *cache,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_cached_labels labels = {0};
    bound->design = head;
    SG_TRY(sg_plan_cache_plan(&bound->plan, cache, head, err));
    if (head->bias == NULL) goto done;
    SG_TRY(sg_plan_cache_labels(&labels, cache, head->bias, err));
    bound->bias_label = labels.label;
    bound->n_bias_labels = labels.n_labels;
done:
    return status;
}

/* Copies are heads of their own. */
static sg_status bind(void *self, const void *from, const sg_layer_binding *to, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = from;
    sg_encoder_spec *spec = self;
    uint32_t n = 0;
    *spec = (sg_encoder_spec){0};
    for (uint32_t h = 0; h < s->n_heads; h++) spec->n_heads += s->head[h].copies;
    SG_ALLOC(spec->head, spec->n_heads);
    for (uint32_t h = 0; h < s->n_heads; h++) {
        sg_encoder_head bound = {0};
        SG_TRY(bind_head(&bound, &s->head[h], to->cache, err));
        for (uint32_t copy = 0; copy < s->head[h].copies; copy++) spec->head[n++] = bound;
    }
done:
    return status;
}

static void unbind(void *spec)
{
    sg_free(((sg_encoder_spec *)spec)->head);
}

/* ---- For some nodes ------------------------------------------------------------------------- */

/* The first head that has the same plan; copies of heads are narrowed once. */
static uint32_t first_alike(const sg_encoder_head *head, uint32_t h)
{
    uint32_t i = 0;
    while (head[i].plan != head[h].plan || head[i].bias_label != head[h].bias_label) i++;
    return i;
}

static sg_status hear(sg_node_field *field, const void *self, uint32_t depth, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_encoder_spec *spec = self;
    const uint32_t n = field->n; /* all heads hear at once */
    for (uint32_t h = 0; h < spec->n_heads; h++)
        if (first_alike(spec->head, h) == h)
            SG_TRY(sg_plan_hear(field, spec->head[h].plan, n, depth, err));
done:
    return status;
}

static void narrow_free(void *self)
{
    sg_encoder_spec *spec = self;
    for (uint32_t h = spec->n_heads; spec->head != NULL && h-- > 0;) {
        sg_encoder_head *head = &spec->head[h];
        if (head->plan == NULL || first_alike(spec->head, h) < h) continue;
        sg_narrow_plan_free(&head->plan);
        sg_narrow_labels_free(&head->bias_label);
    }
    sg_free(spec->head);
}

static sg_status narrow(void *self, const sg_node_field *field, uint32_t depth, sg_error *err)
{
    sg_status status = SG_OK;
    sg_encoder_spec *spec = self;
    const sg_encoder_head *whole = spec->head;
    SG_ALLOC(spec->head, spec->n_heads);
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const uint32_t first = first_alike(whole, h);
        sg_encoder_head head = whole[h];
        if (first < h) {
            spec->head[h] = spec->head[first];
            continue;
        }
        SG_TRY(sg_narrow_plan(&head.plan, field, depth, err));
        spec->head[h].plan = head.plan;
        SG_TRY(sg_narrow_labels(&head.bias_label, field, err));
        spec->head[h] = head;
    }
done:
    return status;
}

/* ---- In a network --------------------------------------------------------------------------- */

static sg_status state_behind(sg_state *behind, const void *self, const sg_layer_place *place,
                              sg_error *err)
{
    const sg_encoder_spec *spec = self;
    behind->axis[0] = (sg_axis){SG_AXIS_HEADS, spec->n_heads};
    behind->axis[1] = (sg_axis){SG_AXIS_INPUTS, place->state[place->number].width};
    behind->n_axes = 2;
    if (spec->n_heads > 0) return SG_OK;
    return sg_error_set(err, SG_EINVAL, SG_WHERE, "has no heads");
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *self,
                         const sg_state *before)
{
    const sg_encoder_spec *spec = self;
    for (uint32_t h = 0; h < spec->n_heads; h++) {
        const sg_encoder_head *head = &spec->head[h];
        sg_tensor_visit(visitor,
                        (sg_tensor){.head = h,
                                    .of_head = true,
                                    .name = "weight",
                                    .axis = {{SG_AXIS_TRIPLES, head->plan->n_slots}},
                                    .n_axes = 1,
                                    .start = SG_START_WEIGHTS,
                                    .decays = head->design != NULL && head->design->decays,
                                    .decay = head->design != NULL ? head->design->decay : 0,
                                    .triples = head->design,
                                    .plan = head->plan});
        if (head->bias_label == NULL || head->n_bias_labels == 0) continue;
        sg_tensor_visit(
            visitor, (sg_tensor){.head = h,
                                 .of_head = true,
                                 .name = "bias",
                                 .axis = {{SG_AXIS_LABELS, head->n_bias_labels},
                                          {SG_AXIS_INPUTS, before->width}},
                                 .n_axes = 2,
                                 .start = SG_START_BIASES,
                                 .expression = head->design != NULL ? head->design->bias : NULL,
                                 .label = head->bias_label});
    }
}

/* ---- For people ----------------------------------------------------------------------------- */

static uint32_t count_heads(const void *spec)
{
    return ((const sg_encoder_spec *)spec)->n_heads;
}

static sg_status write_head(char **text, const void *spec, uint32_t head, bool identity,
                            sg_error *err)
{
    sg_head one = *((const sg_encoder_spec *)spec)->head[head].design;
    one.copies = 1;
    if (!identity) return sg_head_write(text, &one, err);
    one.thresholds = (sg_thresholds){0};
    return sg_head_name_weights(text, &one, err);
}

SG_LAYER_OPS(encoder);

const sg_layer_kind sg_encoder_kind = {
    .word = "encoder",
    .summary = "messages between nodes, their weights shared by triples",
    .member = MEMBERS,
    .n_members = sizeof MEMBERS / sizeof *MEMBERS,
    .settings_size = sizeof(settings),
    .release = release,
    .activates = true,
    .spec_size = sizeof(sg_encoder_spec),
    .bind = bind,
    .unbind = unbind,
    .needs = name_needs,
    .needs_nodes = true,
    .reach = SG_OWN_ROW, /* and what its heads look at */
    .hear = hear,
    .narrow = narrow,
    .narrow_free = narrow_free,
    .state = state_behind,
    .tensors = list_tensors,
    .linearity = SG_LINEAR,
    .weighs_messages = true,
    .n_heads = count_heads,
    .head_text = write_head,
    SG_LAYER_COMPUTES(encoder)};
