/* test_explainer_words.c - what labels mean, in words that are true for every node that has the label. */
#include "explain/explainer_parts.h"
#include "explain/name_writer.h"
#include "support/explained_models.h"

static sg_explainer *open_words(sg_dataset **data, sg_model **model, const char *labeling)
{
    sg_rng rng = check_rng("explainer_words");
    char description[200];
    (void)snprintf(description, sizeof description,
                   "layers: [decoder: {heads: [\"%s\"], outputs: classes}]", labeling);
    *model = explained_model(*data, description, &rng);
    return explainer_of(*model, *data);
}

static void close_words(sg_dataset *data, sg_model *model, sg_explainer *explainer)
{
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

static uint32_t degree_of(const sg_dataset *data, uint32_t v)
{
    return data->graph.arc_offset[v + 1] - data->graph.arc_offset[v];
}

/* How many neighbors of a node have a label of the data. */
static uint32_t near_of(const sg_dataset *data, uint32_t v, int32_t label)
{
    uint32_t n = 0;
    for (uint32_t a = data->graph.arc_offset[v]; a < data->graph.arc_offset[v + 1]; a++)
        n += data->node_label.value[data->graph.neighbor[a]] == label;
    return n;
}

/* All pairs of nodes with a label, compared by hand. */
static void check_true(const sg_explainer *explainer, const sg_dataset *data)
{
    size_t n_labelings = 0;
    const sg_explained_labeling *labeling = sg_explainer_labelings(&n_labelings, explainer);
    for (uint32_t l = 0; l < labeling->n_labels; l++) {
        char words[200], number[20];
        bool same_degree = true, same_near = true;
        for (uint32_t v = 0; v < data->graph.n_nodes; v++)
            for (uint32_t w = 0; w < data->graph.n_nodes; w++) {
                if (labeling->label[v] != l || labeling->label[w] != l) continue;
                same_degree = same_degree && degree_of(data, v) == degree_of(data, w);
                for (int32_t kind = 0; kind < 3; kind++)
                    same_near = same_near && near_of(data, v, kind) == near_of(data, w, kind);
            }
        assert_true(sg_explainer_label_words(words, sizeof words, explainer, 0, l) > 0);
        assert_int_equal(strstr(words, "next to") != NULL, same_degree && same_near);
        assert_int_equal(strstr(words, "neighbor") != NULL, same_degree && !same_near);
        (void)snprintf(number, sizeof number, " (#%u)", l);
        assert_non_null(strstr(words, number));
    }
}

static void words_are_true_for_all_nodes(void **state)
{
    (void)state;
    static const char *const labeling[] = {"wl:1", "wl:2", "wl:1/degree", "none", "core"};
    for (size_t i = 0; i < sizeof labeling / sizeof *labeling; i++) {
        sg_dataset *data = explained_molecules();
        sg_model *model = NULL;
        sg_explainer *explainer = open_words(&data, &model, labeling[i]);
        check_true(explainer, data);
        close_words(data, model, explainer);
    }
}

/* The words that any label of the labeling has, one of them the expected. */
static void check_has(const sg_explainer *explainer, const char *expected)
{
    size_t n_labelings = 0;
    const sg_explained_labeling *labeling = sg_explainer_labelings(&n_labelings, explainer);
    for (uint32_t l = 0; l < labeling->n_labels; l++) {
        char words[200];
        (void)sg_explainer_label_words(words, sizeof words, explainer, 0, l);
        char *number = strstr(words, " (#");
        if (number != NULL) *number = '\0';
        if (strcmp(words, expected) == 0) return;
    }
    fail_msg("no label is \"%s\"", expected);
}

static void neighbors_have_names(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    check_ok(sg_data_open(&data, SG_TEST_FIXTURES "/MOL2", NULL, &err));
    sg_explainer *explainer = open_words(&data, &model, "wl:2");
    check_ok(sg_label_names_add(&data->node_name, 0, "H", 1, &err));
    check_ok(sg_label_names_add(&data->node_name, 1, "C", 1, &err));
    check_has(explainer, "H next to C");
    check_has(explainer, "C next to 2 H and C");
    close_words(data, model, explainer);
}

/* Numbers of neighbors that are numbers themselves cannot be taken for them: nobody reads "2 times 3" as 2, 3. */
static void numbers_are_listed(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    sg_model *model = NULL;
    check_ok(sg_data_open(&data, SG_TEST_FIXTURES "/MOL2", NULL, &err));
    sg_explainer *explainer = open_words(&data, &model, "wl:2");
    check_has(explainer, "0 next to 1");
    check_has(explainer, "1 next to 0, 0 and 1");
    close_words(data, model, explainer);
}

/* Whoever counts says what: a triangle with a tail beside a square. */
static void counts_are_said(void **state)
{
    (void)state;
    static const struct {
        const char *labeling, *words;
    } wanted[] = {
        {"cycles:4", "node in 1 cycle of 3"},
        {"cycles:4", "node in 1 cycle of 4"},
        {"cycles:4", "node in no cycle of 3 to 4"},
        {"induced-cycles:4-4", "node in 1 chordless cycle of 4"},
        {"induced-cycles:4-4", "node in no chordless cycle of 4"},
        {"cliques:3", "node in 1 maximal clique of 2, 1 of 3"},
        {"patterns:triangle,square", "node in 1 triangle"},
        {"patterns:triangle,square", "node in none of the patterns"},
        {"patterns:edge,0-1.1-2", "node in 2 edges, 3 patterns"},
        {"cycles:3+degree", "node with 3 neighbors in 1 cycle of 3"},
        {"closed-walks:5", "node in 2 closed walks of 2, 2 of 3, 7 of 4 and more"},
    };
    const uint32_t graph_offset[] = {0, 4, 8};
    const uint32_t end[] = {0, 1, 0, 2, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 7, 4};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        sg_dataset *data = NULL;
        sg_model *model = NULL;
        const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                        .n_graphs = 2,
                                        .graph_offset = graph_offset,
                                        .n_edges = 8,
                                        .edge = end,
                                        .graph_class = (int64_t[]){0, 1}};
        check_ok(sg_data_from_arrays(&data, &arrays, &err));
        sg_explainer *explainer = open_words(&data, &model, wanted[i].labeling);
        check_has(explainer, wanted[i].words);
        close_words(data, model, explainer);
    }
}

/* Degrees say themselves what they are; what is not there has no words. */
static void names_stay_where_they_say_enough(void **state)
{
    (void)state;
    sg_dataset *data = explained_molecules();
    sg_model *model = NULL;
    sg_explainer *explainer = open_words(&data, &model, "degree");
    char words[100], name[100];
    (void)sg_explainer_label_words(words, sizeof words, explainer, 0, 0);
    (void)sg_explainer_label_name(name, sizeof name, explainer, 0, 0);
    assert_string_equal(words, name);
    (void)sg_explainer_label_words(words, sizeof words, explainer, 0, SG_NONE);
    assert_string_equal(words, "unknown(degree)");
    assert_int_equal(sg_explainer_label_words(words, sizeof words, explainer, 7, 0), 0);
    assert_string_equal(words, "");
    close_words(data, model, explainer);
}

static void a_writer_knows_its_length(void **state)
{
    (void)state;
    char text[6] = "before";
    sg_name_writer w = sg_name_begin(text, sizeof text);
    assert_string_equal(text, "");
    sg_name_put(&w, "%d and", 12);
    sg_name_put(&w, " %s", "more");
    assert_string_equal(text, "12 an");
    assert_int_equal(w.length, strlen("12 and more"));
    sg_dataset *data = explained_molecules();
    char name[20];
    w = sg_name_begin(name, sizeof name);
    sg_name_put_node(&w, data, 4);
    assert_string_equal(name, "1");
    sg_data_close(data);
}

/* Ethylene: both carbons have two hydrogens and a carbon, hydrogens have a carbon. */
static void what_differs_is_noted(void **state)
{
    (void)state;
    sg_dataset *data = explained_molecules();
    sg_label_facts facts[1] = {{0}};
    sg_explainer_labeling part = {.facts = facts};
    uint32_t carbon[2], hydrogen = 0, n = 0;
    for (uint32_t v = 0; v < data->graph.graph_offset[1]; v++) {
        if (data->node_label.value[v] == 1)
            carbon[n++] = v;
        else
            hydrogen = v;
    }
    assert_int_equal(n, 2);
    sg_explainer_note_node(&part, data, 0, carbon[0], carbon[0]);
    sg_explainer_note_node(&part, data, 0, carbon[1], carbon[0]);
    assert_int_equal(facts[0].differs, 0);
    sg_explainer_note_node(&part, data, 0, hydrogen, carbon[0]);
    assert_int_equal(facts[0].differs, SG_FACT_DEGREE | SG_FACT_NEAR);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(a_writer_knows_its_length), cmocka_unit_test(what_differs_is_noted),
         cmocka_unit_test(words_are_true_for_all_nodes), cmocka_unit_test(neighbors_have_names),
         cmocka_unit_test(numbers_are_listed), cmocka_unit_test(counts_are_said),
         cmocka_unit_test(names_stay_where_they_say_enough))
