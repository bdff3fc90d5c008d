/* measure_view.h - metrics with their intervals as a table, as JSON and as one line.
 *
 *     measure_list list = {0};
 *     if (measure_list_make(&list, model, data, score, item, n_items, &err) != SG_OK) ...
 *     measure_table_print(&list, "  ", stdout);
 *     measure_list_free(&list);
 */
#ifndef SG_CLI_MEASURE_VIEW_H
#define SG_CLI_MEASURE_VIEW_H

#include "json_out.h"
#include "sharegnn.h"

#include <stdio.h>

/* {0} is empty. */
typedef struct measure_list {
    sg_measure *measure; /* [n] */
    uint32_t n;
    uint32_t n_items; /* that were compared */
} measure_list;

/* Measure scores as sg_model_measures does. */
sg_status measure_list_make(measure_list *list, const sg_model *model, const sg_dataset *data,
                            const double *score, const uint32_t *item, uint32_t n_items,
                            sg_error *err);

void measure_list_free(measure_list *list);

/* A value, or a bound of its interval, for people: "0.653", "91.2 %", "-". */
typedef struct measure_words {
    char text[40];
} measure_words;

measure_words measure_in_words(double value, bool in_percent);

/* A row per metric; targets have rows of their own below or, where these would be many, a table of targets by
 * metrics. */
void measure_table_print(const sg_measure *measure, uint32_t n, const char *indent, FILE *out);

/* The member "metrics" of an open object, and "target_metrics" where targets have their own. */
void measure_json(json *out, const sg_measure *measure, uint32_t n);

#endif
