/* test_record.c - a graph node by node and edge by edge. */
#include "base/mem.h"
#include "data/record.h"
#include "support/check.h"

static void nodes_have_labels_words_or_neither(void **state)
{
    (void)state;
    sg_record r = {0};
    sg_record_clear(&r);
    assert_int_equal(r.part, SG_PART_NOT_SAID);
    check_ok(sg_record_nodes(&r, 2, &err));
    assert_false(r.has_node_labels);
    check_ok(sg_record_labeled_nodes(&r, 1, &err));
    r.node[2] = 6;
    check_ok(sg_record_node_word(&r, "carbon!", 6, &err));
    check_ok(sg_record_node_word(&r, "oxygen", 6, &err));
    assert_true(r.has_node_labels);
    assert_int_equal(r.n_nodes, 5);
    assert_memory_equal(r.node, ((int32_t[]){0, 0, 6, SG_RECORD_WORD(0), SG_RECORD_WORD(1)}),
                        5 * sizeof *r.node);
    assert_int_equal(SG_RECORD_WORD_OF(r.node[4]), 1);
    assert_true(r.node[4] < SG_RECORD_LABEL_MIN);
    assert_string_equal(sg_names_at(&r.node_word, 0), "carbon");
    sg_record_free(&r);
}

static void edges_and_attributes(void **state)
{
    (void)state;
    sg_record r = {0};
    check_ok(sg_record_edge(&r, 0, 7, &err)); /* node 7 is still to come */
    check_ok(sg_record_edge(&r, 1, 0, &err));
    assert_int_equal(r.n_edges, 2);
    assert_int_equal(r.edge[0].to, 7);
    assert_int_equal(r.edge[1].from, 1);
    assert_int_equal(r.edge[1].label, 0);
    check_ok(sg_record_nodes(&r, 3, &err));
    check_ok(sg_record_attributes(&r, 2, &err));
    assert_int_equal(r.n_attributes, 2);
    for (int i = 0; i < 6; i++) check_near(r.attribute[i], 0, 0, 0);
    sg_record_free(&r);
}

static void clearing_keeps_memory_and_freeing_none(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    const sg_record empty = {0};
    sg_record r = {0};
    check_ok(sg_record_node_word(&r, "x", 1, &err));
    check_ok(sg_record_edge(&r, 0, 0, &err));
    check_ok(sg_names_add(&r.target, "1.5", 3, &err));
    r.part = SG_TEST;
    r.has_id = true;
    const long used = sg_mem_live();
    sg_record_clear(&r);
    assert_int_equal(sg_mem_live(), used);
    assert_int_equal(r.n_nodes + r.n_edges + r.n_attributes + r.node_word.n + r.target.n, 0);
    assert_false(r.has_node_labels || r.has_edge_labels || r.has_id);
    assert_int_equal(r.part, SG_PART_NOT_SAID);
    sg_record_free(&r);
    assert_memory_equal(&r, &empty, sizeof r);
    assert_int_equal(sg_mem_live(), live);
}

static void too_many_nodes_are_refused(void **state)
{
    (void)state;
    sg_record r = {.max_nodes = 3};
    check_ok(sg_record_nodes(&r, 3, &err));
    check_fails(sg_record_labeled_nodes(&r, 1, &err), SG_ELIMIT, "may have 3 nodes, not more");
    check_fails(sg_record_node_word(&r, "x", 1, &err), SG_ELIMIT, "may have 3 nodes");
    check_fails(sg_record_nodes(&r, UINT32_MAX, &err), SG_ELIMIT, "may have 3 nodes");
    assert_int_equal(r.n_nodes, 3);
    assert_int_equal(r.node_word.n, 0);
    sg_record_free(&r);
}

static sg_status fill(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_record r = {0};
    (void)context;
    SG_TRY(sg_record_labeled_nodes(&r, 1, err));
    SG_TRY(sg_record_node_word(&r, "x", 1, err));
    SG_TRY(sg_record_edge(&r, 0, 1, err));
    SG_TRY(sg_record_attributes(&r, 1, err));
done:
    sg_record_free(&r);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(fill, NULL) >= 4);
}

static void ids_are_utf8(void **state)
{
    (void)state;
    sg_record r = {0};
    check_ok(sg_record_check_id(&r, &err));
    check_ok(sg_text_add(&r.id, &err, "%s", "caf\xc3\xa9"));
    r.has_id = true;
    check_ok(sg_record_check_id(&r, &err));
    r.id.data[r.id.size - 1] = ' ';
    check_fails(sg_record_check_id(&r, &err), SG_EFORMAT, "found byte 195 in the id");
    assert_false(r.has_id);
    sg_record_free(&r);
}

SG_TESTS(cmocka_unit_test(nodes_have_labels_words_or_neither),
         cmocka_unit_test(edges_and_attributes), cmocka_unit_test(ids_are_utf8),
         cmocka_unit_test(clearing_keeps_memory_and_freeing_none),
         cmocka_unit_test(too_many_nodes_are_refused),
         cmocka_unit_test(survives_without_memory))
