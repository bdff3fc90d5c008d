/* test_power_words.c - what tells graphs apart, in words. */
#include "power/power_words.h"

#include "sharegnn.h"
#include "support/check.h"

/* Two triangles with a tail each, and a hexagon with two tails: as many nodes of every degree. */
static sg_dataset *draw(void)
{
    static const uint32_t edge[] = {0, 1, 1, 2,  2,  0,  3,  4,  4,  5,  5,  3, 0, 6,  3,  7,
                                    8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 8, 8, 14, 11, 15};
    static const uint32_t offset[] = {0, 8, 16};
    const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                    .n_graphs = 2,
                                    .graph_offset = offset,
                                    .n_edges = 16,
                                    .edge = edge};
    sg_dataset *data = NULL;
    check_ok(sg_data_from_arrays(&data, &arrays, &err));
    return data;
}

/* The data is closed before anybody asks. */
static sg_power_witness witness_of(const char *invariant, sg_power_arrays *view)
{
    sg_dataset *data = draw();
    sg_power *power = NULL;
    sg_power_witness witness = {.struct_size = sizeof witness};
    check_ok(sg_power_open(&power, data, invariant, NULL, &err));
    sg_data_close(data);
    if (view != NULL) *view = sg_power_view_of(power);
    check_ok(sg_power_witness_find(&witness, power, 0, 1, &err));
    sg_power_close(power);
    return witness;
}

static void each_kind_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *invariant, *text;
        uint32_t first, second;
    } known[] = {
        {"cycles:6", "1 cycle of 3", 6, 0},
        {"induced-cycles:6", "1 chordless cycle of 6", 0, 6},
        {"cycles:4-6", "no cycle of 4 to 6", 8, 2},
        {"closed-walks:3", "2 closed walks of 2, 2 of 3", 4, 0},
        {"cycles:3+degree", "1 cycle of 3 + degree 2", 4, 0},
        {"fwl:2", "fwl:2 of node 1 (degree 2, neighbors 2, 3), in graph 1", 0, 4},
        {"none @ distance 0..4", "any -> any at distance 2", 8, 20},
        {"none @ walks:2", "any -> any, 1 walk of 2", 8, 20},
        {"none @ walks:3", "any -> any, 1 walk of 2", 0, 20},
        {"none @ paths:2", "any -> any, 1 path of 2", 8, 20},
        {"none @ resistance", "any -> any at resistance 5/6", 0, 12},
        {"none @ separators", "any -> any, 2 disjoint paths", 12, 30},
        {"degree @ separators", "degree 2 -> degree 2, 2 disjoint paths", 4, 12},
        {"none @ fwl:1",
         "any -> any, fwl:1 of nodes 4 -> 1 (not connected, degrees 2 and 2, 0 common neighbors), in graph 0",
         8, 0},
        {"fwl:2 @ distance 1", "fwl:2 of node 2 -> fwl:2 of node 1 at distance 1, in graph 1",
         0, 4},
        {"none @ marked-wl:2",
         "any -> any, marked-wl:2 of nodes 4 -> 1 (not connected, degrees 2 and 2, 0 common neighbors), in graph 0",
         8, 4},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const sg_power_witness w = witness_of(known[i].invariant, NULL);
        assert_true(w.found);
        assert_string_equal(w.text, known[i].text);
        assert_int_equal(w.count[0], known[i].first);
        assert_int_equal(w.count[1], known[i].second);
    }
}

static void long_texts_end_in_dots(void **state)
{
    (void)state;
    const sg_power_witness w = witness_of("closed-walks:32", NULL);
    assert_int_equal(strlen(w.text), sizeof w.text - 1);
    assert_string_equal(w.text + sizeof w.text - 4, "...");
}

/* A label that has the whole graph in it. */
static void complete_ones_say_so(void **state)
{
    (void)state;
    static const char *const complete[] = {"orbit", "degree+orbit", "wl:1/orbit",
                                           "orbit @ distance 0", "orbit @ edge"};
    sg_power_arrays view;
    for (size_t i = 0; i < sizeof complete / sizeof *complete; i++) {
        const sg_power_witness w = witness_of(complete[i], &view);
        assert_true(w.found && view.is_complete);
    }
    (void)witness_of("marked-wl:5", &view);
    assert_false(view.is_complete);
}

/* A key that no node has, and one of a limited vocabulary. */
static void unknown_keys(void **state)
{
    (void)state;
    sg_dataset *data = draw();
    sg_power_source source = {.data = data, .budget = 1000000};
    sg_key_names names = {0};
    sg_text text = {0};
    check_ok(sg_label_parse(&source.receiver, "cycles:6", &err));
    check_ok(sg_key_names_make(&names, &err));
    check_ok(sg_power_words_add(&text, &source, 0, &(sg_power_word){77, 0, 0}, &names, &err));
    assert_int_equal(text.size, 0);
    source.budget = 1;
    check_ok(sg_power_words_add(&text, &source, 0, &(sg_power_word){77, 0, 0}, &names, &err));
    sg_power_source_free(&source);
    assert_null(source.receiver.part);
    sg_key_names_free(&names);
    sg_text_free(&text);
    sg_data_close(data);
    assert_string_equal(witness_of("degree limit 1 @ walks:2", NULL).text,
                        "the rest -> the rest, 1 walk of 2");
}

SG_TESTS(cmocka_unit_test(each_kind_by_hand), cmocka_unit_test(long_texts_end_in_dots),
         cmocka_unit_test(complete_ones_say_so), cmocka_unit_test(unknown_keys))
