/* test_picture_kinds.c - texts, images and dense graphs have pictures of their own, whose numbers add up to
 * the output. */
#include "explain/pictures/picture.h"
#include "explain/pictures/picture_credit.h"
#include "images/image_look.h"
#include "support/check_alloc.h"
#include "support/explained_models.h"
#include "support/folder.h"

typedef struct kind_case {
    sg_dataset *data;
    sg_model *model;
    sg_explainer *explainer;
    sg_explanation e;
} kind_case;

static kind_case open_case(const char *file, const char *content, const char *settings,
                           const char *model)
{
    kind_case k = {0};
    sg_rng rng = check_rng("picture_kinds");
    char name[200];
    check_write(folder, file, content);
    (void)snprintf(name, sizeof name, "%s?%s", path_of(file), settings);
    check_ok(sg_data_open(&k.data, name, NULL, &err));
    k.model = explained_model(k.data, model, &rng);
    k.explainer = explainer_of(k.model, k.data);
    k.e = explained_graph(k.explainer, 0, SG_PREDICTED);
    return k;
}

static void close_case(kind_case *k)
{
    sg_explanation_free(&k->e);
    sg_explainer_close(k->explainer);
    sg_model_close(k->model);
    sg_data_close(k->data);
}

static kind_case open_text(void)
{
    return open_case("texts.csv", "text,label\nfine work by a fine cast,1\na dull film,0\n",
                     "text=text&target=label",
                     "layers: [encoder: {heads: [\"label @ distance 0..1\"]},"
                     " decoder: {heads: [label], outputs: classes, bias: true}]");
}

static kind_case open_image(void)
{
    return open_case(
        "images.csv",
        "p0,p1,p2,p3,p4,p5,p6,p7,p8,label\n0,1,2,3,4,5,6,7,8,0\n8,7,6,5,4,3,2,1,0,1\n",
        "image=3x3&target=label",
        "input: attributes\nlayers:\n  - encoder: { heads: [\"none @ offset 3x3 x2\"] }\n"
        "  - pool: { kind: mean }\n  - linear: { outputs: classes }\n");
}

static double sum_of(const char *svg, const char *name)
{
    double sum = 0;
    char start[64];
    (void)snprintf(start, sizeof start, " %s=\"", name);
    for (const char *at = svg; (at = strstr(at, start)) != NULL; at++)
        sum += strtod(at + strlen(start), NULL);
    return sum;
}

static uint32_t count_of(const char *text, const char *part)
{
    uint32_t n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) n++;
    return n;
}

/* What is drawn adds up; the page has the panel. */
static char *picture_of(const kind_case *k, const char *panel)
{
    sg_text svg = {0};
    const sg_picture_options options = {.struct_size = sizeof options};
    check_ok(sg_picture_draw(&svg, k->explainer, &k->e, &options, &err));
    assert_non_null(strstr(svg.data, panel));
    check_near(sum_of(svg.data, "data-contribution") + sum_of(svg.data, "data-rest") +
                   sum_of(svg.data, "data-gap"),
               k->e.value, 1e-6, 1e-6);
    return svg.data;
}

static void texts_are_words(void **state)
{
    (void)state;
    kind_case k = open_text();
    char *svg = picture_of(&k, "data-panel=\"words\"");
    assert_int_equal(count_of(svg, "data-node="), 6);
    const char *fine = strstr(svg, ">fine<"), *cast = strstr(svg, ">cast<");
    assert_true(fine != NULL && cast != NULL && fine < cast);
    assert_non_null(strstr(svg, "what words contribute"));
    sg_text_release(svg);
    sg_page p = {.explainer = k.explainer, .explanation = &k.e};
    check_ok(sg_page_text(&p, &err));
    sg_svg_free(&p.svg);
    close_case(&k);
}

static void images_are_pixels_and_kernels(void **state)
{
    (void)state;
    kind_case k = open_image();
    const sg_one_graph one = sg_view_graph(&k.explainer->view, 0);
    double share[9];
    assert_int_equal(sg_image_grid(k.data, &one).width, 3);
    sg_image_shares(share, k.data, &one);
    for (int v = 0; v < 9; v++) check_near(share[v], v / 8.0, 1e-12, 1e-12);
    char *svg = picture_of(&k, "data-panel=\"pixels\"");
    assert_int_equal(count_of(svg, "class=\"sg-pixel\""), 9);
    assert_int_equal(count_of(svg, "data-panel=\"kernel\""), 2);
    assert_int_equal(count_of(svg, "data-weight="), 18);
    assert_non_null(strstr(svg, "fill=\"#000000\" class=\"sg-pixel\""));
    assert_non_null(strstr(svg, "fill=\"#ffffff\" class=\"sg-pixel\""));
    sg_text_release(svg);
    sg_page p = {.explainer = k.explainer, .explanation = &k.e};
    check_ok(sg_page_image(&p, &one, &err));
    sg_svg_free(&p.svg);
    close_case(&k);
}

/* Eighteen nodes of which four know everybody: discs by degree, at most twelve arrows. */
static kind_case open_dense(void)
{
    enum { N = 18, KNOWN = 8 };
    static uint32_t edge[2 * N * N]; /* and a second graph: one edge */
    uint32_t n = 0;
    kind_case k = {0};
    for (uint32_t v = 0; v < N; v++)
        for (uint32_t w = v + 1; w < N; w++)
            if (v < KNOWN || (v + w) % 5 == 0) {
                edge[2 * n] = v;
                edge[2 * n++ + 1] = w;
            }
    edge[2 * n] = N;
    edge[2 * n++ + 1] = N + 1;
    const sg_graph_arrays in = {.struct_size = sizeof in,
                                .n_graphs = 2,
                                .n_edges = n,
                                .edge = edge,
                                .graph_offset = (uint32_t[]){0, N, N + 2},
                                .graph_class = (int64_t[]){0, 1}};
    check_ok(sg_data_from_arrays(&k.data, &in, &err));
    sg_rng rng = check_rng("picture_dense");
    k.model =
        explained_model(k.data,
                        "layers: [encoder: {heads: [\"degree @ distance 0..2\"], bias: degree},"
                        " decoder: {heads: [degree], outputs: classes}]",
                        &rng);
    k.explainer = explainer_of(k.model, k.data);
    k.e = explained_graph(k.explainer, 0, 0);
    return k;
}

static void dense_graphs_are_classes(void **state)
{
    (void)state;
    kind_case k = open_dense();
    const sg_one_graph one = sg_view_graph(&k.explainer->view, 0);
    sg_page p = {.explainer = k.explainer, .explanation = &k.e};
    bool is_dense = false;
    check_ok(sg_page_is_dense(&is_dense, &p, &one, &err));
    assert_true(is_dense);
    char *svg = picture_of(&k, "data-panel=\"classes\"");
    check_near(sum_of(svg, "data-nodes"), k.e.n_nodes, 0, 0);
    assert_true(count_of(svg, "data-messages=") <= 12);
    assert_non_null(strstr(svg, "the other "));
    assert_non_null(strstr(svg, "\xc3\x97 "));
    sg_text_release(svg);
    check_ok(sg_page_classes(&p, &one, &err));
    sg_svg_free(&p.svg);
    sg_layout_free(&p.its.layout);
    close_case(&k);
}

/* Twenty-three nodes on a circle, each joined with those 1 and 6 steps away: two edges per node, but all messages
 * of a triple are alike, and they cross. */
static void tangles_are_classes(void **state)
{
    (void)state;
    enum { N = 23, STEP = 6 };
    uint32_t edge[4 * N];
    kind_case k = {0};
    for (uint32_t v = 0; v < N; v++) {
        edge[4 * v] = edge[4 * v + 2] = v;
        edge[4 * v + 1] = (v + 1) % N;
        edge[4 * v + 3] = (v + STEP) % N;
    }
    const sg_graph_arrays in = {.struct_size = sizeof in,
                                .n_graphs = 1,
                                .n_edges = 2 * N,
                                .edge = edge,
                                .graph_offset = (uint32_t[]){0, N},
                                .graph_class = (int64_t[]){0}};
    check_ok(sg_data_from_arrays(&k.data, &in, &err));
    sg_rng rng = check_rng("picture_tangle");
    k.model = explained_model(k.data,
                              "layers: [encoder: {heads: [\"degree @ distance 0..1\"]},"
                              " decoder: {heads: [degree], outputs: 1}]",
                              &rng);
    k.explainer = explainer_of(k.model, k.data);
    k.e = explained_graph(k.explainer, 0, 0);
    char *svg = picture_of(&k, "data-panel=\"classes\"");
    assert_int_equal(count_of(svg, "data-messages="), 2);
    assert_non_null(strstr(svg, "\xc3\x97 92"));
    assert_non_null(strstr(svg, "\xc3\x97 23"));
    assert_non_null(strstr(svg, "data-panel=\"graph\""));
    assert_int_equal(count_of(svg, "data-node="), N);
    sg_text_release(svg);
    close_case(&k);
}

/* ---- Forms ------------------------------------------------------------------------------------ */

static void draw_marks(const sg_credit_page *c)
{
    assert_true(sg_credit_is_small(0) && !sg_credit_is_small(-0.5));
    for (uint32_t v = 0; v < c->page->explanation->n_nodes; v++) {
        assert_true(fabs(sg_credit_share(c, v)) <= 1);
        sg_svg_circle(&c->page->svg, 5, 5, 2);
        sg_credit_node(c, v);
        sg_svg_close(&c->page->svg);
    }
    sg_credit_rim(&c->page->svg, 5, 5, 3, -1);
    assert_non_null(c->context);
}

static void draw_key(sg_svg *svg, double x, double y, int sign)
{
    sg_credit_rim(svg, x, y, 8, sign);
}

static void a_form_draws_what_it_likes(void **state)
{
    (void)state;
    static const sg_credit_form form = {.panel = "marks",
                                        .mark = "Marks",
                                        .one = "mark",
                                        .many = "marks",
                                        .draw = draw_marks,
                                        .key = draw_key,
                                        .lowering = "crossed out"};
    kind_case k = open_text();
    sg_page p = {.explainer = k.explainer, .explanation = &k.e, .width = 500};
    check_ok(sg_page_credit(&p, &form, &form, &err));
    const char *svg = p.svg.text.data;
    assert_int_equal(count_of(svg, "data-node="), 6);
    assert_non_null(strstr(svg, "stroke-dasharray")); /* the rim of what lowers */
    assert_non_null(strstr(svg, "Marks: what marks contribute"));
    assert_non_null(strstr(svg, "lowers, crossed out: "));
    assert_non_null(strstr(svg, "mark 0 contributes"));
    sg_svg_free(&p.svg);
    close_case(&k);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status draw(void *context, sg_error *error)
{
    const kind_case *k = context;
    sg_text svg = {0};
    const sg_picture_options options = {.struct_size = sizeof options};
    const sg_status status = sg_picture_draw(&svg, k->explainer, &k->e, &options, error);
    sg_text_free(&svg);
    return status;
}

static void runs_out_of_memory(void **state)
{
    (void)state;
    kind_case (*const open[])(void) = {open_text, open_image, open_dense};
    for (int i = 0; i < 3; i++) {
        kind_case k = open[i]();
        assert_true(check_out_of_memory(draw, &k) > 4);
        close_case(&k);
    }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

SG_TESTS(IN_FOLDER(texts_are_words), IN_FOLDER(images_are_pixels_and_kernels),
         IN_FOLDER(dense_graphs_are_classes), IN_FOLDER(tangles_are_classes),
         IN_FOLDER(a_form_draws_what_it_likes), IN_FOLDER(runs_out_of_memory))
