/* agreement.h - how far scores agree with what data says is true.
 *
 *     sg_agreement agreement = sg_agreement_of(&model.outputs, score, data);
 *     if (agreement.n > 0) printf("%g\n", agreement.value);
 *
 * The data need not be that of the training: classes are compared by their words or numbers, targets by
 * the names of their columns.
 */
#ifndef SG_MODEL_AGREEMENT_H
#define SG_MODEL_AGREEMENT_H

#include "model/outputs.h"

typedef struct sg_agreement {
    double value; /* share of right classes or labels, 0 .. 1; regression: mean absolute error;
                     NaN where n is 0                                                       */
    uint64_t n;   /* how many classes, labels or targets could be compared                  */
} sg_agreement;

/* Compare score [items][outputs->n] with the items of `data`.  Nothing is compared where the data lacks
 * classes, or a column of one of the outputs.  Time O(items * outputs->n). */
sg_agreement sg_agreement_of(const sg_outputs *outputs, const double *score,
                             const sg_dataset *data);

/* The output that stands for a class of the data; outputs->n: none does. */
uint32_t sg_agreement_class(const sg_outputs *outputs, const sg_items *items,
                            uint32_t class_number);

#endif
