/* model_words.h - goals and precisions as words of experiment and model files.
 */
#ifndef SG_MODEL_MODEL_WORDS_H
#define SG_MODEL_MODEL_WORDS_H

enum { SG_N_GOALS = 3, SG_N_PRECISIONS = 2 };

/* By sg_goal and sg_precision. */
extern const char *const sg_goal_words[SG_N_GOALS];
extern const char *const sg_precision_words[SG_N_PRECISIONS];

#endif
