/* init.h - how weights start.
 *
 *     sg_init init;
 *     SG_TRY(sg_init_parse(&init, "uniform -0.1 0.1", err));
 *     sg_init_fill(value, n, &init, n, &rng);
 *
 *     constant VALUE       all the same
 *     uniform LOW HIGH     uniform in [LOW, HIGH)
 *     normal MEAN STD      normal
 *     he                   normal with mean 0 and standard deviation sqrt(2 / n)
 *     lower-upper          normal with mean -1 / sqrt(n) and standard deviation 2 / sqrt(n)
 *     glorot               uniform in +-sqrt(6 / (inputs + outputs)), also for matrices of layers, which start in
 *                          a way of their own otherwise; +-sqrt(6 / (n + 1)) where there is no matrix
 *
 * n is the number of parameters of the tensor.
 */
#ifndef SG_OPTIM_INIT_H
#define SG_OPTIM_INIT_H

#include "base/rng.h"
#include "base/text.h"

typedef enum sg_init_kind {
    SG_INIT_CONSTANT,
    SG_INIT_UNIFORM,
    SG_INIT_NORMAL,
    SG_INIT_HE,
    SG_INIT_LOWER_UPPER,
    SG_INIT_GLOROT
} sg_init_kind;

typedef struct sg_init {
    sg_init_kind kind;
    double first;  /* constant: the value; uniform: the lower end; normal: the mean       */
    double second; /* uniform: the upper end; normal: the standard deviation              */
} sg_init;

enum { SG_N_INITS = SG_INIT_GLOROT + 1 };

/* A kind in words: for all who read, write or list them. */
typedef struct sg_init_words {
    const char *word;      /* "uniform"                                                   */
    const char *usage;     /* "uniform LOW HIGH"                                          */
    const char *number[2]; /* what its numbers are: "the lower end"; NULL: it has no more */
    const char *about;     /* one sentence                                                */
} sg_init_words;

extern const sg_init_words sg_init_kinds[SG_N_INITS];

/* Read an init from text.  Fails with SG_EINVAL; the text says what is allowed. */
sg_status sg_init_parse(sg_init *init, const char *text, sg_error *err);

/* Append an init, so that reading it gives the same.  Fails with SG_ENOMEM. */
sg_status sg_init_write(sg_text *text, const sg_init *init, sg_error *err);

/* Draw the next n parameters of a tensor that has `size` of them. */
void sg_init_fill(double *value, size_t n, const sg_init *init, size_t size, sg_rng *rng);

#endif
