/* test_train_section.c - `train:` maps over other settings, and what does not go together. */
#include "config/train_section.h"

#include "support/check.h"
#include "text/yaml.h"

/* Read a text over `options` and check it. */
static sg_status read(sg_train_options *options, sg_task task, uint32_t n_layers,
                      const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_train_options made = *options;
    sg_tree tree = {0};
    sg_fields f;
    SG_TRY(sg_yaml_parse(&tree, "t.yml", text, strlen(text), err));
    SG_TRY(sg_train_section_read(&made, &f, tree.root, "t.yml", err));
    SG_TRY(sg_train_section_check(&made, task, &f, err));
    SG_TRY(sg_train_section_check_layers(&made, n_layers, &f, err));
    *options = made;
done:
    sg_tree_free(&tree);
    return status;
}

static void later_settings_count_more(void **state)
{
    (void)state;
    sg_train_options o = sg_train_defaults(SG_REGRESSION);
    check_ok(read(&o, SG_REGRESSION, 3,
                  "{epochs: 7, loss: huber, optimizer: sgd, freeze: [0, 2]}", &err));
    check_ok(read(&o, SG_REGRESSION, 3, "{epochs: 9, momentum: 0.5}", &err));
    assert_int_equal(o.n_epochs, 9);
    assert_ptr_equal(o.loss, &sg_loss_huber);
    assert_int_equal(o.optimizer.kind, SG_OPTIMIZER_SGD);
    check_near(o.optimizer.momentum, 0.5, 0, 0);
    assert_int_equal(sg_layer_set_end(&o.freeze), 3);
    assert_int_equal(o.batch_size, sg_train_defaults(SG_REGRESSION).batch_size);
}

static void no_map_is_an_empty_one(void **state)
{
    (void)state;
    sg_train_options o = sg_train_defaults(SG_MULTILABEL);
    sg_fields f;
    check_ok(sg_train_section_read(&o, &f, NULL, "t.yml", &err));
    check_ok(sg_train_section_check(&o, SG_MULTILABEL, &f, &err));
    check_ok(sg_train_section_check_layers(&o, 1, &f, &err));
    assert_int_equal(o.n_epochs, sg_train_defaults(SG_MULTILABEL).n_epochs);
}

static void what_does_not_go_together(void **state)
{
    (void)state;
    static const struct {
        sg_task task;
        const char *text, *what;
    } bad[] = {
        {SG_CLASSIFICATION, "loss: mae", "t.yml:1:7: train.loss: mae is not for"},
        {SG_REGRESSION, "loss: bce", "which has mae, mse and huber"},
        {SG_MULTILABEL, "loss: cross-entropy", "which has bce"},
        {SG_REGRESSION, "metric: accuracy", "t.yml:1:9: train.metric: metric accuracy"},
        {SG_MULTILABEL, "metric: rmse", "train.metric: "},
        {SG_CLASSIFICATION, "momentum: 0.9", "train.momentum: adam has none; it is for sgd"},
        {SG_CLASSIFICATION, "{beta1: 0.9, optimizer: sgd}", "it is for adam and adamw"},
        {SG_CLASSIFICATION, "freeze: [1, 2]", "t.yml:1:9: train.freeze: there is no layer 2"},
        {SG_CLASSIFICATION, "epoch: 3", "did you mean \"epochs\"?"},
        {SG_CLASSIFICATION, "[epochs]", "t.yml:1:1: train"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sg_train_options o = sg_train_defaults(bad[i].task);
        check_fails(read(&o, bad[i].task, 2, bad[i].text, &err), SG_EFORMAT, bad[i].what);
        assert_int_equal(o.n_epochs, sg_train_defaults(bad[i].task).n_epochs);
    }
}

SG_TESTS(cmocka_unit_test(later_settings_count_more), cmocka_unit_test(no_map_is_an_empty_one),
         cmocka_unit_test(what_does_not_go_together))
