/* small_data.c - see small_data.h. */
#include "support/small_data.h"

#include "base/mem.h"
#include "data/reading/task_guess.h"
#include "data/record_collector.h"
#include "model/vocabularies_learn.h"
#include "support/check.h"
#include "text/yaml.h"

static void add_node(sg_record *record, int32_t label)
{
    check_ok(sg_record_labeled_nodes(record, 1, &err));
    record->node[record->n_nodes - 1] = label;
}

/* "1: 5 5 9 / 0-1 1-2" */
static void read_graph(sg_record *record, const char *text)
{
    char *p = NULL;
    sg_record_clear(record);
    sg_record_class(record, strtol(text, &p, 10));
    assert_int_equal(*p, ':');
    for (p++; *p != '\0' && *p != '/'; p += strspn(p, " ")) {
        char *const from = p;
        const long label = strtol(from, &p, 10);
        if (p != from) add_node(record, (int32_t)label);
    }
    for (p += *p == '/'; *p != '\0';) {
        const unsigned long u = strtoul(p, &p, 10);
        assert_int_equal(*p, '-');
        const unsigned long v = strtoul(p + 1, &p, 10);
        check_ok(sg_record_edge(record, (uint32_t)u, (uint32_t)v, &err));
        p += strspn(p, " ");
    }
}

sg_dataset small_data_of(const char *const *graph, size_t n_graphs)
{
    sg_record_collector collector = {0};
    sg_record record = {0};
    sg_dataset data = {0};
    for (size_t g = 0; g < n_graphs; g++) {
        read_graph(&record, graph[g]);
        check_ok(sg_record_collector_add(&collector, &record, 0, &err));
    }
    check_ok(sg_record_collector_finish(&data, &collector, "small", "small", &err));
    sg_record_collector_free(&collector);
    sg_record_free(&record);
    return data;
}

sg_dataset random_data(sg_rng *rng, uint32_t n_graphs, uint32_t max_nodes)
{
    sg_record_collector collector = {0};
    sg_record record = {0};
    sg_dataset data = {0};
    for (uint32_t g = 0; g < n_graphs; g++) {
        const uint32_t n = sg_rng_below(rng, max_nodes + 1);
        sg_record_clear(&record);
        sg_record_class(&record, g % 2);
        for (uint32_t v = 0; v < n; v++) add_node(&record, (int32_t)sg_rng_below(rng, 4));
        /* A tree and some edges more. */
        for (uint32_t v = 1; v < n; v++)
            check_ok(sg_record_edge(&record, sg_rng_below(rng, v), v, &err));
        for (uint32_t e = 0; n > 3 && e < n / 3; e++)
            check_ok(sg_record_edge(&record, sg_rng_below(rng, n - 1), n - 1, &err));
        check_ok(sg_record_collector_add(&collector, &record, 0, &err));
    }
    check_ok(sg_record_collector_finish(&data, &collector, "random", "random", &err));
    sg_record_collector_free(&collector);
    sg_record_free(&record);
    return data;
}

void small_data_attributes(sg_dataset *data, uint32_t n_attributes)
{
    const size_t n = (size_t)data->graph.n_nodes * n_attributes;
    data->node_attribute.n_columns = n_attributes;
    data->node_attribute.value = sg_alloc(n, sizeof(double));
    assert_non_null(data->node_attribute.value);
    for (size_t i = 0; i < n; i++) data->node_attribute.value[i] = (double)i;
}

sg_blueprint small_blueprint(const char *text)
{
    sg_blueprint blueprint = {0};
    sg_tree tree = {0};
    sg_fields f;
    check_ok(sg_yaml_parse(&tree, "small.yml", text, strlen(text), &err));
    check_ok(sg_fields_open(&f, tree.root, "", "small.yml", &err));
    check_ok(sg_blueprint_read(&blueprint, &f, &err));
    check_ok(sg_fields_finish(&f, &err));
    sg_tree_free(&tree);
    return blueprint;
}

sg_model small_model(const sg_dataset *data, const char *description)
{
    sg_model model = {.blueprint = small_blueprint(description),
                      .precision = SG_PRECISION_DOUBLE,
                      .is_trained = true};
    sg_plan_cache *cache = NULL;
    sg_model_on_data m = {0};
    if (sg_inputs_have(&model.blueprint.input, SG_INPUT_ATTRIBUTES))
        model.n_attributes = data->node_attribute.n_columns;
    check_ok(
        sg_outputs_describe(&model.outputs, data, sg_task_guess_of(data).task, NULL, 0, &err));
    check_ok(sg_plan_cache_open(&cache, data, NULL, NULL, &err));
    check_ok(sg_vocabularies_learn(&model.vocabularies, cache, &model.blueprint, &err));
    const sg_placement on = {.cache = cache, .max_batch = 1};
    check_ok(sg_model_on_data_open(&m, &model.blueprint, model.outputs.n, &on, &err));
    model.n_weights = m.outline.n_parameters;
    model.weight = sg_alloc(model.n_weights, sizeof *model.weight);
    assert_non_null(model.weight);
    for (size_t i = 0; i < model.n_weights; i++) model.weight[i] = (double)i + 1;
    sg_model_on_data_close(&m);
    sg_plan_cache_close(cache);
    return model;
}

void small_model_place(sg_model_on_data *m, const sg_model *model, const sg_dataset *data)
{
    const sg_placement on = {
        .data = data, .known = &model->vocabularies, .max_batch = data->graph.n_graphs};
    check_ok(sg_model_on_data_open(m, &model->blueprint, model->outputs.n, &on, &err));
}

uint64_t label_key(int32_t label)
{
    return sg_key_of(SG_TAG_LABEL, &(uint64_t){(uint64_t)label}, 1).key;
}

uint64_t distance_key(uint64_t distance)
{
    return sg_key_of(SG_TAG_DISTANCE, &distance, 1).key;
}
