/* outputs.h - what the outputs of a model mean: classes, or columns of targets with their units.
 *
 *     sg_outputs outputs = {0};
 *     SG_TRY(sg_outputs_describe(&outputs, data, SG_REGRESSION, NULL, 0, err));
 *     sg_outputs_finish(score, n, &outputs);          // from what a network says to what users want
 *     sg_outputs_free(&outputs);
 */
#ifndef SG_MODEL_OUTPUTS_H
#define SG_MODEL_OUTPUTS_H

#include "data/dataset.h"

/* The name of a column of targets that has none, from its number. */
#define SG_UNNAMED_TARGET "target %u"

/* {0} has none. */
typedef struct sg_outputs {
    sg_task task;
    uint32_t n;
    int64_t *class_name;     /* [n] classification: labels of the training data           */
    sg_names class_word;     /* n of them where classes are words; else none             */
    sg_names target_name;    /* n of them: columns; none for classification              */
    uint32_t *target_column; /* [n] their numbers in the data set; else NULL             */
    double *scale, *offset;  /* [n] target = scale * output + offset; NULL: classification */
    double *temperature; /* [n] what outputs are divided by before they become probabilities;
                                classes have one; NULL: 1                                 */
    double *threshold; /* [n] the probability above which a label is said; of two classes, what
                                probabilities are divided by before they are compared; NULL: 1/2 */
} sg_outputs;

/* Release everything and make it empty. */
void sg_outputs_free(sg_outputs *outputs);

/* Tell what outputs mean after `data`: class names, or target columns column[0 .. n_columns) (NULL:
 * all) with scale 1 and offset 0.  What `outputs` said before is released.
 * Fails with SG_EINVAL (the data has no classes or targets) or SG_ENOMEM; nothing is changed then. */
sg_status sg_outputs_describe(sg_outputs *outputs, const sg_dataset *data, sg_task task,
                              const uint32_t *column, uint32_t n_columns, sg_error *err);

/* Whether the data says what the outputs can learn: labels are 0 or 1, or missing.  Fails with SG_EINVAL, which
 * names item, column and value.  Time O(items * n). */
sg_status sg_outputs_check_targets(const sg_outputs *outputs, const sg_dataset *data,
                                   sg_error *err);

/* The column of the data that an output predicts: the one that has its name; where columns have no
 * names, the one of that number, if the output has no name but its number either.  false: none. */
bool sg_outputs_column(uint32_t *column, const sg_outputs *outputs, uint32_t output,
                       const sg_items *items);

/* Make `copy`, which is empty, the same.  Fails with SG_ENOMEM; it is empty then. */
sg_status sg_outputs_copy(sg_outputs *copy, const sg_outputs *outputs, sg_error *err);

/* Whether both mean the same: task, number, names.  Units may differ. */
bool sg_outputs_equal(const sg_outputs *a, const sg_outputs *b);

/* Take over the units of outputs that mean the same; others are left alone. */
void sg_outputs_take_units(sg_outputs *outputs, const sg_outputs *from);

/* The name of an output for people, cut to `room` bytes: a class as word or number, a target.  Returns
 * the whole length. */
size_t sg_outputs_name(char *name, size_t room, const sg_outputs *outputs, uint32_t output);

/* Turn what a network says of n items, [n][width], into probabilities: of classes by softmax, of labels
 * by the logistic function.  Regression has none: values stay. */
void sg_outputs_probabilities(double *value, size_t n, uint32_t width, sg_task task);

/* An output whose probability is p: the logarithm for classes, the logit for labels; regression: p.  It is
 * finite, because outputs that are not are the mark of a training that diverged, and a probability that is
 * too small to be told from 0 is not.  What is not a number stays so. */
double sg_output_of_probability(double p, sg_task task);

/* Turn what a network says of n items, [n][outputs->n], into what users want: probabilities of the
 * classes, values in the targets' unit, probabilities of the labels. */
void sg_outputs_finish(double *value, uint32_t n, const sg_outputs *outputs);

/* Turn outputs of n items, [n][from->n], in the unit of `from` into those in the unit of `to`, which means the
 * same.  Nothing changes where both have one unit. */
void sg_outputs_convert(double *value, uint32_t n, const sg_outputs *from,
                        const sg_outputs *to);

/* Whether this output is what is said, given the row of finished scores of an item: the class, or yes for a
 * label.  Never for regression. */
bool sg_outputs_say(const sg_outputs *outputs, const double *score, uint32_t output);

/* What is to be subtracted from outputs, logarithms or log odds of probabilities, before they are
 * decided upon by the largest one or by their sign: shift[n].  Returns whether any is not 0. */
bool sg_outputs_shift(double *shift, const sg_outputs *outputs);

/* Refuse outputs that are no finite numbers; huge weights give such.
 *
 *   item  [n] for the message
 *
 * Fails with SG_EFORMAT. */
sg_status sg_outputs_check(const double *value, const uint32_t *item, uint32_t n,
                           const sg_outputs *outputs, sg_error *err);

#endif
