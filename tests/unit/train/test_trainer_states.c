/* test_trainer_states.c - the state of a training, from which another goes on. */
#include "unit/train/trainer_bench.inc"

static void a_state_goes_on_bit_for_bit(void **state)
{
    (void)state;
    static const sg_precision precisions[] = {SG_PRECISION_FLOAT, SG_PRECISION_DOUBLE};
    for (int p = 0; p < 2; p++) {
        bench straight, resumed;
        prepare_all(&straight);
        straight.options.precision = precisions[p];
        open_trainer(&straight, NULL);
        for (int e = 0; e < 4; e++) (void)train(&straight);
        const size_t size = sg_trainer_state_size(straight.trainer);
        void *bytes = malloc(size);
        sg_trainer_state_save(bytes, straight.trainer);

        prepare_all(&resumed);
        resumed.options.precision = precisions[p];
        open_trainer(&resumed, NULL);
        check_ok(sg_trainer_state_load(resumed.trainer, bytes, size, &err));
        check_same_weights(&straight, &resumed);
        for (int e = 0; e < 4; e++) {
            const sg_epoch a = train(&straight), c = train(&resumed);
            assert_int_equal(a.epoch, c.epoch);
            assert_int_equal(a.best, c.best);
            assert_memory_equal(a.loss, c.loss, sizeof a.loss);
            assert_memory_equal(a.metric, c.metric, sizeof a.metric);
            assert_true(a.learning_rate == c.learning_rate);
            check_same_weights(&straight, &resumed);
        }
        assert_int_equal(sg_trainer_best(straight.trainer).epoch,
                         sg_trainer_best(resumed.trainer).epoch);
        sg_trainer_recall(straight.trainer);
        sg_trainer_recall(resumed.trainer);
        check_same_weights(&straight, &resumed);
        free(bytes);
        close_bench(&straight);
        close_bench(&resumed);
    }
}

static void damaged_states_are_refused(void **state)
{
    (void)state;
    bench b, before;
    prepare(&b);
    open_trainer(&b, NULL);
    (void)train(&b);
    const size_t size = sg_trainer_state_size(b.trainer);
    unsigned char *bytes = malloc(size + 1);
    sg_trainer_state_save(bytes, b.trainer);
    prepare(&before);
    open_trainer(&before, NULL);
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 0x10;
        sg_error err = {0};
        assert_int_equal(sg_trainer_state_load(before.trainer, bytes, size, &err), SG_EFORMAT);
        bytes[i] ^= 0x10;
    }
    check_fails(sg_trainer_state_load(before.trainer, bytes, size - 1, &err), SG_EFORMAT,
                "checkpoint: it has");
    check_fails(sg_trainer_state_load(before.trainer, bytes, size + 1, &err), SG_EFORMAT,
                "checkpoint: it has");
    check_fails(sg_trainer_state_load(before.trainer, bytes, 0, &err), SG_EFORMAT,
                "checkpoint: it has 0 bytes");
    bytes[size / 2] ^= 1;
    check_fails(sg_trainer_state_load(before.trainer, bytes, size, &err), SG_EFORMAT,
                "checkpoint: it is damaged");
    bytes[size / 2] ^= 1;

    /* None of them has left a trace. */
    assert_int_equal(sg_trainer_best(before.trainer).epoch, 0);
    (void)train(&before);
    check_same_weights(&b, &before);
    check_ok(sg_trainer_state_load(before.trainer, bytes, size, &err));
    free(bytes);
    close_bench(&b);
    close_bench(&before);
}

static void states_of_other_trainings_are_refused(void **state)
{
    (void)state;
    bench b;
    prepare(&b);
    open_trainer(&b, NULL);
    const size_t size = sg_trainer_state_size(b.trainer);
    void *bytes = malloc(size);
    sg_trainer_state_save(bytes, b.trainer);
    close_bench(&b);
    for (int change = 0; change < 4; change++) {
        prepare(&b);
        if (change == 0) b.training.seed++;
        if (change == 1) b.training.shuffle_first++;
        if (change == 2) b.options.batch_size++;
        if (change == 3) b.training.n_items[1]--;
        open_trainer(&b, NULL);
        check_fails(sg_trainer_state_load(b.trainer, bytes, size, &err), SG_EFORMAT,
                    "checkpoint: it is of another training");
        close_bench(&b);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_goes_on_bit_for_bit),
        cmocka_unit_test(damaged_states_are_refused),
        cmocka_unit_test(states_of_other_trainings_are_refused),
    };
    return cmocka_run_group_tests(tests, open_data, close_data);
}
