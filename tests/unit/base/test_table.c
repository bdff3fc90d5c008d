/* test_table.c - against a list that is searched from the beginning. */
#include "base/mem.h"
#include "base/observer.h"
#include "base/table.h"
#include "support/check.h"

enum { MAX_KEYS = 3000 };

typedef struct naive_table {
    uint64_t key[MAX_KEYS];
    uint32_t n;
} naive_table;

static uint32_t naive_find(const naive_table *naive, uint64_t key)
{
    for (uint32_t i = 0; i < naive->n; i++)
        if (naive->key[i] == key) return i;
    return SG_TABLE_NONE;
}

/* Intern `key` in both, and look it up before and after. */
static void intern(sg_table *table, naive_table *naive, uint64_t key)
{
    uint32_t id = 0, expected = naive_find(naive, key);
    assert_int_equal(sg_table_find(table, key), expected);
    if (expected == SG_TABLE_NONE) {
        expected = naive->n;
        naive->key[naive->n++] = key;
    }
    check_ok(sg_table_intern(&id, table, key, &err));
    assert_int_equal(id, expected);
    assert_int_equal(sg_table_find(table, key), expected);
    assert_int_equal(table->n_keys, naive->n);
    assert_true(2 * (size_t)table->n_keys <= table->n_places);
}

static void check_all(const sg_table *table, const naive_table *naive)
{
    for (uint32_t i = 0; i < naive->n; i++)
        assert_int_equal(sg_table_find(table, naive->key[i]), i);
}

typedef uint64_t (*key_maker)(uint64_t i, sg_rng *rng);

static uint64_t sequence(uint64_t i, sg_rng *rng)
{
    (void)rng;
    return i;
}

static uint64_t high_words(uint64_t i, sg_rng *rng)
{
    (void)rng;
    return i << 32;
}

static uint64_t powers_of_two(uint64_t i, sg_rng *rng)
{
    (void)rng;
    return (uint64_t)1 << (i % 64);
}

static uint64_t from_the_end(uint64_t i, sg_rng *rng)
{
    (void)rng;
    return UINT64_MAX - i;
}

static uint64_t twin_words(uint64_t i, sg_rng *rng)
{
    (void)rng;
    return i << 32 | i;
}

static uint64_t multiples_of_4096(uint64_t i, sg_rng *rng)
{
    (void)rng;
    return i << 12;
}

static uint64_t random_keys(uint64_t i, sg_rng *rng)
{
    (void)i;
    return sg_rng_next(rng);
}

static uint64_t few_random_keys(uint64_t i, sg_rng *rng)
{
    (void)i;
    return sg_rng_below(rng, 500);
}

static void equals_a_list(void **state)
{
    (void)state;
    static const key_maker makers[] = {sequence,     high_words,     powers_of_two,
                                       from_the_end, twin_words,     multiples_of_4096,
                                       random_keys,  few_random_keys};
    static naive_table naive;
    sg_rng rng = check_rng("table");
    for (size_t m = 0; m < sizeof makers / sizeof *makers; m++) {
        sg_table table = {0};
        naive.n = 0;
        intern(&table, &naive, 0);
        intern(&table, &naive, UINT64_MAX);
        intern(&table, &naive, SG_TABLE_NONE);
        for (uint64_t i = 0; i < MAX_KEYS - 3; i++) intern(&table, &naive, makers[m](i, &rng));
        check_all(&table, &naive);
        sg_table_free(&table);
    }
}

static void an_empty_table_knows_nothing(void **state)
{
    (void)state;
    sg_table table = {0};
    const sg_table empty = {0};
    assert_int_equal(sg_table_find(&table, 0), SG_TABLE_NONE);
    assert_int_equal(sg_table_find(&table, UINT64_MAX), SG_TABLE_NONE);
    uint32_t id = 9;
    check_ok(sg_table_intern(&id, &table, 5, &err));
    assert_int_equal(id, 0);
    sg_table_free(&table);
    assert_memory_equal(&table, &empty, sizeof empty);
    sg_table_free(&table);
    check_ok(sg_table_intern(&id, &table, 6, &err));
    assert_int_equal(id, 0);
    assert_int_equal(sg_table_find(&table, 5), SG_TABLE_NONE);
    sg_table_free(&table);
}

/* The longest run of taken places: what the slowest look-up has to walk. */
static size_t longest_run(const sg_table *table)
{
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < 2 * table->n_places; i++) {
        run = table->place[i % table->n_places].id != SG_TABLE_NONE ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    return longest;
}

static void regular_keys_do_not_pile_up(void **state)
{
    (void)state;
    static const key_maker makers[] = {sequence, high_words, from_the_end, multiples_of_4096};
    for (size_t m = 0; m < sizeof makers / sizeof *makers; m++) {
        sg_table table = {0};
        for (uint64_t i = 0; i < 60000; i++) {
            uint32_t id = 0;
            check_ok(sg_table_intern(&id, &table, makers[m](i, NULL), &err));
        }
        if (longest_run(&table) > 1000)
            fail_msg("maker %zu: a run of %zu places", m, longest_run(&table));
        sg_table_free(&table);
    }
}

static void finds_many_as_it_finds_one(void **state)
{
    enum { N = 1000 };
    sg_table table = {0};
    uint64_t key[N];
    uint32_t id[N];
    (void)state;
    for (uint64_t i = 0; i < N; i++) key[i] = i * i / 3;
    sg_table_find_all(id, &table, key, N);
    for (size_t i = 0; i < N; i++) assert_int_equal(id[i], SG_TABLE_NONE);
    for (uint64_t i = 0; i < N; i += 2) check_ok(sg_table_intern(id, &table, key[i], &err));
    for (size_t n = 0; n <= N; n += 37) {
        sg_table_find_all(id, &table, key, n);
        for (size_t i = 0; i < n; i++) assert_int_equal(id[i], sg_table_find(&table, key[i]));
    }
    sg_table_free(&table);
}

static sg_status fill(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table table = {0};
    (void)context;
    for (uint64_t i = 0; i < 1000; i++) {
        uint32_t id = 12345;
        const uint32_t n_before = table.n_keys;
        status = sg_table_intern(&id, &table, i * i, err);
        if (status == SG_OK) continue;
        assert_int_equal(id, 12345);
        assert_int_equal(table.n_keys, n_before);
        for (uint64_t k = 0; k < i; k++) assert_int_equal(sg_table_find(&table, k * k), k);
        assert_int_equal(sg_table_find(&table, i * i), SG_TABLE_NONE);
        break;
    }
    sg_table_free(&table);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(fill, NULL) >= 4);
}

static bool never(void *context, const sg_progress *progress)
{
    (void)context, (void)progress;
    return false;
}

/* Long loops fill tables, and can be stopped there. */
static void filling_can_be_stopped(void **state)
{
    (void)state;
    sg_table table = {0};
    uint32_t id = 0;
    sg_watch watch;
    sg_watch_begin(&watch, &(sg_observer){never, NULL});
    assert_int_equal(sg_observe(NULL, (sg_progress){"filling", "keys", 0, 0}, NULL),
                     SG_ECANCELED);
    sg_error why = {0};
    int n = 0;
    while (n < 100000 && sg_table_intern(&id, &table, 7, &why) == SG_OK) n++;
    assert_int_equal(why.status, SG_ECANCELED);
    assert_string_equal(why.text, "filling: stopped");
    sg_watch_end(&watch);
    check_ok(sg_table_intern(&id, &table, 7, &err));
    sg_table_free(&table);
}

SG_TESTS(cmocka_unit_test(filling_can_be_stopped), cmocka_unit_test(equals_a_list),
         cmocka_unit_test(an_empty_table_knows_nothing),
         cmocka_unit_test(regular_keys_do_not_pile_up),
         cmocka_unit_test(finds_many_as_it_finds_one),
         cmocka_unit_test(survives_any_failing_allocation))
