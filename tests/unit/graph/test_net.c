/* test_net.c - blocks with their chains drawn together. */
#include "graph/net.h"

#include "support/check.h"
#include "support/keys_of.h"
#include "support/random_graph.h"
#include "support/shaped_graphs.h"

static uint32_t degree(const sg_block_graph *block, uint32_t v)
{
    return block->arc_offset[v + 1] - block->arc_offset[v];
}

static bool joined(const sg_block_graph *block, uint32_t u, uint32_t v)
{
    for (uint32_t a = block->arc_offset[u]; a < block->arc_offset[u + 1]; a++)
        if (block->neighbor[a] == v) return true;
    return false;
}

/* The link's inner nodes are a path from joint `from` to joint `to`. */
static void check_link(const sg_net *net, const sg_block_graph *block, uint32_t from,
                       const sg_net_arc *arc)
{
    const uint32_t begin = net->inner_begin[arc->link], end = net->inner_begin[arc->link + 1];
    uint32_t last = net->joint[from];
    assert_true(arc->to != from);
    assert_int_equal(arc->length, end - begin + 1);
    for (uint32_t i = begin; i < end; i++) {
        assert_int_equal(degree(block, net->inner[i]), 2);
        assert_true(joined(block, last, net->inner[i]));
        last = net->inner[i];
    }
    assert_true(joined(block, last, net->joint[arc->to]));
}

static void check_net(const sg_net *net, const sg_block_graph *block)
{
    uint32_t n_edges = 0, lowest = 0;
    assert_int_equal(net->n_joints + net->inner_begin[net->n_links], block->n_nodes);
    assert_int_equal(net->arc_offset[net->n_joints], 2 * net->n_links);
    for (uint32_t j = 0; j < net->n_joints; j++) {
        const uint32_t begin = net->arc_offset[j], end = net->arc_offset[j + 1];
        assert_int_equal(end - begin, degree(block, net->joint[j]));
        assert_true(end - begin > 2);
        for (uint32_t a = begin; a < end; a++) {
            const sg_net_arc *arc = &net->arc[a];
            assert_true(a == begin || arc->link > arc[-1].link);
            if (arc->to < j) continue;
            assert_int_equal(arc->link, lowest++);
            n_edges += arc->length;
            check_link(net, block, j, arc);
        }
    }
    assert_int_equal(lowest, net->n_links);
    assert_int_equal(2 * n_edges, block->n_arcs);
}

static void check_graph(const sg_graph *graph, sg_scratch *scratch)
{
    const sg_graph_view view = {.graph = graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_blocks blocks = {0};
    sg_scratch_reset(scratch);
    check_ok(sg_blocks_find(&blocks, &one, scratch, &err));
    for (uint32_t b = 0; b < blocks.n_blocks; b++) {
        sg_block_graph block = {0};
        sg_net net = {0};
        if (blocks.n_edges[b] == sg_block_size(&blocks, b)) continue;
        check_ok(sg_block_cut(&block, &blocks, b, &one, scratch, &err));
        check_ok(sg_net_tie(&net, &block, scratch, &err));
        check_net(&net, &block);
    }
}

static void a_net_is_the_whole_block(void **state)
{
    (void)state;
    sg_rng rng = check_rng("nets");
    sg_scratch scratch = {0};
    for (int i = 0; i < 2000; i++) {
        sg_graph small = random_graph(&rng, (random_shape){1, 9});
        sg_graph large = subdivided_graph(&rng, &small, 4);
        if (small.n_graphs > 0) check_graph(&small, &scratch);
        check_graph(&large, &scratch);
        sg_graph_free(&large);
        sg_graph_free(&small);
    }
    sg_scratch_free(&scratch);
}

/* Two joints, an edge between them and a chain of four nodes on either side. */
static void naphthalene_has_three_links(void **state)
{
    (void)state;
    sg_graph graph = graph_of(10, "0-1 1-2 2-3 3-4 4-5 5-0 5-6 6-7 7-8 8-9 9-0");
    const sg_graph_view view = {.graph = &graph};
    const sg_one_graph one = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_blocks blocks = {0};
    sg_block_graph block = {0};
    sg_net net = {0};
    uint32_t lengths = 0;
    check_ok(sg_blocks_find(&blocks, &one, &scratch, &err));
    check_ok(sg_block_cut(&block, &blocks, 0, &one, &scratch, &err));
    check_ok(sg_net_tie(&net, &block, &scratch, &err));
    assert_int_equal(net.n_joints, 2);
    assert_int_equal(net.n_links, 3);
    for (uint32_t a = 0; a < 3; a++) lengths += 1U << net.arc[a].length;
    assert_int_equal(lengths, 2 + 32 + 32);
    sg_scratch_free(&scratch);
    sg_graph_free(&graph);
}

SG_TESTS(cmocka_unit_test(a_net_is_the_whole_block),
         cmocka_unit_test(naphthalene_has_three_links))
