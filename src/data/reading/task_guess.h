/* task_guess.h - the task that data is for where nobody says another, and why.
 *
 *     const sg_task_guess guess = sg_task_guess_of(&data);
 *     printf("%s: %s\n", guess.reason, sg_task_word(guess.task));     // 12 columns of 0 and 1: multilabel
 *
 * Classes without numbers: classification.  One column of whole numbers: classification where they are few,
 * else regression.  Columns of 0 and 1 alone, several of them or with gaps: multilabel.  All else: regression.
 */
#ifndef SG_DATA_TASK_GUESS_H
#define SG_DATA_TASK_GUESS_H

#include "data/dataset.h"

typedef struct sg_task_guess {
    sg_task task;
    bool is_doubtful; /* another task is likely, too */
    char reason[200]; /* what the data looks like    */
    char remedy[120]; /* what to do where it is wrong; "" where there is no doubt */
} sg_task_guess;

/* Whether classes of n items that are whole numbers, and targets as well, are few enough to be meant as
 * classes.  Time O(1). */
bool sg_numbers_are_classes(const sg_items *items, uint32_t n);

/* Time O(items * targets). */
sg_task_guess sg_task_guess_of(const sg_dataset *data);

#endif
