/* test_explorer_parts.c - numbers of the page, and a graph of it in the data or in a block. */
#include "report/explorer_parts.h"

#include "base/mem.h"
#include "text/yaml.h"
#include "unit/report/tiny_results.inc"

static void things_are_numbered_as_they_are_met(void **state)
{
    (void)state;
    sgi_directory d = {0};
    check_ok(sgi_directory_make(&d, 5, &err));
    assert_int_equal(sgi_directory_meet(&d, 3), 0);
    assert_int_equal(sgi_directory_meet(&d, 0), 1);
    assert_int_equal(sgi_directory_meet(&d, 3), 0);
    assert_int_equal(sgi_directory_meet(&d, SG_NONE), -1);
    assert_int_equal(d.n_met, 2);
    assert_int_equal(d.met[1], 0);
    sgi_directory_free(&d);
}

static void names_are_whole_characters(void **state)
{
    (void)state;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    char name[] = "K\xc3\xa4se \xc3"; /* cut within a character */
    check_ok(sgi_explorer_name(&json, name, &err));
    assert_string_equal(text.data, "\"K\xc3\xa4se ?\"");
    sg_text_free(&text);
}

/* The explorer of a tiny run; close_explorer releases it. */
typedef struct opened {
    sg_results *results;
    sg_report_options options;
    sgi_report report;
    sgi_explorer explorer;
    sg_text text;
} opened;

static void open_explorer(opened *o, uint32_t most_outputs)
{
    o->results = run(FAIR, "run");
    o->options = (sg_report_options){
        .struct_size = sizeof o->options, .data_folder = folder, .n_threads = 1};
    check_ok(sgi_report_open(&o->report, o->results, &o->options, true, &err));
    sgi_explorer *e = &o->explorer;
    e->report = &o->report;
    e->most_outputs = most_outputs;
    e->json = sg_json_write_to(&o->text);
    e->labeling = sg_explainer_labelings(&e->n_labelings, o->report.explainer);
    e->head = sg_explainer_heads(&e->n_heads, o->report.explainer);
    e->labels = sg_alloc(e->n_labelings, sizeof *e->labels);
    e->weights = sg_alloc(e->n_heads, sizeof *e->weights);
    for (size_t l = 0; l < e->n_labelings; l++)
        check_ok(sgi_directory_make(&e->labels[l], e->labeling[l].n_labels, &err));
    for (size_t h = 0; h < e->n_heads; h++)
        check_ok(sgi_directory_make(&e->weights[h], e->head[h].n_weights, &err));
}

static void close_explorer(opened *o)
{
    for (size_t l = 0; l < o->explorer.n_labelings; l++)
        sgi_directory_free(&o->explorer.labels[l]);
    for (size_t h = 0; h < o->explorer.n_heads; h++)
        sgi_directory_free(&o->explorer.weights[h]);
    sg_free(o->explorer.labels);
    sg_free(o->explorer.weights);
    sg_text_free(&o->text);
    sgi_report_close(&o->report);
    sg_results_close(o->results);
}

static bool has(const char *text, const char *part)
{
    return text != NULL && strstr(text, part) != NULL;
}

/* What the data says of a graph is the same, and the rest of it stands in the data or in the block. */
static void graphs_are_whole_or_in_blocks(void **state)
{
    (void)state;
    for (int in_block = 0; in_block < 2; in_block++) {
        opened o = {0};
        sg_text block_text = {0};
        sg_tree tree = {0};
        open_explorer(&o, 2);
        sg_json_writer block = sg_json_write_to(&block_text);
        check_ok(sgi_explorer_item(&o.explorer, 7, in_block != 0 ? &block : NULL, &err));
        const char *details = in_block != 0 ? block_text.data : o.text.data;
        assert_true(has(o.text.data, "\"id\":7"));
        assert_true(has(o.text.data, "\"score\":["));
        assert_int_equal(has(o.text.data, "\"layers\""), in_block == 0);
        assert_true(has(details, "\"layers\""));
        assert_true(has(details, "\"others\":[{\"explained\":"));
        check_ok(sg_yaml_parse(&tree, "item", details, strlen(details), &err));
        sg_tree_free(&tree);
        sg_text_free(&block_text);
        close_explorer(&o);
    }
}

/* Heads and labels have what items have referred to, and nothing else. */
static void meanings_are_of_what_was_met(void **state)
{
    (void)state;
    opened o = {0};
    open_explorer(&o, 1);
    check_ok(sg_json_open_object(&o.explorer.json, &err));
    check_ok(sgi_explorer_meaning(&o.explorer, &err));
    check_ok(sg_json_close(&o.explorer.json, &err));
    assert_true(has(o.text.data, "\"strength\":[]"));
    assert_true(has(o.text.data, "\"names\":[]"));
    close_explorer(&o);
    o = (opened){0};
    open_explorer(&o, 1);
    check_ok(sgi_explorer_item(&o.explorer, 7, NULL, &err));
    assert_false(has(o.text.data, "\"others\""));
    o.text.size = 0;
    o.explorer.json = sg_json_write_to(&o.text);
    check_ok(sg_json_open_object(&o.explorer.json, &err));
    check_ok(sgi_explorer_meaning(&o.explorer, &err));
    assert_false(has(o.text.data, "\"strength\":[]"));
    close_explorer(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_are_numbered_as_they_are_met),
        cmocka_unit_test(names_are_whole_characters),
        cmocka_unit_test(graphs_are_whole_or_in_blocks),
        cmocka_unit_test(meanings_are_of_what_was_met),
    };
    return cmocka_run_group_tests(tests, make_tiny_folder, remove_folder);
}
