/* test_training_ranks.c - one training that ranks share: the same model for any number of ranks and threads, and one
 * failure for all where they do not fit together. */
#include "sharegnn.h"

#include "base/mem.h"
#include "model/model.h"
#include "support/check.h"
#include "support/fake_ranks.h"

enum { MOST = 9, N_EPOCHS = 4, N_TRAIN = 97, N_VALIDATION = 30, N_TEST = 20 };

/* What ranks are told and what they found; every rank has its own data and model. */
typedef struct common {
    const char *settings;
    const char *settings_of_one; /* those of rank 1, or NULL */
    uint32_t n_threads;
    uint32_t seed_of_one; /* the data of rank 1, if not 0 */
    uint32_t stop_at;     /* rank 1 stops after so many epochs; 0: never */
    const char *layers;   /* ranks build the model together, from this description */
    uint32_t n_train;     /* training items; 0: N_TRAIN                     */
    sg_status status[MOST];
    sg_error err[MOST];
    sg_epoch best[MOST];
    double *weight[MOST];
    size_t n_weights;
} common;

static bool go_on(void *context, const sg_epoch *epoch)
{
    const uint32_t *stop_at = context;
    return *stop_at == 0 || epoch->epoch < *stop_at;
}

/* Every rank then has the labels and plans of its own graphs alone. */
static sg_status build_together(sg_model **model, const sg_dataset *data, const common *m,
                                const uint32_t *item, uint32_t n, sg_cluster *cluster,
                                sg_error *err)
{
    const sg_model_options form = {.struct_size = sizeof form,
                                   .description = m->layers,
                                   .known_item = item,
                                   .n_known_items = n,
                                   .cluster = cluster};
    return sg_model_build(model, data, &form, err);
}

static sg_status open_model(sg_model **model, sg_dataset **data, const common *m, uint32_t rank,
                            sg_error *err)
{
    const char *encoder[] = {"cycles:6 @ distance 0..2", "degree @ distance 0..1"};
    const sg_model_options form = {
        .struct_size = sizeof form, .encoder = encoder, .n_encoders = 2, .decoder = "cycles:6"};
    const uint32_t seed = rank == 1 ? m->seed_of_one : 0;
    const sg_status status = sg_data_generate(data, "CSL", seed, err);
    if (m->layers != NULL) return status;
    return status == SG_OK ? sg_model_build(model, *data, &form, err) : status;
}

static void train(sg_cluster *cluster, void *context)
{
    common *m = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    uint32_t item[150], stop_at = rank == 1 ? m->stop_at : 0;
    for (uint32_t i = 0; i < 150; i++) item[i] = (i * 7 + 3) % 150;
    sg_training_options t = {
        .struct_size = sizeof t,
        .settings = rank == 1 && m->settings_of_one != NULL ? m->settings_of_one : m->settings,
        .item = {item, item + N_TRAIN, item + N_TRAIN + N_VALIDATION},
        .n_items = {N_TRAIN, N_VALIDATION, N_TEST},
        .seed = 5,
        .n_threads = m->n_threads,
        .n_epochs = N_EPOCHS,
        .epoch = go_on,
        .context = &stop_at,
        .cluster = cluster};
    if (m->n_train > 0) t.n_items[SG_TRAIN] = m->n_train;
    m->status[rank] = open_model(&model, &data, m, rank, &m->err[rank]);
    if (m->status[rank] == SG_OK && m->layers != NULL)
        m->status[rank] =
            build_together(&model, data, m, item, t.n_items[SG_TRAIN], cluster, &m->err[rank]);
    if (m->status[rank] == SG_OK)
        m->status[rank] = sg_model_train(&m->best[rank], model, data, &t, &m->err[rank]);
    if (model != NULL) {
        m->weight[rank] = sg_alloc(model->n_weights, sizeof *m->weight[rank]);
        if (m->weight[rank] != NULL)
            memcpy(m->weight[rank], model->weight, model->n_weights * sizeof *model->weight);
        if (rank == 0) m->n_weights = model->n_weights;
    }
    sg_model_close(model);
    sg_data_close(data);
}

static void free_weights(common *m)
{
    for (int r = 0; r < MOST; r++) sg_free(m->weight[r]);
}

static bool is_same_epoch(const sg_epoch *a, const sg_epoch *b)
{
    bool same = a->epoch == b->epoch;
    for (int p = 0; p < SG_N_PARTS; p++)
        same = same && a->loss[p] == b->loss[p] && a->metric[p] == b->metric[p];
    return same;
}

static void check_training(const char *settings, const char *layers, uint32_t n_train)
{
    static const uint32_t N_RANKS[] = {2, 3, 4, 8, 1};
    common one = {.settings = settings, .layers = layers, .n_train = n_train, .n_threads = 1};
    run_ranks(1, train, &one);
    if (one.status[0] != SG_OK) fail_msg("%s: %s", settings, one.err[0].text);
    for (size_t i = 0; i < sizeof N_RANKS / sizeof *N_RANKS; i++) {
        common many = {.settings = settings,
                       .layers = layers,
                       .n_train = n_train,
                       .n_threads = i == 4 ? 8 : 1 + (uint32_t)i % 2};
        run_ranks(N_RANKS[i], train, &many);
        for (uint32_t r = 0; r < N_RANKS[i]; r++) {
            if (many.status[r] != SG_OK) fail_msg("%s: %s", settings, many.err[r].text);
            if (memcmp(many.weight[r], one.weight[0], one.n_weights * sizeof *one.weight[0]) !=
                    0 ||
                !is_same_epoch(&many.best[r], &one.best[0]))
                fail_msg("%s: rank %u of %u has another model", settings, r, N_RANKS[i]);
        }
        free_weights(&many);
    }
    free_weights(&one);
}

static void check_settings(const char *settings)
{
    check_training(settings, NULL, 0);
}

static void ranks_train_the_same_model(void **state)
{
    (void)state;
    check_settings("{shards: 8, batch-size: 16}");
    check_settings("{shards: 16, batch-size: 40, clip: 0.5, average: 0.9, precision: double}");
    check_settings("{shards: 8, batch-size: 64, class-weights: balanced, patience: 2}");
    check_settings("{shards: 64, batch-size: 64, schedule: plateau factor 0.5 patience 1}");
}

/* Words are learned over ranks, and labels and plans are those of a rank's own graphs. */
static void ranks_that_divide_the_data_train_the_same_model(void **state)
{
    (void)state;
    static const char PLAIN[] =
        "layers: [{encoder: {heads: ['cycles:6 @ distance 0..3 at-least 40', 'wl:1 -> degree @ "
        "edge bias cycles:4 limit 3'], activation: tanh}}, {pool: {kind: mean}}, {linear: "
        "{outputs: classes}}]";
    static const char DEEP[] =
        "{input: labels cycles:5, noise: 0.1, layers: [{linear: {outputs: 6}}, {batch-norm: {}}, "
        "{dropout: {rate: 0.2}}, {encoder: {heads: ['cycles:6 @ distance 0..2 x2']}}, {decoder: "
        "{heads: ['cycles:7+degree'], outputs: 2}}, {linear: {outputs: classes}}]}";
    static const char MEASURED[] =
        "{input: labels cycles:5, layers: [{standardize: {}}, {linear: {outputs: 6}}, {decoder: "
        "{heads: [cycles:6], outputs: 2}}, {linear: {outputs: classes}}]}";
    check_training("{shards: 8, batch-size: 16, calibrate: temperature}", PLAIN, 0);
    check_training("{shards: 16, batch-size: 40, clip: 0.5, average: 0.9}", DEEP, 0);
    check_training("{shards: 8, batch-size: 16}", MEASURED, 0);
    /* Parts of one graph, and shards that are empty in most batches. */
    check_training("{shards: 32, batch-size: 32}", PLAIN, 9);
}

/* One shard has the bits of a training that knows of none. */
static void one_shard_is_none(void **state)
{
    (void)state;
    common none = {.settings = "{batch-size: 16}"},
           one = {.settings = "{shards: 1, batch-size: 16}"};
    run_ranks(1, train, &none);
    run_ranks(1, train, &one);
    check_ok(none.status[0]);
    check_ok(one.status[0]);
    assert_memory_equal(none.weight[0], one.weight[0], none.n_weights * sizeof *none.weight[0]);
    free_weights(&none);
    free_weights(&one);
}

/* All ranks fail with the same text. */
static void check_failure(common *m, uint32_t n_ranks, sg_status status, const char *text)
{
    run_ranks(n_ranks, train, m);
    for (uint32_t r = 0; r < n_ranks; r++) {
        assert_int_equal(m->status[r], status);
        assert_string_equal(m->err[r].text, text);
    }
    free_weights(m);
}

static void ranks_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    check_failure(&(common){.settings = "{}"}, 3, SG_EINVAL,
                  "train: 3 ranks cannot share batches of 1 shard; say shards=4 in the "
                  "settings of the training (--set), or start fewer ranks");
    check_failure(&(common){.settings = "{shards: 4}"}, 5, SG_EINVAL,
                  "train: 5 ranks cannot share batches of 4 shards; say shards=8 in the "
                  "settings of the training (--set), or start fewer ranks");
    check_failure(
        &(common){.settings = "{shards: 4}", .settings_of_one = "{shards: 4, clip: 1}"}, 3,
        SG_EINVAL, "rank 1 of 3: it trains with other settings than rank 0");
    check_failure(
        &(common){.settings = "{shards: 4}", .settings_of_one = "{shards: 3}"}, 3, SG_EFORMAT,
        "rank 1 of 3: settings:1:10: train.shards: 3 is not a power of two; 2, 4, 8 and so "
        "on are");
    check_failure(&(common){.settings = "{shards: 4}", .seed_of_one = 4}, 4, SG_EINVAL,
                  "rank 1 of 4: it reads other data than rank 0");
    check_failure(&(common){.settings = "{svm: [1]}"}, 2, SG_EINVAL,
                  "train: a support vector machine is found by one process; start it without "
                  "mpirun");
}

/* A failure of words, and words of different data, are everybody's. */
static void ranks_that_learn_other_words_are_refused(void **state)
{
    (void)state;
    check_failure(
        &(common){.settings = "{shards: 4}",
                  .layers = "layers: [{decoder: {heads: [degree], outputs: classes}}]",
                  .seed_of_one = 4},
        4, SG_EINVAL, "rank 1 of 4: it reads other data than rank 0");
    check_failure(
        &(common){.settings = "{shards: 4}",
                  .layers = "layers: [{decoder: {heads: [degree x2], outputs: classes}}]"},
        3, SG_EINVAL,
        "model: its last layer has 20 outputs, but 10 are needed; several heads give "
        "as many times the outputs, which a linear layer at the end can join");
}

static void ranks_stop_together(void **state)
{
    (void)state;
    common m = {.settings = "{shards: 4}", .stop_at = 2};
    check_failure(&m, 3, SG_ECANCELED, "training was stopped after epoch 2");
}

SG_TESTS(cmocka_unit_test(ranks_train_the_same_model),
         cmocka_unit_test(ranks_that_divide_the_data_train_the_same_model),
         cmocka_unit_test(one_shard_is_none),
         cmocka_unit_test(ranks_that_do_not_fit_are_refused),
         cmocka_unit_test(ranks_that_learn_other_words_are_refused),
         cmocka_unit_test(ranks_stop_together))
