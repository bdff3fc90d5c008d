/* test_cancel_large.c - one step through a very large graph can be stopped, too.
 *
 * Each call goes through many nodes or items once.  The watch says no when it is asked for the first time: a call
 * that asks only when such a step is over would end with SG_OK.  Watches are asked every 20 ms at most, so that much
 * time goes by before the call, however fast the machine is. */
#define _DEFAULT_SOURCE /* usleep */
#include "sharegnn.h"

#include "base/file.h"
#include "base/observer.h"
#include "base/scratch.h"
#include "data/dataset_view.h"
#include "graph/bfs.h"
#include "graph/blocks.h"
#include "graph/cycle_space.h"
#include "graph/net.h"
#include "invariants/colors/walk_counts.h"
#include "invariants/labelings/degeneracy.h"
#include "support/check.h"
#include "support/folder.h"

#include <unistd.h>

static bool refuse(void *context, const sg_progress *progress)
{
    (void)progress;
    ++*(uint32_t *)context;
    return false;
}

#define STOPS(call)                                                                            \
    do {                                                                                       \
        uint32_t n_calls = 0;                                                                  \
        sg_watch *watch = NULL;                                                                \
        check_ok(sg_watch_open(&watch, &(sg_observer){refuse, &n_calls}, &err));               \
        usleep(50000);                                                                         \
        check_fails(call, SG_ECANCELED, "stopped");                                            \
        assert_int_equal(n_calls, 1);                                                          \
        sg_watch_close(watch);                                                                 \
    } while (0)

enum { N_NODES = 400000 };

/* One graph of N_NODES, a ladder: node v is joined with v + 1 and v + 2.  All of it is one block. */
static sg_dataset *make_ladder(void)
{
    static const uint32_t offset[] = {0, N_NODES};
    uint32_t *edge = malloc(4 * (size_t)N_NODES * sizeof *edge);
    int64_t *node_class = malloc(N_NODES * sizeof *node_class);
    sg_dataset *data = NULL;
    size_t n = 0;
    assert_true(edge != NULL && node_class != NULL);
    for (uint32_t v = 0; v < N_NODES; v++) {
        node_class[v] = v % 3;
        for (uint32_t step = 1; step <= 2 && v + step < N_NODES; step++) {
            edge[2 * n] = v;
            edge[2 * n++ + 1] = v + step;
        }
    }
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 1,
                                    .graph_offset = offset,
                                    .n_edges = n,
                                    .edge = edge,
                                    .node_class = node_class};
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    free(edge);
    free(node_class);
    return data;
}

/* ---- Steps of labelings -------------------------------------------------------------------------- */

/* A search that is stopped leaves nodes out; whoever started it hears of it. */
static sg_status search(sg_bfs *bfs, const sg_one_graph *graph, sg_error *err)
{
    sg_bfs_run(bfs, graph, 0, UINT32_MAX - 1);
    return sg_watch_ask(err);
}

static void steps_of_labelings_stop(void **state)
{
    (void)state;
    sg_dataset *data = make_ladder();
    const sg_graph_view view = sg_dataset_view(data);
    const sg_one_graph graph = sg_view_graph(&view, 0);
    sg_scratch scratch = {0};
    sg_bfs bfs = {0};
    sg_blocks blocks = {0};
    sg_block_graph block = {0};
    sg_net net = {0};
    sg_cycle_space space = {0};
    sg_cores cores = {0};
    sg_walk_counts walks = {0};
    check_ok(sg_bfs_prepare(&bfs, &graph, &scratch, &err));
    STOPS(search(&bfs, &graph, &err));
    assert_true(bfs.n_reached < N_NODES);
    STOPS(sg_cores_find(&cores, &graph, &scratch, &err));
    check_ok(sg_walk_counts_prepare(&walks, &graph, 2, &scratch, &err));
    STOPS(sg_walk_counts_from(&walks, 0, "walks", &err));
    STOPS(sg_blocks_find(&blocks, &graph, &scratch, &err));
    check_ok(sg_blocks_find(&blocks, &graph, &scratch, &err));
    assert_int_equal(blocks.n_blocks, 1);
    STOPS(sg_block_cut(&block, &blocks, 0, &graph, &scratch, &err));
    check_ok(sg_block_cut(&block, &blocks, 0, &graph, &scratch, &err));
    STOPS(sg_net_tie(&net, &block, &scratch, &err));
    STOPS(sg_cycle_space_prepare(&space, &block, &scratch, &err));
    sg_scratch_free(&scratch);
    sg_data_close(data);
}

/* ---- Items ---------------------------------------------------------------------------------------- */

static void splits_stop(void **state)
{
    (void)state;
    sg_dataset *data = make_ladder();
    sg_splits *splits = NULL;
    const sg_split_options ten = {.struct_size = sizeof ten, .n_folds = 10};
    STOPS(sg_splits_divide(&splits, data, &ten, &err));
    STOPS(sg_splits_divide(&splits, data, NULL, &err));
    assert_null(splits);
    sg_data_close(data);
}

/* Nothing is left of a file that was not written to its end. */
static void saving_stops(void **state)
{
    (void)state;
    static const char layers[] = "layers: [{encoder: {heads: [none @ edge], bias: index}}, "
                                 "{linear: {outputs: classes}}]";
    static const sg_split_options ten = {.struct_size = sizeof ten, .n_folds = 10};
    const sg_model_options options = {.struct_size = sizeof options, .description = layers};
    const sg_training_options training = {.struct_size = sizeof training, .n_epochs = 1};
    sg_dataset *data = make_ladder();
    sg_splits *splits = NULL;
    sg_model *model = NULL;
    check_ok(sg_splits_divide(&splits, data, &ten, &err));
    STOPS(sg_splits_write(splits, path_of("splits.json"), &err));
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    STOPS(sg_model_save(model, path_of("model.sg"), &err));
    assert_int_equal(n_entries(folder), 0);
    check_ok(sg_splits_write(splits, path_of("splits.json"), &err));
    sg_splits_close(splits);
    splits = NULL;
    STOPS(sg_splits_open(&splits, path_of("splits.json"), N_NODES, &err));
    assert_null(splits);
    sg_model_close(model);
    sg_data_close(data);
}

/* Who has stopped something can keep what there is, while the same watch is open. */
static void what_there_is_can_be_kept(void **state)
{
    (void)state;
    sg_dataset *data = make_ladder();
    sg_splits *splits = NULL, *none = NULL;
    uint32_t n_calls = 0, n_other = 0;
    sg_watch *watch = NULL, *other = NULL;
    check_ok(sg_splits_hold_out(&splits, data, 0.1, 1, &err));
    check_ok(sg_watch_open(&watch, &(sg_observer){refuse, &n_calls}, &err));
    usleep(50000);
    check_fails(sg_splits_divide(&none, data, NULL, &err), SG_ECANCELED, "stopped");
    check_ok(sg_splits_write(splits, path_of("kept.json"), &err));
    assert_int_equal(n_calls, 1);
    /* Another one that has not said no yet is asked. */
    check_ok(sg_watch_open(&other, &(sg_observer){refuse, &n_other}, &err));
    usleep(50000);
    check_fails(sg_splits_write(splits, path_of("other.json"), &err), SG_ECANCELED, "stopped");
    assert_int_equal(n_other, 1);
    sg_watch_close(other);
    sg_watch_close(watch);
    assert_int_equal(n_entries(folder), 1);
    check_ok(sg_splits_open(&none, path_of("kept.json"), N_NODES, &err));
    sg_splits_close(none);
    sg_splits_close(splits);
    sg_data_close(data);
}

static void files_are_written_bit_by_bit(void **state)
{
    (void)state;
    enum { SIZE = (1 << 21) + 5 };
    char *content = malloc(SIZE);
    sg_text again = {0};
    assert_non_null(content);
    for (size_t i = 0; i < SIZE; i++) content[i] = (char)(i % 101);
    STOPS(sg_file_write_much(path_of("x"), content, SIZE, &err));
    assert_int_equal(n_entries(folder), 0);
    check_ok(sg_file_write_much(path_of("x"), content, SIZE, &err));
    check_ok(sg_file_read(&again, path_of("x"), SIZE, &err));
    assert_int_equal(again.size, SIZE);
    assert_memory_equal(again.data, content, SIZE);
    sg_text_free(&again);
    free(content);
}

static void memory_is_cleared_bit_by_bit(void **state)
{
    (void)state;
    enum { SIZE = (1 << 24) + 5 };
    char *memory = malloc(SIZE);
    assert_non_null(memory);
    memset(memory, 7, SIZE);
    STOPS(sg_watch_clear(memory, SIZE, &err));
    check_ok(sg_watch_clear(memory, SIZE, &err));
    for (size_t i = 0; i < SIZE; i++) assert_int_equal(memory[i], 0);
    free(memory);
}

static void lines_stop(void **state)
{
    (void)state;
    sg_dataset *data = make_ladder(), *bare = NULL;
    const uint32_t offset[] = {0, 200000};
    const sg_graph_arrays arrays = {
        .struct_size = sizeof arrays, .n_graphs = 1, .graph_offset = offset};
    char *text = NULL;
    check_ok(sg_data_from_arrays(&bare, &arrays, &err));
    STOPS(sg_data_graph_json(&text, data, 0, &err));
    STOPS(sg_data_graph_line(&text, bare, 0, "graph6", &err)); /* of 3 GB */
    assert_null(text);
    sg_data_close(bare);
    sg_data_close(data);
}

/* Nodes without edges cost memory that nobody touches: no loop goes through them, so nobody is asked. */
static void nodes_without_edges_take_no_time(void **state)
{
    (void)state;
    const uint32_t offset[] = {0, 200000000};
    const sg_graph_arrays arrays = {
        .struct_size = sizeof arrays, .n_graphs = 1, .graph_offset = offset};
    uint32_t n_calls = 0;
    sg_watch *watch = NULL;
    sg_dataset *data = NULL;
    check_ok(sg_watch_open(&watch, &(sg_observer){refuse, &n_calls}, &err));
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    sg_watch_close(watch);
    assert_int_equal(n_calls, 0);
    assert_int_equal(sg_data_sizes_of(data).n_nodes, 200000000);
    assert_int_equal(sg_data_sizes_of(data).n_arcs, 0);
    assert_int_equal(sg_data_view_of(data).arc_offset[200000000], 0);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(steps_of_labelings_stop), cmocka_unit_test(splits_stop),
         cmocka_unit_test_setup_teardown(saving_stops, make_folder, remove_folder),
         cmocka_unit_test_setup_teardown(what_there_is_can_be_kept, make_folder, remove_folder),
         cmocka_unit_test_setup_teardown(files_are_written_bit_by_bit, make_folder,
                                         remove_folder),
         cmocka_unit_test(memory_is_cleared_bit_by_bit), cmocka_unit_test(lines_stop),
         cmocka_unit_test(nodes_without_edges_take_no_time))
