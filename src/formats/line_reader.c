/* line_reader.c - the lines of a file, each read by its format. */
#include "formats/line_reader.h"

#include "base/machine/claims.h"
#include "data/nodes/node_parts.h"
#include "formats/import_options.h"

#include <string.h>

void sg_line_reader_free(sg_line_reader *reader)
{
    if (reader->format != NULL && reader->format->free_memory != NULL)
        reader->format->free_memory(reader->memory);
    reader->memory = NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

sg_status sg_line_read(sg_record *record, sg_line_reader *reader, const char *line, size_t size,
                       sg_place place, sg_error *err)
{
    sg_error flaw = {0};
    sg_record_clear(record);
    while (size > 0 && is_blank(line[size - 1])) size--;
    const sg_status status = reader->format->read_line(record, reader, line, size, place, err);
    /* Also where the line cannot be read: messages name the id. */
    if (sg_record_check_id(record, &flaw) == SG_OK || status != SG_OK) return status;
    place.column = 0;
    return sg_error_at(err, flaw.status, SG_WHERE, place, "%s", flaw.text);
}

sg_status sg_line_collect(sg_record_collector *collector, const sg_record *record,
                          sg_place place, sg_error *err)
{
    sg_error inner = {0};
    const sg_status status = sg_record_collector_add(collector, record, place.line, &inner);
    return status == SG_OK ? SG_OK
                           : sg_error_at(err, status, SG_WHERE, place, "%s", inner.text);
}

/* The line of a node is that of its graph. */
typedef struct graph_lines {
    const uint64_t *line; /* [graphs] */
    const sg_graph *graph;
} graph_lines;

static uint64_t line_of(const void *context, uint32_t node)
{
    const graph_lines *lines = context;
    return lines
        ->line[sg_graph_of_node(lines->graph->graph_offset, lines->graph->n_graphs, node)];
}

sg_status sg_line_finish(sg_dataset *data, sg_record_collector *collector,
                         const sg_line_reader *reader, const char *name, const char *path,
                         sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    SG_TRY(sg_record_collector_finish(&made, collector, name, path, err));
    const graph_lines lines = {collector->line, &made.graph};
    SG_TRY(sg_node_parts_check(&made.items, made.graph.n_nodes,
                               &(sg_node_lines){path, line_of, &lines}, err));
    if (reader->format->complete != NULL)
        SG_TRY(reader->format->complete(&made, reader->options, err));
    *data = made;
    made = (sg_dataset){0};
done:
    sg_dataset_free(&made);
    return status;
}

static bool is_empty(const char *line, size_t size)
{
    while (size > 0 && is_blank(line[size - 1])) size--;
    return size == 0;
}

/* Note a line that cannot be read; other failures stay what they are. */
static sg_status reject(sg_line_reader *reader, const sg_record *record, const char *path,
                        uint64_t line, const sg_error *why, sg_error *err)
{
    const bool of_line = why->status == SG_EFORMAT && reader->reading != NULL;
    if (!of_line) return sg_error_set(err, why->status, SG_WHERE, "%s", why->text);
    sg_reject row = {.row = reader->reading->n_rows,
                     .line = line,
                     .column = "",
                     .id = record->has_id ? record->id.data : ""};
    sg_reject_take(&row, path, why->text);
    return sg_reading_reject(reader->reading, &row, err);
}

sg_status sg_lines_collect(sg_record_collector *collector, sg_line_reader *reader,
                           const char *path, const char *text, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    const char *p = text, *const end = text + size;
    uint64_t n_nodes = 0;
    sg_record record = {0};
    if (reader->n_lines_before == 0 && size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        p += 3;
    for (uint64_t line = reader->n_lines_before + 1; p < end; line++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const size_t length = (size_t)((newline != NULL ? newline : end) - p);
        const sg_place place = {path, line, 1};
        if (!is_empty(p, length)) {
            sg_error why = {0};
            status = sg_line_read(&record, reader, p, length, place, &why);
            if (status == SG_OK) {
                n_nodes += record.n_nodes;
                SG_TRY(sg_claims_check(n_nodes, 1, "nodes", (uint64_t)(p - text) + length,
                                       (sg_place){path, line, 0}, err));
                status = sg_line_collect(collector, &record, (sg_place){path, line, 0}, &why);
            }
            if (status != SG_OK) SG_TRY(reject(reader, &record, path, line, &why, err));
            if (reader->reading != NULL) reader->reading->n_rows++;
        }
        p += length + (newline != NULL);
    }
done:
    sg_record_free(&record);
    return status;
}

sg_status sg_lines_read(sg_dataset *data, const sg_format *format, const sg_format_input *input,
                        sg_error *err)
{
    sg_status status = SG_OK;
    sg_reading reading = {0};
    sg_line_reader reader = {.format = format, .options = input->options, .reading = &reading};
    sg_record_collector collector = {0};
    SG_TRY(sg_lines_collect(&collector, &reader, input->path, input->text, input->size, err));
    SG_TRY(sg_reading_check(
        &reading, input->options != NULL ? input->options->max_rejects : (sg_reject_limit){0},
        input->path, err));
    SG_TRY(sg_line_finish(data, &collector, &reader, input->name, input->path, err));
    if (reading.n_rejects > 0) {
        data->reading = reading;
        reading = (sg_reading){0};
    }
done:
    sg_reading_free(&reading);
    sg_record_collector_free(&collector);
    sg_line_reader_free(&reader);
    return status;
}
