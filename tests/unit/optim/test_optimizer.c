/* test_optimizer.c - update rules against a naive twin in double, and against themselves. */
#include "base/hash.h"
#include "optim/optimizer.h"
#include "optim/updates.h"
#include "support/check.h"
#include "support/slow_math.h"

enum { N = 203, N_STEPS = 400 };

#define REAL        float
#define TYPED(name) name##_f32
#define TOLERANCE   2e-5
#define best_f32    sg_updates_f32_best
#define variant_f32 sg_updates_f32_variant
#include "update_checks.inc"
#undef REAL
#undef TYPED
#undef TOLERANCE

#define REAL        double
#define TYPED(name) name##_f64
#define TOLERANCE   1e-12
#define best_f64    sg_updates_f64_best
#define variant_f64 sg_updates_f64_variant
#include "update_checks.inc"

/* Worked by hand: beta1 = beta2 = 1/2, rate 1/8, epsilon 0 for all purposes, gradients 1 and 3.
 * t = 1: m = 1/2, v = 1/2; the corrected ratio is 1, so w = 1 - 1/8.
 * t = 2: m = 7/4, v = 19/4; rate / (3/4) = 1/6, sqrt(19/4) / sqrt(3/4) = sqrt(19/3). */
static void two_steps_by_hand(void **state)
{
    (void)state;
    double w = 1, g = 1, m = 0, v = 0;
    const sg_parameters_f64 p = {&w, &g, &m, &v};
    const sg_optimizer o = {
        .kind = SG_OPTIMIZER_ADAM, .beta1 = 0.5, .beta2 = 0.5, .epsilon = 1e-300};
    sg_step step = sg_optimizer_step(&o, 1, 0.125, 1);
    sg_updates_f64_best()->update(&p, 0, 1, &step);
    check_near(w, 0.875, 1e-15, 0);
    assert_true(m == 0.5 && v == 0.5 && g == 0);
    g = 3;
    step = sg_optimizer_step(&o, 2, 0.125, 1);
    sg_updates_f64_best()->update(&p, 0, 1, &step);
    check_near(w, 0.875 - 7.0 / 24 / sqrt(19.0 / 3), 1e-15, 0);
}

static void velocity_by_hand(void **state)
{
    (void)state;
    double w = 1, g = 1, m = 0;
    const sg_parameters_f64 p = {&w, &g, &m, NULL};
    sg_optimizer o = sg_optimizer_default(SG_OPTIMIZER_SGD);
    o.momentum = 0.5;
    sg_step step = sg_optimizer_step(&o, 1, 0.25, 1);
    sg_updates_f64_best()->update(&p, 0, 1, &step);
    assert_true(w == 0.75 && m == 1);
    step = sg_optimizer_step(&o, 2, 0.25, 1);
    sg_updates_f64_best()->update(&p, 0, 1, &step);
    assert_true(w == 0.625 && m == 0.5);
}

static void clipping_bounds_the_norm(void **state)
{
    (void)state;
    assert_true(sg_clip_factor(25, 0) == 1);
    assert_true(sg_clip_factor(25, 6) == 1);
    assert_true(sg_clip_factor(0, 1) == 1);
    check_near(sg_clip_factor(25, 2.5), 2.5 / (5 + 1e-6), 1e-15, 0);
    assert_true(isnan(sg_clip_factor(NAN, 1)));
}

static void members_belong_to_kinds(void **state)
{
    (void)state;
    for (int i = 0; i < SG_N_OPTIMIZER_MEMBERS; i++) {
        const sg_optimizer_member *m = &sg_optimizer_members[i];
        const bool of_sgd = strcmp(m->word, "momentum") == 0;
        const bool of_all =
            strcmp(m->word, "weight-decay") == 0 || strcmp(m->word, "decoupled") == 0;
        assert_int_equal(sg_optimizer_uses(SG_OPTIMIZER_SGD, m), of_sgd || of_all);
        assert_int_equal(sg_optimizer_uses(SG_OPTIMIZER_ADAM, m), !of_sgd);
        assert_int_equal(sg_optimizer_uses(SG_OPTIMIZER_ADAMW, m), !of_sgd);
        assert_true(m->is_flag || m->min < m->max);
    }
}

static void optimizers_are_checked(void **state)
{
    (void)state;
    static const char *const names[] = {"adam", "adamw", "sgd"};
    for (int i = 0; i < 3; i++) {
        sg_optimizer_kind kind = SG_OPTIMIZER_SGD;
        check_ok(sg_optimizer_parse(&kind, names[i], &err));
        assert_int_equal(kind, i);
        assert_string_equal(sg_optimizer_name(kind), names[i]);
        assert_true(sg_optimizer_about(kind)[0] != '\0');
        sg_optimizer o = sg_optimizer_default(kind);
        check_ok(sg_optimizer_check(&o, &err));
        assert_int_equal(sg_optimizer_moments(&o), i < 2 ? 2 : 0);
        o.momentum = 0.9;
        assert_int_equal(sg_optimizer_moments(&o), i < 2 ? 2 : 1);
        o.momentum = 1;
        check_fails(sg_optimizer_check(&o, &err), SG_EINVAL, "momentum must be in [0, 1)");
        o = sg_optimizer_default(kind);
        o.beta2 = 1;
        check_fails(sg_optimizer_check(&o, &err), SG_EINVAL, "betas must be in [0, 1)");
        o = sg_optimizer_default(kind);
        o.epsilon = 0;
        check_fails(sg_optimizer_check(&o, &err), SG_EINVAL, "epsilon must be > 0");
        o = sg_optimizer_default(kind);
        o.weight_decay = NAN;
        check_fails(sg_optimizer_check(&o, &err), SG_EINVAL, "weight decay must be >= 0");
    }
    sg_optimizer_kind kind = SG_OPTIMIZER_SGD;
    check_fails(sg_optimizer_parse(&kind, "Adam", &err), SG_EINVAL,
                "\"Adam\"; allowed are adam, adamw and sgd");
    assert_int_equal(kind, SG_OPTIMIZER_SGD);
}

static void results_never_change(void **state)
{
    (void)state;
    static arrays_f32 a;
    const sg_parameters_f32 views = views_f32(&a);
    const sg_optimizer o = sg_optimizer_default(SG_OPTIMIZER_ADAMW);
    sg_rng rng = sg_rng_stream(1, NULL, 0);
    memset(&a, 0, sizeof a);
    for (int t = 1; t <= 100; t++) {
        for (size_t i = 0; i < N; i++) a.gradient[i] = draw_gradient_f32(i, t, &rng);
        const sg_step step = sg_optimizer_step(&o, (uint64_t)t, 0.01, 1);
        sg_updates_f32_best()->update(&views, 0, N, &step);
    }
    uint64_t word[N];
    for (size_t i = 0; i < N; i++) {
        uint32_t bits;
        memcpy(&bits, &a.weight[i], sizeof bits);
        word[i] = bits;
    }
    assert_int_equal(sg_hash_words(word, N), 0xb0ffb26ff26a1e21ULL);
}

SG_TESTS(cmocka_unit_test(steps_are_those_of_torch_f32),
         cmocka_unit_test(steps_are_those_of_torch_f64),
         cmocka_unit_test(momentum_moves_what_was_touched_f32),
         cmocka_unit_test(momentum_moves_what_was_touched_f64),
         cmocka_unit_test(moments_die_out_f32), cmocka_unit_test(moments_die_out_f64),
         cmocka_unit_test(pieces_and_variants_agree_f32),
         cmocka_unit_test(pieces_and_variants_agree_f64), cmocka_unit_test(averages_follow_f32),
         cmocka_unit_test(averages_follow_f64), cmocka_unit_test(two_steps_by_hand),
         cmocka_unit_test(velocity_by_hand), cmocka_unit_test(clipping_bounds_the_norm),
         cmocka_unit_test(members_belong_to_kinds), cmocka_unit_test(optimizers_are_checked),
         cmocka_unit_test(results_never_change))
