/* reading_view.h - what was found in a table and what was left out of it, on standard error.
 *
 *     reading_view_print(data, "m.rejects.csv");
 */
#ifndef SG_CLI_READING_VIEW_H
#define SG_CLI_READING_VIEW_H

#include "sharegnn.h"

/* Print notes, and one line about rows that were left out.
 *
 *   rejects  where they are written, or NULL */
void reading_view_print(const sg_dataset *data, const char *rejects);

/* What was repaired in the graphs: "2 self-loops dropped; 1 repeated arcs merged"; "": nothing. */
typedef struct repairs_text {
    char text[200];
} repairs_text;

repairs_text reading_view_repairs(const sg_dataset *data);

/* Print the task that was guessed for a table, and for other data where the guess is doubtful. */
void reading_view_task(const sg_dataset *data);

/* Where nothing can be learned from a table because nobody says what: print the columns that may be meant and
 * return EXIT_FAILURE; else 0.
 *
 *   name  of the data, as the user wrote it */
int reading_view_candidates(const sg_dataset *data, const char *name);

#endif
