/* test_collector.c - rows count once they are appended, and become the tables of a data set. */
#include "data/collector.h"
#include "support/check.h"

#include <string.h>

static const uint32_t N_COLUMNS[SG_N_COLUMNS] = {[SG_COLUMN_NODE_LABEL] = 1,
                                                 [SG_COLUMN_NODE_ATTRIBUTE] = 2,
                                                 [SG_COLUMN_EDGE_LABEL] = 1,
                                                 [SG_COLUMN_PART] = 1};

/* A graph of two nodes and an edge, or a self-loop, with the label 7. */
static sg_status add_pair(sg_collector *c, uint32_t to, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_collected_size more = {1, 2, 1};
    SG_TRY(sg_collector_reserve(c, &more, N_COLUMNS, err));
    memcpy(sg_collector_next(c, SG_COLUMN_NODE_LABEL), (int32_t[]){1, 2}, 8);
    memcpy(sg_collector_next(c, SG_COLUMN_NODE_ATTRIBUTE), (double[]){1, 2, 3, 4}, 32);
    memcpy(sg_collector_next(c, SG_COLUMN_EDGE_LABEL), (int32_t[]){7}, 4);
    memcpy(sg_collector_next(c, SG_COLUMN_PART), (uint8_t[]){2}, 1);
    c->arcs.from[c->arcs.n] = c->n_nodes;
    c->arcs.to[c->arcs.n] = c->n_nodes + to;
    sg_collector_append(c, &more, (uint32_t[]){0, 2});
done:
    return status;
}

static sg_status collect_two(sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_collector c = {0};
    SG_TRY(add_pair(&c, 1, err));
    SG_TRY(add_pair(&c, 1, err));
    SG_TRY(sg_collector_finish(data, &c, "Two", err));
done:
    sg_collector_free(&c);
    return status;
}

static void rows_become_tables(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_ok(collect_two(&data, &err));
    assert_string_equal(data.name, "Two");
    assert_memory_equal(data.graph.graph_offset, ((uint32_t[]){0, 2, 4}), 12);
    assert_memory_equal(data.graph.neighbor, ((uint32_t[]){1, 0, 3, 2}), 16);
    assert_memory_equal(data.node_label.value, ((int32_t[]){1, 2, 1, 2}), 16);
    assert_int_equal(data.node_attribute.n_columns, 2);
    assert_memory_equal(data.node_attribute.value, ((double[]){1, 2, 3, 4, 1, 2, 3, 4}), 64);
    assert_memory_equal(data.edge_label.value, ((int32_t[]){7, 7, 7, 7}), 16);
    assert_memory_equal(data.items.part, ((uint8_t[]){2, 2}), 2);
    assert_null(data.items.target.value);
    assert_null(data.edge_attribute.value);
    assert_int_equal(data.repairs.one_way, 2);
    sg_dataset_free(&data);
}

static void numbers_have_the_width_of_their_column(void **state)
{
    (void)state;
    static const size_t WIDTH[SG_N_COLUMNS] = {
        [SG_COLUMN_NODE_LABEL] = 4, [SG_COLUMN_NODE_ATTRIBUTE] = 8,
        [SG_COLUMN_EDGE_LABEL] = 4, [SG_COLUMN_EDGE_ATTRIBUTE] = 8,
        [SG_COLUMN_CLASS] = 8,      [SG_COLUMN_TARGET] = 8,
        [SG_COLUMN_PART] = 1};
    for (int k = 0; k < SG_N_COLUMNS; k++)
        assert_int_equal(sg_column_width((sg_column)k), WIDTH[k]);
}

static void what_is_not_appended_leaves_nothing(void **state)
{
    (void)state;
    sg_collector c = {0};
    uint32_t wider[SG_N_COLUMNS] = {0};
    wider[SG_COLUMN_NODE_ATTRIBUTE] = 9;
    check_ok(sg_collector_reserve(&c, &(sg_collected_size){1, 5, 3}, wider, &err));
    assert_int_equal(sg_collector_rows(&c, SG_COLUMN_NODE_ATTRIBUTE), 0);
    check_ok(add_pair(&c, 1, &err));
    assert_int_equal(c.column[SG_COLUMN_NODE_ATTRIBUTE].n_columns, 2);
    assert_int_equal(sg_collector_rows(&c, SG_COLUMN_NODE_ATTRIBUTE), 2);
    assert_int_equal(sg_collector_rows(&c, SG_COLUMN_EDGE_LABEL), 1);
    assert_int_equal(sg_collector_rows(&c, SG_COLUMN_TARGET), 1);
    check_fails(
        sg_collector_reserve(&c, &(sg_collected_size){1, UINT32_MAX - 2, 0}, N_COLUMNS, &err),
        SG_ELIMIT, "2^32-2 nodes");
    check_fails(
        sg_collector_reserve(&c, &(sg_collected_size){1, 0, UINT32_MAX - 1}, N_COLUMNS, &err),
        SG_ELIMIT, "2^32-2 edges");
    assert_int_equal(c.n_graphs, 1);
    sg_collector_free(&c);
}

static void labels_of_dropped_edges_leave_no_table(void **state)
{
    (void)state;
    sg_collector c = {0};
    sg_dataset data = {0};
    check_ok(add_pair(&c, 0, &err));
    check_ok(sg_collector_finish(&data, &c, "Loop", &err));
    assert_int_equal(data.repairs.self_loops, 1);
    assert_int_equal(data.edge_label.n_columns, 0);
    assert_null(data.edge_label.value);
    sg_dataset_free(&data);
    sg_collector_free(&c);
}

static const uint32_t LENT_OFFSET[] = {0, 2}, LENT_ROW[] = {0, 1, 2}, LENT_NEIGHBOR[] = {1, 0};
static const int32_t LENT_LABEL[] = {3, 4};
static const double LENT_VALUE[] = {5, 5};

/* A graph of two nodes, with lent offsets, labels, values of edges and, if wanted, rows. */
static sg_status lend_pair(sg_dataset *data, bool lend_rows, sg_error *err)
{
    sg_status status = SG_OK;
    sg_collector c = {0};
    const sg_collected_size more = {1, 2, 2};
    const uint32_t none[SG_N_COLUMNS] = {0};
    sg_lent_graphs graphs = {LENT_OFFSET, NULL, NULL};
    if (lend_rows) graphs = (sg_lent_graphs){LENT_OFFSET, LENT_ROW, LENT_NEIGHBOR};
    sg_collector_lend(&c, &graphs);
    SG_TRY(sg_collector_reserve(&c, &more, none, err));
    for (uint32_t a = 0; !lend_rows && a < 2; a++) { /* not in order */
        c.arcs.from[a] = 1 - a;
        c.arcs.to[a] = a;
    }
    sg_collector_lend_column(&c, SG_COLUMN_NODE_LABEL, LENT_LABEL, 1);
    sg_collector_lend_column(&c, SG_COLUMN_EDGE_ATTRIBUTE, LENT_VALUE, 1);
    sg_collector_append(&c, &more, LENT_OFFSET);
    SG_TRY(sg_collector_finish(data, &c, "Lent", err));
done:
    sg_collector_free(&c);
    return status;
}

static void what_is_lent_stays_where_it_is(void **state)
{
    (void)state;
    for (int lend_rows = 0; lend_rows < 2; lend_rows++) {
        sg_dataset data = {0};
        check_ok(lend_pair(&data, lend_rows == 1, &err));
        assert_ptr_equal(data.graph.graph_offset, LENT_OFFSET);
        assert_int_equal(data.graph.arc_offset == LENT_ROW, lend_rows);
        assert_int_equal(data.graph.neighbor == LENT_NEIGHBOR, lend_rows);
        assert_memory_equal(data.graph.arc_offset, LENT_ROW, sizeof LENT_ROW);
        assert_memory_equal(data.graph.neighbor, LENT_NEIGHBOR, sizeof LENT_NEIGHBOR);
        assert_ptr_equal(data.node_label.value, LENT_LABEL);
        assert_int_equal(data.edge_attribute.value == LENT_VALUE, lend_rows);
        assert_true(data.edge_attribute.value[0] == 5 && data.edge_attribute.value[1] == 5);
        sg_dataset_free(&data);
    }
}

static void words_are_numbered_once(void **state)
{
    (void)state;
    sg_collected_words words = {0};
    uint32_t number = 7;
    check_ok(sg_collected_words_add(&number, &words, "cat", &err));
    assert_int_equal(number, 0);
    check_ok(sg_collected_words_add(&number, &words, "", &err));
    assert_int_equal(number, 1);
    check_ok(sg_collected_words_add(&number, &words, "cat", &err));
    assert_int_equal(number, 0);
    assert_int_equal(words.word.n, 2);
    sg_collected_words_free(&words);
    assert_null(words.table);
}

static sg_status collect_and_free(void *context, sg_error *err)
{
    sg_dataset data = {0};
    const sg_status status = context == NULL ? collect_two(&data, err)
                                             : lend_pair(&data, *(const bool *)context, err);
    sg_dataset_free(&data);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    bool lend_rows = false;
    assert_true(check_out_of_memory(collect_and_free, NULL) > 10);
    assert_true(check_out_of_memory(collect_and_free, &lend_rows) > 5);
    lend_rows = true;
    assert_true(check_out_of_memory(collect_and_free, &lend_rows) > 0);
}

SG_TESTS(cmocka_unit_test(rows_become_tables),
         cmocka_unit_test(numbers_have_the_width_of_their_column),
         cmocka_unit_test(what_is_not_appended_leaves_nothing),
         cmocka_unit_test(labels_of_dropped_edges_leave_no_table),
         cmocka_unit_test(what_is_lent_stays_where_it_is),
         cmocka_unit_test(words_are_numbered_once), cmocka_unit_test(survives_lack_of_memory))
