/* test_report_write.c - the page and the figures of a run, through sharegnn.h. */
#include "base/mem.h"
#include "text/yaml.h"
#include "unit/report/tiny_results.inc"

static sg_report_options options_here(void)
{
    return (sg_report_options){
        .struct_size = sizeof(sg_report_options), .data_folder = folder, .n_threads = 1};
}

/* The page of a run as text, to be freed. */
static sg_text page_of(sg_results *results, const sg_report_options *options)
{
    sg_text page = {0};
    check_ok(sg_report_write(path_of("report.html"), results, options, &err));
    check_ok(sg_file_read(&page, path_of("report.html"), 1 << 24, &err));
    return page;
}

static void check_has(const sg_text *page, const char *part)
{
    if (strstr(page->data, part) == NULL) fail_msg("the page does not have \"%s\"", part);
}

static void check_has_not(const sg_text *page, const char *part)
{
    const char *at = strstr(page->data, part);
    if (at != NULL) fail_msg("the page has \"%.60s\"", at);
}

/* ---- The page ----------------------------------------------------------------------------- */

static void a_page_that_needs_nothing_else(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    const sg_report_options options = options_here();
    sg_text page = page_of(results, &options);
    check_has(&page, "<title>TINY");
    check_has(&page, "fair protocol");
    check_has(&page, "accuracy on test graphs");
    check_has(&page, "id=\"curves\"");
    check_has(&page, "predicted class");
    check_has(&page, "id=\"weights\"");
    check_has(&page, "id=\"data\"");
    check_has(&page, "wl:1 @ distance 0..2");
    check_has_not(&page, "id=\"ablation\"");
    check_has_not(&page, "<!--{");
    check_has_not(&page, " src=");
    check_has_not(&page, "<link");
    for (const char *at = page.data; (at = strstr(at, "url(")) != NULL; at++)
        assert_memory_equal(at, "url(#", 5); /* parts of the page itself */
    sg_text_free(&page);
    sg_results_close(results);
}

/* One training has no spread, which is not \"± nan\". */
static void a_single_training_has_no_spread(void **state)
{
    (void)state;
    sg_results *results = run("data: TINY\nprotocol: fixed\n" TINY_NETWORK, "run");
    const sg_report_options options = options_here();
    sg_text page = page_of(results, &options);
    check_has(&page, "Best epoch</dt>");
    check_has_not(&page, "± nan");
    check_has_not(&page, "± -nan");
    sg_text_free(&page);
    sg_results_close(results);
}

/* The JSON of the explorer, parsed; JSON is YAML, too. */
static sg_tree data_of(const sg_text *page)
{
    static const char begin[] = "id=\"data\">";
    sg_tree tree = {0};
    const char *from = strstr(page->data, begin);
    assert_non_null(from);
    from += strlen(begin);
    const char *end = strstr(from, "</script>");
    assert_non_null(end);
    assert_null(memchr(from, '<', (size_t)(end - from)));
    check_ok(sg_yaml_parse(&tree, "data", from, (size_t)(end - from), &err));
    return tree;
}

static const sg_node *member(const sg_node *node, const char *key)
{
    for (size_t i = 0; i < node->n_children; i++)
        if (strcmp(node->child[i]->key, key) == 0) return node->child[i];
    fail_msg("there is no \"%s\"", key);
    return NULL;
}

static double number(const sg_node *node)
{
    return strtod(node->text, NULL);
}

/* Rest, contributions and gap of every layer are the output, in the page as in the library. */
static void contributions_add_up(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    sg_report_options options = options_here();
    options.n_graphs = 5;
    sg_text page = page_of(results, &options);
    sg_tree tree = data_of(&page);
    const sg_node *graphs = member(tree.root, "graphs");
    assert_int_equal(graphs->n_children, 5);
    for (size_t g = 0; g < 5; g++) {
        const sg_node *layers = member(graphs->child[g], "layers");
        const double value = number(member(graphs->child[g], "value"));
        assert_int_equal(layers->n_children, 2);
        const sg_node *head = member(layers->child[0], "heads")->child[0];
        const sg_node *contribution = member(head, "contribution");
        double sum =
            number(member(layers->child[0], "rest")) + number(member(layers->child[0], "gap"));
        for (size_t m = 0; m < contribution->n_children; m++)
            sum += number(contribution->child[m]);
        check_near(sum, value, 1e-9, 1e-9);
        assert_int_equal(member(head, "sender")->n_children, contribution->n_children);
        assert_int_equal(member(head, "weight")->n_children, contribution->n_children);
    }
    sg_tree_free(&tree);
    sg_text_free(&page);
    sg_results_close(results);
}

static void what_is_missing_is_said(void **state)
{
    (void)state;
    sg_results *results = run("save: none\n" FAIR, "run");
    sg_report_options options = options_here();
    sg_text page = page_of(results, &options);
    check_has(&page, "The run has saved no model.");
    check_has(&page, "<code>save: one</code>");
    check_has(&page, "id=\"curves\"");
    check_has_not(&page, "id=\"data\"");
    sg_text_free(&page);

    options.data_folder = path_of("nowhere");
    page = page_of(results, &options);
    check_has(&page, "With the data in its folder");
    check_has_not(&page, "sharegnn report");
    check_has_not(&page, "<code>--");
    check_has(&page, "id=\"curves\"");
    sg_text_free(&page);

    options = options_here();
    options.model = path_of("no.model");
    check_fails(sg_report_write(path_of("report.html"), results, &options, &err), SG_ENOTFOUND,
                "no.model");
    options.model = NULL;
    check_fails(sg_report_write(path_of("no/such/folder.html"), results, &options, &err),
                SG_ENOTFOUND, "folder.html");
    sg_results_close(results);
}

/* Names of data are text, not HTML. */
static void hostile_names(void **state)
{
    (void)state;
    sg_results *results = run("data: TINY\nprotocol: k-fold\nfolds: 2\n"
                              "layers:\n"
                              "  - encoder: { heads: [\"label -> degree @ distance 0..1\"] }\n"
                              "  - decoder: { heads: [\"label\"] }\n"
                              "train: { epochs: 1 }\n",
                              "run");
    const sg_report_options options = options_here();
    sg_text page = page_of(results, &options);
    check_has(&page, "label -&gt; degree");
    sg_tree tree = data_of(&page);
    sg_tree_free(&tree);
    sg_text_free(&page);
    sg_results_close(results);
}

/* A name that is cut within a character, and one that would end the script. */
static void names_that_are_cut(void **state)
{
    (void)state;
    sg_text names = {0};
    check_ok(sg_text_add(&names, &err, "0 "));
    for (int i = 0; i < 100; i++) check_ok(sg_text_add(&names, &err, "\xc3\xa9"));
    check_ok(sg_text_add(&names, &err, "\n2 </script>\n"));
    check_write(path_of("TINY"), "TINY_node_label_names.txt", names.data);
    sg_results *results = run("data: TINY\nprotocol: k-fold\nfolds: 2\n"
                              "layers:\n"
                              "  - encoder: { heads: [\"label @ distance 0..1\"] }\n"
                              "  - decoder: { heads: [\"label\"] }\n"
                              "train: { epochs: 1 }\n",
                              "run");
    const sg_report_options options = options_here();
    sg_text page = page_of(results, &options);
    check_has(&page, "\xc3\xa9?\"");
    check_has(&page, "\\u003c/script>");
    sg_tree tree = data_of(&page);
    sg_tree_free(&tree);
    sg_text_free(&page);
    sg_text_free(&names);
    sg_results_close(results);
}

static bool stop_at_once(void *context, const sg_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static void stops_when_asked(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    sg_report_options options = options_here();
    const sg_observer observer = {.progress = stop_at_once};
    options.observer = &observer;
    (void)remove(path_of("report.html"));
    check_fails(sg_report_write(path_of("report.html"), results, &options, &err), SG_ECANCELED,
                "");
    assert_false(sg_path_exists(path_of("report.html")));
    sg_results_close(results);
}

/* ---- Figures ------------------------------------------------------------------------------ */

static void check_figure(sg_results *results, sg_figure figure, const char *part)
{
    const sg_report_options options = options_here();
    char *svg = NULL;
    check_ok(sg_figure_draw(&svg, results, figure, 0, &options, &err));
    if (strstr(svg, part) == NULL) fail_msg("figure %d has no \"%s\"", (int)figure, part);
    assert_null(strstr(svg, "nan"));
    sg_text_release(svg);
}

static void check_no_figure(sg_results *results, sg_figure figure, const char *why)
{
    const sg_report_options options = options_here();
    char *svg = NULL;
    check_fails(sg_figure_draw(&svg, results, figure, 0, &options, &err), SG_EINVAL, why);
    assert_null(svg);
}

static void figures_of_a_classification(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    check_figure(results, SG_FIGURE_CURVES, ">accuracy (%)<");
    check_figure(results, SG_FIGURE_LOSS, ">loss<");
    check_figure(results, SG_FIGURE_CONFUSION, ">true class<");
    check_figure(results, SG_FIGURE_OCCURRENCES, ">occurrences<");
    check_figure(results, SG_FIGURE_WEIGHTS, ">distance<");
    check_no_figure(results, SG_FIGURE_SCATTER, "predicts no numbers");
    check_no_figure(results, SG_FIGURE_HEAT_MAP, "a single configuration");
    check_no_figure(results, SG_FIGURE_THRESHOLD, "a single configuration");
    check_no_figure(results, (sg_figure)99, "no figure 99");
    char *svg = NULL;
    const sg_report_options options = options_here();
    check_fails(sg_figure_draw(&svg, results, SG_FIGURE_WEIGHTS, 1, &options, &err), SG_EINVAL,
                "no weights of messages"); /* the decoder */
    check_fails(sg_figure_draw(&svg, results, SG_FIGURE_WEIGHTS, 2, &options, &err), SG_EINVAL,
                "has 2");
    sg_results_close(results);
}

/* All test graphs of three folds and two runs are in the matrix once: 72. */
static void the_confusion_matrix_counts_every_test_graph(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    const sg_report_options options = options_here();
    char *svg = NULL;
    long total = 0;
    check_ok(sg_figure_draw(&svg, results, SG_FIGURE_CONFUSION, 0, &options, &err));
    for (const char *at = svg; (at = strstr(at, "font-size=\"9\"")) != NULL; at++)
        total += strtol(strchr(at, '>') + 1, NULL, 10);
    assert_int_equal(total, 72);
    sg_text_release(svg);
    sg_results_close(results);
}

static void figures_of_a_regression(void **state)
{
    (void)state;
    sg_results *results =
        run("data: TINYREG\nprotocol: fixed\nscale: standard\nruns: 2\n" TINY_NETWORK, "run");
    check_figure(results, SG_FIGURE_SCATTER, ">target 1: R² ");
    check_figure(results, SG_FIGURE_CURVES, ">mae<");
    check_no_figure(results, SG_FIGURE_CONFUSION, "does not classify");
    const sg_report_options options = options_here();
    sg_text page = page_of(results, &options);
    check_has(&page, "Test mae of every target");
    check_has(&page, "\"task\":\"regression\"");
    sg_text_free(&page);
    sg_results_close(results);
    results =
        run("data: TINYREG\nprotocol: fixed\ntarget: 1\nscale: std\n" TINY_NETWORK, "run");
    check_figure(results, SG_FIGURE_SCATTER, ">true: ");
    sg_results_close(results);
}

/* The areas below the curves of one training are the metric that its table shows. */
static void check_areas(sg_results *results)
{
    const sg_report_options options = options_here();
    const sg_result_overview overview = sg_results_overview_of(results);
    char *svg = NULL;
    assert_string_equal(overview.metric, "roc-auc");
    assert_int_equal(overview.n_targets, 2);
    check_ok(sg_figure_draw(&svg, results, SG_FIGURE_ROC, 0, &options, &err));
    for (uint32_t t = 0; t < 2; t++) {
        char name[32];
        (void)snprintf(name, sizeof name, ">target %u: ", t);
        const char *at = strstr(svg, name);
        assert_non_null(at);
        check_near(100 * strtod(at + strlen(name), NULL), overview.target[t].mean, 0, 0.051);
    }
    sg_text_release(svg);
}

static void figures_of_labels(void **state)
{
    (void)state;
    const sg_report_options options = options_here();
    sg_results *results =
        run("data: TINYLABELS\ntask: multilabel\nprotocol: fixed\n" TINY_NETWORK, "run");
    check_figure(results, SG_FIGURE_ROC, ">true positive rate<");
    check_areas(results);
    check_no_figure(results, SG_FIGURE_SCATTER, "predicts no numbers");
    check_no_figure(results, SG_FIGURE_CONFUSION, "does not classify");
    sg_text page = page_of(results, &options);
    check_has(&page, "\"task\":\"multilabel\"");
    check_has(&page, "id=\"predictions\"");
    check_has(&page, ">false positive rate<");
    sg_text_free(&page);
    sg_results_close(results);
    results = run("data: TINYREG\nprotocol: fixed\n" TINY_NETWORK, "run");
    check_no_figure(results, SG_FIGURE_ROC, "task: multilabel");
    sg_results_close(results);
}

static void figures_of_grids(void **state)
{
    (void)state;
    sg_results *results = run(FAIR "grid:\n"
                                   "  layers.0.encoder:\n"
                                   "    - { heads: [\"label @ distance 0..1\"] }\n"
                                   "    - { heads: [\"label @ distance 0..3\"] }\n"
                                   "    - { repeat: 2, heads: [\"label @ distance 0..1\"] }\n",
                              "run");
    check_figure(results, SG_FIGURE_HEAT_MAP,
                 "encoder layers 2, largest distance of messages 1");
    check_no_figure(results, SG_FIGURE_THRESHOLD, "does not vary a threshold");
    const sg_report_options options = options_here();
    sg_text page = page_of(results, &options);
    check_has(&page, "id=\"ablation\"");
    check_has(&page, "All 3 configurations");
    sg_text_free(&page);
    sg_results_close(results);

    results = run("test: all\n" FAIR "grid: { layers.0.at-least: [1, 2, 5] }\n", "run");
    check_figure(results, SG_FIGURE_THRESHOLD, ">accuracy (%), test<");
    check_figure(results, SG_FIGURE_THRESHOLD, "at least so often");
    check_no_figure(results, SG_FIGURE_HEAT_MAP, "does not vary the largest distance");
    sg_results_close(results);

    results =
        run(FAIR "grid: { layers.0.heads: [[\"label @ edge\"], [\"wl:1 @ edge\"]] }\n", "run");
    check_no_figure(results, SG_FIGURE_HEAT_MAP, "does not vary the largest distance");
    sg_results_close(results);
}

/* ---- Memory ------------------------------------------------------------------------------- */

static sg_status write_and_draw(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_results *results = NULL;
    char *svg = NULL;
    sg_report_options options = options_here();
    options.n_graphs = 1;
    SG_TRY(sg_results_open(&results, path_of("run"), err));
    SG_TRY(sg_figure_draw(&svg, results, SG_FIGURE_CURVES, 0, &options, err));
    SG_TRY(sg_report_write(path_of("report.html"), results, &options, err));
done:
    sg_text_release(svg);
    sg_results_close(results);
    return status;
}

static void runs_out_of_memory(void **state)
{
    (void)state;
    sg_results *results = run("data: TINY\nprotocol: fixed\n"
                              "layers:\n"
                              "  - encoder: { heads: [\"label @ distance 0..1\"] }\n"
                              "  - decoder: { heads: [\"label\"] }\n"
                              "train: { epochs: 1 }\n",
                              "run");
    sg_results_close(results);
    const long n = check_out_of_memory(write_and_draw, NULL);
    assert_true(n > 100);
}

static sg_status draw_labels(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_results *results = NULL;
    char *svg = NULL;
    const sg_report_options options = options_here();
    SG_TRY(sg_results_open(&results, path_of("run"), err));
    SG_TRY(sg_figure_draw(&svg, results, SG_FIGURE_ROC, 0, &options, err));
done:
    sg_text_release(svg);
    sg_results_close(results);
    return status;
}

static void runs_out_of_memory_with_labels(void **state)
{
    (void)state;
    sg_results *results =
        run("data: TINYLABELS\ntask: multilabel\nprotocol: fixed\n" TINY_NETWORK, "run");
    sg_results_close(results);
    assert_true(check_out_of_memory(draw_labels, NULL) > 50);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_tiny_folder, remove_folder)

SG_TESTS(IN_FOLDER(a_page_that_needs_nothing_else), IN_FOLDER(a_single_training_has_no_spread),
         IN_FOLDER(contributions_add_up), IN_FOLDER(what_is_missing_is_said),
         IN_FOLDER(hostile_names), IN_FOLDER(names_that_are_cut), IN_FOLDER(stops_when_asked),
         IN_FOLDER(figures_of_a_classification),
         IN_FOLDER(the_confusion_matrix_counts_every_test_graph),
         IN_FOLDER(figures_of_a_regression), IN_FOLDER(figures_of_labels),
         IN_FOLDER(figures_of_grids), IN_FOLDER(runs_out_of_memory),
         IN_FOLDER(runs_out_of_memory_with_labels))
