/* train_terms.h - what the help of `train` says of heads and settings. */
#ifndef SG_CLI_TRAIN_TERMS_H
#define SG_CLI_TRAIN_TERMS_H

#include "verb.h"

/* The i-th term; false: there are no more. */
bool train_term_at(expression_term *t, size_t i);

#endif
