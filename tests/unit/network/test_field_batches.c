/* test_field_batches.c - a network for every batch, all with the same parameters. */
#include "network/real/field_batches.h"

#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"

static const layer_case LAYERS = {
    .name = "dropout",
    .layer = {{.kind = &sg_sage_kind, .outputs = 4, .bias = CASE_BIAS},
              {.kind = &sg_dropout_kind, .rate = 0.5},
              {.kind = &sg_gin_kind, .outputs = 2}},
    .n_layers = 3,
    .input = CASE_NUMBERS};

static void batches_are_numbered(void **state)
{
    sg_rng rng = check_rng("field batches");
    tiny_model tiny = tiny_model_draw(&rng, 2, 20);
    case_network c;
    SG_R(sg_field_batches) *fields = NULL;
    const uint32_t item[] = {0, 1 % tiny.data.graph.n_nodes};
    const sg_real *out = NULL;
    sg_real first[4];
    (void)state;
    case_network_open(&c, &LAYERS, &tiny, &rng);
    c.spec.item = SG_ITEM_NODE;
    assert_true(sg_network_learns(&c.spec));
    check_ok(SG_R(sg_field_batches_open)(&fields, &c.spec, NULL, &err));
    const sg_network_spec *whole = SG_R(sg_field_batches_whole)(fields);
    assert_false(sg_network_learns(whole));
    for (size_t i = 0; i < c.n_parameters; i++)
        ((sg_real *)whole->parameters)[i] = (sg_real)c.parameter[i];
    for (uint64_t step = 0; step < 3; step++) {
        assert_int_equal(SG_R(sg_field_batches_step)(fields), step);
        assert_non_null(SG_R(sg_field_batches_forward)(&out, fields, item, 2));
        if (step == 0) memcpy(first, out, sizeof first);
    }
    SG_R(sg_field_batches_set_step)(fields, 0);
    assert_non_null(SG_R(sg_field_batches_forward)(&out, fields, item, 2));
    assert_memory_equal(first, out, sizeof first);
    check_ok(SG_R(sg_field_batches_fault)(fields, &err));
    sg_mem_fail_at(0);
    assert_null(SG_R(sg_field_batches_forward)(&out, fields, item, 2));
    sg_mem_fail_at(-1);
    check_fails(SG_R(sg_field_batches_fault)(fields, &err), SG_ENOMEM, "");
    assert_null(SG_R(sg_field_batches_forward)(&out, fields, item, 2)); /* once is enough */
    SG_R(sg_field_batches_close)(fields);
    c.spec.item = SG_ITEM_GRAPH;
    fields = NULL;
    check_fails(SG_R(sg_field_batches_open)(&fields, &c.spec, NULL, &err), SG_EINVAL,
                "the model predicts graphs");
    case_network_close(&c);
    tiny_model_free(&tiny);
}

SG_TESTS(cmocka_unit_test(batches_are_numbered))
