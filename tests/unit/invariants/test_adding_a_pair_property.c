/* test_adding_a_pair_property.c - the worked example of docs/adding-a-pair-property.md works, from
 * an expression to a model file and an explanation.
 *
 * The test has a registry of its own, which takes the place of pair_property_kinds.c. */
#include "sharegnn.h"

#include "support/check.h"
#include "support/random_graph.h"

#include "../../../docs/examples/common_neighbors.c" /* NOLINT(bugprone-suspicious-include) */

#include "invariants/expression.h"

#include <stdio.h>
#include <string.h>

/* The same, without a way to name its values. */
static const sg_property_kind NAMELESS = {.name = "nameless",
                                          .usage = "nameless",
                                          .about = "the example without names",
                                          .example = "nameless",
                                          .find = find_common_neighbors};

const sg_property_kind *const *sg_property_kinds(size_t *n_kinds)
{
    static const sg_property_kind *const KINDS[] = {&sg_property_distance,
                                                    &sg_property_common_neighbors, &NAMELESS};
    *n_kinds = 3;
    return KINDS;
}

static bool are_joined(const sg_one_graph *graph, uint32_t v, uint32_t w)
{
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
        if (graph->neighbor[a] - graph->first == w) return true;
    return false;
}

/* Every pair against trying all third nodes. */
static void check_pairs_of(const sg_pairs *pairs, const sg_one_graph *graph)
{
    uint32_t p = 0;
    for (uint32_t v = 0; v < graph->n_nodes; v++) {
        assert_int_equal(pairs->row[v], p);
        for (uint32_t w = 0; w < graph->n_nodes; w++) {
            uint64_t word[2] = {0, v == w};
            for (uint32_t u = 0; u < graph->n_nodes; u++)
                word[0] += are_joined(graph, v, u) && are_joined(graph, u, w);
            if (word[0] == 0) continue;
            assert_int_equal(pairs->sender[p], w);
            assert_true(pairs->key[pairs->value[p]].key ==
                        sg_key_of(SG_TAG_EXAMPLE_PAIR, word, 2).key);
            p++;
        }
    }
    assert_int_equal(pairs->row[graph->n_nodes], p);
}

static void pairs_equal_the_twin(void **state)
{
    (void)state;
    sg_rng rng = check_rng("common neighbors");
    sg_scratch scratch = {0};
    sg_property property = {0};
    check_ok(sg_property_parse(&property, "common-neighbors", &err));
    for (int i = 0; i < 300; i++) {
        sg_graph graph = random_graph(&rng, (random_shape){.max_graphs = 3, .max_nodes = 9});
        const sg_graph_view view = {.graph = &graph};
        for (uint32_t g = 0; g < graph.n_graphs; g++) {
            const sg_one_graph one = sg_view_graph(&view, g);
            sg_pairs pairs = {0};
            check_ok(property.kind->find(&pairs, &property, &one, &scratch, &err));
            check_pairs_of(&pairs, &one);
            sg_scratch_reset(&scratch);
        }
        sg_graph_free(&graph);
    }
    sg_property_free(&property);
    sg_scratch_free(&scratch);
}

static sg_model *train(const sg_dataset *data, const char *encoder)
{
    sg_model *model = NULL;
    const sg_model_options options = {.struct_size = sizeof options,
                                      .encoder = &encoder,
                                      .n_encoders = 1,
                                      .decoder = "degree"};
    const sg_training_options training = {
        .struct_size = sizeof training, .settings = "{epochs: 3, batch-size: 10}", .seed = 42};
    check_ok(sg_model_build(&model, data, &options, &err));
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

/* A model file keeps what was trained: the same predictions come out of it. */
static sg_model *write_and_read(sg_model *model, const sg_dataset *data)
{
    const uint32_t n = sg_data_sizes_of(data).n_graphs,
                   n_outputs = sg_model_sizes_of(model).n_outputs;
    double *before = calloc((size_t)n * n_outputs, sizeof *before);
    double *after = calloc((size_t)n * n_outputs, sizeof *after);
    sg_model *read = NULL;
    check_ok(sg_model_save(model, "adding-a-pair-property.model", &err));
    check_ok(sg_model_open(&read, "adding-a-pair-property.model", &err));
    check_ok(sg_model_predict(before, model, data, NULL, &err));
    check_ok(sg_model_predict(after, read, data, NULL, &err));
    assert_memory_equal(before, after, (size_t)n * n_outputs * sizeof *before);
    assert_int_equal(remove("adding-a-pair-property.model"), 0);
    free(before);
    free(after);
    sg_model_close(model);
    return read;
}

/* All names of the values of the only encoder, joined by ';'. */
static void check_explained(const sg_model *model, const sg_dataset *data, const char *names,
                            const char *weight)
{
    sg_explainer *explainer = NULL;
    sg_explanation e = {.struct_size = sizeof e};
    size_t n_heads = 0;
    char text[200] = "";
    check_ok(sg_explainer_open(&explainer, model, data, NULL, &err));
    const sg_explained_head *head = sg_explainer_heads(&n_heads, explainer);
    for (uint32_t v = 0; v < head->n_values; v++) {
        if (v > 0) (void)strncat(text, "; ", sizeof text - strlen(text) - 1);
        (void)strncat(text, head->value[v], sizeof text - strlen(text) - 1);
    }
    if (names != NULL) assert_string_equal(text, names);
    (void)sg_explainer_weight_name(text, sizeof text, explainer, 0, 0);
    assert_non_null(strstr(text, weight));
    check_ok(sg_explainer_graph(&e, explainer, 0, SG_PREDICTED, &err));
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
}

/* In a circle with skip links every node has degree 4. */
static void a_model_is_trained_saved_and_explained(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model = write_and_read(train(data, "degree @ common-neighbors"), data);
    check_explained(model, data,
                    "self, degree 4; 1 common neighbor; 2 common neighbors; 3 common neighbors",
                    ", ");
    sg_model_close(model);
    sg_data_close(data);
}

static void values_without_names_have_numbers(void **state)
{
    (void)state;
    sg_dataset *data = NULL;
    check_ok(sg_data_generate(&data, "CSL", 0, &err));
    sg_model *model = write_and_read(train(data, "degree @ nameless"), data);
    check_explained(model, data, "nameless #0; nameless #1; nameless #2; nameless #3",
                    ", nameless #");
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(pairs_equal_the_twin),
         cmocka_unit_test(a_model_is_trained_saved_and_explained),
         cmocka_unit_test(values_without_names_have_numbers))
