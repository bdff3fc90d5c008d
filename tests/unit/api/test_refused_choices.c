/* test_refused_choices.c - values that an enum does not have are refused by the name of the member. */
#include "unit/api/refused_calls.inc"

/* Behind the last value, and before the first one. */
static const int OTHERS[] = {99, -1};
#define N_OTHERS (sizeof OTHERS / sizeof *OTHERS)

/* The text must name the member; its value is in it as well. */
#define NO_CHOICE(member, call) check_fails(call, SG_EINVAL, member)

static void refuses_choices_of_data(void **state)
{
    (void)state;
    const uint32_t offset[] = {0, 1};
    for (size_t i = 0; i < N_OTHERS; i++) {
        const sg_graph_arrays arrays = {.struct_size = sizeof arrays,
                                        .n_graphs = 1,
                                        .graph_offset = offset,
                                        .ownership = (sg_ownership)OTHERS[i]};
        NO_CHOICE("ownership", sg_data_from_arrays(&no_data, &arrays, &err));
    }
    const uint8_t part[] = {SG_NO_PART + 1};
    const sg_graph_arrays parted = {
        .struct_size = sizeof parted, .n_graphs = 1, .graph_offset = offset, .part = part};
    NO_CHOICE("part[0]", sg_data_from_arrays(&no_data, &parted, &err));
}

static void refuses_choices_of_layers(void **state)
{
    (void)state;
    const char *const head[] = {"degree"};
    for (size_t i = 0; i < N_OTHERS; i++) {
        sg_layer_options layer[2] = {
            {.struct_size = sizeof layer[0], .kind = "norm"},
            {.struct_size = sizeof layer[0], .kind = "decoder", .head = head, .n_heads = 1}};
        const sg_model_options options = {
            .struct_size = sizeof options, .layer = layer, .n_layers = 2};
        sg_model_options other = {.struct_size = sizeof other, .decoder = "degree"};
        layer[1].activation = (sg_activate)OTHERS[i];
        NO_CHOICE("options->layer[1]->activation",
                  sg_model_build(&no_model, data, &options, &err));
        layer[1].activation = SG_ACTIVATE_DEFAULT;
        layer[1].pool = (sg_pool_by)OTHERS[i];
        NO_CHOICE("options->layer[1]->pool", sg_model_build(&no_model, data, &options, &err));
        layer[1].pool = SG_POOL_BY_DEFAULT;
        layer[1].bias = (sg_yes_no)OTHERS[i];
        NO_CHOICE("options->layer[1]->bias", sg_model_build(&no_model, data, &options, &err));
        layer[1].bias = SG_BY_DEFAULT;
        layer[0].affine = (sg_yes_no)OTHERS[i];
        NO_CHOICE("options->layer[0]->affine", sg_model_build(&no_model, data, &options, &err));
        other.task = (sg_task_choice)OTHERS[i];
        NO_CHOICE("options->task", sg_model_build(&no_model, data, &other, &err));
        other.task = SG_TASK_OF_DATA;
        other.input = (sg_features)OTHERS[i];
        NO_CHOICE("options->input", sg_model_build(&no_model, data, &other, &err));
        const sg_choice_options chosen = {.struct_size = sizeof chosen,
                                          .task = (sg_task_choice)OTHERS[i]};
        NO_CHOICE("options->task", sg_data_choose(&no_text, NULL, data, &chosen, &err));
        const sg_search_options search = {
            .struct_size = sizeof search, .folder = "x", .task = (sg_task_choice)OTHERS[i]};
        NO_CHOICE("options->task", sg_search(NULL, "x", &search, &err));
    }
}

#define NO_TRAINING(member, type)                                                              \
    do {                                                                                       \
        sg_training_options training = {.struct_size = sizeof training,                        \
                                        .member = (type)OTHERS[i]};                            \
        NO_CHOICE(#member, sg_model_train(NULL, trained, data, &training, &err));              \
        NO_CHOICE(#member, sg_training_preview(&outline, &training, &size, &err));             \
    } while (0)

static void refuses_choices_of_trainings(void **state)
{
    (void)state;
    const sg_model_size size = sg_model_sizes_of(trained);
    sg_training_outline outline = {.struct_size = sizeof outline};
    for (size_t i = 0; i < N_OTHERS; i++) {
        NO_TRAINING(rate, sg_rate);
        NO_TRAINING(optimizer, sg_optimize);
        NO_TRAINING(decoupled, sg_yes_no);
        NO_TRAINING(init, sg_begin);
        NO_TRAINING(bias_init, sg_begin);
        NO_TRAINING(loss, sg_loss_choice);
        NO_TRAINING(metric, sg_metric_choice);
        NO_TRAINING(precision, sg_compute);
    }
}

static void refuses_other_choices(void **state)
{
    (void)state;
    sg_live *live = NULL;
    sg_reference_entry entry = {.struct_size = sizeof entry};
    uint32_t n = 77;
    check_ok(sg_live_open(&live, trained, data, NULL, &err));
    for (size_t i = 0; i < N_OTHERS; i++) {
        const sg_live_change change = {.struct_size = sizeof change,
                                       .kind = (sg_live_kind)OTHERS[i]};
        NO_CHOICE("kind", sg_live_edit(NULL, live, &change, &err));
        NO_CHOICE("list", sg_reference_at(&entry, (sg_reference)OTHERS[i], 0, &err));
        assert_int_equal(sg_reference_count((sg_reference)OTHERS[i]), 0);
        assert_null(sg_reference_name((sg_reference)OTHERS[i]));
        assert_null(sg_reference_about((sg_reference)OTHERS[i]));
        assert_null(sg_splits_part(&n, splits, 0, (sg_part)OTHERS[i]));
        assert_null(sg_part_word((sg_part)OTHERS[i]));
        assert_null(sg_task_word((sg_task)OTHERS[i]));
        assert_null(sg_status_word((sg_status)OTHERS[i]));
    }
    sg_live_close(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_choices_of_data),
        cmocka_unit_test(refuses_choices_of_layers),
        cmocka_unit_test(refuses_choices_of_trainings),
        cmocka_unit_test(refuses_other_choices),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
