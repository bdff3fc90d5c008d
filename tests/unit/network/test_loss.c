/* test_loss.c - losses by hand, their gradients by central differences, and missing targets. */
#define SG_REAL_DOUBLE
#include "network/real/loss.h"

#include "base/mem.h"
#include "support/check.h"
#include "text/yaml.h"

#define ITEMS(items, count) (&(sg_loss_items){.item = (items), .n = (count)})

static const uint32_t GRAPHS[3] = {2, 0, 1};

static void cross_entropy_by_hand(void **state)
{
    (void)state;
    const uint32_t classes[2] = {1, 0}, graphs[2] = {0, 1};
    const sg_targets targets = {.item_class = classes};
    /* softmax(0, log 3) = (1/4, 3/4); softmax(0, 0) = (1/2, 1/2) */
    const double out[4] = {0, log(3), 0, 0};
    double d_out[4];
    const double loss =
        sg_loss_of_f64(d_out, out, 2, &sg_loss_cross_entropy, &targets, ITEMS(graphs, 2));
    check_near(loss, (log(4.0 / 3) + log(2)) / 2, 1e-15, 0);
    const double expected[4] = {0.25 / 2, -0.25 / 2, -0.5 / 2, 0.5 / 2};
    for (int i = 0; i < 4; i++) check_near(d_out[i], expected[i], 1e-15, 1e-16);
}

static void cross_entropy_of_large_outputs(void **state)
{
    (void)state;
    const uint32_t classes[3] = {0, 1, 0};
    const sg_targets targets = {.item_class = classes};
    const double out[6] = {1e4, 0, 1e4, 0, -1e308, 1e308};
    const uint32_t first = 0, second = 1, third = 2;
    double d_out[2];
    check_near(
        sg_loss_of_f64(d_out, out, 2, &sg_loss_cross_entropy, &targets, ITEMS(&first, 1)), 0, 0,
        0);
    check_near(
        sg_loss_of_f64(d_out, out + 2, 2, &sg_loss_cross_entropy, &targets, ITEMS(&second, 1)),
        1e4, 1e-15, 0);
    check_near(d_out[0], 1, 0, 0);
    check_near(d_out[1], -1, 0, 0);
    (void)sg_loss_of_f64(d_out, out + 4, 2, &sg_loss_cross_entropy, &targets, ITEMS(&third, 1));
    check_near(d_out[0], -1, 0, 0);
    check_near(d_out[1], 1, 0, 0);
}

/* Threads that share many items change no bit. */
static void threads_share_items(void **state)
{
    (void)state;
    enum { N = SG_MANY_ITEMS + 700, WIDTH = 3 };
    sg_rng rng = check_rng("shared items");
    double *out = sg_alloc(N * WIDTH, sizeof *out), *room = sg_alloc(N, sizeof *room),
           *alone = sg_alloc(N * WIDTH, sizeof *alone),
           *shared = sg_alloc(N * WIDTH, sizeof *shared);
    uint32_t *item = sg_alloc(N, sizeof *item), *classes = sg_alloc(N, sizeof *classes);
    assert_true(out != NULL && room != NULL && alone != NULL && shared != NULL &&
                item != NULL && classes != NULL);
    for (uint32_t i = 0; i < N; i++) {
        item[i] = N - 1 - i;
        classes[i] = (uint32_t)(sg_rng_uniform(&rng) * WIDTH);
        for (uint32_t c = 0; c < WIDTH; c++) out[WIDTH * i + c] = 4 * sg_rng_uniform(&rng);
    }
    const sg_targets targets = {.item_class = classes};
    sg_loss_items items = {.item = item, .n = N};
    const double loss =
        sg_loss_of_f64(alone, out, WIDTH, &sg_loss_cross_entropy, &targets, &items);
    items.room = room;
    for (uint32_t n_threads = 1; n_threads < 4; n_threads++) {
        check_ok(sg_threads_open(&items.threads, n_threads, &err));
        assert_true(sg_loss_of_f64(shared, out, WIDTH, &sg_loss_cross_entropy, &targets,
                                   &items) == loss);
        assert_memory_equal(alone, shared, N * WIDTH * sizeof *alone);
        sg_threads_close(items.threads);
    }
    sg_free(out);
    sg_free(room);
    sg_free(alone);
    sg_free(shared);
    sg_free(item);
    sg_free(classes);
}

/* ---- Losses of values -------------------------------------------------------------------- */

/* The mean of differences 0.5, -3 and 1: each loss of one value as its definition says. */
static void value_losses_by_hand(void **state)
{
    (void)state;
    const double value[3] = {0, 0, 0}, out[3] = {0.5, -3, 1};
    const sg_targets targets = {.value = value, .n_columns = 1};
    double d_out[3];
    check_near(sg_loss_of_f64(d_out, out, 1, &sg_loss_mae, &targets, ITEMS(GRAPHS, 3)), 4.5 / 3,
               1e-15, 0);
    for (int i = 0; i < 3; i++) check_near(d_out[i], (i == 1 ? -1.0 : 1.0) / 3, 1e-15, 0);
    check_near(sg_loss_of_f64(d_out, out, 1, &sg_loss_mse, &targets, ITEMS(GRAPHS, 3)),
               10.25 / 3, 1e-15, 0);
    for (int i = 0; i < 3; i++) check_near(d_out[i], 2 * out[i] / 3, 1e-15, 0);
    check_near(sg_loss_of_f64(d_out, out, 1, &sg_loss_huber, &targets, ITEMS(GRAPHS, 3)),
               (0.125 + 2.5 + 0.5) / 3, 1e-15, 0);
    check_near(d_out[0], 0.5 / 3, 1e-15, 0);
    check_near(d_out[1], -1.0 / 3, 1e-15, 0);
    check_near(d_out[2], 1.0 / 3, 1e-15, 0);
}

static void binary_cross_entropy_by_hand(void **state)
{
    (void)state;
    const double value[4] = {1, 0, 1, 0}, out[4] = {0, log(3), 800, 800};
    const sg_targets targets = {.value = value, .n_columns = 2};
    const uint32_t graphs[2] = {0, 1};
    double d_out[4];
    /* -log 1/2, -log 1/4, -log 1 and -log exp(-800) */
    check_near(sg_loss_of_f64(d_out, out, 2, &sg_loss_bce, &targets, ITEMS(graphs, 2)),
               (log(2) + log(4) + 0 + 800) / 4, 1e-15, 0);
    const double expected[4] = {-0.5 / 4, 0.75 / 4, 0, 1.0 / 4};
    for (int i = 0; i < 4; i++) check_near(d_out[i], expected[i], 1e-15, 1e-16);
}

static void targets_are_those_of_the_batch_in_its_order(void **state)
{
    (void)state;
    const double value[6] = {10, 11, 20, 21, 30, 31}, out[6] = {30, 31, 10, 11, 20, 21};
    const sg_targets targets = {.value = value, .n_columns = 2};
    double d_out[6];
    check_near(sg_loss_of_f64(d_out, out, 2, &sg_loss_mse, &targets, ITEMS(GRAPHS, 3)), 0, 0,
               0);
    const uint32_t classes[3] = {1, 2, 0};
    const sg_targets by_class = {.item_class = classes};
    const double sure[9] = {99, 0, 0, 0, 99, 0, 0, 0, 99};
    double d_sure[9];
    check_near(
        sg_loss_of_f64(d_sure, sure, 3, &sg_loss_cross_entropy, &by_class, ITEMS(GRAPHS, 3)), 0,
        0, 1e-40);
}

static void missing_targets_count_for_nothing(void **state)
{
    (void)state;
    static const sg_loss *const LOSSES[] = {&sg_loss_mae, &sg_loss_mse, &sg_loss_huber,
                                            &sg_loss_bce};
    const double full[2] = {1, 0}, holes[6] = {1, NAN, NAN, NAN, NAN, 0};
    const double out[6] = {0.3, 5, 6, 7, 8, -0.4}, present[2] = {0.3, -0.4};
    const double none[6] = {NAN, NAN, NAN, NAN, NAN, NAN};
    const uint32_t graphs[3] = {0, 1, 2};
    const sg_targets with_holes = {.value = holes, .n_columns = 2};
    const sg_targets without = {.value = full, .n_columns = 1};
    const sg_targets missing = {.value = none, .n_columns = 2};
    for (size_t i = 0; i < sizeof LOSSES / sizeof *LOSSES; i++) {
        double d_holes[6], d_full[2];
        const double a =
            sg_loss_of_f64(d_holes, out, 2, LOSSES[i], &with_holes, ITEMS(graphs, 3));
        const double b =
            sg_loss_of_f64(d_full, present, 1, LOSSES[i], &without, ITEMS(graphs, 2));
        check_near(a, b, 1e-15, 0);
        check_near(d_holes[0], d_full[0], 1e-15, 0);
        check_near(d_holes[5], d_full[1], 1e-15, 0);
        for (int j = 1; j < 5; j++) assert_true(d_holes[j] == 0);
        assert_true(sg_loss_of_f64(d_holes, out, 2, LOSSES[i], &missing, ITEMS(graphs, 3)) ==
                    0);
        for (int j = 0; j < 6; j++) assert_true(d_holes[j] == 0);
    }
}

static void nothing_has_no_loss(void **state)
{
    (void)state;
    const double value = 1, out = 2;
    const uint32_t class_of = 0, graph = 0;
    const sg_targets targets = {&class_of, &value, 1};
    size_t n = 0;
    const sg_loss *const *loss = sg_losses(&n);
    for (size_t l = 0; l < n; l++)
        assert_true(sg_loss_of_f64(NULL, &out, 1, loss[l], &targets, ITEMS(&graph, 0)) == 0);
}

/* ---- Weights and divisors ---------------------------------------------------------------- */

/* softmax(0, log 3) = (1/4, 3/4), softmax(0, 0) = (1/2, 1/2); the first item counts twice, the second
 * half; the sum is divided by 5. */
static void weighted_cross_entropy_by_hand(void **state)
{
    (void)state;
    const uint32_t classes[2] = {1, 0}, item[2] = {0, 1};
    const sg_targets targets = {.item_class = classes};
    const double out[4] = {0, log(3), 0, 0}, weight[2] = {2, 0.5};
    const sg_loss_items items = {.item = item, .n = 2, .weight = weight, .divisor = 5};
    double d_out[4];
    check_near(sg_loss_of_f64(d_out, out, 2, &sg_loss_cross_entropy, &targets, &items),
               (2 * log(4.0 / 3) + 0.5 * log(2)) / 5, 1e-15, 0);
    const double expected[4] = {2 * 0.25 / 5, -2 * 0.25 / 5, -0.5 * 0.5 / 5, 0.5 * 0.5 / 5};
    for (int i = 0; i < 4; i++) check_near(d_out[i], expected[i], 1e-15, 1e-16);
}

/* Differences 0.5, a missing target, -3 and 1; items 2 and 0 weigh 3 and 0.25. */
static void weighted_values_by_hand(void **state)
{
    (void)state;
    const double value[6] = {0, 0, 7, 7, 0, NAN}, out[4] = {0.5, 9, -3, 1};
    const double weight[2] = {3, 0.25};
    const sg_targets targets = {.value = value, .n_columns = 2};
    sg_loss_items items = {.item = GRAPHS, .n = 2, .weight = weight};
    double d_out[4];
    check_near(sg_loss_of_f64(d_out, out, 2, &sg_loss_mae, &targets, &items),
               (3 * 0.5 + 0.25 * 3 + 0.25 * 1) / 3, 1e-15, 0);
    const double by_three[4] = {3.0 / 3, 0, -0.25 / 3, 0.25 / 3};
    for (int i = 0; i < 4; i++) check_near(d_out[i], by_three[i], 1e-15, 1e-16);
    items.divisor = 8;
    check_near(sg_loss_of_f64(d_out, out, 2, &sg_loss_mse, &targets, &items),
               (3 * 0.25 + 0.25 * 9 + 0.25 * 1) / 8, 1e-15, 0);
    const double by_eight[4] = {3 * 2 * 0.5 / 8, 0, -0.25 * 2 * 3 / 8, 0.25 * 2 * 1 / 8};
    for (int i = 0; i < 4; i++) check_near(d_out[i], by_eight[i], 1e-15, 1e-16);
}

/* What makes a mean: items, or targets that are there. */
static void the_usual_divisor_ignores_weights(void **state)
{
    (void)state;
    const double value[6] = {1, NAN, NAN, NAN, 0, 1}, weight[3] = {5, 6, 7};
    const sg_targets targets = {.value = value, .n_columns = 2};
    const sg_loss_items items = {.item = GRAPHS, .n = 3, .weight = weight, .divisor = 99};
    assert_true(sg_loss_divisor(&sg_loss_mae, &targets, 2, &items) == 3);
    assert_true(sg_loss_divisor(&sg_loss_cross_entropy, &targets, 2, &items) == 3);
    assert_true(sg_loss_divisor(&sg_loss_bce, &targets, 1, ITEMS(GRAPHS, 2)) == 2);
}

/* ---- Words ------------------------------------------------------------------------------- */

static void every_task_has_a_loss_and_names_it(void **state)
{
    (void)state;
    sg_words words = {0}, one = {0};
    assert_ptr_equal(sg_loss_default(SG_CLASSIFICATION), &sg_loss_cross_entropy);
    assert_ptr_equal(sg_loss_default(SG_REGRESSION), &sg_loss_mae);
    assert_ptr_equal(sg_loss_default(SG_MULTILABEL), &sg_loss_bce);
    sg_loss_words(&words, SG_REGRESSION);
    assert_string_equal(sg_words_end(&words, "and"), "mae, mse and huber");
    sg_loss_words(&one, SG_MULTILABEL);
    assert_string_equal(sg_words_end(&one, "and"), "bce");
}

/* ---- Gradients --------------------------------------------------------------------------- */

enum { N = 3, WIDTH = 4 };

static void check_gradient(double *out, const sg_loss *loss, const sg_targets *targets,
                           const sg_loss_items *items)
{
    const double h = 1e-6;
    double d_out[N * WIDTH];
    const double with = sg_loss_of_f64(d_out, out, WIDTH, loss, targets, items);
    assert_true(with == sg_loss_of_f64(NULL, out, WIDTH, loss, targets, items));
    for (int i = 0; i < N * WIDTH; i++) {
        const double kept = out[i];
        out[i] = kept + h;
        const double above = sg_loss_of_f64(NULL, out, WIDTH, loss, targets, items);
        out[i] = kept - h;
        const double below = sg_loss_of_f64(NULL, out, WIDTH, loss, targets, items);
        out[i] = kept;
        check_near(d_out[i], (above - below) / (2 * h), 1e-6, 1e-9);
    }
}

static void gradients_equal_central_differences(void **state)
{
    (void)state;
    sg_rng rng = check_rng("loss gradients");
    for (int repeat = 0; repeat < 100; repeat++) {
        double out[N * WIDTH], value[N * WIDTH];
        uint32_t classes[N];
        for (int i = 0; i < N * WIDTH; i++) {
            out[i] = 4 * (sg_rng_uniform(&rng) - 0.5);
            value[i] = sg_rng_below(&rng, 5) == 0 ? NAN : (double)sg_rng_below(&rng, 2);
        }
        for (int i = 0; i < N; i++) classes[i] = sg_rng_below(&rng, WIDTH);
        const sg_targets targets = {classes, value, WIDTH};
        size_t n = 0;
        const sg_loss *const *loss = sg_losses(&n);
        for (size_t l = 0; l < n; l++) {
            const sg_loss_items weighted = {
                .item = GRAPHS, .n = N, .weight = (double[]){0.5, 0, 3}, .divisor = 2.5};
            check_gradient(out, loss[l], &targets, ITEMS(GRAPHS, N));
            check_gradient(out, loss[l], &targets, &weighted);
        }
    }
}

/* ---- By word ------------------------------------------------------------------------------ */

static sg_status read_loss(const sg_loss **loss, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_tree tree = {0};
    sg_fields f;
    SG_TRY(sg_yaml_parse(&tree, "loss.yml", text, strlen(text), err));
    SG_TRY(sg_fields_open(&f, tree.root, "", "loss.yml", err));
    SG_TRY(sg_loss_read(loss, &f, "loss", err));
done:
    sg_tree_free(&tree);
    return status;
}

static void losses_are_read_by_word(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_loss *const *losses = sg_losses(&n);
    for (size_t i = 0; i < n; i++) {
        const sg_loss *loss = NULL;
        char text[80];
        (void)snprintf(text, sizeof text, "{loss: %s}", losses[i]->word);
        check_ok(read_loss(&loss, text, &err));
        assert_ptr_equal(loss, losses[i]);
    }
    const sg_loss *kept = &sg_loss_bce;
    check_ok(read_loss(&kept, "{rate: 1}", &err));
    assert_ptr_equal(kept, &sg_loss_bce);
    check_fails(read_loss(&kept, "{loss: hubert}", &err), SG_EFORMAT, "hubert");
    check_fails(read_loss(&kept, "{loss: [mae]}", &err), SG_EFORMAT, "loss.yml:1");
    assert_ptr_equal(kept, &sg_loss_bce); /* untouched */
}

static void classes_are_for_cross_entropy(void **state)
{
    (void)state;
    size_t n = 0;
    const sg_loss *const *losses = sg_losses(&n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(sg_loss_takes_classes(losses[i]), losses[i] == &sg_loss_cross_entropy);
        /* It then has a function for rows of either precision, and else none. */
        assert_int_equal(losses[i]->of_row_f32 != NULL, sg_loss_takes_classes(losses[i]));
        assert_int_equal(losses[i]->of_row_f64 != NULL, sg_loss_takes_classes(losses[i]));
    }
}

SG_TESTS(cmocka_unit_test(threads_share_items), cmocka_unit_test(losses_are_read_by_word),
         cmocka_unit_test(classes_are_for_cross_entropy),
         cmocka_unit_test(cross_entropy_by_hand),
         cmocka_unit_test(cross_entropy_of_large_outputs),
         cmocka_unit_test(value_losses_by_hand), cmocka_unit_test(binary_cross_entropy_by_hand),
         cmocka_unit_test(targets_are_those_of_the_batch_in_its_order),
         cmocka_unit_test(missing_targets_count_for_nothing),
         cmocka_unit_test(nothing_has_no_loss),
         cmocka_unit_test(weighted_cross_entropy_by_hand),
         cmocka_unit_test(weighted_values_by_hand),
         cmocka_unit_test(the_usual_divisor_ignores_weights),
         cmocka_unit_test(every_task_has_a_loss_and_names_it),
         cmocka_unit_test(gradients_equal_central_differences))
