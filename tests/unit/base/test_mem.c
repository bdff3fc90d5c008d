/* test_mem.c - checked allocation. */
#include "base/mem.h"
#include "support/check.h"

/* The sanitizers would rather stop than let an impossible allocation fail. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* Sizes the compiler must not see through, or it warns that they are impossible. */
static volatile size_t most = SIZE_MAX;

static void memory_comes_zeroed(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        unsigned char *block = sg_alloc(100, 7);
        assert_non_null(block);
        for (int i = 0; i < 700; i++) assert_int_equal(block[i], 0);
        memset(block, 0xff, 700);
        sg_free(block);
    }
}

static void no_items_are_a_block_too(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    void *a = sg_alloc(0, 8), *b = sg_alloc(8, 0), *c = sg_alloc(0, 0);
    assert_non_null(a);
    assert_non_null(b);
    assert_non_null(c);
    assert_int_equal(sg_mem_live(), live + 3);
    sg_free(a);
    sg_free(b);
    sg_free(c);
    sg_free(NULL);
    assert_int_equal(sg_mem_live(), live);
}

static void sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    assert_null(sg_alloc(most, 2));
    assert_null(sg_alloc(2, most));
    assert_null(sg_alloc(most / 8 + 2, 8)); /* 8 bytes, if nobody looked */
    assert_int_equal(sg_mem_live(), live);
}

/* Small blocks are not worth a number, large ones are. */
static void what_was_not_given_is_named(void **state)
{
    (void)state;
    sg_mem_fail_at(0);
    assert_null(sg_alloc(10, 1));
    check_fails(sg_error_memory(&err, "here"), SG_ENOMEM, "out of memory");
    assert_null(sg_alloc(3000000, 1));
    sg_mem_fail_at(-1);
    check_fails(sg_error_memory(&err, "here"), SG_ENOMEM,
                "out of memory: cannot get 3.0 MB more");
}

static void texts_are_copied(void **state)
{
    (void)state;
    char text[] = "abc";
    char *copy = sg_text_copy(text), *empty = sg_text_copy("");
    text[0] = 'x';
    assert_string_equal(copy, "abc");
    assert_string_equal(empty, "");
    sg_free(copy);
    sg_free(empty);
    sg_mem_fail_at(0);
    assert_null(sg_text_copy("abc"));
    sg_mem_fail_at(-1);
}

static void growing_keeps_the_items(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    uint32_t *item = NULL;
    size_t capacity = 0, n_moves = 0;
    for (uint32_t n = 0; n < 100000; n++) {
        const size_t before = capacity;
        check_ok(sg_grow(&item, &capacity, n + 1, sizeof *item, &err));
        assert_true(capacity > n);
        if (capacity != before) n_moves++;
        item[n] = n;
    }
    assert_true(n_moves < 30); /* each time by half */
    for (uint32_t i = 0; i < 100000; i++) assert_int_equal(item[i], i);
    assert_int_equal(sg_mem_live(), live + 1);
    sg_free(item);
    assert_int_equal(sg_mem_live(), live);
}

/* Blocks of many pages are treated in their own way. */
static void large_blocks_are_blocks(void **state)
{
    (void)state;
    enum { N = 3 << 20 };
    uint32_t *fresh = sg_alloc(N, sizeof *fresh), *item = NULL;
    size_t capacity = 0;
    assert_non_null(fresh);
    for (uint32_t i = 0; i < N; i++) assert_true(fresh[i] == 0);
    for (size_t n = 1000; n <= N; n = n * 5 / 2) {
        const size_t before = capacity;
        check_ok(sg_grow(&item, &capacity, n, sizeof *item, &err));
        for (size_t i = before; i < capacity; i++) item[i] = (uint32_t)i;
        for (size_t i = 0; i < capacity; i++) assert_true(item[i] == i);
    }
    sg_shrink(&item, &capacity, N / 8, sizeof *item);
    for (uint32_t i = 0; i < N / 8; i++) assert_true(item[i] == i);
    sg_free(item);
    sg_free(fresh);
}

static void room_that_is_there_is_used(void **state)
{
    (void)state;
    uint32_t *item = NULL;
    size_t capacity = 0;
    check_ok(sg_grow(&item, &capacity, 0, sizeof *item, &err));
    assert_null(item);
    check_ok(sg_grow(&item, &capacity, 1000, sizeof *item, &err));
    assert_true(capacity >= 1000);
    const uint32_t *before = item;
    sg_mem_fail_at(0);
    check_ok(sg_grow(&item, &capacity, capacity, sizeof *item, &err));
    sg_mem_fail_at(-1);
    assert_ptr_equal(item, before);
    sg_free(item);
}

static void failing_to_grow_changes_nothing(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    uint64_t *item = NULL;
    size_t capacity = 0;
    sg_mem_fail_at(0);
    check_fails(sg_grow(&item, &capacity, 5, sizeof *item, &err), SG_ENOMEM, "out of memory");
    sg_mem_fail_at(-1);
    assert_null(item);
    assert_int_equal(capacity, 0);
    check_ok(sg_grow(&item, &capacity, 5, sizeof *item, &err));
    item[4] = 44;
    const uint64_t *old = item;
    const size_t before = capacity, impossible[] = {most, most / 8 + 2, most / 2, most / 16};
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        check_fails(sg_grow(&item, &capacity, impossible[i], sizeof *item, &err), SG_ENOMEM,
                    "out of memory");
        assert_ptr_equal(item, old);
        assert_int_equal(capacity, before);
    }
    assert_int_equal(item[4], 44);
    assert_int_equal(sg_mem_live(), live + 1);
    sg_free(item);
}

static void shrinking_keeps_what_is_used(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    uint32_t *item = NULL;
    size_t capacity = 0;
    sg_shrink(&item, &capacity, 0, sizeof *item);
    assert_null(item);
    check_ok(sg_grow(&item, &capacity, 1000, sizeof *item, &err));
    for (uint32_t i = 0; i < 10; i++) item[i] = i;
    sg_shrink(&item, &capacity, 10, sizeof *item);
    assert_int_equal(capacity, 10);
    for (uint32_t i = 0; i < 10; i++) assert_int_equal(item[i], i);
    sg_shrink(&item, &capacity, 10, sizeof *item);
    assert_int_equal(capacity, 10);
    sg_shrink(&item, &capacity, 0, sizeof *item);
    assert_non_null(item);
    assert_int_equal(capacity, 0);
    check_ok(sg_grow(&item, &capacity, 3, sizeof *item, &err));
    item[2] = 2;
    assert_int_equal(sg_mem_live(), live + 1);
    sg_free(item);
    assert_int_equal(sg_mem_live(), live);
}

static void the_kth_allocation_and_all_after_it_fail(void **state)
{
    (void)state;
    for (long k = 0; k < 5; k++) {
        void *block[8];
        sg_mem_fail_at(k);
        for (long i = 0; i < 8; i++) block[i] = sg_alloc(1, 1);
        sg_mem_fail_at(-1);
        for (long i = 0; i < 8; i++) {
            assert_int_equal(block[i] != NULL, i < k);
            sg_free(block[i]);
        }
    }
    void *block = sg_alloc(1, 1);
    assert_non_null(block);
    sg_free(block);
}

static void texts_are_replaced(void **state)
{
    (void)state;
    char *text = NULL;
    check_ok(sg_text_replace(&text, "one", &err));
    check_ok(sg_text_replace(&text, "two", &err));
    assert_string_equal(text, "two");
    check_ok(sg_text_replace(&text, NULL, &err));
    assert_null(text);
}

SG_TESTS(cmocka_unit_test(texts_are_replaced), cmocka_unit_test(memory_comes_zeroed),
         cmocka_unit_test(no_items_are_a_block_too),
         cmocka_unit_test(sizes_that_overflow_are_refused),
         cmocka_unit_test(what_was_not_given_is_named), cmocka_unit_test(texts_are_copied),
         cmocka_unit_test(growing_keeps_the_items), cmocka_unit_test(large_blocks_are_blocks),
         cmocka_unit_test(room_that_is_there_is_used),
         cmocka_unit_test(failing_to_grow_changes_nothing),
         cmocka_unit_test(shrinking_keeps_what_is_used),
         cmocka_unit_test(the_kth_allocation_and_all_after_it_fail))
