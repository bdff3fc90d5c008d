/* html.h - words, numbers and figures as HTML.
 */
#ifndef SG_PAGE_HTML_H
#define SG_PAGE_HTML_H

#include "base/text.h"

/* Append words to HTML, harmless in texts and attributes. */
sg_status sgi_html_add(sg_text *html, const char *words, sg_error *err);

/* Append an element that holds words: <tag>words</tag>. */
sg_status sgi_html_element(sg_text *html, const char *tag, const char *words, sg_error *err);

/* Append a picture with a caption, which is HTML. */
sg_status sgi_html_figure(sg_text *html, const sg_text *svg, const char *caption,
                          sg_error *err);

/* A few words. */
typedef struct sgi_phrase {
    char text[96];
} sgi_phrase;

/* 53921 as "53,921". */
sgi_phrase sgi_count_words(uint64_t count);

#endif
