/* report_write.c - the page as a whole. */
#include "report/report_parts.h"

#include "base/file.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "page/page_frame.h"
#include "page/web_files.h"

#include <string.h>

/* A part of the page: a section with a heading and an entry in the table of contents. */
typedef struct section {
    const char *id, *title;
    sg_status (*write)(sg_text *html, const sgi_report *report, sg_error *err);
} section;

/* Where there is nothing to explore, why, and what to do. */
static sg_status write_no_explorer(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const bool no_data = report->data == NULL;
    SG_TRY(sg_text_add(html, err, "<div class=\"empty\"><p>"));
    SG_TRY(sgi_html_add(html, no_data ? report->why_no_data : report->why_no_model, err));
    SG_TRY(sg_text_add(html, err, "</p><p>%s</p></div>\n",
                       no_data ? "With the data in its folder this page has graphs "
                                 "and the messages that the model passes in them."
                               : "With a saved model (<code>save: one</code> or <code>save: "
                                 "all</code> in the experiment file) this page has graphs and "
                                 "the messages that the model passes in them."));
done:
    return status;
}

static sg_status write_explorer(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    if (report->explainer == NULL) return write_no_explorer(html, report, err);
    SG_TRY(sg_text_add(html, err, "%s", sgi_web_explorer_html));
    SG_TRY(sg_text_add(html, err, "<script type=\"application/json\" id=\"data\">"));
    SG_TRY(sgi_report_explorer(html, report->blocks, report, err));
    SG_TRY(sg_text_add(html, err, "</script>\n"));
done:
    return status;
}

static const section SECTIONS[] = {
    {"results", "Results", sgi_report_results},
    {"curves", "Learning curves", sgi_report_curves},
    {"predictions", "Predictions", sgi_report_predictions},
    {"ablation", "Ablation", sgi_report_ablation},
    {"explorer", "Explorer", write_explorer},
    {"weights", "Weights", sgi_report_weights},
    {"configuration", "Configuration", sgi_report_configuration}};

enum { N_SECTIONS = sizeof SECTIONS / sizeof *SECTIONS };

static sg_status write_sections(sgi_page *page, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text part = {0};
    for (int s = 0; s < N_SECTIONS; s++) {
        part.size = 0;
        SG_TRY(SECTIONS[s].write(&part, report, err));
        SG_TRY(sgi_page_add(page, SECTIONS[s].id, SECTIONS[s].title, &part, err));
    }
done:
    sg_text_free(&part);
    return status;
}

/* The files of the script as one, whose names nobody else sees. */
static sg_status write_script(sg_text *script, sg_error *err)
{
    static const char *const file[] = {
        sgi_web_elements_js,   sgi_web_model_js,   sgi_web_blocks_js,    sgi_web_picture_js,
        sgi_web_classes_js,    sgi_web_kernels_js, sgi_web_labels_js,    sgi_web_details_js,
        sgi_web_query_js,      sgi_web_triples_js, sgi_web_waterfall_js, sgi_web_graphs_js,
        sgi_web_importance_js, sgi_web_compare_js, sgi_web_explorer_js};
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(script, err, "\"use strict\";\n(() => {\n"));
    for (size_t f = 0; f < sizeof file / sizeof *file; f++)
        SG_TRY(sg_text_add_bytes(script, file[f], strlen(file[f]), err));
    SG_TRY(sg_text_add(script, err, "})();\n"));
done:
    return status;
}

static sg_status write_page(sg_text *page, sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_page made = {0};
    report->blocks = &made.blocks;
    if (report->explainer != NULL) SG_TRY(write_script(&made.script, err));
    SG_TRY(sgi_html_add(&made.title, sg_path_name(report->results->overview.data), err));
    SG_TRY(sgi_report_header(&made.header, report, err));
    SG_TRY(write_sections(&made, report, err));
    SG_TRY(sgi_page_write(page, &made, err));
done:
    report->blocks = NULL;
    sgi_page_free(&made);
    return status;
}

sg_status sg_report_write(const char *path, sg_results *results,
                          const sg_report_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_PATH(path);
    SG_REQUIRE_ARGUMENT(results);
    sg_report_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    sg_status status = SG_OK;
    sgi_report report = {0};
    sg_text page = {0};
    sg_watch watch;
    sg_watch_begin(&watch, chosen.observer);
    SG_TRY(sgi_report_open(&report, results, &chosen, true, err));
    SG_TRY(write_page(&page, &report, err));
    SG_TRY(sg_file_write(path, page.data, page.size, err));
done:
    sg_text_free(&page);
    sgi_report_close(&report);
    sg_watch_end(&watch);
    return status;
}
