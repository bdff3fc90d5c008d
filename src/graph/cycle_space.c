/* cycle_space.c - Gauss elimination over {0, 1}.
 *
 * The spanning tree grows breadth-first from a node with most neighbors, and coordinates are
 * numbered as its search meets them.  Thus short cycles have few coordinates with close numbers,
 * and a row of the basis, kept from its first word to its last, is short: a single word in
 * molecules, and in dense graphs with a center most rows have a single bit. */
#include "graph/cycle_space.h"

#include "base/bitset.h"
#include "base/observer.h"

#include <string.h>

static uint32_t busiest_node(const sg_block_graph *block)
{
    uint32_t best = 0, most = 0;
    for (uint32_t v = 0; v < block->n_nodes; v++) {
        const uint32_t degree = block->arc_offset[v + 1] - block->arc_offset[v];
        if (degree <= most) continue;
        most = degree;
        best = v;
    }
    return best;
}

/* The new number of v, and the old number of what is called v now: two nodes change places. */
static uint32_t renumber(uint32_t v, uint32_t busiest, uint32_t last)
{
    if (v == busiest) return last;
    return v == last ? busiest : v;
}

/* Copy the block's arcs so that neighbors ascend: node by node, each enters itself in the list
 * of its neighbors. */
static void copy_arcs(sg_cycle_space *space, const sg_block_graph *block, uint32_t *place)
{
    const uint32_t busiest = busiest_node(block), last = block->n_nodes - 1;
    space->arc_offset[0] = 0;
    for (uint32_t v = 0; v < block->n_nodes; v++) {
        const uint32_t old = renumber(v, busiest, last);
        space->node[v] = block->node[old];
        place[v] = space->arc_offset[v];
        space->arc_offset[v + 1] =
            place[v] + block->arc_offset[old + 1] - block->arc_offset[old];
    }
    for (uint32_t v = 0; v < block->n_nodes && sg_watch_ask_at(v + 1, NULL) == SG_OK; v++) {
        const uint32_t old = renumber(v, busiest, last);
        for (uint32_t a = block->arc_offset[old]; a < block->arc_offset[old + 1]; a++)
            space->neighbor[place[renumber(block->neighbor[a], busiest, last)]++] = v;
    }
}

/* reverse[a] = the arc in the other direction. */
static void find_reverse(uint32_t *reverse, const sg_cycle_space *space, uint32_t *place)
{
    memcpy(place, space->arc_offset, (size_t)space->n_nodes * sizeof *place);
    const uint32_t n_arcs = space->arc_offset[space->n_nodes];
    for (uint32_t a = 0; a < n_arcs && sg_watch_ask_at(a + 1, NULL) == SG_OK; a++)
        reverse[a] = place[space->neighbor[a]]++;
}

/* An edge belongs to the tree if the search along it discovers a node, and else gets its
 * coordinate at the end that is searched first. */
static void number_edges(sg_cycle_space *space, const uint32_t *reverse, uint32_t *queue,
                         bool *seen)
{
    const uint32_t open = SG_TREE_EDGE - 1;
    uint32_t *coordinate = space->coordinate;
    uint32_t tail = 0, n = 0;
    for (uint32_t a = 0; a < space->arc_offset[space->n_nodes]; a++) coordinate[a] = open;
    memset(seen, 0, space->n_nodes * sizeof *seen);
    queue[tail++] = space->n_nodes - 1;
    seen[queue[0]] = true;
    for (uint32_t head = 0; head < tail && sg_watch_ask_at(head + 1, NULL) == SG_OK; head++) {
        const uint32_t u = queue[head];
        for (uint32_t a = space->arc_offset[u]; a < space->arc_offset[u + 1]; a++) {
            const uint32_t w = space->neighbor[a];
            if (coordinate[a] != open) continue;
            coordinate[a] = coordinate[reverse[a]] = seen[w] ? n++ : SG_TREE_EDGE;
            if (!seen[w]) queue[tail++] = w;
            seen[w] = true;
        }
    }
    space->dimension = n;
}

sg_status sg_cycle_space_prepare(sg_cycle_space *space, const sg_block_graph *block,
                                 sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = block->n_nodes;
    sg_cycle_space made = {.n_nodes = n, .begin = UINT32_MAX, .scratch = scratch};
    uint32_t *place = NULL, *reverse = NULL;
    bool *seen = NULL;
    SG_TAKE(made.node, scratch, n);
    SG_TAKE(made.arc_offset, scratch, (size_t)n + 1);
    SG_TAKE(made.neighbor, scratch, block->n_arcs);
    SG_TAKE(made.coordinate, scratch, block->n_arcs);
    SG_TAKE(place, scratch, n);
    SG_TAKE(reverse, scratch, block->n_arcs);
    SG_TAKE(seen, scratch, n);
    copy_arcs(&made, block, place);
    SG_TRY(sg_watch_ask(err)); /* each of these ends early where somebody stops it */
    find_reverse(reverse, &made, place);
    SG_TRY(sg_watch_ask(err));
    number_edges(&made, reverse, place, seen);
    SG_TRY(sg_watch_ask(err));

    SG_TAKE(made.row, scratch, made.dimension);
    SG_TAKE(made.vector, scratch, sg_bit_words(made.dimension));
    memset(made.row, 0, made.dimension * sizeof *made.row);
    memset(made.vector, 0, sg_bit_words(made.dimension) * sizeof *made.vector);
    *space = made;
done:
    return status;
}

/* Make what is left of the vector, which begins in word `begin`, the row of its lowest bit. */
static sg_status store_row(sg_cycle_row *row, sg_cycle_space *space, uint32_t begin,
                           uint32_t length, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t end = space->end;
    uint64_t *word = NULL;
    while (space->vector[end - 1] == 0) end--;
    SG_TAKE(word, space->scratch, end - begin);
    memcpy(word, space->vector + begin, (end - begin) * sizeof *word);
    *row = (sg_cycle_row){word, begin, end, length};
    space->rank++;
    space->n_stored += end - begin;
done:
    return status;
}

static void add_row(sg_cycle_space *space, const sg_cycle_row *row)
{
    uint64_t *vector = space->vector + row->begin;
    const uint32_t n = row->end - row->begin;
    for (uint32_t i = 0; i < n; i++) vector[i] ^= row->word[i];
    if (row->end > space->end) space->end = row->end;
    space->steps += n;
}

/* Rows clear the lowest bit of the vector again and again.  The first bit that no row of a
 * shorter cycle clears shows that the vector is no sum of those; the first that no row clears
 * at all makes it a new row. */
sg_status sg_cycle_space_offer(bool *relevant, sg_cycle_space *space, uint32_t length,
                               sg_error *err)
{
    sg_status status = SG_OK;
    bool new_sum = false, decided = false;
    if (space->shortest == 0) space->shortest = length;
    for (uint32_t i = space->begin; i < space->end && !decided; i++) {
        while (space->vector[i] != 0 && !decided) {
            sg_cycle_row *row = &space->row[64 * i + sg_bit_first(space->vector[i])];
            new_sum = new_sum || row->word == NULL || row->length == length;
            if (row->word == NULL) SG_TRY(store_row(row, space, i, length, err));
            decided = new_sum && space->rank == space->dimension;
            if (!decided) add_row(space, row);
        }
        space->steps++;
    }
    *relevant = new_sum;
done:
    for (uint32_t i = space->begin; i < space->end; i++) space->vector[i] = 0;
    space->begin = UINT32_MAX;
    space->end = 0;
    return status;
}
