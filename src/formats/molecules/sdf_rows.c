/* sdf_rows.c - one pass finds the names of fields, a second one writes the rows. */
#include "formats/molecules/sdf_rows.h"

#include "base/mem.h"

#include <string.h>

void sg_sdf_rows_free(sg_sdf_rows *rows)
{
    sg_text_free(&rows->csv);
    sg_free(rows->line);
    *rows = (sg_sdf_rows){0};
}

/* A piece of the text. */
typedef struct piece {
    const char *text;
    size_t size;
} piece;

/* The file, line by line. */
typedef struct reader {
    const char *p, *end;
    uint64_t line; /* of p, from 1 */
} reader;

/* The next line, without its end; false where there is none. */
static bool next_line(piece *line, reader *r)
{
    if (r->p >= r->end) return false;
    const char *newline = memchr(r->p, '\n', (size_t)(r->end - r->p));
    const char *behind = newline != NULL ? newline : r->end;
    *line = (piece){r->p, (size_t)(behind - r->p)};
    if (line->size > 0 && line->text[line->size - 1] == '\r') line->size--;
    r->p = behind + (newline != NULL);
    r->line++;
    return true;
}

static bool begins_with(piece line, const char *word)
{
    return line.size >= strlen(word) && memcmp(line.text, word, strlen(word)) == 0;
}

static bool is_blank(piece line)
{
    for (size_t i = 0; i < line.size; i++)
        if (line.text[i] != ' ' && line.text[i] != '\t') return false;
    return true;
}

/* The name in "> 25 <logS> (MD-08)"; the whole line where there are no angle brackets. */
static piece field_name(piece line)
{
    const char *open = memchr(line.text + 1, '<', line.size - 1);
    const char *behind = line.text + line.size;
    while (open != NULL && behind > open && behind[-1] != '>') behind--;
    if (open == NULL || behind <= open + 1) return (piece){line.text + 1, line.size - 1};
    return (piece){open + 1, (size_t)(behind - open) - 2};
}

/* One molecule: its block, and its fields by their numbers. */
typedef struct molecule {
    piece title, block;
    uint64_t line;
    piece *field; /* [capacity] values; text NULL: it has none */
    size_t capacity;
} molecule;

typedef struct columns {
    sg_names name;
    sg_name_table *table;
} columns;

/* The block: up to "M  END", or to what comes behind it. */
static void read_block(molecule *m, reader *r)
{
    piece line;
    *m = (molecule){.field = m->field, .capacity = m->capacity, .line = r->line};
    m->block.text = r->p;
    for (int i = 0; r->p < r->end; i++) {
        const reader before = *r;
        if (!next_line(&line, r)) break;
        if (i == 0) m->title = line;
        if (i > 0 && (begins_with(line, "$$$$") || begins_with(line, ">"))) {
            *r = before;
            break;
        }
        if (begins_with(line, "M  END")) break;
    }
    m->block.size = (size_t)(r->p - m->block.text);
}

/* The value of a field: the lines up to an empty one. */
static piece read_value(reader *r)
{
    piece line, value = {r->p, 0};
    while (r->p < r->end) {
        const reader before = *r;
        if (!next_line(&line, r)) break;
        if (is_blank(line)) break;
        if (begins_with(line, "$$$$") || begins_with(line, "> ")) {
            *r = before;
            break;
        }
        value.size = (size_t)(line.text + line.size - value.text);
    }
    return value;
}

/* The fields up to the end of the molecule. */
static sg_status read_fields(molecule *m, columns *c, reader *r, sg_error *err)
{
    sg_status status = SG_OK;
    piece line;
    for (uint32_t i = 0; i < m->capacity; i++) m->field[i].text = NULL;
    while (next_line(&line, r)) {
        uint32_t number = 0;
        if (begins_with(line, "$$$$")) break;
        if (!begins_with(line, ">")) continue;
        const piece name = field_name(line);
        SG_TRY(sg_name_table_intern(&number, c->table, name.text, name.size, err));
        if (number >= m->capacity) {
            const size_t before = m->capacity;
            SG_TRY(sg_grow(&m->field, &m->capacity, (size_t)number + 1, sizeof *m->field, err));
            for (size_t i = before; i < m->capacity; i++) m->field[i].text = NULL;
        }
        m->field[number] = read_value(r);
    }
done:
    return status;
}

static sg_status add_cell(sg_text *csv, piece cell, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add_bytes(csv, "\"", 1, err));
    while (cell.size > 0) {
        const char *quote = memchr(cell.text, '"', cell.size);
        const size_t n = quote != NULL ? (size_t)(quote - cell.text) + 1 : cell.size;
        SG_TRY(sg_text_add_bytes(csv, cell.text, n, err));
        if (quote != NULL) SG_TRY(sg_text_add_bytes(csv, "\"", 1, err));
        cell.text += n;
        cell.size -= n;
    }
    SG_TRY(sg_text_add_bytes(csv, "\"", 1, err));
done:
    return status;
}

static sg_status add_header(sg_text *csv, const columns *c, sg_error *err)
{
    sg_status status = SG_OK;
    bool has_id = false;
    for (uint32_t i = 0; i < c->name.n; i++)
        has_id = has_id || strcmp(sg_names_at(&c->name, i), "id") == 0;
    SG_TRY(sg_text_add(csv, err, "molfile,%s", has_id ? "title" : "id"));
    for (uint32_t i = 0; i < c->name.n; i++) {
        const char *name = sg_names_at(&c->name, i);
        SG_TRY(sg_text_add_bytes(csv, ",", 1, err));
        SG_TRY(add_cell(csv, (piece){name, strlen(name)}, err));
    }
    SG_TRY(sg_text_add_bytes(csv, "\n", 1, err));
done:
    return status;
}

static sg_status add_row(sg_sdf_rows *rows, const molecule *m, uint32_t n_fields, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&rows->line, &rows->capacity, (size_t)rows->n + 1, sizeof *rows->line, err));
    rows->line[rows->n++] = m->line;
    SG_TRY(add_cell(&rows->csv, m->block, err));
    SG_TRY(sg_text_add_bytes(&rows->csv, ",", 1, err));
    SG_TRY(add_cell(&rows->csv, m->title, err));
    for (uint32_t i = 0; i < n_fields; i++) {
        const bool some = i < m->capacity && m->field[i].text != NULL;
        SG_TRY(sg_text_add_bytes(&rows->csv, ",", 1, err));
        if (some) SG_TRY(add_cell(&rows->csv, m->field[i], err));
    }
    SG_TRY(sg_text_add_bytes(&rows->csv, "\n", 1, err));
done:
    return status;
}

/* Blank lines at the end of a file are no molecule. */
static bool is_over(const reader *r)
{
    for (const char *p = r->p; p < r->end; p++)
        if (*p != '\n' && *p != '\r' && *p != ' ') return false;
    return true;
}

/* All molecules; rows are added where the names of all fields are known. */
static sg_status pass(sg_sdf_rows *rows, molecule *m, columns *c, piece text, bool adds,
                      sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_fields = c->name.n;
    reader r = {text.text, text.text + text.size, 1};
    while (!is_over(&r)) {
        read_block(m, &r);
        SG_TRY(read_fields(m, c, &r, err));
        if (adds) SG_TRY(add_row(rows, m, n_fields, err));
    }
done:
    return status;
}

sg_status sg_sdf_rows_make(sg_sdf_rows *rows, const char *text, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    columns c = {0};
    molecule m = {0};
    sg_sdf_rows made = {0};
    SG_REQUIRE(size == 0 || memchr(text, '\0', size) == NULL, SG_EFORMAT,
               "SDF: found a zero byte; this is not a text file");
    SG_TRY(sg_name_table_open(&c.table, &c.name, err));
    SG_TRY(pass(&made, &m, &c, (piece){text, size}, false, err));
    SG_TRY(add_header(&made.csv, &c, err));
    SG_TRY(pass(&made, &m, &c, (piece){text, size}, true, err));
    const size_t used = made.csv.size;
    SG_TRY(sg_text_add_bytes(&made.csv, (char[32]){0}, 32, err));
    made.csv.size = used;
    *rows = made;
    made = (sg_sdf_rows){0};
done:
    sg_sdf_rows_free(&made);
    sg_name_table_close(c.table);
    sg_names_free(&c.name);
    sg_free(m.field);
    return status;
}
