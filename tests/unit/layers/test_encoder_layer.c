/* test_encoder_layer.c - encoders on data: what they need, their heads, copies and names. */
#include "layers/encoder/encoder_layer.h"

#include "unit/layers/bound_layer.inc"

/* A layer with four heads, of which two are alike. */
#define HEADS                                                                                   \
    "layers: [{encoder: {heads: ['label @ edge x2', 'label -> degree @ distance 0..1 at-least " \
    "2', 'label @ edge bias degree'], bias: wl:1}}]"

/* ---- Needs ------------------------------------------------------------------------------------ */

/* The needs, one behind the other; the visitor fails at `fail_at`. */
typedef struct needs {
    char text[600];
    uint32_t n, fail_at;
} needs;

static sg_status note(void *context, const sg_need *need, sg_error *err)
{
    needs *noted = context;
    char *text = NULL;
    sg_status status = SG_OK;
    SG_REQUIRE(noted->n++ != noted->fail_at, SG_ELIMIT, "enough");
    assert_true((need->labels != NULL) != (need->head != NULL));
    if (need->head != NULL) SG_TRY(sg_head_write(&text, need->head, err));
    const size_t size = strlen(noted->text);
    (void)snprintf(noted->text + size, sizeof noted->text - size, "%s; ",
                   text != NULL ? text : need->labels);
done:
    sg_free(text);
    return status;
}

static void needs_are_named_head_by_head(void **state)
{
    (void)state;
    sg_blueprint b = small_blueprint(HEADS);
    needs noted = {.fail_at = UINT32_MAX};
    const sg_need_visitor visitor = {note, &noted};
    check_ok(sg_encoder_kind.needs(&visitor, b.layer[0].settings, &err));
    assert_string_equal(noted.text,
                        "label; label; wl:1; label @ edge x2 bias wl:1; "
                        "degree; label; wl:1; label -> degree @ distance 0..1 at-least 2 bias "
                        "wl:1; label; label; degree; label @ edge bias degree; ");
    sg_blueprint_free(&b);
}

static void the_first_failure_ends_it(void **state)
{
    (void)state;
    sg_blueprint b = small_blueprint(HEADS);
    for (uint32_t i = 0; i < 12; i++) {
        needs noted = {.fail_at = i};
        const sg_need_visitor visitor = {note, &noted};
        check_fails(sg_encoder_kind.needs(&visitor, b.layer[0].settings, &err), SG_ELIMIT,
                    "enough");
        assert_int_equal(noted.n, i + 1);
    }
    sg_blueprint_free(&b);
}

/* ---- On data ---------------------------------------------------------------------------------- */

static void copies_are_heads_of_their_own(void **state)
{
    (void)state;
    bound_layer b = open_bound(HEADS, 0);
    sg_cached_labels wl = {0}, degree = {0};
    check_ok(sg_plan_cache_labels(&wl, b.cache, "wl:1", &err));
    check_ok(sg_plan_cache_labels(&degree, b.cache, "degree", &err));
    const sg_encoder_spec *spec = b.spec;
    assert_int_equal(spec->n_heads, 4);
    /* Copies share all; heads that differ in their biases alone share the plan. */
    assert_memory_equal(&spec->head[0], &spec->head[1], sizeof *spec->head);
    assert_ptr_equal(spec->head[0].plan, spec->head[3].plan);
    assert_ptr_not_equal(spec->head[0].plan, spec->head[2].plan);
    assert_ptr_not_equal(spec->head[0].design, spec->head[3].design);
    assert_ptr_equal(spec->head[1].bias_label, wl.label);
    assert_int_equal(spec->head[1].n_bias_labels, wl.n_labels);
    assert_ptr_equal(spec->head[3].bias_label, degree.label);
    assert_int_equal(spec->head[3].n_bias_labels, 3);
    /* Nodes with themselves, 5 and 9; edges 5-5, 5-9 and 9-5. */
    assert_int_equal(spec->head[0].plan->n_slots, 5);
    close_bound(&b);
}

static void heads_without_biases(void **state)
{
    (void)state;
    bound_layer b = open_bound("layers: [{encoder: {heads: [label @ edge]}}]", 0);
    const sg_encoder_spec *spec = b.spec;
    assert_int_equal(spec->n_heads, 1);
    assert_null(spec->head[0].bias_label);
    assert_int_equal(spec->head[0].n_bias_labels, 0);
    close_bound(&b);
}

/* A model's vocabularies that has not all that the heads need. */
static void what_nobody_knows_is_refused(void **state)
{
    (void)state;
    sg_dataset data = small_data("0: 5 5 / 0-1");
    sg_model model = small_model(&data, "layers: [{encoder: {heads: [label @ edge]}}, "
                                        "{decoder: {heads: [label]}}]");
    static const char *const cases[][2] = {
        {"layers: [{encoder: {heads: [label @ distance 1]}}]",
         "model: it knows no weights of \"label @ distance 1\""},
        {"layers: [{encoder: {heads: [degree @ edge]}}]",
         "model: it knows no labels of \"degree\""},
        {"layers: [{encoder: {heads: [label @ edge bias degree]}}]",
         "model: it knows no labels of \"degree\""}};
    for (int i = 0; i < 3; i++) {
        sg_blueprint b = small_blueprint(cases[i][0]);
        sg_plan_cache *cache = NULL;
        void *bound = NULL;
        const long live = sg_mem_live();
        check_ok(sg_plan_cache_open(&cache, &data, &model.vocabularies, NULL, &err));
        const sg_layer_binding to = {.cache = cache};
        check_fails(sg_layer_bind(&bound, &b.layer[0], &to, &err), SG_EFORMAT, cases[i][1]);
        assert_null(bound);
        sg_plan_cache_close(cache);
        assert_int_equal(sg_mem_live(), live);
        sg_blueprint_free(&b);
    }
    sg_model_free(&model);
    sg_dataset_free(&data);
}

/* ---- For people ------------------------------------------------------------------------------- */

static void heads_have_texts(void **state)
{
    (void)state;
    static const char *const TEXTS[][2] = {
        {"label @ edge bias wl:1", "label @ edge"},
        {"label @ edge bias wl:1", "label @ edge"},
        {"label -> degree @ distance 0..1 at-least 2 bias wl:1",
         "label -> degree @ distance 0..1"},
        {"label @ edge bias degree", "label @ edge"}};
    bound_layer b = open_bound(HEADS, 0);
    check_head_texts(&b, TEXTS, 4);
    close_bound(&b);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static void out_of_memory(void **state)
{
    (void)state;
    assert_true(check_bound_memory(HEADS) > 20);
}

SG_TESTS(cmocka_unit_test(needs_are_named_head_by_head),
         cmocka_unit_test(the_first_failure_ends_it),
         cmocka_unit_test(copies_are_heads_of_their_own),
         cmocka_unit_test(heads_without_biases), cmocka_unit_test(what_nobody_knows_is_refused),
         cmocka_unit_test(heads_have_texts), cmocka_unit_test(out_of_memory))
