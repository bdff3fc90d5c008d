/* test_cores.c - cores by affinity and by quota. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "base/cores.h"

#include "base/pool.h"
#include "support/check.h"

#include <sched.h>
#include <unistd.h>

static void quotas_are_rounded_up(void **state)
{
    (void)state;
    assert_int_equal(sg_cores_of_quota("100000 100000\n"), 1);
    assert_int_equal(sg_cores_of_quota("150000 100000\n"), 2);
    assert_int_equal(sg_cores_of_quota("1000 100000\n"), 1);
    assert_int_equal(sg_cores_of_quota("1600000 100000"), 16);
}

static void other_texts_are_no_limit(void **state)
{
    (void)state;
    static const char *const text[] = {"max 100000\n",
                                       "",
                                       "\n",
                                       "100000",
                                       "100000 0\n",
                                       "0 100000\n",
                                       "x",
                                       "12x 3",
                                       "99999999999999999999999 1\n"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        assert_int_equal(sg_cores_of_quota(text[i]), UINT32_MAX);
}

/* A process that is bound to one core starts one thread, whatever the machine has. */
static void affinity_is_counted(void **state)
{
    (void)state;
    cpu_set_t before, one;
    sg_pool *pool = NULL;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    const uint32_t n_before = sg_count_cores();
    assert_true(n_before >= 1 && n_before <= (uint32_t)CPU_COUNT(&before));
    int core = 0;
    while (!CPU_ISSET(core, &before)) core++;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(sg_count_cores(), 1);
    check_ok(sg_pool_open(&pool, 0, &err));
    assert_int_equal(sg_pool_threads(pool), 1);
    sg_pool_close(pool);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    assert_int_equal(sg_count_cores(), n_before);
}

SG_TESTS(cmocka_unit_test(quotas_are_rounded_up), cmocka_unit_test(other_texts_are_no_limit),
         cmocka_unit_test(affinity_is_counted))
