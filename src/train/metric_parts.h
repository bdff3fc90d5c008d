/* metric_parts.h - what the files of the metrics share; for them alone.
 *
 * A question is answered for one target column or, in cross-entropy, for all classes.  Whoever asks
 * has checked that outputs are finite and classes exist.
 */
#ifndef SG_TRAIN_METRIC_PARTS_H
#define SG_TRAIN_METRIC_PARTS_H

#include "train/metrics.h"

/* The target of the i-th graph in column c; NaN where it is missing. */
static inline double sgi_target(const sg_predictions *p, uint32_t i, uint32_t c)
{
    return p->targets->value[(size_t)p->graph[i] * p->targets->n_columns + c];
}

static inline double sgi_output(const sg_predictions *p, uint32_t i, uint32_t c)
{
    return p->output[(size_t)i * p->width + c];
}

static inline uint32_t sgi_class(const sg_predictions *p, uint32_t i)
{
    return p->targets->item_class[p->graph[i]];
}

/* Fails with SG_EINVAL where a class has no output or an output no target. */
sg_status sgi_predictions_check(const sg_predictions *p, sg_error *err);

/* Accuracy, balanced accuracy or F1 in percent: of all classes, of a binary column. */
sg_status sgi_tally_of_classes(double *value, sg_metric metric, const sg_predictions *p,
                               sg_error *err);
double sgi_tally_of_column(sg_metric metric, const sg_predictions *p, uint32_t c);

/* The area under the curve in percent: of all classes, of a binary column. */
sg_status sgi_auc_of_classes(double *value, const sg_predictions *p, sg_error *err);
sg_status sgi_auc_of_column(double *value, const sg_predictions *p, uint32_t c, sg_error *err);

#endif
