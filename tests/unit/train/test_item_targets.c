/* test_item_targets.c - classes as they are, targets in the unit of the model's outputs. */
#include "support/check.h"
#include "train/item_targets.h"

enum { N = 3, COLUMNS = 3 };

/* Three graphs without nodes, with two classes and three target columns. */
typedef struct sample {
    uint32_t offset[N + 1], classes[N];
    int64_t class_name[2];
    double target[N * COLUMNS];
    sg_dataset data;
} sample;

static void sample_make(sample *s)
{
    *s = (sample){.classes = {1, 0, 1},
                  .class_name = {-1, 1},
                  .target = {1, 20, 0.5, 2, (double)NAN, 0.25, 4, 60, -8}};
    s->data = (sg_dataset){.graph = {.graph_offset = s->offset, .n_graphs = N},
                           .items = {.item_class = s->classes,
                                     .n_classes = 2,
                                     .class_name = s->class_name,
                                     .target = {s->target, COLUMNS}}};
}

static sg_outputs outputs_of(const sample *s, sg_task task, const uint32_t *column, uint32_t n)
{
    sg_outputs outputs = {0};
    check_ok(sg_outputs_describe(&outputs, &s->data, task, column, n, &err));
    return outputs;
}

static void classes_are_borrowed(void **state)
{
    (void)state;
    sample s;
    sample_make(&s);
    sg_outputs outputs = outputs_of(&s, SG_CLASSIFICATION, NULL, 0);
    sg_item_targets targets = {0};
    check_ok(sg_item_targets_make(&targets, &outputs, &s.data, &err));
    assert_ptr_equal(targets.of_loss.item_class, s.classes);
    assert_int_equal(targets.of_loss.n_columns, 2);
    assert_null(targets.value);
    assert_null(targets.of_loss.value);
    sg_item_targets_free(&targets);
    sg_outputs_free(&outputs);
}

/* Columns in the model's order, (target - offset) / scale, gaps stay gaps. */
static void columns_are_scaled(void **state)
{
    (void)state;
    sample s;
    sample_make(&s);
    sg_outputs outputs = outputs_of(&s, SG_REGRESSION, (uint32_t[]){2, 1}, 2);
    sg_item_targets targets = {0};
    outputs.scale[1] = 20;
    outputs.offset[1] = 40;
    check_ok(sg_item_targets_make(&targets, &outputs, &s.data, &err));
    assert_ptr_equal(targets.of_loss.value, targets.value);
    assert_null(targets.of_loss.item_class);
    assert_int_equal(targets.of_loss.n_columns, 2);
    const double wanted[] = {0.5, -1, 0.25, (double)NAN, -8, 1};
    for (int i = 0; i < 6; i++)
        if (i == 3)
            assert_true(isnan(targets.value[i]));
        else
            check_near(targets.value[i], wanted[i], 0, 0);
    sg_item_targets_free(&targets);
    assert_null(targets.value);
    sg_item_targets_free(&targets);
    sg_outputs_free(&outputs);
}

static void other_data_is_refused(void **state)
{
    (void)state;
    sample s, other;
    sample_make(&s);
    sample_make(&other);
    sg_outputs classes = outputs_of(&s, SG_CLASSIFICATION, NULL, 0),
               columns = outputs_of(&s, SG_MULTILABEL, NULL, 0);
    const sg_item_targets untouched = {.of_loss = {.n_columns = 77}};
    sg_item_targets targets = untouched;
    other.class_name[0] = -2;
    check_fails(sg_item_targets_make(&targets, &classes, &other.data, &err), SG_EINVAL,
                "not those of the model");
    other.data.items.item_class = NULL;
    check_fails(sg_item_targets_make(&targets, &classes, &other.data, &err), SG_EINVAL,
                "no classes");
    other.data.items.target.n_columns = 2;
    check_fails(sg_item_targets_make(&targets, &columns, &other.data, &err), SG_EINVAL,
                "the model predicts \"target 2\", but the data has no targets of that name");
    assert_memory_equal(&targets, &untouched, sizeof targets);
    sg_outputs_free(&classes);
    sg_outputs_free(&columns);
}

typedef struct request {
    const sample *of;
    const sg_outputs *outputs;
} request;

static sg_status make_body(void *context, sg_error *err)
{
    const request *r = context;
    sg_item_targets targets = {0};
    const sg_status status = sg_item_targets_make(&targets, r->outputs, &r->of->data, err);
    sg_item_targets_free(&targets);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    sample s;
    sample_make(&s);
    sg_outputs outputs = outputs_of(&s, SG_REGRESSION, NULL, 0);
    request r = {&s, &outputs};
    assert_int_equal(check_out_of_memory(make_body, &r), 2);
    sg_outputs_free(&outputs);
}

SG_TESTS(cmocka_unit_test(classes_are_borrowed), cmocka_unit_test(columns_are_scaled),
         cmocka_unit_test(other_data_is_refused), cmocka_unit_test(survives_without_memory))
