/* test_experience.c - sizes, labels and targets that a model has met, and graphs that are unlike them. */
#include "model/trust/experience.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/small_data.h"

#include <math.h>
#include <string.h>

static const sg_outputs CLASSES = {.task = SG_CLASSIFICATION, .n = 2};

static sg_experience learned(const sg_dataset *data)
{
    sg_experience met = {0};
    check_ok(sg_experience_learn(&met, data, &CLASSES, &err));
    return met;
}

/* Paths of one label. */
static sg_dataset paths(const uint32_t *n_nodes, size_t n)
{
    char *text[400] = {NULL}, *at;
    for (size_t i = 0; i < n; i++) {
        text[i] = at = check_alloc(20 * ((size_t)n_nodes[i] + 1), 1);
        at += sprintf(at, "0:");
        for (uint32_t v = 0; v < n_nodes[i]; v++) at += sprintf(at, " 5");
        at += sprintf(at, " /");
        for (uint32_t v = 1; v < n_nodes[i]; v++) at += sprintf(at, " %u-%u", v - 1, v);
    }
    sg_dataset data = small_data_of((const char *const *)text, n);
    for (size_t i = 0; i < n; i++) sg_free(text[i]);
    return data;
}

static void labels_are_met_or_new(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 7 7 7 7");
    sg_dataset other = small_data("0: 5 9 / 0-1", "0: 5 6 8 9 / 0-1 1-2 2-3", "0: 4 4 4");
    sg_experience met = learned(&data), empty = {0};
    sg_trust trust[3] = {{0}};
    sg_experience_judge(trust, &met, &other);
    static const uint64_t nodes[] = {2, 4, 3}, news[] = {0, 2, 3};
    for (int g = 0; g < 3; g++) {
        assert_int_equal(trust[g].n_nodes, nodes[g]);
        assert_int_equal(trust[g].new_nodes, news[g]);
    }
    check_near(sg_trust_share(&trust[1]), 0.5 * 0.5, 0, 1e-15);
    assert_true(sg_trust_share(&trust[2]) == 0);
    /* Who remembers nothing doubts nothing. */
    sg_experience_judge(trust, &empty, &other);
    for (int g = 0; g < 3; g++) assert_true(sg_trust_share(&trust[g]) == 1);
    sg_experience_free(&met);
    sg_dataset_free(&data);
    sg_dataset_free(&other);
}

/* Both ends of an edge with a new label are new. */
static void labels_of_edges_count(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 / 0-1");
    data.edge_label.value = check_alloc(2, sizeof(int32_t));
    data.edge_label.n_columns = 1;
    data.edge_label.value[0] = data.edge_label.value[1] = 3;
    sg_experience met = learned(&data);
    sg_trust trust = {0};
    sg_experience_judge(&trust, &met, &data);
    assert_int_equal(trust.new_nodes, 0);
    data.edge_label.value[0] = data.edge_label.value[1] = -3;
    sg_experience_judge(&trust, &met, &data);
    assert_int_equal(trust.new_nodes, 2);
    sg_experience_free(&met);
    sg_dataset_free(&data);
}

static double size_of(const sg_experience *met, uint32_t n_nodes)
{
    sg_dataset data = paths(&n_nodes, 1);
    sg_trust trust = {0};
    sg_experience_judge(&trust, met, &data);
    sg_dataset_free(&data);
    assert_int_equal(trust.new_nodes, 0);
    return trust.new_size;
}

/* Of few graphs all count; of 400 two at either end do not. */
static void sizes_outside_of_the_range(void **state)
{
    (void)state;
    static const uint32_t few[] = {4, 9, 6};
    uint32_t many[400];
    for (uint32_t i = 0; i < 400; i++) many[i] = i < 2 ? 1 : i < 4 ? 100 : 10 + i % 11;
    sg_dataset data = paths(few, 3), large = paths(many, 400);
    sg_experience met = learned(&data), of_many = learned(&large);
    assert_true(size_of(&met, 4) == 0 && size_of(&met, 9) == 0 && size_of(&met, 5) == 0);
    check_near(size_of(&met, 12), 0.25, 0, 1e-15);
    check_near(size_of(&met, 1), 0.75, 0, 1e-15);
    assert_true(size_of(&of_many, 10) == 0 && size_of(&of_many, 20) == 0);
    check_near(size_of(&of_many, 100), 0.8, 0, 1e-15);
    check_near(size_of(&of_many, 1), 0.9, 0, 1e-15);
    sg_experience_free(&met);
    sg_experience_free(&of_many);
    sg_dataset_free(&data);
    sg_dataset_free(&large);
}

static void values_far_from_targets(void **state)
{
    (void)state;
    static double target[] = {1, 0, 3, NAN, 2, 10}; /* two columns; the second has two values */
    static uint32_t column[] = {1, 0};
    sg_dataset data = small_data("0: 5", "0: 5", "0: 5");
    const sg_value_table before = data.items.target;
    data.items.target = (sg_value_table){target, 2};
    const sg_outputs outputs = {.task = SG_REGRESSION, .n = 2, .target_column = column};
    sg_experience met = {0}, copy = {0};
    check_ok(sg_experience_learn(&met, &data, &outputs, &err));
    check_ok(sg_experience_copy(&copy, &met, &err));
    assert_false(sg_experience_is_beyond(&copy, (const double[]){-1, 0.8}));
    assert_false(sg_experience_is_beyond(&copy, (const double[]){11, 3.2}));
    assert_true(sg_experience_is_beyond(&copy, (const double[]){11.1, 2}));
    assert_true(sg_experience_is_beyond(&copy, (const double[]){5, 0.7}));
    assert_false(sg_experience_is_beyond(&(sg_experience){0}, (const double[]){5, -2769}));
    sg_experience_free(&copy);
    sg_experience_free(&met);
    data.items.target = before;
    sg_dataset_free(&data);
}

/* Too many labels to remember are not remembered, and then none is new. */
static void very_many_labels(void **state)
{
    (void)state;
    enum { N = 3 * SG_EXPERIENCE_MOST_LABELS };
    int32_t *label = check_alloc(N, sizeof *label);
    uint32_t offset[] = {0, N};
    uint32_t *arcs = check_alloc((size_t)N + 1, sizeof *arcs);
    sg_dataset data = {
        .graph = {.n_graphs = 1, .n_nodes = N, .graph_offset = offset, .arc_offset = arcs},
        .node_label = {label, 1}};
    for (int32_t i = 0; i < N; i++) label[i] = i % SG_EXPERIENCE_MOST_LABELS;
    sg_experience met = learned(&data);
    assert_int_equal(met.n_node_labels, SG_EXPERIENCE_MOST_LABELS);
    sg_experience_free(&met);
    label[N - 1] = -1;
    met = learned(&data);
    assert_int_equal(met.n_node_labels, 0);
    sg_experience_free(&met);
    sg_free(label);
    sg_free(arcs);
}

static sg_status learn(void *context, sg_error *error)
{
    sg_experience met = {0}, copy = {0};
    sg_status status = sg_experience_learn(&met, context, &CLASSES, error);
    if (status == SG_OK) status = sg_experience_copy(&copy, &met, error);
    sg_experience_free(&met);
    sg_experience_free(&copy);
    return status;
}

static void memory_may_be_missing(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 9 / 0-1 1-2", "1: 7 7 7 7");
    check_out_of_memory(learn, &data);
    sg_dataset_free(&data);
}

SG_TESTS(cmocka_unit_test(labels_are_met_or_new), cmocka_unit_test(labels_of_edges_count),
         cmocka_unit_test(sizes_outside_of_the_range),
         cmocka_unit_test(values_far_from_targets), cmocka_unit_test(very_many_labels),
         cmocka_unit_test(memory_may_be_missing))
