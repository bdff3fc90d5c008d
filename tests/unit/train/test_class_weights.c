/* test_class_weights.c - every class counts alike. */
#include "support/check.h"

#include "base/mem.h"
#include "train/class_weights.h"

static const uint32_t CLASSES[] = {0, 1, 0, 0, 2, 1}, TRAIN[] = {0, 1, 2, 3};

static void classes_count_alike(void **state)
{
    (void)state;
    const double given[] = {1, 1, 2, 1, 1, 1};
    sg_training_spec training = {
        .targets = {.item_class = CLASSES, .n_columns = 3}, .item = {TRAIN}, .n_items = {4}};
    double *weight = NULL;
    /* three of class 0 and one of class 1; class 2 is not trained on */
    check_ok(sg_class_weights_make(&weight, &training, 6, &err));
    const double expected[] = {4.0 / 6, 2, 4.0 / 6, 4.0 / 6, 0, 2};
    for (int i = 0; i < 6; i++) check_near(weight[i], expected[i], 1e-12, 0);
    sg_free(weight);
    training.weight = given;
    check_ok(sg_class_weights_make(&weight, &training, 6, &err));
    for (int i = 0; i < 6; i++) check_near(weight[i], given[i] * expected[i], 1e-12, 0);
    sg_free(weight);
    training.targets.item_class = NULL;
    check_fails(sg_class_weights_make(&weight, &training, 6, &err), SG_EINVAL,
                "one column of classes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(classes_count_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
