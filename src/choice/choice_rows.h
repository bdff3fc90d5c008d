/* choice_rows.h - the table of models for people who name none: data, so that a row is one entry.
 *
 *     const sg_choice_row *row = sg_choice_row_for(&facts);
 *     puts(row->why);
 *
 * docs/choice.md shows the same table to users.
 */
#ifndef SG_CHOICE_CHOICE_ROWS_H
#define SG_CHOICE_CHOICE_ROWS_H

#include "choice/data_facts.h"

/* Flags of tasks. */
enum {
    SG_FOR_CLASSES = 1 << SG_CLASSIFICATION,
    SG_FOR_NUMBERS = 1 << SG_REGRESSION | 1 << SG_MULTILABEL,
    SG_FOR_ALL_TASKS = SG_FOR_CLASSES | SG_FOR_NUMBERS
};

/* The first row whose conditions all hold is chosen. */
typedef struct sg_choice_row {
    const char *name; /* of the row: "molecules, classes"                                    */
    const char *why;  /* what was seen, and what the model makes of it; a sentence           */

    uint32_t tasks;        /* flags                                                           */
    bool nodes;            /* items are nodes; else they are graphs                           */
    uint32_t needs, lacks; /* flags of facts that must and must not be there                  */
    uint64_t most_pairs;   /* 0: any number; else sg_data_facts.n_pairs is at most this       */
    uint64_t most_near_pairs; /* likewise                                                     */
    double most_degree;       /* the mean; 0: any                                             */

    const char *input, *noise; /* NULL: not said; $seen is replaced                           */
    const char *layers; /* YAML, a list; $outputs, $pool, $columns and $edges are replaced    */
    const char *space;  /* of a search (share/spaces); NULL: "training"                  */
    const char *train; /* YAML, a map; $judge is replaced by what suits the task              */
} sg_choice_row;

/* The row for such data; there is one for everything.  Static. */
const sg_choice_row *sg_choice_row_for(const sg_data_facts *facts);

/* Row number i, in the order in which they are tried; NULL: there are no more. */
const sg_choice_row *sg_choice_row_at(size_t i);

#endif
