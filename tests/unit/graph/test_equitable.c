/* test_equitable.c - cells against rounds over all nodes. */
#include "graph/equitable.h"

#include "base/hash.h"
#include "base/mem.h"
#include "support/check.h"
#include "support/keys_of.h"
#include "support/labeled_graph.h"

enum { MOST = 400 };

/* What a partition is made of: all graphs of a union as one. */
typedef struct input {
    uint32_t n;
    const sg_graph *graph;
    uint64_t arc[40 * MOST], label[MOST];
} input;

static void input_of(input *in, const sg_graph_view *view)
{
    in->n = view->graph->n_nodes;
    in->graph = view->graph;
    assert_true(in->n <= MOST && view->graph->n_arcs <= 40 * MOST);
    for (uint32_t v = 0; v < in->n; v++)
        in->label[v] = view->node_label == NULL ? 0 : (uint64_t)view->node_label[v];
    for (uint32_t a = 0; a < view->graph->n_arcs; a++) {
        const uint64_t label = view->edge_label == NULL ? 0 : (uint64_t)view->edge_label[a];
        in->arc[a] = sg_hash_words(&label, 1);
    }
}

static sg_status open_partition(sg_equitable *p, const input *in, sg_error *err)
{
    return sg_equitable_open(p, in->n, in->graph->arc_offset, in->graph->neighbor, in->arc,
                             in->label, err);
}

/* Whether two nodes see the same: for every arc of v one of w's, and as many. */
static bool see_the_same(const input *in, const uint32_t *color, uint32_t v, uint32_t w)
{
    const sg_graph *g = in->graph;
    bool used[MOST] = {false};
    const uint32_t begin = g->arc_offset[w], n = g->arc_offset[w + 1] - begin;
    if (g->arc_offset[v + 1] - g->arc_offset[v] != n) return false;
    for (uint32_t a = g->arc_offset[v]; a < g->arc_offset[v + 1]; a++) {
        uint32_t i = 0;
        while (i < n && (used[i] || in->arc[begin + i] != in->arc[a] ||
                         color[g->neighbor[begin + i]] != color[g->neighbor[a]]))
            i++;
        if (i == n) return false;
        used[i] = true;
    }
    return true;
}

/* The slow twin: color[v] is the first node that v cannot be told from. */
static void refine_by_rounds(uint32_t *color, const input *in)
{
    uint32_t next[MOST];
    for (uint32_t v = 0; v < in->n; v++)
        for (color[v] = 0; in->label[color[v]] != in->label[v];) color[v]++;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = 0; v < in->n; v++) {
            next[v] = 0;
            while (color[next[v]] != color[v] || !see_the_same(in, color, next[v], v))
                next[v]++;
            changed = changed || next[v] != color[v];
        }
        memcpy(color, next, in->n * sizeof *color);
    }
}

static void check_whole(const sg_equitable *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const uint32_t v = p->order[i], cell = p->cell[v];
        assert_int_equal(p->place[v], i);
        assert_true(cell <= i && i < cell + p->size[cell]);
    }
}

static void check_as_rounds(const sg_equitable *p, const input *in)
{
    uint32_t color[MOST];
    refine_by_rounds(color, in);
    for (uint32_t v = 0; v < in->n; v++)
        for (uint32_t w = 0; w < v; w++)
            assert_int_equal(p->cell[v] == p->cell[w], color[v] == color[w]);
}

/* On random graphs, and cells come in the same order whatever the nodes are called. */
static void as_rounds_say(void **state)
{
    (void)state;
    static input in, moved;
    sg_rng rng = check_rng("as_rounds_say");
    for (int i = 0; i < 300; i++) {
        uint32_t new_id[MOST];
        sg_equitable p = {0}, q = {0};
        labeled_graph one =
            labeled_graph_draw(&rng, (random_shape){.max_graphs = 3, .max_nodes = 24});
        random_permutation(new_id, &rng, one.graph.graph_offset, one.graph.n_graphs);
        for (uint32_t v = 0; v < one.graph.n_nodes; v++) one.node_label[v] /= 1 + i % 4;
        labeled_graph two = labeled_graph_renumber(&one, new_id);
        sg_graph_view a = labeled_graph_view(&one), b = labeled_graph_view(&two);
        if (i % 2 == 0) a.edge_label = b.edge_label = NULL;
        input_of(&in, &a);
        input_of(&moved, &b);
        check_ok(open_partition(&p, &in, &err));
        check_ok(open_partition(&q, &moved, &err));
        sg_equitable_refine(&p);
        sg_equitable_refine(&q);
        check_whole(&p);
        check_as_rounds(&p, &in);
        for (uint32_t v = 0; v < in.n; v++) assert_int_equal(p.cell[v], q.cell[new_id[v]]);
        sg_equitable_close(&p);
        sg_equitable_close(&q);
        labeled_graph_free(&one);
        labeled_graph_free(&two);
    }
}

/* A node with a cell of its own: the same as one with a label of its own. */
static void parting(void **state)
{
    (void)state;
    static input in;
    sg_rng rng = check_rng("parting");
    for (int i = 0; i < 300; i++) {
        sg_equitable p = {0};
        labeled_graph one =
            labeled_graph_draw(&rng, (random_shape){.max_graphs = 2, .max_nodes = 24});
        sg_graph_view view = labeled_graph_view(&one);
        view.node_label = NULL;
        input_of(&in, &view);
        check_ok(open_partition(&p, &in, &err));
        sg_equitable_refine(&p);
        for (int k = 0; k < 3 && in.n > 0; k++) {
            const uint32_t v = sg_rng_below(&rng, in.n), cell = p.cell[v];
            if (p.size[cell] == 1) continue;
            sg_equitable_move(&p, v, cell + p.size[cell] - 1);
            sg_equitable_part(&p, cell, 1);
            sg_equitable_refine(&p);
            in.label[v] = 10 + (uint64_t)k;
            check_whole(&p);
            check_as_rounds(&p, &in);
        }
        sg_equitable_close(&p);
        labeled_graph_free(&one);
    }
}

/* The two ends first, then inwards: nodes that are as far from the ends. */
static void path(void **state)
{
    (void)state;
    static input in;
    sg_equitable p = {0};
    sg_graph graph = graph_of(7, "0-1 1-2 2-3 3-4 4-5 5-6");
    input_of(&in, &(sg_graph_view){.graph = &graph});
    check_ok(open_partition(&p, &in, &err));
    assert_int_equal(p.size[0], 7);
    sg_equitable_refine(&p);
    for (uint32_t v = 0; v < 7; v++) {
        assert_int_equal(p.cell[v], p.cell[6 - v]);
        assert_int_equal(p.size[p.cell[v]], v == 3 ? 1 : 2);
    }
    sg_equitable_close(&p);
    sg_graph_free(&graph);
}

static sg_status open_body(void *context, sg_error *err)
{
    sg_equitable p = {0};
    const sg_status status = open_partition(&p, context, err);
    if (status != SG_OK) assert_null(p.order);
    sg_equitable_close(&p);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    static input in;
    sg_graph graph = graph_of(3, "0-1 1-2");
    input_of(&in, &(sg_graph_view){.graph = &graph});
    assert_true(check_out_of_memory(open_body, &in) > 10);
    sg_graph_free(&graph);
}

/* A partition that is split further comes back as it was. */
static void coming_back(void **state)
{
    (void)state;
    static input in;
    sg_graph graph = graph_of(6, "0-1 1-2 2-3 3-4 4-5 5-0");
    const sg_graph_view view = {.graph = &graph};
    sg_equitable p = {0};
    uint32_t order[6], cell[6];
    input_of(&in, &view);
    check_ok(open_partition(&p, &in, &err));
    sg_equitable_refine(&p);
    assert_int_equal(p.size[0], 6);
    sg_equitable_save(order, cell, &p);
    sg_equitable_part(&p, 0, 1);
    sg_equitable_refine(&p);
    assert_true(p.size[0] < 6);
    sg_equitable_restore(&p, order, cell);
    assert_int_equal(p.size[0], 6);
    for (uint32_t v = 0; v < 6; v++) {
        assert_int_equal(p.cell[v], 0);
        assert_int_equal(p.order[p.place[v]], v);
    }
    sg_equitable_close(&p);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(coming_back), cmocka_unit_test(as_rounds_say),
         cmocka_unit_test(parting), cmocka_unit_test(path), cmocka_unit_test(out_of_memory))
