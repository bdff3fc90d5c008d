/* figures.h - the figures of a run: what it learned, how well, and with which weights.
 *
 *     figure_curves.c        metric and loss over the epochs
 *     figure_folds.c         the test metric of every fold and run
 *     figure_grid.c          the ablations: distance times layers, thresholds
 *     figure_predictions.c   confusion matrix
 *     figure_targets.c       predicted against true numbers, residuals
 *     figure_rates.c         ROC curves, precision over recall
 *     figure_calibration.c   what probabilities mean
 *     figure_weights.c       occurrences and values of an encoder's weights
 *
 * Each appends an SVG picture to `svg`.  A figure that a run has nothing for fails with SG_EINVAL,
 * and the text says what is missing; whoever shows many figures leaves it out.
 */
#ifndef SG_REPORT_FIGURES_H
#define SG_REPORT_FIGURES_H

#include "data/dataset.h"
#include "draw/svg.h"
#include "report/results_parts.h"
#include "sharegnn/explanation.h"

/* The words at an axis for the metric: "accuracy (%)", "mae". */
typedef struct sgi_metric_words {
    char text[64];
} sgi_metric_words;

/* How wide figures are.  Pages are read on phones and printed in columns: there a figure is narrow from the
 * beginning, so that its words are not made smaller with it. */
static inline double sgi_figure_width(sg_svg_kind kind)
{
    return kind == SG_SVG_IN_PAGE ? 420 : 540;
}

/* Where axes of percentages end. */
extern const double SGI_PERCENT[2];

sgi_metric_words sgi_metric_title(const sg_results *results);

/* Mean and standard deviation over the folds and runs of what was evaluated, epoch by epoch; of
 * the metric, or of the loss. */
sg_status sgi_figure_curves(sg_text *svg, sg_results *results, bool of_loss, sg_svg_kind kind,
                            sg_error *err);

/* Whether a job is one of those whose results the run reports: an evaluation of what was chosen;
 * before the end, a selection with what is best so far. */
bool sgi_job_counts(const sg_results *results, const sg_result_job *job);

/* The test metric of every fold and run, and the mean with its interval. */
sg_status sgi_figure_folds(sg_text *svg, sg_results *results, sg_svg_kind kind, sg_error *err);

/* Where the mean of n numbers lies with 95 % confidence, by Student's t; false for fewer than two, or where
 * one of them is none. */
bool sgi_mean_interval(double *low, double *high, const double *value, uint32_t n);

/* Metric by largest distance and number of encoders, where the grid varies both. */
sg_status sgi_figure_heat_map(sg_text *svg, sg_results *results, sg_svg_kind kind,
                              sg_error *err);

/* Metric and number of weights by the threshold, at-least or at-most, that the grid varies. */
sg_status sgi_figure_threshold(sg_text *svg, sg_results *results, sg_svg_kind kind,
                               sg_error *err);

/* True and predicted classes of test graphs, all folds and runs together. */
sg_status sgi_figure_confusion(sg_text *svg, sg_results *results, const sg_dataset *data,
                               sg_svg_kind kind, sg_error *err);

/* Predicted against true targets of test graphs, with R² and errors of all of them; several targets in units
 * of the network. */
sg_status sgi_figure_scatter(sg_text *svg, sg_results *results, const sg_dataset *data,
                             sg_svg_kind kind, sg_error *err);

/* What is true minus what is predicted, over the latter. */
sg_status sgi_figure_residuals(sg_text *svg, sg_results *results, const sg_dataset *data,
                               sg_svg_kind kind, sg_error *err);

/* The labels of test items, a curve for each, or the second of two classes: true over false positives,
 * precision over recall; pooled over folds and runs, and beside the area the mean of those of the single
 * trainings, which is what metrics report. */
sg_status sgi_figure_roc(sg_text *svg, sg_results *results, const sg_dataset *data,
                         sg_svg_kind kind, sg_error *err);
sg_status sgi_figure_precision(sg_text *svg, sg_results *results, const sg_dataset *data,
                               sg_svg_kind kind, sg_error *err);

/* The share of test items that are what was predicted, over the probability that they were given. */
sg_status sgi_figure_calibration(sg_text *svg, sg_results *results, const sg_dataset *data,
                                 sg_svg_kind kind, sg_error *err);

/* `job` is the number of the training among those of the results. */
typedef sg_status sgi_use_prediction(void *context, size_t job,
                                     const sg_result_prediction *prediction, sg_error *err);

/* Call `use` for every prediction of a test graph of the jobs that count.  Fails with SG_EINVAL where
 * there is none, or one of other graphs or numbers of outputs. */
sg_status sgi_test_predictions(uint64_t *n_used, sgi_use_prediction *use, void *context,
                               uint32_t n_outputs, sg_results *results, const sg_dataset *data,
                               sg_error *err);

/* The class with the largest output; and the class that is said, by the thresholds of the job whose
 * predictions were read last. */
uint32_t sgi_likeliest_class(const sg_result_prediction *prediction);
uint32_t sgi_predicted_class(const sg_results *results, const sg_result_prediction *prediction);

/* The task of a run: what the experiment says, or what the data has. */
sg_task sgi_results_task(const sg_results *results, const sg_dataset *data);

/* Weights that occur so often at most are divided by dotted lines. */
enum { SGI_RARE = 10 };

/* The weights of an encoder's head from the most frequent to the rarest, colored by pair value:
 * how often they occur, or what they are.  `uses` ([n_weights] of training graphs; NULL: unknown) tells
 * which of them were never trained: those are gray. */
sg_status sgi_figure_weights(sg_text *svg, const sg_explained_head *head, const uint64_t *uses,
                             bool of_values, sg_svg_kind kind, sg_error *err);

#endif
