/* Products from several threads at once are those of one thread alone. */
#include "kernels/blas.h"

#include "support/check.h"

#include <cblas.h>
#include <pthread.h>
#include <string.h>

enum { M = 60, N = 3, K = 20, CALLS = 50000, THREADS = 4 };

static float a[M * K], b[K * N], expected[M * N];

static void multiply(float *c)
{
    const bool locked = sg_blas_enter();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, M, N, K, 1, a, K, b, N, 0, c, N);
    sg_blas_leave(locked);
}

static void *count_wrong(void *context)
{
    long *wrong = context;
    float c[M * N];
    for (int i = 0; i < CALLS; i++) {
        multiply(c);
        *wrong += memcmp(c, expected, sizeof c) != 0;
    }
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state)
{
    (void)state;
    pthread_t thread[THREADS];
    long wrong[THREADS] = {0};
    for (int i = 0; i < M * K; i++) a[i] = (float)(i % 17) / 7 - 1;
    for (int i = 0; i < K * N; i++) b[i] = (float)(i % 13) / 5 - 1;
    multiply(expected);
    for (int t = 0; t < THREADS; t++)
        assert_int_equal(pthread_create(&thread[t], NULL, count_wrong, &wrong[t]), 0);
    for (int t = 0; t < THREADS; t++) {
        pthread_join(thread[t], NULL);
        assert_int_equal(wrong[t], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_do_not_disturb_each_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
