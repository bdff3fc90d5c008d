/* test_layer_design.c - layers of blueprints: what a file says, what it leaves out, and what it
 * must not say, for every member of every kind. */
#include "layers/layer_kind.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/layer_specs.h"
#include "support/layer_text.h"
#include "text/yaml.h"

static const sg_layer_kind *kind_of(const char *word)
{
    const sg_layer_kind *kind = NULL;
    check_ok(sg_layer_kind_find(&kind, word, &err));
    return kind;
}

/* Read a layer from text like "linear: {outputs: 3}"; it is layer 4 of its network. */
static sg_status read_layer(sg_layer_design *layer, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_layer_design made = {0};
    const sg_layer_kind *kind = NULL;
    sg_tree tree = {0};
    sg_fields f;
    char name[60];
    SG_TRY(sg_yaml_parse(&tree, "l.yml", text, strlen(text), err));
    const sg_node *item = tree.root->child[0];
    SG_TRY(sg_layer_kind_find(&kind, item->key, err));
    SG_TRY(sg_layer_design_make(&made, kind, err));
    (void)snprintf(name, sizeof name, "layers.4.%s", kind->word);
    SG_TRY(sg_fields_open(&f, item, name, "l.yml", err));
    SG_TRY(sg_layer_design_read(&made, &f, 4, err));
    SG_TRY(sg_fields_finish(&f, err));
    *layer = made;
    made = (sg_layer_design){0};
done:
    sg_layer_design_free(&made);
    sg_tree_free(&tree);
    return status;
}

#define GINE(edges, attributes)                                                                \
    "{'gine':{'outputs':'targets','epsilon':true,'edges':" edges                               \
    ",'edge-attributes':" attributes ",'activation':'identity'}}"
#define ATTENTION(word, outputs, heads, join, edges)                                           \
    "{'" word "':{'outputs':" outputs ",'heads':" heads ",'join':'" join                       \
    "','bias':true,'edges':" edges ",'edge-attributes':0,'activation':'identity'}}"

/* ---- Presets ---------------------------------------------------------------------------------- */

static void new_layers_have_presets(void **state)
{
    (void)state;
    static const char *const LINES[] = {
        "{'encoder':{'heads':[],'activation':'identity'}}",
        ("{'decoder':{'heads':[],'outputs':'targets','bias':true,'pool':'mean',"
         "'activation':'identity'}}"),
        "{'linear':{'outputs':'targets','bias':true,'activation':'identity'}}",
        "{'norm':{'affine':false}}",
        "{'activation':{'kind':'tanh'}}",
        "{'dropout':{'rate':0.5}}",
        "{'pool':{'kind':'mean'}}",
        "{'residual':{}}",
        "{'gcn':{'outputs':'targets','bias':true,'activation':'identity'}}",
        ("{'sage':{'outputs':'targets','gather':'mean','bias':true,'activation':'identity'}}"),
        "{'gin':{'outputs':'targets','epsilon':true,'activation':'identity'}}",
        GINE("'none'", "0"),
        ATTENTION("gat", "'targets'", "1", "concat", "'none'"),
        ATTENTION("gatv2", "'targets'", "1", "concat", "'none'"),
        "{'concat':{'layers':[]}}",
        "{'virtual-node':{'pool':'sum'}}",
        "{'batch-norm':{'affine':true,'momentum':0.1}}",
        ("{'embedding':{'labels':'label','outputs':'targets','beside':false,"
         "'activation':'identity'}}"),
        "{'standardize':{}}",
        "{'add':{'outputs':'targets','activation':'identity'}}",
        "{'branch':{}}",
        "{'low-rank':{'rank':8,'activation':'identity'}}",
        ("{'sparse':{'outputs':'targets','columns':1,'gather':'none','scale':'none','dropout':0,"
         "'bias':true,'activation':'identity'}}")};
    uint32_t i = 0;
    for (; sg_layer_kind_at(i) != NULL; i++) {
        sg_layer_design layer = {0};
        check_ok(sg_layer_design_make(&layer, sg_layer_kind_at(i), &err));
        assert_ptr_equal(layer.kind, sg_layer_kind_at(i));
        check_layer(&layer, LINES[i]);
        sg_layer_design_free(&layer);
        assert_true(layer.kind == NULL && layer.settings == NULL);
        sg_layer_design_free(&layer);
    }
    assert_int_equal(i, sizeof LINES / sizeof *LINES);
}

/* ---- Members ---------------------------------------------------------------------------------- */

#define LINEAR(outputs, bias, activation)                                                      \
    "{'linear':{'outputs':" outputs ",'bias':" bias ",'activation':'" activation "'}}"
#define DECODER(heads, outputs, bias, pool, activation)                                        \
    "{'decoder':{'heads':[" heads "],'outputs':" outputs ",'bias':" bias ",'pool':'" pool      \
    "','activation':'" activation "'}}"
#define ENCODER(heads, activation)                                                             \
    "{'encoder':{'heads':[" heads "],'activation':'" activation "'}}"

/* What is written, and what that comes to. */
static const char *const SAID[][2] = {
    {"linear: {}", LINEAR("'targets'", "true", "identity")},
    {"linear: {outputs: 1}", LINEAR("1", "true", "identity")},
    {"linear: {outputs: 1048576}", LINEAR("1048576", "true", "identity")},
    {"linear: {outputs: classes}", LINEAR("'targets'", "true", "identity")},
    {"linear: {outputs: targets}", LINEAR("'targets'", "true", "identity")},
    {"linear: {bias: false}", LINEAR("'targets'", "false", "identity")},
    {"linear: {bias: true, outputs: 2}", LINEAR("2", "true", "identity")},
    {"linear: {activation: leaky-relu}", LINEAR("'targets'", "true", "leaky-relu")},
    {"norm: {}", "{'norm':{'affine':false}}"},
    {"norm: {affine: true}", "{'norm':{'affine':true}}"},
    {"norm: {affine: false}", "{'norm':{'affine':false}}"},
    {"activation: {}", "{'activation':{'kind':'tanh'}}"},
    {"activation: {kind: identity}", "{'activation':{'kind':'identity'}}"},
    {"dropout: {}", "{'dropout':{'rate':0.5}}"},
    {"dropout: {rate: 0}", "{'dropout':{'rate':0}}"},
    {"dropout: {rate: 0.999}", "{'dropout':{'rate':0.999}}"},
    {"dropout: {rate: 1e-3}", "{'dropout':{'rate':0.001}}"},
    {"pool: {}", "{'pool':{'kind':'mean'}}"},
    {"pool: {kind: mean}", "{'pool':{'kind':'mean'}}"},
    {"pool: {kind: sum}", "{'pool':{'kind':'sum'}}"},
    {"pool: {kind: max}", "{'pool':{'kind':'max'}}"},
    {"residual: {}", "{'residual':{}}"},
    {"residual: {from: 0}", "{'residual':{'from':0}}"},
    {"residual: {from: 3}", "{'residual':{'from':3}}"},
    {"residual: {drop: 0}", "{'residual':{}}"},
    {"residual: {from: 3, drop: 0.25}", "{'residual':{'from':3,'drop':0.25}}"},
    {"gine: {}", GINE("'none @ edge'", "0")},
    {"gine: {edges: none}", GINE("'none'", "0")},
    {"gine: {edges: label -> degree @ edge at-least 2, edge-attributes: 3}",
     GINE("'label -> degree @ edge at-least 2'", "3")},
    {"gat: {}", ATTENTION("gat", "'targets'", "1", "concat", "'none'")},
    {"gat: {outputs: 8, heads: 4, join: mean, edges: none @ edge}",
     ATTENTION("gat", "8", "4", "mean", "'none @ edge'")},
    {"gatv2: {heads: 2}", ATTENTION("gatv2", "'targets'", "2", "concat", "'none'")},
    {"concat: {layers: [0, 3, 0]}", "{'concat':{'layers':[0,3,0]}}"},
    {"virtual-node: {pool: mean}", "{'virtual-node':{'pool':'mean'}}"},
    {"batch-norm: {affine: false, momentum: 1}",
     "{'batch-norm':{'affine':false,'momentum':1}}"},
    {"embedding: {labels: ' wl:2', outputs: 8, beside: true}",
     "{'embedding':{'labels':'wl:2','outputs':8,'beside':true,'activation':'identity'}}"},
    {"standardize: {}", "{'standardize':{}}"},
    {"decoder: {heads: [wl:2]}", DECODER("'wl:2'", "'targets'", "true", "mean", "identity")},
    {"decoder: {heads: [wl:2, 'degree x3', wl:2]}",
     DECODER("'wl:2','degree x3','wl:2'", "'targets'", "true", "mean", "identity")},
    {"decoder: {heads: [' degree   x1 ']}",
     DECODER("'degree'", "'targets'", "true", "mean", "identity")},
    {"decoder: {heads: [label x4096]}",
     DECODER("'label x4096'", "'targets'", "true", "mean", "identity")},
    {"decoder: {heads: [label], outputs: 7, bias: false, pool: sum, activation: relu}",
     DECODER("'label'", "7", "false", "sum", "relu")},
    {"encoder: {heads: [label @ edge]}", ENCODER("'label @ edge'", "identity")},
    {"encoder: {heads: [label @ edge, label @ edge], activation: tanh}",
     ENCODER("'label @ edge','label @ edge'", "tanh")},
    {"encoder: {heads: ['label->degree@distance 0..2 x2 bias wl:1 at-most 9 at-least 2']}",
     ENCODER("'label -> degree @ distance 0..2 x2 at-least 2 at-most 9 bias wl:1'",
             "identity")},
    /* What the layer says holds for heads that say nothing themselves. */
    {"encoder: {heads: [label @ edge, 'degree @ edge at-least 7 bias wl:1'], at-least: 3, "
     "at-most: 50, bias: label}",
     ENCODER("'label @ edge at-least 3 at-most 50 bias label',"
             "'degree @ edge at-least 7 at-most 50 bias wl:1'",
             "identity")},
    {"encoder: {heads: [label @ edge], bias: none}", ENCODER("'label @ edge'", "identity")},
    {"encoder: {heads: [label @ edge], bias: false}", ENCODER("'label @ edge'", "identity")},
    {"encoder: {heads: ['label @ edge bias degree'], bias: none}",
     ENCODER("'label @ edge bias degree'", "identity")},
    {"encoder: {heads: [label @ edge], at-least: 1000000000}",
     ENCODER("'label @ edge at-least 1000000000'", "identity")},
    {"encoder: {heads: [label @ edge, 'degree @ edge at-least 1'], at-least: 2, at-most: 2}",
     ENCODER("'label @ edge at-least 2 at-most 2','degree @ edge at-most 2'", "identity")},
    {"encoder: {heads: [label @ edge], bias: label x1}",
     ENCODER("'label @ edge bias label'", "identity")},
};
enum { N_SAID = sizeof SAID / sizeof *SAID };

static void members_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SAID; i++) {
        sg_layer_design layer = {0};
        check_ok(read_layer(&layer, SAID[i][0], &err));
        check_layer(&layer, SAID[i][1]);
        sg_layer_design_free(&layer);
    }
}

/* The line of a layer is a text that can be read, and gives the same layer. */
static void members_are_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SAID; i++) {
        sg_layer_design layer = {0};
        check_ok(read_layer(&layer, SAID[i][1], &err));
        check_layer(&layer, SAID[i][1]);
        sg_layer_design_free(&layer);
    }
}

/* Every word of a table of words is read and written. */
static void all_words_are_known(void **state)
{
    (void)state;
    char text[80], line[80];
    sg_layer_design layer = {0};
    for (uint32_t a = 0; a < SG_N_ACTIVATIONS; a++) {
        (void)snprintf(text, sizeof text, "activation: {kind: %s}",
                       sg_activation_name((sg_activation)a));
        (void)snprintf(line, sizeof line, "{'activation':{'kind':'%s'}}",
                       sg_activation_name((sg_activation)a));
        check_ok(read_layer(&layer, text, &err));
        check_layer(&layer, line);
        sg_layer_design_free(&layer);
    }
    for (uint32_t p = 0; p < SG_N_POOLINGS; p++) {
        (void)snprintf(text, sizeof text, "pool: {kind: %s}", sg_pooling_words[p]);
        (void)snprintf(line, sizeof line, "{'pool':{'kind':'%s'}}", sg_pooling_words[p]);
        check_ok(read_layer(&layer, text, &err));
        check_layer(&layer, line);
        sg_layer_design_free(&layer);
    }
}

/* ---- Mistakes --------------------------------------------------------------------------------- */

/* What is written, and what is said about it. */
static const char *const MISTAKES[][2] = {
    {"linear: {outputs: 0}", "l.yml:1:19: layers.4.linear.outputs: a number from 1 on is "
                             "needed, or classes, or targets"},
    {"linear: {outputs: 1048577}", "l.yml:1:19: layers.4.linear.outputs: a number"},
    {"linear: {outputs: -1}", "l.yml:1:19: "},
    {"linear: {outputs: 2.5}", "l.yml:1:19: "},
    {"linear: {outputs: Classes}", "l.yml:1:19: "},
    {"linear: {outputs: ~}", "l.yml:1:19: "},
    {"linear: {bias: 1}", "l.yml:1:16: layers.4.linear.bias: "},
    {"linear: {bias: yes}", "l.yml:1:16: "},
    {"linear: {activation: thanh}", "l.yml:1:22: layers.4.linear: "},
    {"linear: {activation: [tanh]}", "l.yml:1:22: layers.4.linear.activation"},
    {"linear: {biass: true}",
     "l.yml:1:10: layers.4.linear: unknown key \"biass\"; did you mean \"bias\"?"},
    {"linear: 3", "l.yml:1:9: "},
    {"norm: {affine: maybe}", "l.yml:1:16: layers.4.norm.affine: "},
    {"norm: {activation: tanh}", "l.yml:1:8: layers.4.norm: unknown key \"activation\""},
    {"activation: {kind: sigmoyd}", "l.yml:1:20: layers.4.activation: "},
    {"activation: {kind: }", "l.yml:1:"},
    {"activation: {function: tanh}", "l.yml:1:14: layers.4.activation: unknown key"},
    {"dropout: {rate: -0.1}",
     "l.yml:1:17: layers.4.dropout.rate: \"-0.1\" is not a number between 0 and 0.999"},
    {"dropout: {rate: 1}", "l.yml:1:17: "},
    {"dropout: {rate: 0.9991}", "l.yml:1:17: "},
    {"dropout: {rate: nan}", "l.yml:1:17: "},
    {"dropout: {rate: half}", "l.yml:1:17: "},
    {"pool: {kind: median}", "l.yml:1:14: layers.4.pool.kind: "},
    {"pool: {kind: 1}", "l.yml:1:14: "},
    {"pool: {sort: max}", "l.yml:1:8: layers.4.pool: unknown key"},
    {"residual: {from: 4}", "l.yml:1:18: layers.4.residual.from: "},
    {"residual: {from: -1}", "l.yml:1:18: "},
    {"residual: {from: input}", "l.yml:1:18: "},
    {"residual: {form: 1}", "did you mean \"from\"?"},
    {"residual: {drop: 1}", "l.yml:1:18: layers.4.residual.drop: "},
    {"gine: {edges: label}", "layers.4.gine: "},
    {"gine: {edges: label @ edge x2}",
     "layers.4.gine.edges: \"label @ edge x2\": edges have neither copies nor biases"},
    {"gat: {edges: label @ edge bias label}", "edges have neither copies nor biases"},
    {"gat: {edges: label @ edge weight 0}", "edges have neither copies nor biases nor weights"},
    {"gat: {edge-attributes: -1}", "layers.4.gat.edge-attributes: "},
    {"gat: {heads: 0}", "layers.4.gat.heads: "},
    {"gatv2: {join: sum}", "layers.4.gatv2.join: "},
    {"concat: {}", "layers.4.concat: layers: a list of 1 to 64 numbers of earlier layers"},
    {"concat: {layers: []}", "a list of 1 to 64 numbers"},
    {"concat: {layers: 3}", "a list of 1 to 64 numbers"},
    {"concat: {layers: [1, 4]}", "l.yml:1:22: layers.4.concat.layers.1: "},
    {"virtual-node: {pool: max}", "layers.4.virtual-node.pool: "},
    {"batch-norm: {momentum: 2}", "layers.4.batch-norm.momentum: "},
    {"embedding: {labels: wll:2}", "l.yml:1:21: layers.4.embedding: "},
    {"embedding: {labels: [wl:2]}", "l.yml:1:21: layers.4.embedding: "},
    {"standardize: {mean: 0}", "unknown key \"mean\""},
    {"decoder: {}", "l.yml:1:10: layers.4.decoder.heads: a list of heads is needed, as in "
                    "heads: [\"wl:2\"]"},
    {"decoder: {heads: []}", "l.yml:1:18: "},
    {"decoder: {heads: [label @ edge]}", "l.yml:1:19: layers.4.decoder: "},
    {"decoder: {heads: [label, labl]}", "l.yml:1:26: layers.4.decoder: "},
    {"decoder: {heads: [label x0]}", "l.yml:1:19: layers.4.decoder: "},
    {"decoder: {heads: [label x4097]}", "l.yml:1:19: layers.4.decoder: "},
    {"decoder: {heads: [label x4096, degree]}",
     "l.yml:1:32: layers.4.decoder.heads: with all copies they are more than 4096"},
    {"decoder: {heads: [label], pool: max}", "l.yml:1:33: layers.4.decoder.pool: "},
    {"decoder: {heads: [label], outputs: 0}", "l.yml:1:36: layers.4.decoder.outputs: "},
    {"decoder: {heads: [label], bias: label}", "l.yml:1:33: layers.4.decoder.bias: "},
    {"decoder: {heads: [label], at-least: 2}", "unknown key \"at-least\""},
    {"encoder: {}", "l.yml:1:10: layers.4.encoder.heads: a list of heads is needed, as in "
                    "heads: [\"wl:2 @ distance 0..6\"]"},
    {"encoder: {heads: label @ edge}", "l.yml:1:18: "},
    {"encoder: {heads: [label]}", "l.yml:1:19: layers.4.encoder: "},
    {"encoder: {heads: [label @ edge, label @ edg]}", "l.yml:1:33: layers.4.encoder: "},
    {"encoder: {heads: [label @ edge x4096, degree @ edge]}",
     "l.yml:1:39: layers.4.encoder.heads: with all copies they are more than 4096"},
    {"encoder: {heads: [label @ edge], bias: labl}", "l.yml:1:40: layers.4.encoder: "},
    {"encoder: {heads: [label @ edge], bias: label x2}",
     "l.yml:1:40: layers.4.encoder.bias: every head has one bias per label, not 2"},
    {"encoder: {heads: [label @ edge], bias: [label]}", "l.yml:1:40: "},
    {"encoder: {heads: [label @ edge], at-least: 0}",
     "l.yml:1:44: layers.4.encoder.at-least: "},
    {"encoder: {heads: [label @ edge], at-least: 1000000001}", "l.yml:1:44: "},
    {"encoder: {heads: [label @ edge], at-most: 0}", "l.yml:1:43: layers.4.encoder.at-most: "},
    {"encoder: {heads: [label @ edge], at-least: 3, at-most: 2}",
     "l.yml:1:19: layers.4.encoder: head \"label @ edge\": at-least is larger than at-most"},
    {"encoder: {heads: [label @ edge, 'degree @ edge at-least 9'], at-most: 8}",
     "l.yml:1:33: layers.4.encoder: head \"degree @ edge at-least 9\": at-least is larger"},
    {"encoder: {heads: [label @ edge], outputs: 2}", "unknown key \"outputs\""},
};

static void mistakes_have_a_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof MISTAKES / sizeof *MISTAKES; i++) {
        sg_layer_design layer = {0};
        check_fails(read_layer(&layer, MISTAKES[i][0], &err), SG_EFORMAT, MISTAKES[i][1]);
        assert_null(layer.settings);
    }
}

/* Nothing comes before the first layer. */
static void a_residual_layer_at_the_beginning(void **state)
{
    (void)state;
    static const char *const texts[] = {"{}", "{from: 0}"};
    for (int i = 0; i < 2; i++) {
        sg_layer_design layer = {0};
        sg_tree tree = {0};
        sg_fields f;
        check_ok(sg_layer_design_make(&layer, kind_of("residual"), &err));
        check_ok(sg_yaml_parse(&tree, "l.yml", texts[i], strlen(texts[i]), &err));
        check_ok(sg_fields_open(&f, tree.root, "layers.0.residual", "l.yml", &err));
        if (i == 0)
            check_ok(sg_layer_design_read(&layer, &f, 0, &err));
        else
            check_fails(sg_layer_design_read(&layer, &f, 0, &err), SG_EFORMAT,
                        "l.yml:1:8: layers.0.residual.from: ");
        check_layer(&layer, "{'residual':{}}");
        sg_layer_design_free(&layer);
        sg_tree_free(&tree);
    }
}

/* What an expression's parser says gets a place; what is not its user's fault stays what it is. */
static void failures_of_members(void **state)
{
    (void)state;
    static const char text[] = "{a: 1,\n b: 2}";
    const sg_error wrong = {.status = SG_EINVAL, .text = "\"x\" is wrong"},
                   empty = {.status = SG_ENOMEM, .text = "out of memory"};
    sg_tree tree = {0};
    sg_fields f;
    check_ok(sg_yaml_parse(&tree, "m.yml", text, strlen(text), &err));
    check_ok(sg_fields_open(&f, tree.root, "layers.7.new", "m.yml", &err));
    check_fails(sg_member_fail(&f, sg_field(&f, "b"), &wrong, &err), SG_EFORMAT,
                "m.yml:2:5: layers.7.new: \"x\" is wrong");
    check_fails(sg_member_fail(&f, sg_field(&f, "b"), &empty, &err), SG_ENOMEM,
                "out of memory");
    sg_tree_free(&tree);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status read_and_write(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_layer_design layer = {0};
    sg_node *map = NULL;
    SG_TRY(read_layer(&layer, context, err));
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_layer_design_put(map, &layer, err));
done:
    sg_node_free(map);
    sg_layer_design_free(&layer);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SAID; i++) {
        char text[400];
        (void)snprintf(text, sizeof text, "%s", SAID[i][0]);
        assert_true(check_out_of_memory(read_and_write, text) > 3);
    }
}

/* Numbers of earlier layers are larger behind other layers; the input stays. */
static void numbers_of_layers_are_shifted(void **state)
{
    (void)state;
    sg_layer_design concat = {0}, residual = {0};
    check_ok(sg_layer_design_make(&concat, &sg_concat_kind, &err));
    check_ok(sg_layer_design_make(&residual, &sg_residual_kind, &err));
    sg_concat_spec *of = concat.settings;
    *of = (sg_concat_spec){.n = 3, .from = {2, 0, 5}};
    sg_layer_design_shift(&concat, 10);
    assert_true(of->from[0] == 12 && of->from[1] == 0 && of->from[2] == 15);
    sg_layer_design_shift(&residual, 10);
    assert_int_equal(((sg_residual_spec *)residual.settings)->from, 0);
    ((sg_residual_spec *)residual.settings)->from = 1;
    sg_layer_design_shift(&residual, 10);
    assert_int_equal(((sg_residual_spec *)residual.settings)->from, 11);
    sg_layer_design_free(&concat);
    sg_layer_design_free(&residual);
}

/* By a weight, or by attributes. */
static void some_layers_look_at_edges(void **state)
{
    static const struct {
        const char *text;
        bool looks;
    } CASES[] = {{"gcn: {outputs: 2}", false},
                 {"gcn: {outputs: 2, weight: 0}", true},
                 {"sage: {outputs: 2, weight: 1}", true},
                 {"gin: {outputs: 2, weight: 1}", true},
                 {"sparse: {outputs: 2, columns: 3, gather: gcn, weight: 1}", true},
                 {"gine: {outputs: 2, edge-attributes: 1}", true},
                 {"gine: {outputs: 2}", false},
                 {"linear: {outputs: 2}", false}};
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        sg_layer_design layer = {0};
        check_ok(read_layer(&layer, CASES[i].text, &err));
        assert_int_equal(sg_layer_looks_at_edges(&layer), CASES[i].looks);
        sg_layer_design_free(&layer);
    }
    sg_layer_design layer = {0};
    check_fails(read_layer(&layer, "sage: {gather: max, weight: 0}", &err), SG_EFORMAT,
                "l.yml:1:29: layers.4.sage.weight: it is for gather: mean or sum, not max");
    check_fails(read_layer(&layer, "sparse: {columns: 3, weight: 0}", &err), SG_EFORMAT,
                "layers.4.sparse.weight: it is for gather: gcn");
}

SG_TESTS(cmocka_unit_test(some_layers_look_at_edges),
         cmocka_unit_test(numbers_of_layers_are_shifted),
         cmocka_unit_test(new_layers_have_presets), cmocka_unit_test(members_are_read),
         cmocka_unit_test(members_are_written), cmocka_unit_test(all_words_are_known),
         cmocka_unit_test(mistakes_have_a_place),
         cmocka_unit_test(a_residual_layer_at_the_beginning),
         cmocka_unit_test(failures_of_members), cmocka_unit_test(out_of_memory))
