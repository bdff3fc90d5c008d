/* test_pool_layer.c - pooling by hand: what it is called, and what nodes give to it. */
#include "layers/kinds/pool_layer.h"

#include "base/mem.h"
#include "layers/layer_kind.h"
#include "support/check.h"

static sg_status name_head(void *context, sg_error *err)
{
    char *text = NULL;
    const sg_status status = sg_pool_kind.head_text(&text, context, 0, false, err);
    sg_free(text);
    return status;
}

static void it_has_a_name(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {"pool mean", "pool sum", "pool max"};
    for (int p = 0; p < SG_N_POOLINGS; p++) {
        sg_pool_spec spec = {(sg_pooling)p};
        char *text = NULL;
        check_ok(sg_pool_kind.head_text(&text, &spec, 0, true, &err));
        assert_string_equal(text, TEXTS[p]);
        sg_free(text);
        assert_true(check_out_of_memory(name_head, &spec) > 0);
    }
}

/* Three nodes with two numbers each; two of them have the largest first number. */
static const double X[] = {4, 1, 2, 7, 4, -1}, DELTA[] = {10, 100};

static void check_credit(sg_pooling pooling, const double node[3])
{
    const sg_pool_spec spec = {pooling};
    const sg_pooled_graph graph = {.x = X, .delta = DELTA, .first_node = 4, .n = 3, .width = 2};
    double found[3] = {99, 99, 99}, bias = 99;
    sg_pool_kind.credit(found, &bias, &spec, &graph, 0);
    for (int v = 0; v < 3; v++) check_near(found[v], node[v], 1e-15, 0);
    check_near(bias, 0, 0, 0);
}

static void credit_worked_out_by_hand(void **state)
{
    (void)state;
    check_credit(SG_POOL_SUM, (const double[]){40 + 100, 20 + 700, 40 - 100});
    check_credit(SG_POOL_MEAN, (const double[]){140.0 / 3, 240, -20});
    check_credit(SG_POOL_MAX, (const double[]){40, 700, 0});
}

static void credit_of_no_nodes(void **state)
{
    (void)state;
    for (int p = 0; p < SG_N_POOLINGS; p++) {
        const sg_pool_spec spec = {(sg_pooling)p};
        const sg_pooled_graph graph = {.delta = DELTA, .width = 2};
        double bias = 99;
        sg_pool_kind.credit(NULL, &bias, &spec, &graph, 0);
        check_near(bias, 0, 0, 0);
    }
}

SG_TESTS(cmocka_unit_test(it_has_a_name), cmocka_unit_test(credit_worked_out_by_hand),
         cmocka_unit_test(credit_of_no_nodes))
