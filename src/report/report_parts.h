/* report_parts.h - what the files of the report share.
 *
 *     report_write.c      the page as a whole
 *     report_sources.c    opening what it is made of
 *     report_page.c       headline and tables as HTML
 *     report_warnings.c   what to know before believing a number
 *     report_figures.c    figures as HTML
 *     report_drawing.c    what a graph looks like
 *     report_sample.c     which graphs the explorer shows
 *     report_trained.c    which weights were never trained
 *     report_explorer.c   the data of the explorer as JSON (explorer_parts.h)
 */
#ifndef SG_REPORT_REPORT_PARTS_H
#define SG_REPORT_REPORT_PARTS_H

#include "explain/unknown_nodes.h"
#include "model/model.h"
#include "page/html.h"
#include "report/figures.h"
#include "sharegnn/reports.h"
#include "text/json_writer.h"

/* What a report is made of.  Data, model or explanations may be missing; then the reason is there,
 * and the page says it instead. */
typedef struct sgi_report {
    sg_results *results; /* borrowed */
    const sg_report_options *options;
    sg_dataset *data;
    sg_model *model;
    sg_explainer *explainer;
    char why_no_data[600], why_no_model[600];
    sg_text *blocks; /* borrowed; what stands behind the script of the page */
} sgi_report;

/* Open what a report of `results` is made of, with model and explainer where it `explains`.  A failure
 * leaves what is open to sgi_report_close.
 * Fails with SG_ENOMEM, SG_ECANCELED, or like sg_model_read where options ask for a model. */
sg_status sgi_report_open(sgi_report *report, sg_results *results,
                          const sg_report_options *options, bool explains, sg_error *err);

void sgi_report_close(sgi_report *report);

/* Append a part of the page, nothing where the run has nothing for it. */
sg_status sgi_report_header(sg_text *html, const sgi_report *report, sg_error *err);
sg_status sgi_report_warnings(sg_text *html, const sgi_report *report, sg_error *err);
sg_status sgi_report_results(sg_text *html, const sgi_report *report, sg_error *err);
sg_status sgi_report_strip(sg_text *html, const sgi_report *report, sg_error *err);
sg_status sgi_report_curves(sg_text *html, const sgi_report *report, sg_error *err);
sg_status sgi_report_predictions(sg_text *html, const sgi_report *report, sg_error *err);
sg_status sgi_report_ablation(sg_text *html, const sgi_report *report, sg_error *err);
sg_status sgi_report_weights(sg_text *html, const sgi_report *report, sg_error *err);
sg_status sgi_report_configuration(sg_text *html, const sgi_report *report, sg_error *err);

/* Whether the model says something of nodes, not of graphs. */
bool sgi_report_is_of_nodes(const sgi_report *report);

/* The graph that an item of the model is, or is a node of. */
uint32_t sgi_report_graph_of(const sgi_report *report, uint32_t item);

/* The job that the model shown comes from; *found is false where that is unknown.
 * Fails with SG_ENOMEM. */
sg_status sgi_report_job(bool *found, size_t *job, const sgi_report *report, sg_error *err);

/* How often training graphs of the model use each weight of a head; those that none of them uses have
 * their initial values.  *uses, [n_weights], is released with sg_free; it is NULL where nobody knows
 * which graphs the model was trained with: of a model file, of models of nodes, of trainings with a
 * share of their graphs.  Fails like sg_results_predictions. */
sg_status sgi_report_uses(uint64_t **uses, const sgi_report *report, uint32_t head,
                          sg_error *err);

/* What the training graphs of the model have: labels of the input and weights.  `met` stays empty where
 * nobody knows these graphs, as above.  Fails with SG_ENOMEM or SG_ECANCELED. */
sg_status sgi_report_met(sg_known_parts *met, const sgi_report *report, sg_error *err);

/* Choose graphs for the explorer, at most *n: test graphs of the model where they are known, right
 * and wrong ones of every class in turn, none too large to look at.  In ascending order; `graph` is
 * released with sg_free. */
sg_status sgi_report_sample(uint32_t **item, uint32_t *n, const sgi_report *report,
                            sg_error *err);

/* Append what a graph looks like, as members of the JSON object that is open: places of nodes, edges, and
 * strokes and symbols of a molecule; `data` is NULL where the graph is a part of one, which is nothing but
 * nodes and edges.  Fails with SG_ELIMIT or SG_ENOMEM. */
sg_status sgi_report_drawing(sg_json_writer *json, const sg_dataset *data,
                             const sg_one_graph *one, sg_error *err);

/* Append the data of the explorer: JSON that can stand in a <script> element, and elements with the
 * graphs that are not in it. */
sg_status sgi_report_explorer(sg_text *json, sg_text *blocks, const sgi_report *report,
                              sg_error *err);

#endif
