/* low_rank_layer.c - messages whose weights are products of what receivers, senders and pairs have learned
 *
 *     Y[v] = sum over pairs (v, w) of weight(v, w) X[w]
 *     weight(v, w) = sum over r < rank: a[label(v)][r] b[label(w)][r] c[value(v, w)][r]
 *
 * An encoder has a weight for every triple that occurs in training; here a triple has one as soon as both
 * labels and the value occur somewhere.  It is computed in three steps, with a stretch of k = width numbers
 * for every r:
 *
 *     B[w] = b[label(w)] X[w]        S[v] = sum over pairs: c[value] B[w]        Y[v] = a[label(v)] S[v] */
#include "layers/kinds/low_rank_layer.h"

#ifdef SG_DESCRIPTION

#include "base/document/tree_put.h"
#include "base/mem.h"
#include "layers/layer_kind.h"
#include "layers/narrowing.h"

enum { MAX_RANK = 1024, USUAL_RANK = 8 };

typedef struct settings {
    sg_head head;  /* as it is written               */
    sg_head pairs; /* the same with one label for all */
    uint32_t rank; /* 0: not said, USUAL_RANK        */
} settings;

static void release(void *self)
{
    settings *s = self;
    sg_head_free(&s->head);
    sg_head_free(&s->pairs);
}

/* ---- In files ------------------------------------------------------------------------------- */

static sg_status read_head(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    sg_status status = SG_OK;
    settings *s = self;
    sg_error inner = {0};
    const char *text = "";
    (void)number;
    SG_TRY(sg_field_text(&text, f, "head", err));
    const sg_node *node = sg_field(f, "head");
    if (sg_head_parse(&s->head, text, &inner) != SG_OK)
        SG_TRY(sg_member_fail(f, node != NULL ? node : f->map, &inner, err));
    const sg_thresholds t = s->head.thresholds;
    if (s->head.copies > 1 || s->head.bias != NULL || s->head.weighs || s->head.decays ||
        t.at_least > 0 || t.at_most > 0)
        SG_TRY(sg_tree_fail(err, f->path, node,
                            "%s.head: \"%s\": nothing may follow the pair property of a "
                            "low-rank layer",
                            f->name, text));
    s->pairs.copies = 1;
    SG_TRY(sg_text_replace(&s->pairs.receiver, "none", err));
    SG_TRY(sg_text_replace(&s->pairs.sender, "none", err));
    SG_TRY(sg_text_replace(&s->pairs.property, s->head.property, err));
done:
    return status;
}

static sg_status put_head(sg_node *map, const void *self, sg_error *err)
{
    sg_status status = SG_OK;
    char *text = NULL;
    const sg_head *head = &((const settings *)self)->head;
    if (head->property == NULL) goto done; /* not said yet */
    SG_TRY(sg_head_write(&text, head, err));
    SG_TRY(sg_put_text(map, "head", text, err));
done:
    sg_free(text);
    return status;
}

static uint32_t rank_of(const settings *s)
{
    return s->rank > 0 ? s->rank : USUAL_RANK;
}

static sg_status read_rank(void *self, sg_fields *f, uint32_t number, sg_error *err)
{
    (void)number;
    return sg_field_count(&((settings *)self)->rank, f, "rank", 1, MAX_RANK, err);
}

static sg_status put_rank(sg_node *map, const void *self, sg_error *err)
{
    return sg_put_whole(map, "rank", rank_of(self), err);
}

static const sg_member MEMBERS[] = {
    {.name = "head",
     .type = SG_MEMBER_OWN,
     .read = read_head,
     .put = put_head,
     .help = "labels and pairs, as in \"wl:2 @ distance 0..6\""},
    {.name = "rank",
     .type = SG_MEMBER_OWN,
     .read = read_rank,
     .put = put_rank,
     .help = "how many numbers a label and a value have; 8 if absent"}};

/* ---- On data -------------------------------------------------------------------------------- */

static sg_status name_needs(const sg_need_visitor *visitor, const void *self, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = self;
    const sg_need needs[] = {{.labels = s->head.receiver},
                             {.labels = s->head.sender},
                             {.labels = s->pairs.receiver},
                             {.head = &s->pairs}};
    for (size_t n = 0; n < sizeof needs / sizeof *needs; n++)
        SG_TRY(visitor->visit(visitor->context, &needs[n], err));
done:
    return status;
}

static sg_status bind(void *self, const void *from, const sg_layer_binding *to, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = from;
    sg_cached_labels receiver = {0}, sender = {0};
    sg_low_rank_spec spec = {.rank = rank_of(s), .design = &s->head, .pairs = &s->pairs};
    SG_TRY(sg_plan_cache_labels(&receiver, to->cache, s->head.receiver, err));
    SG_TRY(sg_plan_cache_labels(&sender, to->cache, s->head.sender, err));
    SG_TRY(sg_plan_cache_plan(&spec.plan, to->cache, &s->pairs, err));
    spec.receiver = receiver.label;
    spec.n_receiver_labels = receiver.n_labels;
    spec.sender = sender.label;
    spec.n_sender_labels = sender.n_labels;
    *(sg_low_rank_spec *)self = spec;
done:
    return status;
}

static sg_status hear(sg_node_field *field, const void *self, uint32_t depth, sg_error *err)
{
    return sg_plan_hear(field, ((const sg_low_rank_spec *)self)->plan, field->n, depth, err);
}

static void narrow_free(void *self)
{
    sg_low_rank_spec *spec = self;
    sg_narrow_labels_free(&spec->receiver);
    sg_narrow_labels_free(&spec->sender);
    sg_narrow_plan_free(&spec->plan);
}

static sg_status narrow(void *self, const sg_node_field *field, uint32_t depth, sg_error *err)
{
    sg_status status = SG_OK;
    sg_low_rank_spec *spec = self, made = *spec;
    spec->plan = NULL;
    spec->receiver = spec->sender = NULL;
    SG_TRY(sg_narrow_plan(&made.plan, field, depth, err));
    spec->plan = made.plan;
    SG_TRY(sg_narrow_labels(&made.receiver, field, err));
    spec->receiver = made.receiver;
    SG_TRY(sg_narrow_labels(&made.sender, field, err));
    spec->sender = made.sender;
done:
    return status;
}

/* ---- In a network --------------------------------------------------------------------------- */

static void visit_labels(const sg_tensor_visitor *visitor, const char *name, uint32_t n_labels,
                         uint32_t rank, const char *expression, const uint32_t *label)
{
    sg_tensor_visit(visitor,
                    (sg_tensor){.name = name,
                                .axis = {{SG_AXIS_LABELS, n_labels}, {SG_AXIS_OUTPUTS, rank}},
                                .n_axes = 2,
                                .start = SG_START_FAN_IN,
                                .fan_in = 1,
                                .expression = expression,
                                .label = label});
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *self,
                         const sg_state *before)
{
    const sg_low_rank_spec *s = self;
    (void)before;
    visit_labels(visitor, "receiver", s->n_receiver_labels, s->rank,
                 s->design != NULL ? s->design->receiver : NULL, s->receiver);
    visit_labels(visitor, "sender", s->n_sender_labels, s->rank,
                 s->design != NULL ? s->design->sender : NULL, s->sender);
    sg_tensor_visit(visitor, (sg_tensor){.name = "value",
                                         .axis = {{SG_AXIS_TRIPLES, s->plan->n_slots},
                                                  {SG_AXIS_OUTPUTS, s->rank}},
                                         .n_axes = 2,
                                         .start = SG_START_FAN_IN,
                                         .fan_in = s->rank,
                                         .triples = s->pairs,
                                         .plan = s->plan});
}

SG_LAYER_OPS(low_rank);

const sg_layer_kind sg_low_rank_kind = {
    .word = "low-rank",
    .summary = "messages whose weights are products of numbers of labels and pairs",
    .member = MEMBERS,
    .n_members = sizeof MEMBERS / sizeof *MEMBERS,
    .settings_size = sizeof(settings),
    .release = release,
    .activates = true,
    .spec_size = sizeof(sg_low_rank_spec),
    .bind = bind,
    .needs = name_needs,
    .needs_nodes = true,
    .reach = SG_OWN_ROW, /* and what its pairs look at */
    .hear = hear,
    .narrow = narrow,
    .narrow_free = narrow_free,
    .tensors = list_tensors,
    .linearity = SG_LINEAR,
    SG_LAYER_COMPUTES(low_rank)};

#else /* compiled for float and for double */

#include "layers/real/asking.h"
#include "layers/real/layer.h"
#include "layers/real/short_rows.h"

#include <string.h>

/* What is kept, each [max_rows][rank][width]: B and S of forward, dS and dB of backward.  Slices need all
 * of them, because the optimizer may have moved the parameters that they were made from. */
typedef enum stock { STOCK_B, STOCK_S, STOCK_DS, STOCK_DB, N_STOCKS } stock;

/* Numbers of a row. */
static size_t row_size(const SG_R(sg_layer) *layer)
{
    return (size_t)((const sg_low_rank_spec *)layer->of)->rank * layer->in_width;
}

static sg_real *row_of(const SG_R(sg_layer) *layer, stock which, size_t row)
{
    const size_t size = row_size(layer), max_rows = layer->kept_size / (N_STOCKS * size);
    return layer->kept + ((size_t)which * max_rows + row) * size;
}

/* Where the numbers of the receivers' labels, the senders' labels and the values begin. */
enum { OF_RECEIVERS, OF_SENDERS, OF_VALUES, N_FACTORS };

static void find_factors(size_t first[N_FACTORS + 1], const sg_low_rank_spec *s)
{
    first[OF_RECEIVERS] = 0;
    first[OF_SENDERS] = (size_t)s->n_receiver_labels * s->rank;
    first[OF_VALUES] = first[OF_SENDERS] + (size_t)s->n_sender_labels * s->rank;
    first[N_FACTORS] = first[OF_VALUES] + (size_t)s->plan->n_slots * s->rank;
}

/* The pairs of one node. */
typedef struct pair_list {
    const uint32_t *sender, *slot;
    uint32_t n;
} pair_list;

static pair_list pairs_of(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          const sg_batch_span *span, uint32_t v)
{
    const sg_low_rank_spec *s = layer->of;
    uint32_t *sender = flow->index, *slot = sender + span->n;
    return (pair_list){sender, slot,
                       sg_plan_row(sender, slot, s->plan, layer->graph, span->graph, v)};
}

/* to[r] += factor[r] from[r] for stretches of k numbers. */
static void add_times(sg_real *restrict to, const sg_real *restrict factor,
                      const sg_real *restrict from, uint32_t rank, size_t k)
{
    if (k == 1)
        for (uint32_t r = 0; r < rank; r++) to[r] += factor[r] * from[r];
    else
        for (uint32_t r = 0; r < rank; r++)
            SG_R(sg_short_add_times)(to + r * k, factor[r], from + r * k, k);
}

/* to[r] = factor[r] from, or zeros where the label is unknown (factor NULL). */
static void spread(sg_real *to, const sg_real *factor, const sg_real *from, uint32_t rank,
                   size_t k)
{
    memset(to, 0, rank * k * sizeof *to);
    for (uint32_t r = 0; r < rank && factor != NULL; r++)
        SG_R(sg_short_add_times)(to + r * k, factor[r], from, k);
}

/* to += sum over r: factor[r] from[r] */
static void fold(sg_real *to, const sg_real *factor, const sg_real *from, uint32_t rank,
                 size_t k)
{
    for (uint32_t r = 0; r < rank && factor != NULL; r++)
        SG_R(sg_short_add_times)(to, factor[r], from + r * k, k);
}

static const sg_real *factors_of(const sg_real *first, uint32_t label, uint32_t n_labels,
                                 uint32_t rank)
{
    return label < n_labels ? first + (size_t)label * rank : NULL;
}

static void forward_graph(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          const sg_batch_span *span)
{
    const sg_low_rank_spec *s = layer->of;
    const size_t k = layer->in_width, row = span->first_row;
    size_t first[N_FACTORS + 1];
    find_factors(first, s);
    sg_row_asks asks = sg_row_asks_of(span->n, row_size(layer));
    for (uint32_t w = 0; w < span->n; w++)
        spread(row_of(layer, STOCK_B, row + w),
               factors_of(flow->parameter + first[OF_SENDERS], s->sender[span->first_node + w],
                          s->n_sender_labels, s->rank),
               flow->x + (row + w) * k, s->rank, k);
    for (uint32_t v = 0; v < span->n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const pair_list pairs = pairs_of(layer, flow, span, v);
        sg_real *sum = row_of(layer, STOCK_S, row + v), *y = flow->y + (row + v) * k;
        memset(sum, 0, row_size(layer) * sizeof *sum);
        for (uint32_t p = 0; p < pairs.n; p++) {
            const sg_real *c =
                flow->parameter + first[OF_VALUES] + (size_t)pairs.slot[p] * s->rank;
            const sg_real *sent = row_of(layer, STOCK_B, row + pairs.sender[p]);
            add_times(sum, c, sent, s->rank, k);
        }
        memset(y, 0, k * sizeof *y);
        fold(y,
             factors_of(flow->parameter, s->receiver[span->first_node + v],
                        s->n_receiver_labels, s->rank),
             sum, s->rank, k);
    }
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    for (uint32_t i = piece.first; i < piece.behind; i++)
        forward_graph(layer, flow, &flow->batch->span[i]);
}

static void backward_graph(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                           const sg_batch_span *span)
{
    const sg_low_rank_spec *s = layer->of;
    const size_t k = layer->in_width, row = span->first_row;
    size_t first[N_FACTORS + 1];
    find_factors(first, s);
    sg_row_asks asks = sg_row_asks_of(span->n, row_size(layer));
    if (span->n > 0)
        memset(row_of(layer, STOCK_DB, row), 0, span->n * row_size(layer) * sizeof(sg_real));
    for (uint32_t v = 0; v < span->n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const pair_list pairs = pairs_of(layer, flow, span, v);
        sg_real *d_sum = row_of(layer, STOCK_DS, row + v);
        spread(d_sum,
               factors_of(flow->parameter, s->receiver[span->first_node + v],
                          s->n_receiver_labels, s->rank),
               flow->dy + (row + v) * k, s->rank, k);
        for (uint32_t p = 0; p < pairs.n; p++) {
            const sg_real *c =
                flow->parameter + first[OF_VALUES] + (size_t)pairs.slot[p] * s->rank;
            sg_real *d_sent = row_of(layer, STOCK_DB, row + pairs.sender[p]);
            add_times(d_sent, c, d_sum, s->rank, k);
        }
    }
    for (uint32_t w = 0; flow->dx != NULL && w < span->n; w++) {
        sg_real *dx = flow->dx + (row + w) * k;
        if (!layer->adds) memset(dx, 0, k * sizeof *dx);
        fold(dx,
             factors_of(flow->parameter + first[OF_SENDERS], s->sender[span->first_node + w],
                        s->n_sender_labels, s->rank),
             row_of(layer, STOCK_DB, row + w), s->rank, k);
    }
}

static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    for (uint32_t i = piece.first; i < piece.behind; i++)
        backward_graph(layer, flow, &flow->batch->span[i]);
}

/* ---- Gradients ------------------------------------------------------------------------------ */

/* to[r] += a[r] . b[r]; stretches of a are `step` apart. */
static void add_products(sg_real *to, const sg_real *a, size_t step, const sg_real *b,
                         uint32_t rank, size_t k)
{
    if (k == 1)
        for (uint32_t r = 0; r < rank; r++) to[r] += a[r * step] * b[r];
    else
        for (uint32_t r = 0; r < rank; r++)
            to[r] += SG_R(sg_short_dot)(a + r * step, b + r * k, k);
}

/* The gradient of row `number` of a slice's factor, or NULL where it is not the slice's. */
static sg_real *gradient_of(const SG_R(sg_flow) *flow, const sg_gradient_slice *t, size_t first,
                            uint32_t number, uint32_t n, uint32_t rank)
{
    const size_t place = first + (size_t)number * rank;
    if (number >= n || place < t->begin || place >= t->end) return NULL;
    return flow->gradient + (place - t->begin);
}

static void differentiate_labels(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 const sg_batch_span *span, const sg_gradient_slice *t,
                                 size_t first)
{
    const sg_low_rank_spec *s = layer->of;
    const size_t k = layer->in_width;
    const bool receives = t->head == OF_RECEIVERS;
    const uint32_t *label = receives ? s->receiver : s->sender;
    const uint32_t n = receives ? s->n_receiver_labels : s->n_sender_labels;
    for (uint32_t v = 0; v < span->n; v++) {
        const size_t row = span->first_row + (size_t)v;
        sg_real *to = gradient_of(flow, t, first, label[span->first_node + v], n, s->rank);
        if (to == NULL) continue;
        if (receives)
            add_products(to, flow->dy + row * k, 0, row_of(layer, STOCK_S, row), s->rank, k);
        else
            add_products(to, flow->x + row * k, 0, row_of(layer, STOCK_DB, row), s->rank, k);
    }
}

static void differentiate_values(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                                 const sg_batch_span *span, const sg_gradient_slice *t,
                                 size_t first)
{
    const sg_low_rank_spec *s = layer->of;
    const size_t k = layer->in_width, row = span->first_row;
    sg_row_asks asks = sg_row_asks_of(span->n, row_size(layer));
    for (uint32_t v = 0; v < span->n; v++) {
        if (v == asks.next && sg_row_asks_stop(&asks)) return;
        const pair_list pairs = pairs_of(layer, flow, span, v);
        for (uint32_t p = 0; p < pairs.n; p++) {
            sg_real *to = gradient_of(flow, t, first, pairs.slot[p], s->plan->n_slots, s->rank);
            if (to != NULL)
                add_products(to, row_of(layer, STOCK_DS, row + v), k,
                             row_of(layer, STOCK_B, row + pairs.sender[p]), s->rank, k);
        }
    }
}

static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    size_t first[N_FACTORS + 1];
    find_factors(first, layer->of);
    for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
        const sg_batch_span *span = &flow->batch->span[i];
        if (t->head == OF_VALUES)
            differentiate_values(layer, flow, span, t, first[OF_VALUES]);
        else
            differentiate_labels(layer, flow, span, t, first[t->head]);
    }
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_low_rank_spec *s = layer->of;
    size_t first[N_FACTORS + 1];
    find_factors(first, s);
    layer->kept_size = N_STOCKS * (size_t)site->max_rows * row_size(layer);
    for (uint32_t f = 0; f < N_FACTORS; f++)
        SG_TRY(sg_gradient_slices_cut(
            &layer->slices,
            (sg_gradient_slice){SG_GRADIENT_WEIGHTS, f, 1, 0, first[f], first[f + 1]}, s->rank,
            err));
done:
    return status;
}

const SG_R(sg_layer_ops) SG_R(sg_low_rank_ops) = {
    .build = build, .forward = forward, .backward = backward, .differentiate = differentiate};

#endif
