/* record_targets.c - what a column of targets is: numbers, classes that are numbers, or words. */
#include "data/record_targets.h"

#include "base/mem.h"
#include "text/json_reader.h"
#include "text/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool sg_cell_is_missing(const char *cell)
{
    static const char *const missing[] = {"", "?", "na", "nan", "null"};
    while (is_blank(*cell)) cell++;
    size_t size = strlen(cell);
    while (size > 0 && is_blank(cell[size - 1])) size--;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (strlen(missing[i]) == size && strncasecmp(cell, missing[i], size) == 0) return true;
    return false;
}

bool sg_cell_number(double *value, const char *cell)
{
    /* sg_scan_real wants room behind the number. */
    enum { LONGEST = 400, ROOM = 17 };
    char copy[LONGEST + ROOM] = {0};
    double number = 0;
    while (is_blank(*cell)) cell++;
    size_t size = strlen(cell);
    while (size > 0 && is_blank(cell[size - 1])) size--;
    if (size == 0 || size > LONGEST) return false;
    for (size_t i = 0; i < size; i++) copy[i] = cell[i];
    if (sg_scan_real(&number, copy) != copy + size || !isfinite(number)) return false;
    *value = number;
    return true;
}

/* What is in a column. */
typedef struct column_kind {
    bool has_missing, has_words, is_whole;
    uint32_t first_word, first_missing; /* items  */
    const char *flaw;                   /* a byte of a word that is no UTF-8, or NULL */
    uint32_t flawed;                    /* its item                                   */
} column_kind;

static column_kind look_at(double *value, const sg_names *cell, uint32_t column, uint32_t width,
                           uint32_t n_items)
{
    column_kind kind = {.is_whole = true};
    for (uint32_t g = 0; g < n_items; g++) {
        const char *text = sg_names_at(cell, g * width + column);
        double *to = &value[(size_t)g * width + column];
        *to = NAN;
        if (sg_cell_number(to, text)) {
            if (fabs(*to) > 1e15 || *to != floor(*to)) kind.is_whole = false;
            continue;
        }
        const bool missing = sg_cell_is_missing(text);
        if (missing && !kind.has_missing) kind.first_missing = g;
        if (!missing && !kind.has_words) kind.first_word = g;
        kind.has_missing = kind.has_missing || missing;
        kind.has_words = kind.has_words || !missing;
        if (kind.flaw != NULL) continue;
        kind.flaw = sg_utf8_flaw(text);
        kind.flawed = g;
    }
    return kind;
}

static sg_status number_classes(sg_items *items, const double *value, uint32_t n_items,
                                sg_error *err)
{
    sg_status status = SG_OK;
    int64_t *label = NULL;
    SG_ALLOC(label, n_items);
    for (uint32_t g = 0; g < n_items; g++)
        label[g] = isnan(value[g]) ? SG_NO_NODE_CLASS : (int64_t)value[g];
    SG_TRY(sg_items_number_classes(items, label, n_items, err));
done:
    sg_free(label);
    return status;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

sg_status sg_record_classes_make(sg_items *items, const sg_names *cell, uint32_t n_items,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sg_names seen = {0};
    sg_name_table *table = NULL;
    uint32_t *number = NULL, *rank = NULL;
    const char **word = NULL;
    SG_TRY(sg_name_table_open(&table, &seen, err));
    SG_ALLOC(number, n_items);
    for (uint32_t g = 0; g < n_items; g++) {
        const char *text = sg_names_at(cell, g);
        number[g] = SG_NO_CLASS;
        if (items->kind == SG_ITEM_NODE && sg_cell_is_missing(text)) continue;
        while (is_blank(*text)) text++;
        size_t size = strlen(text);
        while (size > 0 && is_blank(text[size - 1])) size--;
        SG_TRY(sg_name_table_intern(&number[g], table, text, size, err));
    }
    SG_ALLOC(word, seen.n);
    SG_ALLOC(rank, seen.n);
    SG_ALLOC(items->class_name, seen.n);
    for (uint32_t i = 0; i < seen.n; i++) word[i] = sg_names_at(&seen, i);
    qsort(word, seen.n, sizeof *word, compare_texts);
    for (uint32_t i = 0; i < seen.n; i++) {
        uint32_t old = 0;
        SG_TRY(sg_name_table_intern(&old, table, word[i], strlen(word[i]), err));
        rank[old] = i;
        items->class_name[i] = i;
        SG_TRY(sg_names_add(&items->class_word, word[i], strlen(word[i]), err));
    }
    for (uint32_t g = 0; g < n_items; g++)
        if (number[g] != SG_NO_CLASS) number[g] = rank[number[g]];
    items->n_classes = seen.n;
    items->item_class = number;
    number = NULL;
done:
    sg_name_table_close(table);
    sg_names_free(&seen);
    sg_free(number);
    sg_free(rank);
    sg_free(word);
    return status;
}

sg_status sg_record_targets_make(sg_items *items, const sg_names *cell, uint32_t n_targets,
                                 const uint64_t *line, uint32_t n_items, const char *path,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    double *value = NULL;
    column_kind kind = {0};
    if (n_targets == 0) goto done;
    SG_ALLOC(value, (size_t)n_items * n_targets);
    for (uint32_t c = 0; c < n_targets; c++) {
        kind = look_at(value, cell, c, n_targets, n_items);
        if (kind.has_words && n_targets > 1)
            SG_TRY(sg_error_at(
                err, SG_EFORMAT, SG_WHERE, (sg_place){path, line[kind.first_word], 0},
                "found the target \"%.60s\"; of several targets each must be a number, or be "
                "empty where it is missing",
                sg_names_at(cell, kind.first_word * n_targets + c)));
    }
    const bool may_lack = items->kind == SG_ITEM_NODE;
    if (kind.has_words && kind.has_missing && !may_lack)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE,
                           (sg_place){path, line[kind.first_missing], 0},
                           "found no class; other graphs have classes that are words, like "
                           "\"%.60s\", and then every graph needs one",
                           sg_names_at(cell, kind.first_word)));
    /* Said here, because the words go into model files, which are written after the training. */
    if (kind.flaw != NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){path, line[kind.flawed], 0},
                           "found byte %u in a class; words must be UTF-8",
                           (unsigned)(unsigned char)*kind.flaw));
    if (kind.has_words) {
        SG_TRY(sg_record_classes_make(items, cell, n_items, err));
        goto done;
    }
    if (n_targets == 1 && kind.is_whole && (may_lack || !kind.has_missing))
        SG_TRY(number_classes(items, value, n_items, err));
    items->target = (sg_value_table){value, n_targets};
    value = NULL;
done:
    sg_free(value);
    return status;
}
