/* test_intervals_api.c - intervals through sharegnn.h: made from what was held out, kept in a file. */
#include "unit/api/small_models.inc"

#include "support/folder.h"

enum { N = 60 };

/* Chains whose value is their length, with an id and a class. */
static sg_dataset *chains(const char *target)
{
    sg_dataset *data = NULL;
    char text[12000] = "smiles,value,kind\n", chain[N + 2] = "", name[1200];
    for (int i = 0; i < N; i++) {
        chain[i] = 'C';
        size_t size = strlen(text);
        (void)snprintf(text + size, sizeof text - size, "%s,%d.5,%s\n", chain, i,
                       i % 3 == 0 ? "rare" : "common");
    }
    check_write(folder, "chains.csv", text);
    (void)snprintf(name, sizeof name, "%s?smiles=smiles&target=%s", path_of("chains.csv"),
                   target);
    check_ok(sg_data_open(&data, name, NULL, &err));
    return data;
}

typedef struct held {
    uint32_t item[N], fold[N];
    double score[2 * N], trust[N];
    sg_held_out h;
} held;

static void held_make(held *s, uint32_t width)
{
    for (uint32_t i = 0; i < N; i++) {
        s->item[i] = N - 1 - i;
        s->fold[i] = i % 3;
        s->trust[i] = i < 5 ? 0.5 : 1;
        for (uint32_t o = 0; o < width; o++)
            s->score[i * width + o] =
                width == 1 ? s->item[i] + 0.5 + 0.1 * (i % 10) : 0.2 + 0.6 * o;
    }
    s->h = (sg_held_out){.struct_size = sizeof s->h,
                         .n_items = N,
                         .item = s->item,
                         .score = s->score,
                         .trust = s->trust,
                         .fold = s->fold};
}

static void intervals_stay_in_the_file(void **state)
{
    (void)state;
    sg_dataset *data = chains("value");
    sg_model *model = trained(data), *again = NULL;
    held s;
    held_make(&s, 1);
    sg_interval interval[2], read[2];
    sg_coverage coverage = {.struct_size = sizeof coverage};
    const double score[] = {3, 4}, trust[] = {1, 0.2};
    assert_int_equal(sg_model_interval_models(model), 0);
    assert_int_equal(sg_model_interval_models(NULL), 0);
    check_fails(sg_model_intervals(interval, model, score, NULL, trust, 2, 0.9, &err),
                SG_EINVAL, "no intervals");
    check_ok(sg_model_coverage(&coverage, model, data, &s.h, 0.8, &err));
    assert_int_equal(coverage.n, N);
    check_near(coverage.share, 0.8, 0, 0.15);
    assert_int_equal(sg_model_interval_models(model), 0);
    check_ok(sg_model_calibrate(model, data, &s.h, &err));
    assert_int_equal(sg_model_interval_models(model), 1);
    check_ok(sg_model_intervals(interval, model, score, NULL, trust, 2, 0.9, &err));
    /* Errors are 0, 0.1, ..., 0.9 with trust 1. */
    check_near(interval[0].high - 3, 0.85, 0, 0.1);
    check_near(3 - interval[0].low, interval[0].high - 3, 1e-12, 0);
    check_ok(sg_model_save(model, path_of("i.model"), &err));
    check_ok(sg_model_open(&again, path_of("i.model"), &err));
    assert_int_equal(sg_model_interval_models(again), 1);
    check_ok(sg_model_intervals(read, again, score, NULL, trust, 2, 0.9, &err));
    for (int i = 0; i < 2; i++)
        assert_true(read[i].low == interval[i].low && read[i].high == interval[i].high);
    /* Other weights err otherwise. */
    check_ok(sg_model_train(NULL, model, data, NULL, &err));
    assert_int_equal(sg_model_interval_models(model), 0);
    sg_model_close(again);
    sg_model_close(model);
    sg_data_close(data);
}

static void classes_have_sets(void **state)
{
    (void)state;
    sg_dataset *data = chains("kind");
    sg_model *model = trained(data);
    held s;
    held_make(&s, 2);
    s.h.n_models = 3;
    sg_interval set[2];
    const double sure[] = {0.01, 0.99}, unsure[] = {0.5, 0.5};
    check_ok(sg_model_calibrate(model, data, &s.h, &err));
    assert_int_equal(sg_model_interval_models(model), 3);
    check_ok(sg_model_intervals(set, model, sure, NULL, NULL, 1, 0.9, &err));
    assert_true(set[1].yes && !set[0].yes && set[0].no);
    check_ok(sg_model_intervals(set, model, unsure, NULL, NULL, 1, 0.9, &err));
    assert_true(set[0].yes);
    sg_model_close(model);
    sg_data_close(data);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    sg_dataset *data = chains("value");
    sg_model *model = trained(data);
    held s;
    held_make(&s, 1);
    sg_coverage coverage = {.struct_size = sizeof coverage};
    sg_interval interval[1];
    check_fails(sg_model_calibrate(NULL, data, &s.h, &err), SG_EINVAL, "model");
    check_fails(sg_model_calibrate(model, NULL, &s.h, &err), SG_EINVAL, "data");
    check_fails(sg_model_calibrate(model, data, NULL, &err), SG_EINVAL, "held_out");
    check_fails(sg_model_coverage(NULL, model, data, &s.h, 0.9, &err), SG_EINVAL, "coverage");
    check_fails(sg_model_coverage(&coverage, NULL, data, &s.h, 0.9, &err), SG_EINVAL, "model");
    check_fails(sg_model_coverage(&coverage, model, NULL, &s.h, 0.9, &err), SG_EINVAL, "data");
    check_fails(sg_model_coverage(&coverage, model, data, NULL, 0.9, &err), SG_EINVAL,
                "held_out");
    check_fails(sg_model_coverage(&coverage, model, data, &s.h, 1, &err), SG_EINVAL, "level");
    check_ok(sg_model_calibrate(model, data, &s.h, &err));
    check_fails(sg_model_intervals(interval, NULL, s.score, NULL, NULL, 1, 0.9, &err),
                SG_EINVAL, "model");
    check_fails(sg_model_intervals(NULL, model, s.score, NULL, NULL, 1, 0.9, &err), SG_EINVAL,
                "interval");
    check_fails(sg_model_intervals(interval, model, NULL, NULL, NULL, 1, 0.9, &err), SG_EINVAL,
                "score");
    check_fails(sg_model_intervals(interval, model, s.score, NULL, NULL, 1, 0, &err), SG_EINVAL,
                "coverage");
    s.item[3] = N;
    check_fails(sg_model_calibrate(model, data, &s.h, &err), SG_EINVAL, "no item 60");
    s.item[3] = N - 1 - 3;
    s.trust[2] = NAN;
    check_fails(sg_model_calibrate(model, data, &s.h, &err), SG_EINVAL, "trust[2]");
    s.trust[2] = 1;
    s.score[7] = INFINITY;
    check_fails(sg_model_calibrate(model, data, &s.h, &err), SG_EINVAL, "not finite");
    s.h.fold = NULL;
    check_fails(sg_model_coverage(&coverage, model, data, &s.h, 0.9, &err), SG_EINVAL, "fold");
    sg_model_close(model);
    sg_data_close(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(intervals_stay_in_the_file),
                                       cmocka_unit_test(classes_have_sets),
                                       cmocka_unit_test(what_makes_no_sense_is_refused)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
