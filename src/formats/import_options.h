/* import_options.h - what to make of a file that is no TU data set: "FILE.csv?smiles=S&target=y".
 *
 * Behind the last '?' of a name stand settings, joined by '&'; %XX is the byte XX:
 *
 *     smiles=COLUMN    molecules; without a column in files that have one per line
 *     text=COLUMN      texts; likewise
 *     image=WxH        images: all columns that are nothing else are pixels, row by row
 *     json-lines       a graph per line
 *     target=COLUMN    what to predict, any number of times; target= for none
 *     id=COLUMN, split=COLUMN
 *     bonds=kekule     aromatic bonds as single and double ones
 *     words=N          only the N most frequent words, min-count=K: that occur K times
 *
 * What is not said is guessed from the header (data_file.h).
 */
#ifndef SG_FORMATS_IMPORT_OPTIONS_H
#define SG_FORMATS_IMPORT_OPTIONS_H

#include "base/names.h"

typedef enum sg_import_kind {
    SG_IMPORT_GUESS,
    SG_IMPORT_SMILES,
    SG_IMPORT_TEXT,
    SG_IMPORT_IMAGE,
    SG_IMPORT_JSON
} sg_import_kind;

/* {0}: everything is guessed. */
typedef struct sg_import_options {
    sg_import_kind kind;
    char *column;           /* of molecules or texts; NULL: not said, or the whole line */
    uint32_t width, height; /* of images; 0: not said                               */
    sg_names target;        /* columns                                              */
    bool has_target;        /* it was said, if only that there is none              */
    char *id, *split;       /* columns; NULL: not said                              */
    bool kekule;
    uint32_t n_words, min_count; /* 0: all */
} sg_import_options;

/* Read the settings behind the '?' of a name; `text` is without it.
 * Fails with SG_EINVAL (what is wrong, what is allowed, the nearest name) or SG_ENOMEM. */
sg_status sg_import_options_parse(sg_import_options *options, const char *text, sg_error *err);

void sg_import_options_free(sg_import_options *options);

/* Where the settings of a name begin: behind its last '?', unless that is part of a file's name
 * because such a file exists.  NULL: there are none. */
const char *sg_import_settings_of(const char *name);

#endif
