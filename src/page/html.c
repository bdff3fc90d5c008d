/* html.c - words, numbers and figures as HTML. */
#include "page/html.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

sg_status sgi_html_add(sg_text *html, const char *words, sg_error *err)
{
    sg_status status = SG_OK;
    while (*words != '\0') {
        const size_t plain = strcspn(words, "&<>\"'");
        SG_TRY(sg_text_add_bytes(html, words, plain, err));
        words += plain;
        if (*words == '\0') break;
        const char *escape = *words == '&'   ? "&amp;"
                             : *words == '<' ? "&lt;"
                             : *words == '>' ? "&gt;"
                             : *words == '"' ? "&quot;"
                                             : "&#39;";
        SG_TRY(sg_text_add(html, err, "%s", escape));
        words++;
    }
done:
    return status;
}

sg_status sgi_html_element(sg_text *html, const char *tag, const char *words, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(html, err, "<%s>", tag));
    SG_TRY(sgi_html_add(html, words, err));
    SG_TRY(sg_text_add(html, err, "</%s>", tag));
done:
    return status;
}

sg_status sgi_html_figure(sg_text *html, const sg_text *svg, const char *caption, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(html, err, "<figure><div class=\"picture\">"));
    SG_TRY(sg_text_add_bytes(html, svg->data, svg->size, err));
    SG_TRY(sg_text_add(html, err, "</div><figcaption>%s</figcaption></figure>\n", caption));
done:
    return status;
}

sgi_phrase sgi_count_words(uint64_t count)
{
    char digits[24];
    sgi_phrase w = {""};
    size_t at = 0;
    const size_t n = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, count);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) w.text[at++] = ',';
        w.text[at++] = digits[i];
    }
    w.text[at] = '\0';
    return w;
}
