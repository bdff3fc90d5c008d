/* reading.h - what happened when a table became a data set: rows that were left out, and why; what the
 * reader took for what.
 *
 *     SG_TRY(sg_reading_reject(&reading, &(sg_reject){.line = 17, .column = "logS",
 *                                                     .reason = "found \">4.5\""}, err));
 *     SG_TRY(sg_reading_note(&reading, err, "the column \"%s\" is a split, and it is used", name));
 *
 * Rows are counted from 0, without the header.  Those that are no rejects became graphs, in their order.
 */
#ifndef SG_DATA_READING_H
#define SG_DATA_READING_H

#include "base/names.h"

/* A row that was left out.  Texts are borrowed. */
typedef struct sg_reject {
    uint64_t row, line; /* the row from 0, the line of the file from 1 */
    uint64_t at;        /* where in the line, from 1; 0: all of it     */
    const char *column; /* the name; "": the whole row                 */
    const char *id;     /* "": it has none                             */
    const char *reason;
    const char *content; /* the molecule or text of the row; NULL: not known */
} sg_reject;

/* Where a row was. */
typedef struct sg_reject_place {
    uint64_t row, line, at;
} sg_reject_place;

/* {0} says nothing. */
typedef struct sg_reading {
    uint64_t n_rows;    /* of the table, rejects included        */
    uint64_t n_rejects; /* those beyond SG_MOST_REJECTS are only counted */
    sg_reject_place *place;
    sg_names column, id, reason, content; /* [n] of those that are kept   */
    size_t capacity;
    sg_names note;             /* sentences for people      */
    sg_names candidate, looks; /* [n] columns that may be targets, and what is in them */
    sg_names column_name;      /* [n] of all columns, where cells are kept             */
    sg_names cell;             /* [n_graphs][n]                                        */
    sg_names reject_cell;      /* [sg_reading_kept][n]                                 */
} sg_reading;

enum { SG_MOST_REJECTS = 1 << 20 };

void sg_reading_free(sg_reading *reading);

/* Bytes of memory that it occupies. */
size_t sg_reading_bytes(const sg_reading *reading);

/* Add a row that was left out; the texts are copied.  Fails with SG_ENOMEM. */
sg_status sg_reading_reject(sg_reading *reading, const sg_reject *reject, sg_error *err);

/* Take line, place and reason from the text of an error, "path:line:column: reason"; the reason is borrowed
 * from it.  Where the text has no place, the reject keeps its own. */
void sg_reject_take(sg_reject *reject, const char *path, const char *text);

/* Reject i that is kept, from 0 up to sg_reading_kept; its texts are borrowed. */
uint32_t sg_reading_kept(const sg_reading *reading);
sg_reject sg_reading_at(const sg_reading *reading, uint32_t i);

/* Add a sentence. */
SG_PRINTF(3, 4)
sg_status sg_reading_note(sg_reading *reading, sg_error *err, const char *fmt, ...);

/* Add a column that may be a target. */
sg_status sg_reading_candidate(sg_reading *reading, const char *column, const char *looks,
                               sg_error *err);

/* The rejects as CSV: line, column, id, reason, content. */
sg_status sg_reading_rejects_csv(sg_text *text, const sg_reading *reading, sg_error *err);

/* How many rows may be left out. */
typedef struct sg_reject_limit {
    bool is_said;
    bool is_share; /* else a number of rows */
    double value;  /* 0 .. 1, or a whole number */
} sg_reject_limit;

/* Read "1%", "0.5 %", "20" (rows).  False where it is none of them. */
bool sg_reject_limit_read(sg_reject_limit *limit, const char *text);

/* Fail where more rows were left out than the limit allows (1 % where it is not said), or all: the text begins
 * with the reason of the first one, at its place in the file `path`.  Fails with SG_EFORMAT. */
sg_status sg_reading_check(const sg_reading *reading, sg_reject_limit limit, const char *path,
                           sg_error *err);

#endif
