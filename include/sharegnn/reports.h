/* reports.h - a run as an HTML page, and its figures one by one.
 *
 * The page is one file that needs nothing else, no network either.  A figure is an SVG text, for a
 * paper or a page of your own.  Both are made of what results.h reads and, where they are there, of
 * the data and the best model that the run saved.
 *
 * Example: the metric over the epochs:
 *
 *     sg_results *results = NULL;
 *     const sg_report_options options = {.struct_size = sizeof options, .data_folder = "data"};
 *     char *svg = NULL;
 *     if (sg_results_open(&results, "run", &err) == SG_OK &&
 *         sg_figure_draw(&svg, results, SG_FIGURE_CURVES, 0, &options, &err) == SG_OK)
 *         printf("%.4s\n", svg);
 *     sg_text_release(svg);
 *     sg_results_close(results);
 *
 * Complexity: curves read all epochs of all jobs; figures of predictions read all of them.
 * Weights and graphs of the page take what an explainer takes (explanation.h) for the graphs that
 * are shown.  Memory is proportional to what is read, and to the page.
 *
 * Threads: results belong to one thread at a time while a page or figure is made of them.
 */
#ifndef SHAREGNN_REPORTS_H
#define SHAREGNN_REPORTS_H

#include "sharegnn/results.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a page or figure is made of; NULL: defaults. */
typedef struct sg_report_options {
    size_t struct_size;      /* sizeof of this struct, set by the caller */
    const char *data_folder; /* as in sg_data_options                                        */
    const char *model;       /* a model file; NULL: the best one that the run saved          */
    uint32_t n_graphs;       /* the most graphs to look at in the page; 0: 40                */
    uint32_t n_threads;      /* 0: one per core                                              */
    const sg_observer *observer; /* NULL: nobody is told                                     */
    const char *elements; /* a file for sg_data_name_elements; NULL: none                    */
    uint32_t *n_shown; /* out: graphs that the page shows; NULL: nobody asks                 */
} sg_report_options;

/* Write a run as one HTML file that needs nothing else, no network either: results, figures,
 * weights, and graphs with the messages that the model passes in them.  What a run does not have,
 * the data or a saved model, the page says and leaves out.
 * `path` is written whole or not at all; a file that is there is replaced.  `results` are for this thread
 * alone meanwhile; `options` may be NULL and is not kept.
 * Fails with SG_EIO, SG_EFORMAT (the results or the model are damaged), SG_ECANCELED or SG_ENOMEM. */
SG_API sg_status sg_report_write(const char *path, sg_results *results,
                                 const sg_report_options *options, sg_error *err);

typedef enum sg_figure {
    SG_FIGURE_CURVES,      /* the metric over the epochs, with a band over folds and runs     */
    SG_FIGURE_LOSS,        /* the loss likewise                                               */
    SG_FIGURE_CONFUSION,   /* classification: true and predicted classes                      */
    SG_FIGURE_SCATTER,     /* regression: predicted against true                              */
    SG_FIGURE_HEAT_MAP,    /* a grid of distances and layers                                  */
    SG_FIGURE_THRESHOLD,   /* a grid of thresholds: metric and number of weights              */
    SG_FIGURE_OCCURRENCES, /* how often the weights of an encoder's head occur                */
    SG_FIGURE_WEIGHTS,     /* what they are                                                   */
    SG_FIGURE_ROC,         /* multilabel, two classes: true over false positives              */
    SG_FIGURE_PRECISION,   /* likewise: precision over recall                                 */
    SG_FIGURE_CALIBRATION, /* classes, labels: how often probabilities come true              */
    SG_FIGURE_RESIDUALS    /* regression: true minus predicted                                */
} sg_figure;

/* Draw one `figure` of a run as SVG; *svg is released with sg_text_release.
 *
 *   results  for this thread alone meanwhile
 *   head     for SG_FIGURE_OCCURRENCES and SG_FIGURE_WEIGHTS: number in sg_explainer_heads; else ignored
 *   options  may be NULL and is not kept
 *
 * Fails like sg_report_write, and with SG_EINVAL where the run has nothing for it; the text says what is
 * missing. */
SG_API sg_status sg_figure_draw(char **svg, sg_results *results, sg_figure figure,
                                uint32_t head, const sg_report_options *options, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
