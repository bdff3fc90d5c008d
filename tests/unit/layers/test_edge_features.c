/* test_edge_features.c - edges in files and on data. */
#include "layers/edge_features.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/small_data.h"
#include "text/yaml.h"

static sg_status read(sg_edge_settings *edges, const char *text, const char *preset,
                      sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f;
    SG_TRY(sg_yaml_parse(&tree, "e.yml", text, strlen(text), err));
    SG_TRY(sg_fields_open(&f, tree.root, "gine", "e.yml", err));
    SG_TRY(sg_edge_settings_read(edges, &f, preset, err));
    SG_TRY(sg_fields_finish(&f, err));
done:
    sg_tree_free(&tree);
    return status;
}

static void check_written(const char *said, const char *preset, const char *written)
{
    sg_edge_settings edges = {0};
    sg_node *map = NULL;
    char *text = NULL;
    check_ok(read(&edges, said, preset, &err));
    check_ok(sg_node_make(&map, SG_NODE_MAP, NULL, &err));
    check_ok(sg_edge_settings_put(map, &edges, &err));
    check_ok(sg_yaml_write(&text, map, &err));
    if (strstr(text, written) == NULL) fail_msg("%s lacks %s", text, written);
    sg_free(text);
    sg_node_free(map);
    sg_edge_settings_free(&edges);
    assert_null(edges.head.receiver);
}

static void what_is_read_is_written(void **state)
{
    (void)state;
    check_written("{}", NULL, "edges: none");
    check_written("{}", "none @ edge", "none @ edge");
    check_written("{edges: none}", "none @ edge", "edges: none");
    check_written("{edges: label @ edge, edge-attributes: 3}", NULL, "edge-attributes: 3");
}

static sg_status count_need(void *context, const sg_need *need, sg_error *err)
{
    (void)need;
    (void)err;
    (*(uint32_t *)context)++;
    return SG_OK;
}

static void count_tensor(void *context, const sg_tensor *tensor)
{
    *(size_t *)context += tensor->n;
}

/* Of a path 5 - 5 - 9: with themselves 5 and 9, edges 5-5, 5-9 and 9-5. */
static sg_status bind(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = context;
    sg_edge_settings edges = {0};
    sg_edge_spec spec = {0};
    sg_plan_cache *cache = NULL;
    uint32_t *slot = NULL, n_needs = 0;
    size_t n_weights = 0;
    const sg_need_visitor visitor = {count_need, &n_needs};
    const sg_tensor_visitor tensors = {count_tensor, &n_weights};
    SG_TRY(read(&edges, "{edges: label @ edge}", NULL, err));
    SG_TRY(sg_edge_settings_needs(&visitor, &edges, err));
    assert_int_equal(n_needs, 3);
    SG_TRY(sg_plan_cache_open(&cache, data, NULL, NULL, err));
    SG_TRY(sg_edge_bind(&spec, &edges, cache, err));
    assert_int_equal(sg_edge_rows(&spec), 5);
    sg_edge_tensors(&tensors, &spec, (sg_axis){SG_AXIS_OUTPUTS, 4});
    assert_int_equal(n_weights, 20);
    SG_TRY(sg_edge_slots(&slot, &spec, &data->graph, err));
    assert_true(slot[0] == slot[1] && slot[1] != slot[2] && slot[2] != slot[3]);
    edges.n_attributes = 2;
    assert_int_equal(sg_edge_bind(&spec, &edges, cache, NULL), SG_EINVAL);
done:
    sg_free(slot);
    sg_plan_cache_close(cache);
    sg_edge_settings_free(&edges);
    return status;
}

static void edges_on_data(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2");
    check_ok(bind(&data, &err));
    assert_true(check_out_of_memory(bind, &data) > 5);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(what_is_read_is_written), cmocka_unit_test(edges_on_data))
