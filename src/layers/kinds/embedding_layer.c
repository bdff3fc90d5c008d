/* embedding_layer.c - a learned row of numbers for every label
 *
 *     Y[v] = E[label(v)]              or, beside the state before it, [X[v], E[label(v)]]
 *
 * A label that the model has never seen has a row of zeros. */
#include "layers/kinds/embedding_layer.h"

#ifdef SG_DESCRIPTION

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "invariants/expression.h"
#include "layers/narrowing.h"

#include <stddef.h>

typedef struct settings {
    char *labels; /* NULL: not said, label */
    uint32_t outputs;
    bool beside;
} settings;

static const char *labels_of(const settings *s)
{
    return s->labels != NULL ? s->labels : SG_LABELS_OF_DATA;
}

static void release(void *self)
{
    sg_free(((settings *)self)->labels);
}

static sg_status read_labels(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_label_expression expression = {0};
    const sg_node *node = sg_field(f, "labels");
    (void)number;
    if (node == NULL) goto done;
    if (sg_label_parse(&expression, node->kind == SG_NODE_SCALAR ? node->text : "", &inner) !=
        SG_OK)
        SG_TRY(sg_member_fail(f, node, &inner, err));
    ((settings *)self)->labels = expression.text;
    expression.text = NULL;
done:
    sg_label_expression_free(&expression);
    return status;
}

static sg_status put_labels(sg_node *map, const void *self, sg_error *err)
{
    return sg_put_text(map, "labels", labels_of(self), err);
}

static const sg_member MEMBERS[] = {
    {.name = "labels",
     .type = SG_MEMBER_OWN,
     .read = read_labels,
     .put = put_labels,
     .help = "the labeling, as in wl:2; without it, the labels of the nodes"},
    SG_OUTPUTS_MEMBER(settings, "numbers that are learned for every label"),
    {.name = "beside",
     .type = SG_MEMBER_BOOL,
     .offset = offsetof(settings, beside),
     .help = "keep the state before it, and append the numbers to it"}};

static sg_status name_needs(const sg_need_visitor *visitor, const void *self, sg_error *err)
{
    return visitor->visit(visitor->context, &(sg_need){.labels = labels_of(self)}, err);
}

static sg_status bind(void *self, const void *from, const sg_layer_binding *to, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = from;
    sg_cached_labels labels = {0};
    SG_TRY(sg_plan_cache_labels(&labels, to->cache, labels_of(s), err));
    *(sg_embedding_spec *)self =
        (sg_embedding_spec){labels.label, labels.n_labels, labels_of(s),
                            s->outputs > 0 ? s->outputs : to->n_outputs, s->beside};
done:
    return status;
}

static sg_status narrow(void *self, const sg_node_field *field, uint32_t depth, sg_error *err)
{
    sg_embedding_spec *spec = self;
    (void)depth;
    return sg_narrow_labels(&spec->label, field, err);
}

static void narrow_free(void *self)
{
    sg_narrow_labels_free(&((sg_embedding_spec *)self)->label);
}

static sg_status state_behind(sg_state *behind, const void *self, const sg_layer_place *place,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_embedding_spec *spec = self;
    const uint64_t width =
        (spec->beside ? place->state[place->number].width : 0) + (uint64_t)spec->outputs;
    SG_REQUIRE(width <= UINT32_MAX, SG_ELIMIT, "has too many outputs");
    SG_REQUIRE(spec->outputs > 0, SG_EINVAL, "has no outputs");
    SG_TRY(sg_state_outputs(behind, (uint32_t)width, err));
done:
    return status;
}

/* As a matrix that is multiplied with one-hot rows. */
static void list_tensors(const sg_tensor_visitor *visitor, const void *self,
                         const sg_state *before)
{
    const sg_embedding_spec *spec = self;
    (void)before;
    sg_tensor_visit(visitor, (sg_tensor){.name = "weight",
                                         .axis = {{SG_AXIS_LABELS, spec->n_labels},
                                                  {SG_AXIS_OUTPUTS, spec->outputs}},
                                         .n_axes = 2,
                                         .start = SG_START_FAN_IN,
                                         .fan_in = 1,
                                         .expression = spec->expression,
                                         .label = spec->label});
}

SG_LAYER_OPS(embedding);

const sg_layer_kind sg_embedding_kind = {.word = "embedding",
                                         .summary = "learned numbers for every label",
                                         .member = MEMBERS,
                                         .n_members = sizeof MEMBERS / sizeof *MEMBERS,
                                         .settings_size = sizeof(settings),
                                         .release = release,
                                         .activates = true,
                                         .spec_size = sizeof(sg_embedding_spec),
                                         .bind = bind,
                                         .needs = name_needs,
                                         .needs_nodes = true,
                                         .reach = SG_OWN_ROW,
                                         .narrow = narrow,
                                         .narrow_free = narrow_free,
                                         .state = state_behind,
                                         .tensors = list_tensors,
                                         .linearity = SG_LINEAR,
                                         SG_LAYER_COMPUTES(embedding)};

#else /* compiled for float and for double */

#include "layers/real/rows.h"
#include "layers/real/short_rows.h"

#include <string.h>

/* Columns of the state before it that stay. */
static size_t kept_columns(const SG_R(sg_layer) *layer)
{
    return ((const sg_embedding_spec *)layer->of)->beside ? layer->in_width : 0;
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_embedding_spec *spec = layer->of;
    const size_t kept = kept_columns(layer), n = spec->outputs;
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_batch_span span = flow->batch->span[i];
        const sg_row_range rows = sg_piece_rows(piece, &span);
        for (uint32_t v = rows.first; v < rows.first + rows.n; v++) {
            const size_t row = span.first_row + (size_t)v;
            const uint32_t label = spec->label[span.first_node + v];
            sg_real *y = flow->y + row * layer->out_width;
            SG_R(sg_short_copy)(y, flow->x + row * layer->in_width, kept);
            if (label < spec->n_labels)
                SG_R(sg_short_copy)(y + kept, flow->parameter + label * n, n);
            else
                memset(y + kept, 0, n * sizeof *y);
        }
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const size_t kept = kept_columns(layer), in = layer->in_width;
    for (size_t r = rows.first; flow->dx != NULL && r < (size_t)rows.first + rows.n; r++) {
        sg_real *dx = flow->dx + r * in;
        if (!layer->adds) memset(dx, 0, in * sizeof *dx);
        SG_R(sg_short_add)(dx, flow->dy + r * layer->out_width, kept);
    }
}

/* A slice owns some labels. */
static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const sg_embedding_spec *spec = layer->of;
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const size_t kept = kept_columns(layer), n = spec->outputs;
    for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
        const sg_batch_span span = flow->batch->span[i];
        const sg_row_range rows = sg_piece_rows(flow->part, &span);
        for (uint32_t v = rows.first; v < rows.first + rows.n; v++) {
            const uint32_t label = spec->label[span.first_node + v];
            if (label * n < t->begin || label * n >= t->end) continue;
            const size_t row = span.first_row + (size_t)v;
            SG_R(sg_short_add)
            (flow->gradient + (label * n - t->begin), flow->dy + row * layer->out_width + kept,
             n);
        }
    }
}

/* Rows that come again have been moved already, and add 0. */
static void move(sg_real *to, const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                 uint32_t slice)
{
    const sg_embedding_spec *spec = layer->of;
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const size_t n = spec->outputs;
    for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
        const sg_batch_span span = flow->batch->span[i];
        for (uint32_t v = 0; v < span.n; v++) {
            const size_t place = spec->label[span.first_node + v] * n;
            if (place >= t->begin && place < t->end) SG_R(sg_short_move)
            (to + (place - t->begin), flow->gradient + (place - t->begin), n);
        }
    }
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    const sg_gradient_slice all = {SG_GRADIENT_WEIGHTS, 0, 1, 0, 0, layer->n_parameters};
    (void)site;
    return sg_gradient_slices_cut(&layer->slices, all,
                                  ((const sg_embedding_spec *)layer->of)->outputs, err);
}

const SG_R(sg_layer_ops) SG_R(sg_embedding_ops) = {.build = build,
                                                   .forward = forward,
                                                   .backward = backward,
                                                   .differentiate = differentiate,
                                                   .move = move,
                                                   .cuts = SG_CUT_ROWS | SG_CUT_SLICES};

#endif
