/* test_typed_train.c - typed settings say the same as files, and train to the same bits. */
#include "config/typed_train.h"

#include "base/mem.h"
#include "config/train_section.h"
#include "model/model.h"
#include "sharegnn/models.h"
#include "sharegnn/sources.h"
#include "support/check.h"
#include "text/yaml.h"
#include "train/train_options_put.h"

/* A typed training, and the settings that say the same. */
typedef struct pair_of_settings {
    sg_task task;
    sg_training_options typed;
    const char *settings;
} pair_of_settings;

static const sg_of_layer OF_LAYERS[] = {{1, 0.02}, {0, 0.5}};
static const uint32_t FROZEN[] = {1, 0};

#define CLASSES SG_CLASSIFICATION
#define TYPED(...)                                                                             \
    CLASSES,                                                                                   \
    {                                                                                          \
        .struct_size = sizeof(sg_training_options), __VA_ARGS__                                \
    }
#define FOR(task, ...)                                                                         \
    task,                                                                                      \
    {                                                                                          \
        .struct_size = sizeof(sg_training_options), __VA_ARGS__                                \
    }

static const pair_of_settings PAIRS[] = {
    {TYPED(.n_epochs = 3), "{epochs: 3}"},
    {TYPED(.patience = 2), "{patience: 2}"},
    {TYPED(.batch_size = 7), "{batch-size: 7}"},
    {TYPED(.learning_rate = 0.3), "{learning-rate: 0.3}"},
    {TYPED(.learning_rate = SG_ZERO), "{learning-rate: 0}"},
    {TYPED(.rate = SG_RATE_STEP, .rate_size = 1, .rate_factor = 0.7), "{schedule: step 1 0.7}"},
    {TYPED(.rate = SG_RATE_PLATEAU), "{schedule: plateau}"},
    {TYPED(.rate = SG_RATE_PLATEAU, .rate_factor = 0.5, .rate_patience = 3,
           .rate_lowest = 1e-4),
     "{schedule: plateau factor 0.5 patience 3 min 1e-4}"},
    {TYPED(.rate = SG_RATE_PLATEAU, .rate_patience = SG_ZERO_COUNT),
     "{schedule: plateau patience 0}"},
    {TYPED(.rate = SG_RATE_COSINE), "{schedule: cosine}"},
    {TYPED(.rate = SG_RATE_COSINE, .rate_lowest = 1e-3), "{schedule: cosine min 1e-3}"},
    {TYPED(.rate = SG_RATE_CONSTANT, .warm_up = 2), "{schedule: constant warm-up 2 epochs}"},
    {TYPED(.warm_up = 3, .warm_up_in_steps = true), "{schedule: constant warm-up 3 steps}"},
    {TYPED(.optimizer = SG_OPTIMIZE_ADAMW), "{optimizer: adamw}"},
    {TYPED(.optimizer = SG_OPTIMIZE_ADAMW, .weight_decay = SG_ZERO),
     "{optimizer: adamw, weight-decay: 0}"},
    {TYPED(.optimizer = SG_OPTIMIZE_ADAMW, .decoupled = SG_NO),
     "{optimizer: adamw, decoupled: false}"},
    {TYPED(.optimizer = SG_OPTIMIZE_ADAM, .weight_decay = 0.1, .decoupled = SG_YES),
     "{optimizer: adam, weight-decay: 0.1, decoupled: true}"},
    {TYPED(.optimizer = SG_OPTIMIZE_SGD, .momentum = 0.9), "{optimizer: sgd, momentum: 0.9}"},
    {TYPED(.beta1 = 0.5), "{beta1: 0.5}"},
    {TYPED(.beta1 = SG_ZERO), "{beta1: 0}"},
    {TYPED(.beta2 = 0.9), "{beta2: 0.9}"},
    {TYPED(.epsilon = 1e-3), "{epsilon: 1e-3}"},
    {TYPED(.init = SG_BEGIN_CONSTANT, .init_first = 0.25), "{init: constant 0.25}"},
    {TYPED(.init = SG_BEGIN_UNIFORM, .init_first = -0.1, .init_second = 0.2),
     "{init: uniform -0.1 0.2}"},
    {TYPED(.init = SG_BEGIN_NORMAL, .init_second = 0.3), "{init: normal 0 0.3}"},
    {TYPED(.init = SG_BEGIN_HE), "{init: he}"},
    {TYPED(.init = SG_BEGIN_LOWER_UPPER), "{init: lower-upper}"},
    {TYPED(.init = SG_BEGIN_GLOROT), "{init: glorot}"},
    {TYPED(.bias_init = SG_BEGIN_UNIFORM, .bias_init_first = -1, .bias_init_second = 1),
     "{bias-init: uniform -1 1}"},
    {TYPED(.metric = SG_METRIC_LOSS), "{metric: loss}"},
    {TYPED(.metric = SG_METRIC_BALANCED_ACCURACY), "{metric: balanced-accuracy}"},
    {TYPED(.metric = SG_METRIC_ROC_AUC), "{metric: roc-auc}"},
    {TYPED(.metric = SG_METRIC_F1), "{metric: f1}"},
    {TYPED(.clip = 0.01), "{clip: 0.01}"},
    {TYPED(.average = 0.5), "{average: 0.5}"},
    {TYPED(.precision = SG_COMPUTE_DOUBLE), "{precision: double}"},
    {TYPED(.freeze = FROZEN, .n_freeze = 2), "{freeze: [0, 1]}"},
    {TYPED(.freeze = FROZEN, .n_freeze = 1), "{freeze: [1]}"},
    {TYPED(.rate_of = OF_LAYERS, .n_rates_of = 2), "{learning-rate-of: {1: 0.02, 0: 0.5}}"},
    {TYPED(.decay_of = OF_LAYERS, .n_decays_of = 1), "{weight-decay-of: {1: 0.02}}"},
    {TYPED(.share = 0.5), "{share: 0.5}"},
    {FOR(SG_REGRESSION, .loss = SG_LOSS_MSE), "{loss: mse}"},
    {FOR(SG_REGRESSION, .loss = SG_LOSS_HUBER), "{loss: huber}"},
    {FOR(SG_REGRESSION, .metric = SG_METRIC_RMSE), "{metric: rmse}"},
    {FOR(SG_REGRESSION, .metric = SG_METRIC_R2), "{metric: r2}"},
    {FOR(SG_REGRESSION, .metric = SG_METRIC_SPEARMAN), "{metric: spearman}"},
    {TYPED(.metric = SG_METRIC_PR_AUC), "{metric: pr-auc}"},
    {TYPED(.metric = SG_METRIC_MCC), "{metric: mcc}"},
    {TYPED(.metric = SG_METRIC_ECE), "{metric: ece}"},
    {FOR(SG_MULTILABEL, .metric = SG_METRIC_ACCURACY), "{metric: accuracy}"}};

enum { N_PAIRS = sizeof PAIRS / sizeof *PAIRS };

/* Choices that are what a task has anyway, and so change nothing. */
static const pair_of_settings USUAL[] = {
    {TYPED(.n_threads = 1), "{}"},
    {TYPED(.optimizer = SG_OPTIMIZE_ADAM), "{optimizer: adam}"},
    {TYPED(.precision = SG_COMPUTE_FLOAT), "{precision: float}"},
    {TYPED(.rate = SG_RATE_CONSTANT), "{schedule: constant}"},
    {TYPED(.loss = SG_LOSS_CROSS_ENTROPY, .metric = SG_METRIC_ACCURACY),
     "{loss: cross-entropy, metric: accuracy}"},
    {FOR(SG_REGRESSION, .loss = SG_LOSS_MAE, .metric = SG_METRIC_MAE), "{loss: mae}"},
    {FOR(SG_MULTILABEL, .loss = SG_LOSS_BCE), "{loss: bce}"}};

/* All settings as a file has them, after a map over the defaults. */
static char *all_of(sg_task task, const sg_node *map)
{
    sg_train_options options = sg_train_defaults(task);
    sg_fields f;
    sg_node *all = NULL;
    char *text = NULL;
    check_ok(sg_train_section_read(&options, &f, map, "t.yml", &err));
    check_ok(sg_train_section_check(&options, task, &f, &err));
    check_ok(sg_node_make(&all, SG_NODE_MAP, NULL, &err));
    check_ok(sg_train_options_put(all, &options, &err));
    check_ok(sg_yaml_write(&text, all, &err));
    sg_node_free(all);
    return text;
}

/* Whether both ways say the same; `changes`: and not what holds anyway. */
static void check_pair(const pair_of_settings *pair, bool changes)
{
    sg_tree tree = {0};
    sg_node *map = NULL;
    check_ok(sg_yaml_parse(&tree, "t.yml", pair->settings, strlen(pair->settings), &err));
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sg_typed_train_put(map, &pair->typed, &err));
    char *typed = all_of(pair->task, map), *written = all_of(pair->task, tree.root),
         *usual = all_of(pair->task, NULL);
    assert_string_equal(typed, written);
    assert_int_equal(strcmp(typed, usual) != 0, changes);
    sg_free(typed);
    sg_free(written);
    sg_free(usual);
    sg_node_free(map);
    sg_tree_free(&tree);
}

static void every_member_says_what_files_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_PAIRS; i++) check_pair(&PAIRS[i], true);
    for (size_t i = 0; i < sizeof USUAL / sizeof *USUAL; i++) check_pair(&USUAL[i], false);
}

/* ---- Training ------------------------------------------------------------------------------ */

static sg_model *trained(const sg_dataset *data, const sg_training_options *training)
{
    static const uint32_t every[] = {0, 15, 30, 45, 60, 75, 90, 105, 120, 135, 1, 16, 31, 46},
                          other[] = {2, 17, 32, 47, 62};
    sg_model *model = NULL;
    const char *encoder = "degree @ distance 0..1";
    const sg_model_options design = {.struct_size = sizeof design,
                                     .encoder = &encoder,
                                     .n_encoders = 1,
                                     .decoder = "degree"};
    sg_training_options t = *training;
    t.item[SG_TRAIN] = every;
    t.n_items[SG_TRAIN] = sizeof every / sizeof *every;
    t.item[SG_VALIDATION] = other;
    t.n_items[SG_VALIDATION] = sizeof other / sizeof *other;
    t.seed = 5;
    t.n_threads = 1;
    if (t.n_epochs == 0) t.n_epochs = 4;
    check_ok(sg_model_build(&model, data, &design, &err));
    check_ok(sg_model_train(NULL, model, data, &t, &err));
    return model;
}

static void both_ways_give_the_same_bits(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    for (size_t i = 0; i < N_PAIRS; i++) {
        if (PAIRS[i].task != CLASSES) continue;
        const sg_training_options written = {.struct_size = sizeof written,
                                             .settings = PAIRS[i].settings,
                                             .n_epochs = PAIRS[i].typed.n_epochs};
        sg_model *one = trained(data, &PAIRS[i].typed), *two = trained(data, &written);
        assert_int_equal(one->n_weights, two->n_weights);
        assert_memory_equal(one->weight, two->weight, one->n_weights * sizeof *one->weight);
        sg_model_close(one);
        sg_model_close(two);
    }
    sg_data_close(data);
}

/* ---- Which counts more, and what is refused -------------------------------------------------- */

static sg_status preview(sg_training_outline *outline, const sg_training_options *training,
                         sg_error *err)
{
    const sg_model_size size = {.struct_size = sizeof size, .n_layers = 2};
    return sg_training_preview(outline, training, &size, err);
}

static void typed_settings_count_more(void **state)
{
    (void)state;
    sg_training_outline outline = {.struct_size = sizeof outline};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .description = "train: {epochs: 1, patience: 9}",
                                          .settings = "{epochs: 2, metric: f1}",
                                          .n_epochs = 3};
    check_ok(preview(&outline, &training, &err));
    assert_int_equal(outline.n_epochs, 3);
    assert_int_equal(outline.patience, 9);
    assert_string_equal(outline.metric, "f1");
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static const uint32_t beyond[] = {2};
    static const sg_of_layer negative[] = {{0, -1}}, no_number[] = {{0, NAN}},
                             nowhere[] = {{7, 0.5}};
    static const struct {
        sg_training_options typed;
        const char *text;
    } cases[] = {
#define WRONG(...) {.struct_size = sizeof(sg_training_options), __VA_ARGS__}
        {WRONG(.learning_rate = -2), "training->learning_rate: \"-2\" is not a number"},
        {WRONG(.learning_rate = NAN), "training->learning_rate: it is not a finite number"},
        {WRONG(.share = 2), "training->share: "},
        {WRONG(.n_epochs = 2000000), "training->n_epochs: "},
        {WRONG(.optimizer = SG_N_OPTIMIZE), "training->optimizer: 4 is none"},
        {WRONG(.optimizer = (sg_optimize)-1), "training->optimizer: -1 is none"},
        {WRONG(.momentum = 0.5), "training->momentum: adam has none; it is for sgd"},
        {WRONG(.decoupled = SG_N_YES_NO), "training->decoupled: 3 is none"},
        {WRONG(.loss = SG_LOSS_MAE), "training->loss: mae is not for classification"},
        {WRONG(.loss = (sg_loss_choice)99), "training->loss: 99 is none"},
        {WRONG(.metric = SG_METRIC_RMSE), "training->metric: "},
        {WRONG(.precision = SG_N_COMPUTE), "training->precision: 3 is none"},
        {WRONG(.rate = SG_N_RATES), "training->rate: 5 is none"},
        {WRONG(.rate = SG_RATE_STEP), "training->rate_size: it is 0"},
        {WRONG(.rate_size = 3), "training->rate_size: it is for SG_RATE_STEP"},
        {WRONG(.rate_factor = 3), "training->rate_factor: it is for"},
        {WRONG(.rate_patience = 3), "training->rate_patience: it is for"},
        {WRONG(.rate_lowest = 3), "training->rate_lowest: it is for"},
        {WRONG(.rate = SG_RATE_COSINE, .rate_lowest = INFINITY),
         "training->rate_lowest: it is"},
        {WRONG(.warm_up_in_steps = true), "training->warm_up: it is 0"},
        {WRONG(.init = SG_N_BEGIN), "training->init: 7 is none"},
        {WRONG(.init_first = 1), "training->init_first: it is for another way"},
        {WRONG(.bias_init = SG_BEGIN_CONSTANT, .bias_init_second = 1),
         "training->bias_init_second: it is for another way"},
        {WRONG(.init = SG_BEGIN_CONSTANT, .init_first = NAN), "training->init: it is not"},
        {WRONG(.freeze = beyond, .n_freeze = 1), "training->freeze[0]: there is no layer 2"},
        {WRONG(.n_freeze = 1), "training->freeze: it is NULL"},
        {WRONG(.n_rates_of = 1), "training->rate_of: it is NULL"},
        {WRONG(.decay_of = negative, .n_decays_of = 1), "training->decay_of[0].value: -1"},
        {WRONG(.rate_of = no_number, .n_rates_of = 1), "training->rate_of"},
        {WRONG(.rate_of = nowhere, .n_rates_of = 1),
         "training->rate_of[0].layer: there is no layer 7"},
#undef WRONG
    };
    sg_training_outline outline = {.struct_size = sizeof outline};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_fails(preview(&outline, &cases[i].typed, &err), SG_EINVAL, cases[i].text);
    assert_null(outline.metric);
}

/* The numbers of the public lists are those of the registries. */
static void choices_are_the_words(void **state)
{
    (void)state;
    assert_string_equal(sg_loss_word(SG_LOSS_BCE - 1), "bce");
    assert_string_equal(sg_metric_word(SG_METRIC_RMSE - 1), "rmse");
    assert_string_equal(sg_metric_word(SG_METRIC_ECE - 1), "ece");
}

static sg_status preview_all(void *context, sg_error *err)
{
    sg_training_outline outline = {.struct_size = sizeof outline};
    return preview(&outline, context, err);
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_training_options all = {.struct_size = sizeof all,
                               .n_epochs = 2,
                               .rate = SG_RATE_COSINE,
                               .init = SG_BEGIN_UNIFORM,
                               .init_second = 1,
                               .freeze = FROZEN,
                               .n_freeze = 2};
    assert_true(check_out_of_memory(preview_all, &all) > 5);
}

/* Behind the last word there are none, however far. */
static void words_are_those_of_the_registries(void **state)
{
    (void)state;
    size_t n_losses = 0, n_metrics = 0;
    const sg_loss *const *loss = sg_losses(&n_losses);
    const sg_metric *const *metric = sg_metrics(&n_metrics);
    assert_string_equal(sg_typed_loss_word(SG_LOSS_HUBER - 1), "huber");
    assert_string_equal(sg_typed_metric_word(SG_METRIC_F1 - 1), "f1");
    for (size_t i = 0; i < n_losses; i++)
        assert_string_equal(sg_typed_loss_word(i), loss[i]->word);
    for (size_t i = 0; i < n_metrics; i++)
        assert_string_equal(sg_typed_metric_word(i), metric[i]->name);
    assert_null(sg_typed_loss_word(n_losses));
    assert_null(sg_typed_metric_word(n_metrics));
    assert_null(sg_typed_loss_word(SIZE_MAX));
    assert_string_equal(sg_typed_optimizer_word(0), "adam");
    assert_string_equal(sg_typed_schedule_word(0), "constant");
    assert_string_equal(sg_typed_init_word(0), "constant");
    assert_string_equal(sg_typed_precision_word(0), "float");
    assert_null(sg_typed_metric_word(SIZE_MAX));
}

/* A member that is to blame is named as the struct has it. */
static void failures_name_the_member(void **state)
{
    (void)state;
    sg_error inner = {.status = SG_EFORMAT, .where = "here", .text = "train.epochs: why"};
    check_fails(sg_typed_train_failure(SG_EFORMAT, &inner, &err), SG_EINVAL,
                "training->n_epochs: why");
    inner = (sg_error){.status = SG_EFORMAT, .where = "here", .text = "train.epoch: why"};
    check_fails(sg_typed_train_failure(SG_EFORMAT, &inner, &err), SG_EINVAL,
                "training: train.epoch: why");
    check_fails(sg_typed_train_failure(SG_ENOMEM, &inner, &err), SG_ENOMEM, "training: ");
    check_ok(sg_typed_train_failure(SG_OK, &inner, &err));
}

static void layers_that_are_not_there_are_named(void **state)
{
    (void)state;
    const sg_training_options training = {.struct_size = sizeof training,
                                          .freeze = (uint32_t[]){1, 2},
                                          .n_freeze = 2,
                                          .decay_of = (sg_of_layer[]){{3, 0.1}},
                                          .n_decays_of = 1};
    check_ok(sg_typed_train_check_layers(&training, 4, &err));
    check_fails(sg_typed_train_check_layers(&training, 3, &err), SG_EINVAL,
                "training->decay_of[0].layer: there is no layer 3; the last one is 2");
    check_fails(sg_typed_train_check_layers(&training, 2, &err), SG_EINVAL,
                "training->freeze[1]: there is no layer 2; the last one is 1");
}

SG_TESTS(cmocka_unit_test(failures_name_the_member),
         cmocka_unit_test(layers_that_are_not_there_are_named),
         cmocka_unit_test(words_are_those_of_the_registries),
         cmocka_unit_test(every_member_says_what_files_say),
         cmocka_unit_test(both_ways_give_the_same_bits),
         cmocka_unit_test(typed_settings_count_more), cmocka_unit_test(nonsense_is_refused),
         cmocka_unit_test(choices_are_the_words), cmocka_unit_test(out_of_memory))
