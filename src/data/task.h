/* task.h - the words for what a model is to learn.
 *
 *     puts(sg_task_word(SG_REGRESSION));             // regression
 */
#ifndef SG_DATA_TASK_H
#define SG_DATA_TASK_H

#include "base/status.h"

/* By sg_task: what experiment files, model files and results call them. */
extern const char *const sg_task_words[SG_N_TASKS];

#endif
