/* decisions.h - probabilities that mean shares, and where a decision is made, from the validation items.
 *
 * A network that is sure of too much or too little has its outputs divided by a number, the temperature,
 * before they become probabilities (Guo and others, On Calibration of Modern Neural Networks, 2017).  That changes no
 * ranking and, with the threshold of 1/2, no decision.  A threshold is the probability above which a label, or
 * the second of two classes, is said; the one with the best value of a metric.
 *
 *     SG_TRY(sg_calibrate(&model->outputs, &options, &validation, err));
 */
#ifndef SG_TRAIN_DECISIONS_H
#define SG_TRAIN_DECISIONS_H

#include "model/outputs.h"
#include "train/train_options.h"

/* The temperature of least cross entropy, of all outputs where targets are classes and of column `column`
 * where they are zeros and ones; between 1/20 and 20.  1 where nothing is known, or no item is of one of the
 * two values of the column. */
double sg_temperature_fit(const sg_predictions *predictions, uint32_t column);

/* The probability above which column `column`, or the second of two classes, is to be said for the best
 * value of the metric; 1/2 where no other is better.  Outputs are divided by `temperature` first.
 * Fails with SG_ENOMEM. */
sg_status sg_threshold_fit(double *threshold, const sg_predictions *predictions,
                           const sg_metric *metric, uint32_t column, double temperature,
                           sg_error *err);

/* Give outputs the temperature and thresholds that the options ask for, from predictions of the validation
 * items; what they had before is gone.  Regression has neither.
 * Fails with SG_ENOMEM, or SG_EINVAL (a threshold for more than two classes). */
sg_status sg_calibrate(sg_outputs *outputs, const sg_train_options *options,
                       const sg_predictions *predictions, sg_error *err);

#endif
