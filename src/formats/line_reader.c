/* line_reader.c - lines of molecules, graphs and texts. */
#include "formats/line_reader.h"

#include "chem/smiles_reader.h"
#include "formats/json_graph.h"
#include "formats/text_graph.h"

#include <string.h>

void sg_line_reader_free(sg_line_reader *reader)
{
    sg_molecule_free(&reader->molecule);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The SMILES ends at the first blank; what is left is the id. */
static sg_status read_smiles(sg_record *record, sg_line_reader *reader, const char *line,
                             size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    size_t begin = 0;
    while (begin < size && is_blank(line[begin])) begin++;
    size_t end = begin;
    while (end < size && !is_blank(line[end])) end++;
    if (place.column > 0) place.column += begin;
    SG_TRY(sg_smiles_parse(&reader->molecule, line + begin, end - begin, place, err));
    SG_TRY(sg_molecule_to_record(record, &reader->molecule, reader->kekule, err));
    while (end < size && is_blank(line[end])) end++;
    if (end == size) goto done;
    if (memchr(line + end, '\0', size - end) != NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "found a zero byte in the id; this is not a text file"));
    SG_TRY(sg_text_add_bytes(&record->id, line + end, size - end, err));
    record->has_id = true;
done:
    return status;
}

sg_status sg_line_read(sg_record *record, sg_line_reader *reader, const char *line, size_t size,
                       sg_place place, sg_error *err)
{
    sg_record_clear(record);
    while (size > 0 && is_blank(line[size - 1])) size--;
    switch (reader->format) {
    case SG_LINE_SMILES:
        return read_smiles(record, reader, line, size, place, err);
    case SG_LINE_JSON:
        return sg_json_graph_parse(record, line, size, place, err);
    case SG_LINE_TEXT:
        break;
    }
    return sg_text_graph_parse(record, line, size, place, err);
}

sg_status sg_line_collect(sg_record_collector *collector, const sg_record *record,
                          sg_place place, sg_error *err)
{
    sg_error inner = {0};
    const sg_status status = sg_record_collector_add(collector, record, place.line, &inner);
    return status == SG_OK ? SG_OK
                           : sg_error_at(err, status, SG_WHERE, place, "%s", inner.text);
}

sg_status sg_line_finish(sg_dataset *data, sg_record_collector *collector,
                         sg_line_format format, const char *name, const char *path,
                         sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset made = {0};
    SG_TRY(sg_record_collector_finish(&made, collector, name, path, err));
    if (format == SG_LINE_SMILES) SG_TRY(sg_molecules_name_labels(&made, err));
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

sg_status sg_lines_collect(sg_record_collector *collector, sg_line_reader *reader,
                           const char *path, const char *text, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    const char *p = text, *const end = text + size;
    sg_record record = {0};
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) p += 3;
    for (uint64_t line = 1; p < end; line++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const size_t length = (size_t)((newline != NULL ? newline : end) - p);
        const sg_place place = {path, line, 1};
        if (!is_empty(p, length)) {
            SG_TRY(sg_line_read(&record, reader, p, length, place, err));
            SG_TRY(sg_line_collect(collector, &record, (sg_place){path, line, 0}, err));
        }
        p += length + (newline != NULL);
    }
done:
    sg_record_free(&record);
    return status;
}
