/* trainer.c - the loop over epochs. */
#include "train/trainer_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/sort.h"
#include "train/class_weights.h"

#include <math.h>
#include <string.h>

/* ---- Opening and closing -------------------------------------------------------------------- */

static uint64_t fingerprint(const sg_trainer *t)
{
    const sg_training_spec *training = &t->training;
    const uint64_t words[] = {training->seed,
                              training->shuffle_first,
                              training->shuffle_step,
                              training->n_items[SG_TRAIN],
                              training->n_items[SG_VALIDATION],
                              training->options->batch_size +
                                  ((uint64_t)training->options->batch_nodes << 32),
                              training->options->precision,
                              sg_learner_size(t->learner),
                              training->options->n_shards};
    const size_t n = sizeof words / sizeof *words;
    sg_rng stream = sg_rng_stream(0, words, t->batches.n_shards > 1 ? n : n - 1);
    return sg_rng_next(&stream);
}

/* Nodes without a class are in no part. */
static sg_status check_classes(const sg_training_spec *training, sg_item_kind item,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t *item_class = training->targets.item_class;
    for (int p = 0; p < SG_N_PARTS && item == SG_ITEM_NODE && item_class != NULL; p++)
        for (uint32_t i = 0; i < training->n_items[p]; i++)
            SG_REQUIRE(item_class[training->item[p][i]] != SG_NO_CLASS, SG_EINVAL,
                       "training: node %u has no class", training->item[p][i]);
done:
    return status;
}

static bool has_target(const sg_targets *targets, uint32_t item)
{
    const double *value = targets->value + (size_t)item * targets->n_columns;
    for (uint32_t c = 0; c < targets->n_columns; c++)
        if (!isnan(value[c])) return true;
    return false;
}

/* Items without any target teach nothing, and no epoch is the best on them. */
static sg_status check_values(const sg_training_spec *training, sg_error *err)
{
    sg_status status = SG_OK;
    if (training->targets.value == NULL) goto done;
    for (int p = SG_TRAIN; p <= SG_VALIDATION; p++) {
        const uint32_t n = training->n_items[p];
        uint32_t i = 0;
        while (i < n && !has_target(&training->targets, training->item[p][i])) i++;
        SG_REQUIRE(i < n || n == 0, SG_EINVAL,
                   "training: none of the %u %s items has a target, so %s", n,
                   p == SG_TRAIN ? "training" : "validation",
                   p == SG_TRAIN ? "there is nothing to learn" : "no epoch can be the best");
    }
done:
    return status;
}

static sg_status check_training(const sg_training_spec *training, sg_item_kind item,
                                sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(training->n_items[SG_TRAIN] > 0, SG_EINVAL,
               "training: there are no training items");
    SG_TRY(sg_metric_check(training->options->metric, training->options->loss, err));
    const bool classes = sg_loss_takes_classes(training->options->loss);
    SG_REQUIRE(classes ? training->targets.item_class != NULL : training->targets.value != NULL,
               SG_EINVAL, "training: the data set has no %s",
               classes ? "classes; is it a regression data set?"
                       : "targets; is it a classification data set?");
    SG_TRY(check_classes(training, item, err));
    SG_TRY(check_values(training, err));
done:
    return status;
}

/* A batch has room for different items. */
static sg_status check_repeats(const sg_training_spec *training, uint32_t n_items,
                               sg_error *err)
{
    sg_status status = SG_OK;
    bool *seen = NULL;
    SG_ALLOC(seen, n_items);
    for (uint32_t i = 0; i < training->n_items[SG_TRAIN]; i++) {
        const uint32_t item = training->item[SG_TRAIN][i];
        SG_REQUIRE(!seen[item], SG_EINVAL,
                   "training: item %u is twice among the training items", item);
        seen[item] = true;
    }
done:
    sg_free(seen);
    return status;
}

static sg_status open_machine(sg_trainer *t, const sg_network_spec *spec, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_spec *training = &t->training;
    if (training->options->n_svm == 0) goto done;
    SG_REQUIRE(sg_loss_takes_classes(training->options->loss), SG_EINVAL,
               "training: a support vector machine is for classification");
    SG_TRY(sg_svm_training_open(&t->machine, spec,
                                &(sg_svm_items){.item = training->item[SG_TRAIN],
                                                .n = training->n_items[SG_TRAIN],
                                                .item_class = training->targets.item_class,
                                                .weight = training->weight,
                                                .n_classes = t->width,
                                                .seed = training->seed},
                                err));
done:
    return status;
}

/* The item and its place in the lists of validation and test items. */
static int compare_places(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Nodes that validate and nodes that test are often of the same graphs: all of them are evaluated
 * together, graph by graph. */
static sg_status join_parts(sg_trainer *t, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_spec *training = &t->training;
    const size_t n_first = training->n_items[SG_VALIDATION],
                 n = n_first + (training->without_test ? 0 : training->n_items[SG_TEST]);
    uint64_t *key = NULL;
    if (t->item != SG_ITEM_NODE) goto done;
    SG_ALLOC(key, n);
    SG_ALLOC(t->together, n);
    SG_ALLOC(t->place_of, n);
    for (size_t i = 0; i < n; i++) {
        const uint64_t item = i < n_first ? training->item[SG_VALIDATION][i]
                                          : training->item[SG_TEST][i - n_first];
        key[i] = item << 32 | i;
    }
    SG_TRY(sg_sort(key, n, sizeof *key, compare_places, err));
    for (size_t i = 0; i < n; i++) {
        t->together[i] = (uint32_t)(key[i] >> 32);
        t->place_of[key[i] & UINT32_MAX] = (uint32_t)i;
    }
done:
    sg_free(key);
    return status;
}

/* Items that are evaluated at once: those of a part, or of two parts and again one by one. */
static size_t most_items(const sg_trainer *t)
{
    const uint32_t *n = t->training.n_items;
    size_t most = 0;
    for (int p = 0; p < SG_N_PARTS; p++)
        if (n[p] > most) most = n[p];
    if (t->together == NULL) return most;
    const size_t both = (size_t)n[SG_VALIDATION] + n[SG_TEST];
    return both + most;
}

static sg_status open_learner(sg_trainer *t, const sg_network_spec *spec, sg_threads *threads,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const sg_training_spec *training = &t->training;
    const sg_train_options *o = training->options;
    const sg_learner_options learning = {.precision = o->precision,
                                         .optimizer = o->optimizer,
                                         .loss = o->loss,
                                         .targets = training->targets,
                                         .weight = training->weight,
                                         .clip = o->clip,
                                         .average = o->average,
                                         .n_shards = o->n_shards,
                                         .cluster = training->cluster};
    t->threads = threads;
    SG_TRY(sg_learner_open(&t->learner, spec, &learning, threads, err));
    t->width = sg_learner_outputs(t->learner);
    SG_REQUIRE(t->width == training->targets.n_columns, SG_EINVAL,
               "model: it has %u outputs, but the data has %u %s; end with a layer that has as "
               "many (outputs: targets)",
               t->width, training->targets.n_columns,
               sg_loss_takes_classes(o->loss) ? "classes" : "targets");
done:
    return status;
}

sg_status sg_trainer_open(sg_trainer **trainer, const sg_network_spec *spec,
                          const sg_training_spec *training, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    sg_trainer *t = NULL;
    const sg_train_options *o = training->options;
    const uint32_t n_all =
        spec->item == SG_ITEM_NODE ? spec->graph->n_nodes : spec->graph->n_graphs;
    SG_TRY(check_training(training, spec->item, err));
    SG_TRY(check_repeats(training, n_all, err));
    SG_ALLOC(t, 1);
    t->training = *training;
    t->item = spec->item;
    t->max_batch = sg_train_batch_limits(training, spec->graph, spec->item).items;
    if (o->balance) {
        SG_TRY(sg_class_weights_make(&t->weight, training, n_all, err));
        t->training.weight = t->weight;
    }
    SG_TRY(sg_batches_open(&t->batches, training, spec->graph, spec->item, err));
    SG_TRY(sgi_trainer_check_ranks(t, err));
    SG_TRY(open_learner(t, spec, threads, err));
    SG_TRY(sgi_trainer_open_ranks(t, err));
    SG_TRY(join_parts(t, err));
    SG_ALLOC(t->output, most_items(t) * t->width);
    sg_learner_start(t->learner, &o->init, &o->bias_init, training->seed);
    SG_TRY(sg_learner_measure(t->learner, training->item[SG_TRAIN], training->n_items[SG_TRAIN],
                              err));
    SG_TRY(open_machine(t, spec, err));
    t->at.schedule = sg_schedule_start(o->learning_rate, o->n_epochs);
    t->at.fingerprint = fingerprint(t);
    *trainer = t;
    t = NULL;
done:
    sg_trainer_close(t);
    return status;
}

void sg_trainer_close(sg_trainer *trainer)
{
    if (trainer == NULL) return;
    sg_learner_close(trainer->learner);
    sg_svm_training_free(&trainer->machine);
    sg_batches_close(&trainer->batches);
    sg_free(trainer->output);
    sg_free(trainer->weight);
    sg_free(trainer->together);
    sg_free(trainer->place_of);
    sg_free(trainer->packed);
    sg_free(trainer->place);
    sg_free(trainer);
}

/* ---- An epoch ------------------------------------------------------------------------------- */

/* Loss and metric of outputs for these items. */
static sg_status measure(sg_epoch *epoch, int part, const sg_trainer *t, const double *output,
                         const uint32_t *item, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_predictions predictions = {.output = output,
                                        .threads = t->threads,
                                        .item = item,
                                        .n = n,
                                        .width = t->width,
                                        .loss = t->training.options->loss,
                                        .targets = &t->training.targets,
                                        .scale = t->training.scale};
    SG_TRY(sg_metric_of(&epoch->loss[part], &sg_metric_loss, &predictions, err));
    SG_TRY(sg_metric_of(&epoch->metric[part], t->training.options->metric, &predictions, err));
done:
    return status;
}

/* Ask whether to go on. */
static sg_status ask(const sg_trainer *t, uint32_t n_done, uint32_t n, sg_error *err)
{
    return sg_observe(
        t->training.observer,
        (sg_progress){"training", t->item == SG_ITEM_NODE ? "nodes" : "graphs", n_done, n},
        err);
}

/* In the batches that the learner would make itself. */
static sg_status predict(double *output, sg_trainer *t, const uint32_t *item, uint32_t n,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t most = t->max_batch;
    uint32_t behind = n;
    for (uint32_t i = sgi_trainer_own_items(&behind, t, n), m = 0; i < behind; i += m) {
        SG_TRY(ask(t, i, n, err));
        m = behind - i < most ? behind - i : most;
        sg_learner_predict(output + (size_t)i * t->width, t->learner, item + i, m);
        SG_TRY(sg_watch_ask(err));
    }
    sgi_trainer_share_outputs(output, t, n);
done:
    return status;
}

static sg_status evaluate(sg_epoch *epoch, int part, sg_trainer *t, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t *item = t->training.item[part], n = t->training.n_items[part];
    SG_TRY(predict(t->output, t, item, n, err));
    SG_TRY(measure(epoch, part, t, t->output, item, n, err));
done:
    return status;
}

/* Nodes of both parts at once; each part then has its outputs in its own order. */
static sg_status evaluate_together(sg_epoch *epoch, sg_trainer *t, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_validation = t->training.n_items[SG_VALIDATION],
                   n_test = t->training.without_test ? 0 : t->training.n_items[SG_TEST];
    double *of_part = t->output + ((size_t)n_validation + n_test) * t->width;
    const uint32_t *place = t->place_of;
    SG_TRY(predict(t->output, t, t->together, n_validation + n_test, err));
    for (int p = SG_VALIDATION; p <= SG_TEST; p++) {
        const uint32_t n = p == SG_VALIDATION ? n_validation : n_test;
        for (uint32_t i = 0; i < n; i++)
            memcpy(of_part + (size_t)i * t->width, t->output + (size_t)place[i] * t->width,
                   t->width * sizeof *of_part);
        if (p == SG_VALIDATION || !t->training.without_test)
            SG_TRY(measure(epoch, p, t, of_part, t->training.item[p], n, err));
        place += n;
    }
done:
    return status;
}

static sg_status evaluate_parts(sg_epoch *epoch, sg_trainer *t, sg_error *err)
{
    sg_status status = SG_OK;
    if (t->together != NULL) return evaluate_together(epoch, t, err);
    SG_TRY(evaluate(epoch, SG_VALIDATION, t, err));
    if (!t->training.without_test) SG_TRY(evaluate(epoch, SG_TEST, t, err));
done:
    return status;
}

static sg_status learn(sg_trainer *t, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_batches *b = &t->batches;
    sg_batches_shuffle(&t->batches,
                       t->training.shuffle_first + t->at.n_epochs * t->training.shuffle_step);
    for (uint32_t i = 0; i < b->n; i++) {
        const uint32_t first = b->begin[i], size = b->begin[i + 1] - first;
        SG_TRY(ask(t, first, b->n_items, err));
        const double rate = sg_schedule_rate(&t->training.options->schedule, &t->at.schedule);
        const sg_batch_shards shards = sg_batches_shards(b, i);
        if (b->n_shards > 1)
            sg_learner_step_shards(t->output, t->learner, b->item, &shards, rate);
        else
            (void)sg_learner_step(t->output + (size_t)first * t->width, t->learner,
                                  b->item + first, size, rate);
        SG_TRY(sg_learner_fault(t->learner, err));
        SG_TRY(sg_watch_ask(err));
        sg_schedule_after_step(&t->at.schedule);
    }
    sgi_trainer_share_epoch(t);
done:
    return status;
}

/* Whether `epoch` beats the best one so far; a metric that is not a number beats nothing. */
static bool is_better(const sg_epoch *epoch, const sg_trainer *t)
{
    const sg_epoch *best = &t->at.best;
    const double metric = epoch->metric[SG_VALIDATION], old = best->metric[SG_VALIDATION];
    if (best->epoch == 0 || t->training.n_items[SG_VALIDATION] == 0) return true;
    /* A metric may be undefined in all epochs, as an area under a curve is where one class is missing. */
    if (isnan(metric) && isnan(old))
        return epoch->loss[SG_VALIDATION] <= best->loss[SG_VALIDATION];
    if (isnan(metric)) return false;
    if (isnan(old)) return true;
    if (metric != old)
        return t->training.options->metric->higher_is_better ? metric > old : metric < old;
    return epoch->loss[SG_VALIDATION] <= best->loss[SG_VALIDATION];
}

bool sg_trainer_is_over(const sg_trainer *trainer)
{
    const sg_train_options *o = trainer->training.options;
    return trainer->at.n_epochs >= o->n_epochs ||
           (o->patience > 0 && trainer->at.n_epochs >= trainer->at.best.epoch + o->patience);
}

sg_status sg_trainer_epoch(sg_epoch *epoch, sg_trainer *t, sg_error *err)
{
    sg_status status = SG_OK;
    const double begin = sg_seconds();
    sg_epoch e = {.epoch = t->at.n_epochs + 1,
                  .learning_rate =
                      sg_schedule_rate(&t->training.options->schedule, &t->at.schedule),
                  .loss = {NAN, NAN, NAN},
                  .metric = {NAN, NAN, NAN}};
    if (t->training.options->n_svm > 0) {
        e.learning_rate = t->training.options->svm[t->at.n_epochs];
        SG_TRY(sg_svm_training_solve(t->learner, &t->machine, e.learning_rate, err));
        t->at.n_epochs++;
        SG_TRY(evaluate(&e, SG_TRAIN, t, err));
    } else {
        SG_TRY(learn(t, err));
        t->at.n_epochs++;
        SG_TRY(measure(&e, SG_TRAIN, t, t->output, t->batches.item, t->batches.n_items, err));
    }
    SG_TRY(evaluate_parts(&e, t, err));
    sg_schedule_after_epoch(&t->at.schedule, &t->training.options->schedule,
                            t->training.n_items[SG_VALIDATION] > 0 ? e.loss[SG_VALIDATION]
                                                                   : e.loss[SG_TRAIN]);
    e.best = is_better(&e, t);
    e.seconds = sg_seconds() - begin;
    if (e.best) {
        t->at.best = e;
        sg_learner_keep(t->learner);
    }
    *epoch = e;
done:
    return status;
}

sg_epoch sg_trainer_best(const sg_trainer *trainer)
{
    return trainer->at.best;
}

void sg_trainer_recall(sg_trainer *trainer)
{
    if (trainer->at.best.epoch > 0) sg_learner_recall(trainer->learner);
}

sg_status sg_trainer_predict(double *output, sg_trainer *trainer, const uint32_t *item,
                             uint32_t n, sg_error *err)
{
    return predict(output, trainer, item, n, err);
}

uint32_t sg_trainer_steps(const sg_trainer *trainer)
{
    return trainer->batches.n;
}

sg_learner *sg_trainer_learner(sg_trainer *trainer)
{
    return trainer->learner;
}
