/* web_files.h - the files in web/, compiled into the library (tools/embed.cmake).
 */
#ifndef SG_PAGE_WEB_FILES_H
#define SG_PAGE_WEB_FILES_H

/* Zero-terminated texts. */
extern const char sgi_web_report_html[], sgi_web_explorer_html[], sgi_web_report_css[];

/* The script of the page, in this order: one scope, and what a file uses at once is above it. */
extern const char sgi_web_elements_js[], sgi_web_model_js[], sgi_web_blocks_js[],
    sgi_web_picture_js[], sgi_web_classes_js[], sgi_web_kernels_js[], sgi_web_labels_js[],
    sgi_web_details_js[], sgi_web_query_js[], sgi_web_triples_js[], sgi_web_waterfall_js[],
    sgi_web_graphs_js[], sgi_web_importance_js[], sgi_web_compare_js[], sgi_web_explorer_js[];

#endif
