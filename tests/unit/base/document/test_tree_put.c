/* test_tree_put.c - members that a program makes, as the readers of members find them. */
#include "base/document/tree_put.h"

#include "base/document/fields.h"
#include "support/check.h"

static sg_status put_all(sg_node **root, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL, *inner = NULL, *list = NULL, *layers = NULL;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_put_text(map, "pool", "mean", err));
    SG_TRY(sg_put_real(map, "noise", 0.1, err));
    SG_TRY(sg_put_whole(map, "seed", UINT64_MAX, err));
    SG_TRY(sg_put_bool(map, "bias", true, err));
    SG_TRY(sg_put_map(&inner, map, "train", err));
    SG_TRY(sg_put_bool(inner, "shuffle", false, err));
    SG_TRY(sg_put_list(&list, map, "rates", err));
    SG_TRY(sg_put_real(list, NULL, 1e-3, err));
    SG_TRY(sg_put_whole(list, NULL, 7, err));
    SG_TRY(sg_put_list(&layers, map, "layers", err));
    SG_TRY(sg_put_layer(&inner, layers, "norm", err));
    SG_TRY(sg_put_bool(inner, "affine", true, err));
    *root = map;
    map = NULL;
done:
    sg_node_free(map);
    return status;
}

static void members_read_back(void **state)
{
    (void)state;
    sg_node *map = NULL;
    sg_fields f;
    const char *text = NULL;
    double noise = 0;
    uint64_t seed = 0;
    bool bias = false, shuffle = true;
    check_ok(put_all(&map, &err));
    check_ok(sg_fields_open(&f, map, "model", "x.yml", &err));
    check_ok(sg_field_text(&text, &f, "pool", &err));
    check_ok(sg_field_real(&noise, &f, "noise", 0, 1, &err));
    check_ok(sg_field_whole(&seed, &f, "seed", 0, UINT64_MAX, &err));
    check_ok(sg_field_bool(&bias, &f, "bias", &err));
    assert_string_equal(text, "mean");
    assert_true(noise == 0.1 && seed == UINT64_MAX && bias);
    const sg_node *list = sg_field(&f, "rates"), *train = sg_field(&f, "train");
    assert_int_equal(list->kind, SG_NODE_LIST);
    assert_int_equal(list->n_children, 2);
    assert_string_equal(list->child[0]->text, "0.001");
    assert_string_equal(list->child[1]->text, "7");
    const sg_node *layers = sg_field(&f, "layers");
    assert_int_equal(layers->n_children, 1);
    assert_string_equal(layers->child[0]->child[0]->key, "norm");
    assert_string_equal(sg_node_member(layers->child[0]->child[0], "affine")->text, "true");
    check_ok(sg_fields_finish(&f, &err));
    check_ok(sg_fields_open(&f, train, "train", "x.yml", &err));
    check_ok(sg_field_bool(&shuffle, &f, "shuffle", &err));
    assert_false(shuffle);
    sg_node_free(map);
}

static sg_status put_and_free(void *context, sg_error *err)
{
    (void)context;
    sg_node *map = NULL;
    const sg_status status = put_all(&map, err);
    sg_node_free(map);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(put_and_free, NULL) > 10);
}

SG_TESTS(cmocka_unit_test(members_read_back), cmocka_unit_test(survives_failing_allocations))
