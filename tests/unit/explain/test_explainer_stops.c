/* test_explainer_stops.c - an explanation of one large graph asks again and again whether to go on. */
#include "base/mem.h"
#include "base/observer.h"
#include "support/explained_models.h"

enum { N_NODES = 160 };

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

static sg_dataset *clique(void)
{
    sg_dataset *data = NULL;
    sg_text line = {0};
    check_ok(sg_text_add(&line, &err, "{\"nodes\":%d,\"target\":\"a\",\"edges\":[", N_NODES));
    for (int u = 1; u < N_NODES; u++)
        for (int v = 0; v < u; v++)
            check_ok(sg_text_add(&line, &err, "%s[%d,%d]", u > 1 ? "," : "", u, v));
    check_ok(sg_text_add(&line, &err, "]}"));
    const char *const lines[] = {line.data, "{\"nodes\":2,\"edges\":[[0,1]],\"target\":\"b\"}"};
    const sg_line_array_options how = {
        .struct_size = sizeof how, .format = "json-lines", .n_threads = 1};
    check_ok(sg_data_from_lines(&data, lines, 2, &how, &err));
    sg_text_free(&line);
    return data;
}

/* The clock is looked at in every sixteenth question. */
static void every_row_of_messages_asks(void **state)
{
    (void)state;
    sg_rng rng = check_rng("stops");
    sg_dataset *data = clique();
    sg_model *model = explained_model(
        data,
        "layers: [encoder: {heads: [\"none @ edge x4\"]}, decoder: {heads: [none]}, linear: {outputs: classes}]",
        &rng);
    sg_explainer *explainer = explainer_of(model, data);
    sg_explanation e = {.struct_size = sizeof e};
    question q = {0};
    const sg_observer observer = {count, &q};
    sg_watch_begin(&q.watch, &observer);
    q.watch.asked = -1;
    check_ok(sg_explainer_graph(&e, explainer, 0, 0, &err));
    sg_watch_end(&q.watch);
    sg_explanation_free(&e);
    const uint32_t n_asked = q.n_asked;
    assert_in_range(n_asked, 4 * (N_NODES / 16), UINT32_MAX);
    const long live = sg_mem_live();
    for (uint32_t no = 1; no <= n_asked; no += 1 + n_asked / 8) {
        q = (question){.no_at = no};
        sg_watch_begin(&q.watch, &observer);
        q.watch.asked = -1;
        check_fails(sg_explainer_graph(&e, explainer, 0, 0, &err), SG_ECANCELED, "stopped");
        sg_watch_end(&q.watch);
        assert_int_equal(q.n_asked, no);
        assert_true(sg_mem_live() <= live); /* scratch space may have come together */
    }
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(every_row_of_messages_asks))
