/* learner_ops.h - the functions of a learner of one precision, behind network/learner.h.
 */
#ifndef SG_NETWORK_LEARNER_OPS_H
#define SG_NETWORK_LEARNER_OPS_H

#include "network/learner.h"

/* `self` is the learner of that precision. */
typedef struct sg_learner_ops {
    sg_status (*open)(void **self, const sg_network_spec *spec,
                      const sg_learner_options *options, sg_threads *threads, sg_error *err);
    void (*close)(void *self);
    size_t (*size)(const void *self);
    uint32_t (*outputs)(const void *self);
    const sg_tensor *(*tensors)(const void *self, uint32_t *n_tensors);
    double (*step)(double *outputs, void *self, const uint32_t *item, uint32_t n, double rate);
    double (*step_by)(void *self, const uint32_t *item, uint32_t n, double rate,
                      const sg_batch_loss *loss);
    void (*predict)(double *outputs, void *self, const uint32_t *item, uint32_t n);
    void (*states)(double *value, void *self, uint32_t state, const uint32_t *item, uint32_t n);
    void (*keep)(void *self);
    void (*recall)(void *self);
    void (*read)(double *value, const void *self);
    void (*write)(void *self, const double *value, size_t first, size_t n);
    size_t (*state_size)(const void *self);
    void (*state_save)(void *bytes, const void *self);
    void (*state_load)(void *self, const void *bytes);
    sg_status (*fault)(const void *self, sg_error *err);
} sg_learner_ops;

extern const sg_learner_ops sg_learner_ops_f32, sg_learner_ops_f64;

#endif
