/* predict_stream.h - sharegnn predict MODEL -: lines of standard input, as they come. */
#ifndef SG_CLI_PREDICT_STREAM_H
#define SG_CLI_PREDICT_STREAM_H

#include "arguments.h"

/* Whether the arguments ask for standard input, or for something that only standard input has. */
bool predict_stream_wanted(const arguments *args);

/* Predict line by line; returns the exit status. */
int predict_stream(const arguments *args);

#endif
