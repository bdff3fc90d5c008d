/* predict_stream.h - sharegnn predict MODEL - or FILE --smiles: lines, as they come. */
#ifndef SG_CLI_PREDICT_STREAM_H
#define SG_CLI_PREDICT_STREAM_H

#include "arguments.h"
#include "sharegnn.h"

/* Whether the arguments ask for lines: DATA is -, or what its lines are is said. */
bool predict_stream_wanted(const arguments *args);

/* Predict line by line; returns the exit status. */
int predict_stream(const arguments *args);

/* What to do about a file that was refused. */
typedef struct stream_remedy {
    char text[120];
} stream_remedy;

/* Say how the other lines of a file can be predicted that was refused for one of them; false where it
 * has no lines or something else was wrong. */
bool predict_stream_remedy(stream_remedy *remedy, const arguments *args, const sg_error *err);

#endif
