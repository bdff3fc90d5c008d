/* transfer.c - two networks side by side, layer by layer.
 *
 * While the layers go by, `column` says for every number of a row in my network which number of a
 * row in theirs it is.  So a linear layer behind heads that stand in another order, or behind a
 * one-hot input with another vocabulary, still finds its weights. */
#include "model/transfer.h"

#include "base/mem.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

static const char INPUT_LABELING[] = "label";

void sg_transfer_free(sg_transfer *transfer)
{
    sg_free(transfer->source);
    sg_free(transfer->layer);
    *transfer = (sg_transfer){0};
}

void sg_transfer_apply(double *mine, const sg_transfer *transfer, const double *theirs)
{
    for (size_t i = 0; i < transfer->n_weights; i++)
        if (transfer->source[i] != SG_NO_WEIGHT) mine[i] = theirs[transfer->source[i]];
}

bool sg_model_same_outputs(const sg_model *a, const sg_model *b)
{
    if (a->task != b->task || a->n_outputs != b->n_outputs) return false;
    if (!sg_names_equal(&a->class_word, &b->class_word)) return false;
    for (uint32_t c = 0; c < a->n_outputs; c++) {
        if (a->class_name != NULL && b->class_name != NULL &&
            a->class_name[c] != b->class_name[c])
            return false;
        if (a->target_name != NULL && b->target_name != NULL &&
            strcmp(a->target_name[c], b->target_name[c]) != 0)
            return false;
    }
    return true;
}

/* What is being made. */
typedef struct matching {
    const sg_transfer_side *mine, *theirs;
    sg_transfer *transfer;
    bool *used;       /* [n of theirs] */
    uint32_t *column; /* [my_width] of my rows: the column of theirs, or NONE */
    uint32_t my_width, their_width;
} matching;

/* ---- Columns ----------------------------------------------------------------------------------- */

/* Replace the columns; `column` is moved. */
static void set_columns(matching *m, uint32_t *column, uint32_t my_width, uint32_t their_width)
{
    sg_free(m->column);
    m->column = column;
    m->my_width = my_width;
    m->their_width = their_width;
}

/* Rows that have nothing to do with each other but perhaps their width. */
static sg_status reset_columns(matching *m, uint32_t my_width, uint32_t their_width,
                               sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *column = NULL;
    SG_ALLOC(column, my_width);
    for (uint32_t c = 0; c < my_width; c++) column[c] = my_width == their_width ? c : NONE;
    set_columns(m, column, my_width, their_width);
done:
    return status;
}

/* ---- Labels and triples ------------------------------------------------------------------------ */

/* place[i] = the number in `theirs` of my label i, or NONE. */
static sg_status match_labels(uint32_t **place, const sg_known_labels *mine,
                              const sg_known_labels *theirs, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table table = {0};
    uint32_t *number = NULL, *found = NULL, id = 0;
    SG_ALLOC(number, theirs->n_labels);
    SG_ALLOC(found, mine->n_labels);
    for (uint32_t i = 0; i < theirs->n_labels; i++) {
        const uint32_t n_before = table.n_keys;
        SG_TRY(sg_table_intern(&id, &table, theirs->key[i], err));
        if (id == n_before) number[id] = i;
    }
    for (uint32_t i = 0; i < mine->n_labels; i++) {
        id = sg_table_find(&table, mine->key[i]);
        found[i] = id != SG_TABLE_NONE ? number[id] : NONE;
    }
    *place = found;
    found = NULL;
done:
    sg_free(found);
    sg_free(number);
    sg_table_free(&table);
    return status;
}

typedef struct triple {
    uint64_t receiver, sender, value;
    uint32_t slot;
} triple;

static int compare_triples(const void *a, const void *b)
{
    const triple *x = a, *y = b;
    if (x->receiver != y->receiver) return x->receiver < y->receiver ? -1 : 1;
    if (x->sender != y->sender) return x->sender < y->sender ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static triple triple_at(const sg_weight_keys *keys, uint32_t slot)
{
    return (triple){keys->receiver[slot], keys->sender[slot], keys->value[slot], slot};
}

/* place[i] = the slot in `theirs` of my slot i, or NONE.  One of both may be much larger; the smaller
 * one is sorted. */
static sg_status match_slots(uint32_t **place, const sg_weight_keys *mine,
                             const sg_weight_keys *theirs, sg_error *err)
{
    sg_status status = SG_OK;
    const bool sorts_mine = mine->n_slots < theirs->n_slots;
    const sg_weight_keys *few = sorts_mine ? mine : theirs, *many = sorts_mine ? theirs : mine;
    triple *sorted = NULL;
    uint32_t *found = NULL;
    SG_ALLOC(sorted, few->n_slots);
    SG_ALLOC(found, mine->n_slots);
    for (uint32_t i = 0; i < mine->n_slots; i++) found[i] = NONE;
    for (uint32_t i = 0; i < few->n_slots; i++) sorted[i] = triple_at(few, i);
    qsort(sorted, few->n_slots, sizeof *sorted, compare_triples);
    for (uint32_t i = 0; i < many->n_slots; i++) {
        const triple wanted = triple_at(many, i);
        const triple *at =
            bsearch(&wanted, sorted, few->n_slots, sizeof *sorted, compare_triples);
        if (at != NULL) found[sorts_mine ? at->slot : i] = sorts_mine ? i : at->slot;
    }
    *place = found;
    found = NULL;
done:
    sg_free(found);
    sg_free(sorted);
    return status;
}

/* ---- Weights ----------------------------------------------------------------------------------- */

static void match_weight(matching *m, size_t mine, size_t theirs)
{
    if (m->used[theirs]) return;
    m->used[theirs] = true;
    m->transfer->source[mine] = theirs;
}

/* The network's layer that is the blueprint's layer l; its activation comes behind it. */
static uint32_t network_layer(const sg_binding *binding, uint32_t l)
{
    uint32_t i = 0;
    while (binding->layer_of[i] != l) i++;
    return i;
}

static const sg_tensor *find_tensor(const sg_transfer_side *side, uint32_t layer, uint32_t head,
                                    const char *name)
{
    uint32_t n = 0;
    const sg_tensor *tensor = sg_learner_tensors(side->learner, &n);
    for (uint32_t t = 0; t < n; t++)
        if (tensor[t].layer == layer && tensor[t].head == head &&
            strcmp(tensor[t].name, name) == 0)
            return &tensor[t];
    return NULL;
}

/* The tensor of this name in both; false where one of them has none. */
static bool find_tensors(const sg_tensor *pair[2], const matching *m, uint32_t l,
                         const uint32_t head[2], const char *name)
{
    pair[0] = find_tensor(m->mine, network_layer(m->mine->binding, l), head[0], name);
    pair[1] = find_tensor(m->theirs, network_layer(m->theirs->binding, l), head[1], name);
    return pair[0] != NULL && pair[1] != NULL;
}

/* ---- Heads -------------------------------------------------------------------------------------- */

/* A head of the network: a copy of a head of the blueprint. */
typedef struct head_place {
    uint32_t design; /* number of the blueprint's head */
    char *text;      /* what it must have in common    */
} head_place;

static void free_places(head_place *place, uint32_t n)
{
    for (uint32_t h = 0; place != NULL && h < n; h++) sg_free(place[h].text);
    sg_free(place);
}

/* Copies, bias and thresholds do not change what a triple is. */
static sg_status name_head(char **text, const sg_layer_design *layer, uint32_t h, sg_error *err)
{
    sg_status status = SG_OK;
    if (layer->type == SG_LAYER_ENCODER) {
        sg_head plain = layer->head[h];
        plain.thresholds = (sg_thresholds){0};
        SG_TRY(sg_head_name_weights(text, &plain, err));
    } else {
        *text = sg_text_copy(layer->pooled_head[h].label);
        SG_REQUIRE(*text != NULL, SG_ENOMEM, "out of memory");
    }
done:
    return status;
}

static uint32_t copies_of(const sg_layer_design *layer, uint32_t h)
{
    return layer->type == SG_LAYER_ENCODER ? layer->head[h].copies
                                           : layer->pooled_head[h].copies;
}

static sg_status list_heads(head_place **place, uint32_t *n_heads, const sg_layer_design *layer,
                            sg_error *err)
{
    sg_status status = SG_OK;
    head_place *made = NULL;
    uint32_t n = 0, i = 0;
    for (uint32_t h = 0; h < layer->n_heads; h++) n += copies_of(layer, h);
    SG_ALLOC(made, n);
    for (uint32_t h = 0; h < layer->n_heads; h++)
        for (uint32_t copy = 0; copy < copies_of(layer, h); copy++, i++) {
            made[i].design = h;
            SG_TRY(name_head(&made[i].text, layer, h, err));
        }
    *place = made;
    *n_heads = n;
    made = NULL;
done:
    free_places(made, n);
    return status;
}

/* The heads of a layer in both networks. */
typedef struct head_match {
    head_place *mine, *theirs;
    uint32_t n_mine, n_theirs;
    uint32_t *head; /* [n_mine] the head of theirs, or NONE */
} head_match;

static void head_match_free(head_match *heads)
{
    free_places(heads->mine, heads->n_mine);
    free_places(heads->theirs, heads->n_theirs);
    sg_free(heads->head);
}

/* The k-th head of a text is theirs of the same text. */
static sg_status match_heads(head_match *heads, const sg_layer_design *mine,
                             const sg_layer_design *theirs, sg_error *err)
{
    sg_status status = SG_OK;
    bool *taken = NULL;
    SG_TRY(list_heads(&heads->mine, &heads->n_mine, mine, err));
    SG_TRY(list_heads(&heads->theirs, &heads->n_theirs, theirs, err));
    SG_ALLOC(heads->head, heads->n_mine);
    SG_ALLOC(taken, heads->n_theirs);
    for (uint32_t h = 0; h < heads->n_mine; h++) {
        heads->head[h] = NONE;
        for (uint32_t k = 0; k < heads->n_theirs && heads->head[h] == NONE; k++) {
            if (taken[k] || strcmp(heads->mine[h].text, heads->theirs[k].text) != 0) continue;
            taken[k] = true;
            heads->head[h] = k;
        }
    }
done:
    sg_free(taken);
    return status;
}

/* Columns behind heads: `rows` numbers for every column before, head-major. */
static sg_status spread_columns(matching *m, const head_match *heads, uint32_t my_rows,
                                uint32_t their_rows, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t k = m->my_width, j = m->their_width;
    uint32_t *column = NULL;
    SG_ALLOC(column, (size_t)heads->n_mine * my_rows * k);
    for (uint32_t h = 0; h < heads->n_mine; h++)
        for (uint32_t o = 0; o < my_rows; o++)
            for (uint32_t f = 0; f < k; f++) {
                const bool known =
                    heads->head[h] != NONE && m->column[f] != NONE && my_rows == their_rows;
                column[((size_t)h * my_rows + o) * k + f] =
                    known ? (heads->head[h] * their_rows + o) * j + m->column[f] : NONE;
            }
    set_columns(m, column, heads->n_mine * my_rows * k, heads->n_theirs * their_rows * j);
done:
    return status;
}

/* ---- Encoders ----------------------------------------------------------------------------------- */

/* The labels of an expression in both; NULL where one does not have them. */
static sg_status match_expression(uint32_t **place, uint32_t *n, const matching *m,
                                  const char *expression, sg_error *err)
{
    const sg_known_labels *mine = sg_knowledge_labels(m->mine->knowledge, expression);
    const sg_known_labels *theirs = sg_knowledge_labels(m->theirs->knowledge, expression);
    if (mine == NULL || theirs == NULL) return SG_OK;
    *n = mine->n_labels;
    return match_labels(place, mine, theirs, err);
}

/* A bias is [labels][columns before the layer]. */
static sg_status match_bias(matching *m, uint32_t l, const uint32_t head[2], const char *mine,
                            const char *theirs, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_tensor *tensor[2];
    uint32_t *place = NULL, n = 0;
    if (mine == NULL || theirs == NULL || strcmp(mine, theirs) != 0 ||
        !find_tensors(tensor, m, l, head, "bias"))
        goto done;
    SG_TRY(match_expression(&place, &n, m, mine, err));
    for (uint32_t i = 0; place != NULL && i < n; i++)
        for (uint32_t c = 0; place[i] != NONE && c < m->my_width; c++)
            if (m->column[c] != NONE)
                match_weight(m, tensor[0]->first + (size_t)i * m->my_width + c,
                             tensor[1]->first + (size_t)place[i] * m->their_width +
                                 m->column[c]);
done:
    sg_free(place);
    return status;
}

static sg_status match_encoder(matching *m, uint32_t l, bool taken, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_layer_design *mine = &m->mine->blueprint->layer[l],
                          *theirs = &m->theirs->blueprint->layer[l];
    head_match heads = {0};
    uint32_t *place = NULL;
    const sg_weight_keys *keys[2] = {NULL, NULL}, *before[2] = {NULL, NULL};
    SG_TRY(match_heads(&heads, mine, theirs, err));
    for (uint32_t h = 0; taken && h < heads.n_mine; h++) {
        const uint32_t head[2] = {h, heads.head[h]};
        const sg_tensor *tensor[2];
        if (head[1] == NONE) continue;
        const sg_head *my_head = &mine->head[heads.mine[h].design],
                      *their_head = &theirs->head[heads.theirs[head[1]].design];
        SG_TRY(sg_knowledge_find(&keys[0], m->mine->knowledge, my_head, err));
        SG_TRY(sg_knowledge_find(&keys[1], m->theirs->knowledge, their_head, err));
        /* Copies of a head follow one another; their slots are the same. */
        if (keys[0] != before[0] || keys[1] != before[1]) {
            sg_free(place);
            place = NULL;
            SG_TRY(match_slots(&place, keys[0], keys[1], err));
            memcpy(before, keys, sizeof before);
        }
        if (find_tensors(tensor, m, l, head, "weight"))
            for (uint32_t i = 0; i < keys[0]->n_slots; i++)
                if (place[i] != NONE)
                    match_weight(m, tensor[0]->first + i, tensor[1]->first + place[i]);
        SG_TRY(match_bias(m, l, head, my_head->bias, their_head->bias, err));
    }
    SG_TRY(spread_columns(m, &heads, 1, 1, err));
done:
    sg_free(place);
    head_match_free(&heads);
    return status;
}

/* ---- Decoders ----------------------------------------------------------------------------------- */

/* A bias is [columns behind the layer], which are known by now. */
static void match_columns(matching *m, uint32_t l, const char *name)
{
    const sg_tensor *tensor[2];
    if (!find_tensors(tensor, m, l, (uint32_t[]){0, 0}, name)) return;
    for (uint32_t c = 0; c < m->my_width; c++)
        if (m->column[c] != NONE)
            match_weight(m, tensor[0]->first + c, tensor[1]->first + m->column[c]);
}

/* The weights of a head are [labels][outputs]. */
static sg_status match_pooled_head(matching *m, uint32_t l, const uint32_t head[2],
                                   const char *label, uint32_t n_outputs, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_tensor *tensor[2];
    uint32_t *place = NULL, n = 0;
    if (!find_tensors(tensor, m, l, head, "weight")) goto done;
    SG_TRY(match_expression(&place, &n, m, label, err));
    for (uint32_t i = 0; place != NULL && i < n; i++)
        for (uint32_t o = 0; place[i] != NONE && o < n_outputs; o++)
            match_weight(m, tensor[0]->first + (size_t)i * n_outputs + o,
                         tensor[1]->first + (size_t)place[i] * n_outputs + o);
done:
    sg_free(place);
    return status;
}

static uint32_t outputs_at(const sg_transfer_side *side, uint32_t l)
{
    return side->binding->layer[network_layer(side->binding, l)].outputs;
}

static sg_status match_decoder(matching *m, uint32_t l, bool taken, sg_error *err)
{
    sg_status status = SG_OK;
    head_match heads = {0};
    const uint32_t outputs[2] = {outputs_at(m->mine, l), outputs_at(m->theirs, l)};
    const bool same = outputs[0] == outputs[1];
    SG_TRY(match_heads(&heads, &m->mine->blueprint->layer[l], &m->theirs->blueprint->layer[l],
                       err));
    for (uint32_t h = 0; taken && same && h < heads.n_mine; h++)
        if (heads.head[h] != NONE)
            SG_TRY(match_pooled_head(m, l, (uint32_t[]){h, heads.head[h]}, heads.mine[h].text,
                                     outputs[0], err));
    SG_TRY(spread_columns(m, &heads, outputs[0], outputs[1], err));
    if (taken && same) match_columns(m, l, "bias");
done:
    head_match_free(&heads);
    return status;
}

/* ---- Other layers ------------------------------------------------------------------------------- */

static sg_status match_linear(matching *m, uint32_t l, bool taken, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t mine = outputs_at(m->mine, l), theirs = outputs_at(m->theirs, l);
    const sg_tensor *tensor[2];
    if (taken && mine == theirs && find_tensors(tensor, m, l, (uint32_t[]){0, 0}, "weight"))
        for (uint32_t c = 0; c < m->my_width; c++)
            for (uint32_t o = 0; m->column[c] != NONE && o < mine; o++)
                match_weight(m, tensor[0]->first + (size_t)c * mine + o,
                             tensor[1]->first + (size_t)m->column[c] * mine + o);
    SG_TRY(reset_columns(m, mine, theirs, err));
    if (taken && mine == theirs) match_columns(m, l, "bias");
done:
    return status;
}

static uint32_t width_behind(const sg_transfer_side *side, uint32_t l, uint32_t width)
{
    if (l >= side->blueprint->n_layers) return width;
    const sg_layer_spec *layer = &side->binding->layer[network_layer(side->binding, l)];
    if (layer->type == SG_LAYER_ENCODER) return width * layer->n_heads;
    if (layer->type == SG_LAYER_DECODER) return width * layer->n_heads * layer->outputs;
    return layer->type == SG_LAYER_LINEAR ? layer->outputs : width;
}

static sg_status match_layer(matching *m, uint32_t l, bool taken, sg_error *err)
{
    const bool both = l < m->mine->blueprint->n_layers && l < m->theirs->blueprint->n_layers;
    if (!both || m->mine->blueprint->layer[l].type != m->theirs->blueprint->layer[l].type)
        return reset_columns(m, width_behind(m->mine, l, m->my_width),
                             width_behind(m->theirs, l, m->their_width), err);
    switch (m->mine->blueprint->layer[l].type) {
    case SG_LAYER_ENCODER:
        return match_encoder(m, l, taken, err);
    case SG_LAYER_DECODER:
        return match_decoder(m, l, taken, err);
    case SG_LAYER_LINEAR:
        return match_linear(m, l, taken, err);
    case SG_LAYER_NORM:
        if (taken) match_columns(m, l, "gain");
        if (taken) match_columns(m, l, "shift");
        return SG_OK;
    case SG_LAYER_ACTIVATION:
    case SG_LAYER_DROPOUT:
    case SG_LAYER_POOL:
    case SG_LAYER_RESIDUAL:
        break;
    }
    return SG_OK;
}

/* ---- All of it ---------------------------------------------------------------------------------- */

static sg_status match_input(matching *m, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *place = NULL, n = 0;
    const uint32_t mine = m->mine->binding->spec.input_width,
                   theirs = m->theirs->binding->spec.input_width;
    const bool by_label = m->mine->blueprint->input == SG_INPUT_LABELS &&
                          m->theirs->blueprint->input == SG_INPUT_LABELS;
    if (by_label) SG_TRY(match_expression(&place, &n, m, INPUT_LABELING, err));
    if (place != NULL && n == mine)
        set_columns(m, place, mine, theirs);
    else
        SG_TRY(reset_columns(m, mine, theirs, err));
    if (m->column == place) place = NULL;
done:
    sg_free(place);
    return status;
}

static bool pools(const sg_blueprint *blueprint, uint32_t l)
{
    return l < blueprint->n_layers && (blueprint->layer[l].type == SG_LAYER_DECODER ||
                                       blueprint->layer[l].type == SG_LAYER_POOL);
}

/* Weights of a side by layer of its blueprint. */
static void count_weights(sg_layer_match *layer, const sg_transfer_side *side, bool is_mine)
{
    uint32_t n = 0;
    const sg_tensor *tensor = sg_learner_tensors(side->learner, &n);
    for (uint32_t t = 0; t < n; t++) {
        sg_layer_match *of = &layer[side->binding->layer_of[tensor[t].layer]];
        *(is_mine ? &of->n_new : &of->n_unused) += tensor[t].n;
    }
}

static void count_matches(sg_transfer *t, const matching *m)
{
    uint32_t n = 0;
    const sg_tensor *tensor = sg_learner_tensors(m->mine->learner, &n);
    count_weights(t->layer, m->mine, true);
    count_weights(t->layer, m->theirs, false);
    for (uint32_t i = 0; i < n; i++) {
        sg_layer_match *of = &t->layer[m->mine->binding->layer_of[tensor[i].layer]];
        for (size_t w = tensor[i].first; w < tensor[i].first + tensor[i].n; w++)
            of->n_matched += t->source[w] != SG_NO_WEIGHT;
    }
    for (uint32_t l = 0; l < t->n_layers; l++) {
        t->layer[l].n_new -= t->layer[l].n_matched;
        t->layer[l].n_unused -= t->layer[l].n_matched;
    }
}

sg_status sg_transfer_make(sg_transfer *transfer, const sg_transfer_side *mine,
                           const sg_transfer_side *theirs, const sg_transfer_options *options,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_transfer made = {.n_weights = sg_learner_size(mine->learner)};
    matching m = {.mine = mine, .theirs = theirs, .transfer = &made};
    bool new_from_here = false;
    made.n_layers = mine->blueprint->n_layers > theirs->blueprint->n_layers
                        ? mine->blueprint->n_layers
                        : theirs->blueprint->n_layers;
    SG_ALLOC(made.source, made.n_weights);
    SG_ALLOC(made.layer, made.n_layers);
    SG_ALLOC(m.used, sg_learner_size(theirs->learner));
    for (size_t i = 0; i < made.n_weights; i++) made.source[i] = SG_NO_WEIGHT;
    SG_TRY(match_input(&m, err));
    for (uint32_t l = 0; l < made.n_layers; l++) {
        new_from_here =
            new_from_here || (!options->same_outputs &&
                              (pools(mine->blueprint, l) || pools(theirs->blueprint, l)));
        const bool wanted = options->layers == NULL || sg_layer_set_has(options->layers, l);
        SG_TRY(match_layer(&m, l, wanted && !new_from_here, err));
    }
    count_matches(&made, &m);
    *transfer = made;
    made = (sg_transfer){0};
done:
    sg_free(m.used);
    sg_free(m.column);
    sg_transfer_free(&made);
    return status;
}
