/* block_request.c - see block_request.h. */
#include "support/block_request.h"

#include "support/check.h"

static sg_one_graph one_of(const sg_graph *graph)
{
    const sg_graph_view view = {.graph = graph};
    assert_int_equal(graph->n_graphs, 1);
    assert_true(graph->n_nodes <= BLOCK_REQUEST_NODES);
    return sg_view_graph(&view, 0);
}

bool is_block(const sg_graph *graph)
{
    const sg_one_graph one = one_of(graph);
    sg_scratch scratch = {0};
    sg_blocks blocks = {0};
    check_ok(sg_blocks_find(&blocks, &one, &scratch, &err));
    const bool is = blocks.n_blocks == 1 && sg_block_size(&blocks, 0) == one.n_nodes;
    sg_scratch_free(&scratch);
    return is;
}

sg_status block_request_open(block_request *t, const sg_graph *graph, uint32_t min,
                             uint32_t max, sg_error *err)
{
    sg_status status = SG_OK;
    *t = (block_request){.one = one_of(graph), .budget = {UINT64_MAX}};
    t->work = (sg_label_work){&t->one, &t->scratch, &t->budget};
    t->labeling =
        (sg_labeling){.kind = &sg_labeling_cycles, .parameters = {.min = min, .max = max}};
    for (uint32_t v = 0; v < BLOCK_REQUEST_NODES; v++) t->row[v] = v;
    SG_TRY(sg_blocks_find(&t->blocks, &t->one, &t->scratch, err));
    assert_int_equal(t->blocks.n_blocks, 1);
    SG_TRY(sg_block_cut(&t->block, &t->blocks, 0, &t->one, &t->scratch, err));
    assert_true(min <= max && max - min < BLOCK_REQUEST_NODES);
    t->request = (sg_cycle_request){.work = &t->work,
                                    .labeling = &t->labeling,
                                    .block = &t->block,
                                    .min = min,
                                    .max = max,
                                    .row = t->row,
                                    .count = t->count,
                                    .width = max - min + 1};
done:
    return status;
}

void block_request_close(block_request *t)
{
    sg_scratch_free(&t->scratch);
}
