/* tu_columns.c - rows of numbers, quickly.
 *
 * Each kind of file has a short loop for rows in the usual form, eight digits at a time.  A row
 * in any other form goes through the careful reader, which knows about blanks, signs, missing
 * values and errors. */
#include "formats/tu_columns.h"

#include "base/mem.h"
#include "text/number_rows.h"
#include "text/numbers.h"

#include <math.h>
#include <string.h>

/* ---- Labels ------------------------------------------------------------------------------ */

typedef struct label_rows {
    int32_t *value;
    size_t n, capacity;
    size_t n_columns; /* 0 before the first row */
} label_rows;

static sg_status read_label_row(label_rows *out, sg_number_rows *rows, sg_error *err)
{
    sg_status status = SG_OK;
    bool empty = false, some = true;
    size_t n = 0;
    SG_TRY(sg_rows_enter(&empty, rows, err));
    if (empty) goto done;
    sg_field_reader f = sg_fields_of(rows);
    for (;; n++) {
        int64_t value = 0;
        SG_TRY(sg_field_integer(&value, &some, &f, rows, INT32_MIN, INT32_MAX,
                                "a whole number from -2147483648 to 2147483647 is needed",
                                err));
        if (!some) break;
        SG_TRY(sg_grow(&out->value, &out->capacity, out->n + 1, sizeof *out->value, err));
        out->value[out->n++] = (int32_t)value;
    }
    if (out->n_columns == 0) out->n_columns = n;
    if (n != out->n_columns) SG_TRY(sg_rows_wrong_width(rows, n, out->n_columns, err));
done:
    return status;
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* Four rows of the form "7\n" at `p`?  Then their values, else false. */
static bool read_four_digits(int32_t *value, const char *p)
{
    uint64_t text;
    memcpy(&text, p, sizeof text);
    text ^= 0x0a300a300a300a30ULL; /* leaves digits in the even bytes, 0 in the odd ones */
    if ((text & 0xfff0fff0fff0fff0ULL) != 0 ||
        ((text + 0x0006000600060006ULL) & 0x0010001000100010ULL) != 0)
        return false;
    for (int i = 0; i < 4; i++) value[i] = (int32_t)(text >> (16 * i) & 0xf);
    return true;
}

#else

static bool read_four_digits(int32_t *value, const char *p)
{
    (void)value, (void)p;
    return false;
}

#endif

/* Rows of the form "12\n" at the front of the block. */
static void read_plain_labels(label_rows *out, sg_number_rows *rows)
{
    const char *p = rows->next;
    size_t n = out->n;
    while (p < rows->end) {
        if (rows->end - p >= 8 && read_four_digits(out->value + n, p)) {
            n += 4;
            p += 8;
            continue;
        }
        uint32_t value = 0;
        const char *q = sg_scan_short(&value, p);
        if (q == NULL || *q != '\n') break;
        out->value[n++] = (int32_t)value;
        p = q + 1;
    }
    rows->line += n - out->n;
    rows->next = p;
    out->n = n;
}

sg_status sg_tu_read_labels(sg_label_table *table, size_t *n_rows, sg_stream *stream,
                            sg_error *err)
{
    sg_status status = SG_OK;
    label_rows out = {0};
    sg_number_rows rows = {0};
    SG_TRY(sg_rows_open(&rows, stream, err));
    for (;;) {
        SG_TRY(sg_rows_next_block(&rows, err));
        if (rows.next == rows.end) break;
        /* A row takes at least two bytes. */
        const size_t size = (size_t)(rows.end - rows.next), n_before = out.n;
        SG_TRY(
            sg_grow(&out.value, &out.capacity, out.n + size / 2 + 1, sizeof *out.value, err));
        while (rows.next < rows.end) {
            if (out.n_columns == 1 && rows.blank_line == 0) read_plain_labels(&out, &rows);
            if (rows.next < rows.end) SG_TRY(read_label_row(&out, &rows, err));
        }
        if (n_before == 0)
            SG_TRY(sg_grow(&out.value, &out.capacity, sg_rows_expect(&rows, size, out.n),
                           sizeof *out.value, err));
    }
    *n_rows = out.n_columns > 0 ? out.n / out.n_columns : 0;
    sg_shrink(&out.value, &out.capacity, out.n, sizeof *out.value);
    *table = (sg_label_table){0};
    if (out.n_columns == 0) goto done; /* a table without columns has no memory */
    *table = (sg_label_table){out.value, (uint32_t)out.n_columns};
    out.value = NULL;
done:
    sg_rows_close(&rows);
    sg_free(out.value);
    return status;
}

/* ---- Values ------------------------------------------------------------------------------ */

typedef struct value_rows {
    double *value;
    size_t n, capacity;
    size_t n_columns;
    bool allow_missing;
} value_rows;

static const char VALUE_ALLOWED[] = "a finite decimal number is needed";
static const char TARGET_ALLOWED[] =
    "a finite decimal number is needed, or \"?\" where the value is missing";

/* Read the value of a field that begins at f->p. */
static sg_status read_value(double *value, sg_field_reader *f, sg_row_field kind,
                            const value_rows *out, const sg_number_rows *rows, sg_error *err)
{
    const char *begin = f->p, *allowed = out->allow_missing ? TARGET_ALLOWED : VALUE_ALLOWED;
    *value = (double)NAN;
    if (kind == SG_FIELD_EMPTY) {
        if (out->allow_missing) return SG_OK;
        return sg_rows_fail(rows, begin - 1, allowed, err);
    }
    if (out->allow_missing && *begin == '?')
        f->p = begin + 1;
    else
        f->p = sg_scan_real(value, begin);
    if (f->p == NULL || isinf(*value) || !sg_field_end(f))
        return sg_rows_fail(rows, begin, allowed, err);
    return SG_OK;
}

static sg_status read_value_row(value_rows *out, sg_number_rows *rows, sg_error *err)
{
    sg_status status = SG_OK;
    bool empty = false;
    size_t n = 0;
    SG_TRY(sg_rows_enter(&empty, rows, err));
    if (empty) goto done;
    sg_field_reader f = sg_fields_of(rows);
    for (sg_row_field kind; (kind = sg_field_next(&f)) != SG_FIELD_NONE; n++) {
        SG_TRY(sg_grow(&out->value, &out->capacity, out->n + 1, sizeof *out->value, err));
        SG_TRY(read_value(&out->value[out->n], &f, kind, out, rows, err));
        out->n++;
    }
    if (out->n_columns == 0) out->n_columns = n;
    if (n != out->n_columns) SG_TRY(sg_rows_wrong_width(rows, n, out->n_columns, err));
done:
    return status;
}

sg_status sg_tu_read_values(sg_value_table *table, size_t *n_rows, bool allow_missing,
                            sg_stream *stream, sg_error *err)
{
    sg_status status = SG_OK;
    value_rows out = {.allow_missing = allow_missing};
    sg_number_rows rows = {0};
    SG_TRY(sg_rows_open(&rows, stream, err));
    for (;;) {
        SG_TRY(sg_rows_next_block(&rows, err));
        if (rows.next == rows.end) break;
        while (rows.next < rows.end) SG_TRY(read_value_row(&out, &rows, err));
    }
    *n_rows = out.n_columns > 0 ? out.n / out.n_columns : 0;
    sg_shrink(&out.value, &out.capacity, out.n, sizeof *out.value);
    *table = (sg_value_table){out.value, (uint32_t)out.n_columns};
    out.value = NULL;
done:
    sg_rows_close(&rows);
    sg_free(out.value);
    return status;
}

/* ---- Runs -------------------------------------------------------------------------------- */

typedef struct run_rows {
    sg_node_run *run;
    size_t n, capacity;
    uint32_t n_nodes;
    uint32_t last_graph; /* as in the file, from 1; 0 before the first */
} run_rows;

static sg_status add_node(run_rows *out, int64_t graph, const sg_number_rows *rows,
                          sg_error *err)
{
    sg_status status = SG_OK;
    const sg_place place = {rows->path, rows->line, 0};
    if (graph < out->last_graph)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "graph %lld after graph %u; nodes must be ordered by graph",
                           (long long)graph, out->last_graph));
    if (out->n_nodes == UINT32_MAX - 1)
        SG_TRY(sg_error_at(err, SG_ELIMIT, SG_WHERE, place, "more than 2^32-2 nodes"));
    if (graph > out->last_graph) {
        SG_TRY(sg_grow(&out->run, &out->capacity, out->n + 1, sizeof *out->run, err));
        out->run[out->n++] = (sg_node_run){(uint32_t)(graph - 1), out->n_nodes};
        out->last_graph = (uint32_t)graph;
    }
    out->n_nodes++;
done:
    return status;
}

static sg_status read_run_row(run_rows *out, sg_number_rows *rows, sg_error *err)
{
    static const char allowed[] = "one graph number from 1 to 4294967294 is needed";
    sg_status status = SG_OK;
    bool empty = false, some = false;
    int64_t graph = 0;
    SG_TRY(sg_rows_enter(&empty, rows, err));
    if (empty) goto done;
    sg_field_reader f = sg_fields_of(rows);
    SG_TRY(sg_field_integer(&graph, &some, &f, rows, 1, UINT32_MAX - 1, allowed, err));
    if (sg_field_next(&f) != SG_FIELD_NONE) SG_TRY(sg_rows_fail(rows, f.p, allowed, err));
    SG_TRY(add_node(out, graph, rows, err));
done:
    return status;
}

/* Rows that repeat the row at the front of the block, letter by letter: most rows do, and a look
 * at eight bytes is enough to see it. */
static void skip_same_graph(run_rows *out, sg_number_rows *rows)
{
    uint32_t graph = 0;
    const char *p = rows->next, *behind = sg_scan_short(&graph, p);
    if (behind == NULL || *behind != '\n' || graph == 0 || graph != out->last_graph) return;
    const size_t length = (size_t)(behind + 1 - p);
    const uint32_t most = UINT32_MAX - 1 - out->n_nodes;
    uint32_t n = 1;
    if (length <= 8 && most > 0) {
        while (n < most && p + length < rows->end && memcmp(p, p + length, length) == 0) {
            p += length;
            n++;
        }
        rows->next = p + length;
        rows->line += n;
        out->n_nodes += n;
    }
}

sg_status sg_tu_read_runs(sg_node_run **runs, size_t *n_runs, uint32_t *n_nodes,
                          sg_stream *stream, sg_error *err)
{
    sg_status status = SG_OK;
    run_rows out = {0};
    sg_number_rows rows = {0};
    SG_TRY(sg_rows_open(&rows, stream, err));
    SG_TRY(sg_grow(&out.run, &out.capacity, 1, sizeof *out.run, err));
    for (;;) {
        SG_TRY(sg_rows_next_block(&rows, err));
        if (rows.next == rows.end) break;
        while (rows.next < rows.end) {
            if (rows.blank_line == 0) skip_same_graph(&out, &rows);
            if (rows.next < rows.end) SG_TRY(read_run_row(&out, &rows, err));
        }
    }
    *runs = out.run;
    *n_runs = out.n;
    *n_nodes = out.n_nodes;
    out.run = NULL;
done:
    sg_rows_close(&rows);
    sg_free(out.run);
    return status;
}

/* ---- Classes ----------------------------------------------------------------------------- */

/* The class in a row that is entered; *some is false where it is missing. */
static sg_status read_class(int64_t *label, bool allow_missing, const sg_number_rows *rows,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const char *allowed =
        allow_missing
            ? "one whole number is needed, the class of a node, or \"?\" where it has none"
            : "one whole number is needed, the class of a graph";
    sg_field_reader f = sg_fields_of(rows);
    bool some = false;
    if (allow_missing && f.p < f.end && *f.p == '?') {
        f.p++;
        if (!sg_field_end(&f)) SG_TRY(sg_rows_fail(rows, f.p - 1, allowed, err));
        *label = SG_NO_NODE_CLASS;
    } else {
        SG_TRY(sg_field_integer(label, &some, &f, rows,
                                allow_missing ? INT64_MIN + 1 : INT64_MIN, INT64_MAX, allowed,
                                err));
    }
    if (sg_field_next(&f) != SG_FIELD_NONE) SG_TRY(sg_rows_fail(rows, f.p, allowed, err));
done:
    return status;
}

sg_status sg_tu_read_classes(int64_t **label, size_t *n_rows, bool allow_missing,
                             sg_stream *stream, sg_error *err)
{
    sg_status status = SG_OK;
    int64_t *value = NULL;
    size_t n = 0, capacity = 0;
    sg_number_rows rows = {0};
    SG_TRY(sg_rows_open(&rows, stream, err));
    SG_TRY(sg_grow(&value, &capacity, 1, sizeof *value, err));
    for (;;) {
        SG_TRY(sg_rows_next_block(&rows, err));
        if (rows.next == rows.end) break;
        while (rows.next < rows.end) {
            bool empty = false;
            SG_TRY(sg_rows_enter(&empty, &rows, err));
            if (empty) continue;
            SG_TRY(sg_grow(&value, &capacity, n + 1, sizeof *value, err));
            SG_TRY(read_class(&value[n++], allow_missing, &rows, err));
        }
    }
    *label = value;
    *n_rows = n;
    value = NULL;
done:
    sg_rows_close(&rows);
    sg_free(value);
    return status;
}
