/* test_explainer_names.c - labelings, heads, weights and their names. */
#include "support/explained_models.h"

static const char DESCRIPTION[] =
    "layers: [encoder: {heads: [\"wl:1 -> label @ distance 0..2 x2\", \"degree @ edge\"],"
    " bias: label}, decoder: {heads: [\"cycles:3\"], outputs: 2, bias: true},"
    " linear: {outputs: classes}]";

typedef struct opened {
    sg_dataset *data;
    sg_model *model;
    sg_explainer *explainer;
    const sg_explained_head *head;
    const sg_explained_labeling *labeling;
    size_t n_heads, n_labelings;
} opened;

static opened open_all(const char *description)
{
    sg_rng rng = check_rng("explainer_names");
    opened o = {.data = explained_molecules()};
    o.model = explained_model(o.data, description, &rng);
    o.explainer = explainer_of(o.model, o.data);
    o.head = sg_explainer_heads(&o.n_heads, o.explainer);
    o.labeling = sg_explainer_labelings(&o.n_labelings, o.explainer);
    return o;
}

static void close_all(opened *o)
{
    sg_explainer_close(o->explainer);
    sg_model_close(o->model);
    sg_data_close(o->data);
}

static uint32_t labeling_of(const opened *o, const char *expression)
{
    for (uint32_t i = 0; i < o->n_labelings; i++)
        if (strcmp(o->labeling[i].expression, expression) == 0) return i;
    fail_msg("no labeling %s", expression);
    return 0;
}

static void heads_are_listed_with_their_copies(void **state)
{
    (void)state;
    opened o = open_all(DESCRIPTION);
    assert_int_equal(o.n_heads, 4);
    for (uint32_t h = 0; h < 4; h++) {
        assert_int_equal(o.head[h].layer, h == 3);
        assert_int_equal(o.head[h].number, h % 3);
        assert_int_equal(o.head[h].decodes, h == 3);
    }
    assert_string_equal(o.head[0].text, "wl:1 -> label @ distance 0..2 bias label");
    assert_string_equal(o.head[1].text, o.head[0].text);
    assert_string_equal(o.head[2].text, "degree @ edge bias label");
    assert_string_equal(o.head[3].text, "cycles:3");
    assert_int_equal(o.head[0].receiver, labeling_of(&o, "label"));
    assert_int_equal(o.head[0].sender, labeling_of(&o, "wl:1"));
    assert_int_equal(o.head[3].receiver, labeling_of(&o, "cycles:3"));
    assert_ptr_equal(o.head[0].weight_value, o.head[1].weight_value);
    assert_true(o.head[0].weight != o.head[1].weight);
    close_all(&o);
}

static void labels_have_examples(void **state)
{
    (void)state;
    opened o = open_all(DESCRIPTION);
    const uint32_t *offset = o.data->graph.graph_offset;
    for (size_t i = 0; i < o.n_labelings; i++) {
        const sg_explained_labeling *labeling = &o.labeling[i];
        uint64_t n_nodes = 0;
        for (uint32_t l = 0; l < labeling->n_labels; l++) {
            const uint32_t v = offset[labeling->example_graph[l]] + labeling->example_node[l];
            assert_int_equal(labeling->label[v], l);
            n_nodes += labeling->count[l];
        }
        assert_int_equal(n_nodes, o.data->graph.n_nodes);
    }
    assert_int_equal(o.labeling[labeling_of(&o, "wl:1")].radius, 1);
    assert_int_equal(o.labeling[labeling_of(&o, "label")].radius, 0);
    assert_int_equal(o.labeling[labeling_of(&o, "degree")].radius, 1);
    assert_int_equal(o.labeling[labeling_of(&o, "cycles:3")].radius, 1);
    close_all(&o);
}

static void the_radius_follows_from_the_expression(void **state)
{
    (void)state;
    static const struct {
        const char *expression;
        uint32_t radius;
    } CASES[] = {{"none", 0},        {"wl:3", 3},          {"wl:2/degree", 3},
                 {"cycles:8", 4},    {"cliques:4", 1},     {"patterns:triangle", 2},
                 {"core", SG_NONE},  {"wl:1+cycles:5", 2}, {"index", SG_NONE},
                 {"wl:4 limit 2", 4}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char description[200];
        (void)snprintf(description, sizeof description,
                       "layers: [decoder: {heads: [\"%s\"], outputs: classes}]",
                       CASES[i].expression);
        opened o = open_all(description);
        assert_int_equal(o.labeling[labeling_of(&o, CASES[i].expression)].radius,
                         CASES[i].radius);
        close_all(&o);
    }
}

/* Occurrences are the messages of all graphs, and weights say what messages are. */
static void weights_are_what_messages_use(void **state)
{
    (void)state;
    opened o = open_all(DESCRIPTION);
    uint64_t count[3][100] = {{0}};
    for (uint32_t g = 0; g < 2; g++) {
        sg_explanation e = explained_graph(o.explainer, g, 0);
        for (uint32_t h = 0; h < 3; h++) {
            const sg_head_explanation *of = &e.layer[0].head[h];
            for (uint32_t m = 0; m < of->n_messages; m++) {
                const sg_explained_message *message = &of->message[m];
                const uint32_t w = message->weight;
                assert_true(w < o.head[h].n_weights && w < 100);
                count[h][w]++;
                assert_int_equal(o.head[h].weight_receiver[w],
                                 of->receiver_label[message->receiver]);
                assert_int_equal(o.head[h].weight_sender[w], of->sender_label[message->sender]);
                assert_int_equal(o.head[h].weight_value[w], message->value);
                check_near(o.head[h].weight[w], message->strength, 0, 0);
            }
        }
        sg_explanation_free(&e);
    }
    for (uint32_t h = 0; h < 3; h++)
        for (uint32_t w = 0; w < o.head[h].n_weights; w++)
            assert_int_equal(o.head[h].occurrences[w], count[h][w]);
    close_all(&o);
}

/* ---- Names ------------------------------------------------------------------------------------- */

static void check_weight_named(const opened *o, uint32_t head, const char *expected)
{
    char name[200];
    for (uint32_t w = 0; w < o->head[head].n_weights; w++) {
        (void)sg_explainer_weight_name(name, sizeof name, o->explainer, head, w);
        if (strcmp(name, expected) == 0) return;
    }
    fail_msg("no weight of head %u is called %s", head, expected);
}

/* Hydrogen has label 0, carbon label 1; hydrogen's wl:1 label is the most frequent one. */
static void weights_have_names(void **state)
{
    (void)state;
    opened o = open_all(DESCRIPTION);
    check_weight_named(&o, 0, "0(wl:1 #0) -> 0 at distance 0");
    check_weight_named(&o, 1, "0(wl:1 #0) -> 1 at distance 2");
    check_weight_named(&o, 2, "0(degree 1) -> 1(degree 3), edge 0");
    check_ok(sg_label_names_add(&o.data->node_name, 0, "H", 1, &err));
    check_ok(sg_label_names_add(&o.data->node_name, 1, "C", 1, &err));
    check_weight_named(&o, 0, "H(wl:1 #0) -> C at distance 1");
    close_all(&o);
}

static void labels_and_nodes_have_names(void **state)
{
    (void)state;
    opened o = open_all(DESCRIPTION);
    char name[100];
    assert_int_equal(sg_explainer_node_name(name, sizeof name, o.explainer, 0, 4), 1);
    assert_string_equal(name, "1");
    assert_int_equal(sg_explainer_label_name(name, 8, o.explainer, labeling_of(&o, "wl:1"), 0),
                     strlen("0(wl:1 #0)"));
    assert_string_equal(name, "0(wl:1 ");
    assert_int_equal(sg_explainer_label_name(NULL, 0, o.explainer, labeling_of(&o, "wl:1"), 0),
                     strlen("0(wl:1 #0)"));
    (void)sg_explainer_label_name(name, sizeof name, o.explainer, labeling_of(&o, "wl:1"),
                                  SG_NONE);
    assert_string_equal(name, "unknown(wl:1)");
    /* Nodes on no triangle are of both kinds. */
    (void)sg_explainer_label_name(name, sizeof name, o.explainer, labeling_of(&o, "cycles:3"),
                                  0);
    assert_string_equal(name, "cycles:3 #0");
    close_all(&o);
}

/* Nothing is there, and nothing is written but the end of the text. */
static void what_is_not_there_has_no_name(void **state)
{
    (void)state;
    opened o = open_all(DESCRIPTION);
    const sg_explainer *e = o.explainer;
    const uint32_t beyond[] = {2, 1000, SG_NONE};
    char name[10];
    for (size_t i = 0; i < 3; i++) {
        strcpy(name, "before");
        assert_int_equal(sg_explainer_node_name(name, 10, e, beyond[i], 0), 0);
        assert_string_equal(name, "");
        if (i > 0) assert_int_equal(sg_explainer_node_name(name, 10, e, 0, beyond[i]), 0);
        if (i > 0) assert_int_equal(sg_explainer_label_name(name, 10, e, beyond[i], 0), 0);
        if (i > 0) assert_int_equal(sg_explainer_weight_name(name, 10, e, beyond[i], 0), 0);
        if (i > 0) assert_int_equal(sg_explainer_weight_name(name, 10, e, 0, beyond[i]), 0);
    }
    /* A decoder's weights are not those of triples. */
    assert_int_equal(sg_explainer_weight_name(name, 10, e, 3, 0), 0);
    assert_int_equal(sg_explainer_weight_name(name, 10, e, 0, (uint32_t)o.head[0].n_weights),
                     0);
    close_all(&o);
}

SG_TESTS(cmocka_unit_test(heads_are_listed_with_their_copies),
         cmocka_unit_test(labels_have_examples),
         cmocka_unit_test(the_radius_follows_from_the_expression),
         cmocka_unit_test(weights_are_what_messages_use), cmocka_unit_test(weights_have_names),
         cmocka_unit_test(labels_and_nodes_have_names),
         cmocka_unit_test(what_is_not_there_has_no_name))
