/* relabel_file.c - lines of two words. */
#include "formats/relabel_file.h"

#include "base/file.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 1 << 24, MAX_LENGTH = 11 };

/* A place in the text. */
typedef struct reader {
    const char *path, *at, *line_begin;
    uint32_t line;
} reader;

static sg_status refuse(const reader *r, const char *what, sg_error *err)
{
    return sg_error_at(err, SG_EFORMAT, SG_WHERE,
                       (sg_place){r->path, r->line, (uint32_t)(r->at - r->line_begin) + 1},
                       "%s", what);
}

static void skip_blanks(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r') r->at++;
    if (*r->at == '#') r->at += strcspn(r->at, "\n");
}

static bool is_end_of_word(char c)
{
    return c == '\0' || strchr(" \t\r\n#", c) != NULL;
}

static sg_status read_label(int32_t *label, reader *r, sg_error *err)
{
    const char *p = r->at;
    const bool negative = *p == '-';
    int64_t value = 0;
    p += negative;
    const char *digits = p;
    for (; *p >= '0' && *p <= '9' && p - digits < MAX_LENGTH; p++)
        value = 10 * value + (*p - '0');
    if (negative) value = -value;
    if (p == digits || !is_end_of_word(*p) || value < INT32_MIN || value > INT32_MAX)
        return refuse(r, "a label is needed, a whole number of at most 32 bits", err);
    *label = (int32_t)value;
    r->at = p;
    return SG_OK;
}

static sg_status read_line(sg_relabeling *made, reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_new_label entry = {0};
    skip_blanks(r);
    if (*r->at == '\n' || *r->at == '\0') goto done;
    SG_TRY(read_label(&entry.from, r, err));
    skip_blanks(r);
    if (*r->at == '-' && is_end_of_word(r->at[1])) {
        entry.removed = true;
        r->at++;
    } else {
        SG_TRY(read_label(&entry.to, r, err));
    }
    skip_blanks(r);
    if (*r->at != '\n' && *r->at != '\0')
        SG_TRY(refuse(r, "a line has two words: a label and its new one, or -", err));
    SG_TRY(sg_grow(&made->entry, &made->capacity, made->n + 1, sizeof *made->entry, err));
    made->entry[made->n++] = entry;
done:
    return status;
}

static int compare_from(const void *a, const void *b)
{
    const sg_new_label *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

sg_status sg_relabeling_parse(sg_relabeling *relabeling, const char *path, const char *text,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_relabeling made = {0};
    reader r = {path, text, text, 1};
    for (;; r.line++) {
        SG_TRY(read_line(&made, &r, err));
        if (*r.at == '\0') break;
        r.line_begin = ++r.at;
    }
    if (made.n > 0) qsort(made.entry, made.n, sizeof *made.entry, compare_from);
    for (size_t i = 1; i < made.n; i++)
        SG_REQUIRE(made.entry[i - 1].from != made.entry[i].from, SG_EFORMAT,
                   "%s: label %d occurs twice", path, (int)made.entry[i].from);
    *relabeling = made;
    made = (sg_relabeling){0};
done:
    sg_relabeling_free(&made);
    return status;
}

sg_status sg_relabeling_read(sg_relabeling *relabeling, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_TRY(sg_file_read(&text, path, MAX_SIZE, err));
    SG_REQUIRE(text.size == 0 || memchr(text.data, '\0', text.size) == NULL, SG_EFORMAT,
               "%s: it has zero bytes and is not a text", path);
    SG_TRY(sg_relabeling_parse(relabeling, path, text.data != NULL ? text.data : "", err));
done:
    sg_text_free(&text);
    return status;
}

sg_status sg_dataset_relabel_by_file(sg_dataset *data, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    sg_relabeling relabeling = {0};
    SG_TRY(sg_relabeling_read(&relabeling, path, err));
    SG_TRY(sg_dataset_relabel(data, &relabeling, err));
done:
    sg_relabeling_free(&relabeling);
    return status;
}
