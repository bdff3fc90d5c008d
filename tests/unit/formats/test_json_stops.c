/* test_json_stops.c - one long line of JSON asks again and again whether to go on. */
#include "base/observer.h"
#include "base/text.h"
#include "sharegnn.h"
#include "support/check.h"

/* Every sixteenth question looks at the clock, and there is one in 4096 nodes or edges. */
enum { N_CALLS = 4, N_ENTRIES = N_CALLS * 16 * 4096 };

/* A watch that is asked as if it had last been asked long ago. */
typedef struct question {
    sg_watch watch;
    uint32_t n_asked, no_at;
} question;

static bool count(void *context, const sg_progress *progress)
{
    question *q = context;
    assert_non_null(progress->stage);
    q->watch.asked = -1;
    return ++q->n_asked != q->no_at;
}

static sg_status read_line(question *q, const char *line, sg_error *err)
{
    sg_dataset *data = NULL;
    const sg_line_array_options how = {
        .struct_size = sizeof how, .format = "json-lines", .n_threads = 1};
    const sg_observer observer = {count, q};
    sg_watch_begin(&q->watch, &observer);
    q->watch.asked = -1;
    const sg_status status = sg_data_from_lines(&data, &line, 1, &how, err);
    sg_watch_end(&q->watch);
    assert_null(data);
    return status;
}

/* A line whose list is long and whose end is wrong, so that nothing but reading asks. */
static void check_list(const char *begin, const char *entry)
{
    sg_text line = {0};
    check_ok(sg_text_add(&line, &err, "%s", begin));
    for (int i = 0; i <= N_ENTRIES; i++) check_ok(sg_text_add(&line, &err, "%s,", entry));
    check_ok(sg_text_add(&line, &err, "}"));
    question q = {0};
    check_fails(read_line(&q, line.data, &err), SG_EFORMAT, "");
    const uint32_t n_asked = q.n_asked;
    assert_true(n_asked >= N_CALLS);
    for (uint32_t no = 1; no <= n_asked; no++) {
        q = (question){.no_at = no};
        check_fails(read_line(&q, line.data, &err), SG_ECANCELED, "stopped");
        assert_int_equal(q.n_asked, no);
    }
    sg_text_free(&line);
}

static void lists_of_nodes_ask(void **state)
{
    (void)state;
    check_list("{\"nodes\":[", "1");
}

static void lists_of_edges_ask(void **state)
{
    (void)state;
    check_list("{\"nodes\":2,\"edges\":[", "[0,1]");
}

SG_TESTS(cmocka_unit_test(lists_of_nodes_ask), cmocka_unit_test(lists_of_edges_ask))
