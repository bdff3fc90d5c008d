/* model_words.h - precisions as words of experiment and model files.
 */
#ifndef SG_MODEL_MODEL_WORDS_H
#define SG_MODEL_MODEL_WORDS_H

enum { SG_N_PRECISIONS = 2 };

/* By sg_precision. */
extern const char *const sg_precision_words[SG_N_PRECISIONS];

#endif
