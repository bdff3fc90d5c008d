/* task.c - the table of words. */
#include "data/task.h"

const char *const sg_task_words[SG_N_TASKS] = {[SG_CLASSIFICATION] = "classification",
                                               [SG_REGRESSION] = "regression",
                                               [SG_MULTILABEL] = "multilabel"};

const char *sg_task_word(sg_task task)
{
    return (unsigned)task < SG_N_TASKS ? sg_task_words[task] : NULL;
}
