/* test_rng.c - random streams: the same numbers on every machine, and fair ones. */
#include "base/rng.h"
#include "support/check.h"

/* The authors' reference program, started with the state {1, 2, 3, 4}. */
static void numbers_are_those_of_xoshiro256pp(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        41943041ULL,
        58720359ULL,
        3588806011781223ULL,
        3591011842654386ULL,
        9228616714210784205ULL,
        9973669472204895162ULL,
        14011001112246962877ULL,
        12406186145184390807ULL,
        15849039046786891736ULL,
        10450023813501588000ULL,
    };
    sg_rng rng = {{1, 2, 3, 4}};
    for (int i = 0; i < 10; i++) assert_int_equal(sg_rng_next(&rng), expected[i]);
}

/* The published numbers of SplitMix64 for the state 1234567. */
static void the_mixer_is_splitmix64(void **state)
{
    (void)state;
    static const uint64_t expected[] = {6457827717110365317U, 3203168211198807973U,
                                        9817491932198370423U, 4593380528125082431U,
                                        16408922859458223821U};
    uint64_t position = 1234567;
    for (uint64_t i = 0; i < 5; i++) {
        assert_true(sg_splitmix_next(&position) == expected[i]);
        assert_true(position == 1234567 + (i + 1) * 0x9e3779b97f4a7c15U);
    }
    position = 0;
    assert_true(sg_splitmix_next(&position) == 0xe220a8397b1dcdafU);
}

static void streams_never_change(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed, word[3];
        size_t n_words;
        uint64_t expected[3];
    } cases[] = {
        {0, {0}, 0, {0x84f09bf307c1073aULL, 0xc82ffb597ceee51bULL, 0xadf96905c5df4417ULL}},
        {1, {0}, 0, {0x704560ced7cc0501ULL, 0x4eef90036c89c53aULL, 0xdce05af2ba1364d7ULL}},
        {1, {0}, 1, {0xc68bb811f588f93fULL, 0xb63172321142685dULL, 0xafcb9fac2362c358ULL}},
        {1, {0, 0}, 2, {0x970ed1d9205b5de1ULL, 0x3f010eff9521cf65ULL, 0x52baa34dde9fde27ULL}},
        {1,
         {1, 2, 3},
         3,
         {0xbbc5d4901a6bbaa5ULL, 0xd1448d2c5bf91877ULL, 0x7d34047c5f331a5aULL}},
        {1,
         {3, 2, 1},
         3,
         {0x419164bd6ca7ae79ULL, 0x62244e526203f460ULL, 0xcc2395bb43794111ULL}},
        {UINT64_MAX,
         {UINT64_MAX, 1ULL << 63},
         2,
         {0x8ff5b93dd90b8d50ULL, 0xb109d06a4af24b16ULL, 0xe148a9682d8cc6f9ULL}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_rng rng = sg_rng_stream(cases[i].seed, cases[i].word, cases[i].n_words);
        for (int k = 0; k < 3; k++) assert_int_equal(sg_rng_next(&rng), cases[i].expected[k]);
    }
}

static void draws_never_change(void **state)
{
    (void)state;
    const double uniform[] = {0x1.e1119f1b7fabp-1, 0x1.5a7a9d20ab355p-1, 0x1.1e9e0df341772p-1,
                              0x1.79a4b1a9be5a1p-1};
    const uint32_t bound[] = {1, 2, 3, 10, 1000, 1000000, 2147483649U, 4294967295U},
                   below[] = {0, 1, 1, 7, 303, 566200, 532755972, 4200221499U},
                   shuffled[] = {0, 9, 8, 10, 4, 1, 3, 2, 6, 5, 7, 11};
    const sg_rng start = sg_rng_stream(7, NULL, 0);
    sg_rng rng = start;
    for (int i = 0; i < 4; i++) assert_true(sg_rng_uniform(&rng) == uniform[i]);
    rng = start;
    for (int i = 0; i < 8; i++) assert_int_equal(sg_rng_below(&rng, bound[i]), below[i]);
    rng = start;
    uint32_t item[12];
    for (uint32_t i = 0; i < 12; i++) item[i] = i;
    sg_rng_shuffle(&rng, item, 12);
    assert_memory_equal(item, shuffled, sizeof item);
}

static void a_copy_gives_the_same_numbers(void **state)
{
    (void)state;
    sg_rng a = sg_rng_stream(3, (uint64_t[]){4}, 1);
    (void)sg_rng_next(&a);
    sg_rng b = a;
    for (int i = 0; i < 100; i++) assert_int_equal(sg_rng_next(&a), sg_rng_next(&b));
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Small seeds and up to three small words, in every number and order. */
static void other_names_are_other_streams(void **state)
{
    (void)state;
    enum { SIDE = 8 };
    static uint64_t first[SIDE * (1 + SIDE + SIDE * SIDE + SIDE * SIDE * SIDE)];
    size_t n = 0;
    for (uint64_t seed = 0; seed < SIDE; seed++)
        for (size_t n_words = 0, n_names = 1; n_words <= 3; n_words++, n_names *= SIDE)
            for (uint64_t name = 0; name < n_names; name++) {
                const uint64_t word[] = {name % SIDE, name / SIDE % SIDE, name / SIDE / SIDE};
                sg_rng rng = sg_rng_stream(seed, word, n_words);
                first[n++] = sg_rng_next(&rng);
            }
    assert_int_equal(n, sizeof first / sizeof *first);
    qsort(first, n, sizeof *first, compare_numbers);
    for (size_t i = 1; i < n; i++) assert_true(first[i - 1] != first[i]);
}

/* Counts that should be equal: chi-square within six standard deviations of its mean. */
static void check_even(const uint32_t *count, uint32_t n, uint32_t n_draws)
{
    const double expected = (double)n_draws / n, degrees = (double)n - 1;
    double chi_square = 0;
    for (uint32_t i = 0; i < n; i++)
        chi_square += (count[i] - expected) * (count[i] - expected) / expected;
    if (fabs(chi_square - degrees) > 6 * sqrt(2 * degrees) + 3)
        fail_msg("chi-square %g with %g degrees of freedom", chi_square, degrees);
}

static void uniform_is_uniform(void **state)
{
    (void)state;
    sg_rng rng = check_rng("uniform");
    enum { N = 200000, BINS = 100 };
    uint32_t count[BINS] = {0}, last_bit = 0;
    double sum = 0;
    for (int i = 0; i < N; i++) {
        const double u = sg_rng_uniform(&rng);
        assert_true(u >= 0 && u < 1);
        assert_true(u * 0x1p53 == floor(u * 0x1p53));
        last_bit += ((uint64_t)(u * 0x1p53) & 1) != 0;
        count[(int)(u * BINS)]++;
        sum += u;
    }
    check_even(count, BINS, N);
    check_even((uint32_t[]){last_bit, N - last_bit}, 2, N);
    check_near(sum / N, 0.5, 0, 6 * sqrt(1.0 / 12 / N));
}

static void all_bits_are_fair(void **state)
{
    (void)state;
    sg_rng rng = check_rng("bits");
    enum { N = 20000 };
    for (int bit = 0; bit < 64; bit++) {
        uint32_t count[2] = {0};
        for (int i = 0; i < N; i++) count[sg_rng_next(&rng) >> bit & 1]++;
        check_even(count, 2, N);
    }
}

static void below_stays_below(void **state)
{
    (void)state;
    sg_rng rng = check_rng("below");
    for (int i = 0; i < 1000; i++) assert_int_equal(sg_rng_below(&rng, 1), 0);
    for (uint32_t bound = 1; bound != 0; bound = bound < UINT32_MAX / 2 ? 2 * bound + 1
                                                 : bound < UINT32_MAX   ? UINT32_MAX
                                                                        : 0)
        for (int i = 0; i < 100; i++) assert_true(sg_rng_below(&rng, bound) < bound);
}

static void below_is_uniform(void **state)
{
    (void)state;
    sg_rng rng = check_rng("even");
    const uint32_t bounds[] = {2, 3, 5, 7, 16, 100, 1000};
    enum { N = 100000 };
    for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
        uint32_t count[1000] = {0};
        for (int i = 0; i < N; i++) count[sg_rng_below(&rng, bounds[b])]++;
        check_even(count, bounds[b], N);
    }
}

/* 2^32 numbers do not divide evenly among 3/4 of them: without rejection every third value would
 * come twice as often as the others. */
static void below_has_no_bias(void **state)
{
    (void)state;
    sg_rng rng = check_rng("bias");
    enum { N = 100000 };
    uint32_t by_rest[3] = {0}, by_half[2] = {0};
    for (int i = 0; i < N; i++) by_rest[sg_rng_below(&rng, 3U << 30) % 3]++;
    for (int i = 0; i < N; i++) by_half[sg_rng_below(&rng, (1U << 31) + 2) > 1U << 30]++;
    check_even(by_rest, 3, N);
    check_even(by_half, 2, N);
}

static void a_shuffle_is_a_permutation(void **state)
{
    (void)state;
    sg_rng rng = check_rng("permutation");
    for (uint32_t n = 0; n < 200; n++) {
        uint32_t item[201];
        bool seen[200] = {false};
        for (uint32_t i = 0; i <= n; i++) item[i] = i;
        sg_rng_shuffle(&rng, item, n);
        assert_int_equal(item[n], n); /* nothing behind the end moves */
        for (uint32_t i = 0; i < n; i++) {
            assert_true(item[i] < n && !seen[item[i]]);
            seen[item[i]] = true;
        }
    }
}

static void all_orders_are_equally_likely(void **state)
{
    (void)state;
    sg_rng rng = check_rng("orders");
    enum { N = 48000 };
    uint32_t count[256] = {0}, of_order[24], n_orders = 0;
    for (int i = 0; i < N; i++) {
        uint32_t item[4] = {0, 1, 2, 3};
        sg_rng_shuffle(&rng, item, 4);
        count[item[0] << 6 | item[1] << 4 | item[2] << 2 | item[3]]++;
    }
    for (int i = 0; i < 256; i++)
        if (count[i] > 0) {
            assert_true(n_orders < 24);
            of_order[n_orders++] = count[i];
        }
    assert_int_equal(n_orders, 24);
    check_even(of_order, 24, N);
}

/* Also where the rate is the number itself, or nearly. */
static void bits_are_compared_as_numbers_are(void **state)
{
    static const double RATES[] = {0, 0x1p-53, 0.1, 0.3, 0.5, 0.75, 0.999, 1 - 0x1p-53, 1};
    (void)state;
    for (size_t i = 0; i < sizeof RATES / sizeof *RATES; i++) {
        const uint64_t behind = sg_rng_bits_below(RATES[i]);
        const uint64_t around = behind > 2 ? behind - 2 : 0;
        for (uint64_t bits = around; bits < around + 5 && bits < (uint64_t)1 << 53; bits++)
            assert_int_equal(bits < behind, (double)bits * 0x1p-53 < RATES[i]);
    }
}

SG_TESTS(cmocka_unit_test(bits_are_compared_as_numbers_are),
         cmocka_unit_test(the_mixer_is_splitmix64),
         cmocka_unit_test(numbers_are_those_of_xoshiro256pp),
         cmocka_unit_test(streams_never_change), cmocka_unit_test(draws_never_change),
         cmocka_unit_test(a_copy_gives_the_same_numbers),
         cmocka_unit_test(other_names_are_other_streams), cmocka_unit_test(uniform_is_uniform),
         cmocka_unit_test(all_bits_are_fair), cmocka_unit_test(below_stays_below),
         cmocka_unit_test(below_is_uniform), cmocka_unit_test(below_has_no_bias),
         cmocka_unit_test(a_shuffle_is_a_permutation),
         cmocka_unit_test(all_orders_are_equally_likely))
