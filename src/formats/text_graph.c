/* text_graph.c - cutting a text into tokens. */
#include "formats/text_graph.h"

#include "base/mem.h"
#include "formats/format.h"
#include "text/json_reader.h"

#include <stdlib.h>
#include <string.h>

/* ---- Characters ------------------------------------------------------------------------------- */

static uint32_t code_of(const char *p, size_t size)
{
    static const uint8_t mask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)p[0] & mask[size];
    for (size_t i = 1; i < size; i++) code = code << 6 | ((unsigned char)p[i] & 0x3f);
    return code;
}

static bool is_blank(uint32_t c)
{
    return c <= 0x20 || c == 0x7f || c == 0x85 || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200b) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
           c == 0x205f || c == 0x3000 || c == 0xfeff;
}

static bool is_mark(uint32_t c)
{
    if (c < 0x80)
        return !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                 c == '_');
    return (c > 0x85 && c < 0xc0 && c != 0xaa && c != 0xb5 && c != 0xba) || c == 0xd7 ||
           c == 0xf7 || (c >= 0x2010 && c <= 0x206f) || (c >= 0x20a0 && c <= 0x20cf) ||
           (c >= 0x2190 && c <= 0x2bff) || (c >= 0x3001 && c <= 0x3020) ||
           (c >= 0xff01 && c <= 0xff0f) || c >= 0x1f000;
}

/* The small letter of a capital, in the same number of bytes. */
static uint32_t small_letter(uint32_t c)
{
    if (c < 0x80) return c >= 'A' && c <= 'Z' ? c + 32 : c;
    if (c >= 0xc0 && c <= 0xde) return c != 0xd7 ? c + 32 : c;
    if (c >= 0x100 && c <= 0x17f) {
        /* Capitals are even, but odd in two stretches; U+0130 and U+0178 have their small letters
         * elsewhere, U+0138 and U+0149 have no capitals. */
        const bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e);
        const bool alone = c == 0x130 || c == 0x138 || c == 0x149 || c == 0x178 || c == 0x17f;
        return !alone && (c & 1) == odd ? c + 1 : c;
    }
    if (c >= 0x391 && c <= 0x3a9) return c != 0x3a2 ? c + 32 : c;
    if (c >= 0x410 && c <= 0x42f) return c + 32;
    if (c >= 0x400 && c <= 0x40f) return c + 80;
    return c;
}

static void write_code(char *p, size_t size, uint32_t code)
{
    static const uint8_t head[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = size; i-- > 1; code >>= 6) p[i] = (char)(0x80 | (code & 0x3f));
    p[0] = (char)(head[size] | code);
}

/* ---- Tokens ----------------------------------------------------------------------------------- */

typedef struct tokenizer {
    sg_record *record;
    const char *begin, *p, *end;
    sg_place place;
    sg_text word;
} tokenizer;

/* The character at p, of *size bytes.  Fails where it is none. */
static sg_status look(uint32_t *code, size_t *size, const tokenizer *t, const char *p,
                      sg_error *err)
{
    *size = sg_utf8_size(p, t->end);
    sg_place place = t->place;
    if (place.column > 0) place.column += (uint64_t)(p - t->begin);
    if (*size == 0)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "text: found byte %u; texts must be UTF-8",
                           (unsigned)(unsigned char)*p);
    *code = code_of(p, *size);
    return SG_OK;
}

static sg_status add_character(tokenizer *t, uint32_t code, size_t size, sg_error *err)
{
    char bytes[4];
    write_code(bytes, size, small_letter(code));
    t->p += size;
    return sg_text_add_bytes(&t->word, bytes, size, err);
}

static sg_status add_token(tokenizer *t, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_record_node_word(t->record, t->word.data, t->word.size, err));
    const uint32_t n = t->record->n_nodes;
    if (n > 1) SG_TRY(sg_record_edge(t->record, n - 2, n - 1, err));
    t->word.size = 0;
done:
    return status;
}

/* An apostrophe or hyphen at p that has a letter or digit behind it. */
static sg_status joins(bool *does, const tokenizer *t, uint32_t code, size_t size,
                       sg_error *err)
{
    uint32_t next = 0;
    size_t next_size = 0;
    *does = false;
    if ((code != '\'' && code != '-' && code != 0x2019) || t->p + size == t->end) return SG_OK;
    const sg_status status = look(&next, &next_size, t, t->p + size, err);
    *does = status == SG_OK && !is_blank(next) && !is_mark(next);
    return status;
}

static sg_status read_token(tokenizer *t, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t code = 0;
    size_t size = 0;
    SG_TRY(look(&code, &size, t, t->p, err));
    if (is_blank(code)) {
        t->p += size;
        goto done;
    }
    const bool is_word = !is_mark(code);
    SG_TRY(add_character(t, code, size, err));
    while (is_word && t->p < t->end) {
        bool does = false;
        SG_TRY(look(&code, &size, t, t->p, err));
        if (is_blank(code)) break;
        if (is_mark(code)) SG_TRY(joins(&does, t, code, size, err));
        if (is_mark(code) && !does) break;
        SG_TRY(add_character(t, code, size, err));
    }
    SG_TRY(add_token(t, err));
done:
    return status;
}

sg_status sg_text_graph_parse(sg_record *record, const char *text, size_t size, sg_place place,
                              sg_error *err)
{
    sg_status status = SG_OK;
    tokenizer t = {
        .record = record, .begin = text, .p = text, .end = text + size, .place = place};
    record->has_node_labels = true;
    while (t.p < t.end) SG_TRY(read_token(&t, err));
done:
    sg_text_free(&t.word);
    return status;
}

/* ---- Few words -------------------------------------------------------------------------------- */

typedef struct counted_word {
    uint32_t number;
    uint64_t count;
} counted_word;

static int compare_counts(const void *a, const void *b)
{
    const counted_word *x = a, *y = b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

sg_status sg_text_limit_words(sg_dataset *data, uint32_t n_words, uint32_t min_count,
                              sg_error *err)
{
    static const char rare[] = "*";
    sg_status status = SG_OK;
    const uint32_t n = data->node_name.name.n;
    counted_word *word = NULL;
    int32_t *rank = NULL;
    sg_label_names kept = {0};
    if (data->graph.n_nodes == 0) goto done;
    SG_REQUIRE(data->node_name.content != NULL, SG_EINVAL, "words: the labels are numbers");
    SG_ALLOC(word, n);
    SG_ALLOC(rank, n);
    const int64_t first = n > 0 ? data->node_name.label[0] : 0;
    for (uint32_t i = 0; i < n; i++) word[i].number = i;
    for (uint32_t v = 0; v < data->graph.n_nodes; v++) {
        const int32_t label = data->node_label.value[v];
        SG_REQUIRE(label >= first && label - first < n, SG_EINVAL,
                   "words: the label %d is a number, and only words can be left out", label);
        word[label - first].count++;
    }
    qsort(word, n, sizeof *word, compare_counts);
    uint32_t n_kept = 0;
    while (n_kept < n && word[n_kept].count >= min_count && (n_words == 0 || n_kept < n_words))
        n_kept++;
    int32_t rest = (int32_t)n_kept;
    for (uint32_t i = 0; i < n_kept; i++) {
        const char *name = sg_names_at(&data->node_name.name, word[i].number);
        if (strcmp(name, rare) == 0) rest = (int32_t)i;
        rank[word[i].number] = (int32_t)i;
        SG_TRY(sg_label_names_add(&kept, (int32_t)i, name, strlen(name), err));
    }
    for (uint32_t i = n_kept; i < n; i++) rank[word[i].number] = rest;
    if (n_kept < n && rest == (int32_t)n_kept)
        SG_TRY(sg_label_names_add(&kept, rest, rare, strlen(rare), err));
    SG_TRY(sg_label_names_make_words(&kept, err));
    for (uint32_t v = 0; v < data->graph.n_nodes; v++)
        data->node_label.value[v] = rank[data->node_label.value[v] - first];
    sg_label_names_free(&data->node_name);
    data->node_name = kept;
    kept = (sg_label_names){0};
done:
    sg_label_names_free(&kept);
    sg_free(rank);
    sg_free(word);
    return status;
}

/* ---- The format ------------------------------------------------------------------------------- */

static sg_status read_text(sg_record *record, sg_line_reader *reader, const char *line,
                           size_t size, sg_place place, sg_error *err)
{
    (void)reader;
    return sg_text_graph_parse(record, line, size, place, err);
}

const sg_format sg_format_text = {
    .name = "text",
    .about = "a text per line: a path of its words",
    .setting = "text",
    .read_line = read_text,
    .read_cell = read_text,
};
