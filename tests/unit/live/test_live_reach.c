/* test_live_reach.c - how far labelings, pair properties, layers and models look. */
#include "live/live_reach.h"

#include "invariants/expression.h"
#include "support/check.h"
#include "support/small_data.h"

static void labels(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t radius;
    } known[] = {{"label", 0},
                 {"degree", 1},
                 {"wl:3", 3},
                 {"wl:2/wl:1", 3},
                 {"label+wl:2", 2},
                 {"wl:1/degree", 2},
                 {"orbit", SG_EVERYWHERE},
                 {"fwl:2", SG_EVERYWHERE},
                 {"fwl:0", 0},
                 {"fwl:1 within 4", 4},
                 {"fwl:2 within 4", 6},
                 {"fwl:3 within 4/wl:2", 10},
                 {"fwl:2/wl:2", SG_EVERYWHERE},
                 {"marked-wl:2", SG_EVERYWHERE},
                 {"wl:1/betweenness:4", SG_EVERYWHERE}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sg_label_expression expression = {0};
        uint32_t radius = 77;
        check_ok(sg_label_parse(&expression, known[i].text, &err));
        assert_int_equal(sg_label_radius(&expression), known[i].radius);
        check_ok(sg_label_text_radius(&radius, known[i].text, &err));
        assert_int_equal(radius, known[i].radius);
        sg_label_expression_free(&expression);
    }
    uint32_t untouched = 77;
    check_fails(sg_label_text_radius(&untouched, "wk:1", &err), SG_EINVAL, "wk");
    assert_int_equal(untouched, 77);
}

static void properties(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t radius;
    } known[] = {{"distance 0..4", 4},
                 {"distance 7", 7},
                 {"edge", 1},
                 {"path 0..2", 2},
                 {"walks:3", 3},
                 {"paths:5 within 2", 5},
                 {"resistance", SG_EVERYWHERE},
                 {"resistance within 2", SG_EVERYWHERE},
                 {"fwl:2", SG_EVERYWHERE},
                 {"fwl:0 within 4", 4},
                 {"fwl:1 within 4", 6},
                 {"fwl:2 within 1..4", 8},
                 {"separators", SG_EVERYWHERE},
                 {"separators within 3", 4},
                 {"marked-wl:5 within 2", 3},
                 {"marked-wl:2", SG_EVERYWHERE}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sg_property property = {0};
        check_ok(sg_property_parse(&property, known[i].text, &err));
        assert_int_equal(sg_property_radius(&property), known[i].radius);
        sg_property_free(&property);
    }
    sg_property_parameters parameters = {.max_value = 4, .rounds = 6};
    assert_int_equal(sg_radius_of_values(&parameters), 4);
    assert_int_equal(sg_radius_of_rounds(&parameters), 6);
    assert_int_equal(sg_radius_of_neighbors(&parameters), 1);
}

static sg_live_reach reach_of(const char *layers)
{
    sg_model model = {.blueprint = small_blueprint(layers)};
    sg_live_reach reach = {0};
    check_ok(sg_live_reach_find(&reach, &model, &err));
    sg_blueprint_free(&model.blueprint);
    return reach;
}

static void models(void **state)
{
    (void)state;
    sg_live_reach near = reach_of(
        "layers:\n  - encoder: { heads: [\"label @ distance 0..3\", \"none @ edge\"] }\n"
        "  - encoder: { heads: [\"label @ edge\"] }\n  - sage: { outputs: 3 }\n"
        "  - pool: { kind: mean }\n  - linear: { outputs: 2 }\n");
    assert_int_equal(near.state, 5);
    assert_int_equal(near.shortest, 1);
    assert_string_equal(near.reason, "");
    sg_live_reach far = reach_of("layers:\n  - encoder: { heads: [\"label @ resistance\"] }\n"
                                 "  - pool: { kind: mean }\n  - linear: { outputs: 2 }\n");
    assert_int_equal(far.state, SG_EVERYWHERE);
    assert_string_equal(far.reason, "the pair property resistance looks at the whole graph");
    sg_live_reach_free(&near);
    sg_live_reach_free(&far);
}

SG_TESTS(cmocka_unit_test(labels), cmocka_unit_test(properties), cmocka_unit_test(models))
