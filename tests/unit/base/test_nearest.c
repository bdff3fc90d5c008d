/* test_nearest.c - what the user probably meant. */
#include "base/nearest.h"
#include "support/check.h"

static const char *nearest(const char *wanted, const char *const *candidate)
{
    sg_nearest n = {.wanted = wanted};
    for (; *candidate != NULL; candidate++) sg_nearest_offer(&n, *candidate);
    return n.name;
}

static const char *const options[] = {"seed",    "folder", "threads", "replace",
                                      "verbose", "help",   "version", NULL};

static void finds_slips(void **state)
{
    (void)state;
    assert_string_equal(nearest("seeed", options), "seed");     /* doubled  */
    assert_string_equal(nearest("fodler", options), "folder");  /* swapped  */
    assert_string_equal(nearest("treads", options), "threads"); /* missing  */
    assert_string_equal(nearest("hekp", options), "help");      /* wrong    */
    assert_string_equal(nearest("replace", options), "replace");
    assert_string_equal(nearest("thr", options), "threads"); /* beginning */
    assert_string_equal(nearest("versoin", options), "version");
}

static void finds_nothing_where_nothing_is_near(void **state)
{
    (void)state;
    assert_null(nearest("banana", options));
    assert_null(nearest("", options));
    assert_null(nearest("q", options));
    assert_null(nearest("t", options)); /* one letter is no beginning */
    assert_null(nearest("seed", (const char *const[]){"", "wxyz", NULL}));
    assert_null(nearest("seed", (const char *const[]){NULL}));
}

static void the_closest_wins_and_then_the_first(void **state)
{
    (void)state;
    assert_string_equal(nearest("NCI1", (const char *const[]){"NCI109", "NCI1", NULL}), "NCI1");
    assert_string_equal(nearest("abcd", (const char *const[]){"abxd", "abyd", NULL}), "abxd");
    assert_string_equal(nearest("abcd", (const char *const[]){"axxd", "abxd", NULL}), "abxd");
    sg_nearest n = {.wanted = "abcd"};
    sg_nearest_offer(&n, "abxd");
    assert_int_equal(n.distance, 1);
    sg_nearest_offer(&n, "abcd");
    assert_int_equal(n.distance, 0);
    sg_nearest_offer(&n, "abxd");
    assert_string_equal(n.name, "abcd");
}

static void very_long_words_are_near_nothing(void **state)
{
    (void)state;
    char word[200];
    for (size_t length = 60; length < sizeof word; length++) {
        memset(word, 'w', length);
        word[length] = '\0';
        const char *found = nearest(word, (const char *const[]){word, NULL});
        assert_int_equal(found != NULL, length <= 63);
        assert_null(nearest("seed", (const char *const[]){word, NULL}));
        assert_null(nearest(word, options));
    }
}

/* The definition of optimal string alignment, word for word: the cost of turning the first i
 * letters of a into the first j letters of b. */
static size_t slow_distance(const char *a, size_t i, const char *b, size_t j)
{
    if (i == 0 || j == 0) return i + j;
    size_t best = slow_distance(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]);
    const size_t without_a = slow_distance(a, i - 1, b, j) + 1,
                 without_b = slow_distance(a, i, b, j - 1) + 1;
    if (without_a < best) best = without_a;
    if (without_b < best) best = without_b;
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        const size_t swapped = slow_distance(a, i - 2, b, j - 2) + 1;
        if (swapped < best) best = swapped;
    }
    return best;
}

static void draw_word(char word[7], sg_rng *rng)
{
    const uint32_t length = sg_rng_below(rng, 7);
    for (uint32_t i = 0; i < length; i++) word[i] = (char)('a' + sg_rng_below(rng, 3));
    word[length] = '\0';
}

static void distances_are_those_of_the_definition(void **state)
{
    (void)state;
    sg_rng rng = check_rng("nearest");
    for (int round = 0; round < 3000; round++) {
        char wanted[7], candidate[7];
        draw_word(wanted, &rng);
        draw_word(candidate, &rng);
        const size_t n = strlen(wanted), m = strlen(candidate);
        size_t distance = slow_distance(wanted, n, candidate, m);
        if (n > 1 && n < m && memcmp(wanted, candidate, n) == 0) distance = 1;
        sg_nearest found = {.wanted = wanted};
        sg_nearest_offer(&found, candidate);
        assert_int_equal(found.name != NULL, n > 0 && distance <= (n + 2) / 3);
        if (found.name != NULL) assert_int_equal(found.distance, distance);
    }
}

SG_TESTS(cmocka_unit_test(finds_slips), cmocka_unit_test(finds_nothing_where_nothing_is_near),
         cmocka_unit_test(the_closest_wins_and_then_the_first),
         cmocka_unit_test(very_long_words_are_near_nothing),
         cmocka_unit_test(distances_are_those_of_the_definition))
