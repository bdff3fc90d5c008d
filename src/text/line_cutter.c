/* line_cutter.c - the beginning of a line waits in the buffer for the rest of it. */
#include "text/line_cutter.h"

#include "base/mem.h"
#include "base/observer.h"

#include <string.h>

enum { PADDING = 32 };

size_t sg_cut_line_begin(const sg_cut_line *line)
{
    size_t i = 0;
    while (i < line->size &&
           (line->text[i] == ' ' || line->text[i] == '\t' || line->text[i] == '\r'))
        i++;
    return i;
}

void sg_line_cutter_free(sg_line_cutter *cutter)
{
    sg_free(cutter->line);
    sg_free(cutter->buffer);
    *cutter = (sg_line_cutter){0};
}

/* Forget the lines that were handed out, and what belongs to a line that is too long. */
static void drop_lines(sg_line_cutter *c)
{
    if (c->is_skipping || c->size - c->n_cut > SG_CUT_LINE_MOST) {
        c->is_skipping = true;
        c->n_cut = c->size;
    }
    c->size -= c->n_cut;
    if (c->n_cut > 0) memmove(c->buffer, c->buffer + c->n_cut, c->size);
    c->n_cut = 0;
    c->n_lines = 0;
}

/* The bytes up to `end` of the buffer are a line. */
static sg_status add_line(sg_line_cutter *c, size_t end, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&c->line, &c->line_capacity, c->n_lines + (size_t)1, sizeof *c->line, err));
    sg_cut_line line = {.text = c->buffer + c->n_cut, .size = end - c->n_cut};
    line.too_long = c->is_skipping || line.size > SG_CUT_LINE_MOST;
    if (line.too_long) line.size = 0;
    if (c->n_seen == 0 && line.size >= 3 && memcmp(line.text, "\xef\xbb\xbf", 3) == 0) {
        line.text += 3;
        line.size -= 3;
    }
    line.number = ++c->n_seen;
    c->line[c->n_lines++] = line;
    c->is_skipping = false;
done:
    return status;
}

static sg_status cut(sg_line_cutter *c, size_t from, sg_error *err)
{
    while (from < c->size) {
        const char *newline = memchr(c->buffer + from, '\n', c->size - from);
        if (newline == NULL) break;
        const size_t end = (size_t)(newline - c->buffer);
        sg_status status = sg_watch_ask_at(c->n_lines, err);
        if (status == SG_OK) status = add_line(c, end, err);
        if (status != SG_OK) return status;
        from = c->n_cut = end + 1;
    }
    return SG_OK;
}

sg_status sg_line_cutter_push(sg_line_cutter *c, const char *bytes, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    drop_lines(c);
    SG_REQUIRE(n < (size_t)1 << 31, SG_ELIMIT, "input: 2^31 bytes at once are too many");
    SG_TRY(sg_grow(&c->buffer, &c->buffer_capacity, c->size + n + PADDING, 1, err));
    const size_t from = c->size;
    if (n > 0) memcpy(c->buffer + from, bytes, n);
    c->size += n;
    memset(c->buffer + c->size, 0, PADDING);
    SG_TRY(cut(c, from, err));
done:
    if (status != SG_OK) c->n_lines = 0;
    return status;
}

sg_status sg_line_cutter_end(sg_line_cutter *c, sg_error *err)
{
    drop_lines(c);
    if (c->size == 0 && !c->is_skipping) return SG_OK;
    const sg_status status = add_line(c, c->size, err);
    c->n_cut = c->size;
    return status;
}
