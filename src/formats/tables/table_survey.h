/* table_survey.h - what is in the columns of a table, before anything is made of it.
 *
 *     SG_TRY(sg_table_survey_make(&survey, "esol.csv", text, size, ',', options, err));
 *     sg_column_looks(looks, &survey.column[3]);            // "numbers from -11.6 to 1.58"
 *
 * A whole pass over a copy of the text: whether a column holds numbers or words shows in all of its rows.
 */
#ifndef SG_FORMATS_TABLES_TABLE_SURVEY_H
#define SG_FORMATS_TABLES_TABLE_SURVEY_H

#include "formats/import_options.h"

/* Values that are told apart in a column, and rows in which molecules are looked for. */
enum { SG_MOST_DISTINCT = 256, SG_CELLS_TRIED = 50, SG_LOOKS = 160 };

typedef struct sg_column_survey {
    uint64_t n_cells, n_missing, n_dashes, n_numbers, n_bounds, n_words;
    uint64_t n_whole, n_binary; /* numbers that are whole; 0 or 1                     */
    uint64_t n_commas;          /* numbers with decimal commas                        */
    uint64_t n_parts;           /* cells that are train, validation, test in words    */
    uint64_t n_tried, n_molecules,
        n_bytes; /* of the first cells, those that a format recognizes  */
    double min, max;
    uint32_t n_distinct; /* SG_MOST_DISTINCT + 1: more          */
    uint32_t n_slots;
    uint64_t *seen;          /* [n_slots] hashes; 0: none; at least half of them, or NULL */
    const sg_format *format; /* that recognizes the cells; NULL: none does */
    char word[3][24];        /* the first different words, cut      */
    uint32_t n_shown;
} sg_column_survey;

/* {0} has no columns. */
typedef struct sg_table_survey {
    sg_names name;            /* [n_columns] */
    sg_column_survey *column; /* [n_columns] */
    size_t n_columns;
    uint64_t n_rows;
} sg_table_survey;

void sg_table_survey_free(sg_table_survey *survey);

/* Look at text[0 .. size), a table with a header, whose rows are read with `options`.  Rows that cannot be
 * read are left out.  Fails with SG_ENOMEM. */
sg_status sg_table_survey_make(sg_table_survey *survey, const char *path, const char *text,
                               size_t size, char separator, const sg_import_options *options,
                               sg_error *err);

/* Whether a column is one of numbers, a few cells aside: at least nine of ten cells that say something are
 * numbers or bounds. */
bool sg_column_is_numeric(const sg_column_survey *column);

/* Whether nine of ten of the first cells are things that a format recognizes, molecules say. */
bool sg_column_is_recognized(const sg_column_survey *column);

/* Whether a column may be what someone wants to predict: numbers, or a few words again and again. */
bool sg_column_may_be_target(const sg_column_survey *column);

/* Whether nearly all cells are train, validation or test. */
bool sg_column_is_split(const sg_column_survey *column);

/* What a column looks like, in words: "0 and 1, 566 empty". */
const char *sg_column_looks(char looks[SG_LOOKS], const sg_column_survey *column);

#endif
