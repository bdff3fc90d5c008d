/* web_files.h - the files in web/, compiled into the library (tools/embed.cmake).
 */
#ifndef SG_REPORT_WEB_FILES_H
#define SG_REPORT_WEB_FILES_H

/* Zero-terminated texts. */
extern const char sgi_web_report_html[], sgi_web_explorer_html[], sgi_web_report_css[],
    sgi_web_report_js[];

#endif
