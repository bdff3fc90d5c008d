/* short_order.c - comparing every number with all numbers, eight at a time.
 *
 * Four vectors of places are kept in registers, so that a number is fetched once for 32 comparisons. */
#include "invariants/short_order.h"

enum { LANES = 8, AT_ONCE = 4 * LANES };

/* In registers, and anywhere in memory. */
typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t))));
typedef int32_t lanes_in_memory
    __attribute__((vector_size(LANES * sizeof(int32_t)), aligned(sizeof(int32_t)), may_alias));

static inline __attribute__((always_inline)) void count_smaller(int32_t *place, int32_t *value,
                                                                uint32_t n)
{
    for (uint32_t i = n; i % AT_ONCE != 0; i++) value[i] = INT32_MAX;
    for (uint32_t first = 0; first < n; first += AT_ONCE) {
        const lanes_in_memory *own = (const lanes_in_memory *)(value + first);
        lanes_in_memory *to = (lanes_in_memory *)(place + first);
        /* Variables, since compilers keep arrays in memory. */
        const lanes own_0 = own[0], own_1 = own[1], own_2 = own[2], own_3 = own[3];
        lanes n_0 = {0}, n_1 = {0}, n_2 = {0}, n_3 = {0};
        for (uint32_t j = 0; j < n; j++) {
            n_0 -= value[j] < own_0; /* true is -1 */
            n_1 -= value[j] < own_1;
            n_2 -= value[j] < own_2;
            n_3 -= value[j] < own_3;
        }
        to[0] = n_0;
        to[1] = n_1;
        to[2] = n_2;
        to[3] = n_3;
    }
}

static void count_smaller_portable(int32_t *place, int32_t *value, uint32_t n)
{
    count_smaller(place, value, n);
}

typedef void counting(int32_t *place, int32_t *value, uint32_t n);

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void count_smaller_avx2(int32_t *place, int32_t *value,
                                                               uint32_t n)
{
    count_smaller(place, value, n);
}

static counting *const VARIANTS[] = {count_smaller_portable, count_smaller_avx2};

static size_t count_runnable(void)
{
    return __builtin_cpu_supports("avx2") ? 2 : 1;
}
#else
static counting *const VARIANTS[] = {count_smaller_portable};

static size_t count_runnable(void)
{
    return 1;
}
#endif

void sg_short_places(int32_t *place, int32_t *value, uint32_t n)
{
    VARIANTS[count_runnable() - 1](place, value, n);
}

int sg_short_places_variant(size_t i, int32_t *place, int32_t *value, uint32_t n)
{
    if (i >= count_runnable()) return 0;
    VARIANTS[i](place, value, n);
    return 1;
}
