/* predict_feed.h - sharegnn predict MODEL - or FILE --smiles: lines, as they come. */
#ifndef SG_CLI_PREDICT_FEED_H
#define SG_CLI_PREDICT_FEED_H

#include "arguments.h"
#include "sharegnn.h"

/* Whether the arguments ask for lines: DATA is -, or what its lines are is said. */
bool predict_feed_wanted(const arguments *args);

/* Predict line by line; returns the exit status. */
int predict_feed(const arguments *args);

#endif
