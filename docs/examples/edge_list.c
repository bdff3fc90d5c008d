/* edge_list.c - graphs without labels as lists of edges, one per line: "0-1 1-2 2-0 4".
 *
 * Nodes are numbers from 0; a number alone is a node, which needs no edge.  A graph has as many nodes
 * as its largest number says. */
#include "base/number.h"
#include "formats/format.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_NODE = 1 << 24 };

/* Read a node's number from text[0 .. size). */
static sg_status read_node(uint32_t *node, const char *text, size_t size, sg_place place,
                           sg_error *err)
{
    uint64_t number = 0;
    if (!sg_number_whole(&number, text, size) || number > MAX_NODE)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "edge-list: found \"%.*s\"; a number from 0 to %d is needed",
                           size < 40 ? (int)size : 40, text, MAX_NODE);
    *node = (uint32_t)number;
    return SG_OK;
}

/* Read a word, "0-1" or "4", and make room for its nodes. */
static sg_status read_word(sg_record *record, const char *word, size_t size, sg_place place,
                           sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t from = 0, to = 0;
    const char *dash = memchr(word, '-', size);
    const size_t n = dash != NULL ? (size_t)(dash - word) : size;
    SG_TRY(read_node(&from, word, n, place, err));
    place.column += n + 1;
    if (dash != NULL) SG_TRY(read_node(&to, dash + 1, size - n - 1, place, err));
    const uint32_t largest = from > to ? from : to;
    if (largest >= record->n_nodes)
        SG_TRY(sg_record_nodes(record, largest + 1 - record->n_nodes, err));
    if (dash != NULL) SG_TRY(sg_record_edge(record, from, to, err));
done:
    return status;
}

static sg_status read_edge_list(sg_record *record, sg_line_reader *reader, const char *line,
                                size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t first_column = place.column;
    (void)reader;
    for (size_t begin = 0, end = 0; begin < size; begin = end + 1) {
        const char *blank = memchr(line + begin, ' ', size - begin);
        end = blank != NULL ? (size_t)(blank - line) : size;
        place.column = first_column + begin;
        if (end > begin) SG_TRY(read_word(record, line + begin, end - begin, place, err));
    }
done:
    return status;
}

/* Every edge once, at its larger node; the last node alone, so that none is lost. */
static sg_status write_edge_list(sg_text *text, const sg_dataset *data, uint32_t g,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    const uint32_t first = graph->graph_offset[g], last = graph->graph_offset[g + 1];
    const size_t size_before = text->size;
    SG_TRY(sg_dataset_check_room(data, 0, "edge-list", err)); /* nor labels, nor attributes */
    SG_REQUIRE(first < last, SG_EINVAL, "%s: graph %u has no nodes and makes no edge-list",
               data->name, g);
    for (uint32_t v = first; v < last; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
            if (graph->neighbor[a] < v)
                SG_TRY(sg_text_add(text, err, "%" PRIu32 "-%" PRIu32 " ",
                                   graph->neighbor[a] - first, v - first));
    SG_TRY(sg_text_add(text, err, "%" PRIu32 "\n", last - 1 - first));
done:
    if (status != SG_OK) text->size = size_before;
    return status;
}

const sg_format sg_format_edge_list = {
    .name = "edge-list",
    .about = "a graph without labels per line, as a list of its edges",
    .ending = {".edges"},
    .setting = "edge-list",
    .read_line = read_edge_list,
    .write_line = write_edge_list,
};
