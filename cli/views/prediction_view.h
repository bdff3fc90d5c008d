/* prediction_view.h - predictions as lines of a table or of JSON.
 *
 *     const prediction_view view = prediction_view_of(model, "graph");
 *     view_header(out, &view);
 *     view_line(out, &view, &(predicted){.number = 0, .score = score});
 */
#ifndef SG_CLI_PREDICTION_VIEW_H
#define SG_CLI_PREDICTION_VIEW_H

#include "arguments.h"
#include "sharegnn.h"

#include <stdio.h>

/* What the lines have in common. */
typedef struct prediction_view {
    const sg_model *model;
    sg_model_size size;
    const char *counted;      /* "graph" or "line": what the numbers are of        */
    bool nodes;               /* a line is for a node of a graph                   */
    bool ids, spreads, trust; /* columns of the table                        */
    bool known;      /* a column with the share that is known, where `trust` has not two */
    bool doubts;     /* a column with what speaks against each prediction (sg_doubt)     */
    double coverage; /* of intervals and sets, which the model must have; 0: none       */
    const sg_dataset *data; /* whose columns are printed, too; NULL: none        */
} prediction_view;

/* One line. */
typedef struct predicted {
    uint64_t number;
    uint64_t node;         /* of the graph, from 0, where the view has nodes   */
    const char *id;        /* may be NULL                                      */
    const double *score;   /* [n_outputs]                                      */
    const double *spread;  /* [n_outputs], or NULL                             */
    const sg_trust *trust; /* may be NULL                                      */
    const double *known;   /* instead: the share that is known; may be NULL    */
    uint64_t row;          /* the graph, or the reject of an error, whose cells are printed */
    const char *error;     /* why there is nothing else but number and id; NULL: there is */
} predicted;

/* Give a view the intervals of its model, if predictions are of as many models as they were made for; else a
 * line on standard error says so.  --coverage says how many they hold; returns an exit status. */
int view_intervals(prediction_view *view, const arguments *args, uint32_t n_models);

prediction_view prediction_view_of(const sg_model *model, const char *counted);

/* The class with the largest score, the first of them where several have it. */
uint32_t view_best_class(const prediction_view *view, const double *score);

void view_header(FILE *out, const prediction_view *view);
void view_line(FILE *out, const prediction_view *view, const predicted *p);
void view_json(FILE *out, const prediction_view *view, const predicted *p);

#endif
