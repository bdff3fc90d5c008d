/* blas.c - one decision, made once: whether calls may overlap. */
#include "kernels/blas.h"

#include <cblas.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static bool may_overlap;

static void decide(void)
{
#ifdef OPENBLAS_THREAD
    may_overlap = openblas_get_parallel() == OPENBLAS_THREAD;
    openblas_set_num_threads(1);
#endif
}

bool sg_blas_enter(void)
{
    (void)pthread_once(&once, decide);
    if (may_overlap) return false;
    (void)pthread_mutex_lock(&one_at_a_time);
    return true;
}

void sg_blas_leave(bool locked)
{
    if (locked) (void)pthread_mutex_unlock(&one_at_a_time);
}
