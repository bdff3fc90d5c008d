/* page_frame.c - the frame that all pages have. */
#include "page/page_frame.h"

#include "draw/svg.h"
#include "page/web_files.h"
#include "sharegnn/types.h"

#include <string.h>

void sgi_page_free(sgi_page *page)
{
    sg_text_free(&page->title);
    sg_text_free(&page->header);
    sg_text_free(&page->contents);
    sg_text_free(&page->body);
    sg_text_free(&page->script);
    sg_text_free(&page->blocks);
}

sg_status sgi_page_add(sgi_page *page, const char *id, const char *title, const sg_text *part,
                       sg_error *err)
{
    sg_status status = SG_OK;
    if (part->size == 0) goto done;
    SG_TRY(sg_text_add(&page->contents, err, "<a href=\"#%s\">%s</a>\n", id, title));
    SG_TRY(sg_text_add(&page->body, err,
                       "<section id=\"%s\" aria-labelledby=\"%s-title\"><h2 "
                       "id=\"%s-title\">%s</h2>\n",
                       id, id, id, title));
    SG_TRY(sg_text_add_bytes(&page->body, part->data, part->size, err));
    SG_TRY(sg_text_add(&page->body, err, "</section>\n"));
done:
    return status;
}

/* What takes the place of <!--{name}--> in the page. */
typedef struct slot {
    const char *name;
    const char *text; /* NULL: nothing */
} slot;

static sg_status fill_slots(sg_text *page, const char *frame, const slot *slots, sg_error *err)
{
    static const char begin[] = "<!--{", end[] = "}-->";
    sg_status status = SG_OK;
    for (const char *mark = NULL; (mark = strstr(frame, begin)) != NULL;) {
        const char *name = mark + strlen(begin);
        const size_t length = strcspn(name, "}");
        SG_TRY(sg_text_add_bytes(page, frame, (size_t)(mark - frame), err));
        for (const slot *s = slots; s->name != NULL; s++)
            if (s->text != NULL && strlen(s->name) == length &&
                memcmp(s->name, name, length) == 0)
                SG_TRY(sg_text_add_bytes(page, s->text, strlen(s->text), err));
        frame = name + length + strlen(end);
    }
    SG_TRY(sg_text_add_bytes(page, frame, strlen(frame), err));
done:
    return status;
}

sg_status sgi_page_write(sg_text *html, const sgi_page *page, sg_error *err)
{
    const slot slots[] = {{"title", page->title.data},     {"version", SG_VERSION},
                          {"picture-style", sg_svg_css()}, {"style", sgi_web_report_css},
                          {"header", page->header.data},   {"contents", page->contents.data},
                          {"body", page->body.data},       {"script", page->script.data},
                          {"blocks", page->blocks.data},   {NULL, NULL}};
    return fill_slots(html, sgi_web_report_html, slots, err);
}
