/* test_trial_book.c - spaces, proposals that look back eight trials, effects of values. */
#include "search/trial_book.h"

#include "base/mem.h"
#include "search/search_space.h"
#include "sharegnn.h"
#include "support/check.h"
#include "support/folder.h"

#include <math.h>
#include <string.h>

static const char SPACE[] =
    "layers: [decoder: {heads: [degree]}]\n"
    "train: {epochs: 20}\n"
    "grid: {train.learning-rate: [0.1, 0.01], layers.0.heads.0: [degree, "
    "none, label], train.batch-size: [8, 16, 32, 64]}\n";

static sg_status open_space(sg_experiment *e, const char *text, const char *named,
                            sg_error *err)
{
    sg_dataset *data = NULL;
    char path[600];
    assert_int_equal(sg_data_generate(&data, "CSL", 0, NULL), SG_OK);
    if (text != NULL) check_write(folder, "space.yml", text);
    (void)snprintf(path, sizeof path, "%s/space.yml", folder);
    const sg_space_request request = {
        .data = "CSL", .space = text != NULL ? path : named, .split = "s.json", .seed = 3};
    const sg_status status = sg_search_space_open(e, &request, data, err);
    sg_data_close(data);
    return status;
}

/* Spaces that vary the model that is chosen for one kind of data do not suit others; tests/cli/search.sh opens them. */
static bool varies_choice(const char *name)
{
    return strcmp(name, "structures") == 0 || strcmp(name, "sparse") == 0;
}

static void spaces_are_experiments(void **state)
{
    (void)state;
    sg_experiment e = {0};
    check_ok(open_space(&e, SPACE, NULL, &err));
    assert_int_equal(e.n_configurations, 24);
    assert_string_equal(e.data, "CSL");
    assert_true(e.vocabulary_of_training);
    sg_experiment_free(&e);
    /* All spaces of the library can be read, and the data chooses one. */
    for (size_t i = 0; sg_search_space(i) != NULL; i++) {
        assert_non_null(sg_search_space_text(sg_search_space_name(i)));
        if (strcmp(sg_search_space(i), "deep") == 0) continue; /* for numbers */
        if (varies_choice(sg_search_space(i))) {
            check_fails(open_space(&e, NULL, sg_search_space(i), &err), SG_EFORMAT, "layers");
            continue;
        }
        check_ok(open_space(&e, NULL, sg_search_space(i), &err));
        assert_true(e.n_configurations > 50);
        sg_experiment_free(&e);
    }
    check_ok(open_space(&e, NULL, NULL, &err));
    assert_non_null(sg_node_member(e.tree.root, "layers"));
    sg_experiment_free(&e);
}

static void empty_spaces_are_refused(void **state)
{
    (void)state;
    sg_experiment e = {0};
    check_fails(open_space(&e, "layers: [decoder: {heads: [degree]}]\n", NULL, &err),
                SG_EFORMAT, "the space is empty");
    check_fails(open_space(&e, "grid: {}\n", NULL, &err), SG_EFORMAT, "the space is empty");
    check_fails(open_space(&e, "data: NCI1\ngrid: {train.epochs: [1, 2]}\n", NULL, &err),
                SG_EFORMAT, "data: a space has");
    check_fails(open_space(&e, NULL, "nowhere.yml", &err), SG_ENOTFOUND, "nowhere.yml");
}

static void texts_get_other_epochs(void **state)
{
    (void)state;
    char *text = NULL;
    check_ok(
        sg_search_text_with_epochs(&text, "data: X\ntrain: {epochs: 90, clip: 1}\n", 10, &err));
    assert_non_null(strstr(text, "epochs: 10"));
    assert_non_null(strstr(text, "clip: 1"));
    sg_free(text);
}

/* A result changes no proposal before the ninth one behind it. */
static void proposals_look_back_eight_trials(void **state)
{
    (void)state;
    sg_experiment e = {0};
    check_ok(open_space(&e, SPACE, NULL, &err));
    enum { N = 22 };
    uint32_t point[2][N];
    for (int i = 0; i < 2; i++) {
        sg_trial_book book = {0};
        check_ok(sg_trial_book_open(&book, &e, true, false, &err));
        for (uint32_t k = 0; k < N; k++) {
            bool is_new = false;
            check_ok(sg_trial_book_propose(&is_new, &book, 1, &err));
            assert_true(is_new);
            point[i][k] = book.trial[k].point;
            book.trial[k].has_score = true;
            /* The second time everything from trial 11 on is another way round. */
            const double way = i == 1 && k >= 11 ? -1 : 1;
            book.trial[k].score =
                (sg_trial_score){.metric = way * (book.trial[k].point % 7), .number = k};
        }
        sg_trial_book_close(&book);
    }
    for (uint32_t k = 0; k < 20; k++) assert_int_equal(point[0][k], point[1][k]);
    sg_experiment_free(&e);
}

static void effects_are_means_of_values(void **state)
{
    (void)state;
    sg_experiment e = {0};
    sg_trial_book book = {0};
    check_ok(open_space(&e, SPACE, NULL, &err));
    check_ok(sg_trial_book_open(&book, &e, true, true, &err));
    double metric[12], sum = 0;
    uint32_t n = 0;
    for (uint32_t k = 0; k < 12; k++) {
        bool is_new = false;
        check_ok(sg_trial_book_propose(&is_new, &book, 1, &err));
        const sg_proposal_space space = {.n_axes = e.n_axes, .n_values = book.n_values};
        assert_int_equal(sg_trial_point(book.digit + k * e.n_axes, &space),
                         book.trial[k].point);
        assert_int_equal(sg_trial_book_points(&book), e.n_configurations);
        metric[k] = k == 3 ? (double)NAN : k;
        if (k != 3 && book.digit[k * e.n_axes] == 1) {
            sum += k;
            n++;
        }
    }
    const sg_value_effect effect = sg_trial_effect(&book, metric, 0, 1);
    assert_int_equal(effect.n, n);
    check_near(effect.mean, sum / n, 1e-12, 0);
    assert_true(effect.spread > 0);
    /* part 0 decides everything, or nothing; many values alone explain nothing */
    for (uint32_t k = 0; k < 12; k++) metric[k] = 70 + 5 * book.digit[k * e.n_axes];
    check_near(sg_trial_explained(&book, metric, 0), 1, 1e-12, 0);
    for (uint32_t k = 0; k < 12; k++) metric[k] = 70;
    check_near(sg_trial_explained(&book, metric, 0), 0, 0, 1e-12);
    for (uint32_t k = 0; k < 12; k++) metric[k] = 70 + k % 2;
    assert_true(sg_trial_explained(&book, metric, 0) < 0.5);
    for (uint32_t k = 0; k < 12; k++) metric[k] = k == 5 ? 1 : (double)NAN;
    assert_true(isnan(sg_trial_explained(&book, metric, 0)));
    sg_trial_book_close(&book);
    sg_experiment_free(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spaces_are_experiments),
        cmocka_unit_test(empty_spaces_are_refused),
        cmocka_unit_test(texts_get_other_epochs),
        cmocka_unit_test(proposals_look_back_eight_trials),
        cmocka_unit_test(effects_are_means_of_values),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
