/* reading.h - how a table was read: rows that were left out, columns that were found, the task.
 *
 * Tables have dirt in them.  A row of a table or a line of molecules that cannot be read is left out, and the
 * data set remembers which row it was and why.  Where more are left out than the setting max-rejects of the
 * name allows (1 % of the rows), sg_data_open fails instead: "table.csv?max-rejects=5%" allows more.
 *
 * Example: what was left out of a table, and what it is for:
 *
 *     for (uint64_t i = 0; i < sg_data_reject_count(data); i++)
 *         printf("line %llu: %s\n", (unsigned long long)sg_data_reject_of(data, i).line,
 *                sg_data_reject_of(data, i).reason);
 *     printf("%s: %s\n", sg_data_task_of(data).reason, sg_task_word(sg_data_task_of(data).task));
 *
 * Complexity: everything takes constant time but sg_data_task, which looks at all targets, and
 * sg_data_write_rejects.
 *
 * Threads: as for data sets.
 */
#ifndef SHAREGNN_READING_H
#define SHAREGNN_READING_H

#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A row that was left out.  Texts are borrowed until sg_data_close. */
typedef struct sg_data_reject {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint64_t row;       /* from 0, without the header               */
    uint64_t line;      /* of the file, from 1                      */
    const char *column; /* that is wrong; "": the row as a whole    */
    const char *id;     /* of the row; "": it has none              */
    const char *reason; /* in words                                 */
} sg_data_reject;

/* The rows that the table had, or the lines; 0 where the data set is from no table and nothing was left out.
 * Those that are no rejects are the graphs, in their order. */
SG_API uint64_t sg_data_row_count(const sg_dataset *data);

/* How many rows were left out, and number i of them, from 0: *reject is the caller's.  Fails with SG_EINVAL,
 * also after the last one, and behind 2^20 of them, beyond which they are only counted. */
SG_API uint64_t sg_data_reject_count(const sg_dataset *data);
SG_API sg_status sg_data_reject_at(sg_data_reject *reject, const sg_dataset *data, uint64_t i,
                                   sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_data_reject sg_data_reject_of(const sg_dataset *data, uint64_t i)
{
    sg_data_reject reject;
    memset(&reject, 0, sizeof reject);
    reject.struct_size = sizeof reject;
    (void)sg_data_reject_at(&reject, data, i, NULL);
    return reject;
}

/* Write the rows that were left out as CSV to `path`, whole or not at all: line, column, id, reason.
 * Fails with SG_EINVAL, SG_EIO, SG_ENOTFOUND or SG_ENOMEM. */
SG_API sg_status sg_data_write_rejects(const sg_dataset *data, const char *path, sg_error *err);

/* Sentence i, from 0, about what was found without being told; NULL after the last one.  Borrowed until
 * sg_data_close. */
SG_API const char *sg_data_note(const sg_dataset *data, uint32_t i);

/* A column that may be what someone wants to predict.  Texts are borrowed until sg_data_close. */
typedef struct sg_data_candidate {
    size_t struct_size; /* sizeof of this struct, set by the caller      */
    const char *column; /* NULL: there are no more                       */
    const char *looks;  /* like "0 and 1", "numbers from -11.6 to 1.58"  */
} sg_data_candidate;

/* Candidate i, from 0, of a table whose name says no target and whose header has none: *candidate is the
 * caller's.  Fails with SG_EINVAL, also after the last one. */
SG_API sg_status sg_data_candidate_at(sg_data_candidate *candidate, const sg_dataset *data,
                                      uint32_t i, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_data_candidate sg_data_candidate_of(const sg_dataset *data, uint32_t i)
{
    sg_data_candidate candidate;
    memset(&candidate, 0, sizeof candidate);
    candidate.struct_size = sizeof candidate;
    (void)sg_data_candidate_at(&candidate, data, i, NULL);
    return candidate;
}

/* The number of columns of a table that was opened with the setting columns=all, the name of a `column`,
 * and its cell, as it is written, for a `graph` or for `reject`, a row that was left out; all count from
 * 0.  0 and NULL where there is none.  Borrowed until sg_data_close. */
SG_API uint32_t sg_data_column_count(const sg_dataset *data);
SG_API const char *sg_data_column_name(const sg_dataset *data, uint32_t column);
SG_API const char *sg_data_cell(const sg_dataset *data, uint32_t graph, uint32_t column);
SG_API const char *sg_data_reject_cell(const sg_dataset *data, uint64_t reject,
                                       uint32_t column);

/* The task that data is for where nobody says another. */
typedef struct sg_data_task_guess {
    size_t struct_size; /* sizeof of this struct, set by the caller                      */
    sg_task task;
    bool is_doubtful; /* another task is likely, too                                     */
    char reason[200]; /* what the targets look like: "12 columns of 0 and 1"             */
    char remedy[120]; /* what to do where the guess is wrong; "" where there is no doubt */
} sg_data_task_guess;

/* Guess the task of `data`: *guess is the caller's. Classes that are words or have no numbers:
 * classification.  One column of whole numbers: classification where they are few (20), else
 * regression.  Columns of 0 and 1, several of them or with gaps: multilabel.  All else:
 * regression.  Where the data has classes and targets, the classes count.  Fails with SG_EINVAL.
 * Time O(items * targets). */
SG_API sg_status sg_data_task(sg_data_task_guess *guess, const sg_dataset *data, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_data_task_guess sg_data_task_of(const sg_dataset *data)
{
    sg_data_task_guess guess;
    memset(&guess, 0, sizeof guess);
    guess.struct_size = sizeof guess;
    (void)sg_data_task(&guess, data, NULL);
    return guess;
}

#ifdef __cplusplus
}
#endif

#endif
