/* test_space_order.c - which heads are the same on some graphs, and which are finer. */
#include "search/space_order.h"

#include "support/check.h"
#include "support/check_alloc.h"
#include "support/small_data.h"
#include "text/yaml.h"

#include <string.h>

/* A path of four nodes and an edge: degrees are 1 and 2; two rounds of refinement tell the ends of the path from those of
 * the edge; all nodes have one label. */
#define GRAPHS small_data("0: 1 1 1 1 / 0-1 1-2 2-3", "1: 1 1 / 0-1")

static const char TEXT[] =
    "data: TINY\n"
    "layers: [encoder: {heads: [\"degree @ edge\"]}, encoder: {heads: [\"degree @ edge\"]},\n"
    "         decoder: {heads: [degree]}]\n"
    "grid:\n"
    "  layers.0.heads.0: [\"degree @ edge\", \"wl:1 @ edge\", \"label @ edge\", \"none @ edge\",\n"
    "                     \"degree @ distance 1\", \"wl:2 @ edge\"]\n"
    "  layers.2.heads.0: [\"wl:3\", degree, none, \"degree x2\"]\n"
    "  layers.1.heads: [[\"degree @ edge\", \"label @ edge\"], [\"degree @ edge\", \"none @ edge\"],\n"
    "                   [\"label @ edge\"], [\"wl:2 @ edge\", \"none @ edge\"]]\n"
    "  train.learning-rate: [0.1, 0.01]\n";

static sg_experiment read_text(void)
{
    sg_experiment e = {0};
    sg_tree tree = {0};
    check_ok(sg_yaml_parse(&tree, "space", TEXT, strlen(TEXT), &err));
    check_ok(sg_experiment_take(&e, &tree, NULL, &err));
    return e;
}

static sg_status order_of(sg_space_order *order, const sg_experiment *e, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset data = GRAPHS;
    sg_plan_cache *cache = NULL;
    SG_TRY(sg_plan_cache_open(&cache, &data, NULL, NULL, err));
    SG_TRY(sg_space_order_make(order, e, cache, err));
done:
    sg_plan_cache_close(cache);
    sg_dataset_free(&data);
    return status;
}

static void labels_are_compared_on_the_data(void **state)
{
    (void)state;
    sg_experiment e = read_text();
    sg_space_order o = {0};
    const uint32_t no = SG_NO_VALUE;
    check_ok(order_of(&o, &e, &err));
    assert_int_equal(o.n_axes, 4);
    /* label and none are the same, and so are degree and wl:1; another property is not compared. */
    const uint32_t first0[] = {0, 0, 2, 2, 4, 5}, coarser0[] = {2, 2, no, no, no, 0};
    assert_memory_equal(o.first[0], first0, sizeof first0);
    assert_memory_equal(o.coarser[0], coarser0, sizeof coarser0);
    const uint32_t first1[] = {0, 1, 2, 3}, coarser1[] = {1, 2, no, no};
    assert_memory_equal(o.first[1], first1, sizeof first1);
    assert_memory_equal(o.coarser[1], coarser1, sizeof coarser1);
    const uint32_t first2[] = {0, 0, 2, 3}, coarser2[] = {no, no, no, 0};
    assert_memory_equal(o.first[2], first2, sizeof first2);
    assert_memory_equal(o.coarser[2], coarser2, sizeof coarser2);
    assert_int_equal(o.first[3][1], 1);
    assert_true(o.coarser[3][0] == no && o.coarser[3][1] == no);
    assert_int_equal(o.n_same, 3);
    sg_space_order_free(&o);
    sg_experiment_free(&e);
}

/* Labels that cost too much are like no others, and what is no head is left to whoever reads it. */
static void what_cannot_be_computed_is_like_nothing(void **state)
{
    (void)state;
    sg_experiment e = read_text();
    sg_dataset data = GRAPHS;
    sg_plan_cache *cache = NULL;
    sg_space_order o = {0};
    const sg_invariant_options options = {.budget = 1};
    (void)snprintf(e.axis[1].list->child[0]->text, 5, "wl:x");
    check_ok(sg_plan_cache_open(&cache, &data, NULL, &options, &err));
    check_ok(sg_space_order_make(&o, &e, cache, &err));
    assert_int_equal(o.first[1][0], 0);
    assert_true(o.coarser[1][0] == SG_NO_VALUE);
    sg_space_order_free(&o);
    sg_plan_cache_close(cache);
    sg_dataset_free(&data);
    sg_experiment_free(&e);
}

SG_TESTS(cmocka_unit_test(labels_are_compared_on_the_data),
         cmocka_unit_test(what_cannot_be_computed_is_like_nothing))
