/* graph6.c - graphs without labels as a few printable characters, one per line: nauty's graph6.
 *
 * A character is 63 plus six bits.  The number of nodes is one character, or '~' and three; then
 * come the bits (0,1), (0,2), (1,2), (0,3), ... of the adjacency matrix.
 *
 * Reference: McKay, https://users.cecs.anu.edu.au/~bdm/data/formats.txt */
#include "formats/format.h"

enum { FIRST = 63, SIX_ONES = 63, LONG = '~', MAX_SHORT = 62, MAX_NODES = 258047 };

/* Number of characters for the bits of n nodes. */
static uint64_t size_of_bits(uint64_t n)
{
    return (n * (n > 0 ? n - 1 : 0) / 2 + 5) / 6;
}

/* Six bits of every character up to `end`, checked. */
static sg_status check_characters(const char *line, size_t size, sg_place place, sg_error *err)
{
    for (size_t i = 0; i < size; i++, place.column++)
        if (line[i] < FIRST || line[i] > FIRST + SIX_ONES)
            return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                               "graph6: found byte %u; characters from '?' to '~' are needed",
                               (unsigned)(unsigned char)line[i]);
    return SG_OK;
}

static sg_status read_graph6(sg_record *record, sg_line_reader *reader, const char *line,
                             size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t n = 0, bit = 0;
    const size_t n_head = size > 0 && line[0] == LONG ? 4 : 1;
    (void)reader;
    SG_TRY(check_characters(line, size, place, err));
    for (size_t i = n_head > 1; i < n_head && i < size; i++)
        n = n << 6 | (uint64_t)(line[i] - FIRST);
    if (n > MAX_NODES || size < n_head || size - n_head != size_of_bits(n))
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "graph6: found %zu characters, which no graph has", size));
    SG_TRY(sg_record_nodes(record, (uint32_t)n, err));
    for (uint32_t v = 1; v < n; v++)
        for (uint32_t u = 0; u < v; u++, bit++) {
            const int six = line[n_head + bit / 6] - FIRST;
            if ((six >> (5 - bit % 6) & 1) != 0) SG_TRY(sg_record_edge(record, u, v, err));
        }
done:
    return status;
}

/* Append one character for each six bits of value, n of them. */
static sg_status put(sg_text *text, uint32_t value, int n, sg_error *err)
{
    sg_status status = SG_OK;
    for (int shift = 6 * (n - 1); shift >= 0; shift -= 6)
        SG_TRY(sg_text_add_bytes(text, &(char){(char)(FIRST + (value >> shift & SIX_ONES))}, 1,
                                 err));
done:
    return status;
}

static sg_status write_graph6(sg_text *text, const sg_dataset *data, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t first = data->graph.graph_offset[g];
    const uint32_t n = data->graph.graph_offset[g + 1] - first;
    const size_t size_before = text->size, n_head = n > MAX_SHORT ? 4 : 1;
    SG_REQUIRE(data->node_label.n_columns + data->edge_label.n_columns +
                       data->node_attribute.n_columns + data->edge_attribute.n_columns ==
                   0,
               SG_EINVAL, "%s: graph6 has no room for labels and attributes", data->name);
    SG_REQUIRE(n <= MAX_NODES, SG_EINVAL, "%s: graph6 is written up to %d nodes", data->name,
               MAX_NODES);
    if (n_head > 1) SG_TRY(put(text, LONG - FIRST, 1, err));
    SG_TRY(put(text, n, n > MAX_SHORT ? 3 : 1, err));
    for (uint64_t i = 0; i < size_of_bits(n); i++) SG_TRY(put(text, 0, 1, err));
    for (uint64_t v = 0; v < n; v++)
        for (uint32_t a = data->graph.arc_offset[first + v];
             a < data->graph.arc_offset[first + v + 1]; a++) {
            const uint64_t u = data->graph.neighbor[a] - first, bit = v * (v - 1) / 2 + u;
            char *six = text->data + size_before + n_head + bit / 6;
            if (u < v) *six = (char)(FIRST + ((*six - FIRST) | 1 << (5 - bit % 6)));
        }
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
    .read_line = read_graph6,
    .write_line = write_graph6,
};
