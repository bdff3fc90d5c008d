/* test_report_parts.c - the parts of the page, one by one. */
#include "report/report_parts.h"

#include "explain/explainer.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "formats/data_file.h"
#include "text/yaml.h"
#include "unit/report/tiny_results.inc"

static sg_report_options options_here(void)
{
    return (sg_report_options){.struct_size = sizeof(sg_report_options),
                               .data_folder = folder,
                               .n_threads = 1,
                               .n_graphs = 4};
}

typedef sg_status write_part(sg_text *html, const sgi_report *report, sg_error *err);

/* Each part has what belongs to it; NULL: nothing at all. */
static void check_part(write_part *write, const sgi_report *report, const char *has)
{
    sg_text html = {0};
    check_ok(write(&html, report, &err));
    if (has == NULL)
        assert_int_equal(html.size, 0);
    else if (html.size == 0 || strstr(html.data, has) == NULL)
        fail_msg("the part does not have \"%s\"", has);
    sg_text_free(&html);
}

static void parts_of_a_whole_run(void **state)
{
    (void)state;
    const sg_report_options options = options_here();
    sg_results *results = run(FAIR, "run");
    sgi_report report = {0};
    check_ok(sgi_report_open(&report, results, &options, true, &err));
    assert_non_null(report.data);
    assert_non_null(report.model);
    assert_non_null(report.explainer);
    assert_false(sgi_report_is_of_nodes(&report));
    check_part(sgi_report_header, &report, "<h1>TINY</h1>");
    check_part(sgi_report_results, &report, "Test accuracy of every fold");
    check_part(sgi_report_strip, &report, "fold by fold");
    check_part(sgi_report_curves, &report, "<svg");
    check_part(sgi_report_predictions, &report, "confusion");
    check_part(sgi_report_ablation, &report, NULL);
    check_part(sgi_report_weights, &report, "wl:1 @ distance 0..2");
    check_part(sgi_report_configuration, &report, "protocol: fair");
    sgi_report_close(&report);
    sg_results_close(results);
}

static void what_is_missing_has_a_reason(void **state)
{
    (void)state;
    sg_report_options options = options_here();
    sg_results *results = run("save: none\n" FAIR, "run");
    sgi_report report = {0};
    check_ok(sgi_report_open(&report, results, &options, true, &err));
    assert_null(report.model);
    assert_null(report.explainer);
    assert_string_equal(report.why_no_model, "The run has saved no model.");
    check_part(sgi_report_weights, &report, NULL);
    sgi_report_close(&report);

    report = (sgi_report){0};
    options.data_folder = path_of("nowhere");
    check_ok(sgi_report_open(&report, results, &options, false, &err));
    assert_null(report.data);
    check_part(sgi_report_predictions, &report, "nowhere");
    sgi_report_close(&report);

    report = (sgi_report){0};
    options.model = path_of("no.model");
    check_fails(sgi_report_open(&report, results, &options, true, &err), SG_ENOTFOUND,
                "no.model");
    sgi_report_close(&report);
    sg_results_close(results);
}

static void counts_have_commas(void **state)
{
    (void)state;
    assert_string_equal(sgi_count_words(0).text, "0");
    assert_string_equal(sgi_count_words(999).text, "999");
    assert_string_equal(sgi_count_words(53921).text, "53,921");
    assert_string_equal(sgi_count_words(1234567).text, "1,234,567");
}

static void words_are_harmless(void **state)
{
    (void)state;
    sg_text html = {0};
    check_ok(sgi_html_add(&html, "a<b & \"c\"", &err));
    assert_null(strchr(html.data, '<'));
    assert_null(strchr(html.data, '"'));
    assert_non_null(strstr(html.data, "&lt;b &amp; "));
    sg_text_free(&html);
}

/* Test graphs of the model's fold, in order, of both classes. */
static void samples_are_test_graphs(void **state)
{
    (void)state;
    const sg_report_options options = options_here();
    sg_results *results = run(FAIR, "run");
    sgi_report report = {0};
    check_ok(sgi_report_open(&report, results, &options, true, &err));
    uint32_t *graph = NULL, n = 6;
    bool has[2] = {0};
    check_ok(sgi_report_sample(&graph, &n, &report, &err));
    assert_int_equal(n, 6);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(i == 0 || graph[i] > graph[i - 1]);
        has[report.data->items.item_class[graph[i]]] = true;
    }
    assert_true(has[0] && has[1]);
    sg_free(graph);
    sgi_report_close(&report);
    sg_results_close(results);
}

/* Uses by training graphs and by the others are all uses. */
static void weights_that_were_never_trained(void **state)
{
    (void)state;
    sg_report_options options = options_here();
    sg_results *results = run(FAIR, "run");
    sgi_report report = {0};
    check_ok(sgi_report_open(&report, results, &options, true, &err));
    bool found = false;
    size_t job = 0, n_heads = 0;
    check_ok(sgi_report_job(&found, &job, &report, &err));
    assert_true(found);
    const sg_explained_head *head = sg_explainer_heads(&n_heads, report.explainer);
    uint64_t *uses = NULL, *others = NULL;
    check_ok(sgi_report_uses(&uses, &report, 0, &err));
    assert_non_null(uses);
    /* the folds of tiny_data.inc: fold f trains with the 16 graphs from 12 (f + 1) on */
    bool held_out[TINY_GRAPHS];
    const uint32_t first = (results->job[job].fold + 1) * TINY_GRAPHS / TINY_FOLDS;
    for (uint32_t g = 0; g < TINY_GRAPHS; g++) held_out[g] = true;
    for (uint32_t i = 0; i < results->job[job].n_items[SG_TRAIN]; i++)
        held_out[(first + i) % TINY_GRAPHS] = false;
    others = sg_alloc(head[0].n_weights, sizeof *others);
    check_ok(sg_explainer_count_uses(others, report.explainer, 0, held_out, &err));
    uint32_t n_untrained = 0;
    for (uint32_t w = 0; w < head[0].n_weights; w++) {
        assert_int_equal(uses[w] + others[w], head[0].occurrences[w]);
        n_untrained += uses[w] == 0;
    }
    assert_true(n_untrained > 0 && n_untrained < head[0].n_weights);
    sg_known_parts met = {0};
    check_ok(sgi_report_met(&met, &report, &err));
    assert_int_equal(met.n_heads, n_heads);
    assert_memory_equal(met.uses[0], uses, head[0].n_weights * sizeof *uses);
    assert_null(met.uses[n_heads - 1]);
    sg_known_parts_free(&met);
    sg_free(others);
    sg_free(uses);
    check_ok(sgi_report_uses(&uses, &report, (uint32_t)n_heads - 1, &err)); /* it pools */
    assert_null(uses);
    sgi_report_close(&report);
    sg_results_close(results);
}

/* A run that says one class for all is warned of; one that says both is not. */
static void constant_predictions_are_warned_of(void **state)
{
    (void)state;
    static const char *const experiment[] = {
        "vocabulary: all\ndata: TINY\nprotocol: fair\nruns: 2\n" TINY_LAYERS
        "train: {epochs: 60, batch-size: 4, learning-rate: 0.05}\n",
        "vocabulary: all\ndata: TINY\nprotocol: fair\nruns: 2\n" TINY_LAYERS
        "train: {epochs: 1, learning-rate: 1e-9, init: constant 0}\n"};
    const sg_report_options options = options_here();
    for (int constant = 0; constant < 2; constant++) {
        sg_results *results = run(experiment[constant], "run");
        sgi_report report = {0};
        sg_text html = {0};
        check_ok(sgi_report_open(&report, results, &options, false, &err));
        check_ok(sgi_report_warnings(&html, &report, &err));
        if (constant != 0) {
            assert_non_null(html.data);
            assert_non_null(strstr(html.data, "The model does not tell classes apart"));
            assert_non_null(strstr(html.data, "Always saying class"));
        } else {
            assert_true(html.size == 0 || strstr(html.data, "does not tell") == NULL);
        }
        sg_text_free(&html);
        sgi_report_close(&report);
        sg_results_close(results);
    }
}

/* Places, edges, and strokes only where nodes are called by names of atoms. */
static void drawings_of_graphs(void **state)
{
    (void)state;
    sg_dataset data = {0};
    check_write(folder, "two.smi", "CC=O\nO\n");
    check_ok(sg_data_file_open(&data, path_of("two.smi"), NULL, 1, &err));
    const sg_graph_view view = sg_dataset_view(&data);
    const sg_one_graph one = sg_view_graph(&view, 0);
    for (int named = 1; named >= 0; named--) {
        sg_text text = {0};
        sg_json_writer json = sg_json_write_to(&text);
        check_ok(sg_json_open_object(&json, &err));
        check_ok(sgi_report_drawing(&json, &data, &one, &err));
        check_ok(sg_json_close(&json, &err));
        assert_non_null(strstr(text.data, "\"edges\":[0,1,1,2]"));
        assert_int_equal(strstr(text.data, "\"strokes\"") != NULL, named);
        assert_int_equal(strstr(text.data, "\"symbols\":[2,\"O\",0,0,") != NULL, named);
        sg_text_free(&text);
        sg_label_names_free(&data.node_name);
        data.node_name = (sg_label_names){0};
    }
    sg_dataset_free(&data);
}

/* Who asks for more than there are is told how many there are, and why. */
static void graphs_are_not_dropped_in_silence(void **state)
{
    (void)state;
    uint32_t n_shown = 0;
    sg_report_options options = options_here();
    options.n_graphs = 1000;
    options.n_shown = &n_shown;
    sg_results *results = run(FAIR, "run");
    sgi_report report = {0};
    sg_text json = {0}, blocks = {0};
    check_ok(sgi_report_open(&report, results, &options, true, &err));
    check_ok(sgi_report_explorer(&json, &blocks, &report, &err));
    assert_non_null(strstr(json.data, "\"wanted\":1000"));
    assert_int_equal(n_shown, 12);
    assert_int_equal(blocks.size, 0); /* so few need none */
    sg_text_free(&json);
    sgi_report_close(&report);
    sg_results_close(results);
}

static void the_explorer_is_json_for_a_script(void **state)
{
    (void)state;
    const sg_report_options options = options_here();
    sg_results *results = run(FAIR, "run");
    sgi_report report = {0};
    sg_text json = {0}, blocks = {0};
    sg_tree tree = {0};
    check_ok(sgi_report_open(&report, results, &options, true, &err));
    check_ok(sgi_report_explorer(&json, &blocks, &report, &err));
    assert_null(strchr(json.data, '<'));
    check_ok(sg_yaml_parse(&tree, "data", json.data, json.size, &err));
    assert_string_equal(sg_node_member(tree.root, "task")->text, "classification");
    assert_int_equal(sg_node_member(tree.root, "outputs")->n_children, 2);
    assert_int_equal(sg_node_member(tree.root, "graphs")->n_children, 4);
    assert_string_equal(sg_node_member(tree.root, "all")->text, "36");
    sg_tree_free(&tree);
    sg_text_free(&json);
    sgi_report_close(&report);
    sg_results_close(results);
}

static void configurations_are_read_again(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    assert_false(sgi_results_of_search(results));
    const size_t n_axes = results->n_axes;
    const double metric = results->configuration[0].metric;
    results->configuration = NULL;
    check_ok(sgi_results_read_axes(results, &err));
    assert_int_equal(results->n_axes, n_axes);
    check_ok(sgi_results_read_configurations(results, &err));
    assert_true(results->configuration[0].metric == metric);
    sg_results_close(results);
}

static void summaries_are_read_again(void **state)
{
    (void)state;
    sg_results *results = run(FAIR, "run");
    const double mean = results->overview.test_mean;
    results->overview.test_mean = -1;
    check_ok(sgi_results_read_summary(results, &err));
    assert_true(results->overview.test_mean == mean);
    const char *copy = sgi_results_text(results, "kept until close");
    assert_string_equal(copy, "kept until close");
    check_write(folder, "run/summary.json", "{\"test_mean\": \"x\"}");
    check_fails(sgi_results_read_summary(results, &err), SG_EFORMAT, "summary.json");
    sg_results_close(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_whole_run),
        cmocka_unit_test(what_is_missing_has_a_reason),
        cmocka_unit_test(counts_have_commas),
        cmocka_unit_test(words_are_harmless),
        cmocka_unit_test(samples_are_test_graphs),
        cmocka_unit_test(weights_that_were_never_trained),
        cmocka_unit_test(constant_predictions_are_warned_of),
        cmocka_unit_test(graphs_are_not_dropped_in_silence),
        cmocka_unit_test(drawings_of_graphs),
        cmocka_unit_test(the_explorer_is_json_for_a_script),
        cmocka_unit_test(summaries_are_read_again),
        cmocka_unit_test(configurations_are_read_again),
    };
    return cmocka_run_group_tests(tests, make_tiny_folder, remove_folder);
}
