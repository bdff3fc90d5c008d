/* line_reader.h - a line, a graph.
 *
 * Each thread has a reader and a record of its own; lines are read in any order, and records are
 * collected in theirs:
 *
 *     sg_line_reader reader = {.format = &sg_format_smiles};
 *     SG_TRY(sg_line_read(&record, &reader, line, size, place, err));
 *     SG_TRY(sg_record_collector_add(&collector, &record, place.line, err));
 */
#ifndef SG_FORMATS_LINE_READER_H
#define SG_FORMATS_LINE_READER_H

#include "data/record_collector.h"
#include "formats/format.h"

void sg_line_reader_free(sg_line_reader *reader);

/* Read a line, without its newline, into a record, which is cleared first.
 * Fails with SG_EFORMAT (path, line, column), SG_ELIMIT or SG_ENOMEM; the record then has no
 * meaning, and reader and record can read the next line. */
sg_status sg_line_read(sg_record *record, sg_line_reader *reader, const char *line, size_t size,
                       sg_place place, sg_error *err);

/* Collect a record that stands at `place`, which messages name. */
sg_status sg_line_collect(sg_record_collector *collector, const sg_record *record,
                          sg_place place, sg_error *err);

/* Make the data set `name` of records that `reader` has read, with names for what the format has
 * numbers for.
 * As sg_record_collector_finish. */
sg_status sg_line_finish(sg_dataset *data, sg_record_collector *collector,
                         const sg_line_reader *reader, const char *name, const char *path,
                         sg_error *err);

/* Read all lines of text[0 .. size); empty ones are skipped. */
sg_status sg_lines_collect(sg_record_collector *collector, sg_line_reader *reader,
                           const char *path, const char *text, size_t size, sg_error *err);

/* All of that: a file of lines as a data set. */
sg_status sg_lines_read(sg_dataset *data, const sg_format *format, const sg_format_input *input,
                        sg_error *err);

#endif
