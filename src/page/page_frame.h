/* page_frame.h - the frame that all pages have: title, header, sections with a table of contents, style.
 *
 *     sgi_page page = {0};
 *     SG_TRY(sgi_html_add(&page.title, "NCI1", err));
 *     SG_TRY(sg_text_add(&page.header, err, "<h1>NCI1</h1>"));
 *     SG_TRY(sgi_page_add(&page, "curves", "Learning curves", &part, err));
 *     SG_TRY(sgi_page_write(&html, &page, err));
 * done:
 *     sgi_page_free(&page);
 *
 * The frame is web/report.html with web/report.css: one look for the report of a run and the page of
 * a search, on light and dark screens, on phones and on paper.  The page needs no other file.
 */
#ifndef SG_PAGE_PAGE_FRAME_H
#define SG_PAGE_PAGE_FRAME_H

#include "base/text.h"

/* What a page is made of, all of it HTML; {0} is an empty one. */
typedef struct sgi_page {
    sg_text title;
    sg_text header;   /* the head of the page, with its <h1>           */
    sg_text contents; /* links to the sections, by sgi_page_add        */
    sg_text body;     /* the sections                                  */
    sg_text script;   /* what runs in the page                         */
    sg_text blocks;   /* elements behind the script, which it reads    */
} sgi_page;

void sgi_page_free(sgi_page *page);

/* Add a section with its heading and an entry in the table of contents; an empty part is left out. */
sg_status sgi_page_add(sgi_page *page, const char *id, const char *title, const sg_text *part,
                       sg_error *err);

/* Append the whole page. */
sg_status sgi_page_write(sg_text *html, const sgi_page *page, sg_error *err);

#endif
