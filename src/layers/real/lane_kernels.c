/* lane_kernels.c - the kernels for each kind of processor, and which this one is. */
#include "layers/real/lane_kernels.h"

/* A group is one vector of floats or two of doubles, as wide as registers are.  What is in registers and
 * what is anywhere in memory have types of their own: were they one, compilers would keep sums in
 * memory that stores might change. */
enum { VECTOR_BYTES = 32 };
#define VECTORS(G) ((G) * (int)(SG_LANES * sizeof(sg_real) / VECTOR_BYTES))

typedef sg_real lanes __attribute__((vector_size(VECTOR_BYTES)));
typedef sg_real lanes_in_memory
    __attribute__((vector_size(VECTOR_BYTES), aligned(sizeof(sg_real)), may_alias));

static inline const lanes_in_memory *at(const sg_real *array, size_t i)
{
    return (const lanes_in_memory *)(array + i);
}

static inline lanes_in_memory *to(sg_real *array, size_t i)
{
    return (lanes_in_memory *)(array + i);
}

#define KERNEL      static
#define NAMED(name) name##_portable
#include "layers/real/lane_kernels.inc"
#undef KERNEL
#undef NAMED

#if defined(__x86_64__)
#define KERNEL      __attribute__((target("avx2"))) static
#define NAMED(name) name##_avx2
#include "layers/real/lane_kernels.inc"
#undef KERNEL
#undef NAMED

static const SG_R(sg_lane_kernels) *const VARIANTS[] = {&kernels_portable, &kernels_avx2};

static size_t count_runnable(void)
{
    return __builtin_cpu_supports("avx2") ? 2 : 1;
}
#else
static const SG_R(sg_lane_kernels) *const VARIANTS[] = {&kernels_portable};

static size_t count_runnable(void)
{
    return 1;
}
#endif

const SG_R(sg_lane_kernels) *SG_R(sg_lane_kernels_best)(void)
{
    return VARIANTS[count_runnable() - 1];
}

const SG_R(sg_lane_kernels) *SG_R(sg_lane_kernels_variant)(size_t i)
{
    return i < count_runnable() ? VARIANTS[i] : NULL;
}
