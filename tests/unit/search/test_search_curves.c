/* test_search_curves.c - the curve of a candidate, and parts of the space in words. */
#include "search/search_parts.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

/* Folds of the winner of a search on DHFR ended after 36, 38, 44, 50 and 71 epochs; the last one was the best. */
static void stopped_folds_stay_in_the_mean(void **state)
{
    (void)state;
    enum { FOLDS = 5, MOST = 71 };
    static const size_t length[FOLDS] = {36, 38, 44, 50, MOST};
    static sg_ledger_epoch row[FOLDS][MOST];
    sg_ledger_epochs fold[FOLDS] = {{0}};
    sg_mean_curve mean = {0};
    for (size_t f = 0; f < FOLDS; f++) {
        for (size_t e = 0; e < length[f]; e++)
            row[f][e].score[SG_VALIDATION].metric = f == 4 ? 90 : 85;
        fold[f].row = row[f];
        fold[f].n = length[f];
    }
    check_ok(sgi_search_mean_of_folds(&mean, fold, FOLDS, &err));
    assert_int_equal(mean.n, MOST);
    for (size_t e = 0; e < MOST; e++) check_near(mean.mean[e], 86, 1e-12, 0);
    sg_mean_curve_free(&mean);
}

static void parts_have_names(void **state)
{
    (void)state;
    static sg_node layers, root, item[3], kind[3];
    static sg_node *list[3], *member[3][1], *top[1];
    static char key[3][8] = {"encoder", "encoder", "decoder"}, layers_key[] = "layers";
    for (size_t i = 0; i < 3; i++) {
        kind[i] = (sg_node){.key = key[i]};
        member[i][0] = &kind[i];
        item[i] = (sg_node){.kind = SG_NODE_MAP, .child = member[i], .n_children = 1};
        list[i] = &item[i];
    }
    layers = (sg_node){.kind = SG_NODE_LIST, .key = layers_key, .child = list, .n_children = 3};
    top[0] = &layers;
    root = (sg_node){.kind = SG_NODE_MAP, .child = top, .n_children = 1};
    sg_search_state s = {.experiment = {.tree = {.root = &root}}};
    static const char *const path[][2] = {
        {"layers.0.heads.0", "encoder 1: labels and pairs"},
        {"layers.1.heads.1", "encoder 2: labels and pairs of head 2"},
        {"layers.2.heads.0", "decoder: labels"},
        {"layers.2.at-least", "decoder: at least"},
        {"layers.7.rate", "layer 7: rate"},
        {"train.learning-rate", "learning rate"},
        {"noise", "noise"}};
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        char words[100];
        sgi_search_part_words(words, sizeof words, &s, path[i][0]);
        assert_string_equal(words, path[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopped_folds_stay_in_the_mean),
        cmocka_unit_test(parts_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
