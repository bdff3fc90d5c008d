/* test_learner_shards.c - learners whose batches are divided in shards: the same bits for any number of ranks and
 * threads, and what a hand makes of the shards' gradients and statistics. */
#include "network/learner.h"

#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/fake_ranks.h"

enum { N_GRAPHS = 21, MAX_NODES = 9, N_OUTPUTS = 3, N_SHARDS = 8, N_STEPS = 3 };

/* Every kind of tensor, statistics that layers keep, random numbers; enough weights for several ranks. */
static const layer_case LAYERS = {
    .name = "shards",
    .noise = 0.1,
    .layer = {{.kind = &sg_linear_kind, .outputs = 70, .bias = CASE_BIAS},
              {.kind = &sg_batch_norm_kind, .affine = true, .rate = 0.3},
              {.kind = &sg_dropout_kind, .rate = 0.2},
              {.kind = &sg_linear_kind, .outputs = 200, .bias = CASE_BIAS},
              {.kind = &sg_norm_kind, .affine = true},
              {.kind = &sg_linear_kind, .outputs = 3, .bias = CASE_BIAS},
              {.kind = &sg_encoder_kind,
               .n_heads = 2,
               .head = {TINY_WL, TINY_EDGE},
               .bias = CASE_BIAS},
              {.kind = &sg_decoder_kind,
               .n_heads = 1,
               .head = {TINY_LABEL},
               .outputs = 2,
               .bias = CASE_BIAS},
              {.kind = &sg_linear_kind, .outputs = N_OUTPUTS, .bias = CASE_BIAS}},
    .n_layers = 9,
    .input = CASE_NUMBERS};

typedef struct ground {
    tiny_model tiny;
    case_network c;
    uint32_t class_of[N_GRAPHS];
    double weight_of[N_GRAPHS];
    uint32_t begin[N_SHARDS + 1];
    sg_learner_options options;
} ground;

static void open_ground(ground *g, const char *name)
{
    sg_rng rng = check_rng(name);
    *g = (ground){.tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES)};
    case_network_open(&g->c, &LAYERS, &g->tiny, &rng);
    for (uint32_t i = 0; i < N_GRAPHS; i++) {
        g->class_of[i] = i % N_OUTPUTS;
        g->weight_of[i] = 0.5 + 0.1 * i;
    }
    for (uint32_t s = 1; s <= N_SHARDS; s++) g->begin[s] = s == 3 ? g->begin[2] : 3 * s - 3;
    g->options =
        (sg_learner_options){.optimizer = sg_optimizer_default(SG_OPTIMIZER_ADAM),
                             .loss = &sg_loss_cross_entropy,
                             .targets = {.item_class = g->class_of, .n_columns = N_OUTPUTS},
                             .n_shards = N_SHARDS};
}

static void close_ground(ground *g)
{
    case_network_close(&g->c);
    tiny_model_free(&g->tiny);
}

/* ---- Ranks ------------------------------------------------------------------------------------ */

/* What ranks do, and what they found. */
typedef struct common {
    const ground *g;
    uint32_t n_threads;
    const void *from; /* a state to go on from, or NULL */
    bool good[N_SHARDS];
    double output[N_GRAPHS * N_OUTPUTS];
    unsigned char *state[N_SHARDS];
    size_t state_size;
} common;

static void learn(sg_cluster *cluster, void *context)
{
    common *m = context;
    const ground *g = m->g;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_learner_options options = g->options;
    sg_threads *threads = NULL;
    sg_learner *learner = NULL;
    options.cluster = cluster;
    if (sg_threads_open(&threads, m->n_threads, NULL) == SG_OK &&
        sg_learner_open(&learner, &g->c.spec, &options, threads, NULL) == SG_OK) {
        sg_learner_write(learner, g->c.parameter);
        if (m->from != NULL) sg_learner_state_load(learner, m->from);
        for (int i = 0; i < N_STEPS; i++)
            sg_learner_step_shards(m->output, learner, g->c.batch,
                                   &(sg_batch_shards){g->begin, N_SHARDS}, 0.01);
        if (rank == 0) m->state_size = sg_learner_state_size(learner);
        m->state[rank] = sg_alloc(sg_learner_state_size(learner), 1);
        if (m->state[rank] != NULL) sg_learner_state_save(m->state[rank], learner);
        m->good[rank] = m->state[rank] != NULL;
    }
    sg_learner_close(learner);
    sg_threads_close(threads);
}

static void free_states(common *m, uint32_t keep)
{
    for (uint32_t r = keep; r < N_SHARDS; r++) sg_free(m->state[r]);
}

/* The outputs of the last step and the state; every rank has the same.  sg_free it. */
static unsigned char *learn_by(common *m, uint32_t n_ranks, const char *what)
{
    run_ranks(n_ranks, learn, m);
    for (uint32_t r = 0; r < n_ranks; r++) {
        if (!m->good[r] || memcmp(m->state[r], m->state[0], m->state_size) != 0)
            fail_msg("%s: rank %u of %u", what, r, n_ranks);
    }
    free_states(m, 1);
    return m->state[0];
}

static void check_ranks(const ground *g, const char *what)
{
    static const uint32_t N_RANKS[] = {2, 3, 4, 5, 8};
    common one = {.g = g, .n_threads = 1};
    unsigned char *wanted = learn_by(&one, 1, what);
    common on = {.g = g, .n_threads = 1, .from = wanted};
    unsigned char *wanted_on = learn_by(&on, 1, what);
    for (size_t i = 0; i < sizeof N_RANKS / sizeof *N_RANKS; i++) {
        common many = {.g = g, .n_threads = 1 + (uint32_t)i % 3};
        unsigned char *state = learn_by(&many, N_RANKS[i], what);
        if (memcmp(state, wanted, one.state_size) != 0 ||
            memcmp(many.output, one.output, sizeof one.output) != 0)
            fail_msg("%s: other bits with %u ranks", what, N_RANKS[i]);
        common other = {.g = g, .n_threads = 2, .from = state};
        unsigned char *state_on = learn_by(&other, 9 - N_RANKS[i], what);
        if (memcmp(state_on, wanted_on, one.state_size) != 0)
            fail_msg("%s: other bits after a state of %u ranks", what, N_RANKS[i]);
        sg_free(state_on);
        sg_free(state);
    }
    sg_free(wanted_on);
    sg_free(wanted);
}

static void ranks_and_threads_change_no_bit(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "ranks");
    check_ranks(&g, "float");
    g.options.precision = SG_PRECISION_DOUBLE;
    check_ranks(&g, "double");
    g.options.weight = g.weight_of;
    g.options.average = 0.9;
    check_ranks(&g, "weights of items, averages");
    g.options.clip = 0.01;
    check_ranks(&g, "clip");
    g.options.optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD);
    g.c.layer[0].frozen = g.c.layer[1].frozen = true;
    g.c.layer[3].has_rate = true;
    g.c.layer[3].rate = 0.5;
    check_ranks(&g, "frozen layers, rates of their own");
    close_ground(&g);
}

/* ---- By hand ---------------------------------------------------------------------------------- */

/* The weights after one step from those of the ground, [size]; sg_free them. */
static double *step_once(const ground *g, const sg_learner_options *options,
                         const uint32_t *begin, uint32_t n)
{
    sg_learner *learner = NULL;
    check_ok(sg_learner_open(&learner, &g->c.spec, options, NULL, &err));
    sg_learner_write(learner, g->c.parameter);
    if (options->n_shards > 1)
        sg_learner_step_shards(NULL, learner, g->c.batch, &(sg_batch_shards){begin, n}, 1);
    else
        (void)sg_learner_step(NULL, learner, g->c.batch + begin[0], begin[n] - begin[0], 1);
    double *weight = sg_alloc(sg_learner_size(learner), sizeof *weight);
    assert_non_null(weight);
    sg_learner_read(weight, learner);
    sg_learner_close(learner);
    return weight;
}

/* A step of plain descent with rate 1 shows the gradient.  That of a batch is the mean of the gradients of its
 * shards alone, weighed by items, and so are statistics. */
static void shards_are_as_batches_of_their_own(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "by hand");
    for (int i = 0; i < N_SHARDS; i++) g.c.parameter[70 * 3 + 70 + 70 + i] = 1 + i;
    g.options.optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD);
    g.options.precision = SG_PRECISION_DOUBLE;
    double *all = step_once(&g, &g.options, g.begin, N_SHARDS);
    double *mean = sg_alloc(g.c.n_parameters, sizeof *mean);
    assert_non_null(mean);
    g.options.n_shards = 0;
    for (uint32_t s = 0; s < N_SHARDS; s++) {
        const double share = (double)(g.begin[s + 1] - g.begin[s]) / N_GRAPHS;
        if (share == 0) continue;
        double *own = step_once(&g, &g.options, g.begin + s, 1);
        for (size_t i = 0; i < g.c.n_parameters; i++) mean[i] += share * own[i];
        sg_free(own);
    }
    check_near_twin(all, mean, g.c.n_parameters, 1e-12, "shards", "weights after a step");
    sg_free(mean);
    sg_free(all);
    close_ground(&g);
}

/* ---- Dividing --------------------------------------------------------------------------------- */

/* Ranks have whole subtrees, one behind the other. */
static void every_rank_has_a_subtree(void **state)
{
    (void)state;
    assert_int_equal(sg_rank_middle(2, 5), 3);
    for (uint32_t n_shards = 1; n_shards <= 16; n_shards *= 2)
        for (uint32_t n_ranks = 1; n_ranks <= n_shards; n_ranks++) {
            uint32_t behind = 0, first = 0, n = 0;
            for (uint32_t r = 0; r < n_ranks; r++) {
                sg_rank_shards(&first, &n, n_shards, r, n_ranks);
                assert_int_equal(first, behind);
                assert_true(n > 0 && (n & (n - 1)) == 0);
                assert_int_equal(first % n, 0);
                behind += n;
            }
            assert_int_equal(behind, n_shards);
        }
}

static sg_status open_and_close(void *context, sg_error *err)
{
    const ground *g = context;
    sg_learner *learner = NULL;
    const sg_status status = sg_learner_open(&learner, &g->c.spec, &g->options, NULL, err);
    sg_learner_close(learner);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    ground g;
    open_ground(&g, "without memory");
    g.options.clip = 1;
    assert_true(check_out_of_memory(open_and_close, &g) > 10);
    close_ground(&g);
}

SG_TESTS(cmocka_unit_test(ranks_and_threads_change_no_bit),
         cmocka_unit_test(shards_are_as_batches_of_their_own),
         cmocka_unit_test(every_rank_has_a_subtree), cmocka_unit_test(survives_without_memory))
