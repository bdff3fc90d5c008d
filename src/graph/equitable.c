/* equitable.c - splitting cells by cells, the smaller parts first.
 *
 * Rounds over all nodes would take as many rounds as a path has nodes.  Here a cell is taken from a
 * queue, its arcs are followed, and cells whose nodes saw different arcs are split; only what an arc
 * leads to is touched.  Of the parts of a cell all but a largest one are queued: what nodes see of
 * the last part follows from what they saw of the whole.  So a node is followed at most log n times.
 *
 * What a node sees is a sum of hashes.  Two sums may be equal by chance, and then nodes stay together
 * that could be told apart; nodes that correspond are never separated. */
#include "graph/equitable.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

void sg_equitable_close(sg_equitable *p)
{
    sg_free(p->order);
    sg_free(p->place);
    sg_free(p->cell);
    sg_free(p->size);
    sg_free(p->queue);
    sg_free(p->queued);
    sg_free(p->n_touched);
    sg_free(p->sum);
    sg_free(p->touched);
    sg_free(p->splitter);
    sg_free(p->seen);
    *p = (sg_equitable){0};
}

static void push(sg_equitable *p, uint32_t cell)
{
    if (p->queued[cell]) return;
    p->queued[cell] = true;
    p->queue[(p->begin + p->n_queued++) % p->n] = cell;
}

static uint32_t pop(sg_equitable *p)
{
    const uint32_t cell = p->queue[p->begin];
    p->begin = (p->begin + 1) % p->n;
    p->n_queued--;
    p->queued[cell] = false;
    return cell;
}

static int compare_seen(const void *a, const void *b)
{
    const sg_seen *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* Put the sorted nodes seen[0 .. n) into `order` from place `first` on, equal ones in one cell. */
static void write_cells(sg_equitable *p, uint32_t first, uint32_t n)
{
    uint32_t cell = first;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t v = p->seen[i].node;
        if (i > 0 && p->seen[i].value != p->seen[i - 1].value) cell = first + i;
        if (cell == first + i) p->size[cell] = 0;
        p->order[first + i] = v;
        p->place[v] = first + i;
        p->cell[v] = cell;
        p->size[cell]++;
    }
}

sg_status sg_equitable_open(sg_equitable *p, uint32_t n, const uint32_t *offset,
                            const uint32_t *neighbor, const uint64_t *arc,
                            const uint64_t *label, sg_error *err)
{
    sg_status status = SG_OK;
    sg_equitable made = {.n = n, .offset = offset, .neighbor = neighbor, .arc = arc};
    SG_ALLOC(made.order, n);
    SG_ALLOC(made.place, n);
    SG_ALLOC(made.cell, n);
    SG_ALLOC(made.size, n);
    SG_ALLOC(made.queue, n);
    SG_ALLOC(made.queued, n);
    SG_ALLOC(made.n_touched, n);
    SG_ALLOC(made.sum, n);
    SG_ALLOC(made.touched, n);
    SG_ALLOC(made.splitter, n);
    SG_ALLOC(made.seen, n);
    for (uint32_t v = 0; v < n; v++) made.seen[v] = (sg_seen){label[v], v};
    SG_TRY(sg_sort(made.seen, n, sizeof *made.seen, compare_seen, err));
    write_cells(&made, 0, n);
    for (uint32_t cell = 0; cell < n; cell += made.size[cell]) push(&made, cell);
    *p = made;
    made = (sg_equitable){0};
done:
    sg_equitable_close(&made);
    return status;
}

void sg_equitable_move(sg_equitable *p, uint32_t node, uint32_t place)
{
    const uint32_t other = p->order[place], from = p->place[node];
    p->order[from] = other;
    p->place[other] = from;
    p->order[place] = node;
    p->place[node] = place;
}

void sg_equitable_save(uint32_t *order, uint32_t *cell, const sg_equitable *p)
{
    memcpy(order, p->order, p->n * sizeof *order);
    memcpy(cell, p->cell, p->n * sizeof *cell);
}

void sg_equitable_restore(sg_equitable *p, const uint32_t *order, const uint32_t *cell)
{
    memcpy(p->order, order, p->n * sizeof *order);
    memcpy(p->cell, cell, p->n * sizeof *cell);
    for (uint32_t i = 0; i < p->n; i++) {
        const uint32_t first = cell[order[i]];
        p->place[order[i]] = i;
        p->size[first] = i - first + 1;
    }
}

/* Queue the parts of a cell, which begin at `cell` and end before `end`. */
static void queue_parts(sg_equitable *p, uint32_t cell, uint32_t end)
{
    const bool all = p->queued[cell];
    uint32_t largest = cell;
    for (uint32_t part = cell; part < end; part += p->size[part])
        if (p->size[part] > p->size[largest]) largest = part;
    for (uint32_t part = cell; part < end; part += p->size[part])
        if (part != largest || all) push(p, part);
}

void sg_equitable_part(sg_equitable *p, uint32_t cell, uint32_t n)
{
    const uint32_t end = cell + p->size[cell], part = end - n;
    p->size[cell] -= n;
    p->size[part] = n;
    for (uint32_t i = part; i < end; i++) p->cell[p->order[i]] = part;
    queue_parts(p, cell, end);
}

/* The touched nodes of a cell are its last ones. */
static void touch(sg_equitable *p, uint32_t *n_cells, uint32_t v, uint64_t arc)
{
    const uint32_t cell = p->cell[v], first = cell + p->size[cell] - p->n_touched[cell];
    p->sum[v] += arc;
    if (p->place[v] >= first) return;
    if (p->n_touched[cell] == 0) p->touched[(*n_cells)++] = cell;
    p->n_touched[cell]++;
    sg_equitable_move(p, v, first - 1);
}

/* Split a cell by what its nodes saw; those that saw nothing come first. */
static void split(sg_equitable *p, uint32_t cell)
{
    const uint32_t n = p->n_touched[cell], end = cell + p->size[cell], first = end - n;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t v = p->order[first + i];
        p->seen[i] = (sg_seen){p->sum[v], v};
        p->sum[v] = 0;
    }
    p->n_touched[cell] = 0;
    if (sg_watch_ask(NULL) != SG_OK) return;
    qsort(p->seen, n, sizeof *p->seen, compare_seen);
    if (first == cell && p->seen[0].value == p->seen[n - 1].value) return;
    p->size[cell] -= n;
    write_cells(p, first, n);
    queue_parts(p, cell, end);
}

void sg_equitable_refine(sg_equitable *p)
{
    while (p->n_queued > 0) {
        if (sg_watch_ask(NULL) != SG_OK) return;
        const uint32_t cell = pop(p), n = p->size[cell];
        uint32_t n_cells = 0;
        memcpy(p->splitter, p->order + cell, n * sizeof *p->splitter);
        for (uint32_t i = 0; i < n; i++) {
            if (sg_watch_ask_at(i + 1, NULL) != SG_OK) return;
            const uint32_t v = p->splitter[i];
            for (uint32_t a = p->offset[v]; a < p->offset[v + 1]; a++)
                touch(p, &n_cells, p->neighbor[a], p->arc[a]);
        }
        qsort(p->touched, n_cells, sizeof *p->touched, sg_compare_u32);
        for (uint32_t i = 0; i < n_cells; i++) split(p, p->touched[i]);
    }
}
