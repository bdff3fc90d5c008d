/* test_sort.c - a sort that can be stopped is a sort like any other. */
#include "base/sort.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/rng.h"
#include "support/check.h"

#include <stdlib.h>

typedef struct entry {
    uint32_t key, place;
} entry;

static int compare_entries(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static entry *shuffled(size_t n, uint32_t n_keys, sg_rng *rng)
{
    entry *all = malloc((n + 1) * sizeof *all);
    assert_non_null(all);
    for (size_t i = 0; i < n; i++)
        all[i] = (entry){(uint32_t)sg_rng_below(rng, n_keys), (uint32_t)i};
    return all;
}

/* In order, and equal entries as they were. */
static void check_sorted(const entry *all, size_t n)
{
    for (size_t i = 1; i < n; i++)
        assert_true(all[i - 1].key < all[i].key ||
                    (all[i - 1].key == all[i].key && all[i - 1].place < all[i].place));
}

static void any_number_is_sorted(void **state)
{
    (void)state;
    static const size_t NUMBERS[] = {0, 1, 2, 1000, 16384, 16385, 32768, 50000, 131072, 200001};
    sg_rng rng = check_rng("any_number_is_sorted");
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        entry *all = shuffled(NUMBERS[i], 5000, &rng);
        check_ok(sg_sort(all, NUMBERS[i], sizeof *all, compare_entries, &err));
        check_sorted(all, NUMBERS[i]);
        free(all);
    }
}

static bool stop(void *context, const sg_progress *progress)
{
    (void)progress;
    return --*(int *)context > 0;
}

static void it_can_be_stopped(void **state)
{
    (void)state;
    enum { N = 1 << 21 };
    sg_rng rng = check_rng("it_can_be_stopped");
    entry *all = shuffled(N, N, &rng);
    int calls = 1;
    sg_watch watch;
    sg_watch_begin(&watch, &(sg_observer){stop, &calls});
    check_fails(sg_sort(all, N, sizeof *all, compare_entries, &err), SG_ECANCELED, "");
    sg_watch_end(&watch);
    check_ok(sg_sort(all, N, sizeof *all, compare_entries, &err));
    free(all);
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_rng rng = check_rng("out_of_memory");
    entry *all = shuffled(20000, 100, &rng);
    sg_mem_fail_at(0);
    check_fails(sg_sort(all, 20000, sizeof *all, compare_entries, &err), SG_ENOMEM, "");
    sg_mem_fail_at(-1);
    free(all);
}

SG_TESTS(cmocka_unit_test(any_number_is_sorted), cmocka_unit_test(it_can_be_stopped),
         cmocka_unit_test(out_of_memory))
