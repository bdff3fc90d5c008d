/* pair_trial.c - copies, networks, tests. */
#include "power/pair_trial.h"

#include "base/mem.h"
#include "base/observer.h"
#include "model/model_on_data.h"
#include "network/learner.h"
#include "power/hotelling.h"
#include "power/pair_loss.h"
#include "power/relabelings.h"

#include <math.h>

/* What is added to the variances, as BREC's program proposes for exactly equal embeddings. */
static const double RIDGE = 1e-7;

/* The streams of random numbers. */
enum { STREAM_OF_COPIES, STREAM_OF_WEIGHTS };

typedef struct trial {
    const sg_pair_trial_settings *settings;
    uint32_t first;    /* graph */
    sg_dataset copies; /* of both graphs in turn, then as many of the first one */
    sg_model_on_data model;
    bool is_open;
    sg_learner *learner;
    uint32_t n, width;  /* copies of both, or of the first one; numbers of an embedding */
    uint32_t *item;     /* [2 n]                                                       */
    double *embedding;  /* [n][width]                                                  */
    double *difference; /* [n / 2][width]                                              */
    double *room;       /* for T-squared                                               */
    sg_batch_loss loss;
} trial;

static void trial_close(trial *t)
{
    sg_learner_close(t->learner);
    if (t->is_open) sg_model_on_data_close(&t->model);
    sg_dataset_free(&t->copies);
    sg_free(t->item);
    sg_free(t->embedding);
    sg_free(t->difference);
    sg_free(t->room);
    sg_free(t->loss.output);
    sg_free(t->loss.gradient);
}

static sg_status make_copies(trial *t, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t name[] = {STREAM_OF_COPIES, t->first};
    sg_rng rng = sg_rng_stream(t->settings->seed, name, 2);
    SG_ALLOC(t->item, (size_t)2 * t->n);
    for (uint32_t i = 0; i < 2 * t->n; i++) t->item[i] = i < t->n ? t->first + i % 2 : t->first;
    SG_TRY(sg_relabelings_make(&t->copies, data, t->item, 2 * t->n, &rng, err));
    for (uint32_t i = 0; i < 2 * t->n; i++) t->item[i] = i;
done:
    return status;
}

static sg_status open_model(trial *t, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_train_options *train = t->settings->train;
    const sg_invariant_options invariants = {.budget = t->settings->budget};
    const uint32_t batch = train->batch_size < t->n ? train->batch_size : t->n;
    const sg_placement on = {.data = &t->copies, .invariants = &invariants, .max_batch = batch};
    SG_TRY(sg_model_on_data_open(&t->model, t->settings->blueprint, t->settings->n_outputs, &on,
                                 err));
    t->is_open = true;
    t->width = sg_model_on_data_outputs(&t->model);
    SG_REQUIRE(t->width < t->settings->n_copies, SG_EINVAL,
               "embeddings of %u numbers need more than %u copies of a graph", t->width,
               t->settings->n_copies);
    SG_ALLOC(t->embedding, (size_t)t->n * t->width);
    SG_ALLOC(t->difference, (size_t)t->n / 2 * t->width);
    SG_ALLOC(t->room, sg_hotelling_room(t->width));
    SG_ALLOC(t->loss.output, (size_t)batch * t->width);
    SG_ALLOC(t->loss.gradient, (size_t)batch * t->width);
    t->loss.of = sg_pair_loss;
done:
    return status;
}

/* One pass over all pairs of copies in their order; returns the mean loss. */
static double learn_epoch(trial *t, sg_schedule_state *at)
{
    const sg_train_options *train = t->settings->train;
    const uint32_t batch = (train->batch_size < t->n ? train->batch_size : t->n) / 2 * 2;
    double sum = 0;
    for (uint32_t i = 0; i < t->n; i += batch) {
        const uint32_t n = t->n - i < batch ? t->n - i : batch;
        const double rate = sg_schedule_rate(&train->schedule, at);
        sum += n * sg_learner_step_by(t->learner, t->item + i, n, rate, &t->loss);
        sg_schedule_after_step(at);
    }
    return sum / t->n;
}

/* T-squared of the differences between copies 2 i and 2 i + 1 of item[0 .. n). */
static double test(trial *t, const uint32_t *item)
{
    sg_learner_predict(t->embedding, t->learner, item, t->n);
    for (uint32_t i = 0; i < t->n / 2; i++) {
        const double *row = t->embedding + (size_t)2 * i * t->width;
        for (uint32_t j = 0; j < t->width; j++)
            t->difference[(size_t)i * t->width + j] = row[j] - row[t->width + j];
    }
    return sg_hotelling(t->difference, t->n / 2, t->width, RIDGE, t->room);
}

/* A learner remembers moments, so every network is a new one; labels and plans stay. */
static sg_status open_learner(trial *t, uint32_t seed, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_train_options *train = t->settings->train;
    const uint64_t name[] = {STREAM_OF_WEIGHTS, t->first, seed};
    sg_rng rng = sg_rng_stream(t->settings->seed, name, 3);
    const sg_learner_options options = {.precision = train->precision,
                                        .optimizer = train->optimizer,
                                        .loss = train->loss,
                                        .clip = train->clip,
                                        .average = train->average};
    sg_learner_close(t->learner);
    t->learner = NULL;
    SG_TRY(sg_learner_open(&t->learner, &t->model.spec, &options, NULL, err));
    sg_learner_start(t->learner, &train->init, &train->bias_init, sg_rng_next(&rng));
done:
    return status;
}

static sg_status train_one(sg_pair_trial_outcome *outcome, trial *t, uint32_t seed,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_pair_trial_settings *s = t->settings;
    sg_schedule_state at = sg_schedule_start(s->train->learning_rate, s->train->n_epochs);
    sg_pair_trial_outcome made = {.loss = NAN};
    SG_TRY(open_learner(t, seed, err));
    while (made.n_epochs < s->train->n_epochs) {
        SG_TRY(sg_watch_ask_seldom(err));
        made.loss = learn_epoch(t, &at);
        made.n_epochs++;
        if (made.loss < s->enough) break;
        sg_schedule_after_epoch(&at, &s->train->schedule, made.loss);
    }
    made.apart = test(t, t->item);
    made.alike = test(t, t->item + t->n);
    *outcome = made;
done:
    return status;
}

sg_status sg_pair_trial_run(sg_pair_trial_outcome *outcome, const sg_dataset *data,
                            uint32_t first, const sg_pair_trial_settings *settings,
                            sg_error *err)
{
    sg_status status = SG_OK;
    trial t = {.settings = settings, .first = first, .n = 2 * settings->n_copies};
    SG_TRY(make_copies(&t, data, err));
    SG_TRY(open_model(&t, err));
    for (uint32_t seed = 0; seed < settings->n_seeds; seed++)
        SG_TRY(train_one(&outcome[seed], &t, seed, err));
done:
    trial_close(&t);
    return status;
}
