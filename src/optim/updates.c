/* updates.c - which tables this processor can run.
 *
 * The question is asked anew each time, which costs a few instructions and saves a global
 * variable. */
#include "optim/updates.h"

#include "optim/update_variants.h"

#if defined(__x86_64__)
static const sg_updates_f32 *const F32[] = {&sgi_updates_f32_portable, &sgi_updates_f32_avx2};
static const sg_updates_f64 *const F64[] = {&sgi_updates_f64_portable, &sgi_updates_f64_avx2};

static size_t count_runnable(void)
{
    return __builtin_cpu_supports("avx2") ? 2 : 1;
}
#else
static const sg_updates_f32 *const F32[] = {&sgi_updates_f32_portable};
static const sg_updates_f64 *const F64[] = {&sgi_updates_f64_portable};

static size_t count_runnable(void)
{
    return 1;
}
#endif

const sg_updates_f32 *sg_updates_f32_variant(size_t i)
{
    return i < count_runnable() ? F32[i] : NULL;
}

const sg_updates_f64 *sg_updates_f64_variant(size_t i)
{
    return i < count_runnable() ? F64[i] : NULL;
}

const sg_updates_f32 *sg_updates_f32_best(void)
{
    return F32[count_runnable() - 1];
}

const sg_updates_f64 *sg_updates_f64_best(void)
{
    return F64[count_runnable() - 1];
}
