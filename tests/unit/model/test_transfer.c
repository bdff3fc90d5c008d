/* test_transfer.c - which weights of one model are which weights of another, worked out by hand:
 * labels, triples and heads.  Layers are in test_transfer_layers.c. */
#include "unit/model/meeting.inc"

/* The number of a label in a model. */
static uint32_t label_of(const side *s, int32_t label)
{
    const sg_label_vocabulary *known = sg_vocabularies_labels(&s->model.vocabularies, "label");
    for (uint32_t i = 0; i < known->n_labels; i++)
        if (known->key[i] == label_key(label)) return i;
    fail_msg("no label %d", label);
    return 0;
}

/* The slot of a triple in head number h of the vocabularies. */
static uint32_t slot_of(const side *s, uint32_t h, int32_t receiver, int32_t sender,
                        uint64_t distance)
{
    const sg_weight_keys *k = &s->model.vocabularies.weights[h].keys;
    for (uint32_t i = 0; i < k->n_slots; i++)
        if (k->receiver[i] == label_key(receiver) && k->sender[i] == label_key(sender) &&
            k->value[i] == distance_key(distance))
            return i;
    fail_msg("no triple %d %d", receiver, sender);
    return 0;
}

/* ---- Vocabularies ----------------------------------------------------------------------------- */

/* Of the triples (1,1,0) (2,2,0) (1,2,1) (2,1,1) and (2,2,0) (3,3,0) (2,3,1) (3,2,1) one is in
 * both; of the labels 1, 2 and 2, 3 one. */
static void triples_and_labels_meet_by_key(void **state)
{
    (void)state;
    const char *text =
        "layers: [{encoder: {heads: [label @ distance 0..1]}}, {decoder: {heads: "
        "[label]}}]";
    meeting x;
    open_meeting(&x, text, text);
    const size_t slot = slot_of(&x.mine, 0, 2, 2, 0);
    for (size_t i = 0; i < 4; i++)
        check_source(&x, i, 1, i == slot ? slot_of(&x.theirs, 0, 2, 2, 0) : SG_NO_WEIGHT);
    const uint32_t mine = label_of(&x.mine, 2), theirs = label_of(&x.theirs, 2);
    check_source(&x, 4 + 2 * mine, 2, 4 + 2 * theirs);
    check_source(&x, 4 + 2 * (1 - mine), 2, SG_NO_WEIGHT);
    check_source(&x, 8, 2, 8); /* biases have no labels */
    assert_int_equal(x.t.n_layers, 2);
    check_layer(&x, 0, 1, 3, 3);
    check_layer(&x, 1, 4, 2, 2);
    close_meeting(&x);
}

/* Biases of an encoder: a row for every label. */
static void biases_meet_by_label(void **state)
{
    (void)state;
    const char *text =
        "layers: [{linear: {outputs: 3}}, {encoder: {heads: ['degree @ edge bias "
        "label']}}, {pool: {}}, {linear: {}}]";
    meeting x;
    open_meeting(&x, text, text);
    check_source(&x, 0, 6, 0);
    /* All nodes have degree 1: the node itself and its neighbor. */
    check_source(&x, 6, 2, 6);
    const uint32_t mine = label_of(&x.mine, 2), theirs = label_of(&x.theirs, 2);
    check_source(&x, 8 + 3 * mine, 3, 8 + 3 * theirs);
    check_source(&x, 8 + 3 * (1 - mine), 3, SG_NO_WEIGHT);
    check_source(&x, 14, 3 * 2 + 2, 14);
    close_meeting(&x);
}

/* The columns of a one-hot input are labels, too: a linear layer has a row for each. */
static void inputs_meet_by_label(void **state)
{
    (void)state;
    const char *text =
        "input: labels\nlayers: [{linear: {outputs: 3}}, {pool: {}}, {linear: {}}]";
    meeting x;
    open_meeting(&x, text, text);
    const uint32_t mine = label_of(&x.mine, 2), theirs = label_of(&x.theirs, 2);
    check_source(&x, 3 * mine, 3, 3 * theirs);
    check_source(&x, 3 * (1 - mine), 3, SG_NO_WEIGHT);
    check_source(&x, 6, 3 + 3 * 2 + 2, 6);
    check_layer(&x, 0, 6, 3, 3);
    close_meeting(&x);
}

/* The columns go through layers that keep them: norms, residuals, encoders, pools. */
static void columns_are_followed(void **state)
{
    (void)state;
    const char *text =
        "input: labels\nlayers: [{norm: {affine: true}}, {encoder: {heads: [degree "
        "@ edge], activation: tanh}}, {residual: {}}, {dropout: {}}, {pool: {}}, "
        "{linear: {}}]";
    meeting x;
    open_meeting(&x, text, text);
    const uint32_t mine = label_of(&x.mine, 2), theirs = label_of(&x.theirs, 2);
    for (size_t tensor = 0; tensor < 2; tensor++) { /* gain and shift */
        check_source(&x, 2 * tensor + mine, 1, 2 * tensor + theirs);
        check_source(&x, 2 * tensor + (1 - mine), 1, SG_NO_WEIGHT);
    }
    check_source(&x, 4, 2, 4);
    check_source(&x, 6 + 2 * mine, 2, 6 + 2 * theirs);
    check_source(&x, 6 + 2 * (1 - mine), 2, SG_NO_WEIGHT);
    check_source(&x, 10, 2, 10);
    close_meeting(&x);
}

/* An input of labels and another of ones have nothing in common but perhaps their width. */
static void inputs_of_other_kinds(void **state)
{
    (void)state;
    const char *layers = "layers: [{linear: {outputs: 3}}, {pool: {}}, {linear: {}}]";
    char labels[100];
    meeting x;
    (void)snprintf(labels, sizeof labels, "input: labels\n%s", layers);
    open_meeting(&x, labels, layers);
    check_source(&x, 0, 6, SG_NO_WEIGHT);
    check_source(&x, 6, 3 + 3 * 2 + 2, 3);
    close_meeting(&x);
}

/* ---- Heads ------------------------------------------------------------------------------------ */

/* Heads in another order, and behind them a layer with a row for each. */
static void heads_in_another_order(void **state)
{
    (void)state;
    meeting x;
    open_meeting(
        &x,
        "layers: [{encoder: {heads: [degree @ edge, degree @ distance 0]}}, {pool: {}}, "
        "{linear: {}}]",
        "layers: [{encoder: {heads: [degree @ distance 0, degree @ edge]}}, {pool: {}}, "
        "{linear: {}}]");
    check_source(&x, 0, 2, 1); /* with itself and its neighbor */
    check_source(&x, 2, 1, 0);
    check_source(&x, 3, 2, 5); /* row 0 of mine is their row 1 */
    check_source(&x, 5, 2, 3);
    check_source(&x, 7, 2, 7);
    check_layer(&x, 0, 3, 0, 0);
    check_layer(&x, 2, 6, 0, 0);
    close_meeting(&x);
}

/* The k-th of a text is the k-th of the same text, written apart or as copies. */
static void copies_meet_one_by_one(void **state)
{
    (void)state;
    meeting x;
    open_meeting(&x,
                 "layers: [{encoder: {heads: ['degree @ edge x3']}}, {pool: {}}, {linear: {}}]",
                 "layers: [{encoder: {heads: [degree @ edge, degree @ distance 0, degree @ "
                 "edge]}}, {pool: {}}, {linear: {}}]");
    check_source(&x, 0, 2, 0);
    check_source(&x, 2, 2, 3);
    check_source(&x, 4, 2, SG_NO_WEIGHT);
    check_source(&x, 6, 2, 5); /* rows 0, 1 and 2 are their rows 0, 2 and none */
    check_source(&x, 8, 2, 9);
    check_source(&x, 10, 2, SG_NO_WEIGHT);
    check_source(&x, 12, 2, 11);
    check_layer(&x, 0, 4, 2, 1);
    check_layer(&x, 2, 6, 2, 2);
    close_meeting(&x);
}

/* Copies, biases and thresholds do not make another head; what they add or leave out is new. */
static void what_makes_a_head(void **state)
{
    (void)state;
    meeting x;
    open_meeting(&x,
                 "layers: [{encoder: {heads: ['degree @ edge bias degree at-most 9']}}, {pool: "
                 "{}}, {linear: {}}]",
                 "layers: [{encoder: {heads: [degree @ edge]}}, {pool: {}}, {linear: {}}]");
    check_source(&x, 0, 2, 0);
    check_source(&x, 2, 1, SG_NO_WEIGHT); /* the bias */
    check_source(&x, 3, 4, 2);
    close_meeting(&x);
    /* Biases by other labels are not the same biases. */
    open_meeting(
        &x,
        "layers: [{encoder: {heads: ['degree @ edge bias degree']}}, {pool: {}}, "
        "{linear: {}}]",
        "layers: [{encoder: {heads: ['degree @ edge bias none']}}, {pool: {}}, {linear: "
        "{}}]");
    check_source(&x, 0, 2, 0);
    check_source(&x, 2, 1, SG_NO_WEIGHT);
    check_source(&x, 3, 4, 3);
    close_meeting(&x);
    /* Neither labelings nor properties may differ. */
    open_meeting(&x, "layers: [{encoder: {heads: [degree @ edge]}}, {pool: {}}, {linear: {}}]",
                 "layers: [{encoder: {heads: [none @ edge]}}, {pool: {}}, {linear: {}}]");
    check_source(&x, 0, 2, SG_NO_WEIGHT);
    check_source(&x, 2, 2, SG_NO_WEIGHT); /* the row of a head that nobody has */
    check_source(&x, 4, 2, 4);
    close_meeting(&x);
}

/* [heads][outputs][columns], all of them in another order or number. */
static void linear_layers_behind_decoders(void **state)
{
    (void)state;
    meeting x;
    open_meeting(&x,
                 "layers: [{encoder: {heads: [degree @ edge, degree @ distance 0]}}, {decoder: "
                 "{heads: [none, degree], outputs: 2}}, {linear: {}}]",
                 "layers: [{encoder: {heads: [degree @ distance 0, degree @ edge]}}, {decoder: "
                 "{heads: [degree, none, none], outputs: 2}}, {linear: {}}]");
    check_source(&x, 0, 2, 1);
    check_source(&x, 2, 1, 0);
    check_source(&x, 3, 2, 5); /* the only label of `none`, two outputs */
    check_source(&x, 5, 2, 3);
    /* Biases and rows of the linear layer: number (h, o, c) is their (1 - h, o, 1 - c). */
    for (size_t h = 0; h < 2; h++)
        for (size_t o = 0; o < 2; o++)
            for (size_t c = 0; c < 2; c++) {
                const size_t mine = (h * 2 + o) * 2 + c, theirs = ((1 - h) * 2 + o) * 2 + 1 - c;
                check_source(&x, 7 + mine, 1, 9 + theirs);
                check_source(&x, 15 + 2 * mine, 2, 21 + 2 * theirs);
            }
    check_source(&x, 15 + 16, 2, 21 + 24);
    check_layer(&x, 1, 4 + 8, 0, 2 + 4);
    check_layer(&x, 2, 18, 0, 8);
    close_meeting(&x);
}

/* ---- Between models --------------------------------------------------------------------------- */

#define PLAIN                                                                                  \
    "layers: [{encoder: {heads: [label @ distance 0..1]}}, {decoder: {heads: [label]}}]"

static sg_status between(sg_transfer *t, const meeting *x, const uint32_t *layer, uint32_t n,
                         sg_error *err)
{
    return sg_transfer_between(t, &x->mine.model, &x->mine.m, &x->theirs.model, layer, n, err);
}

/* Models that predict the same meet as their networks do. */
static void models_meet_like_their_networks(void **state)
{
    (void)state;
    meeting x;
    sg_transfer t = {0};
    open_meeting(&x, PLAIN, PLAIN);
    check_ok(between(&t, &x, NULL, 0, &err));
    assert_int_equal(t.n_weights, x.t.n_weights);
    assert_int_equal(t.n_layers, 2);
    assert_memory_equal(t.source, x.t.source, t.n_weights * sizeof *t.source);
    assert_memory_equal(t.layer, x.t.layer, t.n_layers * sizeof *t.layer);
    sg_transfer_free(&t);
    /* Where they predict other classes, only what is before the pooling is the same. */
    x.theirs.model.outputs.class_name[0] = 77;
    check_ok(between(&t, &x, NULL, 0, &err));
    assert_int_equal(t.layer[0].n_matched, x.t.layer[0].n_matched);
    assert_int_equal(t.layer[1].n_matched, 0);
    sg_transfer_free(&t);
    close_meeting(&x);
}

static void layers_of_models_are_chosen(void **state)
{
    (void)state;
    meeting x;
    open_meeting(&x, PLAIN, PLAIN);
    for (uint32_t chosen = 0; chosen < 2; chosen++) {
        sg_transfer t = {0};
        check_ok(between(&t, &x, &chosen, 1, &err));
        assert_int_equal(t.layer[chosen].n_matched, x.t.layer[chosen].n_matched);
        assert_int_equal(t.layer[1 - chosen].n_matched, 0);
        sg_transfer_free(&t);
    }
    sg_transfer none = {0}, both = {0};
    check_ok(between(&none, &x, (const uint32_t[]){0}, 0, &err)); /* a list of none */
    for (size_t i = 0; i < none.n_weights; i++) assert_true(none.source[i] == SG_NO_WEIGHT);
    check_ok(between(&both, &x, (const uint32_t[]){1, 0, 1}, 3, &err));
    assert_memory_equal(both.source, x.t.source, both.n_weights * sizeof *both.source);
    sg_transfer_free(&none);
    sg_transfer_free(&both);
    close_meeting(&x);
}

static void models_without_such_layers_are_refused(void **state)
{
    (void)state;
    meeting x;
    sg_transfer t = {.n_layers = 99};
    open_meeting(&x, PLAIN, PLAIN);
    check_fails(between(&t, &x, (const uint32_t[]){0, 2}, 2, &err), SG_EINVAL,
                "from_layers[1]: the model has no layer 2; its last one is 1");
    check_fails(between(&t, &x, (const uint32_t[]){UINT32_MAX}, 1, &err), SG_EINVAL,
                "from_layers[0]: the model has no layer -1");
    sg_vocabularies_free(&x.theirs.model.vocabularies);
    check_fails(between(&t, &x, NULL, 0, &err), SG_EFORMAT,
                "model: it knows no labels of \"label\"");
    assert_true(t.n_layers == 99 && t.source == NULL);
    close_meeting(&x);
}

static sg_status between_once(void *context, sg_error *err)
{
    sg_transfer t = {0};
    const sg_status status = between(&t, context, (const uint32_t[]){0}, 1, err);
    sg_transfer_free(&t);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    meeting x;
    open_meeting(&x, PLAIN, PLAIN);
    assert_true(check_out_of_memory(between_once, &x) > 20);
    close_meeting(&x);
}

SG_TESTS(cmocka_unit_test(models_meet_like_their_networks),
         cmocka_unit_test(layers_of_models_are_chosen),
         cmocka_unit_test(models_without_such_layers_are_refused),
         cmocka_unit_test(out_of_memory), cmocka_unit_test(triples_and_labels_meet_by_key),
         cmocka_unit_test(biases_meet_by_label), cmocka_unit_test(inputs_meet_by_label),
         cmocka_unit_test(columns_are_followed), cmocka_unit_test(inputs_of_other_kinds),
         cmocka_unit_test(heads_in_another_order), cmocka_unit_test(copies_meet_one_by_one),
         cmocka_unit_test(what_makes_a_head), cmocka_unit_test(linear_layers_behind_decoders))
