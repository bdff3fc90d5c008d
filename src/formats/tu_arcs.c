/* tu_arcs.c - the arc file, by far the largest of a data set.
 *
 * Rows usually come in order, both directions of each edge, and many in a row begin with the same
 * node; a loop for just that reads nearly all of them.  A second loop takes rows in any order, and
 * what neither knows goes to the careful reader. */
#include "formats/tu_columns.h"
#include "text/number_rows.h"
#include "text/numbers.h"

#include "base/mem.h"

#include <string.h>

enum { MAX_GAP = 1 << 20, MAX_NODES_PER_LINE = 8 };

static sg_status read_arc_row(sg_arc_list *arcs, sg_number_rows *rows, sg_error *err)
{
    static const char allowed[] = "two node numbers from 1 to 4294967295 are needed";
    sg_status status = SG_OK;
    bool empty = false, some = false;
    int64_t node[2] = {0};
    SG_TRY(sg_rows_enter(&empty, rows, err));
    if (empty) goto done;
    sg_field_reader f = sg_fields_of(rows);
    for (int i = 0; i < 2; i++) {
        SG_TRY(sg_field_integer(&node[i], &some, &f, rows, 1, UINT32_MAX, allowed, err));
        if (!some) SG_TRY(sg_rows_fail(rows, rows->row_end, allowed, err));
    }
    if (sg_field_next(&f) != SG_FIELD_NONE) SG_TRY(sg_rows_fail(rows, f.p, allowed, err));
    /* A list in order has a row for every node up to the last: a few lines with large numbers
     * must not make it reserve memory that only a large file could fill. */
    if (node[0] > MAX_GAP + MAX_NODES_PER_LINE * (int64_t)rows->line)
        SG_TRY(sg_arc_list_make_pairs(arcs, err));
    SG_TRY(sg_arc_list_add(arcs, (uint32_t)(node[0] - 1), (uint32_t)(node[1] - 1), err));
done:
    return status;
}

/* The first bytes of a row, up to and with the comma, for comparing rows by their first number
 * without reading it. */
typedef struct row_front {
    uint64_t bytes, mask;
    size_t length; /* 0: too long for this */
} row_front;

static uint64_t load_bytes(const char *p)
{
    uint64_t bytes;
    memcpy(&bytes, p, sizeof bytes);
    return bytes;
}

static row_front front_of(const char *row, size_t length)
{
    static const unsigned char ones[16] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    if (length > 8) return (row_front){.mask = UINT64_MAX, .bytes = 0};
    const uint64_t mask = load_bytes((const char *)ones + 8 - length);
    return (row_front){load_bytes(row) & mask, mask, length};
}

/* Rows of the form "12, 345\n" or "12,345\n" at the front of the block, as long as they are in
 * order and there is room for them. */
static void read_ordered_arcs(sg_arc_list *arcs, sg_number_rows *rows)
{
    const char *p = rows->next;
    row_front front = {.mask = UINT64_MAX};
    uint32_t *to = arcs->to, last = UINT32_MAX; /* the neighbor before, plus 1 */
    size_t n = arcs->n;
    while (p < rows->end) {
        const char *q = p + front.length;
        uint32_t v = 0;
        if (front.length == 0 || (load_bytes(p) & front.mask) != front.bytes) {
            uint32_t u = 0;
            q = sg_scan_short(&u, p);
            if (q == NULL || *q != ',' || u <= arcs->n_rows || u > arcs->row_capacity) break;
            q++;
            front = front_of(p, (size_t)(q - p));
            while (arcs->n_rows < u) arcs->row[arcs->n_rows++] = (uint32_t)n;
            last = 0;
        }
        q = sg_scan_short(&v, q + (*q == ' '));
        if (q == NULL || *q != '\n' || v <= last || v == arcs->n_rows) break;
        to[n++] = v - 1;
        last = v;
        p = q + 1;
    }
    /* A row that was begun and not finished is left to the careful reader. */
    while (arcs->n_rows > 0 && arcs->row[arcs->n_rows - 1] == n) arcs->n_rows--;
    rows->line += n - arcs->n;
    rows->next = p;
    arcs->n = n;
}

/* The same for rows in any order. */
static void read_plain_arcs(sg_arc_list *arcs, sg_number_rows *rows)
{
    const char *p = rows->next;
    size_t n = arcs->n;
    while (p < rows->end) {
        uint32_t u = 0, v = 0;
        const char *q = sg_scan_short(&u, p);
        if (q == NULL || *q != ',') break;
        q = sg_scan_short(&v, q + 1 + (q[1] == ' '));
        if (q == NULL || *q != '\n' || u == 0 || v == 0) break;
        arcs->from[n] = u - 1;
        arcs->to[n++] = v - 1;
        p = q + 1;
    }
    rows->line += n - arcs->n;
    rows->next = p;
    arcs->n = n;
}

static sg_status read_arc_block(sg_arc_list *arcs, sg_number_rows *rows, sg_error *err)
{
    sg_status status = SG_OK;
    while (rows->next < rows->end) {
        /* A row takes at least four bytes. */
        SG_TRY(sg_arc_list_reserve(arcs, (size_t)(rows->end - rows->next) / 4 + 1, err));
        if (rows->blank_line == 0 && arcs->from == NULL)
            read_ordered_arcs(arcs, rows);
        else if (rows->blank_line == 0)
            read_plain_arcs(arcs, rows);
        if (rows->next < rows->end) SG_TRY(read_arc_row(arcs, rows, err));
    }
done:
    return status;
}

sg_status sg_tu_read_arcs(sg_arc_list *arcs, sg_stream *stream, sg_error *err)
{
    sg_status status = SG_OK;
    sg_arc_list made = {0};
    sg_number_rows rows = {0};
    SG_TRY(sg_rows_open(&rows, stream, err));
    for (;;) {
        SG_TRY(sg_rows_next_block(&rows, err));
        if (rows.next == rows.end) break;
        const size_t size = (size_t)(rows.end - rows.next), n_before = made.n;
        SG_TRY(read_arc_block(&made, &rows, err));
        if (n_before > 0) continue;
        SG_TRY(sg_arc_list_reserve(&made, sg_rows_expect(&rows, size, made.n), err));
        if (made.from == NULL)
            SG_TRY(sg_grow(&made.row, &made.row_capacity,
                           sg_rows_expect(&rows, size, made.n_rows), sizeof *made.row, err));
    }
    *arcs = made;
    made = (sg_arc_list){0};
done:
    sg_rows_close(&rows);
    sg_arc_list_free(&made);
    return status;
}

/* What the arc check knows: the nodes of the graph that the last arc was in. */
typedef struct arc_check {
    const char *path;
    const uint32_t *graph_offset;
    uint32_t n_graphs;
    uint32_t first, behind;
} arc_check;

/* The arc in line i + 1 is not in the graph of the one before: look closer. */
static sg_status check_other_graph(arc_check *c, size_t i, uint32_t u, uint32_t v,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    const sg_place place = {c->path, (uint64_t)i + 1, 0};
    const uint32_t largest = u > v ? u : v;
    const uint32_t n_nodes = c->graph_offset[c->n_graphs];
    if (largest >= n_nodes)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "node %llu, but there are %u nodes", largest + 1ULL, n_nodes));
    const uint32_t g = sg_graph_of_node(c->graph_offset, c->n_graphs, u);
    c->first = c->graph_offset[g];
    c->behind = c->graph_offset[g + 1];
    if (v < c->first || v >= c->behind)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "nodes %u and %u belong to different graphs (%u and %u)", u + 1,
                           v + 1, g + 1,
                           sg_graph_of_node(c->graph_offset, c->n_graphs, v) + 1));
done:
    return status;
}

/* The quick look at a list in order: its arcs stand graph by graph, so each graph's can be held
 * against its nodes at once.  False: something is wrong somewhere. */
static bool ordered_arcs_fit(const sg_arc_list *arcs, const uint32_t *graph_offset,
                             uint32_t n_graphs)
{
    if (arcs->n_rows > graph_offset[n_graphs]) return false;
    for (uint32_t g = 0; g < n_graphs; g++) {
        const uint32_t first = graph_offset[g], behind = graph_offset[g + 1];
        const size_t begin = first < arcs->n_rows ? arcs->row[first] : arcs->n;
        const size_t end = behind < arcs->n_rows ? arcs->row[behind] : arcs->n;
        bool fits = true;
        for (size_t a = begin; a < end; a++) fits &= arcs->to[a] - first < behind - first;
        if (!fits) return false;
    }
    return true;
}

sg_status sg_tu_check_arcs(sg_arc_list *arcs, const uint32_t *graph_offset, uint32_t n_graphs,
                           const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    arc_check c = {path, graph_offset, n_graphs, 0, 0};
    if (arcs->from == NULL && ordered_arcs_fit(arcs, graph_offset, n_graphs)) goto done;
    SG_TRY(sg_arc_list_make_pairs(arcs, err));
    for (size_t i = 0; i < arcs->n; i++) {
        const uint32_t u = arcs->from[i], v = arcs->to[i], width = c.behind - c.first;
        if (u - c.first >= width || v - c.first >= width)
            SG_TRY(check_other_graph(&c, i, u, v, err));
    }
done:
    return status;
}
