/* test_group_splits.c - groups stay together, shares and classes are met. */
#include "data/splitting/group_splits.h"

#include "base/mem.h"
#include "support/check.h"

enum { N = 400 };

/* The part of every item; fails where one is in two. */
static void parts_of(uint8_t part[N], const sg_fold *fold)
{
    memset(part, SG_NO_PART, N);
    for (int p = 0; p < SG_N_PARTS; p++)
        for (uint32_t i = 0; i < fold->part[p].n; i++) {
            const uint32_t item = fold->part[p].index[i];
            assert_true(i == 0 || fold->part[p].index[i - 1] < item);
            assert_int_equal(part[item], SG_NO_PART);
            part[item] = (uint8_t)p;
        }
}

static void check_fold(const sg_fold *fold, const uint32_t *group)
{
    uint8_t part[N], of_group[N];
    memset(of_group, 0xff, sizeof of_group);
    parts_of(part, fold);
    for (uint32_t i = 0; i < N; i++) {
        if (group[i] == SG_NO_GROUP) {
            assert_int_equal(part[i], SG_NO_PART);
            continue;
        }
        assert_true(part[i] < SG_N_PARTS);
        if (of_group[group[i]] == 0xff) of_group[group[i]] = part[i];
        assert_int_equal(of_group[group[i]], part[i]);
    }
}

static void single_items_meet_their_shares(void **state)
{
    (void)state;
    uint32_t group[N], item_class[N];
    sg_splits splits = {0};
    const sg_split_plan plan = {.share = {0.7, 0.1, 0.2}, .seed = 7};
    for (uint32_t i = 0; i < N; i++) {
        group[i] = i;
        item_class[i] = i % 4 == 0;
    }
    check_ok(sg_group_splits_make(&splits, group, N, item_class, N, &plan, &err));
    assert_int_equal(splits.n_folds, 1);
    check_fold(&splits.fold[0], group);
    for (int p = 0; p < SG_N_PARTS; p++) {
        const sg_index_list *list = &splits.fold[0].part[p];
        uint32_t ones = 0;
        for (uint32_t i = 0; i < list->n; i++) ones += item_class[list->index[i]];
        check_near(list->n, plan.share[p] * N, 0, 1);
        check_near(ones, plan.share[p] * N / 4, 0, 1);
    }
    sg_splits_free(&splits);
}

static void groups_stay_together_in_all_folds(void **state)
{
    (void)state;
    enum { GROUPS = 60 };
    sg_rng rng = check_rng("group splits");
    for (int round = 0; round < 50; round++) {
        uint32_t group[N], item_class[N], n_tested[N] = {0};
        sg_splits splits = {0};
        const sg_split_plan plan = {.n_folds = 2 + (uint32_t)sg_rng_below(&rng, 6),
                                    .share = {0.7, 0.1, 0.2},
                                    .seed = (uint64_t)round,
                                    .large_first = round % 2 == 0};
        for (uint32_t i = 0; i < N; i++) {
            group[i] = i < GROUPS ? i : (uint32_t)sg_rng_below(&rng, GROUPS);
            if (i >= GROUPS && sg_rng_below(&rng, 9) == 0) group[i] = SG_NO_GROUP;
            item_class[i] = (uint32_t)sg_rng_below(&rng, 3);
            if (sg_rng_below(&rng, 8) == 0) item_class[i] = SG_NO_CLASS;
        }
        check_ok(sg_group_splits_make(&splits, group, GROUPS,
                                      round % 3 == 0 ? NULL : item_class, N, &plan, &err));
        assert_int_equal(splits.n_folds, plan.n_folds);
        for (uint32_t f = 0; f < splits.n_folds; f++) {
            check_fold(&splits.fold[f], group);
            for (uint32_t i = 0; i < splits.fold[f].part[SG_TEST].n; i++)
                n_tested[splits.fold[f].part[SG_TEST].index[i]]++;
            assert_true(splits.fold[f].part[SG_VALIDATION].n > 0);
        }
        for (uint32_t i = 0; i < N; i++) assert_int_equal(n_tested[i], group[i] != SG_NO_GROUP);
        sg_splits_free(&splits);
    }
}

static void seeds_decide(void **state)
{
    (void)state;
    uint32_t group[N];
    sg_splits a = {0}, b = {0}, c = {0};
    sg_split_plan plan = {.share = {0.5, 0, 0.5}, .seed = 1};
    for (uint32_t i = 0; i < N; i++) group[i] = i;
    check_ok(sg_group_splits_make(&a, group, N, NULL, N, &plan, &err));
    check_ok(sg_group_splits_make(&b, group, N, NULL, N, &plan, &err));
    plan.seed = 2;
    check_ok(sg_group_splits_make(&c, group, N, NULL, N, &plan, &err));
    const sg_index_list *x = &a.fold[0].part[0], *y = &b.fold[0].part[0],
                        *z = &c.fold[0].part[0];
    assert_int_equal(x->n, N / 2);
    assert_int_equal(a.fold[0].part[SG_VALIDATION].n, 0);
    assert_memory_equal(x->index, y->index, x->n * sizeof *x->index);
    assert_memory_not_equal(x->index, z->index, x->n * sizeof *x->index);
    sg_splits_free(&a);
    sg_splits_free(&b);
    sg_splits_free(&c);
}

static void large_groups_train(void **state)
{
    (void)state;
    uint32_t group[N];
    sg_splits splits = {0};
    sg_split_plan plan = {.seed = 3, .large_first = true};
    memcpy(plan.share, sg_usual_shares, sizeof plan.share);
    for (uint32_t i = 0; i < N; i++) group[i] = i < N / 2 ? 0 : i - N / 2 + 1;
    check_ok(sg_group_splits_make(&splits, group, N / 2 + 1, NULL, N, &plan, &err));
    assert_int_equal(splits.fold[0].part[SG_TRAIN].n, 320);
    assert_int_equal(splits.fold[0].part[SG_TRAIN].index[N / 2 - 1], N / 2 - 1);
    sg_splits_free(&splits);
}

static void no_part_is_empty(void **state)
{
    (void)state;
    uint32_t group[N];
    sg_splits splits = {0};
    const sg_split_plan plan = {
        .n_folds = 4, .share = {0.7, 0.1, 0.2}, .seed = 3, .large_first = true};
    for (uint32_t i = 0; i < N; i++) group[i] = i % 4;
    check_ok(sg_group_splits_make(&splits, group, 4, NULL, N, &plan, &err));
    for (uint32_t f = 0; f < 4; f++) {
        assert_int_equal(splits.fold[f].part[SG_TRAIN].n, N / 2);
        assert_int_equal(splits.fold[f].part[SG_VALIDATION].n, N / 4);
        assert_int_equal(splits.fold[f].part[SG_TEST].n, N / 4);
    }
    sg_splits_free(&splits);
}

static void refuses_what_cannot_be(void **state)
{
    (void)state;
    uint32_t group[3] = {0, 1, 2};
    sg_splits splits = {0};
    sg_split_plan plan = {.n_folds = 4, .share = {0.8, 0.1, 0.1}};
    check_fails(sg_group_splits_make(&splits, group, 3, NULL, 3, &plan, &err), SG_EINVAL,
                "3 groups of items cannot be divided into 4 folds");
    plan = (sg_split_plan){.share = {0.8, 0.1, 0.2}};
    check_fails(sg_split_plan_check(&plan, &err), SG_EINVAL, "must add up to 1");
    plan = (sg_split_plan){.share = {-0.2, 0.6, 0.6}};
    check_fails(sg_split_plan_check(&plan, &err), SG_EINVAL, "-0.2 is not a share");
    plan = (sg_split_plan){.share = {0, 0.5, 0.5}};
    check_fails(sg_split_plan_check(&plan, &err), SG_EINVAL, "to train on");
    assert_int_equal(splits.n_folds, 0);
}

static sg_status make_some(void *context, sg_error *err)
{
    (void)context;
    const uint32_t group[6] = {0, 1, 1, 2, SG_NO_GROUP, 3};
    const sg_split_plan plan = {.n_folds = 2, .share = {0.8, 0.1, 0.1}};
    sg_splits splits = {0};
    const sg_status status = sg_group_splits_make(&splits, group, 4, NULL, 6, &plan, err);
    sg_splits_free(&splits);
    return status;
}

static void survives_any_failing_allocation(void **state)
{
    (void)state;
    assert_true(check_out_of_memory(make_some, NULL) > 10);
}

SG_TESTS(cmocka_unit_test(single_items_meet_their_shares),
         cmocka_unit_test(groups_stay_together_in_all_folds), cmocka_unit_test(seeds_decide),
         cmocka_unit_test(large_groups_train), cmocka_unit_test(no_part_is_empty),
         cmocka_unit_test(refuses_what_cannot_be),
         cmocka_unit_test(survives_any_failing_allocation))
