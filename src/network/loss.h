/* loss.h - what a network is trained to make small.
 *
 * A loss compares the outputs of items with their targets.  An item is what has a target: a graph, or a
 * node.
 *
 *     const sg_loss *loss = &sg_loss_huber;
 *     double derivative, value = loss->of_one(&derivative, output, target);
 *
 * A loss is a function and an sg_loss in losses.c or a file of its own, and a line in loss_list.h.
 * network/real/loss.h adds them up over the items of a batch.
 */
#ifndef SG_NETWORK_LOSS_H
#define SG_NETWORK_LOSS_H

#include "base/document/fields.h"
#include "base/threads.h"
#include "base/wording.h"
#include "network/loss_list.h"

/* What the outputs should be; which field counts depends on the loss. */
typedef struct sg_targets {
    const uint32_t *item_class; /* [n_items] of the data set                           */
    const double *value;        /* [n_items][n_columns] of the data set; NaN: missing  */
    uint32_t n_columns;         /* outputs per item                                    */
} sg_targets;

/* One kind of loss.  It has of_one, or of_row for both precisions. */
typedef struct sg_loss {
    const char *word;  /* "cross-entropy", as experiment and model files say it  */
    const char *about; /* its formula                                            */
    sg_task task;      /* the task that it is for                                */

    /* The loss of an output whose target is a number, and its derivative by the output. */
    double (*of_one)(double *derivative, double out, double target);

    /* The loss of all outputs of an item that has a class, times `factor`, and where d_out is not
     * NULL its derivatives by them, times `factor`. */
    double (*of_row_f32)(float *d_out, const float *out, uint32_t width, uint32_t item_class,
                         double factor);
    double (*of_row_f64)(double *d_out, const double *out, uint32_t width, uint32_t item_class,
                         double factor);
} sg_loss;

/* Which items a loss is about. */
typedef struct sg_loss_items {
    const uint32_t *item; /* [n] as numbered in the targets                                  */
    uint32_t n;
    const double *weight; /* [n] how much each of them counts; NULL: 1 each                  */
    double divisor;       /* of the sum over all items; 0: what sg_loss_divisor says         */
    double *room; /* [n] for the losses of items, where threads share them; NULL: one thread
                             does it all                                                     */
    sg_threads *threads;
} sg_loss_items;

/* From so many items on it is worth while to let threads share them. */
enum { SG_MANY_ITEMS = 1 << 10 };

#define SG_DECLARE_LOSS(loss) extern const sg_loss loss;
SG_LOSS_LIST(SG_DECLARE_LOSS)
#undef SG_DECLARE_LOSS

/* All losses; static memory. */
const sg_loss *const *sg_losses(size_t *n_losses);

/* The loss of a task where nobody names one. */
const sg_loss *sg_loss_default(sg_task task);

/* Add the words of a task's losses: mae, mse, huber. */
void sg_loss_words(sg_words *words, sg_task task);

/* Read the word of a loss from a member of a map; without the member *loss is unchanged.
 * Fails with SG_EFORMAT (place, what was found, what is allowed). */
sg_status sg_loss_read(const sg_loss **loss, sg_fields *fields, const char *name,
                       sg_error *err);

/* Whether targets are classes; else they are numbers, of which some may be missing. */
static inline bool sg_loss_takes_classes(const sg_loss *loss)
{
    return loss->of_one == NULL;
}

/* What makes a sum of losses a mean: the number of items, or of their targets that are not missing.
 * Weights do not change it. */
double sg_loss_divisor(const sg_loss *loss, const sg_targets *targets, uint32_t width,
                       const sg_loss_items *items);

#endif
