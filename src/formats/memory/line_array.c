/* line_array.c - batches of lines, read by all threads and collected in order.
 *
 * A line that cannot be read is read once more when its turn comes, for the words of its error: that is
 * rare, and no thread has to keep errors for others. */
#include "formats/memory/line_array.h"

#include "base/mem.h"
#include "base/observer.h"
#include "formats/line_reader.h"

#include <stdio.h>
#include <string.h>

enum { BATCH = 2048, PIECE = 32 };

typedef struct reading {
    const sg_line_array *lines;
    sg_line_reader *reader; /* [n_threads]                                  */
    sg_record *record;      /* [n_records]                                  */
    sg_status *status;      /* [n_records] what became of a line            */
    size_t n_records;       /* of a batch at most                           */
    size_t begin, end;      /* of the batch                                 */
    sg_record_collector collector;
    uint32_t *kept;
    size_t n_kept, kept_capacity;
} reading;

static sg_status read_line(sg_record *record, sg_line_reader *reader, const char *line,
                           size_t i, sg_error *err)
{
    sg_status status = SG_OK;
    char path[40] = "";
    if (err != NULL) (void)snprintf(path, sizeof path, "line[%zu]", i);
    const size_t length = strlen(line),
                 size = length - (length > 0 && line[length - 1] == '\n');
    const char *newline = memchr(line, '\n', size);
    if (newline != NULL)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE,
                           (sg_place){path, 0, (uint64_t)(newline - line) + 1},
                           "found a newline within the line; every line is a graph of its own");
    if (strspn(line, " \t\r") >= size)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, (sg_place){path, 0, 0},
                           "the line is empty, but a graph is due");
    SG_TRY(sg_line_read(record, reader, line, size, (sg_place){path, 0, 1}, err));
done:
    return status;
}

static void read_piece(void *context, uint32_t piece, uint32_t worker)
{
    reading *r = context;
    const size_t first = r->begin + (size_t)piece * PIECE;
    for (size_t i = first; i < r->end && i < first + PIECE; i++) {
        const size_t place = i - r->begin;
        r->status[place] = sg_watch_ask(NULL);
        if (r->status[place] == SG_OK)
            r->status[place] =
                read_line(&r->record[place], &r->reader[worker], r->lines->line[i], i, NULL);
    }
}

/* Add line i to the graphs, or learn why not. */
static sg_status collect_line(reading *r, size_t i, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record *record = &r->record[i - r->begin];
    char path[40];
    (void)snprintf(path, sizeof path, "line[%zu]", i);
    if (r->status[i - r->begin] != SG_OK) {
        SG_TRY(sg_watch_ask(err));
        SG_TRY(read_line(record, &r->reader[0], r->lines->line[i], i, err));
    }
    SG_TRY(sg_line_collect(&r->collector, record, (sg_place){path, 0, 0}, err));
done:
    return status;
}

/* Whether a line with this failure may be left out. */
static bool is_left_out(const reading *r, size_t i, sg_status status, const sg_error *why)
{
    return (status == SG_EFORMAT || status == SG_ELIMIT) && r->lines->refused != NULL &&
           r->lines->refused(r->lines->context, i, why);
}

static sg_status collect_batch(reading *r, sg_error *err)
{
    sg_status status = SG_OK;
    for (size_t i = r->begin; i < r->end; i++) {
        sg_error why = {0};
        const sg_status added = collect_line(r, i, &why);
        if (added != SG_OK && is_left_out(r, i, added, &why)) continue;
        if (added != SG_OK && err != NULL && err->status == SG_OK) *err = why;
        SG_TRY(added);
        SG_TRY(sg_grow(&r->kept, &r->kept_capacity, r->n_kept + 1, sizeof *r->kept, err));
        r->kept[r->n_kept++] = (uint32_t)i;
    }
done:
    return status;
}

static sg_status read_all(reading *r, sg_threads *threads, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = r->lines->n;
    for (r->begin = 0; r->begin < n; r->begin = r->end) {
        r->end = n - r->begin < BATCH ? n : r->begin + BATCH;
        SG_TRY(sg_observe(NULL, (sg_progress){"reading", "lines", r->begin, n}, err));
        sg_threads_run(threads, (uint32_t)((r->end - r->begin + PIECE - 1) / PIECE), read_piece,
                       r);
        SG_TRY(collect_batch(r, err));
    }
done:
    return status;
}

static sg_status check_lines(const sg_line_array *lines, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(lines->n < UINT32_MAX, SG_ELIMIT, "%zu lines: there are 2^32-2 graphs at most",
               lines->n);
    for (size_t i = 0; i < lines->n; i++)
        SG_REQUIRE(lines->line[i] != NULL, SG_EINVAL, "line[%zu] is NULL", i);
done:
    return status;
}

static void reading_free(reading *r, uint32_t n_threads)
{
    for (uint32_t t = 0; r->reader != NULL && t < n_threads; t++)
        sg_line_reader_free(&r->reader[t]);
    for (size_t i = 0; r->record != NULL && i < r->n_records; i++)
        sg_record_free(&r->record[i]);
    sg_free(r->reader);
    sg_free(r->record);
    sg_free(r->status);
    sg_free(r->kept);
    sg_record_collector_free(&r->collector);
}

sg_status sg_line_array_read(sg_dataset *data, uint32_t **kept, uint32_t *n_kept,
                             const sg_line_array *lines, const char *name, sg_threads *threads,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_threads = sg_threads_count(threads);
    reading r = {.lines = lines};
    SG_TRY(check_lines(lines, err));
    SG_ALLOC(r.reader, n_threads);
    r.n_records = lines->n < BATCH ? lines->n : BATCH;
    SG_ALLOC(r.record, r.n_records);
    SG_ALLOC(r.status, r.n_records);
    for (uint32_t t = 0; t < n_threads; t++)
        r.reader[t] = (sg_line_reader){.format = lines->format, .options = lines->options};
    SG_TRY(read_all(&r, threads, err));
    SG_REQUIRE(r.n_kept > 0, SG_EFORMAT, "%s: none of %zu lines is a graph", name, lines->n);
    SG_TRY(sg_line_finish(data, &r.collector, &r.reader[0], name, "line", err));
    *kept = r.kept;
    *n_kept = (uint32_t)r.n_kept;
    r.kept = NULL;
done:
    reading_free(&r, n_threads);
    return status;
}
