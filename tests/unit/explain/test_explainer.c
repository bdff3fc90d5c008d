/* test_explainer.c - what messages, biases and nodes contribute adds up to the output, and is what
 * changes without them. */
#include "base/mem.h"
#include "explain/explainer_parts.h"
#include "support/explained_models.h"

/* ---- Sums -------------------------------------------------------------------------------------- */

/* One linear, one curved, one broken; then every kind of layer somewhere. */
static const char *const MODELS[] = {
    "layers: [encoder: {heads: [\"wl:1 @ distance 0..2\"]},"
    " decoder: {heads: [label], outputs: classes, bias: true}]",

    "layers: [encoder: {heads: [\"wl:2 @ distance 0..3 bias label\"], activation: tanh},"
    " decoder: {heads: [wl:1], outputs: classes, bias: true, activation: tanh}]",

    "layers: [encoder: {heads: [\"degree -> label @ edge x2\", \"label @ distance 1..3\"],"
    " activation: leaky-relu}, decoder: {heads: [label, degree], outputs: 3, bias: true,"
    " pool: sum, activation: relu}, linear: {outputs: classes, bias: true}]",

    "layers: [encoder: {heads: [\"label @ path 0..3\"], activation: tanh},"
    " encoder: {heads: [\"wl:1 @ cycle-distance 0..2 bias wl:1\"], activation: sigmoid},"
    " decoder: {heads: [cycles:4], outputs: classes, bias: true, pool: sum}]",

    "{input: labels, layers: [linear: {outputs: 4, activation: gelu},"
    " encoder: {heads: [\"label @ edge\", \"wl:1 @ distance 0,2 bias degree\"]},"
    " norm: {affine: true}, dropout: {rate: 0.5}, linear: {outputs: 4}, residual: {from: 0},"
    " activation: {kind: elu}, encoder: {heads: [\"none @ distance 0..1\"]},"
    " pool: {kind: max}, linear: {outputs: classes, bias: true}]}",

    "{input: labels, layers: [encoder: {heads: [\"wl:1 @ distance 0..1\"], bias: wl:1},"
    " residual: {}, pool: {kind: mean}, linear: {outputs: classes, bias: true}]}",

    "{input: labels, layers: [encoder: {heads: [\"wl:1 @ distance 0..1\"]},"
    " pool: {kind: sum}, norm: {}, linear: {outputs: classes}]}",

    "layers: [decoder: {heads: [\"wl:1\"], outputs: classes, bias: true, activation: tanh}]",
};

enum { N_MODELS = sizeof MODELS / sizeof MODELS[0] }; /* NOLINT(bugprone-sizeof-expression) */

static double sum_of_head(const sg_head_explanation *head, uint32_t n_nodes)
{
    double sum = head->bias;
    for (uint32_t m = 0; m < head->n_messages; m++) sum += head->message[m].contribution;
    for (uint32_t v = 0; v < n_nodes && head->node != NULL; v++) sum += head->node[v];
    return sum;
}

/* rest + contributions = output, in all the ways they are told. */
static void check_layer(const sg_explanation *e, const sg_layer_explanation *layer)
{
    const double scale = fmax(fabs(e->value), fabs(layer->rest));
    double sum = layer->rest, by_node = layer->rest, sent = 0, received = 0, biases = 0;
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        const sg_head_explanation *head = &layer->head[h];
        check_near(sum_of_head(head, e->n_nodes), head->contribution, 1e-12, 1e-13);
        sum += head->contribution;
        by_node += head->bias;
        for (uint32_t v = 0; v < e->n_nodes && head->node != NULL; v++) biases += head->node[v];
    }
    check_near(sum, e->value, 0, 1e-6 * scale + 1e-13);
    check_near(sum + layer->gap, e->value, 0, 1e-12 * (scale + 1));
    if (layer->exact) check_near(layer->gap, 0, 0, 1e-12 * (scale + 1));
    if (layer->decodes) {
        for (uint32_t v = 0; v < e->n_nodes; v++) by_node += e->node[v];
        check_near(by_node, sum, 0, 1e-12 * (scale + 1));
        return;
    }
    for (uint32_t v = 0; v < e->n_nodes; v++) {
        sent += layer->sent[v];
        received += layer->received[v];
    }
    check_near(layer->rest + received, sum, 0, 1e-12 * (scale + 1));
    check_near(layer->rest + sent + biases, sum, 0, 1e-12 * (scale + 1));
}

static void check_explanation(const sg_explanation *e)
{
    assert_true(e->n_layers > 0);
    for (uint32_t l = 0; l < e->n_layers; l++) {
        assert_int_equal(e->layer[l].decodes, l + 1 == e->n_layers);
        check_layer(e, &e->layer[l]);
    }
}

static void contributions_add_up_to_the_output(void **state)
{
    (void)state;
    sg_rng rng = check_rng("contributions_add_up_to_the_output");
    sg_dataset *data = explained_molecules();
    for (uint32_t i = 0; i < N_MODELS; i++) {
        sg_model *model = explained_model(data, MODELS[i], &rng);
        sg_explainer *explainer = explainer_of(model, data);
        for (uint32_t g = 0; g < data->graph.n_graphs; g++)
            for (uint32_t o = 0; o < model->outputs.n; o++) {
                sg_explanation e = explained_graph(explainer, g, o);
                check_explanation(&e);
                check_near(e.value, explained_output(model, data, g, o), 1e-12, 1e-13);
                sg_explanation_free(&e);
            }
        sg_explainer_close(explainer);
        sg_model_close(model);
    }
    sg_data_close(data);
}

/* The same on data that the model has never seen: some labels and triples weigh nothing. */
static void contributions_add_up_on_other_data(void **state)
{
    (void)state;
    sg_rng rng = check_rng("contributions_add_up_on_other_data");
    sg_dataset *data = explained_molecules(), *other = explained_data("CSL");
    sg_model *model = explained_model(data, MODELS[1], &rng);
    sg_explainer *explainer = explainer_of(model, other);
    sg_explanation e = explained_graph(explainer, 5, SG_PREDICTED);
    check_explanation(&e);
    assert_true(e.layer[0].head[0].n_messages > 0);
    for (uint32_t m = 0; m < e.layer[0].head[0].n_messages; m++) {
        assert_int_equal(e.layer[0].head[0].message[m].weight, SG_NONE);
        check_near(e.layer[0].head[0].message[m].contribution, 0, 0, 0);
    }
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(other);
    sg_data_close(data);
}

/* ---- The slow twin ----------------------------------------------------------------------------- */

static double sum_of_weight(const sg_head_explanation *head, uint32_t weight)
{
    double sum = 0;
    for (uint32_t m = 0; m < head->n_messages; m++)
        if (head->message[m].weight == weight) sum += head->message[m].contribution;
    return sum;
}

/* The output is linear in each weight of a layer, so a weight's messages contribute what the output
 * loses when the weight is set to zero. */
static void check_weights(sg_model *model, const sg_dataset *data, uint32_t graph)
{
    sg_explainer *explainer = explainer_of(model, data);
    size_t n_heads = 0;
    const sg_explained_head *heads = sg_explainer_heads(&n_heads, explainer);
    sg_explanation e = explained_graph(explainer, graph, 1);
    for (uint32_t l = 0; l + 1 < e.n_layers; l++)
        for (uint32_t h = 0; h < e.layer[l].n_heads; h++) {
            const sg_head_explanation *head = &e.layer[l].head[h];
            for (uint32_t w = 0; w < heads[head->head].n_weights; w++) {
                double *weight = model->weight + (heads[head->head].weight - model->weight) + w;
                const double kept = *weight;
                *weight = 0;
                const double without = explained_output(model, data, graph, 1);
                *weight = kept;
                check_near(e.value - without, sum_of_weight(head, w), 1e-9, 1e-11);
            }
        }
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
}

static void a_linear_model_loses_what_a_weight_contributes(void **state)
{
    (void)state;
    static const char *const LINEAR[] = {
        "layers: [encoder: {heads: [\"wl:1 @ distance 0..2 bias label\"]},"
        " decoder: {heads: [label], outputs: classes, bias: true}]",
        "layers: [encoder: {heads: [\"label @ edge x2\"]},"
        " encoder: {heads: [\"degree -> label @ distance 0..1\"]},"
        " decoder: {heads: [wl:1], outputs: 2, pool: sum}, linear: {outputs: classes}]"};
    sg_rng rng = check_rng("a_linear_model_loses_what_a_weight_contributes");
    sg_dataset *data = explained_molecules();
    for (uint32_t i = 0; i < 2; i++) {
        sg_model *model = explained_model(data, LINEAR[i], &rng);
        check_weights(model, data, 0);
        check_weights(model, data, 1);
        sg_model_close(model);
    }
    sg_data_close(data);
}

/* ---- By hand ----------------------------------------------------------------------------------- */

static sg_model *describe_by_hand(const sg_dataset *data)
{
    sg_rng rng = check_rng("by hand");
    return explained_model(
        data,
        "layers: [encoder: {heads: [\"label @ distance 1\"]},"
        " decoder: {heads: [none], outputs: classes, bias: true, pool: sum}]",
        &rng);
}

/* Ethylene: nodes 0 to 3 are H (label 0), 4 and 5 are C (label 1), joined as 0-4 1-4 2-5 3-5 4-5.
 * Every H hears one C, every C two H and one C. */
static void ethylene_by_hand(void **state)
{
    (void)state;
    sg_dataset *data = explained_molecules();
    sg_model *model = describe_by_hand(data);
    sg_explainer *explainer = explainer_of(model, data);
    size_t n_heads = 0;
    const sg_explained_head *heads = sg_explainer_heads(&n_heads, explainer);
    assert_int_equal(n_heads, 2);
    assert_int_equal(heads[0].n_weights, 3);
    const double *decoder = heads[1].weight;
    sg_explanation e = explained_graph(explainer, 0, 1);
    assert_int_equal(e.n_nodes, 6);
    assert_int_equal(e.layer[0].head[0].n_messages, 10);
    double expected = e.layer[1].head[0].bias;
    for (uint32_t m = 0; m < 10; m++) {
        const sg_explained_message *message = &e.layer[0].head[0].message[m];
        assert_int_equal(message->value, 0);
        assert_true(message->weight != SG_NONE);
        check_near(message->contribution, heads[0].weight[message->weight] * decoder[1], 1e-12,
                   0);
        expected += message->contribution;
    }
    check_near(e.value, expected, 1e-12, 0);
    check_near(e.layer[0].rest, e.layer[1].head[0].bias, 1e-12, 0);
    assert_int_equal(e.layer[0].head[0].message[0].receiver, 0);
    assert_int_equal(e.layer[0].head[0].message[0].sender, 4);
    assert_true(e.layer[0].exact && e.layer[1].exact);
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

/* What is regressed is told in its own unit. */
static void regression_is_told_in_the_unit_of_the_target(void **state)
{
    (void)state;
    sg_rng rng = check_rng("regression_is_told_in_the_unit_of_the_target");
    sg_dataset *data = explained_molecules();
    double target[] = {100, 200};
    data->items.target = (sg_value_table){.value = target, .n_columns = 1};
    sg_model *model = explained_model(
        data,
        "{task: regression, layers: [encoder: {heads: [\"wl:1 @ distance 0..2\"],"
        " activation: tanh}, decoder: {heads: [label], outputs: targets, bias: false}]}",
        &rng);
    model->outputs.scale[0] = 20;
    model->outputs.offset[0] = 150;
    sg_explainer *explainer = explainer_of(model, data);
    sg_explanation e = explained_graph(explainer, 1, SG_PREDICTED);
    check_explanation(&e);
    check_near(e.value, 150 + 20 * explained_output(model, data, 1, 0), 1e-12, 0);
    check_near(e.score[0], e.value, 1e-12, 0);
    check_near(e.layer[0].rest, 150, 1e-12, 0);
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    data->items.target = (sg_value_table){0};
    sg_data_close(data);
}

static void the_predicted_class_is_the_largest_output(void **state)
{
    (void)state;
    sg_rng rng = check_rng("the_predicted_class_is_the_largest_output");
    sg_dataset *data = explained_molecules();
    sg_model *model = explained_model(data, MODELS[0], &rng);
    sg_explainer *explainer = explainer_of(model, data);
    sg_explanation e = explained_graph(explainer, 0, SG_PREDICTED);
    assert_int_equal(e.output, e.outputs[1] > e.outputs[0]);
    check_near(e.score[0] + e.score[1], 1, 1e-12, 0);
    check_near(log(e.score[1] / e.score[0]), e.outputs[1] - e.outputs[0], 1e-9, 1e-9);
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Refusals and memory ----------------------------------------------------------------------- */

static void what_does_not_exist_is_refused(void **state)
{
    (void)state;
    sg_rng rng = check_rng("what_does_not_exist_is_refused");
    sg_dataset *data = explained_molecules();
    sg_model *model = explained_model(data, MODELS[0], &rng);
    sg_explainer *explainer = NULL;
    sg_explanation e = {.struct_size = sizeof e};
    const sg_explainer_options wrong[] = {{.struct_size = sizeof *wrong, .tolerance = -0.1},
                                          {.struct_size = sizeof *wrong, .tolerance = NAN},
                                          {.struct_size = sizeof *wrong, .tolerance = 1},
                                          {.struct_size = sizeof *wrong, .steps = 2000000}};
    for (int i = 0; i < 4; i++)
        check_fails(sg_explainer_open(&explainer, model, data, &wrong[i], &err), SG_EINVAL,
                    "explainer: ");
    explainer = explainer_of(model, data);
    check_fails(
        sg_explainer_answer(&e, explainer, 0, (sg_explainer_question){.graph = 2}, &err),
        SG_EINVAL, "no graph 2");
    check_fails(
        sg_explainer_answer(&e, explainer, 0, (sg_explainer_question){.output = 2}, &err),
        SG_EINVAL, "no output 2");
    assert_null(e.layer);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

typedef struct opened {
    sg_model *model;
    sg_dataset *data;
} opened;

static sg_status explain_once(void *context, sg_error *err)
{
    const opened *o = context;
    sg_explainer *explainer = NULL;
    sg_explanation e = {.struct_size = sizeof e};
    sg_status status =
        sg_explainer_open(&explainer, o->model, o->data, &EXPLAINED_DEFAULTS, err);
    if (status == SG_OK)
        status =
            sg_explainer_answer(&e, explainer, 0, (sg_explainer_question){.graph = 1}, err);
    sg_explanation_free(&e);
    sg_explainer_close(explainer);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    sg_rng rng = check_rng("survives_failing_allocations");
    opened o = {.data = explained_molecules()};
    for (int i = 1; i < 6; i++) {
        o.model = explained_model(o.data, MODELS[i], &rng);
        assert_true(check_out_of_memory(explain_once, &o) > 0);
        sg_model_close(o.model);
    }
    sg_data_close(o.data);
}

/* ---- Workers ----------------------------------------------------------------------------------- */

/* Every worker says the same; where one cannot be hired, those that are there stay. */
static void all_workers_say_the_same(void **state)
{
    (void)state;
    sg_rng rng = check_rng("all_workers_say_the_same");
    sg_dataset *data = explained_molecules();
    sg_model *model = explained_model(data, MODELS[1], &rng);
    sg_explainer *explainer = explainer_of(model, data);
    const sg_explainer_question why = {.graph = 1, .output = 1};
    sg_explanation first = explained_graph(explainer, 1, 1);
    assert_int_equal(explainer->n_workers, 1);
    sg_mem_fail_at(1);
    check_fails(sg_explainer_hire(explainer, 3, &err), SG_ENOMEM, "");
    sg_mem_fail_at(-1);
    assert_int_equal(explainer->n_workers, 1);
    check_ok(sg_explainer_hire(explainer, 3, &err));
    assert_int_equal(explainer->n_workers, 3);
    for (uint32_t w = 0; w < 3; w++) {
        sg_explanation e = {.struct_size = sizeof e};
        check_ok(sg_explainer_answer(&e, explainer, w, why, &err));
        assert_memory_equal(e.node, first.node, e.n_nodes * sizeof *e.node);
        assert_true(e.value == first.value);
        sg_explanation_free(&e);
    }
    /* Nobody is dismissed. */
    check_ok(sg_explainer_hire(explainer, 2, &err));
    check_ok(sg_explainer_hire(explainer, 0, &err));
    assert_int_equal(explainer->n_workers, 3);
    sg_explanation_free(&first);
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

static sg_status hire_some(void *context, sg_error *err)
{
    const opened *o = context;
    sg_status status = SG_OK;
    sg_explainer *explainer = NULL;
    SG_TRY(sg_explainer_open(&explainer, o->model, o->data, &EXPLAINED_DEFAULTS, err));
    SG_TRY(sg_explainer_hire(explainer, 3, err));
done:
    sg_explainer_close(explainer);
    return status;
}

static void hiring_survives_failing_allocations(void **state)
{
    (void)state;
    sg_rng rng = check_rng("hiring_survives_failing_allocations");
    opened o = {.data = explained_molecules()};
    o.model = explained_model(o.data, MODELS[0], &rng);
    assert_true(check_out_of_memory(hire_some, &o) > 10);
    sg_model_close(o.model);
    sg_data_close(o.data);
}

static void data_sets_have_a_name_for_messages(void **state)
{
    (void)state;
    sg_rng rng = check_rng("data_sets_have_a_name_for_messages");
    sg_dataset *data = explained_molecules();
    sg_model *model = explained_model(data, MODELS[0], &rng);
    sg_explainer *explainer = explainer_of(model, data);
    assert_string_equal(sg_explainer_data_name(explainer), "MOL2");
    char *name = data->name;
    data->name = NULL; /* data that a program made */
    assert_string_equal(sg_explainer_data_name(explainer), "");
    data->name = name;
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

static void other_weights_are_noticed(void **state)
{
    (void)state;
    sg_rng rng = check_rng("other_weights_are_noticed");
    sg_dataset *data = explained_molecules();
    sg_model *model = explained_model(data, MODELS[0], &rng);
    sg_explainer *explainer = explainer_of(model, data);
    check_ok(sg_explainer_check_model(explainer, &err));
    model->n_changes++;
    check_fails(sg_explainer_check_model(explainer, &err), SG_EINVAL, "other weights");
    sg_explainer_close(explainer);
    sg_model_close(model);
    sg_data_close(data);
}

SG_TESTS(cmocka_unit_test(data_sets_have_a_name_for_messages),
         cmocka_unit_test(other_weights_are_noticed),
         cmocka_unit_test(contributions_add_up_to_the_output),
         cmocka_unit_test(contributions_add_up_on_other_data),
         cmocka_unit_test(a_linear_model_loses_what_a_weight_contributes),
         cmocka_unit_test(ethylene_by_hand),
         cmocka_unit_test(regression_is_told_in_the_unit_of_the_target),
         cmocka_unit_test(the_predicted_class_is_the_largest_output),
         cmocka_unit_test(what_does_not_exist_is_refused),
         cmocka_unit_test(survives_failing_allocations),
         cmocka_unit_test(all_workers_say_the_same),
         cmocka_unit_test(hiring_survives_failing_allocations))
