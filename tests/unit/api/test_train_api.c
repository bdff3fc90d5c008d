/* test_train_api.c - training a model that was just built: labels and plans are there already,
 * and what comes out is what would come out without them.  That looks behind the header. */
#include "base/mem.h"
#include "model/model.h"
#include "unit/api/written_data.inc"

#include <math.h>

/* Encoders with biases and copies over two properties, noise and dropout, all kinds of layers. */
#define DEEP                                                                                   \
    "input: labels\n"                                                                          \
    "noise: 0.1\n"                                                                             \
    "layers:\n"                                                                                \
    "- encoder: {heads: ['wl:1 @ distance 0..2 x2', 'label -> degree @ edge bias label'], "    \
    "activation: tanh}\n"                                                                      \
    "- norm: {affine: true}\n"                                                                 \
    "- linear: {outputs: 4, activation: relu}\n"                                               \
    "- encoder: {heads: [label @ distance 0..1]}\n"                                            \
    "- residual: {from: 2}\n"                                                                  \
    "- dropout: {rate: 0.1}\n"                                                                 \
    "- decoder: {heads: [wl:2, degree], outputs: 3}\n"                                         \
    "- activation: {kind: gelu}\n"                                                             \
    "- linear: {outputs: classes}\n"

/* Two molecules of different classes, a path and a triangle. */
static const source WRITTEN = {
    .arcs = "1,2\n2,1\n2,3\n3,2\n3,4\n4,3\n5,6\n6,5\n6,7\n7,6\n7,5\n5,7\n8,9\n9,8\n",
    .indicator = "1\n1\n1\n1\n2\n2\n2\n3\n3\n",
    .node_labels = "6\n6\n8\n1\n6\n7\n6\n1\n8\n",
    .classes = "0\n1\n0\n"};

static sg_model *build(const sg_dataset *data, const char *description)
{
    sg_model *model = NULL;
    const sg_label_options one_thread = {.struct_size = sizeof one_thread, .n_threads = 1};
    const sg_model_options options = {
        .struct_size = sizeof options, .description = description, .labels = &one_thread};
    check_ok(sg_model_build(&model, data, &options, &err));
    return model;
}

/* How models are trained here, each in another way. */
static const char *const SETTINGS[] = {
    "{epochs: 3, batch-size: 2, init: uniform -0.5 0.5}",
    "{epochs: 3, batch-size: 2, init: he, precision: double, optimizer: sgd, momentum: 0.9}",
    "{epochs: 2, batch-size: 3, init: he, clip: 0.1, average: 0.5, freeze: [1, 3]}"};
enum { N_SETTINGS = sizeof SETTINGS / sizeof *SETTINGS };

static void train(sg_model *model, const sg_dataset *data, int settings, uint32_t n_threads)
{
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = SETTINGS[settings],
                                          .seed = 7,
                                          .n_threads = n_threads};
    check_ok(sg_model_train(NULL, model, data, &training, &err));
}

/* The bytes of a model's file; free them. */
static char *bytes_of(size_t *size, const sg_model *model)
{
    const char *path = path_of("bytes.sgm");
    check_ok(sg_model_save(model, path, &err));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    assert_int_equal(fclose(file), 0);
    return bytes;
}

static void check_same_bytes(const sg_model *a, const sg_model *b)
{
    size_t n = 0, m = 0;
    char *x = bytes_of(&n, a), *y = bytes_of(&m, b);
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    free(x);
    free(y);
}

/* ---- The same bytes --------------------------------------------------------------------------- */

/* On the data it was built for; on the same data, opened again; the same with the first closed. */
static void check_ways(int settings, uint32_t n_threads)
{
    sg_dataset *first = open_source("W", &WRITTEN), *second = open_source("W", &WRITTEN);
    sg_model *at_once = build(first, DEEP), *reopened = build(first, DEEP),
             *left = build(first, DEEP);
    assert_ptr_equal(at_once->kept.data, first);
    train(at_once, first, settings, n_threads);
    train(reopened, second, settings, n_threads);
    sg_data_close(first);
    assert_int_equal(left->kept.data->graph.n_graphs, 3); /* it is still there */
    train(left, second, settings, n_threads);
    check_same_bytes(at_once, reopened);
    check_same_bytes(at_once, left);
    sg_model_close(at_once);
    sg_model_close(reopened);
    sg_model_close(left);
    sg_data_close(second);
}

static void any_way_gives_the_same_bytes(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    for (int s = 0; s < N_SETTINGS; s++)
        for (uint32_t n_threads = 1; n_threads <= 3; n_threads++) check_ways(s, n_threads);
    assert_int_equal(sg_mem_live(), live);
}

/* The data of a generator, whose graphs are large enough for plans of both kinds. */
static void generated_data(void **state)
{
    (void)state;
    const char *text =
        "layers: [{encoder: {heads: [\"cycles:6 @ distance 0..3\", degree @ edge], "
        "activation: tanh}}, {decoder: {heads: [\"cycles:6\"]}}, {linear: {}}]";
    sg_dataset *again = NULL;
    check_ok(sg_data_generate(&again, "CSL", 0, &err));
    sg_model *at_once = build(csl, text), *reopened = build(csl, text);
    train(at_once, csl, 0, 2);
    train(reopened, again, 0, 2);
    check_same_bytes(at_once, reopened);
    sg_model_close(at_once);
    sg_model_close(reopened);
    sg_data_close(again);
}

/* ---- Nothing is computed again ---------------------------------------------------------------- */

/* Spoil all that labels and pairs are computed from: training must not look at it. */
static void spoil(sg_dataset *data)
{
    for (uint32_t v = 0; v < data->graph.n_nodes; v++)
        data->node_label.value[v] = 100 + (int32_t)v;
    for (uint32_t g = 0; g < data->graph.n_graphs; g++)
        for (uint32_t v = data->graph.graph_offset[g]; v < data->graph.graph_offset[g + 1]; v++)
            for (uint32_t a = data->graph.arc_offset[v]; a < data->graph.arc_offset[v + 1]; a++)
                data->graph.neighbor[a] = v;
}

static void labels_and_pairs_are_not_looked_at_again(void **state)
{
    (void)state;
    sg_dataset *data = open_source("W", &WRITTEN), *intact = open_source("W", &WRITTEN);
    sg_model *model = build(data, DEEP), *control = build(intact, DEEP),
             *stranger = build(intact, DEEP);
    train(control, intact, 0, 1);
    spoil(data);
    train(model, data, 0, 1);
    check_same_bytes(model, control);
    /* Whoever has to look finds other labels. */
    train(stranger, data, 0, 1);
    assert_true(memcmp(stranger->weight, control->weight,
                       control->n_weights * sizeof *control->weight) != 0);
    sg_model_close(model);
    sg_model_close(control);
    sg_model_close(stranger);
    sg_data_close(data);
    sg_data_close(intact);
}

/* The plans that training reports, by their texts, which are the plan's own. */
typedef struct plans {
    const char *head[8];
    uint32_t n;
} plans;

static void note_plan(void *context, const sg_plan_choice *plan)
{
    plans *p = context;
    assert_true(p->n < 8);
    p->head[p->n++] = plan->head;
}

static void plans_are_those_of_building(void **state)
{
    (void)state;
    sg_dataset *data = open_source("W", &WRITTEN);
    sg_model *model = build(data, DEEP);
    plans before = {0}, seen = {0};
    for (size_t i = 0; i < sg_plan_cache_plan_count(model->kept.cache); i++) {
        const sg_plan_choice plan = sg_plan_cache_plan_at(model->kept.cache, i);
        note_plan(&before, &plan);
    }
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = SETTINGS[0],
                                          .n_threads = 1,
                                          .plan = note_plan,
                                          .context = &seen};
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    assert_int_equal(before.n, 3);
    assert_int_equal(seen.n, 3);
    for (uint32_t i = 0; i < seen.n; i++) assert_ptr_equal(seen.head[i], before.head[i]);
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- How long they are kept ------------------------------------------------------------------- */

static bool stop(void *context, const sg_epoch *epoch)
{
    (void)context;
    (void)epoch;
    return false;
}

static void they_are_kept_until_it_is_trained(void **state)
{
    (void)state;
    sg_dataset *data = open_source("W", &WRITTEN);
    sg_model *model = build(data, DEEP), *control = build(data, DEEP),
             *stopped = build(data, DEEP);
    const sg_training_options wrong = {.struct_size = sizeof wrong,
                                       .settings = "{epochs: many}"};
    check_fails(sg_model_train(NULL, model, data, &wrong, &err), SG_EFORMAT, "settings:1:");
    assert_non_null(model->kept.cache);
    train(model, data, 0, 1);
    train(control, data, 0, 1);
    check_same_bytes(model, control);
    assert_true(model->kept.cache == NULL && model->kept.data == NULL &&
                model->kept.hold == NULL);
    /* A training that was stopped has trained it, too. */
    const sg_training_options short_one = {.struct_size = sizeof short_one,
                                           .settings = SETTINGS[0],
                                           .epoch = stop,
                                           .n_threads = 1};
    check_fails(sg_model_train(NULL, stopped, data, &short_one, &err), SG_ECANCELED, "epoch 1");
    assert_null(stopped->kept.cache);
    sg_model_close(model);
    sg_model_close(control);
    sg_model_close(stopped);
    sg_data_close(data);
}

/* The second training computes labels for itself, and goes on from the weights. */
static void trained_models_are_trained_again(void **state)
{
    (void)state;
    sg_dataset *data = open_source("W", &WRITTEN);
    sg_model *model = build(data, DEEP), *opened = NULL;
    train(model, data, 1, 1);
    check_ok(sg_model_save(model, path_of("half.sgm"), &err));
    check_ok(sg_model_open(&opened, path_of("half.sgm"), &err));
    assert_null(opened->kept.cache);
    train(model, data, 1, 1);
    train(opened, data, 1, 2);
    check_same_bytes(model, opened);
    sg_model_close(model);
    sg_model_close(opened);
    sg_data_close(data);
}

/* A model that is never trained holds its data to the end. */
static void models_that_are_not_trained(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    sg_dataset *data = open_source("W", &WRITTEN);
    sg_model *first = build(data, DEEP), *second = build(data, DEEP);
    sg_data_close(data);
    sg_model_close(first);
    assert_int_equal(second->kept.data->graph.n_nodes, 9);
    sg_model_close(second);
    assert_int_equal(sg_mem_live(), live);
}

/* ---- Lists of graphs -------------------------------------------------------------------------- */

static void check_list(sg_part part, const uint32_t *graph, uint32_t n, const char *text)
{
    sg_dataset *data = open_source("W", &WRITTEN);
    sg_model *model = build(data, DEEP);
    sg_training_options training = {
        .struct_size = sizeof training, .settings = SETTINGS[0], .n_threads = 1};
    training.item[part] = graph;
    training.n_items[part] = n;
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL, text);
    assert_false(model->is_trained);
    sg_model_close(model);
    sg_data_close(data);
}

static void lists_must_make_sense(void **state)
{
    (void)state;
    check_list(SG_TRAIN, (const uint32_t[]){0, 3}, 2,
               "training->item[SG_TRAIN][1]: there is no item 3; the data set ");
    check_list(SG_TEST, (const uint32_t[]){0, UINT32_MAX}, 2,
               "training->item[SG_TEST][1]: there is no item");
    check_list(SG_TRAIN, (const uint32_t[]){0, 1, 0}, 3,
               "training->item[SG_TRAIN][2]: item 0 is in SG_TRAIN already");
    check_list(SG_TRAIN, (const uint32_t[]){0}, 0, "training: there are no training items");
    check_list(SG_VALIDATION, NULL, 1,
               "training->item[SG_VALIDATION]: it is NULL, but there should be 1");
    check_list(SG_TEST, (const uint32_t[]){0, 1, 2}, 3,
               "training: there are no training items");
}

/* What is trained on says nothing about how good a model is. */
static void parts_are_apart(void **state)
{
    (void)state;
    static const uint32_t FIRST[] = {2, 0}, SECOND[] = {1, 2};
    sg_dataset *data = open_source("W", &WRITTEN);
    sg_model *model = build(data, DEEP);
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = SETTINGS[0],
                                          .n_threads = 1,
                                          .item = {FIRST, NULL, SECOND},
                                          .n_items = {2, 0, 2}};
    check_fails(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL,
                "training->item[SG_TEST][1]: item 2 is in SG_TRAIN already; an item is in one "
                "part, and once");
    assert_false(model->is_trained);
    sg_model_close(model);
    sg_data_close(data);
}

/* Without a list of training items all that are in no other part train. */
static void the_others_train(void **state)
{
    (void)state;
    static const uint32_t TRAIN[] = {0, 2}, TEST[] = {1};
    sg_dataset *data = open_source("W", &WRITTEN);
    sg_epoch best[2] = {{0}};
    for (int said = 0; said < 2; said++) {
        sg_model *model = build(data, DEEP);
        const sg_training_options training = {.struct_size = sizeof training,
                                              .settings = SETTINGS[0],
                                              .n_threads = 1,
                                              .item = {said ? TRAIN : NULL, NULL, TEST},
                                              .n_items = {said ? 2 : 0, 0, 1}};
        check_ok(sg_model_train(&best[said], model, data, &training, &err));
        best[said].seconds = 0;
        sg_model_close(model);
    }
    assert_true(best[0].loss[SG_TRAIN] == best[1].loss[SG_TRAIN]);
    assert_true(best[0].loss[SG_TEST] == best[1].loss[SG_TEST]);
    sg_data_close(data);
}

/* ---- Weights of items ------------------------------------------------------------------------- */

static sg_model *weighted(const sg_dataset *data, const double *weight)
{
    sg_model *model = build(data, DEEP);
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = SETTINGS[0],
                                          .seed = 7,
                                          .n_threads = 1,
                                          .item_weight = weight};
    check_ok(sg_model_train(NULL, model, data, &training, &err));
    return model;
}

/* Weights of 1 change nothing; what an item of weight 0 should be does not matter. */
static void items_count_by_their_weights(void **state)
{
    (void)state;
    source other = WRITTEN;
    other.classes = "1\n1\n0\n";
    sg_dataset *data = open_source("W", &WRITTEN), *changed = open_source("X", &other);
    sg_model *plain = weighted(data, NULL), *ones = weighted(data, (double[]){1, 1, 1}),
             *without = weighted(data, (double[]){0, 1, 2}),
             *same = weighted(changed, (double[]){0, 1, 2});
    check_same_bytes(plain, ones);
    bool differs = false;
    for (size_t i = 0; i < sg_model_sizes_of(plain).n_weights; i++) {
        assert_true(without->weight[i] == same->weight[i]);
        differs = differs || without->weight[i] != plain->weight[i];
    }
    assert_true(differs);
    sg_model_close(plain);
    sg_model_close(ones);
    sg_model_close(without);
    sg_model_close(same);
    sg_data_close(data);
    sg_data_close(changed);
}

static void weights_of_items_must_make_sense(void **state)
{
    (void)state;
    static const double WRONG[][3] = {{1, -1, 1}, {1, 1, NAN}, {INFINITY, 1, 1}};
    sg_dataset *data = open_source("W", &WRITTEN);
    sg_model *model = build(data, DEEP);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        const sg_training_options training = {.struct_size = sizeof training,
                                              .settings = SETTINGS[0],
                                              .n_threads = 1,
                                              .item_weight = WRONG[i]};
        sg_error err = {0};
        assert_int_equal(sg_model_train(NULL, model, data, &training, &err), SG_EINVAL);
        assert_non_null(strstr(err.text, "item_weight["));
    }
    sg_model_close(model);
    sg_data_close(data);
}

/* ---- Memory ----------------------------------------------------------------------------------- */

static sg_status build_and_train(void *context, sg_error *err)
{
    sg_status status = SG_OK;
    sg_model *model = NULL;
    const sg_label_options one_thread = {.struct_size = sizeof one_thread, .n_threads = 1};
    const sg_model_options options = {
        .struct_size = sizeof options,
        .description =
            "layers: [{encoder: {heads: [label @ edge]}}, {decoder: {heads: [label]}}]",
        .labels = &one_thread};
    const sg_training_options training = {.struct_size = sizeof training,
                                          .settings = "{epochs: 1}",
                                          .n_threads = 1,
                                          .item_weight = (double[]){1, 2, 3}};
    SG_TRY(sg_model_build(&model, context, &options, err));
    SG_TRY(sg_model_train(NULL, model, context, &training, err));
done:
    sg_model_close(model);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    sg_dataset *data = open_source("W", &WRITTEN);
    assert_true(check_out_of_memory(build_and_train, data) > 100);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_way_gives_the_same_bytes),
        cmocka_unit_test(generated_data),
        cmocka_unit_test(labels_and_pairs_are_not_looked_at_again),
        cmocka_unit_test(plans_are_those_of_building),
        cmocka_unit_test(they_are_kept_until_it_is_trained),
        cmocka_unit_test(trained_models_are_trained_again),
        cmocka_unit_test(models_that_are_not_trained),
        cmocka_unit_test(lists_must_make_sense),
        cmocka_unit_test(parts_are_apart),
        cmocka_unit_test(the_others_train),
        cmocka_unit_test(items_count_by_their_weights),
        cmocka_unit_test(weights_of_items_must_make_sense),
        cmocka_unit_test(out_of_memory)};
    return cmocka_run_group_tests(tests, open_all, close_all);
}
