/* test_scratch.c - memory that lives until the next graph. */
#include "base/mem.h"
#include "base/scratch.h"
#include "support/check.h"

enum { MAX_TAKEN = 200 };

typedef struct taken_block {
    unsigned char *data;
    size_t size;
    unsigned char mark;
} taken_block;

static size_t draw_size(sg_rng *rng)
{
    const uint32_t kind = sg_rng_below(rng, 10);
    if (kind == 0) return 0;
    if (kind == 1) return sg_rng_below(rng, 100000);
    return sg_rng_below(rng, 300);
}

/* Fill every block with a mark of its own; all marks must stay. */
static void blocks_do_not_overlap(void **state)
{
    (void)state;
    sg_rng rng = check_rng("overlap");
    sg_scratch scratch = {0};
    taken_block block[MAX_TAKEN];
    for (int round = 0; round < 50; round++) {
        const size_t n = sg_rng_below(&rng, MAX_TAKEN);
        for (size_t i = 0; i < n; i++) {
            const size_t size = draw_size(&rng);
            block[i] = (taken_block){sg_scratch_take(&scratch, size, 1), size,
                                     (unsigned char)sg_rng_below(&rng, 256)};
            assert_non_null(block[i].data);
            assert_int_equal((uintptr_t)block[i].data % 64, 0);
            if (size > 0) memset(block[i].data, block[i].mark, size);
        }
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < block[i].size; k++)
                assert_int_equal(block[i].data[k], block[i].mark);
        sg_scratch_reset(&scratch);
    }
    sg_scratch_free(&scratch);
    assert_int_equal(sg_mem_live(), 0);
}

static void take_many(sg_scratch *scratch, uint32_t seed)
{
    sg_rng rng = sg_rng_stream(seed, NULL, 0);
    for (int i = 0; i < 100; i++) assert_non_null(sg_scratch_take(scratch, draw_size(&rng), 3));
}

/* The second time, and for anything smaller, nothing is allocated. */
static void the_largest_graph_is_the_last_that_allocates(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 100; seed++) {
        sg_scratch scratch = {0};
        take_many(&scratch, seed);
        sg_scratch_reset(&scratch);
        assert_int_equal(sg_mem_live(), 1);
        sg_mem_fail_at(0);
        take_many(&scratch, seed);
        sg_scratch_reset(&scratch);
        take_many(&scratch, seed);
        sg_mem_fail_at(-1);
        sg_scratch_free(&scratch);
    }
}

static void holds_no_more_than_twice_what_is_needed(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    size_t needed = 0;
    for (size_t graph = 1; graph < 300; graph++) {
        for (size_t i = 0; i < graph; i++) assert_non_null(sg_scratch_take(&scratch, 64, 16));
        needed = graph * 64 * 16;
        assert_true(scratch.total <= 2 * needed + (1 << 14));
        sg_scratch_reset(&scratch);
        assert_true(scratch.total <= 2 * needed + (1 << 14));
    }
    sg_scratch_free(&scratch);
}

static void nothing_is_a_valid_pointer(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    assert_non_null(sg_scratch_take(&scratch, 0, 8));
    assert_non_null(sg_scratch_take(&scratch, 8, 0));
    assert_non_null(sg_scratch_take(&scratch, SIZE_MAX, 0));
    /* At the very end of a block, too. */
    assert_non_null(sg_scratch_take(&scratch, scratch.total, 1));
    assert_non_null(sg_scratch_take(&scratch, 0, 1));
    sg_scratch_free(&scratch);
}

static void sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    assert_null(sg_scratch_take(&scratch, SIZE_MAX, 8));
    assert_null(sg_scratch_take(&scratch, SIZE_MAX / 8 + 2, 8));
    assert_null(sg_scratch_take(&scratch, SIZE_MAX, SIZE_MAX));
    assert_int_equal(scratch.total, 0);
    assert_non_null(sg_scratch_take(&scratch, 10, 10));
    assert_null(sg_scratch_take(&scratch, SIZE_MAX - 63, 1));
    sg_scratch_free(&scratch);
}

static void empty_memory_can_be_reset_and_freed(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    sg_scratch_reset(&scratch);
    sg_scratch_reset(&scratch);
    sg_scratch_free(&scratch);
    sg_scratch_free(&scratch);
    assert_null(scratch.block);
    assert_non_null(sg_scratch_take(&scratch, 1, 1));
    sg_scratch_free(&scratch);
    assert_int_equal(sg_mem_live(), 0);
}

/* Two blocks become one; where there is no memory for it, the next taker is told. */
static void a_reset_without_memory_is_survived(void **state)
{
    (void)state;
    sg_scratch scratch = {0};
    assert_non_null(sg_scratch_take(&scratch, 100000, 1));
    assert_non_null(sg_scratch_take(&scratch, 200000, 1));
    sg_mem_fail_at(0);
    sg_scratch_reset(&scratch);
    assert_null(sg_scratch_take(&scratch, 1, 1));
    sg_mem_fail_at(-1);
    assert_int_equal(sg_mem_live(), 0);
    assert_non_null(sg_scratch_take(&scratch, 300000, 1));
    sg_scratch_free(&scratch);
    assert_int_equal(sg_mem_live(), 0);
}

static sg_status take_three(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_scratch scratch = {0};
    uint64_t *word = NULL;
    (void)context;
    SG_TAKE(word, &scratch, 10);
    SG_TAKE(word, &scratch, 10000);
    SG_TAKE(word, &scratch, 100000);
    sg_scratch_reset(&scratch);
    SG_TAKE(word, &scratch, 110010);
done:
    sg_scratch_free(&scratch);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(take_three, NULL) >= 3);
}

SG_TESTS(cmocka_unit_test(blocks_do_not_overlap),
         cmocka_unit_test(the_largest_graph_is_the_last_that_allocates),
         cmocka_unit_test(holds_no_more_than_twice_what_is_needed),
         cmocka_unit_test(nothing_is_a_valid_pointer),
         cmocka_unit_test(sizes_that_overflow_are_refused),
         cmocka_unit_test(empty_memory_can_be_reset_and_freed),
         cmocka_unit_test(a_reset_without_memory_is_survived),
         cmocka_unit_test(survives_failing_allocations))
