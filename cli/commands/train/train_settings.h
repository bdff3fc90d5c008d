/* train_settings.h - the options of `train` as settings of the library.
 *
 *     train_settings settings = {0};
 *     int code = train_settings_open(&settings, args);
 *     if (code != 0) return code;
 *     training.settings = settings.text;
 *     if (sg_training_preview(&outline, &training, &size, &err) != SG_OK)
 *         code = train_settings_failure(&settings, args, &err);
 *     train_settings_close(&settings);
 *
 * The library names places in its settings; the user has never seen them, so a message is put back
 * in terms of the option that was given.
 */
#ifndef SG_CLI_TRAIN_SETTINGS_H
#define SG_CLI_TRAIN_SETTINGS_H

#include "arguments.h"

typedef struct train_settings {
    char *text;        /* YAML, a setting per line; NULL: there are none            */
    char **source;     /* [n_settings] what the user wrote: "--epochs 5"            */
    size_t n_settings; /* lines                                                     */
    size_t length;     /* of `text`                                                 */
} train_settings;

/* Collect what is given of --epochs, --learning-rate, ... and all of --set.  Returns 0, or an exit status after a
 * message; the settings are then empty. */
int train_settings_open(train_settings *settings, const arguments *args);

void train_settings_close(train_settings *settings);

/* Report what the library says of these settings, or of anything else; returns an exit status. */
int train_settings_failure(const train_settings *settings, const arguments *args,
                           const sg_error *err);

#endif
