/* test_picture.c - pictures say what the model computed: what they draw adds up to the output. */
#include "explain/pictures/picture.h"

#include "base/mem.h"
#include "data/dataset.h"
#include "model/model.h"
#include "support/explained_models.h"

static const char ONE_HEAD[] =
    "layers: [encoder: {heads: [\"wl:2 @ distance 0..3 bias label\"], activation: tanh},"
    " decoder: {heads: [wl:1], outputs: classes, bias: true, activation: tanh}]";

static const char THREE_HEADS[] =
    "layers: [encoder: {heads: [\"degree -> label @ edge x2\", \"label @ distance 1..3\"],"
    " activation: leaky-relu}, decoder: {heads: [label, degree], outputs: 3, bias: true,"
    " pool: sum, activation: relu}, linear: {outputs: classes, bias: true}]";

static const char TWO_LAYERS[] =
    "layers: [encoder: {heads: [\"label @ path 0..3\"], activation: tanh},"
    " encoder: {heads: [\"wl:1 @ cycle-distance 0..2 bias wl:1\"], activation: sigmoid},"
    " decoder: {heads: [cycles:4], outputs: classes, bias: true, pool: sum}]";

static const char POOLED[] =
    "{input: labels, layers: [encoder: {heads: [\"wl:1 @ distance 0..1\"], bias: wl:1},"
    " residual: {}, pool: {kind: mean}, linear: {outputs: classes, bias: true}]}";

static const char NO_ENCODER[] =
    "layers: [decoder: {heads: [\"wl:1\"], outputs: classes, bias: true, activation: tanh}]";

static const char *const MODELS[] = {ONE_HEAD, THREE_HEADS, TWO_LAYERS, POOLED, NO_ENCODER};

enum { N_MODELS = sizeof MODELS / sizeof MODELS[0] }; /* NOLINT(bugprone-sizeof-expression) */

/* ---- Reading a picture ------------------------------------------------------------------------- */

/* The number in attribute `name` of a tag that ends at `end`; false where it has none. */
static bool attribute(double *value, const char *tag, const char *end, const char *name)
{
    char start[64];
    (void)snprintf(start, sizeof start, " %s=\"", name);
    const char *found = strstr(tag, start);
    if (found == NULL || found > end) return false;
    *value = strtod(found + strlen(start), NULL);
    return true;
}

static bool has_word(const char *tag, const char *end, const char *word)
{
    const char *found = strstr(tag, word);
    return found != NULL && found < end;
}

/* What is said of a layer, and the sum of what its panels draw. */
typedef struct seen_layer {
    double number, rest, gap, value;
    double sum;
    uint32_t n_arrows, n_rings, n_nodes;
} seen_layer;

/* Read all layers; elements are opened and closed in order.  Returns their number. */
static uint32_t read_layers(seen_layer *layers, const char *svg)
{
    uint32_t n = 0, depth = 0, layer_depth = 0, panel_depth = 0;
    for (const char *tag = strchr(svg + 2, '<'); tag != NULL; tag = strchr(tag + 1, '<')) {
        const char *end = strchr(tag, '>');
        double value;
        assert_non_null(end);
        if (tag[1] == '/') {
            depth--;
            if (layer_depth > depth) layer_depth = 0;
            if (panel_depth > depth) panel_depth = 0;
            continue;
        }
        depth++;
        if (attribute(&value, tag, end, "data-layer")) {
            layers[n] = (seen_layer){.number = value};
            assert_true(attribute(&layers[n].rest, tag, end, "data-rest"));
            assert_true(attribute(&layers[n].gap, tag, end, "data-gap"));
            assert_true(attribute(&layers[n].value, tag, end, "data-value"));
            layer_depth = depth;
            n++;
        }
        if (layer_depth > 0 && (has_word(tag, end, "data-panel=\"messages\"") ||
                                has_word(tag, end, "data-panel=\"decoder\"")))
            panel_depth = depth;
        if (panel_depth > 0) {
            const bool is_message = attribute(&value, tag, end, "data-sender");
            if (attribute(&value, tag, end, "data-contribution")) layers[n - 1].sum += value;
            layers[n - 1].n_arrows += is_message && strncmp(tag, "<path", 5) == 0;
            layers[n - 1].n_rings += is_message && strncmp(tag, "<circle", 7) == 0;
            layers[n - 1].n_nodes += attribute(&value, tag, end, "data-node");
        }
        if (end[-1] == '/') depth--;
    }
    assert_int_equal(depth, 0);
    return n;
}

static sg_text picture_of(const sg_explainer *explainer, const sg_explanation *e,
                          const sg_picture_options *options)
{
    sg_text svg = {0};
    check_ok(sg_picture_draw(&svg, explainer, e, options, &err));
    return svg;
}

/* ---- Sums -------------------------------------------------------------------------------------- */

static void count_messages(uint32_t *n_arrows, uint32_t *n_rings,
                           const sg_layer_explanation *layer)
{
    *n_arrows = *n_rings = 0;
    for (uint32_t h = 0; h < layer->n_heads; h++)
        for (uint32_t i = 0; i < layer->head[h].n_messages; i++) {
            const sg_explained_message *m = &layer->head[h].message[i];
            if (m->strength == 0 && m->contribution == 0) continue;
            *(m->sender == m->receiver ? n_rings : n_arrows) += 1;
        }
}

static void check_sums(const sg_explainer *explainer, const sg_explanation *e, double output)
{
    seen_layer layers[8] = {{0}};
    sg_text svg = picture_of(explainer, e, NULL);
    assert_int_equal(read_layers(layers, svg.data), e->n_layers);
    for (uint32_t i = 0; i < e->n_layers; i++) {
        /* The decoder's panel stands above the encoders'. */
        const sg_layer_explanation *layer = &e->layer[i == 0 ? e->n_layers - 1 : i - 1];
        uint32_t n_arrows, n_rings;
        count_messages(&n_arrows, &n_rings, layer);
        assert_int_equal(layers[i].number, layer->layer);
        assert_int_equal(layers[i].n_arrows, n_arrows);
        assert_int_equal(layers[i].n_rings, n_rings);
        assert_int_equal(layers[i].n_nodes, e->n_nodes * (layer->decodes ? 1 : layer->n_heads));
        check_near(layers[i].sum + layers[i].rest + layers[i].gap, output, 1e-6, 1e-6);
        check_near(layers[i].value, output, 1e-6, 1e-8);
    }
    sg_text_free(&svg);
}

static void what_is_drawn_adds_up(void **state)
{
    (void)state;
    sg_rng rng = check_rng("what_is_drawn_adds_up");
    sg_dataset *data = explained_molecules();
    for (uint32_t i = 0; i < N_MODELS; i++) {
        sg_model *model = explained_model(data, MODELS[i], &rng);
        sg_explainer *explainer = explainer_of(model, data);
        for (uint32_t g = 0; g < data->graph.n_graphs; g++)
            for (uint32_t o = 0; o < model->outputs.n; o++) {
                sg_explanation e = explained_graph(explainer, g, o);
                check_sums(explainer, &e, explained_output(model, data, g, o));
                sg_explanation_free(&e);
            }
        sg_explainer_close(explainer);
        sg_model_close(model);
    }
    sg_data_close(data);
}

/* ---- Options ----------------------------------------------------------------------------------- */

typedef struct one_picture {
    sg_dataset *data;
    sg_model *model;
    sg_explainer *explainer;
    sg_explanation e;
} one_picture;

static one_picture open_picture(const char *description, const char *generated)
{
    sg_rng rng = check_rng("picture");
    one_picture p = {.data =
                         generated != NULL ? explained_data(generated) : explained_molecules()};
    p.model = explained_model(p.data, description, &rng);
    p.explainer = explainer_of(p.model, p.data);
    p.e = explained_graph(p.explainer, 1, SG_PREDICTED);
    return p;
}

static void close_picture(one_picture *p)
{
    sg_explanation_free(&p->e);
    sg_explainer_close(p->explainer);
    sg_model_close(p->model);
    sg_data_close(p->data);
}

static uint32_t count(const char *text, const char *part)
{
    uint32_t n = 0;
    for (const char *p = text; (p = strstr(p, part)) != NULL; p++) n++;
    return n;
}

static void one_head_has_panels_of_the_paper(void **state)
{
    (void)state;
    one_picture p = open_picture(ONE_HEAD, NULL);
    sg_text svg = picture_of(p.explainer, &p.e, NULL);
    assert_int_equal(count(svg.data, "data-panel=\"labels\""), 2);
    assert_int_equal(count(svg.data, "data-panel=\"messages\""), 1);
    assert_int_equal(count(svg.data, "data-panel=\"top\""), 2);
    assert_int_equal(count(svg.data, "data-panel=\"decoder\""), 1);
    assert_int_equal(count(svg.data, ">Node labels<"), 1);
    assert_int_equal(count(svg.data, ">Top 3 positive<"), 1);
    assert_int_equal(count(svg.data, "predicted class"), 1);
    sg_text_free(&svg);
    close_picture(&p);
}

static void heads_are_columns(void **state)
{
    (void)state;
    one_picture p = open_picture(THREE_HEADS, NULL);
    const uint32_t head = 2;
    sg_text svg = picture_of(p.explainer, &p.e, NULL);
    assert_int_equal(count(svg.data, "data-panel=\"messages\""), 3);
    assert_int_equal(count(svg.data, "data-panel=\"top\""), 3);
    sg_text_free(&svg);
    svg = picture_of(p.explainer, &p.e,
                     &(sg_picture_options){
                         .struct_size = sizeof(sg_picture_options), .head = &head, .top = 1});
    assert_int_equal(count(svg.data, "data-panel=\"messages\""), 1);
    assert_int_equal(count(svg.data, ">Top 1 negative<"), 1);
    sg_text_free(&svg);
    close_picture(&p);
}

static void layers_are_rows(void **state)
{
    (void)state;
    one_picture p = open_picture(TWO_LAYERS, NULL);
    const uint32_t layer = 1;
    seen_layer layers[8] = {{0}};
    sg_text svg = picture_of(p.explainer, &p.e, NULL);
    assert_int_equal(read_layers(layers, svg.data), 3);
    sg_text_free(&svg);
    svg = picture_of(
        p.explainer, &p.e,
        &(sg_picture_options){.struct_size = sizeof(sg_picture_options), .layer = &layer});
    assert_int_equal(read_layers(layers, svg.data), 2);
    assert_int_equal(layers[1].number, 1);
    sg_text_free(&svg);
    close_picture(&p);
}

/* The arrows of a top panel are those of the largest weights of its sign. */
static void top_panels_show_the_largest_weights(void **state)
{
    (void)state;
    one_picture p = open_picture("layers: [encoder: {heads: [\"label @ distance 0..2\"]},"
                                 " decoder: {heads: [label], outputs: classes}]",
                                 NULL);
    const sg_head_explanation *head = &p.e.layer[0].head[0];
    double largest = 0, found = 0;
    for (uint32_t i = 0; i < head->n_messages; i++)
        largest = fmax(largest, head->message[i].strength);
    sg_text svg =
        picture_of(p.explainer, &p.e,
                   &(sg_picture_options){.struct_size = sizeof(sg_picture_options), .top = 1});
    const char *panel = strstr(svg.data, ">Top 1 positive<");
    const char *end = strstr(svg.data, ">Top 1 negative<");
    assert_true(panel != NULL && end != NULL && panel < end);
    uint32_t n_drawn = 0, n_expected = 0;
    for (const char *tag = panel; (tag = strstr(tag, "data-sender")) != NULL && tag < end;
         tag++) {
        assert_true(attribute(&found, tag, strchr(tag, '>'), "data-weight"));
        check_near(found, largest, 1e-8, 0);
        n_drawn++;
    }
    for (uint32_t i = 0; i < head->n_messages; i++)
        n_expected += head->message[i].strength == largest;
    assert_true(largest > 0);
    assert_int_equal(n_drawn, n_expected);
    sg_text_free(&svg);
    close_picture(&p);
}

static void pictures_are_the_same_bytes(void **state)
{
    (void)state;
    one_picture p = open_picture(ONE_HEAD, "CSL");
    sg_text one = picture_of(p.explainer, &p.e, NULL),
            two = picture_of(p.explainer, &p.e, NULL);
    assert_int_equal(one.size, two.size);
    assert_memory_equal(one.data, two.data, one.size);
    sg_text by = picture_of(p.explainer, &p.e,
                            &(sg_picture_options){.struct_size = sizeof(sg_picture_options),
                                                  .by_contribution = true});
    assert_int_equal(count(by.data, "contribution of a message"), 1);
    sg_text_free(&by);
    sg_text_free(&two);
    sg_text_free(&one);
    close_picture(&p);
}

static void impossible_options_are_refused(void **state)
{
    (void)state;
    one_picture p = open_picture(TWO_LAYERS, NULL);
    const uint32_t seven = 7, decoder = 2;
    sg_text svg = {0};
    check_fails(sg_picture_draw(&svg, p.explainer, &p.e,
                                &(sg_picture_options){.struct_size = sizeof(sg_picture_options),
                                                      .layer = &seven},
                                &err),
                SG_EINVAL, "layer 7");
    check_fails(sg_picture_draw(&svg, p.explainer, &p.e,
                                &(sg_picture_options){.struct_size = sizeof(sg_picture_options),
                                                      .layer = &decoder},
                                &err),
                SG_EINVAL, "passes no messages");
    check_fails(sg_picture_draw(&svg, p.explainer, &p.e,
                                &(sg_picture_options){.struct_size = sizeof(sg_picture_options),
                                                      .head = &seven},
                                &err),
                SG_EINVAL, "head 7");
    check_fails(sg_picture_draw(&svg, p.explainer, &p.e,
                                &(sg_picture_options){.struct_size = sizeof(sg_picture_options),
                                                      .top = 1000},
                                &err),
                SG_EINVAL, "top 1000");
    assert_null(svg.data);
    close_picture(&p);
}

static sg_status draw_and_free(void *context, sg_error *err)
{
    const one_picture *p = context;
    sg_text svg = {0};
    const sg_status status = sg_picture_draw(&svg, p->explainer, &p->e, NULL, err);
    sg_text_free(&svg);
    return status;
}

static sg_status draw_label_and_free(void *context, sg_error *err)
{
    const one_picture *p = context;
    sg_text svg = {0};
    const sg_status status = sg_picture_label(&svg, p->explainer, 0, 0, false, err);
    sg_text_free(&svg);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    one_picture one = open_picture(ONE_HEAD, NULL), three = open_picture(THREE_HEADS, NULL);
    assert_true(check_out_of_memory(draw_and_free, &one) > 5);
    assert_true(check_out_of_memory(draw_and_free, &three) > 5);
    assert_true(check_out_of_memory(draw_label_and_free, &one) > 5);
    close_picture(&three);
    close_picture(&one);
}

/* ---- Labels ------------------------------------------------------------------------------------ */

/* Every label of wl:1 is decided by a node and its neighbors. */
static void labels_show_what_decides_them(void **state)
{
    (void)state;
    one_picture p = open_picture("layers: [encoder: {heads: [\"wl:1 @ distance 0..1\"]},"
                                 " decoder: {heads: [wl:1], outputs: classes}]",
                                 NULL);
    size_t n;
    const sg_explained_labeling *labeling = sg_explainer_labelings(&n, p.explainer);
    assert_int_equal(labeling->radius, 1);
    for (uint32_t label = 0; label < labeling->n_labels; label++) {
        sg_text svg = {0};
        const uint32_t node = p.data->graph.graph_offset[labeling->example_graph[label]] +
                              labeling->example_node[label];
        const uint32_t degree =
            p.data->graph.arc_offset[node + 1] - p.data->graph.arc_offset[node];
        check_ok(sg_picture_label(&svg, p.explainer, 0, label, label % 2 == 0, &err));
        assert_int_equal(count(svg.data, "data-node="), degree + 1);
        assert_int_equal(count(svg.data, "stroke-width=\"3\""), 1);
        assert_int_equal(count(svg.data, "<style"), label % 2);
        sg_text_free(&svg);
    }
    sg_text svg = {0};
    check_fails(sg_picture_label(&svg, p.explainer, 9, 0, false, &err), SG_EINVAL,
                "labeling 9");
    check_fails(sg_picture_label(&svg, p.explainer, 0, 999, false, &err), SG_EINVAL,
                "label 999");
    close_picture(&p);
}

SG_TESTS(cmocka_unit_test(what_is_drawn_adds_up),
         cmocka_unit_test(one_head_has_panels_of_the_paper),
         cmocka_unit_test(heads_are_columns), cmocka_unit_test(layers_are_rows),
         cmocka_unit_test(top_panels_show_the_largest_weights),
         cmocka_unit_test(pictures_are_the_same_bytes),
         cmocka_unit_test(impossible_options_are_refused), cmocka_unit_test(memory_may_run_out),
         cmocka_unit_test(labels_show_what_decides_them))
