/* number.h - numbers: those in texts that people write, read strictly and written briefly; and the
 * order of numbers.
 *
 *     double rate;
 *     if (!sg_number_real(&rate, "1e-3", 4)) ...
 *
 * A number is what JSON takes for one: 12, -0.5, 1e-3.  No sign but '-', no zeros in front, digits
 * on both sides of a point; neither hexadecimal nor 1_000, inf or nan.  So a number of an
 * experiment file can be copied into any JSON file, and 010 does not mean 8 to one program and 10
 * to another.  Nothing depends on the locale.  (text/numbers.h reads the numbers of data sets: many,
 * fast, and with more liberties.)
 */
#ifndef SG_BASE_NUMBER_H
#define SG_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SG_NUMBER_LONGEST = 1100, /* characters of a number that is read                     */
    SG_NUMBER_ROOM = 32       /* enough for every number that is written, and a zero byte */
};

/* Read text[0 .. length) as a number, rounded correctly.  False where it is none, is longer than
 * SG_NUMBER_LONGEST or too large for a double; `value` is then untouched. */
bool sg_number_real(double *value, const char *text, size_t length);

/* The same for a whole number from 0 to 2^64-1, which is digits alone: not -0, 1.0 or 1e3. */
bool sg_number_whole(uint64_t *value, const char *text, size_t length);

/* Write a finite number such that reading gives the same double, in few characters: whole ones
 * below 1e15 without an exponent, the others with as few digits as suffice. */
void sg_number_write(char text[SG_NUMBER_ROOM], double value);

/* For qsort and bsearch: the smaller number first. */
int sg_compare_u32(const void *a, const void *b);
int sg_compare_u64(const void *a, const void *b);
int sg_compare_i32(const void *a, const void *b);
int sg_compare_real(const void *a, const void *b); /* none of them NaN */

#endif
