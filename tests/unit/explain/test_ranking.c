/* test_ranking.c - rankings are means of explanations, the same for any number of threads. */

#include "base/mem.h"
#include "support/explained_models.h"

static const char DESCRIPTION[] =
    "layers: [encoder: {heads: [\"degree @ distance 0..2 x2\"], activation: tanh},"
    " encoder: {heads: [\"cycles:4 @ distance 0..1\"], activation: tanh},"
    " decoder: {heads: [degree], outputs: 2, bias: true}, linear: {outputs: classes}]";

typedef struct opened {
    sg_dataset *data;
    sg_model *model;
} opened;

static opened open_data(void)
{
    sg_rng rng = check_rng("ranking");
    opened o = {.data = explained_data("CSL")};
    o.model = explained_model(o.data, DESCRIPTION, &rng);
    return o;
}

static void close_data(opened *o)
{
    sg_model_close(o->model);
    sg_data_close(o->data);
}

static const uint32_t GRAPHS[] = {3, 70, 1, 2, 5, 90, 91, 92, 93};

enum { N_GRAPHS = sizeof GRAPHS / sizeof *GRAPHS };

static sg_ranking rank_with(const opened *o, uint32_t n_threads, sg_ranking_options options)
{
    const sg_label_options labels = {.struct_size = sizeof labels, .n_threads = n_threads};
    const sg_explainer_options threads = {.struct_size = sizeof threads, .labels = &labels};
    sg_explainer *explainer = NULL;
    sg_ranking ranking = {.struct_size = sizeof ranking};
    check_ok(sg_explainer_open(&explainer, o->model, o->data, &threads, &err));
    check_ok(sg_explainer_rank(&ranking, explainer, &options, &err));
    sg_explainer_close(explainer);
    return ranking;
}

static bool same_weight(const sg_ranked_weight *a, const sg_ranked_weight *b)
{
    return a->head == b->head && a->weight == b->weight && a->n_graphs == b->n_graphs &&
           a->n_messages == b->n_messages && a->influence == b->influence &&
           a->contribution == b->contribution &&
           memcmp(a->graph, b->graph, sizeof a->graph) == 0 &&
           memcmp(a->in_graph, b->in_graph, sizeof a->in_graph) == 0;
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    opened o = open_data();
    const sg_ranking_options all = {.struct_size = sizeof all, .steps = 8};
    sg_ranking first = rank_with(&o, 1, all);
    assert_int_equal(first.n_graphs, o.data->graph.n_graphs);
    assert_true(first.n_weights > 10);
    for (uint32_t t = 2; t <= 3; t++) {
        sg_ranking other = rank_with(&o, t, all);
        assert_int_equal(other.n_weights, first.n_weights);
        assert_true(other.largest_gap == first.largest_gap);
        for (size_t i = 0; i < first.n_weights; i++)
            assert_true(same_weight(&first.weight[i], &other.weight[i]));
        sg_ranking_free(&other);
    }
    sg_ranking_free(&first);
    close_data(&o);
}

/* ---- The slow twin ----------------------------------------------------------------------------- */

/* What a weight contributes to a graph, and by how many messages. */
static double sum_in_graph(uint64_t *n_messages, const sg_explanation *e,
                           const sg_ranked_weight *w)
{
    double sum = 0;
    for (uint32_t l = 0; l < e->n_layers; l++)
        for (uint32_t h = 0; h < e->layer[l].n_heads; h++) {
            const sg_head_explanation *head = &e->layer[l].head[h];
            for (uint32_t m = 0; m < head->n_messages && head->head == w->head; m++) {
                if (head->message[m].weight != w->weight) continue;
                sum += head->message[m].contribution;
                (*n_messages)++;
            }
        }
    return sum;
}

static void check_weight(const sg_ranked_weight *w, const sg_explanation *e)
{
    double influence = 0, contribution = 0, largest = 0;
    uint64_t n_messages = 0;
    uint32_t n_graphs = 0;
    for (uint32_t i = 0; i < N_GRAPHS; i++) {
        uint64_t in_graph = 0;
        const double sum = sum_in_graph(&in_graph, &e[i], w);
        influence += fabs(sum) / N_GRAPHS;
        contribution += sum / N_GRAPHS;
        n_messages += in_graph;
        n_graphs += in_graph > 0;
        largest = fmax(largest, fabs(sum));
        for (uint32_t k = 0; k < SG_RANKED_GRAPHS; k++)
            if (w->graph[k] == e[i].graph) check_near(w->in_graph[k], sum, 1e-12, 1e-15);
    }
    check_near(w->influence, influence, 1e-12, 0);
    check_near(w->contribution, contribution, 1e-9, 1e-15);
    check_near(fabs(w->in_graph[0]), largest, 1e-12, 0);
    assert_int_equal(w->n_messages, n_messages);
    assert_int_equal(w->n_graphs, n_graphs);
    for (uint32_t k = 1; k < SG_RANKED_GRAPHS && w->graph[k] != SG_NONE; k++)
        assert_true(fabs(w->in_graph[k]) <= fabs(w->in_graph[k - 1]));
}

static void a_ranking_is_the_mean_of_explanations(void **state)
{
    (void)state;
    opened o = open_data();
    const uint32_t output = 1;
    const sg_ranking_options options = {.struct_size = sizeof options,
                                        .graph = GRAPHS,
                                        .n_graphs = N_GRAPHS,
                                        .output = &output,
                                        .steps = SG_PATH_STEPS};
    sg_ranking ranking = rank_with(&o, 2, options);
    sg_explainer *explainer = explainer_of(o.model, o.data);
    sg_explanation e[N_GRAPHS];
    for (uint32_t i = 0; i < N_GRAPHS; i++)
        e[i] = explained_graph(explainer, GRAPHS[i], output);
    for (size_t i = 0; i < ranking.n_weights; i++) {
        check_weight(&ranking.weight[i], e);
        if (i > 0) assert_true(ranking.weight[i].influence <= ranking.weight[i - 1].influence);
    }
    for (uint32_t i = 0; i < N_GRAPHS; i++) sg_explanation_free(&e[i]);
    sg_explainer_close(explainer);
    sg_ranking_free(&ranking);
    close_data(&o);
}

static void the_top_is_cut_off(void **state)
{
    (void)state;
    opened o = open_data();
    sg_ranking_options options = {
        .struct_size = sizeof options, .graph = GRAPHS, .n_graphs = N_GRAPHS};
    sg_ranking all = rank_with(&o, 1, options);
    options.top = 4;
    sg_ranking top = rank_with(&o, 1, options);
    assert_int_equal(top.n_weights, 4);
    for (size_t i = 0; i < 4; i++) assert_true(same_weight(&all.weight[i], &top.weight[i]));
    sg_ranking_free(&top);
    sg_ranking_free(&all);
    close_data(&o);
}

/* ---- Refusals and memory ----------------------------------------------------------------------- */

static bool refuse(void *context, const sg_progress *progress)
{
    (void)context;
    return strcmp(progress->stage, "explaining") != 0;
}

static void what_cannot_be_ranked_is_refused(void **state)
{
    (void)state;
    opened o = open_data();
    sg_explainer *explainer = explainer_of(o.model, o.data);
    sg_ranking ranking = {.struct_size = sizeof ranking};
    const uint32_t missing = 1000000, output = 99;
    const sg_observer observer = {.progress = refuse};
    check_fails(
        sg_explainer_rank(&ranking, explainer,
                          &(sg_ranking_options){.struct_size = sizeof(sg_ranking_options),
                                                .graph = &missing,
                                                .n_graphs = 1},
                          &err),
        SG_EINVAL, "no graph 1000000");
    check_fails(
        sg_explainer_rank(
            &ranking, explainer,
            &(sg_ranking_options){.struct_size = sizeof(sg_ranking_options), .output = &output},
            &err),
        SG_EINVAL, "no output 99");
    check_fails(
        sg_explainer_rank(
            &ranking, explainer,
            &(sg_ranking_options){.struct_size = sizeof(sg_ranking_options), .steps = 2000000},
            &err),
        SG_EINVAL, "steps");
    check_fails(
        sg_explainer_rank(&ranking, explainer,
                          &(sg_ranking_options){.struct_size = sizeof(sg_ranking_options),
                                                .observer = &observer},
                          &err),
        SG_ECANCELED, "");
    const sg_ranking_options none = {
        .struct_size = sizeof none, .graph = GRAPHS, .n_graphs = 0};
    check_fails(sg_explainer_rank(&ranking, explainer, &none, &err), SG_EINVAL,
                "options->n_graphs: it is 0");
    sg_explainer_close(explainer);
    close_data(&o);
}

/* Says no to a certain question. */
typedef struct asked {
    uint32_t n_asked, no_at;
} asked;

static bool answer(void *context, const sg_progress *progress)
{
    asked *a = context;
    assert_string_equal(progress->unit, "graphs");
    assert_true(progress->done <= progress->total);
    return ++a->n_asked != a->no_at;
}

/* One thread is asked before every graph at least, and any no ends the ranking. */
static void a_ranking_can_be_stopped_at_every_graph(void **state)
{
    (void)state;
    opened o = open_data();
    sg_explainer *explainer = explainer_of(o.model, o.data);
    asked a = {0};
    const sg_observer observer = {answer, &a};
    const sg_ranking_options options = {.struct_size = sizeof options, .observer = &observer};
    sg_ranking ranking = {.struct_size = sizeof ranking};
    check_ok(sg_explainer_rank(&ranking, explainer, &options, &err));
    const uint32_t n_asked = a.n_asked;
    assert_true(n_asked >= ranking.n_graphs);
    sg_ranking_free(&ranking);
    const long live = sg_mem_live();
    for (uint32_t no = 1; no <= n_asked; no += 1 + n_asked / 8) {
        a = (asked){.no_at = no};
        check_fails(sg_explainer_rank(&ranking, explainer, &options, &err), SG_ECANCELED,
                    "explaining: stopped");
        assert_int_equal(a.n_asked, no);
        assert_null(ranking.weight);
        assert_int_equal(sg_mem_live(), live);
    }
    sg_explainer_close(explainer);
    close_data(&o);
}

static sg_status rank_once(void *context, sg_error *err)
{
    const opened *o = context;
    sg_explainer *explainer = NULL;
    sg_ranking ranking = {.struct_size = sizeof ranking};
    const sg_ranking_options options = {
        .struct_size = sizeof options, .graph = GRAPHS, .n_graphs = 2};
    sg_status status =
        sg_explainer_open(&explainer, o->model, o->data, &EXPLAINED_DEFAULTS, err);
    if (status == SG_OK) status = sg_explainer_rank(&ranking, explainer, &options, err);
    sg_ranking_free(&ranking);
    sg_explainer_close(explainer);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    opened o = open_data();
    assert_true(check_out_of_memory(rank_once, &o) > 0);
    close_data(&o);
}

SG_TESTS(cmocka_unit_test(threads_do_not_matter),
         cmocka_unit_test(a_ranking_is_the_mean_of_explanations),
         cmocka_unit_test(the_top_is_cut_off),
         cmocka_unit_test(what_cannot_be_ranked_is_refused),
         cmocka_unit_test(a_ranking_can_be_stopped_at_every_graph),
         cmocka_unit_test(survives_failing_allocations))
