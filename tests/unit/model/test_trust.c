/* test_trust.c - how much of each graph a model has never met, counted by hand. */
#include "model/trust/trust.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"

/* What models are built for: a path 5 - 5 - 9 and a single node 5.  They know the labels 5 and
 * 9, and of the distances 0 and 1 the triples (5,5,0) (9,9,0) (5,5,1) (5,9,1) (9,5,1). */
#define KNOWN "0: 5 5 9 / 0-1 1-2", "1: 5"

/* Graphs to be measured: the path again; 5 - 9 - 5; 7 - 5; 9 - 9; nothing at all; two nodes
 * apart. */
#define UNSEEN                                                                                 \
    "0: 5 5 9 / 0-1 1-2", "0: 5 9 5 / 0-1 1-2", "0: 7 5 / 0-1", "1: 9 9 / 0-1", "1:", "1: 8 9"
enum { N_UNSEEN = 6 };

/* Of models that remember nothing of their training. */
static const sg_experience no_memory;

static const uint64_t N_NODES[] = {3, 3, 2, 2, 0, 2}, UNKNOWN_LABELS[] = {0, 0, 1, 0, 0, 1},
                      N_PAIRS[] = {7, 7, 4, 4, 0, 2}, UNKNOWN_PAIRS[] = {0, 0, 3, 2, 0, 1};

/* Labels are counted `n_labelings` times, pairs `n_heads` times. */
static void check_trust(const sg_trust *trust, uint32_t n_labelings, uint32_t n_heads)
{
    for (int g = 0; g < N_UNSEEN; g++) {
        assert_int_equal(trust[g].n_labels, n_labelings * N_NODES[g]);
        assert_int_equal(trust[g].unknown_labels, n_labelings * UNKNOWN_LABELS[g]);
        assert_int_equal(trust[g].n_pairs, n_heads * N_PAIRS[g]);
        assert_int_equal(trust[g].unknown_pairs, n_heads * UNKNOWN_PAIRS[g]);
    }
}

static void check_counts(const char *description, uint32_t n_labelings, uint32_t n_heads)
{
    sg_dataset known = small_data(KNOWN), unseen = small_data(UNSEEN);
    sg_model model = small_model(&known, description);
    sg_model_on_data m;
    sg_trust trust[N_UNSEEN];
    memset(trust, 0xff, sizeof trust);
    small_model_place(&m, &model, &unseen);
    check_ok(sg_trust_measure(trust, &m, &no_memory, &unseen, NULL, &err));
    check_trust(trust, n_labelings, n_heads);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&known);
    sg_dataset_free(&unseen);
}

static void labels_of_decoders(void **state)
{
    (void)state;
    check_counts("layers: [{decoder: {heads: [label]}}]", 1, 0);
    /* Copies know the same and count once; heads that were written twice count twice. */
    check_counts("layers: [{decoder: {heads: ['label x3']}}, {linear: {}}]", 1, 0);
    check_counts("layers: [{decoder: {heads: [label, label]}}, {linear: {}}]", 2, 0);
}

static void pairs_of_encoders(void **state)
{
    (void)state;
    check_counts(
        "layers: [{encoder: {heads: [label @ distance 0..1]}}, {pool: {}}, {linear: {}}]", 0,
        1);
    check_counts(
        "layers: [{encoder: {heads: ['label @ distance 0..1 x4']}}, {pool: {}}, {linear: {}}]",
        0, 1);
    check_counts("layers: [{encoder: {heads: [label @ distance 0..1, label @ distance 0..1]}}, "
                 "{pool: {}}, {linear: {}}]",
                 0, 2);
    /* Every layer counts. */
    check_counts("layers: [{encoder: {heads: ['label @ distance 0..1 x2']}}, {encoder: {heads: "
                 "[label @ distance 0..1]}}, {pool: {}}, {linear: {}}]",
                 0, 2);
}

static void labels_that_add_or_enter(void **state)
{
    (void)state;
    check_counts("layers: [{encoder: {heads: ['label @ distance 0..1 x3 bias label']}}, {pool: "
                 "{}}, {linear: {}}]",
                 1, 1);
    check_counts("input: labels\nlayers: [{pool: {}}, {linear: {}}]", 1, 0);
    check_counts(
        "input: labels\nlayers: [{encoder: {heads: ['label @ distance 0..1 bias label', "
        "'label @ distance 0..1']}}, {decoder: {heads: ['label x2', label]}}, {linear: "
        "{}}]",
        4, 2);
}

static void layers_that_know_nothing(void **state)
{
    (void)state;
    check_counts(
        "layers: [{linear: {outputs: 4}}, {norm: {affine: true}}, {pool: {}}, {linear: "
        "{}}]",
        0, 0);
}

/* What thresholds left out has no weight, also in the data that the model was built for. */
static void thresholds_leave_triples_out(void **state)
{
    (void)state;
    sg_dataset data = small_data(KNOWN);
    /* (5,5,0) occurs thrice, (5,5,1) twice, all others once. */
    sg_model model = small_model(&data, "layers: [{encoder: {heads: ['label @ distance 0..1 "
                                        "at-least 2']}}, {pool: {}}, {linear: {}}]");
    sg_model_on_data m;
    sg_trust trust[2];
    small_model_place(&m, &model, &data);
    check_ok(sg_trust_measure(trust, &m, &no_memory, &data, NULL, &err));
    assert_int_equal(trust[0].n_pairs, 7);
    assert_int_equal(trust[0].unknown_pairs, 3); /* (9,9,0) (5,9,1) (9,5,1) */
    assert_int_equal(trust[1].n_pairs, 1);
    assert_int_equal(trust[1].unknown_pairs, 0);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Known to training graphs ---------------------------------------------------------------- */

/* The model knows all graphs; the training graph is the path 5 - 5 - 9 alone, or none is. */
static void what_only_others_have_is_unknown(void **state)
{
    (void)state;
    sg_dataset data = small_data(UNSEEN);
    sg_model model =
        small_model(&data, "layers: [{encoder: {heads: ['label @ distance 0..1']}}, "
                           "{decoder: {heads: [label]}}]");
    sg_model_on_data m;
    sg_trust trust[N_UNSEEN];
    const uint32_t first = 0;
    small_model_place(&m, &model, &data);
    check_ok(sg_trust_measure(trust, &m, &no_memory, &data, NULL, &err));
    for (int g = 0; g < N_UNSEEN; g++)
        assert_true(trust[g].unknown_labels == 0 && trust[g].unknown_pairs == 0);
    check_ok(sg_trust_measure_among(trust, &m, &no_memory, &data, &first, 1, NULL, &err));
    check_trust(trust, 1, 1);
    assert_true(sg_trust_value(&trust[0]) == 1);
    check_near(sg_trust_share(&trust[2]), 1 - 4 / 6.0, 1e-15, 0);
    assert_true(sg_trust_share(&trust[4]) == 0); /* has nothing to speak for it */
    check_ok(sg_trust_measure_among(trust, &m, &no_memory, &data, NULL, 0, NULL, &err));
    for (int g = 0; g < N_UNSEEN; g++)
        assert_true(trust[g].unknown_labels == N_NODES[g] &&
                    trust[g].unknown_pairs == N_PAIRS[g]);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- Many graphs ------------------------------------------------------------------------------ */

static bool stop(void *context, const sg_progress *progress)
{
    ++*(uint32_t *)context;
    assert_string_equal(progress->unit, "graphs");
    return false;
}

/* A model knows all that was in its data; threads change nothing. */
static void any_number_of_threads(void **state)
{
    (void)state;
    sg_rng rng = check_rng("trust");
    sg_dataset data = random_data(&rng, 40, 12), other = random_data(&rng, 60, 12);
    sg_model model = small_model(&data, "input: labels\nlayers: [{encoder: {heads: ['wl:1 @ "
                                        "distance 0..3 bias degree']}}, {decoder: {heads: "
                                        "[wl:2]}}]");
    sg_model_on_data m;
    sg_trust alone[60], together[60];
    small_model_place(&m, &model, &data);
    check_ok(sg_trust_measure(alone, &m, &no_memory, &data, NULL, &err));
    for (int g = 0; g < 40; g++)
        assert_true(alone[g].unknown_labels == 0 && alone[g].unknown_pairs == 0);
    sg_model_on_data_close(&m);
    small_model_place(&m, &model, &other);
    check_ok(sg_trust_measure(alone, &m, &no_memory, &other, NULL, &err));
    for (uint32_t n_threads = 1; n_threads <= 4; n_threads++) {
        sg_invariant_options options = {0};
        check_ok(sg_threads_open(&options.threads, n_threads, &err));
        check_ok(sg_trust_measure(together, &m, &no_memory, &other, &options, &err));
        assert_memory_equal(alone, together, sizeof alone);
        sg_threads_close(options.threads);
    }
    uint32_t n_calls = 0;
    const sg_observer observer = {stop, &n_calls};
    const sg_invariant_options options = {.observer = &observer};
    check_fails(sg_trust_measure(together, &m, &no_memory, &other, &options, &err),
                SG_ECANCELED, "");
    assert_int_equal(n_calls, 1);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

typedef struct ground {
    const sg_model_on_data *m;
    const sg_dataset *data;
} ground;

static sg_status measure(void *context, sg_error *err)
{
    const ground *g = context;
    sg_trust trust[N_UNSEEN];
    return sg_trust_measure(trust, g->m, &no_memory, g->data, NULL, err);
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset known = small_data(KNOWN), unseen = small_data(UNSEEN);
    sg_model model =
        small_model(&known, "layers: [{encoder: {heads: [label @ distance 0..1]}}, "
                            "{decoder: {heads: [label]}}]");
    sg_model_on_data m;
    small_model_place(&m, &model, &unseen);
    ground g = {&m, &unseen};
    assert_true(check_out_of_memory(measure, &g) > 2);
    sg_model_on_data_close(&m);
    sg_model_free(&model);
    sg_dataset_free(&known);
    sg_dataset_free(&unseen);
}

SG_TESTS(cmocka_unit_test(what_only_others_have_is_unknown),
         cmocka_unit_test(labels_of_decoders), cmocka_unit_test(pairs_of_encoders),
         cmocka_unit_test(labels_that_add_or_enter), cmocka_unit_test(layers_that_know_nothing),
         cmocka_unit_test(thresholds_leave_triples_out),
         cmocka_unit_test(any_number_of_threads), cmocka_unit_test(out_of_memory))
