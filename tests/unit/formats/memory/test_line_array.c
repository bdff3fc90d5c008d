/* test_line_array.c - lines in memory: which of them became graphs. */
#include "base/mem.h"
#include "formats/memory/line_array.h"
#include "support/check.h"

static bool go_on(void *context, size_t line, const sg_error *why)
{
    (void)line;
    assert_int_equal(why->status, SG_EFORMAT);
    ++*(int *)context;
    return true;
}

static void kept_lines_are_listed(void **state)
{
    (void)state;
    enum { N = 4500 };
    static const char *line[N];
    for (int i = 0; i < N; i++) line[i] = i % 3 == 1 ? "C(" : "CCO";
    int n_refused = 0;
    const sg_line_array lines = {.line = line,
                                 .n = N,
                                 .format = &sg_format_smiles,
                                 .refused = go_on,
                                 .context = &n_refused};
    for (uint32_t n_threads = 1; n_threads < 4; n_threads++) {
        sg_threads *threads = NULL;
        sg_dataset data = {0};
        uint32_t *kept = NULL, n_kept = 0;
        n_refused = 0;
        check_ok(sg_threads_open(&threads, n_threads, &err));
        check_ok(sg_line_array_read(&data, &kept, &n_kept, &lines, "x", threads, &err));
        assert_int_equal(n_refused, N / 3);
        assert_int_equal(n_kept, N - N / 3);
        assert_int_equal(data.graph.n_graphs, n_kept);
        for (uint32_t k = 0; k < n_kept; k++) assert_int_equal(kept[k], k / 2 * 3 + k % 2 * 2);
        sg_free(kept);
        sg_dataset_free(&data);
        sg_threads_close(threads);
    }
}

SG_TESTS(cmocka_unit_test(kept_lines_are_listed))
