/* lane_kernels.c - the kernels for each kind of processor, and which this one is. */
#include "model/real/lane_kernels.h"

typedef sg_real lanes __attribute__((vector_size(SG_LANES * sizeof(sg_real)),
                                     aligned(sizeof(sg_real)), may_alias));

static inline const lanes *at(const sg_real *array, size_t i)
{
    return (const lanes *)(array + i);
}

static inline lanes *to(sg_real *array, size_t i)
{
    return (lanes *)(array + i);
}

#define KERNEL      static
#define NAMED(name) name##_portable
#include "model/real/lane_kernels.inc"
#undef KERNEL
#undef NAMED

#if defined(__x86_64__)
#define KERNEL      __attribute__((target("avx2"))) static
#define NAMED(name) name##_avx2
#include "model/real/lane_kernels.inc"
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
