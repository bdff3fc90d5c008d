/* sparse_table.c - rows that grow by their end. */
#include "data/nodes/sparse_table.h"

#include "base/mem.h"
#include "text/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sg_sparse_table_free(sg_sparse_table *table)
{
    sg_free(table->row);
    sg_free(table->column);
    sg_free(table->value);
    *table = (sg_sparse_table){0};
}

size_t sg_sparse_table_bytes(const sg_sparse_table *table)
{
    if (table->row == NULL) return 0;
    const size_t n = table->row[table->n_rows];
    return (table->n_rows + (size_t)1) * sizeof *table->row +
           n * (sizeof *table->column + sizeof *table->value);
}

static uint64_t first_of_row(const sg_sparse_table *t)
{
    return t->row != NULL ? t->row[t->n_rows] : 0;
}

sg_status sg_sparse_row_add(sg_sparse_table *t, uint32_t column, float value, sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t n = first_of_row(t) + t->n_open;
    SG_REQUIRE(column < SG_MOST_SPARSE_COLUMNS, SG_ELIMIT,
               "column %u; 2^28 columns are possible", column);
    SG_TRY(sg_grow(&t->column, &t->column_capacity, n + 1, sizeof *t->column, err));
    SG_TRY(sg_grow(&t->value, &t->value_capacity, n + 1, sizeof *t->value, err));
    t->column[n] = column;
    t->value[n] = value;
    t->n_open++;
    if (column >= t->n_columns) t->n_columns = column + 1;
done:
    return status;
}

/* Rows are short and mostly in order. */
static void sort_row(uint32_t *column, float *value, uint64_t n)
{
    for (uint64_t i = 1; i < n; i++) {
        const uint32_t c = column[i];
        const float v = value[i];
        uint64_t k = i;
        for (; k > 0 && column[k - 1] > c; k--) {
            column[k] = column[k - 1];
            value[k] = value[k - 1];
        }
        column[k] = c;
        value[k] = v;
    }
}

sg_status sg_sparse_row_end(sg_sparse_table *t, sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t first = first_of_row(t);
    SG_TRY(sg_grow(&t->row, &t->row_capacity, t->n_rows + (size_t)2, sizeof *t->row, err));
    if (t->n_rows == 0) t->row[0] = 0;
    if (t->n_open > 0) sort_row(t->column + first, t->value + first, t->n_open);
    for (uint64_t e = first + 1; e < first + t->n_open; e++)
        SG_REQUIRE(t->column[e - 1] != t->column[e], SG_EFORMAT, "column %u is there twice",
                   t->column[e]);
    t->row[++t->n_rows] = first + t->n_open;
    t->n_open = 0;
done:
    return status;
}

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '\r') p++;
    return p;
}

sg_status sg_sparse_row_read(sg_sparse_table *table, const char *text, sg_place place,
                             sg_error *err)
{
    sg_status status = SG_OK;
    for (const char *p = skip_blanks(text); *p != '\0'; p = skip_blanks(p)) {
        char *end = NULL;
        const unsigned long column = *p >= '0' && *p <= '9' ? strtoul(p, &end, 10) : 0;
        double value = 1;
        const char *behind = end;
        if (end != NULL && *end == ':') behind = sg_scan_real(&value, end + 1);
        const bool ends = behind != NULL && (*behind == '\0' || behind != skip_blanks(behind));
        if (!ends || !isfinite(value)) {
            status = sg_error_at(
                err, SG_EFORMAT, SG_WHERE, place,
                "found \"%.40s\"; entries like 17:0.5 are needed, a column from 0 and "
                "a finite number",
                p);
            goto done;
        }
        SG_REQUIRE(column < SG_MOST_SPARSE_COLUMNS, SG_ELIMIT,
                   "column %lu; 2^28 columns are possible", column);
        SG_TRY(sg_sparse_row_add(table, (uint32_t)column, (float)value, err));
        p = behind;
    }
done:
    return status;
}

sg_status sg_sparse_table_select(sg_sparse_table *copy, const sg_sparse_table *table,
                                 const uint32_t *row, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t n_entries = 0;
    if (table->row == NULL) goto done;
    for (uint32_t i = 0; i < n; i++) n_entries += table->row[row[i] + 1] - table->row[row[i]];
    SG_ALLOC(copy->row, n + (size_t)1);
    SG_ALLOC(copy->column, n_entries);
    SG_ALLOC(copy->value, n_entries);
    copy->n_columns = table->n_columns;
    copy->n_rows = n;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t from = table->row[row[i]], size = table->row[row[i] + 1] - from,
                       to = copy->row[i];
        if (size > 0) {
            memcpy(copy->column + to, table->column + from, size * sizeof *copy->column);
            memcpy(copy->value + to, table->value + from, size * sizeof *copy->value);
        }
        copy->row[i + 1] = to + size;
    }
done:
    return status;
}

sg_status sg_sparse_table_append(sg_sparse_table *t, const uint64_t *row,
                                 const uint32_t *column, const float *value, uint32_t n,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t first = first_of_row(t), n_entries = row[n];
    SG_TRY(sg_grow(&t->row, &t->row_capacity, t->n_rows + (size_t)n + 1, sizeof *t->row, err));
    SG_TRY(sg_grow(&t->column, &t->column_capacity, first + n_entries, sizeof *t->column, err));
    SG_TRY(sg_grow(&t->value, &t->value_capacity, first + n_entries, sizeof *t->value, err));
    for (uint32_t v = 0; v <= n; v++) t->row[t->n_rows + v] = first + row[v];
    for (uint64_t e = 0; e < n_entries; e++) {
        t->column[first + e] = column[e];
        t->value[first + e] = value != NULL ? value[e] : 1;
        if (column[e] >= t->n_columns) t->n_columns = column[e] + 1;
    }
    t->n_rows += n;
done:
    return status;
}
