/* doubt_view.h - what speaks against predictions: words for a row, and warnings for all of them.
 *
 *     doubt_list list = {0};
 *     doubt_list_add(&list, model, &row);            // every row that was predicted
 *     doubt_list_warn(&list, "graph", "graphs");     // a line on standard error
 */
#ifndef SG_CLI_DOUBT_VIEW_H
#define SG_CLI_DOUBT_VIEW_H

#include "message.h"
#include "prediction_view.h"

/* Reasons: little that is known, then those of sg_doubt. */
enum { DOUBT_KINDS = 4, DOUBT_EXAMPLES = 5 };

typedef struct doubt_list {
    uint64_t n;                      /* items that have a reason                  */
    uint64_t number[DOUBT_EXAMPLES]; /* of the first of them                      */
    shown id[DOUBT_EXAMPLES];        /* "": none                                  */
    uint64_t n_of[DOUBT_KINDS];      /* items with each reason; one may have many */
    uint64_t last; /* the graph that was added last, plus 1: nodes of one graph count once */
} doubt_list;

/* Note a row that has trust.  Returns its doubts, a sum of sg_doubt. */
uint32_t doubt_list_add(doubt_list *list, const sg_model *model, const predicted *row);

/* One line on standard error that names items and all reasons, if there are any; `one` and `many` are what
 * was predicted. */
void doubt_list_warn(const doubt_list *list, const char *one, const char *many);

/* The name of doubt i: "label", "size", "value"; NULL behind the last one. */
const char *doubt_word(size_t i);

#endif
