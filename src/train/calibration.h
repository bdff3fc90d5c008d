/* calibration.h - do probabilities say what they mean?
 *
 * Items are put into bins by probability, (0, 1/15], (1/15, 2/15], ..., and 0 into the first.  Where
 * probabilities are calibrated, the share of members in a bin is the mean of its probabilities; the
 * expected calibration error is how far they are apart, on average over the items (Guo et al. 2017).
 *
 *     sg_calibration c = {0};
 *     sg_calibration_add(&c, 0.8, true);
 *     double error = sg_calibration_error(&c);     // 20
 */
#ifndef SG_TRAIN_CALIBRATION_H
#define SG_TRAIN_CALIBRATION_H

#include <stdbool.h>
#include <stdint.h>

enum { SG_CALIBRATION_BINS = 15 };

typedef struct sg_calibration {
    struct {
        double sum; /* of probabilities */
        uint64_t n, n_members;
    } bin[SG_CALIBRATION_BINS];
} sg_calibration;

/* Count an item to which `probability` gives membership. */
void sg_calibration_add(sg_calibration *calibration, double probability, bool is_member);

/* The expected calibration error in percent; NaN where there are no items. */
double sg_calibration_error(const sg_calibration *calibration);

#endif
