/* layer_kind.h - a kind of layer: all that the library knows of it.
 *
 * A kind is one file in layers/kinds and one line in layer_list.h.  The file has two halves.  The
 * first one describes: the kind's word and members in experiment files, what it needs of the data,
 * the state behind it, its parameters and their meaning.  The second one computes, and is compiled
 * for float and for double:
 *
 *     #ifdef SG_DESCRIPTION
 *     SG_LAYER_OPS(scale);
 *     const sg_layer_kind sg_scale_kind = {.word = "scale", ..., SG_LAYER_COMPUTES(scale)};
 *     #else
 *     const SG_R(sg_layer_ops) SG_R(sg_scale_ops) = {.forward = forward, .backward = backward};
 *     #endif
 *
 * Everything else asks the kind: reading and writing files, building networks, copying weights
 * between models, listing them, explaining.  docs/adding-a-layer.md adds one step by step.
 */
#ifndef SG_LAYERS_LAYER_KIND_H
#define SG_LAYERS_LAYER_KIND_H

#include "base/document/fields.h"
#include "base/wording.h"
#include "kernels/activation.h"
#include "layers/earlier_layers.h"
#include "layers/pooling.h"
#include "layers/tensor.h"
#include "plans/plan_cache.h"
#include "plans/plan_narrow.h"

typedef struct sg_layer_kind sg_layer_kind;
struct sg_layer_ops_f32;
struct sg_layer_ops_f64;

/* ---- In files ------------------------------------------------------------------------------- */

typedef enum sg_member_type {
    SG_MEMBER_BOOL,       /* bool                                                     */
    SG_MEMBER_REAL,       /* double                                                   */
    SG_MEMBER_WORD,       /* uint32_t: position in `words`                            */
    SG_MEMBER_OUTPUTS,    /* uint32_t: a number, or 0: one per class or target        */
    SG_MEMBER_ACTIVATION, /* sg_activation                                            */
    SG_MEMBER_LAYER,  /* uint32_t: an earlier layer's number plus 1; absent: 0, the input   */
    SG_MEMBER_LAYERS, /* sg_earlier_layers; there must be some                    */
    SG_MEMBER_WEIGHT, /* sg_edge_weight (layers/edge_weight.h)                    */
    SG_MEMBER_OWN     /* the kind reads and writes it                             */
} sg_member_type;

/* A member of a layer in files, and its place in the kind's settings. */
typedef struct sg_member {
    const char *name;
    sg_member_type type;
    uint32_t n_words;         /* SG_MEMBER_WORD                                      */
    size_t offset;            /* in the settings, but for SG_MEMBER_OWN              */
    double preset;            /* what it is where a file does not say                */
    double least, most;       /* SG_MEMBER_REAL                                      */
    const char *const *words; /* [n_words] SG_MEMBER_WORD                            */
    /* SG_MEMBER_OWN: either may be NULL, where another member does it as well.  `number` is that of
     * the layer. */
    sg_status (*read)(void *settings, sg_fields *fields, uint32_t number, sg_error *err);
    sg_status (*put)(sg_node *map, const void *settings, sg_error *err);
    /* Whether it goes with the members above it, once it was read.  NULL: it always does. */
    sg_status (*check)(const void *settings, const sg_fields *fields, sg_error *err);
    const char *help; /* one line for people */
} sg_member;

/* Members that many kinds have, by the type of their settings: how many numbers a row has behind the layer, and
 * whether a learned number is added to each of them. */
#define SG_OUTPUTS_MEMBER(settings, about)                                                     \
    {                                                                                          \
        .name = "outputs", .type = SG_MEMBER_OUTPUTS, .offset = offsetof(settings, outputs),   \
        .help = (about)                                                                        \
    }
#define SG_BIAS_MEMBER(settings)                                                               \
    {                                                                                          \
        .name = "bias", .type = SG_MEMBER_BOOL, .offset = offsetof(settings, bias),            \
        .preset = true, .help = "add a learned number to every output"                         \
    }

/* A layer of a blueprint. */
typedef struct sg_layer_design {
    const sg_layer_kind *kind;
    void *settings;           /* [kind->settings_size] owned                              */
    sg_activation activation; /* behind it, where the kind has one                        */
    uint32_t line;            /* of the file that it was read from; 0: none               */
} sg_layer_design;

/* ---- On data -------------------------------------------------------------------------------- */

/* Something of the data that a layer needs: the labels of an expression, or the triples of a head. */
typedef struct sg_need {
    const char *labels;
    const sg_head *head;
} sg_need;

/* Receives needs one by one; the first failure ends it. */
typedef struct sg_need_visitor {
    sg_status (*visit)(void *context, const sg_need *need, sg_error *err);
    void *context;
} sg_need_visitor;

/* What a layer is bound to. */
typedef struct sg_layer_binding {
    sg_plan_cache *cache; /* labels and plans of the data                                */
    uint32_t n_outputs;   /* one per class or target                                     */
    uint32_t number;      /* of the layer in the blueprint                               */
    const uint32_t *last; /* [number] the network's last layer of each earlier one       */
} sg_layer_binding;

/* ---- In a network --------------------------------------------------------------------------- */

/* A layer of a network. */
typedef struct sg_layer_spec {
    const sg_layer_kind *kind;
    const void *of; /* the kind's own spec, borrowed                                     */
    bool frozen;    /* its parameters do not move while the network learns               */
    bool has_rate, has_decay; /* these count for it in place of the optimizer's:          */
    double rate;              /* times the learning rate                                  */
    double decay;             /* weight decay                                             */
} sg_layer_spec;

/* Where a layer stands: behind the states 0 (the input) .. number. */
typedef struct sg_layer_place {
    uint32_t number;
    const sg_state *state; /* [number + 1]; the last one is what the layer gets */
    bool at_input; /* which is the input: it is the first layer, or a branch goes back there */
} sg_layer_place;

#define SG_NO_STATE UINT32_MAX
#define SG_OWN_ROW  (UINT32_MAX - 1)

/* How the state behind a layer depends on the one before it.  Explanations follow linear layers
 * with one gradient and all others step by step. */
typedef enum sg_linearity { SG_NONLINEAR, SG_PIECEWISE_LINEAR, SG_LINEAR } sg_linearity;

/* One graph in front of a layer that pools its nodes. */
typedef struct sg_pooled_graph {
    const double *parameter; /* the layer's own                                          */
    const double *x;         /* [n][width] state of the nodes                            */
    const double *delta;     /* [width behind] gradient of the state behind the layer    */
    uint32_t first_node, n;
    uint32_t width;
} sg_pooled_graph;

struct sg_layer_kind {
    const char *word;    /* in files                                                     */
    const char *summary; /* one line for people                                          */

    /* In files. */
    const sg_member *member; /* [n_members] in the order they are written                */
    uint32_t n_members;
    const char
        *shorthand; /* the member that is meant where a file has a value in place of members, as
                              in `concat: [2, 4]`; NULL: none                               */
    size_t settings_size;
    void (*release)(void *settings); /* free what settings own; NULL: nothing            */
    bool activates;                  /* it has a member `activation`, applied behind it  */

    /* On data.  The kind's spec is made from its settings.  Where `bind` is NULL they are of one type
     * and the spec is a copy, with outputs filled in, and numbers of the network's layers in place of
     * those of the blueprint's. */
    size_t spec_size;
    sg_status (*bind)(void *spec, const void *settings, const sg_layer_binding *to,
                      sg_error *err);
    void (*unbind)(void *spec);
    /* Name all that it needs.  NULL: nothing. */
    sg_status (*needs)(const sg_need_visitor *visitor, const void *settings, sg_error *err);

    /* Whether it looks at attributes of edges by their numbers, besides those of its heads and of a member
     * SG_MEMBER_WEIGHT.  NULL: it does not. */
    bool (*looks_at_edges)(const void *settings);

    /* In a network. */
    bool needs_nodes;    /* it wants a row per node; true for kinds that pool               */
    bool pools;          /* it makes one row of the nodes of a graph                         */
    bool goes_back;      /* its rows are those of the first earlier state that it reads      */
    bool adds_stretches; /* it only adds up stretches of a row, such as heads            */
    /* How many steps away the nodes may be whose rows it reads, besides those of its heads; SG_OWN_ROW: no
     * other node's; SG_EVERYWHERE: all nodes of the graph, as where a kind that wants a row per node does
     * not say it.  sg_layer_reach tells. */
    uint32_t reach;
    /* For some nodes and what they hear (graph/node_field.h).  `hear` adds the nodes whose rows are read for those that
     * are in the field; NULL: their neighbors, where the kind reaches any.  `narrow` gets a copy of a spec and
     * makes what is in it of nodes fit the field, for receivers of this depth at least; `narrow_free` releases what
     * it made, also where it failed.  A kind that binds to data and cannot be narrowed needs whole graphs. */
    sg_status (*hear)(sg_node_field *field, const void *spec, uint32_t depth, sg_error *err);
    sg_status (*narrow)(void *spec, const sg_node_field *field, uint32_t depth, sg_error *err);
    void (*narrow_free)(void *spec);
    bool
        mixes_rows; /* in training it looks at all rows of a batch, so that fields are no use */
    /* The axes behind it; *behind begins with a single axis of inputs, and with rows of graphs where the
     * kind pools.  NULL: that is it.  Fails with SG_EINVAL; the text does not name the layer. */
    sg_status (*state)(sg_state *behind, const void *spec, const sg_layer_place *place,
                       sg_error *err);
    /* Hand over the parameters; layer and first are filled in by the visitor.  NULL: none. */
    void (*tensors)(const sg_tensor_visitor *visitor, const void *spec, const sg_state *before);
    /* The number of the i-th earlier state that it reads besides; SG_NO_STATE: no more.  NULL: none. */
    uint32_t (*reads)(const void *spec, uint32_t i);
    /* NULL: always `linearity`. */
    sg_linearity (*linearity_of)(const void *spec);
    sg_linearity linearity;

    /* For people and for comparing models.  NULL: one head without a name. */
    uint32_t (*n_heads)(const void *spec);
    /* The text of a head as users write it, or only what two heads must have in common to be the same:
     * copies, biases and thresholds do not count.  sg_free it. */
    sg_status (*head_text)(char **text, const void *spec, uint32_t head, bool identity,
                           sg_error *err);
    /* A head's row of a receiver is the sum of its senders' rows, each times the weight of their triple,
     * and a bias of the receiver's label, where there is one: explanations list these messages. */
    bool weighs_messages;
    /* For kinds that pool: what every node gives to a head, node[0 .. n), and what its bias gives.
     * NULL: explanations find out by gradients, for all heads together. */
    void (*credit)(double *node, double *bias, const void *spec, const sg_pooled_graph *graph,
                   uint32_t head);

    /* For kinds that pool: how the shares of the nodes become the row behind, and the share of node v of
     * the graph, share[width behind], which depends on the node alone; a mean is that of the shares.  What
     * is added to all of them goes to constant[width behind].  graph->delta is not used. */
    sg_pooling (*pooling)(const void *spec);
    void (*share)(double *share, const void *spec, const sg_pooled_graph *graph, uint32_t v);
    void (*constant)(double *constant, const void *spec, const sg_pooled_graph *graph);

    /* Computing, see layers/real/layer.h. */
    const struct sg_layer_ops_f32 *ops_f32;
    const struct sg_layer_ops_f64 *ops_f64;
};

/* What a kind's second half defines, for its first half. */
#define SG_LAYER_OPS(name)                                                                     \
    extern const struct sg_layer_ops_f32 sg_##name##_ops_f32;                                  \
    extern const struct sg_layer_ops_f64 sg_##name##_ops_f64
#define SG_LAYER_COMPUTES(name) .ops_f32 = &sg_##name##_ops_f32, .ops_f64 = &sg_##name##_ops_f64

/* ---- All kinds ------------------------------------------------------------------------------ */

/* The i-th kind; NULL from some i on. */
const sg_layer_kind *sg_layer_kind_at(uint32_t i);

/* The words of the kinds that pool, as in "decoder or a pool".  Valid as long as `words`, which is
 * empty. */
const char *sg_layer_kinds_that_pool(sg_words *words);

/* How many steps away the nodes may be that layers of this kind look at, besides those of their heads; 0:
 * none; SG_EVERYWHERE: the whole graph. */
uint32_t sg_layer_reach(const sg_layer_kind *kind);

/* The most numbers per row that a description may ask for. */
enum { SG_MAX_OUTPUTS = 1 << 20 };

/* Find a kind by its word.  Fails with SG_EINVAL; the text offers the nearest word, or all. */
sg_status sg_layer_kind_find(const sg_layer_kind **kind, const char *word, sg_error *err);

/* The layer that an activation behind another layer becomes.  It borrows `activation`. */
sg_layer_design sg_layer_design_of_activation(sg_activation *activation);

/* ---- Layers of blueprints ------------------------------------------------------------------- */

/* Make a layer with all members preset, and release one. */
sg_status sg_layer_design_make(sg_layer_design *layer, const sg_layer_kind *kind,
                               sg_error *err);
void sg_layer_design_free(sg_layer_design *layer);

/* Read a layer's members, and write all of them.  Reading fails with SG_EFORMAT (path:line:column,
 * what is wrong, what is allowed) or SG_ENOMEM. */
sg_status sg_layer_design_read(sg_layer_design *layer, sg_fields *fields, uint32_t number,
                               sg_error *err);
sg_status sg_layer_design_put(sg_node *map, const sg_layer_design *layer, sg_error *err);

/* Whether a layer looks at attributes of edges by their numbers, besides those of its heads. */
bool sg_layer_looks_at_edges(const sg_layer_design *layer);

/* Let the numbers of earlier layers that a layer reads be larger by n, as behind n other layers.  The input
 * stays the input. */
void sg_layer_design_shift(sg_layer_design *layer, uint32_t n);

/* Add `by` to the numbers of earlier layers in `value`, what a file says of a layer of this kind: `{from:
 * 1}`, or `[1, 2]` where it has a shorthand.  What is no number stays, and is refused when it is read.
 * Fails with SG_ENOMEM. */
sg_status sg_layer_shift_numbers(sg_node *value, const sg_layer_kind *kind, size_t by,
                                 sg_error *err);

/* For a kind's own reading: say what an expression's parser said, with the place in the file. */
sg_status sg_member_fail(const sg_fields *fields, const sg_node *node, const sg_error *inner,
                         sg_error *err);

/* ---- Layers of networks --------------------------------------------------------------------- */

/* Make a kind's spec and release it; `settings` must outlive it.  Fails like sg_plan_cache_plan. */
sg_status sg_layer_bind(void **spec, const sg_layer_design *layer, const sg_layer_binding *to,
                        sg_error *err);
void sg_layer_unbind(void *spec, const sg_layer_kind *kind);

/* The state behind a layer.  Fails with SG_EINVAL where the layer cannot stand there, or SG_ELIMIT
 * where a row has more than 2^28 numbers; the text names the layer. */
sg_status sg_layer_state(sg_state *behind, const sg_layer_spec *layer,
                         const sg_layer_place *place, sg_error *err);

/* Whether a layer can be computed for some nodes and what they hear; else SG_EINVAL. */
sg_status sg_layer_check_narrow(const sg_layer_spec *layer, sg_error *err);

/* Add the nodes that a layer hears to a field; they are needed up to state `depth`, the one before it.  Fails with
 * SG_ENOMEM. */
sg_status sg_layer_hear(sg_node_field *field, const sg_layer_spec *layer, uint32_t depth,
                        sg_error *err);

/* Make the kind's spec for a field of some nodes, and release it.  Fails with SG_ENOMEM. */
sg_status sg_layer_narrow(void **spec, const sg_layer_spec *layer, const sg_node_field *field,
                          uint32_t depth, sg_error *err);
void sg_layer_narrow_free(void *spec, const sg_layer_kind *kind);

/* How many heads a layer has; 1 where its kind knows none. */
uint32_t sg_layer_heads(const sg_layer_spec *layer);

/* The text of a head as users write it; the kind's word where it knows none.  sg_free it. */
sg_status sg_layer_head_text(char **text, const sg_layer_spec *layer, uint32_t head,
                             sg_error *err);

sg_linearity sg_layer_linearity(const sg_layer_spec *layer);

#endif
