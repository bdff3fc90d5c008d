/* test_ledger_query.c - statements, parameters and columns of the ledger's data base. */
#include "store/ledger_parts.h"

#include "support/check.h"
#include "support/folder.h"

static sg_ledger *ledger;

static int open_ledger(void **state)
{
    (void)make_folder(state);
    check_ok(sg_ledger_open(&ledger, path_of("results.sqlite"), "f00d", &err));
    return 0;
}

static int close_ledger(void **state)
{
    sg_ledger_close(ledger);
    return remove_folder(state);
}

static void check_answer(const char *sql, const char *wanted)
{
    sg_text answer = {0};
    check_ok(sgi_ledger_ask(&answer, ledger, sql, &err));
    assert_string_equal(answer.data, wanted);
    sg_text_free(&answer);
}

static void put_value(const char *key, const char *value)
{
    sgi_query q = {0};
    check_ok(sgi_query_open(&q, ledger, SGI_VALUE_PUT, &err));
    sgi_query_put_text(&q, key);
    sgi_query_put_text(&q, value);
    check_ok(sgi_query_step(&q, &err));
    assert_false(q.has_row);
    sgi_query_close(&q);
    sgi_query_close(&q);
}

static void what_is_put_is_got(void **state)
{
    (void)state;
    sgi_query q = {0};
    sg_scratch memory = {0};
    size_t size = 0;
    put_value("color", "blue");
    check_answer("SELECT value FROM run WHERE key = 'color'", "blue");
    check_answer("SELECT value FROM run WHERE key = 'none'", "");
    check_ok(sgi_query_open(&q, ledger, SGI_VALUE, &err));
    sgi_query_put_text(&q, "color");
    check_ok(sgi_query_step(&q, &err));
    assert_true(q.has_row);
    assert_string_equal(sgi_query_get_bytes(&size, &q, &memory), "blue");
    assert_int_equal(size, 4);
    check_ok(sgi_query_check(&q, &err));
    check_ok(sgi_query_step(&q, &err));
    assert_false(q.has_row);
    sgi_query_close(&q);
    sg_scratch_free(&memory);
}

/* A job with an epoch, which has columns of all kinds. */
static void numbers_of_all_kinds(void **state)
{
    (void)state;
    sgi_query q = {0};
    check_ok(sgi_ledger_execute(ledger,
                                "INSERT INTO configuration VALUES(0, 'x', '[]', 0, 0);"
                                "INSERT INTO job(id, configuration, fold, run, stage, seed, "
                                "state, train_size, validation_size, test_size, n_epochs) "
                                "VALUES(5, 0, 1, 2, 'evaluate', -3, 'done', 1, 1, 1, 1)",
                                &err));
    check_ok(sgi_query_open(&q, ledger, SGI_EPOCH_PUT, &err));
    sgi_query_put_whole(&q, 5);
    sgi_query_put_whole(&q, 1);
    sgi_query_put_real(&q, 0.25);
    for (int i = 0; i < 6; i++) sgi_query_put_real(&q, NAN);
    sgi_query_put_real(&q, 1.5);
    check_ok(sgi_query_step(&q, &err));
    sgi_query_close(&q);

    check_ok(sgi_query_open(&q, ledger, SGI_EPOCHS, &err));
    sgi_query_put_whole(&q, 5);
    check_ok(sgi_query_step(&q, &err));
    assert_int_equal(sgi_query_get_whole(&q, 10), 1);
    assert_true(sgi_query_get_real(&q) == 0.25);
    assert_true(isnan(sgi_query_get_real(&q)));
    check_ok(sgi_query_check(&q, &err));
    sgi_query_close(&q);

    check_ok(sgi_query_open(&q, ledger, SGI_JOBS, &err));
    check_ok(sgi_query_step(&q, &err));
    assert_int_equal(sgi_query_get_integer(&q), 5);
    assert_int_equal(sgi_query_get_whole(&q, 0), 0);
    assert_int_equal(sgi_query_get_whole(&q, 1), 1);
    assert_int_equal(sgi_query_get_whole(&q, 2), 2);
    assert_int_equal(sgi_query_get_name(&q, sgi_ledger_stage_names, 2), 1);
    assert_int_equal(sgi_query_get_integer(&q), -3);
    check_ok(sgi_query_check(&q, &err));
    sgi_query_close(&q);
}

static void columns_that_make_no_sense(void **state)
{
    (void)state;
    sgi_query q = {0};
    check_ok(sgi_query_open(&q, ledger, SGI_JOBS, &err));
    check_ok(sgi_query_step(&q, &err));
    assert_int_equal(sgi_query_get_whole(&q, 4), 0); /* 5 is more than 4 */
    check_fails(sgi_query_check(&q, &err), SG_EFORMAT, "id");
    sgi_query_close(&q);
}

static void bytes_as_they_are(void **state)
{
    (void)state;
    const double output[] = {0.5, -1};
    sgi_query q = {0};
    sg_scratch memory = {0};
    size_t size = 0;
    check_ok(sgi_query_open(&q, ledger, SGI_PREDICTION_PUT, &err));
    sgi_query_put_whole(&q, 5);
    sgi_query_put_text(&q, "test");
    sgi_query_put_whole(&q, 17);
    sgi_query_put_bytes(&q, output, sizeof output);
    check_ok(sgi_query_step(&q, &err));
    sgi_query_close(&q);
    check_ok(sgi_query_open(&q, ledger, SGI_PREDICTIONS, &err));
    sgi_query_put_whole(&q, 5);
    check_ok(sgi_query_step(&q, &err));
    assert_int_equal(sgi_query_get_name(&q, sg_part_words, SG_N_PARTS), 2);
    assert_int_equal(sgi_query_get_whole(&q, 100), 17);
    const char *bytes = sgi_query_get_bytes(&size, &q, &memory);
    assert_int_equal(size, sizeof output);
    assert_memory_equal(bytes, output, sizeof output);
    sgi_query_close(&q);
    sg_scratch_free(&memory);
}

static void what_is_not_kept_is_forgotten(void **state)
{
    (void)state;
    check_ok(sgi_ledger_begin(ledger, &err));
    put_value("lost", "1");
    sgi_ledger_rollback(ledger);
    check_answer("SELECT count(*) FROM run WHERE key = 'lost'", "0");
    check_ok(sgi_ledger_begin(ledger, &err));
    put_value("kept", "1");
    check_ok(sgi_ledger_commit(ledger, &err));
    sgi_ledger_rollback(ledger);
    check_answer("SELECT count(*) FROM run WHERE key = 'kept'", "1");
}

static void failures_are_told(void **state)
{
    (void)state;
    sg_text answer = {0};
    check_fails(sgi_ledger_execute(ledger, "nonsense", &err), SG_EFORMAT, "results.sqlite");
    check_fails(sgi_ledger_ask(&answer, ledger, "SELECT nothing", &err), SG_EFORMAT, "");
    check_fails(sgi_ledger_fail(ledger, "here", SQLITE_NOMEM, &err), SG_ENOMEM, "");
    check_fails(sgi_ledger_fail(ledger, "here", SQLITE_FULL, &err), SG_EIO, "no space left");
    sg_text_free(&answer);
}

static void a_ledger_is_recognized(void **state)
{
    (void)state;
    bool is_empty = true, has_rest = false;
    check_ok(sgi_ledger_identify(&is_empty, ledger, &err));
    assert_false(is_empty);
    put_value("more", "1");
    check_ok(sgi_ledger_has_rest(&has_rest, ledger, &err));
    assert_true(has_rest);
    check_fails(sgi_ledger_create(ledger, "f00d", &err), SG_EFORMAT, "already exists");
    check_answer("SELECT value FROM run WHERE key = 'fingerprint'", "f00d");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_put_is_got),
                                       cmocka_unit_test(numbers_of_all_kinds),
                                       cmocka_unit_test(columns_that_make_no_sense),
                                       cmocka_unit_test(bytes_as_they_are),
                                       cmocka_unit_test(what_is_not_kept_is_forgotten),
                                       cmocka_unit_test(failures_are_told),
                                       cmocka_unit_test(a_ledger_is_recognized)};
    return cmocka_run_group_tests(tests, open_ledger, close_ledger);
}
