/* import_options.h - what to make of a file that is no TU data set: "FILE.csv?smiles=S&target=y".
 *
 * Behind the last '?' of a name stand settings, joined by '&'; %XX is the byte XX:
 *
 *     smiles=COLUMN    molecules; without a column in files that have one per line
 *     text=COLUMN      texts; likewise
 *     image=WxH        images: all columns that are nothing else are pixels, row by row
 *     json-lines       a graph per line
 *     edges=FILE       a table of nodes, and another of edges; attributes=COLUMN, graph=COLUMN
 *     target=COLUMN    what to predict, any number of times; target= for none
 *     id=COLUMN, split=COLUMN
 *     directed=yes     edges are arcs that stay as they are; self-loops=keep
 *     max-rejects=1%   rows that may be left out because they cannot be read: a share, or a number
 *     bounds=value     of tables: >4.5 is 4.5, and not an error
 *     columns=all      of tables: keep the cells of all columns (sg_data_cell)
 *     words=N          only the N most frequent words, min-count=K: that occur K times
 *     bonds=kekule     aromatic bonds as single and double ones
 *     form=as-written, salts=strip, charges=neutral, valence=mark, isotopes=label, stereo=true
 *                      what becomes of molecules (docs/molecules.md)
 *
 * smiles, text, image and json-lines are the settings of formats (format.h), and bonds to stereo are
 * settings that one format knows: they come from the registry.  What is not said is guessed from the header
 * (table_file.h).
 */
#ifndef SG_FORMATS_IMPORT_OPTIONS_H
#define SG_FORMATS_IMPORT_OPTIONS_H

#include "base/names.h"
#include "data/reading/reading.h"
#include "formats/format.h"

/* {0}: everything is guessed. */
struct sg_import_options {
    const sg_format *format; /* that a setting names; NULL: not said                */
    char *column;            /* of molecules or texts, or another file; NULL: not said, or the
                                    whole line                                           */
    uint32_t width, height;  /* of images; 0: not said                               */
    sg_names target;         /* columns                                              */
    bool has_target;         /* it was said, if only that there is none              */
    char *id, *split;        /* columns; NULL: not said                              */
    uint32_t n_words, min_count; /* 0: all                                          */
    sg_reject_limit max_rejects; /* rows that may be left out                       */
    bool takes_bounds;           /* >4.5 is 4.5                                     */
    bool keeps_columns;          /* the cells of all columns                        */
    sg_arc_rules rules;          /* directed=yes, self-loops=keep                   */
    sg_names key, value;         /* [n] settings that one format knows              */
};

/* Read the settings behind the '?' of a name; `text` is without it.
 * Fails with SG_EINVAL (what is wrong, what is allowed, the nearest name) or SG_ENOMEM. */
sg_status sg_import_options_parse(sg_import_options *options, const char *text, sg_error *err);

/* Whether `form` has only settings that one format knows, as the form of a data set or model has.
 * Fails like sg_import_options_parse. */
sg_status sg_import_form_check(const char *form, sg_error *err);

void sg_import_options_free(sg_import_options *options);

/* A setting that is possible. */
typedef struct sg_import_setting {
    const char *key; /* "bonds"; NULL: there are no more                            */
    const char *const
        *word;     /* that the value may be, up to a NULL; NULL: it is none of a list */
    bool of_lines; /* a format that has lines knows it, and no other              */
} sg_import_setting;

/* Setting i, from 0: those that name formats, of tables, of one format, of words. */
sg_import_setting sg_import_setting_at(size_t i);

/* Whether nothing is said but settings that one format knows. */
bool sg_import_options_are_own(const sg_import_options *options);

/* Whether `format`, which has lines, knows what is said: settings that only other formats know would be ignored
 * without a word.  `form` is fine everywhere: models say it of any data.  Fails with SG_EINVAL. */
sg_status sg_import_options_check_lines(const sg_import_options *options,
                                        const sg_format *format, sg_error *err);

/* The value of a setting that one format knows, borrowed; NULL where it is not said, or where there
 * are no options. */
const char *sg_import_value(const sg_import_options *options, const char *key);

/* Where the settings of a name begin: behind its last '?', unless that is part of a file's name
 * because such a file exists.  NULL: there are none. */
const char *sg_import_settings_of(const char *name);

#endif
