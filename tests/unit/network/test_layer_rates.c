/* test_layer_rates.c - layers with a learning rate or weight decay of their own, against learners of which all
 * layers have it. */
#include "network/learner.h"

#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"

enum { N_GRAPHS = 7, MAX_NODES = 6, N_OUTPUTS = 3, N_LAYERS = 3, TUNED = 1 };

static const layer_case LAYERS = {
    .name = "rates",
    .layer = {{.kind = &sg_encoder_kind,
               .n_heads = 2,
               .head = {TINY_WL, TINY_EDGE},
               .bias = CASE_BIAS},
              {.kind = &sg_decoder_kind,
               .n_heads = 1,
               .head = {TINY_LABEL},
               .outputs = 2,
               .bias = CASE_BIAS},
              {.kind = &sg_linear_kind, .outputs = N_OUTPUTS, .bias = CASE_BIAS}},
    .n_layers = N_LAYERS,
    .input = CASE_NUMBERS};

/* The weights after one step; sg_free them.  Where all layers have the rate and decay, the optimizer has them. */
static double *weights_after(const case_network *c, sg_learner_options options, double rate,
                             double decay, bool everywhere)
{
    double *weight = sg_alloc(c->n_parameters, sizeof *weight);
    sg_learner *learner = NULL;
    assert_non_null(weight);
    if (everywhere) options.optimizer.weight_decay = decay;
    check_ok(sg_learner_open(&learner, &c->spec, &options, NULL, &err));
    sg_learner_write(learner, c->parameter);
    (void)sg_learner_step(NULL, learner, c->batch, N_GRAPHS, everywhere ? rate : 0.1);
    sg_learner_read(weight, learner);
    sg_learner_close(learner);
    return weight;
}

/* The layer that has its own moves as if all layers had them; the others move as if none had. */
static void check_tuned(sg_optimizer_kind kind, double clip)
{
    sg_rng rng = check_rng("rates");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    case_network c;
    uint32_t class_of[N_GRAPHS];
    case_network_open(&c, &LAYERS, &tiny, &rng);
    for (uint32_t i = 0; i < N_GRAPHS; i++) class_of[i] = i % N_OUTPUTS;
    sg_learner_options options = {.precision = SG_PRECISION_DOUBLE,
                                  .optimizer = sg_optimizer_default(kind),
                                  .loss = &sg_loss_cross_entropy,
                                  .targets = {.item_class = class_of, .n_columns = N_OUTPUTS},
                                  .clip = clip};
    options.optimizer.weight_decay = 0.3;
    double *none = weights_after(&c, options, 0, 0, false),
           *all = weights_after(&c, options, 0.02, 0.7, true);
    c.layer[TUNED].has_rate = c.layer[TUNED].has_decay = true;
    c.layer[TUNED].rate = 0.2;
    c.layer[TUNED].decay = 0.7;
    double *some = weights_after(&c, options, 0, 0, false);
    uint32_t n_different = 0, n_tensors = 0;
    sg_learner *learner = NULL;
    check_ok(sg_learner_open(&learner, &c.spec, &options, NULL, &err));
    const sg_tensor *tensor = sg_learner_tensors(learner, &n_tensors);
    for (uint32_t t = 0; t < n_tensors; t++)
        for (size_t i = tensor[t].first; i < tensor[t].first + tensor[t].n; i++) {
            check_near(some[i], tensor[t].layer == TUNED ? all[i] : none[i], 0, 1e-15);
            n_different += none[i] != all[i];
        }
    assert_true(n_different > c.n_parameters / 2);
    sg_learner_close(learner);
    sg_free(none);
    sg_free(all);
    sg_free(some);
    case_network_close(&c);
    tiny_model_free(&tiny);
}

static void layers_have_their_own(void **state)
{
    (void)state;
    for (int kind = 0; kind < SG_N_OPTIMIZERS; kind++)
        for (double clip = 0; clip < 1; clip += 0.6) check_tuned((sg_optimizer_kind)kind, clip);
}

/* A head's weights decay as it says, whatever its layer does; all others decay as before. */
static void heads_have_their_own(void **state)
{
    (void)state;
    enum { HEAD = 1 };
    sg_rng rng = check_rng("decays of heads");
    tiny_model tiny = tiny_model_draw(&rng, N_GRAPHS, MAX_NODES);
    case_network c;
    uint32_t class_of[N_GRAPHS];
    const sg_head design = {.decays = true, .decay = 0.7};
    case_network_open(&c, &LAYERS, &tiny, &rng);
    for (uint32_t i = 0; i < N_GRAPHS; i++) class_of[i] = i % N_OUTPUTS;
    sg_learner_options options = {.precision = SG_PRECISION_DOUBLE,
                                  .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                                  .loss = &sg_loss_cross_entropy,
                                  .targets = {.item_class = class_of, .n_columns = N_OUTPUTS}};
    double *none = weights_after(&c, options, 0, 0, false),
           *all = weights_after(&c, options, 0.1, 0.7, true);
    c.encoder[0][HEAD].design = &design;
    c.layer[0].has_decay = true; /* of its other weights: none */
    double *some = weights_after(&c, options, 0, 0, false);
    uint32_t n_tensors = 0, n_own = 0;
    sg_learner *learner = NULL;
    check_ok(sg_learner_open(&learner, &c.spec, &options, NULL, &err));
    const sg_tensor *tensor = sg_learner_tensors(learner, &n_tensors);
    for (uint32_t t = 0; t < n_tensors; t++) {
        const bool own = tensor[t].layer == 0 && tensor[t].head == HEAD &&
                         strcmp(tensor[t].name, "weight") == 0;
        for (size_t i = tensor[t].first; i < tensor[t].first + tensor[t].n; i++) {
            check_near(some[i], own ? all[i] : none[i], 0, 1e-15);
            n_own += own && all[i] != none[i];
        }
    }
    assert_true(n_own > 0);
    sg_learner_close(learner);
    sg_free(none);
    sg_free(all);
    sg_free(some);
    case_network_close(&c);
    tiny_model_free(&tiny);
}

SG_TESTS(cmocka_unit_test(layers_have_their_own), cmocka_unit_test(heads_have_their_own))
