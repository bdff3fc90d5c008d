/* test_transfer_layers.c - which layers of two models meet, which weights are wanted, and what
 * holds for any two models. */
#include "support/layer_specs.h"
#include "unit/model/meeting.inc"

/* ---- Layers ----------------------------------------------------------------------------------- */

/* Outputs have no meaning but their position: they meet where there are as many. */
static void outputs_meet_where_there_are_as_many(void **state)
{
    (void)state;
    meeting x;
    open_meeting(
        &x,
        "layers: [{linear: {outputs: 4}}, {linear: {outputs: 3}}, {pool: {}}, {linear: {}}]",
        "layers: [{linear: {outputs: 5}}, {linear: {outputs: 3}}, {pool: {}}, {linear: {}}]");
    check_source(&x, 0, 8, SG_NO_WEIGHT);
    check_source(&x, 8, 12, SG_NO_WEIGHT); /* from other numbers to the same */
    check_source(&x, 20, 3, 25);           /* biases of these */
    check_source(&x, 23, 6 + 2, 28);
    check_layer(&x, 0, 0, 8, 10);
    check_layer(&x, 1, 3, 12, 15);
    check_layer(&x, 3, 8, 0, 0);
    close_meeting(&x);
}

/* Where kinds differ nothing meets; behind them, rows of the same width do again. */
static void other_kinds_in_the_same_place(void **state)
{
    (void)state;
    meeting x;
    open_meeting(
        &x,
        "layers: [{linear: {outputs: 2}}, {linear: {outputs: 2}}, {pool: {}}, {linear: "
        "{}}]",
        "layers: [{linear: {outputs: 2}}, {norm: {affine: true}}, {pool: {}}, {linear: "
        "{}}]");
    check_source(&x, 0, 4, 0);
    check_source(&x, 4, 6, SG_NO_WEIGHT);
    check_source(&x, 10, 6, 8);
    check_layer(&x, 1, 0, 6, 4);
    close_meeting(&x);
}

static void one_has_more_layers(void **state)
{
    (void)state;
    const char *shorter =
                   "layers: [{encoder: {heads: [degree @ edge]}}, {decoder: {heads: [none]}}]",
               *longer =
                   "layers: [{encoder: {heads: [degree @ edge]}}, {decoder: {heads: [none]}}, "
                   "{linear: {outputs: 7}}, {linear: {}}]";
    meeting x;
    open_meeting(&x, shorter, longer);
    assert_int_equal(x.t.n_layers, 4);
    check_source(&x, 0, 2 + 2 + 2, 0);
    check_layer(&x, 2, 0, 0, 21);
    check_layer(&x, 3, 0, 0, 16);
    close_meeting(&x);
    open_meeting(&x, longer, shorter);
    assert_int_equal(x.t.n_layers, 4);
    check_source(&x, 0, 6, 0);
    check_source(&x, 6, 37, SG_NO_WEIGHT);
    check_layer(&x, 2, 0, 21, 0);
    check_layer(&x, 3, 0, 16, 0);
    close_meeting(&x);
}

/* Activations are no layers of the blueprint, and do not matter. */
static void activations_do_not_matter(void **state)
{
    (void)state;
    meeting x;
    open_meeting(&x,
                 "layers: [{linear: {outputs: 3, activation: tanh}}, {pool: {}}, {linear: "
                 "{activation: relu}}]",
                 "layers: [{linear: {outputs: 3}}, {pool: {kind: sum}}, {linear: {}}]");
    check_source(&x, 0, 6 + 8, 0);
    close_meeting(&x);
}

/* ---- What is wanted --------------------------------------------------------------------------- */

#define FOUR                                                                                   \
    "layers: [{encoder: {heads: [degree @ edge]}}, {linear: {outputs: 3}}, {decoder: {heads: " \
    "[none]}}, {linear: {}}]"

/* Where outputs mean something else, nothing meets from the first layer on that pools. */
static void other_outputs(void **state)
{
    (void)state;
    meeting x;
    open_meeting(&x, FOUR, FOUR);
    check_source(&x, 0, 2 + 6 + 2 + 6 + 12 + 2, 0);
    match(&x, &(sg_transfer_options){.same_outputs = false});
    check_source(&x, 0, 8, 0);
    check_source(&x, 8, 22, SG_NO_WEIGHT);
    check_layer(&x, 2, 0, 8, 8);
    check_layer(&x, 3, 0, 14, 14);
    close_meeting(&x);
    /* Whoever pools first. */
    open_meeting(
        &x,
        "layers: [{linear: {outputs: 2}}, {pool: {}}, {linear: {outputs: 2}}, {linear: {}}]",
        "layers: [{linear: {outputs: 2}}, {linear: {outputs: 2}}, {pool: {}}, {linear: {}}]");
    match(&x, &(sg_transfer_options){.same_outputs = false});
    check_source(&x, 0, 4, 0);
    check_source(&x, 4, 12, SG_NO_WEIGHT);
    close_meeting(&x);
}

static void only_some_layers(void **state)
{
    (void)state;
    static const size_t FIRST[] = {0, 2, 8, 16, 30};
    meeting x;
    open_meeting(&x, FOUR, FOUR);
    for (uint32_t wanted = 0; wanted < 16; wanted++) {
        sg_layer_set set = {0};
        for (uint32_t l = 0; l < 4; l++)
            if ((wanted >> l & 1) != 0) sg_layer_set_add(&set, l);
        match(&x, &(sg_transfer_options){.layers = &set, .same_outputs = true});
        for (uint32_t l = 0; l < 4; l++)
            check_source(&x, FIRST[l], FIRST[l + 1] - FIRST[l],
                         sg_layer_set_has(&set, l) ? FIRST[l] : SG_NO_WEIGHT);
    }
    close_meeting(&x);
    /* What a layer that is not wanted does to the columns still counts. */
    open_meeting(
        &x,
        "layers: [{encoder: {heads: [degree @ edge, degree @ distance 0]}}, {pool: {}}, "
        "{linear: {}}]",
        "layers: [{encoder: {heads: [degree @ distance 0, degree @ edge]}}, {pool: {}}, "
        "{linear: {}}]");
    sg_layer_set last = {0};
    sg_layer_set_add(&last, 2);
    match(&x, &(sg_transfer_options){.layers = &last, .same_outputs = true});
    check_source(&x, 0, 3, SG_NO_WEIGHT);
    check_source(&x, 3, 2, 5);
    check_source(&x, 5, 2, 3);
    close_meeting(&x);
}

static void weights_are_set(void **state)
{
    (void)state;
    size_t source[] = {2, SG_NO_WEIGHT, 0};
    const sg_transfer t = {.source = source, .n_weights = 3};
    double mine[] = {1, 2, 3};
    sg_transfer_apply(mine, &t, (const double[]){10, 20, 30, 40});
    assert_true(mine[0] == 30 && mine[1] == 2 && mine[2] == 10);
    sg_transfer_apply(NULL, &(sg_transfer){0}, NULL);
}

/* ---- Any two models --------------------------------------------------------------------------- */

/* No weight of theirs is found twice, both sides agree, and the counts are those of the weights. */
static void check_pair(const meeting *x)
{
    const sg_transfer_side mine = {&x->mine.m, &x->mine.model.vocabularies},
                           theirs = {&x->theirs.m, &x->theirs.model.vocabularies};
    const sg_transfer_options options = {.same_outputs = true};
    sg_transfer back = {0};
    uint64_t n_met = 0, n_mine = 0, n_theirs = 0, n_matched = 0;
    check_ok(sg_transfer_make(&back, &theirs, &mine, &options, &err));
    for (size_t i = 0; i < x->t.n_weights; i++) {
        if (x->t.source[i] == SG_NO_WEIGHT) continue;
        n_met++;
        assert_true(x->t.source[i] < back.n_weights);
        assert_int_equal(back.source[x->t.source[i]], i);
    }
    for (size_t i = 0; i < back.n_weights; i++) n_met -= back.source[i] != SG_NO_WEIGHT;
    assert_int_equal(n_met, 0);
    for (uint32_t l = 0; l < x->t.n_layers; l++) {
        n_matched += x->t.layer[l].n_matched;
        n_mine += x->t.layer[l].n_matched + x->t.layer[l].n_new;
        n_theirs += x->t.layer[l].n_matched + x->t.layer[l].n_unused;
        assert_int_equal(x->t.layer[l].n_matched, back.layer[l].n_matched);
        assert_int_equal(x->t.layer[l].n_new, back.layer[l].n_unused);
    }
    assert_int_equal(n_mine, x->t.n_weights);
    assert_int_equal(n_theirs, back.n_weights);
    for (size_t i = 0; i < x->t.n_weights; i++) n_matched -= x->t.source[i] != SG_NO_WEIGHT;
    assert_int_equal(n_matched, 0);
    sg_transfer_free(&back);
}

static const char *const MANY[] = {
    FOUR,
    ("input: labels\nlayers: [{encoder: {heads: ['label @ distance 0..1 x3 bias label', degree @ "
     "edge]}}, {norm: {affine: true}}, {decoder: {heads: [label, 'degree x2'], outputs: 4}}, "
     "{linear: {}}]"),
    ("input: labels\nlayers: [{encoder: {heads: [degree @ edge, 'label @ distance 0..1 x2']}}, "
     "{norm: {affine: true}}, {decoder: {heads: ['degree x3', label, label], outputs: 4}}, "
     "{linear: {}}]"),
    ("input: labels\nlayers: [{linear: {outputs: 3}}, {encoder: {heads: ['label @ distance 0..1 "
     "bias degree', 'label @ distance 0..1 bias label']}}, {pool: {}}, {linear: {}}]"),
    "layers: [{linear: {outputs: 2}}, {linear: {outputs: 2}}, {pool: {}}, {linear: {}}]"};

static void both_sides_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof MANY / sizeof *MANY; i++)
        for (size_t k = 0; k < sizeof MANY / sizeof *MANY; k++) {
            meeting x;
            open_meeting(&x, MANY[i], MANY[k]);
            check_pair(&x);
            close_meeting(&x);
        }
}

/* A model of the same data and description has the same weights. */
static void the_same_model_has_the_same_weights(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof MANY / sizeof *MANY; i++) {
        meeting x = {0};
        open_side(&x.mine, 1, 2, MANY[i]);
        open_side(&x.theirs, 1, 2, MANY[i]);
        match(&x, &(sg_transfer_options){.same_outputs = true});
        check_source(&x, 0, x.t.n_weights, 0);
        close_meeting(&x);
    }
}

/* ---- Failures --------------------------------------------------------------------------------- */

static void knowledge_must_have_the_triples(void **state)
{
    (void)state;
    meeting x;
    open_meeting(&x, FOUR, FOUR);
    const sg_vocabularies nothing = {0};
    const sg_transfer_side mine = {&x.mine.m, &x.mine.model.vocabularies},
                           theirs = {&x.theirs.m, &nothing};
    const sg_transfer_options options = {.same_outputs = true};
    sg_transfer t = {.n_layers = 99};
    check_fails(sg_transfer_make(&t, &mine, &theirs, &options, &err), SG_EFORMAT, "");
    assert_true(t.n_layers == 99 && t.source == NULL);
    close_meeting(&x);
}

static sg_status match_once(void *context, sg_error *err)
{
    const meeting *x = context;
    const sg_transfer_side mine = {&x->mine.m, &x->mine.model.vocabularies},
                           theirs = {&x->theirs.m, &x->theirs.model.vocabularies};
    const sg_transfer_options options = {.same_outputs = true};
    sg_transfer t = {0};
    const sg_status status = sg_transfer_make(&t, &mine, &theirs, &options, err);
    sg_transfer_free(&t);
    sg_transfer_free(&t);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    meeting x;
    open_meeting(&x, MANY[1], MANY[2]);
    assert_true(check_out_of_memory(match_once, &x) > 50);
    close_meeting(&x);
}

/* A learner gets what both have and keeps the rest. */
static void learners_get_their_weights(void **state)
{
    (void)state;
    static uint32_t offset[] = {0, 1};
    static const sg_graph one_node = {.n_graphs = 1, .n_nodes = 1, .graph_offset = offset};
    const sg_layer_spec layer[] = {LAYER(pool, .pooling = SG_POOL_SUM),
                                   LAYER(linear, .outputs = 2)};
    const sg_network_spec spec = {
        .graph = &one_node, .layer = layer, .n_layers = 2, .max_batch = 1};
    const sg_learner_options options = {.precision = SG_PRECISION_DOUBLE,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD)};
    sg_transfer t = {.source = (size_t[]){SG_NO_WEIGHT, 1}, .n_weights = 2};
    sg_learner *learner = NULL;
    double weight[2] = {3, 4};
    check_ok(sg_learner_open(&learner, &spec, &options, NULL, &err));
    sg_learner_write(learner, weight);
    check_ok(sg_transfer_to_learner(learner, &t, (const double[]){10, 20}, &err));
    sg_learner_read(weight, learner);
    assert_true(weight[0] == 3 && weight[1] == 20);
    sg_learner_close(learner);
}

SG_TESTS(cmocka_unit_test(learners_get_their_weights),
         cmocka_unit_test(outputs_meet_where_there_are_as_many),
         cmocka_unit_test(other_kinds_in_the_same_place), cmocka_unit_test(one_has_more_layers),
         cmocka_unit_test(activations_do_not_matter), cmocka_unit_test(other_outputs),
         cmocka_unit_test(only_some_layers), cmocka_unit_test(weights_are_set),
         cmocka_unit_test(both_sides_agree),
         cmocka_unit_test(the_same_model_has_the_same_weights),
         cmocka_unit_test(knowledge_must_have_the_triples), cmocka_unit_test(out_of_memory))
