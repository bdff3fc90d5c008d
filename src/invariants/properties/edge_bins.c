/* edge_bins.c - a node with itself, and with its neighbors by the bin that an attribute of the edge is in.
 *
 * Bins are told by the numbers between them: 0.5,2 makes bin 0 below 0.5, bin 1 from there on, and bin 2 from 2
 * on.  They are part of the expression and not of the data, so that a bin means the same in all data.  As with
 * labels, edges without attributes are all alike. */
#include "base/number.h"
#include "invariants/properties/pair_rows.h"

#include <math.h>
#include <string.h>

enum { MOST = sizeof((sg_property_parameters *)0)->bin_begin / sizeof(double) };

/* "0.5" at *text, up to a comma or a blank. */
static bool read_number(double *value, const char **text)
{
    const size_t size = strcspn(*text, ", ");
    if (!sg_number_real(value, *text, size) || !isfinite(*value)) return false;
    *text += size;
    return true;
}

static bool read_column(uint32_t *column, const char *text)
{
    uint64_t value = 0;
    if (strncmp(text, "of ", 3) != 0) return *text == '\0';
    text += 3;
    if (!sg_number_whole(&value, text, strlen(text)) || value > UINT16_MAX) return false;
    *column = (uint32_t)value;
    return true;
}

static sg_status parse_bins(sg_property_parameters *parameters, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_property_parameters read = {0};
    const char *p = text;
    bool right = true, more = true;
    while (right && more) {
        double *next = &read.bin_begin[read.n_begins];
        right = read.n_begins < MOST && read_number(next, &p) &&
                (read.n_begins == 0 || next[-1] < *next);
        read.n_begins++;
        more = *p == ',';
        p += more;
    }
    p += strspn(p, " ");
    SG_REQUIRE(
        right && read_column(&read.column, p), SG_EINVAL,
        "found \"%.40s\"; up to %d ascending numbers are needed, like 0.5,2, and \"of 1\" "
        "after them for the second attribute",
        text, MOST);
    *parameters = read;
done:
    return status;
}

static uint32_t bin_of(const sg_property_parameters *p, const sg_one_graph *graph, uint32_t arc)
{
    uint32_t bin = 0;
    if (graph->edge_attribute == NULL) return 0;
    const double value =
        graph->edge_attribute[(size_t)arc * graph->n_edge_attributes + p->column];
    while (bin < p->n_begins && value >= p->bin_begin[bin]) bin++;
    return bin;
}

/* Value 0 is "self", value b + 1 is bin b. */
static sg_status write_row(sg_pair_rows *rows, const sg_property_parameters *p, uint32_t v,
                           sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = rows->graph;
    const uint32_t begin = graph->arc_offset[v], end = graph->arc_offset[v + 1];
    bool self_written = false;
    SG_TRY(sg_pair_rows_begin(rows, v, end - begin + 1, err));
    for (uint32_t a = begin; a < end; a++) {
        const uint32_t w = graph->neighbor[a] - graph->first;
        if (w > v && !self_written) sg_pair_rows_add(rows, v, 0);
        self_written = self_written || w >= v;
        sg_pair_rows_add(rows, w, (uint16_t)(bin_of(p, graph, a) + 1));
    }
    if (!self_written) sg_pair_rows_add(rows, v, 0);
done:
    return status;
}

static sg_key key_of_bin(uint64_t bin)
{
    return sg_key_of(SG_TAG_EDGE_BINS, (uint64_t[]){1, bin}, 2);
}

static sg_status find_bins(sg_pairs *pairs, const sg_property *property,
                           const sg_one_graph *graph, sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &property->parameters;
    const uint32_t begin = graph->first_receiver, end = sg_behind_receivers(graph);
    const size_t n_pairs = (end - begin) + sg_receivers_arcs(graph);
    sg_pair_rows rows = {0};
    sg_key *key = NULL;
    SG_REQUIRE(graph->edge_attribute == NULL || p->column < graph->n_edge_attributes, SG_EINVAL,
               "edge-bins: there is no attribute %u of edges; there are %u, numbered from 0",
               p->column, graph->n_edge_attributes);
    SG_REQUIRE(n_pairs <= UINT32_MAX, SG_ELIMIT, "edge-bins: graph %u has more than 2^32 pairs",
               graph->number);
    SG_TRY(sg_pair_rows_prepare_for(&rows, graph, n_pairs, scratch, err));
    SG_TAKE(key, scratch, p->n_begins + (size_t)2);
    key[0] = sg_key_of(SG_TAG_EDGE_BINS, &(uint64_t){0}, 1);
    for (uint32_t b = 0; b <= p->n_begins; b++) key[b + 1] = key_of_bin(b);
    for (uint32_t v = begin; v < end; v++) SG_TRY(write_row(&rows, p, v, err));
    *pairs = sg_pair_rows_finish(&rows);
    pairs->key = key;
    pairs->n_values = p->n_begins + 2;
done:
    return status;
}

static sg_status list_bins(sg_value_names *names, const sg_property *property, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property_parameters *p = &property->parameters;
    SG_TRY(sg_value_names_put(names, sg_key_of(SG_TAG_EDGE_BINS, &(uint64_t){0}, 1).key,
                              (sg_value_rank){{0, 0}}, err, "self"));
    for (uint32_t b = 0; b <= p->n_begins; b++) {
        char number[SG_NUMBER_ROOM];
        sg_number_write(number, p->bin_begin[b > 0 ? b - 1 : 0]);
        SG_TRY(sg_value_names_put(names, key_of_bin(b).key, (sg_value_rank){{1, b}}, err,
                                  "edge %s %s", b > 0 ? "from" : "below", number));
    }
done:
    return status;
}

const sg_property_kind sg_property_edge_bins = {
    .name = "edge-bins",
    .usage = "edge-bins NUMBERS or edge-bins NUMBERS of COLUMN",
    .about =
        "a node with itself, and with its neighbors by the bin of an attribute of the edge, as its "
        "weight; a bin begins at each of the numbers",
    .example = "edge-bins 0.5,1,2",
    .joins_neighbors = true,
    .by_receiver = true,
    .follows_arcs = true,
    .sees = SG_SEES_EDGE_ATTRIBUTES,
    .radius = sg_radius_of_neighbors,
    .parse = parse_bins,
    .find = find_bins,
    .list = list_bins,
};
