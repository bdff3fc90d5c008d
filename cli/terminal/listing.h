/* listing.h - a table of results in the format that was asked for.
 *
 *     listing l;
 *     listing_open(&l, LISTING_CSV, stdout);
 *     for every row {
 *         listing_text(&l, "data", "Data", name);
 *         listing_spread(&l, "test", "Test", mean, std, 1);
 *         listing_count(&l, "weights", "Weights", n);
 *         listing_row(&l);
 *     }
 *     if (!listing_close(&l)) ...                                 // out of memory
 *
 * All rows have the same columns, until listing_break begins another table.  People get titles and
 * rounded numbers in aligned columns; LaTeX a tabular of the same as the paper has them; CSV the keys
 * and all digits; JSON an object per row and line.  Numbers that are not known are "-", "$-$", nothing
 * and null.
 */
#ifndef SG_CLI_LISTING_H
#define SG_CLI_LISTING_H

#include "json_out.h"
#include "text_table.h"

typedef enum listing_format {
    LISTING_TEXT,
    LISTING_CSV,
    LISTING_JSON,
    LISTING_LATEX
} listing_format;

typedef struct listing {
    listing_format format;
    FILE *out;
    column *columns; /* [n_columns] titles are borrowed                          */
    size_t n_columns, capacity;
    size_t n_rows;
    size_t at;         /* column of the next cell                                  */
    text_table table;  /* text, LaTeX: all cells                                   */
    char *heading;     /* of the table; NULL: none                                 */
    char *header;      /* CSV: the line above the rows so far                      */
    char *names, *row; /* CSV: the line above the rows, the row, as far as they are */
    json json;
    bool failed; /* memory ran out                                           */
} listing;

/* Keys and titles are borrowed until close. */
void listing_open(listing *l, listing_format format, FILE *out);

/* Cells of the row, one after the other. */
void listing_text(listing *l, const char *key, const char *title, const char *text);
void listing_count(listing *l, const char *key, const char *title, uint64_t value);

/* "381145 + 8118", in JSON a list. */
void listing_sum(listing *l, const char *key, const char *title, const uint64_t *value,
                 size_t n);

/* Rounded to `decimals` behind the point, or to -decimals digits in all. */
void listing_real(listing *l, const char *key, const char *title, double value, int decimals);

/* "85.3 +- 1.4": KEY_mean and KEY_std. */
void listing_spread(listing *l, const char *key, const char *title, double mean, double std,
                    int decimals);

void listing_row(listing *l);

/* End the table; the next row begins another one under `heading` (NULL: none). */
void listing_break(listing *l, const char *heading);

/* Print what has not been printed yet.  False where memory ran out. */
bool listing_close(listing *l);

#endif
