/* test_live_parts.c - edits of one graph step by step: made, brought up to date, taken back; and how edits are
 * read. */
#include "live/live_edits.h"
#include "live/live_json.h"
#include "live/live_network.h"

#include "base/mem.h"
#include "model/model_make.h"
#include "plans/plan_cache.h"
#include "sharegnn.h"
#include "support/check.h"
#include "support/small_data.h"

#include <string.h>

static sg_dataset two_graphs(void)
{
    return small_data("0: 1 2 1 2 1 / 0-1 1-2 2-3 3-4", "1: 2 2 1 1 / 0-1 1-2 2-3 3-0 0-2");
}

static sg_model *train(const sg_dataset *data)
{
    sg_model *model = NULL;
    const char *const encoder[] = {"wl:1 @ distance 0..1"};
    const sg_model_options options = {
        .struct_size = sizeof options, .encoder = encoder, .n_encoders = 1, .decoder = "label"};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 2, init: uniform -0.3 0.3}"};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

typedef struct ground {
    sg_dataset data;
    sg_model *model;
    sg_live_with with;
    sg_live_state state;
} ground;

static void open_ground(ground *g)
{
    *g = (ground){.data = two_graphs()};
    g->model = train(&g->data);
    check_ok(sg_live_with_open(&g->with, g->model, &g->data, NULL, &err));
    check_ok(sg_live_graph_open(&g->state.graph, &g->data, 0, &err));
}

static void close_ground(ground *g)
{
    sg_live_state_close(&g->state);
    sg_live_with_close(&g->with);
    sg_model_close(g->model);
    sg_dataset_free(&g->data);
}

static void made_and_taken_back(void **state)
{
    (void)state;
    ground g;
    open_ground(&g);
    double before[2], after[2];
    check_ok(sg_live_compute(&g.state, &g.with, &err));
    memcpy(before, g.state.output, sizeof before);
    for (int kind = 0; kind < SG_N_LIVE_KINDS; kind++) {
        const int32_t label = 2;
        const bool has_label = kind == SG_LIVE_ADD_NODE || kind == SG_LIVE_SET_NODE;
        const sg_live_change change = {.struct_size = sizeof change,
                                       .kind = (sg_live_kind)kind,
                                       .node = kind == SG_LIVE_ADD_NODE ? 0 : 2,
                                       .other = kind == SG_LIVE_REMOVE_EDGE ? 3 : 0,
                                       .label = has_label ? &label : NULL};
        sg_live_record record = {0};
        check_ok(sg_live_check(&g.state.graph, &change, &err));
        check_ok(sg_live_make(&record, &g.state, &g.with, &change, &err));
        check_ok(sg_live_update(&g.state, &g.with, record.seed, record.n_seeds, &err));
        memcpy(after, g.state.output, sizeof after);
        assert_true(memcmp(before, after, sizeof before) != 0);
        /* Forgetting everything and computing it again makes no difference. */
        sg_live_forget(&g.state);
        check_ok(sg_live_compute(&g.state, &g.with, &err));
        assert_memory_equal(after, g.state.output, sizeof after);
        sg_live_take_back(&record, &g.state, &g.with);
        check_ok(sg_live_update(&g.state, &g.with, record.seed, record.n_seeds, &err));
        assert_memory_equal(before, g.state.output, sizeof before);
        sg_live_record_free(&record);
    }
    /* A node that is given up has no label and no share. */
    sg_live_give_up(&g.state, &g.with, 4);
    assert_int_equal(g.state.label[4 * sg_live_labelings(&g.with)], UINT32_MAX);
    check_ok(sg_live_make_room(&g.state, &g.with, &err));
    close_ground(&g);
}

/* Shares are the same alone and in company; their sum makes the outputs. */
static void shares(void **state)
{
    (void)state;
    ground g;
    open_ground(&g);
    const uint32_t all[] = {0, 1, 2, 3, 4};
    double together[5][8], alone[8], output[2];
    sg_exact_sum sum[8] = {{{0}, 0, {0}}};
    assert_true(g.with.width <= 8 && sg_live_labelings(&g.with) == 2);
    check_ok(sg_live_compute(&g.state, &g.with, &err));
    double *packed = &together[0][0];
    check_ok(
        sg_live_compute_shares(packed, &g.state.graph, g.state.label, &g.with, all, 5, &err));
    for (uint32_t v = 0; v < 5; v++) {
        check_ok(
            sg_live_compute_shares(alone, &g.state.graph, g.state.label, &g.with, &v, 1, &err));
        assert_memory_equal(alone, packed + v * g.with.width, g.with.width * sizeof *alone);
        for (uint32_t i = 0; i < g.with.width; i++) sg_exact_add(&sum[i], alone[i]);
    }
    const sg_live_shares of = {sum, packed, NULL, 5};
    check_ok(sg_live_finish(output, &of, &g.state.graph, g.state.label, &g.with, &err));
    assert_memory_equal(output, g.state.output, sizeof output);
    close_ground(&g);
}

/* Labels that are lent, and receivers that are not wanted. */
static void caches(void **state)
{
    (void)state;
    ground g;
    open_ground(&g);
    sg_dataset part = {0};
    sg_plan_cache *cache = NULL;
    const sg_vocabularies *known = &g.model->vocabularies;
    const uint8_t wanted[] = {1, 1, 1, 1, 1};
    uint32_t none[5] = {0};
    sg_cached_labels found = {0};
    check_ok(sg_live_cut_begin(&g.with.cut, &g.state.graph, &err));
    for (uint32_t v = 0; v < 5; v++) check_ok(sg_live_cut_take(&g.with.cut, v, &err));
    check_ok(sg_live_make_cut(&part, &g.with, 0, &err));
    check_ok(sg_plan_cache_open(&cache, &part, known, NULL, &err));
    sg_plan_cache_want(cache, wanted);
    const sg_labels labels = {
        .label = none,
        .n_nodes = 5,
        .vocabulary = {.key = g.with.key[0], .n_keys = known->labels[0].n_labels + 1}};
    check_ok(sg_plan_cache_put_labels(cache, known->labels[0].expression, &labels, &err));
    check_ok(sg_plan_cache_labels(&found, cache, known->labels[0].expression, &err));
    for (uint32_t v = 0; v < 5; v++) assert_int_equal(found.label[v], 0);
    check_fails(sg_plan_cache_put_labels(cache, "degree", &labels, &err), SG_EFORMAT,
                "it knows no labels of \"degree\"");
    sg_plan_cache_close(cache);
    sg_live_free_cut(&part);
    close_ground(&g);
}

static void reading(void **state)
{
    (void)state;
    const sg_label_names none = {0};
    const sg_live_words words = {
        .columns = {1, 2, 1, 0}, .node_name = &none, .edge_name = &none};
    static const char text[] =
        "{\"set\":\"node\",\"graph\":4,\"node\":7,\"label\":-3,\"attributes\":[0.5,2]}";
    sg_live_said said = {0};
    check_ok(sg_live_read(&said, text, strlen(text), "x", &words, &err));
    assert_true(said.change.kind == SG_LIVE_SET_NODE && said.change.graph == 4 &&
                said.change.node == 7 && said.change.label[0] == -3 &&
                said.change.attribute[1] == 2 && !said.undo);
    sg_live_said_free(&said);
    assert_null(said.label);
}

static sg_status edit_body(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    ground *g = context;
    sg_live *live = NULL;
    double score[2];
    static const char *const text[] = {"{\"add\":\"node\",\"label\":1}",
                                       "{\"add\":\"edge\",\"nodes\":[0,5]}",
                                       "{\"remove\":\"node\",\"node\":2}", "{\"undo\":1}"};
    SG_TRY(sg_live_open(&live, g->model, &g->data, NULL, err));
    SG_TRY(sg_live_predict(score, live, 0, err));
    for (int i = 0; i < 4; i++)
        SG_TRY(sg_live_edit_json(NULL, NULL, live, text[i], strlen(text[i]), NULL, err));
    SG_TRY(sg_live_predict(score, live, 0, err));
done:
    sg_live_close(live);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    ground g;
    open_ground(&g);
    assert_true(check_out_of_memory(edit_body, &g) > 100);
    close_ground(&g);
}

/* Columns that copies of the graphs would lose. */
static void sparse_attributes_are_refused(void **state)
{
    (void)state;
    ground g;
    uint64_t row = 0;
    sg_live *live = NULL;
    open_ground(&g);
    g.data.node_sparse.row = &row;
    check_fails(sg_live_open(&live, g.model, &g.data, NULL, &err), SG_EINVAL,
                "a graph that changes has no room for sparse attributes of nodes");
    assert_null(live);
    g.data.node_sparse.row = NULL;
    close_ground(&g);
}

SG_TESTS(cmocka_unit_test(made_and_taken_back), cmocka_unit_test(sparse_attributes_are_refused),
         cmocka_unit_test(shares), cmocka_unit_test(caches), cmocka_unit_test(reading),
         cmocka_unit_test(out_of_memory))
