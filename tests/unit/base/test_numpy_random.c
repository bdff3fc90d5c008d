/* test_numpy_random.c - against values printed by numpy's RandomState. */
#include "base/numpy_random.h"
#include "support/check.h"

/* seed(s), then permutation(10), six times randint(0, 100), randint(0, 4, 8), permutation of
 * [1, 2, 3, 4], randint(5, 6), randint(3, 9), randint(0, 1000000), permutation(1200),
 * shuffle(arange(100, 107)), randint(0, 2**31). */
typedef struct expected {
    uint32_t seed;
    uint32_t permutation[10];
    uint32_t below_100[6];
    uint32_t below_4[8];
    uint32_t shuffled_marks[4];
    uint32_t in_range[3];
    uint32_t long_head[5]; /* the first of permutation(1200)        */
    uint64_t long_sum;     /* of position times value over all 1200 */
    uint32_t shuffled[7];
    uint32_t below_2_31;
} expected;

static const expected cases[] = {
    {0,
     {2, 8, 4, 9, 1, 6, 7, 3, 0, 5},
     {36, 87, 70, 88, 88, 12},
     {2, 1, 2, 3, 3, 2, 0, 1},
     {1, 3, 4, 2},
     {5, 3, 924425},
     {1145, 991, 478, 161, 1154},
     428275694,
     {106, 100, 103, 105, 104, 102, 101},
     1858284317},
    {764,
     {1, 6, 9, 0, 3, 7, 8, 5, 4, 2},
     {17, 82, 95, 61, 19, 0},
     {1, 1, 0, 0, 2, 3, 1, 3},
     {1, 2, 3, 4},
     {5, 4, 212948},
     {176, 394, 385, 1197, 718},
     426928057,
     {105, 104, 100, 106, 101, 103, 102},
     1133210449},
    {4294967295U,
     {6, 9, 5, 1, 8, 0, 7, 4, 2, 3},
     {11, 74, 27, 13, 54, 87},
     {3, 2, 2, 1, 1, 1, 1, 0},
     {3, 2, 4, 1},
     {5, 3, 711382},
     {50, 920, 244, 882, 560},
     426800949,
     {104, 101, 103, 102, 106, 100, 105},
     1442077023},
};

static void check_case(const expected *e)
{
    sg_numpy_random random;
    uint32_t item[1200];

    sg_numpy_seed(&random, e->seed);
    sg_numpy_permutation(&random, item, 10);
    assert_memory_equal(item, e->permutation, sizeof e->permutation);
    for (int i = 0; i < 6; i++)
        assert_int_equal(sg_numpy_randint(&random, 0, 100), e->below_100[i]);
    for (int i = 0; i < 8; i++)
        assert_int_equal(sg_numpy_randint(&random, 0, 4), e->below_4[i]);

    uint32_t mark[4] = {1, 2, 3, 4};
    sg_numpy_shuffle(&random, mark, 4);
    assert_memory_equal(mark, e->shuffled_marks, sizeof mark);

    assert_int_equal(sg_numpy_randint(&random, 5, 6), e->in_range[0]);
    assert_int_equal(sg_numpy_randint(&random, 3, 9), e->in_range[1]);
    assert_int_equal(sg_numpy_randint(&random, 0, 1000000), e->in_range[2]);

    uint64_t sum = 0;
    sg_numpy_permutation(&random, item, 1200);
    assert_memory_equal(item, e->long_head, sizeof e->long_head);
    for (uint32_t i = 0; i < 1200; i++) sum += (uint64_t)i * item[i];
    assert_int_equal(sum, e->long_sum);

    for (uint32_t i = 0; i < 7; i++) item[i] = 100 + i;
    sg_numpy_shuffle(&random, item, 7);
    assert_memory_equal(item, e->shuffled, sizeof e->shuffled);
    assert_int_equal(sg_numpy_randint(&random, 0, 1U << 31), e->below_2_31);
}

static void draws_what_numpy_draws(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i]);
}

/* The first word and, as the C++ standard demands of std::mt19937, the 10,000th. */
static void words_are_those_of_mt19937(void **state)
{
    (void)state;
    sg_numpy_random random;
    sg_numpy_seed(&random, 5489);
    assert_int_equal(sg_numpy_next(&random), 3499211612U);
    for (int i = 2; i < 10000; i++) (void)sg_numpy_next(&random);
    assert_int_equal(sg_numpy_next(&random), 4123659995U);
}

static void draws_nothing_where_nothing_is_open(void **state)
{
    (void)state;
    sg_numpy_random random, untouched;
    sg_numpy_seed(&random, 1);
    sg_numpy_seed(&untouched, 1);
    uint32_t item[1] = {9};
    sg_numpy_permutation(&random, item, 0);
    assert_int_equal(item[0], 9);
    sg_numpy_permutation(&random, item, 1);
    assert_int_equal(item[0], 0);
    assert_int_equal(sg_numpy_randint(&random, 7, 8), 7);
    assert_int_equal(sg_numpy_next(&random), sg_numpy_next(&untouched));
}

SG_TESTS(cmocka_unit_test(draws_what_numpy_draws), cmocka_unit_test(words_are_those_of_mt19937),
         cmocka_unit_test(draws_nothing_where_nothing_is_open))
