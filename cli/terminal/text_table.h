/* text_table.h - aligned columns for people.
 *
 *     static const column columns[] = {{.title = "Name", .left = true}, {.title = "Graphs"}};
 *     text_table t = {.columns = columns, .n_columns = 2};
 *     text_table_add(&t, "%s", name);       // cell by cell, row by row
 *     text_table_add(&t, "%u", n_graphs);
 *     text_table_print(&t, "", stdout);
 *     text_table_free(&t);
 */
#ifndef SG_CLI_TEXT_TABLE_H
#define SG_CLI_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct column {
    const char *above; /* title over neighboring columns with the same one; NULL: none */
    const char *title; /* NULL: none; a table without titles has no header             */
    bool left;         /* aligned to the left; else to the right                       */
} column;

typedef struct text_table {
    const column *columns; /* [n_columns], borrowed                     */
    size_t n_columns;
    char **cell; /* [n_cells]; rows one after the other       */
    size_t n_cells;
    size_t capacity;
    bool incomplete; /* memory ran out                            */
} text_table;

/* Append a cell.  Control characters are shown as \x1b and the like. */
__attribute__((format(printf, 2, 3))) void text_table_add(text_table *t, const char *format,
                                                          ...);

/* Print the header and all rows, each line behind `indent`.  On a terminal, lines are no longer than it is
 * wide: words take several lines, and columns that have no room follow below, behind the first one.
 * Returns whether all cells were there. */
bool text_table_print(const text_table *t, const char *indent, FILE *out);

/* Release the cells and make the table empty; it keeps its columns. */
void text_table_free(text_table *t);

#endif
