/* split_settings.h - options of verbs that divide data: --split, --shares, --folds, --seed.
 *
 *     sg_split_options options;
 *     char form[SPLIT_FORM];
 *     int code = split_options_read(&options, form, args);
 */
#ifndef SG_CLI_SPLIT_SETTINGS_H
#define SG_CLI_SPLIT_SETTINGS_H

#include "arguments.h"
#include "sharegnn.h"

enum { SPLIT_FORM = 600 };

/* Read the options.
 *
 *   form  out; settings that the data is opened with: --as-written, --max-rejects, the column of a split
 *
 * 0, or the exit status after a message. */
int split_options_read(sg_split_options *options, char form[SPLIT_FORM], const arguments *args);

/* Print what was found when the data was divided, on standard error. */
void split_notes_print(const sg_splits *splits);

#endif
