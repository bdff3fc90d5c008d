/* test_blueprint.c - networks by their expressions: reading, writing, composing. */
#include "model/blueprint.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/layer_text.h"
#include "text/yaml.h"

static sg_status read_text(sg_blueprint *blueprint, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f;
    SG_TRY(sg_yaml_parse(&tree, "net.yml", text, strlen(text), err));
    SG_TRY(sg_fields_open(&f, tree.root, "", "net.yml", err));
    SG_TRY(sg_blueprint_read(blueprint, &f, err));
    SG_TRY(sg_fields_finish(&f, err));
done:
    sg_tree_free(&tree);
    return status;
}

static sg_status write_text(char **text, const sg_blueprint *blueprint, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *root = NULL;
    SG_TRY(sg_node_make(&root, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_blueprint_put(root, blueprint, err));
    SG_TRY(sg_yaml_write(text, root, err));
done:
    sg_node_free(root);
    return status;
}

/* Every kind of layer, with everything that can be said of it. */
static const char ALL[] =
    "input: labels\n"
    "noise: 0.5\n"
    "layers:\n"
    "  - linear: { outputs: 10, activation: leaky-relu, bias: false }\n"
    "  - norm: { affine: true }\n"
    "  - encoder: { heads: ['wl:2 @ distance 0..6 x2', 'label -> degree @ edge bias wl:1'],\n"
    "               bias: label, at-least: 2, at-most: 50, activation: tanh }\n"
    "  - residual: { from: 1 }\n"
    "  - residual: {}\n"
    "  - dropout: { rate: 0.2 }\n"
    "  - activation: { kind: relu }\n"
    "  - decoder: { heads: ['wl:2', 'degree x3'], outputs: 7, bias: false, pool: sum,\n"
    "               activation: sigmoid }\n"
    "  - pool: { kind: max }\n"
    "  - linear: { outputs: targets }\n";

/* The same layers, line by line. */
static const char *const ALL_LINES[] = {
    "{'linear':{'outputs':10,'bias':false,'activation':'leaky-relu'}}",
    "{'norm':{'affine':true}}",
    "{'encoder':{'heads':['wl:2 @ distance 0..6 x2 at-least 2 at-most 50 bias label',"
    "'label -> degree @ edge at-least 2 at-most 50 bias wl:1'],'activation':'tanh'}}",
    "{'residual':{'from':1}}",
    "{'residual':{}}",
    "{'dropout':{'rate':0.2}}",
    "{'activation':{'kind':'relu'}}",
    "{'decoder':{'heads':['wl:2','degree x3'],'outputs':7,'bias':false,'pool':'sum',"
    "'activation':'sigmoid'}}",
    "{'pool':{'kind':'max'}}",
    "{'linear':{'outputs':'targets','bias':true,'activation':'identity'}}",
};

static void everything_is_read(void **state)
{
    (void)state;
    sg_blueprint b = {0};
    check_ok(read_text(&b, ALL, &err));
    assert_true(sg_inputs_have(&b.input, SG_INPUT_LABELS));
    check_near(b.noise, 0.5, 0, 0);
    assert_int_equal(b.n_layers, 10);
    for (uint32_t l = 0; l < b.n_layers; l++) check_layer(&b.layer[l], ALL_LINES[l]);
    sg_blueprint_free(&b);
    assert_null(b.layer);
}

static void what_is_not_said_has_a_default(void **state)
{
    (void)state;
    sg_blueprint b = {0};
    check_ok(read_text(&b,
                       "layers:\n"
                       "  - encoder: { heads: [degree @ edge] }\n"
                       "  - norm: {}\n"
                       "  - dropout:\n"
                       "      rate: 0\n"
                       "  - decoder: { heads: [degree], outputs: classes }\n",
                       &err));
    assert_true(sg_inputs_have(&b.input, SG_INPUT_ONES));
    check_near(b.noise, 0, 0, 0);
    check_layer(&b.layer[0], "{'encoder':{'heads':['degree @ edge'],'activation':'identity'}}");
    check_layer(&b.layer[1], "{'norm':{'affine':false}}");
    check_layer(&b.layer[2], "{'dropout':{'rate':0}}");
    check_layer(&b.layer[3], "{'decoder':{'heads':['degree'],'outputs':'targets','bias':true,"
                             "'pool':'mean','activation':'identity'}}");
    sg_blueprint_free(&b);
}

/* What is written is read as the same, whatever it was. */
static void check_round_trip(const sg_blueprint *b)
{
    char *once = NULL, *twice = NULL;
    sg_blueprint again = {0};
    check_ok(write_text(&once, b, &err));
    check_ok(read_text(&again, once, &err));
    check_ok(write_text(&twice, &again, &err));
    assert_string_equal(once, twice);
    assert_int_equal(again.n_layers, b->n_layers);
    for (uint32_t l = 0; l < b->n_layers; l++) {
        char *line = layer_text(&b->layer[l]);
        check_layer(&again.layer[l], line);
        sg_free(line);
    }
    sg_free(once);
    sg_free(twice);
    sg_blueprint_free(&again);
}

static void writing_and_reading_are_inverse(void **state)
{
    (void)state;
    sg_blueprint b = {0};
    check_ok(read_text(&b, ALL, &err));
    check_round_trip(&b);
    sg_blueprint_free(&b);
}

static void copies_are_the_same(void **state)
{
    (void)state;
    sg_blueprint b = {0}, copy = {0};
    char *first = NULL, *second = NULL;
    check_ok(read_text(&b, ALL, &err));
    check_ok(write_text(&first, &b, &err));
    check_ok(sg_blueprint_copy(&copy, &b, &err));
    assert_ptr_not_equal(copy.layer, b.layer);
    sg_blueprint_free(&b); /* the copy has nothing of it */
    check_ok(write_text(&second, &copy, &err));
    assert_string_equal(first, second);
    assert_true(sg_inputs_have(&copy.input, SG_INPUT_LABELS));
    check_near(copy.noise, 0.5, 0, 0);
    for (uint32_t l = 0; l < copy.n_layers; l++) check_layer(&copy.layer[l], ALL_LINES[l]);
    sg_blueprint_free(&copy);
    sg_free(first);
    sg_free(second);
}

/* What is in a file as "0.1" and what a program made of a third are copied to the last bit. */
static void copies_have_the_same_numbers(void **state)
{
    (void)state;
    const double noises[] = {0, 0.1, 1.0 / 3, 1e-300, 999999.99999999988};
    sg_blueprint b = {0}, copy = {0};
    check_ok(sg_blueprint_compose(&b, NULL, 0, "wl:1", SG_POOL_SUM, false, &err));
    for (size_t i = 0; i < sizeof noises / sizeof *noises; i++) {
        b.noise = noises[i];
        check_ok(sg_blueprint_copy(&copy, &b, &err));
        assert_true(copy.noise == noises[i]);
        sg_blueprint_free(&copy);
    }
    sg_blueprint_free(&b);
}

static sg_status copy_once(void *context, sg_error *err)
{
    sg_blueprint copy = {0};
    const sg_status status = sg_blueprint_copy(&copy, context, err);
    assert_true((status == SG_OK) == (copy.layer != NULL)); /* whole or empty */
    sg_blueprint_free(&copy);
    return status;
}

static void mistakes_have_a_place(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{}", "net.yml:1:1: layers: a list of 1 to 1000 layers is needed"},
        {"input: 3\nlayers: []", "net.yml:1:8: "},
        {"layers: []", "net.yml:1:9: layers: a list of 1 to 1000 layers is needed"},
        {"layers: encoder", "net.yml:1:9: layers: a list"},
        {"noise: -1\nlayers: []", "net.yml:1:8: "},
        {"noise: loud\nlayers: []", "net.yml:1:8: "},
        {"layers: [encoder]", "net.yml:1:10: layers: each item is one layer"},
        {"layers:\n  - {norm: {}, pool: {}}", "net.yml:2:5: layers: each item is one layer"},
        {"layers:\n  - encodr: {}", "net.yml:2:5: layers: unknown layer \"encodr\"; did you "
                                    "mean encoder?"},
        {"layers:\n  - convolution: {}", "there are encoder, decoder, linear, norm,"},
        {"layers:\n  - encoder: {}", "heads: a list of heads is needed, as in heads: [\"wl:2 @ "
                                     "distance 0..6\"]"},
        {"layers:\n  - encoder: { heads: [] }", "net.yml:2:23: layers.0.encoder.heads: a list"},
        {"layers:\n  - encoder: { heads: degree @ edge }", "net.yml:2:23: "},
        {"layers:\n  - encoder: { heads: [[degree @ edge]] }", "net.yml:2:24: "},
        {"layers:\n  - encoder:\n      heads:\n        - degree @ edge\n        - degre @ edge",
         "net.yml:5:11: layers.0.encoder: \"degre\", column 1: unknown labeling"},
        {"layers:\n  - encoder: { heads: [degree @ edge], bias: degre }",
         "net.yml:2:46: layers.0.encoder: \"degre\""},
        {"layers:\n  - encoder: { heads: [degree @ edge], at-least: 0 }", "net.yml:2:50: "},
        {"layers:\n  - encoder: { heads: [degree @ edge], activation: tan }",
         "net.yml:2:52: layers.0.encoder: "},
        {"layers:\n  - encoder: { heads: [degree @ edge], activtion: tanh }",
         "net.yml:2:40: layers.0.encoder: unknown key \"activtion\"; did you mean "
         "\"activation\"?"},
        {"layers:\n  - decoder: { heads: [degree @ edge] }",
         "net.yml:2:24: layers.0.decoder: "},
        {"layers:\n  - decoder: { heads: [degree x0] }", "net.yml:2:24: layers.0.decoder: "},
        {"layers:\n  - decoder: { heads: [degree x4000, degree x97] }",
         "net.yml:2:38: layers.0.decoder.heads: with all copies they are more than 4096"},
        {"layers:\n  - encoder: { heads: [degree @ edge x4096, label @ edge] }",
         "net.yml:2:45: layers.0.encoder.heads: with all copies they are more than 4096"},
        {"layers:\n  - decoder: { heads: [degree], pool: max }", "net.yml:2:39: "},
        {"layers:\n  - decoder: { heads: [degree], bias: yes }", "net.yml:2:39: "},
        {"layers:\n  - decoder: { heads: [degree], outputs: 0 }",
         "net.yml:2:42: layers.0.decoder.outputs: a number from 1 on is needed, or classes"},
        {"layers:\n  - decoder: { heads: [degree], outputs: many }", "net.yml:2:42: "},
        {"layers:\n  - decoder: { heads: [degree], outputs: [2] }", "net.yml:2:42: "},
        {"layers:\n  - linear: { outputs: 99999999999 }", "net.yml:2:24: "},
        {"layers:\n  - linear: 3", "net.yml:2:13: "},
        {"layers:\n  - dropout: { rate: 1 }", "net.yml:2:22: "},
        {"layers:\n  - pool: { kind: median }", "net.yml:2:19: "},
        {"layers:\n  - activation: { kind: }", "net.yml:2:"},
        {"layers:\n  - residual: { from: 0 }", "net.yml:2:23: "},
        {"layers:\n  - norm: {}\n  - residual: { from: 1 }", "net.yml:3:23: "},
        {"layers:\n  - norm: {}\nlayrs: 3", "net.yml:3:1: unknown key \"layrs\"; did you mean "
                                            "\"layers\"?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_blueprint b = {.n_layers = 77};
        const sg_blueprint before = b;
        check_fails(read_text(&b, cases[i][0], &err), SG_EFORMAT, cases[i][1]);
        /* The last mistake is found behind the blueprint. */
        if (strstr(cases[i][0], "layrs") != NULL)
            sg_blueprint_free(&b);
        else
            assert_memory_equal(&b, &before, sizeof b);
    }
}

static void the_plain_model_is_composed(void **state)
{
    (void)state;
    const char *const encoder[] = {"wl:2 @ distance 0..6", "label -> degree @ edge"};
    sg_blueprint b = {0};
    check_ok(sg_blueprint_compose(&b, encoder, 2, "wl:1", SG_POOL_MEAN, true, &err));
    assert_int_equal(b.n_layers, 3);
    check_layer(&b.layer[0],
                "{'encoder':{'heads':['wl:2 @ distance 0..6'],'activation':'tanh'}}");
    check_layer(&b.layer[1],
                "{'encoder':{'heads':['label -> degree @ edge'],'activation':'tanh'}}");
    check_layer(&b.layer[2], "{'decoder':{'heads':['wl:1'],'outputs':'targets','bias':true,"
                             "'pool':'mean','activation':'identity'}}");
    check_round_trip(&b);
    sg_blueprint_free(&b);
    check_ok(sg_blueprint_compose(&b, NULL, 0, "wl:1", SG_POOL_SUM, false, &err));
    assert_int_equal(b.n_layers, 1);
    check_layer(&b.layer[0], "{'decoder':{'heads':['wl:1'],'outputs':'targets','bias':true,"
                             "'pool':'sum','activation':'identity'}}");
    sg_blueprint_free(&b);
}

static void several_heads_are_joined_at_the_end(void **state)
{
    (void)state;
    static const struct {
        const char *encoder, *decoder, *heads;
        uint32_t n_layers;
    } cases[] = {{"label @ edge", "label", "'label @ edge'", 2},
                 {"label @ edge ; degree @ edge", "label", "'label @ edge','degree @ edge'", 3},
                 {"label @ edge x2", "label", "'label @ edge x2'", 3},
                 {"label @ edge", "label x2", "'label @ edge'", 3},
                 {"label@edge;label@edge x2;degree@edge", "label",
                  "'label @ edge','label @ edge x2','degree @ edge'", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_blueprint b = {0};
        check_ok(sg_blueprint_compose(&b, &cases[i].encoder, 1, cases[i].decoder, SG_POOL_MEAN,
                                      true, &err));
        assert_int_equal(b.n_layers, cases[i].n_layers);
        char line[200];
        (void)snprintf(line, sizeof line, "{'encoder':{'heads':[%s],'activation':'tanh'}}",
                       cases[i].heads);
        check_layer(&b.layer[0], line);
        if (b.n_layers == 3)
            check_layer(&b.layer[2],
                        "{'linear':{'outputs':'targets','bias':true,'activation':'identity'}}");
        check_round_trip(&b);
        sg_blueprint_free(&b);
    }
}

/* Labels and attributes are rows of any number of values. */
static void wide_inputs_are_joined_at_the_end(void **state)
{
    (void)state;
    static const struct {
        const char *input;
        uint32_t n_layers;
    } cases[] = {
        {"ones", 2}, {"labels", 3}, {"labels wl:1", 3}, {"attributes", 3}, {"ones; ones", 3}};
    const char *encoder = "label @ edge";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_blueprint b = {.noise = 0.5};
        check_ok(sg_inputs_parse(&b.input, cases[i].input, &err));
        check_ok(sg_blueprint_compose(&b, &encoder, 1, "label", SG_POOL_MEAN, true, &err));
        assert_int_equal(sg_inputs_are_ones(&b.input), cases[i].n_layers == 2);
        assert_int_equal(b.n_layers, cases[i].n_layers);
        assert_true(b.noise == 0.5);
        check_round_trip(&b);
        sg_blueprint_free(&b);
    }
}

static void wrong_expressions_compose_nothing(void **state)
{
    (void)state;
    static const char *const cases[][3] = {{"label", "label", "there is no '@'"},
                                           {"label @ edge;", "label", "there is no '@'"},
                                           {";", "label", "there is no '@'"},
                                           {"", "label", "there is no '@'"},
                                           {"label @ edge", "labl", "did you mean label?"},
                                           {"label @ edge", "", "column 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sg_blueprint b = {.n_layers = 77};
        check_fails(
            sg_blueprint_compose(&b, &cases[i][0], 1, cases[i][1], SG_POOL_MEAN, true, &err),
            SG_EINVAL, cases[i][2]);
        assert_int_equal(b.n_layers, 77);
    }
    sg_blueprint b = {0};
    check_fails(sg_blueprint_compose(&b, NULL, 1001, "label", SG_POOL_MEAN, true, &err),
                SG_EINVAL, "more than 1000 encoders");
}

static sg_status read_and_write(void *context, sg_error *err)
{
    (void)context;
    sg_status status = SG_OK;
    sg_blueprint b = {0}, composed = {0};
    char *text = NULL;
    const char *encoder = "wl:2 @ distance 0..6 x2 ; label @ edge";
    SG_TRY(read_text(&b, ALL, err));
    SG_TRY(write_text(&text, &b, err));
    SG_TRY(sg_blueprint_compose(&composed, &encoder, 1, "wl:2", SG_POOL_MEAN, true, err));
done:
    sg_blueprint_free(&b);
    sg_blueprint_free(&composed);
    sg_free(text);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    sg_blueprint b = {0};
    check_ok(read_text(&b, ALL, &err));
    assert_true(check_out_of_memory(copy_once, &b) > 50);
    sg_blueprint_free(&b);
    assert_true(check_out_of_memory(read_and_write, NULL) > 50);
}

/* ---- Needs ---------------------------------------------------------------------------------- */

/* The needs, one behind the other; the visitor fails at `fail_at`. */
typedef struct needs {
    char text[400];
    uint32_t n, fail_at;
} needs;

static sg_status note(void *context, const sg_need *need, sg_error *err)
{
    needs *noted = context;
    sg_status status = SG_OK;
    SG_REQUIRE(noted->n++ != noted->fail_at, SG_ELIMIT, "enough");
    assert_true((need->labels != NULL) != (need->head != NULL));
    strcat(noted->text, need->labels != NULL ? need->labels : need->head->property);
    strcat(noted->text, "; ");
done:
    return status;
}

static void needs_are_named_layer_by_layer(void **state)
{
    (void)state;
    sg_blueprint b = {0};
    check_ok(
        read_text(&b,
                  "input: labels\n"
                  "layers: [{encoder: {heads: [wl:2 -> degree @ distance 1]}}, {norm: {}},\n"
                  "         {encoder: {heads: [wl:1 @ edge], bias: core}},\n"
                  "         {decoder: {heads: [wl:2, degree]}}]",
                  &err));
    needs noted = {.fail_at = UINT32_MAX};
    const sg_need_visitor visitor = {note, &noted};
    check_ok(sg_blueprint_needs(&visitor, &b, &err));
    assert_string_equal(
        noted.text, "label; degree; wl:2; distance 1; wl:1; wl:1; core; edge; wl:2; degree; ");
    const uint32_t n = noted.n;
    for (uint32_t i = 0; i < n; i++) {
        noted = (needs){.fail_at = i};
        check_fails(sg_blueprint_needs(&visitor, &b, &err), SG_ELIMIT, "enough");
        assert_int_equal(noted.n, i + 1); /* the first failure ends it */
    }
    sg_inputs_free(&b.input);
    noted = (needs){.fail_at = UINT32_MAX};
    check_ok(sg_blueprint_needs(&visitor, &b, &err));
    assert_int_equal(noted.n, n - 1); /* only one-hot input needs labels */
    sg_blueprint_free(&b);
    noted = (needs){0};
    check_ok(sg_blueprint_needs(&visitor, &b, &err)); /* nothing needs nothing */
    assert_int_equal(noted.n, 0);
}

/* Only what is wrong with a layer has its place, and only where the blueprint comes from a file. */
static void failures_on_data_have_a_place(void **state)
{
    static const char FILE[] = "layers:\n  - linear: {outputs: 2}\n  - pool: {}\n";
    const sg_error wrong = {.status = SG_EINVAL, .text = "pool: not here"},
                   full = {.status = SG_ENOMEM, .text = "out of memory"};
    sg_blueprint b = {0};
    (void)state;
    check_ok(read_text(&b, FILE, &err));
    assert_int_equal(b.layer[1].line, 3);
    sg_error err = {0};
    assert_int_equal(sg_blueprint_fail(&b, 1, &wrong, &err), SG_EINVAL);
    assert_string_equal(err.text, "pool: not here");
    b.path = sg_text_copy("net.yml");
    err = (sg_error){0};
    assert_int_equal(sg_blueprint_fail(&b, 1, &wrong, &err), SG_EINVAL);
    assert_string_equal(err.text, "net.yml:3: pool: not here");
    err = (sg_error){0};
    assert_int_equal(sg_blueprint_fail(&b, 1, &full, &err), SG_ENOMEM);
    assert_string_equal(err.text, "out of memory");
    sg_blueprint_free(&b);
    assert_null(b.path);
}

SG_TESTS(cmocka_unit_test(failures_on_data_have_a_place),
         cmocka_unit_test(needs_are_named_layer_by_layer), cmocka_unit_test(everything_is_read),
         cmocka_unit_test(what_is_not_said_has_a_default),
         cmocka_unit_test(writing_and_reading_are_inverse),
         cmocka_unit_test(copies_are_the_same), cmocka_unit_test(copies_have_the_same_numbers),
         cmocka_unit_test(mistakes_have_a_place), cmocka_unit_test(the_plain_model_is_composed),
         cmocka_unit_test(several_heads_are_joined_at_the_end),
         cmocka_unit_test(wide_inputs_are_joined_at_the_end),
         cmocka_unit_test(wrong_expressions_compose_nothing),
         cmocka_unit_test(memory_may_run_out))
