/* trainer_state.c - what changes while training as bytes, and back. */
#include "base/hash.h"
#include "train/trainer_parts.h"

#include <string.h>

static size_t order_bytes(const sg_trainer *t)
{
    return t->batches.n_units * sizeof *t->batches.order;
}

/* A checksum, the progress, the learner's state, the order of the training items. */
size_t sg_trainer_state_size(const sg_trainer *trainer)
{
    return sizeof(uint64_t) + sizeof trainer->at + sg_learner_state_size(trainer->learner) +
           order_bytes(trainer);
}

/* Copy the progress member by member: what lies between them is 0, so that equal states are equal bytes. */
static void save_progress(void *bytes, const progress *at)
{
    progress clean;
    memset(&clean, 0, sizeof clean);
    clean.fingerprint = at->fingerprint;
    clean.n_epochs = at->n_epochs;
    clean.best.epoch = at->best.epoch;
    clean.best.best = at->best.best;
    clean.best.learning_rate = at->best.learning_rate;
    memcpy(clean.best.loss, at->best.loss, sizeof clean.best.loss);
    memcpy(clean.best.metric, at->best.metric, sizeof clean.best.metric);
    clean.best.seconds = at->best.seconds;
    clean.schedule = at->schedule; /* has nothing in between */
    memcpy(bytes, &clean, sizeof clean);
}

void sg_trainer_state_save(void *bytes, const sg_trainer *trainer)
{
    unsigned char *to = (unsigned char *)bytes + sizeof(uint64_t);
    save_progress(to, &trainer->at);
    to += sizeof trainer->at;
    sg_learner_state_save(to, trainer->learner);
    to += sg_learner_state_size(trainer->learner);
    memcpy(to, trainer->batches.order, order_bytes(trainer));
    const uint64_t checksum = sg_hash_bytes((unsigned char *)bytes + sizeof checksum,
                                            sg_trainer_state_size(trainer) - sizeof checksum);
    memcpy(bytes, &checksum, sizeof checksum);
}

sg_status sg_trainer_state_load(sg_trainer *trainer, const void *bytes, size_t size,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const unsigned char *from = bytes;
    progress at;
    uint64_t checksum = 0;
    SG_REQUIRE(size == sg_trainer_state_size(trainer), SG_EFORMAT,
               "checkpoint: it has %zu bytes, but this training needs %zu", size,
               sg_trainer_state_size(trainer));
    memcpy(&checksum, from, sizeof checksum);
    from += sizeof checksum;
    SG_REQUIRE(sg_hash_bytes(from, size - sizeof checksum) == checksum, SG_EFORMAT,
               "checkpoint: it is damaged");
    memcpy(&at, from, sizeof at);
    SG_REQUIRE(at.fingerprint == trainer->at.fingerprint, SG_EFORMAT,
               "checkpoint: it is of another training");
    from += sizeof at;
    trainer->at = at;
    sg_learner_state_load(trainer->learner, from);
    memcpy(trainer->batches.order, from + sg_learner_state_size(trainer->learner),
           order_bytes(trainer));
    sg_batches_lay_out(&trainer->batches);
done:
    return status;
}
