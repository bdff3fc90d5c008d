/* losses.c - the losses, each of one output in double, and what is asked about all of them.
 *
 * Cross-entropy looks at all outputs of an item and is compiled for both precisions
 * (real/cross_entropy.c). */
#include "network/loss.h"

#include "kernels/statistics.h"
#include "network/cross_entropy.h"

#include <math.h>

const sg_loss sg_loss_cross_entropy = {
    .word = "cross-entropy",
    .about = "-log softmax(out)[class]",
    .task = SG_CLASSIFICATION,
    .of_row_f32 = sg_cross_entropy_f32,
    .of_row_f64 = sg_cross_entropy_f64,
};

static double absolute_error(double *derivative, double out, double target)
{
    const double difference = out - target;
    *derivative = (difference > 0) - (difference < 0);
    return fabs(difference);
}

const sg_loss sg_loss_mae = {
    .word = "mae",
    .about = "|out - target|",
    .task = SG_REGRESSION,
    .of_one = absolute_error,
};

static double squared_error(double *derivative, double out, double target)
{
    const double difference = out - target;
    *derivative = 2 * difference;
    return difference * difference;
}

const sg_loss sg_loss_mse = {
    .word = "mse",
    .about = "(out - target)^2",
    .task = SG_REGRESSION,
    .of_one = squared_error,
};

static double huber(double *derivative, double out, double target)
{
    const double difference = out - target, size = fabs(difference);
    *derivative = size <= 1 ? difference : difference / size;
    return size <= 1 ? difference * difference / 2 : size - 0.5;
}

const sg_loss sg_loss_huber = {
    .word = "huber",
    .about = "quadratic up to a difference of 1, linear beyond",
    .task = SG_REGRESSION,
    .of_one = huber,
};

/* log(1 + exp(x)) without overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static double binary_cross_entropy(double *derivative, double out, double target)
{
    *derivative = sg_sigmoid(out) - target;
    return softplus(out) - out * target;
}

const sg_loss sg_loss_bce = {
    .word = "bce",
    .about = "binary cross-entropy of sigmoid(out), targets 0 and 1",
    .task = SG_MULTILABEL,
    .of_one = binary_cross_entropy,
};

/* ---- All of them ------------------------------------------------------------------------------ */

#define ADDRESS(loss) &(loss),

static const sg_loss *const LOSSES[] = {SG_LOSS_LIST(ADDRESS)};

enum { N_LOSSES = sizeof LOSSES / sizeof LOSSES[0] }; /* NOLINT(bugprone-sizeof-expression) */

const sg_loss *const *sg_losses(size_t *n_losses)
{
    *n_losses = N_LOSSES;
    return LOSSES;
}

const sg_loss *sg_loss_default(sg_task task)
{
    size_t i = 0;
    while (i + 1 < N_LOSSES && LOSSES[i]->task != task) i++;
    return LOSSES[i];
}

void sg_loss_words(sg_words *words, sg_task task)
{
    for (size_t i = 0; i < N_LOSSES; i++)
        if (LOSSES[i]->task == task) sg_words_add(words, LOSSES[i]->word);
}

sg_status sg_loss_read(const sg_loss **loss, sg_fields *fields, const char *name, sg_error *err)
{
    const char *word[N_LOSSES];
    uint32_t choice = N_LOSSES;
    for (size_t i = 0; i < N_LOSSES; i++) word[i] = LOSSES[i]->word;
    const sg_status status = sg_field_choice(&choice, fields, name, word, N_LOSSES, err);
    if (status == SG_OK && choice < N_LOSSES) *loss = LOSSES[choice];
    return status;
}

double sg_loss_divisor(const sg_loss *loss, const sg_targets *targets, uint32_t width,
                       const sg_loss_items *items)
{
    uint64_t n_present = 0;
    if (sg_loss_takes_classes(loss)) return items->n;
    for (uint32_t i = 0; i < items->n; i++)
        for (uint32_t c = 0; c < width; c++) {
            const size_t place = (size_t)items->item[i] * targets->n_columns + c;
            n_present += (uint64_t)!isnan(targets->value[place]);
        }
    return (double)n_present;
}
