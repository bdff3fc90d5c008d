/* test_account.c - bounds of memory and work for a thread and its helpers. */
#include "base/machine/account.h"
#include "base/machine/claims.h"
#include "base/mem.h"
#include "base/scratch.h"
#include "base/threads.h"
#include "support/check.h"

static const uint64_t MEGABYTE = 1000000;

static sg_account *open_account(uint64_t memory, uint64_t steps)
{
    sg_account *account = NULL;
    const sg_limits limits = {.struct_size = sizeof limits, .memory = memory, .steps = steps};
    check_ok(sg_account_open(&account, &limits, &err));
    return account;
}

static sg_status take(char **block, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(*block, size);
done:
    return status;
}

static void blocks_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    char *small = NULL, *large = NULL;
    sg_account *account = open_account(10 * MEGABYTE, 0);
    check_ok(take(&small, 6 * MEGABYTE, &err));
    assert_in_range(sg_memory_room(), 3 * MEGABYTE, 4 * MEGABYTE);
    check_fails(take(&large, 5 * MEGABYTE, &err), SG_ENOMEM,
                "out of memory: 5.0 MB more are needed, and 4.0 MB are left of the 10.0 MB");
    assert_null(large);
    sg_free(small);
    check_ok(take(&large, 5 * MEGABYTE, &err));
    sg_account_close(account);
    check_ok(take(&small, 50 * MEGABYTE, &err)); /* nothing bounds it now */
    sg_free(small);
    sg_free(large);
    assert_true(sg_memory_room() == UINT64_MAX);
}

static void growing_arrays_are_refused_and_stay(void **state)
{
    (void)state;
    char *array = NULL;
    size_t capacity = 0;
    sg_account *account = open_account(4 * MEGABYTE, 0);
    check_ok(sg_grow(&array, &capacity, 3 * MEGABYTE, 1, &err));
    const size_t before = capacity;
    check_fails(sg_grow(&array, &capacity, 5 * MEGABYTE, 1, &err), SG_ENOMEM,
                "are left of the");
    assert_int_equal(capacity, before);
    array[before - 1] = 1;
    sg_shrink(&array, &capacity, MEGABYTE / 2, 1);
    assert_in_range(sg_memory_room(), 3 * MEGABYTE, 4 * MEGABYTE);
    sg_free(array);
    sg_account_close(account);
}

static sg_status take_scratch(sg_scratch *scratch, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    char *taken = NULL;
    SG_TAKE(taken, scratch, size);
done:
    return status;
}

static void scratch_memory_is_bounded(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_account *account = open_account(MEGABYTE, 0);
    check_ok(take_scratch(&scratch, 1000, &err));
    check_fails(take_scratch(&scratch, 2 * MEGABYTE, &err), SG_ENOMEM, "are left of the");
    check_fails(take_scratch(&scratch, SIZE_MAX / 2, &err), SG_ENOMEM, "out of memory");
    sg_scratch_free(&scratch);
    sg_account_close(account);
}

static void estimates_are_refused_before_anything_is_taken(void **state)
{
    (void)state;
    check_ok(sg_memory_require(UINT64_MAX, "plan: pairs", &err)); /* there is no account */
    sg_account *account = open_account(10 * MEGABYTE, 0);
    const long live = sg_mem_live();
    check_ok(sg_memory_require(9 * MEGABYTE, "plan: 9 pairs", &err));
    check_fails(
        sg_memory_require(5400 * MEGABYTE, "plan: 900 pairs", &err), SG_ENOMEM,
        "plan: 900 pairs need 5.4 GB of memory, more than the 10.0 MB that are left of the "
        "10.0 MB allowed");
    assert_int_equal(sg_mem_live(), live);
    sg_account_close(account);
}

static void steps_are_refused(void **state)
{
    (void)state;
    check_ok(sg_work_require(1000, 1000, "distance: graph 7", &err));
    check_fails(sg_work_require(1001, 1000, "distance: graph 7", &err), SG_ELIMIT,
                "distance: graph 7 takes about 1001 steps, more than the budget allows (1000)");
    sg_account *account = open_account(0, 50);
    check_fails(sg_work_require(51, 1000, "distance: graph 7", &err), SG_ELIMIT, "allows (50)");
    assert_int_equal(sg_work_budget(7), 50);
    assert_true(sg_memory_room() == UINT64_MAX);
    sg_account_close(account);
    assert_int_equal(sg_work_budget(7), 7);
}

static void growth_is_free_where_nothing_is_bounded(void **state)
{
    (void)state;
    check_ok(sg_growth_require(UINT64_MAX - 1, 10, "graph 7: pairs", &err));
    assert_true(sg_growth_budget(10) == UINT64_MAX);
    sg_account *account = open_account(0, 0);
    check_ok(sg_growth_require(10, 10, "graph 7: 10 pairs", &err));
    check_fails(sg_growth_require(11, 10, "graph 7: 11 pairs", &err), SG_ELIMIT,
                "graph 7: 11 pairs are more than the budget allows (10)");
    sg_account *steps = open_account(0, 500);
    assert_int_equal(sg_growth_budget(10), 500);
    sg_account_close(steps);
    sg_account_close(account);
}

static void files_may_claim_what_they_have_room_for(void **state)
{
    (void)state;
    const sg_place place = {"bomb.jsonl", 3, 0};
    check_ok(sg_claims_check(UINT64_MAX, 1, "nodes", 0, place, &err));
    sg_account *account = open_account(0, 0);
    check_ok(sg_claims_check(500000, 1, "nodes", 0, place, &err));
    check_ok(sg_claims_check(502000, 1, "nodes", 1000, place, &err));
    check_fails(
        sg_claims_check(4194304, 1, "nodes", 18, place, &err), SG_ELIMIT,
        "bomb.jsonl:3: 4194304 nodes in 18 bytes are more than the budget allows (500036)");
    check_fails(sg_claims_check(125001, 4, "pixels", 0, place, &err), SG_ELIMIT, "pixels");
    sg_account_close(account);
}

static void accounts_nest(void **state)
{
    (void)state;
    sg_account *outer = open_account(2 * MEGABYTE, 20);
    sg_account *inner = open_account(50 * MEGABYTE, 0);
    assert_in_range(sg_memory_room(), MEGABYTE, 2 * MEGABYTE);
    assert_int_equal(sg_work_budget(7), 20);
    sg_account_close(outer); /* in any order */
    assert_ptr_equal(sg_watch_here.account, inner);
    sg_account_close(inner);
    sg_account_close(NULL);
    assert_null(sg_watch_here.account);
}

typedef struct helping {
    uint64_t room[64];
} helping;

static void look_at_room(void *context, uint32_t piece, uint32_t worker)
{
    (void)worker;
    ((helping *)context)->room[piece] = sg_memory_room();
}

static void helpers_have_the_account_of_the_caller(void **state)
{
    (void)state;
    helping h;
    sg_threads *threads = NULL;
    check_ok(sg_threads_open(&threads, 3, &err));
    sg_account *account = open_account(MEGABYTE, 0);
    sg_threads_run(threads, 64, look_at_room, &h);
    for (int i = 0; i < 64; i++) assert_in_range(h.room[i], 1, MEGABYTE);
    sg_account_close(account);
    sg_threads_run(threads, 64, look_at_room, &h);
    for (int i = 0; i < 64; i++) assert_true(h.room[i] == UINT64_MAX);
    sg_threads_close(threads);
}

static bool look_from_observer(void *context, const sg_progress *progress)
{
    (void)progress;
    *(uint64_t *)context = sg_memory_room();
    return true;
}

static void observers_are_bounded_too(void **state)
{
    (void)state;
    uint64_t room = 0;
    sg_account *account = open_account(MEGABYTE, 0);
    check_ok(sg_observe(&(sg_observer){look_from_observer, &room},
                        (sg_progress){"working", "steps", 0, 1}, &err));
    assert_in_range(room, 1, MEGABYTE);
    sg_account_close(account);
}

static void amounts_are_shown_in_words(void **state)
{
    (void)state;
    assert_string_equal(sg_bytes_show(0).text, "0 bytes");
    assert_string_equal(sg_bytes_show(999).text, "999 bytes");
    assert_string_equal(sg_bytes_show(1000).text, "1.0 kB");
    assert_string_equal(sg_bytes_show(999999).text, "1.0 MB");
    assert_string_equal(sg_bytes_show(123456789).text, "123 MB");
    assert_string_equal(sg_bytes_show(UINT64_MAX).text, "18.4 EB");
    assert_true(sg_bytes_of(UINT64_MAX / 2, 3) == UINT64_MAX);
    assert_int_equal(sg_bytes_of(7, 6), 42);
    assert_int_equal(sg_bytes_of(7, 0), 0);
}

static void bytes_are_counted_exactly(void **state)
{
    (void)state;
    const uint64_t before = sg_mem_bytes();
    char *block = NULL, *text = NULL;
    check_ok(take(&block, 12345, &err));
    assert_in_range(sg_mem_bytes() - before, 12345, 13000);
    check_ok(sg_text_replace(&text, "a text", &err));
    sg_free(block);
    sg_free(text);
    assert_true(sg_mem_bytes() == before);
}

SG_TESTS(cmocka_unit_test(blocks_that_do_not_fit_are_refused),
         cmocka_unit_test(growing_arrays_are_refused_and_stay),
         cmocka_unit_test(scratch_memory_is_bounded),
         cmocka_unit_test(estimates_are_refused_before_anything_is_taken),
         cmocka_unit_test(steps_are_refused),
         cmocka_unit_test(growth_is_free_where_nothing_is_bounded),
         cmocka_unit_test(files_may_claim_what_they_have_room_for),
         cmocka_unit_test(accounts_nest),
         cmocka_unit_test(helpers_have_the_account_of_the_caller),
         cmocka_unit_test(observers_are_bounded_too),
         cmocka_unit_test(amounts_are_shown_in_words),
         cmocka_unit_test(bytes_are_counted_exactly))
