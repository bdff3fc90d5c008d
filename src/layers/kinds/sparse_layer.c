/* sparse_layer.c - the sparse attributes of nodes times a matrix:  Y = G(X W) + b
 *
 * X has a row of index and value per node (data/nodes/sparse_table.h) and is never made dense.  G leaves
 * the rows as they are, or averages those of a node and its neighbors as a gcn layer does: D^-1/2 (A + I)
 * D^-1/2 X W is the same whatever is multiplied first.  During training every entry of X becomes zero with
 * probability `dropout`, and the others grow; what becomes of an entry is a hash of its number and the step,
 * so that it can be asked for again.  Kept are X W and, where G averages, G' dY; both [max_rows][outputs]. */
#include "layers/kinds/sparse_layer.h"

#ifdef SG_DESCRIPTION

#include "base/mem.h"
#include "layers/narrowing.h"

#include <stddef.h>

enum { MOST_COLUMNS = 1 << 28 };

/* In files. */
typedef struct settings {
    uint32_t outputs;
    double columns;
    uint32_t gather, scale; /* words */
    bool bias;
    double dropout;
    sg_edge_weight weight;
} settings;

static sg_status check_weight(const void *self, const sg_fields *f, sg_error *err)
{
    const settings *s = self;
    if (!s->weight.weighs || s->gather == SG_SPARSE_GCN) return SG_OK;
    return sg_tree_fail(err, f->path, sg_node_member(f->map, "weight"),
                        "%s.weight: it is for gather: gcn", f->name);
}

static const char *const GATHERINGS[] = {"none", "gcn"};
enum { SCALE_NONE, SCALE_ROWS, SCALE_COLUMNS };

static const char *const SCALES[] = {"none", "rows", "columns"};

static const sg_member MEMBERS[] = {
    {.name = "outputs",
     .type = SG_MEMBER_OUTPUTS,
     .offset = offsetof(settings, outputs),
     .help = "numbers per node after it: a number, or classes, or targets"},
    {.name = "columns",
     .type = SG_MEMBER_REAL,
     .offset = offsetof(settings, columns),
     .preset = 1,
     .least = 1,
     .most = MOST_COLUMNS,
     .help = "of the data's sparse attributes; the data may have fewer"},
    {.name = "gather",
     .type = SG_MEMBER_WORD,
     .offset = offsetof(settings, gather),
     .words = GATHERINGS,
     .n_words = sizeof GATHERINGS / sizeof *GATHERINGS,
     .help = "a node has its own product, or averages its own and its neighbors' as in a gcn"},
    {.name = "scale",
     .type = SG_MEMBER_WORD,
     .offset = offsetof(settings, scale),
     .words = SCALES,
     .n_words = sizeof SCALES / sizeof *SCALES,
     .help =
         "entries stay as they are; or those of a row are divided by the sum of their sizes; or those "
         "of a column by its standard deviation over the training items"},
    {.name = "dropout",
     .type = SG_MEMBER_REAL,
     .offset = offsetof(settings, dropout),
     .least = 0,
     .most = 0.999,
     .help = "the probability that an entry becomes 0 during training"},
    {.name = "bias",
     .type = SG_MEMBER_BOOL,
     .offset = offsetof(settings, bias),
     .preset = true,
     .help = "add a learned number to every output"},
    SG_WEIGHT_MEMBER(settings, check_weight)};

static sg_status bind(void *self, const void *from, const sg_layer_binding *to, sg_error *err)
{
    sg_status status = SG_OK;
    const settings *s = from;
    const sg_dataset *data = sg_plan_cache_data(to->cache);
    const uint32_t columns = (uint32_t)s->columns;
    SG_REQUIRE((double)columns == s->columns, SG_EINVAL,
               "sparse: columns: %g is not a whole number", s->columns);
    SG_REQUIRE(data->graph.n_nodes == 0 || data->node_sparse.row != NULL, SG_EINVAL,
               "sparse: the data set %s has no sparse attributes",
               data->name != NULL ? data->name : "");
    SG_REQUIRE(data->node_sparse.n_columns <= columns, SG_EINVAL,
               "sparse: columns: %u, but the sparse attributes of %s have %u", columns,
               data->name != NULL ? data->name : "", data->node_sparse.n_columns);
    *(sg_sparse_spec *)self =
        (sg_sparse_spec){.outputs = s->outputs > 0 ? s->outputs : to->n_outputs,
                         .columns = columns,
                         .gathering = (sg_sparse_gathering)s->gather,
                         .bias = s->bias,
                         .shares = s->scale == SCALE_ROWS,
                         .scales = s->scale == SCALE_COLUMNS,
                         .dropout = s->dropout,
                         .weight = s->weight,
                         .table = &data->node_sparse};
    SG_TRY(sg_edge_weight_bind(&((sg_sparse_spec *)self)->weight, to->cache, err));
done:
    return status;
}

static sg_status hear(sg_node_field *field, const void *self, uint32_t depth, sg_error *err)
{
    const bool averages = ((const sg_sparse_spec *)self)->gathering == SG_SPARSE_GCN;
    return averages ? sg_node_field_hear_arcs(field, depth, err) : SG_OK;
}

static void narrow_free(void *self)
{
    sg_sparse_spec *s = self;
    sg_narrow_edges_free(&s->weight.of);
    if (s->narrow != NULL) sg_sparse_table_free(s->narrow);
    sg_free(s->narrow);
}

static sg_status narrow(void *self, const sg_node_field *field, uint32_t depth, sg_error *err)
{
    sg_status status = SG_OK;
    sg_sparse_spec *s = self;
    SG_TRY(sg_narrow_edges(&s->weight.of, field, depth, err));
    SG_ALLOC(s->narrow, 1);
    SG_TRY(sg_sparse_table_select(s->narrow, s->table, field->node, field->n, err));
    s->table = s->narrow;
done:
    return status;
}

static sg_status state_behind(sg_state *behind, const void *spec, const sg_layer_place *place,
                              sg_error *err)
{
    if (!place->at_input)
        return sg_error_set(
            err, SG_EINVAL, SG_WHERE,
            "sparse: it reads the data, and must be the first layer or follow a "
            "branch that begins with the input");
    return sg_state_outputs(behind, ((const sg_sparse_spec *)spec)->outputs, err);
}

static void list_tensors(const sg_tensor_visitor *visitor, const void *spec,
                         const sg_state *before)
{
    const sg_sparse_spec *s = spec;
    const sg_axis columns = {SG_AXIS_OUTPUTS, s->columns};
    (void)before;
    sg_tensor_visit_product(visitor, columns, s->outputs, s->bias);
    if (s->scales)
        sg_tensor_visit(visitor, (sg_tensor){.name = "deviation",
                                             .axis = {columns},
                                             .n_axes = 1,
                                             .start = SG_START_SPARSE_DEVIATIONS,
                                             .sparse = s->table,
                                             .kept = true});
}

SG_LAYER_OPS(sparse);

const sg_layer_kind sg_sparse_kind = {
    .word = "sparse",
    .summary = "multiplies the sparse attributes of nodes by a matrix",
    .member = MEMBERS,
    .n_members = sizeof MEMBERS / sizeof *MEMBERS,
    .settings_size = sizeof(settings),
    .activates = true,
    .spec_size = sizeof(sg_sparse_spec),
    .bind = bind,
    .needs_nodes = true,
    .reach = 2, /* gathering by gcn: how many neighbors neighbors have counts, too */
    .hear = hear,
    .narrow = narrow,
    .narrow_free = narrow_free,
    .state = state_behind,
    .tensors = list_tensors,
    .linearity = SG_LINEAR,
    SG_LAYER_COMPUTES(sparse)};

#else /* compiled for float and for double */

#include "base/mem.h"
#include "base/rng.h"
#include "layers/real/dense.h"
#include "layers/real/gather.h"
#include "layers/real/rows.h"
#include "layers/real/sparse_entries.h"
#include "layers/real/weighed.h"

#include <math.h>
#include <string.h>

static const sg_sparse_spec *spec_of(const SG_R(sg_layer) *layer)
{
    return layer->of;
}

static sg_real *products(const SG_R(sg_layer) *layer)
{
    return layer->kept;
}

static sg_real *d_products(const SG_R(sg_layer) *layer)
{
    return layer->kept + layer->kept_size / 2;
}

/* The layer's own memory. */
typedef struct own_memory {
    sg_real *entry;            /* as they are multiplied, in the network's precision   */
    SG_R(sg_weighed) *weighed; /* NULL: nothing is averaged, or a graph is cut          */
} own_memory;

static const SG_R(sg_weighed) *weights_of(const SG_R(sg_layer) *layer)
{
    return ((const own_memory *)layer->own)->weighed;
}

static void add_row(sg_real *restrict to, sg_real factor, const sg_real *restrict row, size_t n)
{
    for (size_t f = 0; f < n; f++) to[f] += factor * row[f];
}

/* The entries of this step.  What they are divided by follows the parameters. */
static SG_R(sg_sparse_entries) entries_of(const SG_R(sg_layer) *layer,
                                          const SG_R(sg_flow) *flow)
{
    const sg_sparse_spec *s = spec_of(layer);
    const size_t rows = s->columns + (size_t)s->bias;
    const uint64_t words[2] = {layer->number, flow->step};
    sg_rng rng = sg_rng_stream(layer->seed, words, 2);
    SG_R(sg_sparse_entries)
    entries =
        SG_R(sg_sparse_entries_dropped)(flow->training ? s->dropout : 0, sg_rng_next(&rng));
    entries.column = s->table->column;
    entries.value = ((const own_memory *)layer->own)->entry;
    entries.deviation = s->scales ? flow->parameter + rows * layer->out_width : NULL;
    return entries;
}

/* Some rows of a span of X W. */
static void multiply(sg_real *y, const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     const sg_batch_span *span, sg_row_range rows)
{
    const sg_sparse_table *x = spec_of(layer)->table;
    const size_t out = layer->out_width;
    const SG_R(sg_sparse_entries) entries = entries_of(layer, flow);
    const SG_R(sg_kernels) *k = SG_BEST(sg_kernels)();
    SG_R(sg_entry_list) list;
    list.rows = (SG_R(sg_row_list)){.size = spec_of(layer)->columns};
    for (uint32_t v = rows.first; v < rows.first + rows.n; v++) {
        const uint32_t node = span->first_node + v;
        sg_real *row = y + (span->first_row + (size_t)v) * out;
        memset(row, 0, out * sizeof *row);
        for (uint64_t e = x->row[node]; e < x->row[node + 1];) {
            SG_R(sg_entries_list)(&list, &e, x->row[node + 1], &entries);
            k->gather_rows(row, &list.rows, flow->parameter, out);
        }
    }
}

/* The products, to where they are averaged or added to. */
static void forward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                         sg_batch_piece piece)
{
    const bool averages = spec_of(layer)->gathering == SG_SPARSE_GCN;
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_batch_span *span = &flow->batch->span[i];
        multiply(averages ? products(layer) : flow->y, layer, flow, span,
                 sg_piece_rows(piece, span));
        if (!averages || piece.n_rows == 0 || weights_of(layer) != NULL) continue;
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        SG_R(sg_scale_rows)(products(layer), products(layer), layer->out_width, &from);
    }
}

static void forward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                    sg_batch_piece piece)
{
    const sg_sparse_spec *s = spec_of(layer);
    const size_t out = layer->out_width;
    const sg_row_range rows = SG_R(sg_rows_of)(layer, flow, piece);
    const sg_real *bias = s->bias ? flow->parameter + s->columns * out : NULL;
    for (uint32_t i = piece.first; i < piece.behind && s->gathering == SG_SPARSE_GCN; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        if (weights_of(layer) != NULL)
            SG_R(sg_weighed_gather)(flow->y, products(layer), out, &from, weights_of(layer));
        else if (piece.n_rows > 0)
            SG_R(sg_gather_scaled)(flow->y, products(layer), out, &from, layer->graph, false);
        else
            SG_R(sg_gather_symmetric)(flow->y, products(layer), out, &from);
    }
    for (uint32_t r = 0; bias != NULL && r < rows.n; r++)
        add_row(flow->y + (rows.first + (size_t)r) * out, 1, bias, out);
}

/* Where a graph is cut: dY, scaled, in the place of the products, which nobody needs any more. */
static void backward_rows(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          sg_batch_piece piece)
{
    if (spec_of(layer)->gathering != SG_SPARSE_GCN || piece.n_rows == 0 ||
        weights_of(layer) != NULL)
        return;
    const sg_gather_from from =
        sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, piece.first);
    SG_R(sg_scale_rows)(products(layer), flow->dy, layer->out_width, &from);
}

/* The gradient of X W, for the slices.  The state before it is not read, so its gradient is 0. */
static void backward(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                     sg_batch_piece piece)
{
    const sg_row_range before = SG_R(sg_rows_of)(layer, flow, piece);
    if (flow->dx != NULL && !layer->adds)
        memset(flow->dx + (size_t)before.first * layer->in_width, 0,
               (size_t)before.n * layer->in_width * sizeof *flow->dx);
    if (spec_of(layer)->gathering != SG_SPARSE_GCN) return;
    const size_t out = layer->out_width;
    if (weights_of(layer) != NULL)
        memset(d_products(layer) + before.first * out, 0,
               before.n * out * sizeof *d_products(layer));
    for (uint32_t i = piece.first; i < piece.behind; i++) {
        const sg_gather_from from =
            sg_gather_from_piece(layer->graph, layer->hearers, flow->batch, piece, i);
        if (weights_of(layer) != NULL) SG_R(sg_weighed_back)
        (d_products(layer), flow->dy, out, &from, weights_of(layer), piece.n_rows > 0);
        else if (piece.n_rows > 0) SG_R(sg_gather_scaled)(
            d_products(layer), products(layer), layer->out_width, &from, layer->hearers, false);
        else SG_R(sg_gather_symmetric_back)(d_products(layer), flow->dy, layer->out_width,
                                            &from, false);
    }
}

/* The first entry of a row whose column is not below `column`. */
static uint64_t entry_from(const sg_sparse_table *x, uint32_t node, uint64_t column)
{
    uint64_t low = x->row[node], high = x->row[node + 1];
    if (column == 0) return low;
    if (column >= x->n_columns) return high;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (x->column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_zero(const sg_real *row, size_t n)
{
    bool zero = true;
    for (size_t f = 0; f < n; f++) zero &= row[f] == 0;
    return zero;
}

/* Some rows of the gradient of W: X' dY, entry by entry in the order of the batch.  Where few nodes are items, many
 * rows of dY are 0. */
static void add_weights(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                        const sg_gradient_slice *t)
{
    const sg_sparse_spec *s = spec_of(layer);
    const sg_sparse_table *x = s->table;
    const size_t out = layer->out_width;
    const uint64_t first = t->begin / out, behind = t->end / out;
    const sg_real *dy = s->gathering == SG_SPARSE_GCN ? d_products(layer) : flow->dy;
    const SG_R(sg_sparse_entries) entries = entries_of(layer, flow);
    const SG_R(sg_kernels) *k = SG_BEST(sg_kernels)();
    SG_R(sg_entry_list) list;
    list.rows =
        (SG_R(sg_row_list)){.first = (uint32_t)first, .size = (uint32_t)(behind - first)};
    for (uint32_t i = flow->part.first; i < flow->part.behind; i++) {
        const sg_batch_span *span = &flow->batch->span[i];
        const sg_row_range rows = sg_piece_rows(flow->part, span);
        for (uint32_t v = rows.first; v < rows.first + rows.n; v++) {
            const uint32_t node = span->first_node + v;
            const sg_real *row = dy + (span->first_row + (size_t)v) * out;
            if (is_zero(row, out)) continue;
            const uint64_t end = entry_from(x, node, behind);
            for (uint64_t e = entry_from(x, node, first); e < end;) {
                SG_R(sg_entries_list)(&list, &e, end, &entries);
                k->spread_rows(flow->gradient, &list.rows, row, out);
            }
        }
    }
}

/* A slice owns some rows of W; the last one owns b. */
static void differentiate(const SG_R(sg_layer) *layer, const SG_R(sg_flow) *flow,
                          uint32_t slice)
{
    const sg_gradient_slice *t = &layer->slices.slice[slice];
    const sg_row_range rows = SG_R(sg_all_rows)(layer, flow);
    const SG_R(sg_dense) product = {NULL, flow->dy + rows.first * (size_t)layer->out_width, 0,
                                    layer->out_width, rows.n};
    if (t->kind == SG_GRADIENT_BIAS)
        SG_R(sg_dense_bias)(flow->gradient, &product);
    else
        add_weights(layer, flow, t);
}

/* Divide the entries of rows by the sum of their sizes, if the spec wants it. */
static void scale_entries(sg_real *entry, const sg_sparse_spec *s)
{
    const sg_sparse_table *x = s->table;
    for (uint32_t v = 0; v < x->n_rows; v++) {
        double sum = 0;
        for (uint64_t e = x->row[v]; e < x->row[v + 1]; e++) sum += fabs((double)x->value[e]);
        const double divisor = s->shares && sum > 0 ? sum : 1;
        for (uint64_t e = x->row[v]; e < x->row[v + 1]; e++)
            entry[e] = (sg_real)((double)x->value[e] / divisor);
    }
}

static sg_status build(SG_R(sg_layer) *layer, const SG_R(sg_layer_site) *site, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_sparse_spec *s = spec_of(layer);
    const size_t out = layer->out_width;
    own_memory *own = NULL;
    SG_ALLOC(own, 1);
    layer->own = own;
    SG_ALLOC(own->entry, s->table->n_rows > 0 ? s->table->row[s->table->n_rows] : 0);
    scale_entries(own->entry, s);
    if (s->gathering == SG_SPARSE_GCN) {
        layer->kept_size = 2 * (size_t)site->max_rows * out;
        SG_TRY(
            SG_R(sg_weighed_open)(&own->weighed, &s->weight, SG_WEIGHED_SYMMETRIC, site, err));
    }
    SG_TRY(sg_gradient_slices_of_products(&layer->slices, 1, s->columns, out,
                                          (s->columns + s->bias) * out, err));
done:
    return status;
}

static void close_layer(SG_R(sg_layer) *layer)
{
    own_memory *own = layer->own;
    if (own == NULL) return;
    sg_free(own->entry);
    SG_R(sg_weighed_close)(own->weighed);
    sg_free(own);
}

const SG_R(sg_layer_ops)
    SG_R(sg_sparse_ops) = {.build = build,
                           .close = close_layer,
                           .forward_rows = forward_rows,
                           .forward = forward,
                           .backward_rows = backward_rows,
                           .backward = backward,
                           .differentiate = differentiate,
                           .cuts = SG_CUT_FORWARD | SG_CUT_BACKWARD | SG_CUT_SLICES};

#endif
