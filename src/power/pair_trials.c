/* pair_trials.c - trials of all pairs behind the public header. */
#include "sharegnn/power.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "config/network_section.h"
#include "config/train_section.h"
#include "data/dataset.h"
#include "invariants/graph_pieces.h"
#include "power/hotelling.h"
#include "power/pair_trial.h"
#include "text/yaml.h"

#include <math.h>
#include <string.h>

/* As BREC's own program has them. */
enum { OUTPUTS = 16, COPIES = 32, SEEDS = 10, BATCH = 16, EPOCHS = 20 };
static const double ENOUGH = 0.2, RATE = 1e-4, DECAY = 1e-4, LEVEL = 0.95;

struct sg_pair_trials {
    uint32_t n_pairs, n_seeds, n_copies;
    double threshold;
    double *apart, *alike, *loss; /* [n_pairs][n_seeds] */
    uint32_t *epochs;             /* [n_pairs][n_seeds] */
};

void sg_pair_trials_close(sg_pair_trials *trials)
{
    if (trials == NULL) return;
    sg_free(trials->apart);
    sg_free(trials->alike);
    sg_free(trials->loss);
    sg_free(trials->epochs);
    sg_free(trials);
}

static sg_train_options default_training(void)
{
    sg_train_options train = sg_train_defaults(SG_REGRESSION);
    train.optimizer = sg_optimizer_default(SG_OPTIMIZER_ADAM);
    train.optimizer.weight_decay = DECAY;
    train.learning_rate = RATE;
    train.schedule = sg_schedule_default(SG_SCHEDULE_PLATEAU);
    train.batch_size = BATCH;
    train.n_epochs = EPOCHS;
    train.init = (sg_init){SG_INIT_UNIFORM, -0.5, 0.5};
    return train;
}

static sg_status read_description(sg_blueprint *blueprint, sg_train_options *train,
                                  const sg_pair_trial_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f, g;
    const char *path = o->path != NULL ? o->path : "description";
    SG_TRY(sg_yaml_parse(&tree, path, o->description, strlen(o->description), err));
    SG_TRY(sg_network_section_read(blueprint, &f, tree.root, path, err));
    const sg_node *map = sg_field(&f, "train");
    SG_TRY(sg_fields_finish(&f, err));
    SG_TRY(sg_train_section_read(train, &g, map, path, err));
    SG_TRY(sg_train_section_check(train, SG_REGRESSION, &g, err));
    SG_REQUIRE(train->batch_size % 2 == 0, SG_EINVAL,
               "%s: batch-size: %u copies cannot be pairs; give an even number", path,
               train->batch_size);
done:
    sg_tree_free(&tree);
    return status;
}

typedef struct trials_context {
    const sg_dataset *data;
    const sg_pair_trial_settings *settings;
    sg_pair_trials *trials;
    sg_pair_trial_outcome *outcome; /* [n_pairs][n_seeds] */
} trials_context;

static sg_status try_pair(void *context, uint32_t pair, uint32_t worker, sg_scratch *scratch,
                          sg_error *err)
{
    (void)worker;
    (void)scratch;
    const trials_context *c = context;
    return sg_pair_trial_run(c->outcome + (size_t)pair * c->settings->n_seeds, c->data,
                             2 * pair, c->settings, err);
}

static sg_status store(sg_pair_trials *trials, const sg_pair_trial_outcome *outcome,
                       sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)trials->n_pairs * trials->n_seeds;
    SG_ALLOC(trials->apart, n);
    SG_ALLOC(trials->alike, n);
    SG_ALLOC(trials->loss, n);
    SG_ALLOC(trials->epochs, n);
    for (size_t i = 0; i < n; i++) {
        trials->apart[i] = outcome[i].apart;
        trials->alike[i] = outcome[i].alike;
        trials->loss[i] = outcome[i].loss;
        trials->epochs[i] = outcome[i].n_epochs;
    }
done:
    return status;
}

static sg_status run_all(sg_pair_trials *trials, const sg_dataset *data,
                         const sg_pair_trial_settings *settings, const sg_label_options *labels,
                         sg_error *err)
{
    sg_status status = SG_OK;
    sg_threads *threads = NULL;
    trials_context context = {.data = data, .settings = settings, .trials = trials};
    const sg_graph_work work = {.work = try_pair,
                                .context = &context,
                                .stage = "trying",
                                .unit = "pairs",
                                .piece_size = 1,
                                .observer = labels->observer};
    SG_ALLOC(context.outcome, (size_t)trials->n_pairs * trials->n_seeds);
    SG_TRY(sg_threads_open(&threads, labels->n_threads, err));
    SG_TRY(sg_each_graph(&work, trials->n_pairs, threads, err));
    SG_TRY(store(trials, context.outcome, err));
done:
    sg_threads_close(threads);
    sg_free(context.outcome);
    return status;
}

/* What the caller leaves open. */
static sg_pair_trial_settings settings_of(const sg_pair_trial_options *o, uint64_t budget)
{
    return (sg_pair_trial_settings){.n_outputs = o->n_outputs > 0 ? o->n_outputs : OUTPUTS,
                                    .n_copies = o->n_copies > 0 ? o->n_copies : COPIES,
                                    .n_seeds = o->n_seeds > 0 ? o->n_seeds : SEEDS,
                                    .seed = o->seed,
                                    .enough = o->enough > 0 ? o->enough : ENOUGH,
                                    .budget = budget};
}

sg_status sg_pair_trials_run(sg_pair_trials **trials, const sg_dataset *data,
                             const sg_pair_trial_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(trials);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(options);
    sg_pair_trial_options own;
    sg_label_options labels;
    SG_TAKE_OPTIONS(own, options, labels);
    SG_TAKE_OPTIONS_OF(labels, own.labels, "options->labels", observer);
    SG_REQUIRE_OBSERVER(labels, "options->labels");
    SG_REQUIRE_ARGUMENT(options->description);
    sg_status status = SG_OK;
    sg_blueprint blueprint = {0};
    sg_train_options train = default_training();
    sg_pair_trials *made = NULL;
    sg_pair_trial_settings settings = settings_of(&own, labels.budget);
    const uint32_t n_graphs = data->graph.n_graphs;
    SG_TRY(sg_dataset_check_room(data,
                                 SG_ALL_COLUMNS & ~(uint32_t)(SG_DIRECTIONS | SG_SELF_LOOPS),
                                 "a trial of pairs", err));
    SG_REQUIRE(n_graphs % 2 == 0, SG_EINVAL, "pairs: %u graphs are an odd number", n_graphs);
    SG_REQUIRE(settings.n_copies > settings.n_outputs, SG_EINVAL,
               "options->n_copies: %u copies are not more than the %u numbers of an embedding",
               settings.n_copies, settings.n_outputs);
    SG_REQUIRE(own.enough >= 0 && own.enough < INFINITY, SG_EINVAL,
               "options->enough: %g is no loss to stop at; losses are 0 or more", own.enough);
    SG_TRY(read_description(&blueprint, &train, &own, err));
    settings.blueprint = &blueprint;
    settings.train = &train;
    SG_ALLOC(made, 1);
    made->n_pairs = n_graphs / 2;
    made->n_seeds = settings.n_seeds;
    made->n_copies = settings.n_copies;
    made->threshold = sg_hotelling_threshold(settings.n_copies, settings.n_outputs, LEVEL);
    SG_TRY(run_all(made, data, &settings, &labels, err));
    *trials = made;
    made = NULL;
done:
    sg_pair_trials_close(made);
    sg_blueprint_free(&blueprint);
    return status;
}

sg_status sg_pair_trials_view(sg_pair_trial_arrays *view, const sg_pair_trials *trials,
                              sg_error *err)
{
    SG_REQUIRE_RESULT(view, epochs);
    SG_REQUIRE_ARGUMENT(trials);
    const sg_pair_trial_arrays made = {.n_pairs = trials->n_pairs,
                                       .n_seeds = trials->n_seeds,
                                       .n_copies = trials->n_copies,
                                       .threshold = trials->threshold,
                                       .apart = trials->apart,
                                       .alike = trials->alike,
                                       .loss = trials->loss,
                                       .epochs = trials->epochs};
    sg_struct_write(view, &made, sizeof made);
    return SG_OK;
}

uint32_t sg_pair_trials_apart(const sg_pair_trials *trials, uint32_t seed, bool without_copies)
{
    uint32_t n = 0;
    if (trials == NULL || seed >= trials->n_seeds) return 0;
    const double divisor = without_copies ? trials->n_copies : 1;
    for (uint32_t p = 0; p < trials->n_pairs; p++) {
        const size_t i = (size_t)p * trials->n_seeds + seed;
        n += trials->apart[i] / divisor > trials->threshold &&
             trials->alike[i] / divisor < trials->threshold;
    }
    return n;
}
