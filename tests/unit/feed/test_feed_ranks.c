/* test_feed_ranks.c - lines that ranks share: the same lines in the same order, bit for bit, for any number of
 * ranks. */
#include "unit/feed/fed_lines.inc"

#include "support/fake_ranks.h"

enum { MOST_RANKS = 5 };

/* What ranks are told and what they found. */
typedef struct common {
    const sg_model *model[2];   /* the second one, if any, joins the first */
    const sg_model *of_another; /* the model of rank 1, or NULL            */
    const char *text, *format;
    size_t portion;
    sg_text said; /* of rank 0: every line in words, numbers with all bits */
    sg_status status[MOST_RANKS];
    sg_error err[MOST_RANKS];
} common;

static sg_status tell_lines(common *m, const sg_feed *feed, size_t n_outputs, sg_error *e)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; status == SG_OK && i < sg_feed_count(feed); i++) {
        const sg_feed_line line = sg_feed_line_of(feed, i);
        status =
            sg_text_add(&m->said, e, "%d %s %s %d %d", (int)line.number,
                        line.error != NULL ? line.error : "-", line.id != NULL ? line.id : "-",
                        (int)line.trust.n_pairs, (int)line.trust.unknown_labels);
        for (size_t s = 0; status == SG_OK && s < line.n_items * n_outputs; s++)
            status = sg_text_add(&m->said, e, " %a %a", line.score[s],
                                 line.spread != NULL ? line.spread[s] : -1);
        if (status == SG_OK) status = sg_text_add(&m->said, e, "\n");
    }
    return status;
}

static sg_status push_all(common *m, sg_feed *feed, size_t n_outputs, sg_error *e)
{
    sg_status status = SG_OK;
    const size_t size = strlen(m->text);
    for (size_t at = 0; status == SG_OK && at < size; at += m->portion) {
        status = sg_feed_push(feed, m->text + at,
                              size - at < m->portion ? size - at : m->portion, e);
        if (status == SG_OK) status = tell_lines(m, feed, n_outputs, e);
    }
    if (status == SG_OK) status = sg_feed_end(feed, e);
    return status == SG_OK ? tell_lines(m, feed, n_outputs, e) : status;
}

static void take_part(sg_cluster *cluster, void *context)
{
    common *m = context;
    const uint32_t rank = sg_cluster_rank(cluster);
    const sg_model *model = rank == 1 && m->of_another != NULL ? m->of_another : m->model[0];
    const sg_feed_options options = {.struct_size = sizeof options,
                                     .format = m->format,
                                     .trust = true,
                                     .n_threads = 1 + rank % 2,
                                     .other = m->model + 1,
                                     .n_others = m->model[1] != NULL,
                                     .cluster = cluster};
    sg_error *e = &m->err[rank];
    sg_feed *feed = NULL;
    sg_status status = sg_feed_open(&feed, model, &options, e);
    if (status == SG_OK)
        status = rank > 0 ? sg_feed_serve(feed, e)
                          : push_all(m, feed, sg_model_sizes_of(model).n_outputs, e);
    m->status[rank] = status;
    sg_feed_close(feed);
}

/* All numbers of ranks say what one says. */
static void check_ranks(common m)
{
    static const size_t PORTIONS[] = {7, 300, 1 << 24};
    common one = m;
    one.portion = 1000;
    run_ranks(1, take_part, &one);
    check_ok(one.status[0]);
    assert_true(one.said.size > 0);
    for (uint32_t n = 2; n <= MOST_RANKS; n++) {
        common many = m;
        many.portion = PORTIONS[n % 3];
        run_ranks(n, take_part, &many);
        for (uint32_t r = 0; r < n; r++)
            if (many.status[r] != SG_OK) fail_msg("rank %u: %s", r, many.err[r].text);
        assert_string_equal(many.said.data, one.said.data);
        sg_text_free(&many.said);
    }
    sg_text_free(&one.said);
}

static void ranks_share_lines(void **state)
{
    (void)state;
    sg_rng rng = check_rng("feed over ranks");
    sg_text text = {0};
    sg_model *model = molecule_model();
    const char *lines = "CCO first\n\nC1CC1\nC(C second\nQQ\nCC(=O)O\r\nc1ccccc1 last";
    check_ranks((common){.model = {model}, .text = lines, .format = "smiles"});
    sg_model_close(model);
    draw_lines(&text, 150, &rng);
    sg_dataset *data = open_lines("graphs.jsonl", text.data);
    model =
        train_model(data, "{ layers: [encoder: { heads: ['wl:1 @ distance 0..3'], bias: label "
                          "}, decoder: { heads: ['wl:1 limit 20'] }] }");
    sg_model *other = train_model(data, "{ layers: [decoder: { heads: [degree] }] }");
    /* The first line alone tells the format; later ones are not what they should be. */
    check_ok(sg_text_add(&text, &err, "no graph\n{\"nodes\": [7]}\n"));
    check_ranks((common){.model = {model}, .text = text.data});
    check_ranks((common){.model = {model, other}, .text = text.data});
    sg_model_close(other);
    sg_model_close(model);
    sg_data_close(data);
    sg_text_free(&text);
}

static void nodes_are_shared_too(void **state)
{
    (void)state;
    const char *lines = "{\"nodes\":[0,1,1],\"edges\":[[0,1],[1,2]],\"node_targets\":[0,1,0]}\n"
                        "{\"nodes\":[1,1],\"edges\":[[0,1]],\"node_targets\":[1,0]}\n"
                        "{\"nodes\":[0],\"edges\":[],\"node_targets\":[1]}\n";
    sg_dataset *data = open_lines("nodes.jsonl", lines);
    sg_model *model = train_model(
        data, "{ input: labels, layers: [gcn: { outputs: 3 }, linear: { outputs: classes }] }");
    check_ranks((common){.model = {model}, .text = lines});
    sg_model_close(model);
    sg_data_close(data);
}

static void check_failure(common m, uint32_t n, uint32_t rank, sg_status status,
                          const char *text)
{
    run_ranks(n, take_part, &m);
    assert_int_equal(m.status[rank], status);
    if (strstr(m.err[rank].text, text) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", text, m.err[rank].text);
    sg_text_free(&m.said);
}

/* All ranks fail together where they do not fit; where lines are wrong, rank 0 says so and the others end well. */
static void ranks_end_together(void **state)
{
    (void)state;
    sg_model *model = molecule_model();
    sg_dataset *data = open_lines("two.csv", "smiles,y\nCCO,1\nC,0\n");
    sg_model *another = train_model(data, "{ layers: [decoder: { heads: [label] }] }");
    const common m = {.model = {model}, .text = "CCO\n", .format = "smiles", .portion = 100};
    common differs = m, unknown = m;
    differs.of_another = another;
    for (uint32_t r = 0; r < 3; r++)
        check_failure(differs, 3, r, SG_EINVAL,
                      "rank 1 of 3: it predicts with another model than rank 0");
    unknown.format = NULL;
    check_failure(unknown, 3, 0, SG_EINVAL, "does not tell its format");
    check_failure(unknown, 3, 2, SG_OK, "");
    sg_feed *feed = NULL;
    check_ok(sg_feed_open(&feed, model, NULL, &err));
    check_fails(sg_feed_serve(feed, &err), SG_EINVAL, "feed: it serves no other rank");
    check_fails(sg_feed_serve(NULL, &err), SG_EINVAL, "feed: it is NULL");
    sg_feed_close(feed);
    sg_model_close(another);
    sg_model_close(model);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ranks_share_lines),
                                       cmocka_unit_test(nodes_are_shared_too),
                                       cmocka_unit_test(ranks_end_together)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
