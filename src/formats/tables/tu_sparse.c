/* tu_sparse.c - sparse attributes of a TU data set, a line per node. */
#include "base/mem.h"
#include "formats/tu_columns.h"
#include "text/lines.h"

#include <stdlib.h>
#include <string.h>

/* The file being read. */
typedef struct sparse_file {
    sg_sparse_table table;
    sg_text line; /* zero-terminated, with room behind it */
    sg_place place;
    uint32_t n_columns;
} sparse_file;

static sg_status read_size(sparse_file *f, sg_error *err)
{
    sg_status status = SG_OK;
    char *end = NULL;
    const unsigned long n = strtoul(f->line.data, &end, 10);
    if (end == f->line.data || *end != '\0' || n == 0 || n > 1UL << 28)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, f->place,
                           "found \"%.40s\"; the number of columns is needed, up to 2^28",
                           f->line.data));
    f->n_columns = (uint32_t)n;
done:
    return status;
}

static sg_status read_line(void *context, const char *line, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    sparse_file *f = context;
    sg_error inner = {0};
    f->line.size = 0;
    f->place.line++;
    if (memchr(line, '\0', size) != NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, f->place,
                           "found a zero byte; this is not a text file"));
    SG_TRY(sg_text_add_bytes(&f->line, line, size, err));
    SG_TRY(sg_text_add_bytes(&f->line, (char[32]){0}, 32, err));
    if (f->place.line == 1) {
        SG_TRY(read_size(f, err));
        goto done;
    }
    SG_TRY(sg_sparse_row_read(&f->table, f->line.data, f->place, err));
    status = sg_sparse_row_end(&f->table, &inner);
    if (status == SG_OK && f->table.n_columns > f->n_columns)
        status =
            sg_error_set(&inner, SG_EFORMAT, SG_WHERE, "column %u, but there are %u columns",
                         f->table.n_columns - 1, f->n_columns);
    if (status != SG_OK) SG_TRY(sg_error_at(err, status, SG_WHERE, f->place, "%s", inner.text));
done:
    return status;
}

sg_status sg_tu_read_sparse(sg_sparse_table *table, size_t *n_rows, sg_stream *stream,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sparse_file f = {.place = {sg_stream_path(stream), 0, 0}};
    SG_TRY(sg_lines_each(stream, read_line, &f, err));
    if (f.n_columns == 0)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, f.place,
                           "it is empty; the number of columns is needed"));
    f.table.n_columns = f.n_columns;
    *n_rows = f.table.n_rows;
    *table = f.table;
    f.table = (sg_sparse_table){0};
done:
    sg_text_free(&f.line);
    sg_sparse_table_free(&f.table);
    return status;
}
