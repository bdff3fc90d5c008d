/* graph6.c - graphs without labels as a few printable characters, one per line: nauty's graph6 and
 * sparse6.
 *
 * A character is 63 plus six bits.  The number of nodes is one character, '~' and three, or "~~" and
 * six.  In graph6 the bits (0,1), (0,2), (1,2), (0,3), ... of the adjacency matrix follow; in sparse6,
 * whose lines begin with ':', a list of edges.
 *
 * Reference: McKay, https://users.cecs.anu.edu.au/~bdm/data/formats.txt */
#include "base/machine/claims.h"
#include "base/observer.h"
#include "formats/format.h"

#include <string.h>

enum { FIRST = 63, SIX_ONES = 63, LONG = '~', MAX_SHORT = 62, MAX_MIDDLE = 258047 };

/* Six bits of a line at a time. */
typedef struct bits {
    const char *line;
    size_t size; /* characters */
    size_t at;   /* bit        */
    size_t n_head;
} bits;

/* ---- Reading ------------------------------------------------------------------------------ */

/* Files may begin with ">>graph6<<" on the line of the first graph. */
static void skip_header(const char **line, size_t *size, sg_place *place, const char *header)
{
    const size_t length = strlen(header);
    if (*size < length || memcmp(*line, header, length) != 0) return;
    *line += length;
    *size -= length;
    place->column += length;
}

static sg_status check_characters(const char *line, size_t size, sg_place place,
                                  const char *name, sg_error *err)
{
    for (size_t i = 0; i < size; i++, place.column++)
        if (line[i] < FIRST || line[i] > FIRST + SIX_ONES)
            return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                               i == 0 && line[0] == ':'
                                   ? "%s: found byte %u; a line that begins with ':' is sparse6"
                                   : "%s: found byte %u; characters from '?' to '~' are needed",
                               name, (unsigned)(unsigned char)line[i]);
    return SG_OK;
}

/* The number of nodes; false where the line is too short for it. */
static bool read_size(uint64_t *n, bits *in)
{
    const size_t n_tildes = in->size > 1 && in->line[0] == LONG && in->line[1] == LONG ? 2
                            : in->size > 0 && in->line[0] == LONG                      ? 1
                                                                                       : 0;
    static const size_t n_digits[] = {1, 3, 6};
    in->n_head = n_tildes + n_digits[n_tildes];
    if (in->size < in->n_head) return false;
    *n = 0;
    for (size_t i = n_tildes; i < in->n_head; i++)
        *n = *n << 6 | (uint64_t)(in->line[i] - FIRST);
    in->at = 6 * in->n_head;
    return true;
}

static uint32_t read_bits(bits *in, uint32_t n)
{
    uint32_t value = 0;
    for (; n > 0; n--, in->at++) {
        const int six = in->line[in->at / 6] - FIRST;
        value = value << 1 | (uint32_t)(six >> (5 - in->at % 6) & 1);
    }
    return value;
}

static bool has_bits(const bits *in, uint32_t n)
{
    return in->at + n <= 6 * in->size;
}

/* Number of characters for the bits of n nodes. */
static uint64_t size_of_bits(uint64_t n)
{
    return (n * (n > 0 ? n - 1 : 0) / 2 + 5) / 6;
}

/* Lines read so are no longer than 2^32 bytes, so a graph that fits one has fewer than 2^20 nodes, and
 * the square of a larger number that a line claims may overflow. */
static bool fits(uint64_t n, const bits *in)
{
    return n < (uint64_t)1 << 20 && in->size - in->n_head == size_of_bits(n);
}

static sg_status read_graph6(sg_record *record, sg_line_reader *reader, const char *line,
                             size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t n = 0;
    (void)reader;
    skip_header(&line, &size, &place, ">>graph6<<");
    bits in = {.line = line, .size = size};
    SG_TRY(check_characters(line, size, place, "graph6", err));
    if (!read_size(&n, &in) || !fits(n, &in))
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "graph6: found %zu characters, which no graph has", size));
    SG_TRY(sg_record_nodes(record, (uint32_t)n, err));
    for (uint32_t v = 1; v < n; v++)
        for (uint32_t u = 0; u < v; u++)
            if (read_bits(&in, 1) != 0) SG_TRY(sg_record_edge(record, u, v, err));
    while (has_bits(&in, 1))
        if (read_bits(&in, 1) != 0) {
            place.column += size - 1;
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                               "graph6: the bits after the last pair of nodes are not 0"));
        }
done:
    return status;
}

/* The bits that a number below n takes. */
static uint32_t width_of(uint64_t n)
{
    uint32_t width = 0;
    while (n > 1 && (n - 1) >> width != 0) width++;
    return width;
}

/* The edges: v goes up by one where a bit says so, or jumps to x; else x is a neighbor of v. */
static sg_status read_edges(sg_record *record, bits *in, uint64_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t width = width_of(n);
    uint32_t v = 0;
    while (has_bits(in, width + 1)) {
        v += read_bits(in, 1);
        const uint32_t x = read_bits(in, width);
        if (v >= n || x >= n) break;
        if (x > v)
            v = x;
        else
            SG_TRY(sg_record_edge(record, x, v, err));
    }
done:
    return status;
}

static sg_status read_sparse6(sg_record *record, sg_line_reader *reader, const char *line,
                              size_t size, sg_place place, sg_error *err)
{
    enum { MAX_NODES = 1 << 24 };
    sg_status status = SG_OK;
    uint64_t n = 0;
    (void)reader;
    skip_header(&line, &size, &place, ">>sparse6<<");
    if (size == 0 || line[0] != ':')
        SG_TRY(sg_error_at(
            err, SG_EFORMAT, SG_WHERE, place, "sparse6: a line begins with ':'%s",
            size > 0 && line[0] == ';' ? "; incremental lines (';') are not known" : ""));
    place.column++;
    SG_TRY(check_characters(line + 1, size - 1, place, "sparse6", err));
    bits in = {.line = line + 1, .size = size - 1};
    if (!read_size(&n, &in) || n > MAX_NODES)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "sparse6: the number of nodes is missing or above %d", MAX_NODES));
    SG_TRY(sg_claims_check(n, 1, "nodes", size, place, err));
    SG_TRY(sg_record_nodes(record, (uint32_t)n, err));
    SG_TRY(read_edges(record, &in, n, err));
done:
    return status;
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* Append one character for each six bits of value, n of them. */
static sg_status put(sg_text *text, uint64_t value, int n, sg_error *err)
{
    sg_status status = SG_OK;
    for (int shift = 6 * (n - 1); shift >= 0; shift -= 6)
        SG_TRY(sg_text_add_bytes(text, &(char){(char)(FIRST + (value >> shift & SIX_ONES))}, 1,
                                 err));
done:
    return status;
}

static sg_status put_size(sg_text *text, uint64_t n, sg_error *err)
{
    sg_status status = SG_OK;
    if (n <= MAX_SHORT) return put(text, n, 1, err);
    if (n > MAX_MIDDLE) SG_TRY(put(text, SIX_ONES, 1, err));
    SG_TRY(put(text, SIX_ONES, 1, err));
    SG_TRY(put(text, n, n > MAX_MIDDLE ? 6 : 3, err));
done:
    return status;
}

static sg_status write_graph6(sg_text *text, const sg_dataset *data, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t first = data->graph.graph_offset[g];
    const uint32_t n = data->graph.graph_offset[g + 1] - first;
    const size_t size_before = text->size;
    SG_TRY(sg_dataset_check_room(data, 0, "graph6", err));
    SG_REQUIRE(n <= MAX_MIDDLE, SG_EINVAL,
               "%s: graph6 is written up to %d nodes; sparse6 takes more", data->name,
               MAX_MIDDLE);
    SG_TRY(put_size(text, n, err));
    const size_t begin = text->size;
    for (uint64_t i = 0; i < size_of_bits(n); i++) {
        SG_TRY(sg_watch_ask_at(i + 1, err));
        SG_TRY(put(text, 0, 1, err));
    }
    for (uint64_t v = 0; v < n; v++)
        for (uint32_t a = data->graph.arc_offset[first + v];
             a < data->graph.arc_offset[first + v + 1]; a++) {
            const uint64_t u = data->graph.neighbor[a] - first, bit = v * (v - 1) / 2 + u;
            char *six = text->data + begin + bit / 6;
            if (u < v) *six = (char)(FIRST + ((*six - FIRST) | 1 << (5 - bit % 6)));
        }
    SG_TRY(sg_text_add_bytes(text, "\n", 1, err));
done:
    if (status != SG_OK) text->size = size_before;
    return status;
}

/* Bits on their way to characters. */
typedef struct bit_writer {
    sg_text *text;
    uint32_t six, n; /* bits that are not written yet */
} bit_writer;

static sg_status put_bits(bit_writer *out, uint32_t value, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = n; i-- > 0;) {
        out->six = out->six << 1 | (value >> i & 1);
        if (++out->n < 6) continue;
        SG_TRY(put(out->text, out->six, 1, err));
        *out = (bit_writer){.text = out->text};
    }
done:
    return status;
}

/* Fill the last character with ones.  Where they would be read as an edge of the last node, which they
 * are if it is the next one and its number is all ones, a zero comes first. */
static sg_status put_padding(bit_writer *out, uint32_t last, uint32_t n, uint32_t width,
                             sg_error *err)
{
    const uint32_t left = (6 - out->n) % 6;
    const bool as_edge = n == (uint32_t)1 << width && last == n - 2 && left > width;
    const uint32_t ones = left > 0 ? ((uint32_t)1 << (left - as_edge)) - 1 : 0;
    return put_bits(out, ones, left, err);
}

static sg_status write_sparse6(sg_text *text, const sg_dataset *data, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t first = data->graph.graph_offset[g];
    const uint32_t n = data->graph.graph_offset[g + 1] - first, width = width_of(n);
    const size_t size_before = text->size;
    bit_writer out = {.text = text};
    uint32_t at = 0;
    SG_TRY(sg_dataset_check_room(data, 0, "sparse6", err));
    SG_TRY(sg_text_add_bytes(text, ":", 1, err));
    SG_TRY(put_size(text, n, err));
    for (uint32_t v = 0; v < n; v++)
        for (uint32_t a = data->graph.arc_offset[first + v];
             a < data->graph.arc_offset[first + v + 1]; a++) {
            const uint32_t u = data->graph.neighbor[a] - first;
            if (u > v) break;
            SG_TRY(sg_watch_ask_at(a + (uint64_t)1, err));
            if (v > at + 1) {
                SG_TRY(put_bits(&out, 1, 1, err));
                SG_TRY(put_bits(&out, v, width, err));
                at = v;
            }
            SG_TRY(put_bits(&out, v - at, 1, err));
            SG_TRY(put_bits(&out, u, width, err));
            at = v;
        }
    SG_TRY(put_padding(&out, at, n, width, err));
    SG_TRY(sg_text_add_bytes(text, "\n", 1, err));
done:
    if (status != SG_OK) text->size = size_before;
    return status;
}

const sg_format sg_format_graph6 = {
    .name = "graph6",
    .about = "a graph without labels per line, in nauty's graph6",
    .ending = {".g6"},
    .setting = "graph6",
    .is_bare = true,
    .read_line = read_graph6,
    .write_line = write_graph6,
};

const sg_format sg_format_sparse6 = {
    .name = "sparse6",
    .about = "a graph without labels per line, in nauty's sparse6",
    .ending = {".s6"},
    .setting = "sparse6",
    .is_bare = true,
    .line_begin = ':',
    .read_line = read_sparse6,
    .write_line = write_sparse6,
};
