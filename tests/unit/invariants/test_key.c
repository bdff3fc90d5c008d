/* test_key.c - content keys: what they depend on, and that they never change. */
#include "base/mem.h"
#include "invariants/key.h"
#include "invariants/vocabulary.h"
#include "support/check.h"

static void check_key(sg_key found, uint64_t key, uint64_t check)
{
    if (found.key != key || found.check != check)
        fail_msg("key 0x%016llx, check 0x%016llx; expected 0x%016llx, 0x%016llx",
                 (unsigned long long)found.key, (unsigned long long)found.check,
                 (unsigned long long)key, (unsigned long long)check);
}

/* Model files and caches hold keys: these values may never change. */
static void keys_are_what_they_always_were(void **state)
{
    (void)state;
    uint64_t many[102], others[SG_KEY_ROOM + 3] = {0, 0, 0, 30, 10, 20};
    for (uint64_t i = 0; i < 102; i++) many[i] = i;
    check_key(sg_key_of(SG_TAG_NONE, NULL, 0), 0x26f2a1148cf52011ULL, 0xd3e30cde767cb489ULL);
    check_key(sg_key_of(SG_TAG_DEGREE, &(uint64_t){3}, 1), 0x863da9ac17b63850ULL,
              0x6d5f29604f770befULL);
    check_key(sg_key_of(SG_TAG_LABEL, &(uint64_t){UINT64_MAX}, 1), 0xd7302146169713bdULL,
              0x7d077a141d9d26c4ULL);
    check_key(sg_key_in_place(SG_TAG_CYCLES, many, 100), 0x9a2c8c16f0d20fa0ULL,
              0xe918a3b37b654882ULL);
    check_key(sg_key_of_keys(SG_TAG_WL, (sg_key){1, 2}, others, 3, 7), 0x77ed47df0777e304ULL,
              0x636d38c5cc6d39d1ULL);
    check_key(sg_key_of_keys(SG_TAG_WL, (sg_key){1, 2}, others, 0, 0), 0x2bb5b1756e2df3c3ULL,
              0x27d5afe3f9728744ULL);
}

/* The numbers of the tags are part of all keys. */
static void tags_are_what_they_always_were(void **state)
{
    (void)state;
    const int tags[] = {
        SG_TAG_NONE,    SG_TAG_LABEL,    SG_TAG_DEGREE,         SG_TAG_INDEX,
        SG_TAG_WL,      SG_TAG_WL_EDGES, SG_TAG_CYCLES,         SG_TAG_INDUCED_CYCLES,
        SG_TAG_CLIQUES, SG_TAG_PATTERNS, SG_TAG_BETWEENNESS,    SG_TAG_CORE,
        SG_TAG_RING,    SG_TAG_COMBINED, SG_TAG_REST,           SG_TAG_DISTANCE,
        SG_TAG_EDGE,    SG_TAG_PATH,     SG_TAG_CYCLE_DISTANCE, SG_TAG_OFFSET};
    const int numbers[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                           11, 12, 13, 14, 15, 32, 33, 34, 35, 36};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        assert_int_equal(tags[i], numbers[i]);
}

static void short_and_long_contents_are_keyed_alike(void **state)
{
    (void)state;
    sg_rng rng = check_rng("short");
    uint64_t word[SG_KEY_SHORT + 2];
    for (size_t n = 0; n <= SG_KEY_SHORT; n++) {
        for (size_t i = 0; i < n; i++) word[i + 2] = sg_rng_next(&rng);
        const sg_key a = sg_key_of(SG_TAG_PATH, word + 2, n);
        const sg_key b = sg_key_in_place(SG_TAG_PATH, word, n);
        check_key(a, b.key, b.check);
    }
}

/* Contents that differ in the tag, in one word or in length alone: no two share anything. */
static void different_contents_have_different_keys(void **state)
{
    (void)state;
    enum { N = 30000 };
    sg_key *key = sg_alloc(N, sizeof *key);
    uint32_t *id = sg_alloc(N, sizeof *id);
    sg_vocabulary vocabulary = {0};
    assert_non_null(key);
    assert_non_null(id);
    size_t n = 0;
    for (sg_tag tag = SG_TAG_NONE; tag <= SG_TAG_REST; tag++)
        for (uint64_t i = 0; i < 1000; i++) {
            const uint64_t word[3] = {i % 10, i / 10 % 10, i / 100};
            key[n++] = sg_key_of(tag, word, 3);
            key[n++] = i < 10   ? sg_key_of(tag, word, i % 3)
                       : i < 62 ? sg_key_of(tag, (uint64_t[62]){0}, (size_t)i)
                                : sg_key_of(tag, &(uint64_t){i << 32}, 1);
        }
    check_ok(sg_vocabulary_build(&vocabulary, id, key, n, "test", NULL, &err));
    /* Of i = 0 .. 9 only the lengths 0, 1 and 2 with their words differ. */
    for (size_t i = 0; i < n; i++) key[i] = (sg_key){key[i].check, key[i].key};
    sg_vocabulary checks = {0};
    check_ok(sg_vocabulary_build(&checks, id, key, n, "test", NULL, &err));
    assert_int_equal(vocabulary.n_keys, checks.n_keys);
    assert_true(vocabulary.n_keys > 15 * 1990);
    sg_vocabulary_free(&vocabulary);
    sg_vocabulary_free(&checks);
    sg_free(key);
    sg_free(id);
}

static sg_key key_of_multiset(const sg_key *other, size_t n)
{
    uint64_t word[SG_KEY_ROOM + 32], sum = 0;
    for (size_t i = 0; i < n; i++) {
        word[SG_KEY_ROOM + i] = other[i].key;
        sum += sg_check_mix(other[i].check);
    }
    return sg_key_of_keys(SG_TAG_WL, (sg_key){5, 6}, word, n, sum);
}

/* All arrangements of up to five things, with repetitions: sorting networks and qsort. */
static void the_order_of_others_does_not_matter(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 5; n++) {
        size_t n_arrangements = 1;
        for (size_t i = 0; i < n; i++) n_arrangements *= n;
        for (size_t k = 0; k < n_arrangements; k++) {
            sg_key other[5], sorted[5];
            size_t count[5] = {0}, n_sorted = 0;
            for (size_t i = 0, rest = k; i < n; i++, rest /= n) {
                other[i] = sg_key_of(SG_TAG_INDEX, &(uint64_t){rest % n}, 1);
                count[rest % n]++;
            }
            for (size_t c = 0; c < n; c++)
                for (size_t i = 0; i < count[c]; i++)
                    sorted[n_sorted++] = sg_key_of(SG_TAG_INDEX, &(uint64_t){c}, 1);
            const sg_key a = key_of_multiset(other, n), b = key_of_multiset(sorted, n);
            check_key(a, b.key, b.check);
        }
    }
}

static void shuffled_neighbors_of_large_degree_are_the_same(void **state)
{
    (void)state;
    sg_rng rng = check_rng("large");
    for (int i = 0; i < 500; i++) {
        sg_key other[32], moved[32];
        uint32_t at[32];
        const uint32_t n = sg_rng_below(&rng, 33);
        for (uint32_t k = 0; k < n; k++) {
            other[k] = sg_key_of(SG_TAG_INDEX, &(uint64_t){sg_rng_below(&rng, 20)}, 1);
            at[k] = k;
        }
        sg_rng_shuffle(&rng, at, n);
        for (uint32_t k = 0; k < n; k++) moved[at[k]] = other[k];
        const sg_key a = key_of_multiset(other, n), b = key_of_multiset(moved, n);
        check_key(a, b.key, b.check);
    }
}

static void assert_both_differ(sg_key a, sg_key b)
{
    assert_true(a.key != b.key);
    assert_true(a.check != b.check);
}

static void multisets_are_told_apart(void **state)
{
    (void)state;
    const sg_key a = sg_key_of(SG_TAG_INDEX, &(uint64_t){1}, 1);
    const sg_key b = sg_key_of(SG_TAG_INDEX, &(uint64_t){2}, 1);
    const sg_key aab[] = {a, a, b}, abb[] = {a, b, b};
    uint64_t one[SG_KEY_ROOM + 1] = {0, 0, 0, b.key}, two[SG_KEY_ROOM + 1] = {0, 0, 0, a.key};
    assert_both_differ(key_of_multiset(aab, 3), key_of_multiset(abb, 3));
    assert_both_differ(key_of_multiset(aab, 2), key_of_multiset(aab, 3));
    assert_both_differ(key_of_multiset(aab, 0), key_of_multiset(aab, 1));
    /* One's own key is not one of the others'. */
    assert_both_differ(sg_key_of_keys(SG_TAG_WL, a, one, 1, sg_check_mix(b.check)),
                       sg_key_of_keys(SG_TAG_WL, b, two, 1, sg_check_mix(a.check)));
    assert_both_differ(sg_key_of_keys(SG_TAG_WL, a, one, 0, 0),
                       sg_key_of_keys(SG_TAG_WL_EDGES, a, one, 0, 0));
}

/* Should two contents ever share a key, the checks of all that is built on them still differ. */
static void a_collision_stays_visible(void **state)
{
    (void)state;
    const sg_key a = {1234, 1}, same_key = {1234, 2}, b = {99, 5};
    const sg_key with_a[] = {a, b}, with_other[] = {b, same_key};
    const sg_key x = key_of_multiset(with_a, 2), y = key_of_multiset(with_other, 2);
    uint64_t word[SG_KEY_ROOM];
    assert_true(x.key == y.key);
    assert_true(x.check != y.check);
    assert_true(sg_key_of_keys(SG_TAG_WL, a, word, 0, 0).check !=
                sg_key_of_keys(SG_TAG_WL, same_key, word, 0, 0).check);
}

SG_TESTS(cmocka_unit_test(keys_are_what_they_always_were),
         cmocka_unit_test(tags_are_what_they_always_were),
         cmocka_unit_test(short_and_long_contents_are_keyed_alike),
         cmocka_unit_test(different_contents_have_different_keys),
         cmocka_unit_test(the_order_of_others_does_not_matter),
         cmocka_unit_test(shuffled_neighbors_of_large_degree_are_the_same),
         cmocka_unit_test(multisets_are_told_apart),
         cmocka_unit_test(a_collision_stays_visible))
