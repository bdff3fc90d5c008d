/* test_task.c - words of tasks. */
#include "data/task.h"
#include "support/check.h"

static void words(void **state)
{
    (void)state;
    assert_string_equal(sg_task_word(SG_CLASSIFICATION), "classification");
    assert_string_equal(sg_task_word(SG_REGRESSION), "regression");
    assert_string_equal(sg_task_word(SG_MULTILABEL), "multilabel");
    for (int t = 0; t < SG_N_TASKS; t++)
        assert_ptr_equal(sg_task_words[t], sg_task_word((sg_task)t));
}

SG_TESTS(cmocka_unit_test(words))
