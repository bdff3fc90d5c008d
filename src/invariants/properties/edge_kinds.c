/* edge_kinds.c - a sorted list of the labels seen so far.
 *
 * Graphs have a handful of kinds of edges, and an edge is often of the same kind as the one
 * before it. */
#include "invariants/properties/edge_kinds.h"

#include <string.h>

static bool comes_first(const sg_edge_kinds *kinds, int32_t x, int32_t y)
{
    return kinds->words.n > 0
               ? sg_label_content(&kinds->words, x) < sg_label_content(&kinds->words, y)
               : x < y;
}

/* < 0, 0, > 0: the order of the labels of two arcs. */
static int compare_labels(const sg_edge_kinds *kinds, uint32_t a, uint32_t b)
{
    const int32_t *x = kinds->label + (size_t)a * kinds->n_columns;
    const int32_t *y = kinds->label + (size_t)b * kinds->n_columns;
    for (uint32_t c = 0; c < kinds->n_columns; c++)
        if (x[c] != y[c]) return comes_first(kinds, x[c], y[c]) ? -1 : 1;
    return 0;
}

/* Where in the list the label of `arc` stands (*found), or should. */
static uint32_t find_place(bool *found, const sg_edge_kinds *kinds, uint32_t arc)
{
    uint32_t low = 0, high = kinds->n_kinds;
    *found = false;
    while (low < high && !*found) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = compare_labels(kinds, arc, kinds->example[middle]);
        *found = order == 0;
        if (order > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return high;
}

/* List the kinds of arcs begin .. end-1. */
static sg_status list_kinds(sg_edge_kinds *kinds, uint32_t begin, uint32_t end,
                            sg_scratch *scratch, uint32_t graph_number, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t capacity = 16;
    SG_TAKE(kinds->example, scratch, capacity);
    for (uint32_t a = begin; a < end; a++) {
        bool found = a > begin && compare_labels(kinds, a, a - 1) == 0;
        const uint32_t place = found ? 0 : find_place(&found, kinds, a);
        if (found) continue;
        SG_REQUIRE(kinds->n_kinds < SG_EDGE_KINDS_MAX, SG_ELIMIT,
                   "edge labels: graph %u has more than %d distinct ones", graph_number,
                   SG_EDGE_KINDS_MAX);
        if (kinds->n_kinds == capacity) {
            uint32_t *longer = NULL;
            SG_TAKE(longer, scratch, (size_t)capacity * 2);
            memcpy(longer, kinds->example, capacity * sizeof *longer);
            kinds->example = longer;
            capacity *= 2;
        }
        memmove(kinds->example + place + 1, kinds->example + place,
                (kinds->n_kinds - place) * sizeof *kinds->example);
        kinds->example[place] = a;
        kinds->n_kinds++;
    }
done:
    return status;
}

sg_status sg_edge_kinds_find(sg_edge_kinds *kinds, const sg_one_graph *graph,
                             sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t begin = graph->arc_offset[graph->first_receiver],
                   end = graph->arc_offset[sg_behind_receivers(graph)];
    sg_edge_kinds found = {.first_arc = begin};
    if (graph->edge_label == NULL) {
        found.n_kinds = 1;
        *kinds = found;
        goto done;
    }
    found.n_columns = graph->n_edge_columns;
    found.label = graph->edge_label;
    found.words = graph->edge_words;
    SG_TRY(list_kinds(&found, begin, end, scratch, graph->number, err));
    SG_TAKE(found.kind, scratch, end - begin);
    for (uint32_t a = begin; a < end; a++) {
        bool listed = false;
        found.kind[a - begin] = a > begin && compare_labels(&found, a, a - 1) == 0
                                    ? found.kind[a - begin - 1]
                                    : (uint16_t)find_place(&listed, &found, a);
    }
    *kinds = found;
done:
    return status;
}
