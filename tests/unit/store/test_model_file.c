/* test_model_file.c - model files: what is written is read again, what is damaged is refused. */
#include "unit/store/model_files.inc"

/* ---- What is written is read -------------------------------------------------------------- */

static void everything_comes_back(void **state)
{
    (void)state;
    for (int m = 0; m < N_MODELS; m++) {
        const sg_model *a = models[m];
        sg_model b = {0};
        check_ok(sg_model_read_memory(&b, "memory", bytes[m], n_bytes[m], &err));
        assert_int_equal(a->outputs.task, b.outputs.task);
        assert_int_equal(a->loss, b.loss);
        assert_int_equal(a->precision, b.precision);
        assert_int_equal(a->outputs.n, b.outputs.n);
        assert_int_equal(a->n_attributes, b.n_attributes);
        assert_int_equal(a->n_weights, b.n_weights);
        assert_memory_equal(a->weight, b.weight, a->n_weights * sizeof *a->weight);
        assert_int_equal(a->vocabularies.n_labelings, b.vocabularies.n_labelings);
        for (uint32_t i = 0; i < b.vocabularies.n_labelings; i++) {
            const sg_label_vocabulary *x = &a->vocabularies.labels[i],
                                      *y = &b.vocabularies.labels[i];
            assert_string_equal(x->expression, y->expression);
            assert_int_equal(x->n_labels, y->n_labels);
            assert_memory_equal(x->key, y->key, x->n_labels * sizeof *x->key);
            assert_memory_equal(x->count, y->count, x->n_labels * sizeof *x->count);
        }
        assert_int_equal(a->vocabularies.n_heads, b.vocabularies.n_heads);
        for (uint32_t i = 0; i < b.vocabularies.n_heads; i++) {
            const sg_triple_vocabulary *x = &a->vocabularies.weights[i],
                                       *y = &b.vocabularies.weights[i];
            const size_t size = x->keys.n_slots * sizeof(uint64_t);
            assert_string_equal(x->head, y->head);
            assert_int_equal(x->keys.n_slots, y->keys.n_slots);
            assert_memory_equal(x->keys.receiver, y->keys.receiver, size);
            assert_memory_equal(x->keys.sender, y->keys.sender, size);
            assert_memory_equal(x->keys.value, y->keys.value, size);
        }
        for (uint32_t c = 0; c < a->outputs.n; c++) {
            if (a->outputs.class_name != NULL) {
                assert_int_equal(a->outputs.class_name[c], b.outputs.class_name[c]);
                continue;
            }
            assert_string_equal(sg_names_at(&a->outputs.target_name, c),
                                sg_names_at(&b.outputs.target_name, c));
            assert_int_equal(a->outputs.target_column[c], b.outputs.target_column[c]);
            assert_true(a->outputs.scale[c] == b.outputs.scale[c] &&
                        a->outputs.offset[c] == b.outputs.offset[c]);
        }
        assert_true(b.is_trained);
        sg_model_free(&b);
    }
}

/* ---- Damaged bytes ------------------------------------------------------------------------ */

static void files_that_end_early_are_refused(void **state)
{
    (void)state;
    for (int m = 0; m < N_MODELS; m++)
        for (size_t size = 0; size < n_bytes[m]; size++) {
            sg_model model = {.outputs = {.n = 77}};
            sg_error err = {0};
            const long live = sg_mem_live();
            char *copy = malloc(size + 1); /* so that reading behind it gets noticed */
            memcpy(copy, bytes[m], size);
            const sg_status status = sg_model_read_memory(&model, "cut", copy, size, &err);
            free(copy);
            if (status != SG_EFORMAT) fail_msg("%zu bytes: status %d", size, (int)status);
            assert_memory_equal(err.text, "cut", 3);
            assert_int_equal(model.outputs.n, 77);
            assert_int_equal(sg_mem_live(), live);
        }
}

static void a_changed_byte_is_refused_or_harmless(void **state)
{
    (void)state;
    for (int m = 0; m < N_MODELS; m++)
        for (size_t i = 0; i < n_bytes[m]; i++) {
            const char before = bytes[m][i];
            sg_model model = {0};
            sg_error err = {0};
            const long live = sg_mem_live();
            bytes[m][i] = (char)(before ^ 1 << i % 8);
            const sg_status status =
                sg_model_read_memory(&model, "memory", bytes[m], n_bytes[m], &err);
            if (status == SG_OK)
                check_harmless(&model);
            else if (status != SG_EFORMAT && status != SG_ELIMIT)
                fail_msg("byte %zu: status %d: %s", i, (int)status, err.text);
            bytes[m][i] = before;
            sg_model_free(&model);
            assert_int_equal(sg_mem_live(), live);
        }
}

/* ---- Memory, disk ------------------------------------------------------------------------- */

static sg_status write_and_read(void *context, sg_error *err)
{
    const int *m = context;
    sg_model model = {0};
    sg_status status = sg_model_write(models[*m], path_of("memory"), err);
    if (status == SG_OK) status = sg_model_read(&model, path_of("memory"), err);
    sg_model_free(&model);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    for (int m = 0; m < N_MODELS; m++)
        assert_true(check_out_of_memory(write_and_read, &m) > 100);
}

static void a_failed_write_leaves_the_old_file(void **state)
{
    (void)state;
    sg_model model = {0};
    check_ok(sg_model_write(models[0], path_of("old"), &err));
    sg_mem_fail_at(40);
    assert_int_equal(sg_model_write(models[1], path_of("old"), NULL), SG_ENOMEM);
    sg_mem_fail_at(-1);
    check_ok(sg_model_read(&model, path_of("old"), &err));
    assert_int_equal(model.outputs.task, SG_CLASSIFICATION);
    sg_model_free(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_comes_back),
        cmocka_unit_test(files_that_end_early_are_refused),
        cmocka_unit_test(a_changed_byte_is_refused_or_harmless),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(a_failed_write_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, make_models, drop_models);
}
