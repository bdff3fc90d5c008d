/* doubt_view.h - what speaks against predictions: words for a row, and warnings for all of them.
 *
 *     doubt_list list = {0};
 *     doubt_list_add(&list, model, &row);            // every row that was predicted
 *     doubt_list_warn(&list, "graph", "graphs");     // lines on standard error
 */
#ifndef SG_CLI_DOUBT_VIEW_H
#define SG_CLI_DOUBT_VIEW_H

#include "message.h"
#include "prediction_view.h"

/* Kinds of warnings: little that is known, then those of sg_doubt. */
enum { DOUBT_KINDS = 4, DOUBT_EXAMPLES = 5 };

/* The first items of a kind, and how many there are. */
typedef struct doubt_examples {
    uint64_t n;
    uint64_t number[DOUBT_EXAMPLES];
    shown id[DOUBT_EXAMPLES]; /* "": none */
} doubt_examples;

typedef struct doubt_list {
    doubt_examples kind[DOUBT_KINDS];
    uint64_t last; /* the graph that was added last, plus 1: nodes of one graph count once */
} doubt_list;

/* Note a row that has trust.  Returns its doubts, a sum of sg_doubt. */
uint32_t doubt_list_add(doubt_list *list, const sg_model *model, const predicted *row);

/* A line on standard error for each kind that occurred; `one` and `many` are what was predicted. */
void doubt_list_warn(const doubt_list *list, const char *one, const char *many);

/* The name of doubt i: "label", "size", "value"; NULL behind the last one. */
const char *doubt_word(size_t i);

#endif
