/* transfer.c - two networks side by side, layer by layer.
 *
 * While the layers go by, `column` says for every number of a row in my network which number of a
 * row in theirs it is.  So a linear layer behind heads that stand in another order, or behind a
 * one-hot input with another vocabulary, still finds its weights. */
#include "model/transfer.h"

#include "base/mem.h"
#include "model/key_match.h"

#include <assert.h>
#include <string.h>

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

sg_status sg_transfer_to_learner(sg_learner *mine, const sg_transfer *transfer,
                                 const double *theirs, sg_error *err)
{
    sg_status status = SG_OK;
    double *weight = NULL;
    SG_ALLOC(weight, transfer->n_weights);
    sg_learner_read(weight, mine);
    sg_transfer_apply(weight, transfer, theirs);
    sg_learner_write(mine, weight);
done:
    sg_free(weight);
    return status;
}

/* What is being made. */
typedef struct matching {
    const sg_transfer_side *mine, *theirs;
    sg_transfer *transfer;
    bool *used;       /* [n of theirs] */
    uint32_t *column; /* [my_width] of my rows: the column of theirs, or SG_NO_MATCH */
    uint32_t my_width, their_width;
} matching;

/* A layer of the blueprint in both networks, and its heads. */
typedef struct layer_pair {
    const sg_layer_spec *mine, *theirs;
    uint32_t my_number, their_number; /* in the networks                              */
    uint32_t n_heads;                 /* of mine                                      */
    uint32_t *head;                   /* [n_heads] the head of theirs, or SG_NO_MATCH */
} layer_pair;

/* ---- Columns ----------------------------------------------------------------------------------- */

/* Replace the columns; `column` is moved. */
static void set_columns(matching *m, uint32_t *column, uint32_t my_width, uint32_t their_width)
{
    sg_free(m->column);
    m->column = column;
    m->my_width = my_width;
    m->their_width = their_width;
}

/* Numbers that mean nothing but their position: all meet where there are as many, else none. */
static void match_positions(uint32_t *place, uint32_t mine, uint32_t theirs)
{
    for (uint32_t i = 0; i < mine; i++) place[i] = mine == theirs ? i : SG_NO_MATCH;
}

/* Rows that have nothing to do with each other but perhaps their width. */
static sg_status reset_columns(matching *m, uint32_t my_width, uint32_t their_width,
                               sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *column = NULL;
    SG_ALLOC(column, my_width);
    match_positions(column, my_width, their_width);
    set_columns(m, column, my_width, their_width);
done:
    return status;
}

/* ---- Heads -------------------------------------------------------------------------------------- */

static void free_texts(char **text, uint32_t n)
{
    for (uint32_t h = 0; text != NULL && h < n; h++) sg_free(text[h]);
    sg_free(text);
}

static sg_status name_heads(char ***text, const sg_layer_spec *layer, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    char **made = NULL;
    SG_ALLOC(made, n);
    for (uint32_t h = 0; h < n && layer->kind->head_text != NULL; h++)
        SG_TRY(layer->kind->head_text(&made[h], layer->of, h, true, err));
    *text = made;
    made = NULL;
done:
    free_texts(made, n);
    return status;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* The k-th head of a text is theirs of the same text. */
static sg_status match_heads(layer_pair *pair, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = sg_layer_heads(pair->mine), n_theirs = sg_layer_heads(pair->theirs);
    char **mine = NULL, **theirs = NULL;
    bool *taken = NULL;
    SG_TRY(name_heads(&mine, pair->mine, n, err));
    SG_TRY(name_heads(&theirs, pair->theirs, n_theirs, err));
    SG_ALLOC(pair->head, n);
    SG_ALLOC(taken, n_theirs);
    pair->n_heads = n;
    for (uint32_t h = 0; h < n; h++) {
        pair->head[h] = SG_NO_MATCH;
        for (uint32_t k = 0; k < n_theirs && pair->head[h] == SG_NO_MATCH; k++) {
            if (taken[k] || !same_text(mine[h], theirs[k])) continue;
            taken[k] = true;
            pair->head[h] = k;
        }
    }
done:
    sg_free(taken);
    free_texts(mine, n);
    free_texts(theirs, n_theirs);
    return status;
}

/* ---- Axes ---------------------------------------------------------------------------------------- */

static sg_status match_expressions(uint32_t **place, const matching *m, const char *mine,
                                   const char *theirs, sg_error *err)
{
    const sg_label_vocabulary *my_labels = NULL, *their_labels = NULL;
    if (mine == NULL || theirs == NULL || strcmp(mine, theirs) != 0) return SG_OK;
    my_labels = sg_vocabularies_labels(m->mine->vocabularies, mine);
    their_labels = sg_vocabularies_labels(m->theirs->vocabularies, theirs);
    if (my_labels == NULL || their_labels == NULL) return SG_OK;
    return sg_match_labels(place, my_labels, their_labels, err);
}

static sg_status match_triples(uint32_t **place, const matching *m, const sg_head *mine,
                               const sg_head *theirs, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_weight_keys *my_keys = NULL, *their_keys = NULL;
    SG_TRY(sg_vocabularies_find(&my_keys, m->mine->vocabularies, mine, err));
    SG_TRY(sg_vocabularies_find(&their_keys, m->theirs->vocabularies, theirs, err));
    SG_TRY(sg_match_triples(place, my_keys, their_keys, err));
done:
    return status;
}

/* place[i] = the position on their axis of position i on mine; NULL where nothing meets. */
static sg_status match_axis(uint32_t **place, const matching *m, const layer_pair *pair,
                            sg_axis mine, sg_axis theirs, const sg_tensor *tensor[2],
                            sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *made = NULL;
    const uint32_t n = mine.size;
    /* Rows of states have neither labels nor triples. */
    assert(tensor[0] != NULL || (mine.kind != SG_AXIS_LABELS && mine.kind != SG_AXIS_TRIPLES));
    if (mine.kind == SG_AXIS_LABELS)
        return match_expressions(place, m, tensor[0]->expression, tensor[1]->expression, err);
    if (mine.kind == SG_AXIS_TRIPLES)
        return match_triples(place, m, tensor[0]->triples, tensor[1]->triples, err);
    SG_ALLOC(made, n);
    if (mine.kind == SG_AXIS_OUTPUTS)
        match_positions(made, n, theirs.size);
    else
        memcpy(made, mine.kind == SG_AXIS_HEADS ? pair->head : m->column, n * sizeof *made);
    *place = made;
done:
    return status;
}

/* All positions of up to three axes, the last one varying fastest. */
typedef struct axis_match {
    const sg_axis *mine, *theirs;
    uint32_t n_axes;
    uint32_t *place[SG_MAX_AXES];
} axis_match;

static void free_axes(axis_match *a)
{
    for (uint32_t i = 0; i < a->n_axes; i++) sg_free(a->place[i]);
}

static sg_status match_axes(axis_match *a, const matching *m, const layer_pair *pair,
                            const sg_tensor *tensor[2], sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < a->n_axes; i++)
        SG_TRY(match_axis(&a->place[i], m, pair, a->mine[i], a->theirs[i], tensor, err));
done:
    return status;
}

/* Their position of my position i, or SG_NO_WEIGHT. */
static size_t find_position(const axis_match *a, size_t i)
{
    size_t found = 0, stride = 1;
    for (uint32_t k = a->n_axes; k-- > 0;) {
        const uint32_t *place = a->place[k];
        const uint32_t at = place != NULL ? place[i % a->mine[k].size] : (uint32_t)SG_NO_MATCH;
        if (at == SG_NO_MATCH) return SG_NO_WEIGHT;
        found += at * stride;
        stride *= a->theirs[k].size;
        i /= a->mine[k].size;
    }
    return found;
}

/* ---- Tensors ------------------------------------------------------------------------------------- */

/* Their tensor that is mine: of the same name, and of the head that mine belongs to. */
static const sg_tensor *find_tensor(const matching *m, const layer_pair *pair,
                                    const sg_tensor *mine)
{
    const sg_network_outline *o = &m->theirs->model->outline;
    const uint32_t head = mine->of_head ? pair->head[mine->head] : 0;
    for (uint32_t t = o->first_tensor[pair->their_number];
         t < o->first_tensor[pair->their_number + 1]; t++)
        if (o->tensor[t].head == head && strcmp(o->tensor[t].name, mine->name) == 0)
            return &o->tensor[t];
    return NULL;
}

static bool same_meaning(const sg_tensor *a, const sg_tensor *b)
{
    if (a->n_axes != b->n_axes) return false;
    for (uint32_t i = 0; i < a->n_axes; i++)
        if (a->axis[i].kind != b->axis[i].kind) return false;
    return true;
}

static sg_status match_tensor(matching *m, const layer_pair *pair, const sg_tensor *mine,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_tensor *tensor[2] = {mine, find_tensor(m, pair, mine)};
    axis_match axes = {0};
    if (tensor[1] == NULL || !same_meaning(mine, tensor[1])) goto done;
    axes = (axis_match){mine->axis, tensor[1]->axis, mine->n_axes, {NULL}};
    SG_TRY(match_axes(&axes, m, pair, tensor, err));
    for (size_t i = 0; i < mine->n; i++) {
        const size_t at = find_position(&axes, i);
        if (at == SG_NO_WEIGHT || m->used[tensor[1]->first + at]) continue;
        m->used[tensor[1]->first + at] = true;
        m->transfer->source[mine->first + i] = tensor[1]->first + at;
    }
done:
    free_axes(&axes);
    return status;
}

/* ---- Layers -------------------------------------------------------------------------------------- */

/* The state behind layer l of the blueprint; behind the last one it stays as it is. */
static const sg_state *state_behind(const sg_transfer_side *side, uint32_t l)
{
    const sg_model_on_data *m = side->model;
    const uint32_t n = m->blueprint->n_layers;
    return l < n ? &m->outline.state[sg_model_on_data_layer(m, l) + 1]
                 : &m->outline.state[m->outline.n_layers];
}

/* The columns behind a layer that both have. */
static sg_status spread_columns(matching *m, const layer_pair *pair, uint32_t l, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_state *mine = state_behind(m->mine, l), *theirs = state_behind(m->theirs, l);
    const sg_tensor *none[2] = {NULL, NULL};
    axis_match axes = {mine->axis, theirs->axis, mine->n_axes, {NULL}};
    uint32_t *column = NULL;
    SG_TRY(match_axes(&axes, m, pair, none, err));
    SG_ALLOC(column, mine->width);
    for (uint32_t c = 0; c < mine->width; c++) {
        const size_t at = find_position(&axes, c);
        column[c] = at != SG_NO_WEIGHT ? (uint32_t)at : SG_NO_MATCH;
    }
    set_columns(m, column, mine->width, theirs->width);
done:
    free_axes(&axes);
    return status;
}

static sg_status match_layer(matching *m, uint32_t l, bool taken, sg_error *err)
{
    sg_status status = SG_OK;
    layer_pair pair = {0};
    const sg_model_on_data *mine = m->mine->model, *theirs = m->theirs->model;
    const bool both = l < mine->blueprint->n_layers && l < theirs->blueprint->n_layers;
    if (!both || mine->blueprint->layer[l].kind != theirs->blueprint->layer[l].kind) {
        SG_TRY(reset_columns(m, state_behind(m->mine, l)->width,
                             state_behind(m->theirs, l)->width, err));
        goto done;
    }
    pair.my_number = sg_model_on_data_layer(mine, l);
    pair.their_number = sg_model_on_data_layer(theirs, l);
    pair.mine = &mine->layer[pair.my_number];
    pair.theirs = &theirs->layer[pair.their_number];
    SG_TRY(match_heads(&pair, err));
    for (uint32_t t = mine->outline.first_tensor[pair.my_number];
         taken && t < mine->outline.first_tensor[pair.my_number + 1]; t++)
        SG_TRY(match_tensor(m, &pair, &mine->outline.tensor[t], err));
    SG_TRY(spread_columns(m, &pair, l, err));
done:
    sg_free(pair.head);
    return status;
}

/* ---- All of it ---------------------------------------------------------------------------------- */

/* A part of the input and where its columns begin. */
typedef struct input_columns {
    const sg_input_part *part; /* NULL: ones */
    uint32_t first, n;
} input_columns;

static uint32_t count_parts(const sg_model_on_data *m)
{
    return sg_network_inputs(&m->spec);
}

static input_columns part_of(const sg_model_on_data *m, uint32_t i)
{
    input_columns columns = {.part = i < m->blueprint->input.n ? &m->blueprint->input.part[i]
                                                               : NULL};
    for (uint32_t b = 0; b < i; b++) columns.first += sg_network_input(&m->spec, b).width;
    columns.n = sg_network_input(&m->spec, i).width;
    return columns;
}

static bool same_part(const sg_input_part *mine, const sg_input_part *theirs)
{
    const sg_input my_kind = mine != NULL ? mine->kind : SG_INPUT_ONES,
                   their_kind = theirs != NULL ? theirs->kind : SG_INPUT_ONES;
    return my_kind == their_kind &&
           (my_kind != SG_INPUT_LABELS || strcmp(mine->labels, theirs->labels) == 0);
}

/* The columns of one of my parts, where they have the same; else *found stays. */
static sg_status match_part(uint32_t *column, bool *found, const matching *m,
                            input_columns mine, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model_on_data *theirs = m->theirs->model;
    uint32_t *place = NULL;
    for (uint32_t j = 0; j < count_parts(theirs) && !*found; j++) {
        const input_columns other = part_of(theirs, j);
        if (!same_part(mine.part, other.part)) continue;
        if (mine.part != NULL && other.part != NULL && mine.part->labels != NULL) {
            SG_TRY(match_expressions(&place, m, mine.part->labels, other.part->labels, err));
            if (place == NULL) continue;
        }
        *found = place != NULL || mine.n == other.n;
        for (uint32_t c = 0; *found && c < mine.n; c++)
            column[mine.first + c] = place == NULL             ? other.first + c
                                     : place[c] != SG_NO_MATCH ? other.first + place[c]
                                                               : SG_NO_MATCH;
    }
done:
    sg_free(place);
    return status;
}

/* Where no part has its like, inputs that are as wide meet by position. */
static sg_status match_input(matching *m, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *column = NULL;
    const sg_model_on_data *mine = m->mine->model, *theirs = m->theirs->model;
    const uint32_t width = sg_network_input_width(&mine->spec);
    bool any = false;
    SG_ALLOC(column, width);
    for (uint32_t c = 0; c < width; c++) column[c] = SG_NO_MATCH;
    for (uint32_t i = 0; i < count_parts(mine); i++) {
        bool found = false;
        SG_TRY(match_part(column, &found, m, part_of(mine, i), err));
        any = any || found;
    }
    if (any) {
        set_columns(m, column, width, sg_network_input_width(&theirs->spec));
        column = NULL;
    } else {
        SG_TRY(reset_columns(m, width, sg_network_input_width(&theirs->spec), err));
    }
done:
    sg_free(column);
    return status;
}

static bool pools(const sg_transfer_side *side, uint32_t l)
{
    const sg_model_on_data *m = side->model;
    if (l >= m->blueprint->n_layers) return false;
    const sg_state *behind = state_behind(side, l);
    return behind[-1].of_nodes && !behind->of_nodes;
}

/* Weights of a side by layer of its blueprint. */
static void count_weights(sg_layer_match *layer, const sg_transfer_side *side, bool is_mine)
{
    const sg_network_outline *o = &side->model->outline;
    for (uint32_t t = 0; t < o->n_tensors; t++) {
        sg_layer_match *of = &layer[side->model->layer_of[o->tensor[t].layer]];
        *(is_mine ? &of->n_new : &of->n_unused) += o->tensor[t].n;
    }
}

static void count_matches(sg_transfer *t, const matching *m)
{
    const sg_network_outline *o = &m->mine->model->outline;
    count_weights(t->layer, m->mine, true);
    count_weights(t->layer, m->theirs, false);
    for (uint32_t i = 0; i < o->n_tensors; i++) {
        const sg_tensor *tensor = &o->tensor[i];
        sg_layer_match *of = &t->layer[m->mine->model->layer_of[tensor->layer]];
        for (size_t w = tensor->first; w < tensor->first + tensor->n; w++)
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
    sg_transfer made = {.n_weights = mine->model->outline.n_parameters};
    matching m = {.mine = mine, .theirs = theirs, .transfer = &made};
    const uint32_t my_layers = mine->model->blueprint->n_layers,
                   their_layers = theirs->model->blueprint->n_layers;
    bool new_from_here = false;
    made.n_layers = my_layers > their_layers ? my_layers : their_layers;
    SG_ALLOC(made.source, made.n_weights);
    SG_ALLOC(made.layer, made.n_layers);
    SG_ALLOC(m.used, theirs->model->outline.n_parameters);
    for (size_t i = 0; i < made.n_weights; i++) made.source[i] = SG_NO_WEIGHT;
    SG_TRY(match_input(&m, err));
    for (uint32_t l = 0; l < made.n_layers; l++) {
        new_from_here =
            new_from_here || (!options->same_outputs && (pools(mine, l) || pools(theirs, l)));
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
