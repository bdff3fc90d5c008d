/* test_dataset_hold.c - data sets with several owners: the last one releases them, whoever that
 * is. */
#include "data/dataset_hold.h"

#include "base/mem.h"
#include "base/threads.h"
#include "support/check.h"
#include "support/small_data.h"

static sg_dataset *published(void)
{
    sg_dataset made = small_data("0: 5 5 9 / 0-1 1-2", "1: 5"), *data = NULL;
    check_ok(sg_dataset_publish(&data, &made, &err));
    assert_true(made.name == NULL && made.graph.n_graphs == 0 && made.hold == NULL);
    return data;
}

static void check_content(const sg_dataset *data)
{
    assert_string_equal(data->name, "small");
    assert_int_equal(data->graph.n_graphs, 2);
    assert_int_equal(data->graph.n_nodes, 4);
    assert_int_equal(data->node_label.value[2], 9);
}

static void publishing_moves_the_data(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    sg_dataset *data = published();
    check_content(data);
    assert_non_null(data->hold);
    sg_dataset_hold_release(data->hold);
    assert_int_equal(sg_mem_live(), live);
}

/* Owners come and go in any order; as long as there is one, the data is there. */
static void the_last_owner_releases(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    sg_dataset *data = published();
    assert_false(sg_dataset_is_held(data));
    sg_dataset_hold *second = sg_dataset_hold_take(data), *third = sg_dataset_hold_take(data);
    assert_ptr_equal(second, data->hold);
    assert_true(sg_dataset_is_held(data));
    sg_dataset_hold_release(data->hold); /* the first one */
    check_content(data);
    sg_dataset_hold_release(third);
    check_content(data);
    sg_dataset_hold *fourth = sg_dataset_hold_take(data);
    sg_dataset_hold_release(second);
    check_content(data);
    sg_dataset_hold_release(fourth);
    assert_int_equal(sg_mem_live(), live);
}

static void data_that_is_not_published_cannot_be_held(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5");
    assert_null(sg_dataset_hold_take(&data));
    assert_false(sg_dataset_is_held(&data));
    sg_dataset_hold_release(NULL);
    assert_int_equal(data.graph.n_graphs, 1);
    sg_dataset_free(&data);
}

/* ---- Threads ---------------------------------------------------------------------------------- */

enum { N_PIECES = 2000 };

typedef struct crowd {
    sg_dataset *data;
    sg_dataset_hold *hold[N_PIECES];
    uint32_t n_nodes[N_PIECES];
} crowd;

static void take(void *context, uint32_t piece, uint32_t worker)
{
    crowd *c = context;
    (void)worker;
    c->hold[piece] = sg_dataset_hold_take(c->data);
}

/* Read while others leave; some leave and come back. */
static void read_and_release(void *context, uint32_t piece, uint32_t worker)
{
    crowd *c = context;
    (void)worker;
    c->n_nodes[piece] = c->data->graph.graph_offset[2];
    if (piece % 3 == 0) sg_dataset_hold_release(sg_dataset_hold_take(c->data));
    sg_dataset_hold_release(c->hold[piece]);
}

static void owners_in_many_threads(void **state)
{
    (void)state;
    static crowd c;
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 8, &err));
    const long live = sg_mem_live();
    for (int round = 0; round < 5; round++) {
        c.data = published();
        sg_threads_run(threads, N_PIECES, take, &c);
        sg_dataset_hold_release(c.data->hold);
        sg_threads_run(threads, N_PIECES, read_and_release, &c);
        for (int i = 0; i < N_PIECES; i++) assert_int_equal(c.n_nodes[i], 4);
        assert_int_equal(sg_mem_live(), live);
    }
    sg_threads_close(threads);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

/* Where it fails, the data stays where it is. */
static sg_status publish(void *context, sg_error *err)
{
    (void)context;
    sg_dataset made = {0}, *data = NULL;
    made.graph.n_graphs = 7;
    const sg_status status = sg_dataset_publish(&data, &made, err);
    assert_true((status == SG_OK) == (data != NULL));
    if (status != SG_OK) assert_int_equal(made.graph.n_graphs, 7);
    if (data != NULL) sg_dataset_hold_release(data->hold);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    assert_int_equal(check_out_of_memory(publish, NULL), 2);
}

SG_TESTS(cmocka_unit_test(publishing_moves_the_data), cmocka_unit_test(the_last_owner_releases),
         cmocka_unit_test(data_that_is_not_published_cannot_be_held),
         cmocka_unit_test(owners_in_many_threads), cmocka_unit_test(out_of_memory))
