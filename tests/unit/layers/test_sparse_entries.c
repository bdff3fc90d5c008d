/* test_sparse_entries.c - which entries of a row are multiplied in a step, for float;
 * test_sparse_entries_double.c includes this file for double. */
#include "layers/real/sparse_entries.h"

#include "support/check.h"

enum { N = 10000 };

typedef struct fixture {
    uint32_t column[N];
    sg_real value[N];
} fixture;

static SG_R(sg_sparse_entries) entries_of(fixture *f, double rate, uint64_t key)
{
    SG_R(sg_sparse_entries) entries = SG_R(sg_sparse_entries_dropped)(rate, key);
    for (uint32_t e = 0; e < N; e++) f->column[e] = e, f->value[e] = (sg_real)e + 1;
    entries.column = f->column;
    entries.value = f->value;
    return entries;
}

/* List all entries from `first` on; the factors go to factor[N] by column.  Returns how many there are. */
static size_t list_all(sg_real *factor, const SG_R(sg_sparse_entries) *entries, uint64_t first)
{
    SG_R(sg_entry_list) list;
    size_t n = 0;
    list.rows = (SG_R(sg_row_list)){.size = N};
    for (uint32_t e = 0; e < N; e++) factor[e] = 0;
    for (uint64_t e = first; e < N;) {
        const uint64_t before = e;
        SG_R(sg_entries_list)(&list, &e, N, entries);
        assert_true(e > before && e <= N);
        for (size_t i = 0; i < list.rows.n; i++) factor[list.rows.row[i]] = list.rows.factor[i];
        n += list.rows.n;
    }
    return n;
}

static void entries_that_stay_are_not_copied(void **state)
{
    static fixture f;
    const SG_R(sg_sparse_entries) entries = entries_of(&f, 0, 7);
    SG_R(sg_entry_list) list;
    uint64_t e = 5;
    (void)state;
    SG_R(sg_entries_list)(&list, &e, N, &entries);
    assert_true(e == N && list.rows.n == N - 5 && list.rows.row == f.column + 5 &&
                list.rows.factor == f.value + 5);
}

/* The share is the rate's, the others grow, and an entry's fate depends on its number and the key alone. */
static void dropped_entries_are_asked_for_again(void **state)
{
    static fixture f;
    static sg_real factor[3][N];
    (void)state;
    const SG_R(sg_sparse_entries) entries = entries_of(&f, 0.75, 7);
    const size_t n = list_all(factor[0], &entries, 0);
    assert_true(n > N / 4 - N / 50 && n < N / 4 + N / 50);
    for (uint32_t e = 0; e < N; e++)
        assert_true(factor[0][e] == 0 || factor[0][e] == 4 * f.value[e]);
    (void)list_all(factor[1], &entries, 100);
    assert_memory_equal(factor[0] + 100, factor[1] + 100, (N - 100) * sizeof **factor);
    const SG_R(sg_sparse_entries) other = entries_of(&f, 0.75, 8);
    (void)list_all(factor[2], &other, 0);
    assert_memory_not_equal(factor[0], factor[2], sizeof *factor);
}

/* Also where a column's deviation is 0, as a damaged file may have it. */
static void entries_are_divided(void **state)
{
    static fixture f;
    static sg_real deviation[N], factor[N];
    (void)state;
    SG_R(sg_sparse_entries) entries = entries_of(&f, 0, 7);
    for (uint32_t e = 0; e < N; e++) deviation[e] = e % 3 == 0 ? 0 : 2;
    entries.deviation = deviation;
    assert_int_equal(list_all(factor, &entries, 0), N);
    for (uint32_t e = 0; e < N; e++)
        assert_true(factor[e] == (e % 3 == 0 ? f.value[e] : f.value[e] / 2));
}

SG_TESTS(cmocka_unit_test(entries_that_stay_are_not_copied),
         cmocka_unit_test(dropped_entries_are_asked_for_again),
         cmocka_unit_test(entries_are_divided))
