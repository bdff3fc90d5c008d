/* test_linear_svm.c - the optimum, by its conditions, against a slow twin, and worked out by hand. */
#include "svm/linear_svm.h"

#include "base/mem.h"
#include "support/check.h"

enum { MAX_ROWS = 12, MAX_FEATURES = 6 };

static const sg_svm_options EXACT = {.tolerance = 1e-10, .passes = 100000, .seed = 3};

/* Dense rows as sparse ones. */
typedef struct problem {
    double x[MAX_ROWS][MAX_FEATURES];
    uint64_t begin[MAX_ROWS + 1];
    uint32_t feature[MAX_ROWS * MAX_FEATURES];
    double value[MAX_ROWS * MAX_FEATURES], cost[MAX_ROWS];
    int8_t sign[MAX_ROWS];
    sg_svm_rows rows;
} problem;

static void make_sparse(problem *p, uint32_t n_rows, uint32_t n_features)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < n_rows; i++) {
        p->begin[i] = n;
        for (uint32_t f = 0; f < n_features; f++) {
            if (p->x[i][f] == 0) continue;
            p->feature[n] = f;
            p->value[n++] = p->x[i][f];
        }
    }
    p->begin[n_rows] = n;
    p->rows = (sg_svm_rows){p->begin, p->feature, p->value, n_rows, n_features};
}

static double margin(const problem *p, const double *w, uint32_t i)
{
    double sum = 0;
    for (uint32_t f = 0; f < p->rows.n_features; f++) sum += w[f] * p->x[i][f];
    return p->sign[i] * sum;
}

static double objective(const problem *p, const double *w)
{
    double sum = 0;
    for (uint32_t f = 0; f < p->rows.n_features; f++) sum += w[f] * w[f] / 2;
    for (uint32_t i = 0; i < p->rows.n_rows; i++)
        sum += p->cost[i] * fmax(0, 1 - margin(p, w, i));
    return sum;
}

/* The twin: steps against a subgradient, ever shorter, from the best point so far. */
static double slow_objective(const problem *p)
{
    double w[MAX_FEATURES] = {0}, best = objective(p, w);
    for (int t = 1; t <= 400000; t++) {
        double slope[MAX_FEATURES];
        memcpy(slope, w, sizeof slope);
        for (uint32_t i = 0; i < p->rows.n_rows; i++)
            for (uint32_t f = 0; margin(p, w, i) < 1 && f < p->rows.n_features; f++)
                slope[f] -= p->cost[i] * p->sign[i] * p->x[i][f];
        for (uint32_t f = 0; f < p->rows.n_features; f++) w[f] -= slope[f] / (double)(t + 10);
        best = fmin(best, objective(p, w));
    }
    return best;
}

/* Two points at distance 2 from each other: the widest street has w = 1 towards the positive one. */
static void two_points_by_hand(void **state)
{
    (void)state;
    problem p = {.x = {{1, 1}, {-1, 1}}, .sign = {1, -1}, .cost = {10, 10}};
    double w[2];
    make_sparse(&p, 2, 2);
    check_ok(sg_svm_solve(w, &p.rows, p.sign, p.cost, &EXACT, &err));
    check_near(w[0], 1, 1e-9, 0);
    check_near(w[1], 0, 1e-9, 0);
    /* Where mistakes are cheap, multipliers stop at the cost: w = sum of cost sign x. */
    p.cost[0] = p.cost[1] = 0.125;
    check_ok(sg_svm_solve(w, &p.rows, p.sign, p.cost, &EXACT, &err));
    check_near(w[0], 0.25, 1e-15, 0);
    check_near(w[1], 0, 1e-15, 0);
}

static void nothing_is_better(void **state)
{
    (void)state;
    sg_rng rng = check_rng("svm");
    for (int repeat = 0; repeat < 6; repeat++) {
        problem p = {0};
        const uint32_t n = 2 + sg_rng_below(&rng, MAX_ROWS - 1), m = 1 + sg_rng_below(&rng, 5);
        double w[MAX_FEATURES], again[MAX_FEATURES];
        for (uint32_t i = 0; i < n; i++) {
            p.sign[i] = sg_rng_below(&rng, 2) == 0 ? 1 : -1;
            p.cost[i] = 0.2 + sg_rng_uniform(&rng);
            for (uint32_t f = 0; f < m; f++)
                p.x[i][f] = sg_rng_below(&rng, 3) == 0 ? 0 : (double)sg_rng_below(&rng, 4);
        }
        make_sparse(&p, n, m);
        check_ok(sg_svm_solve(w, &p.rows, p.sign, p.cost, &EXACT, &err));
        check_near(objective(&p, w), slow_objective(&p), 1e-3, 1e-3);
        assert_true(objective(&p, w) <= slow_objective(&p) + 1e-9);
        check_ok(sg_svm_solve(again, &p.rows, p.sign, p.cost, &EXACT, &err));
        assert_memory_equal(w, again, m * sizeof *w); /* the same seed, the same bits */
    }
}

/* Rows of nothing, no rows, and no features. */
static void nothing_to_learn_from(void **state)
{
    (void)state;
    problem p = {.sign = {1, -1}, .cost = {1, 1}};
    double w[2] = {7, 7};
    make_sparse(&p, 2, 2);
    check_ok(sg_svm_solve(w, &p.rows, p.sign, p.cost, &EXACT, &err));
    assert_true(w[0] == 0 && w[1] == 0);
    make_sparse(&p, 0, 0);
    check_ok(sg_svm_solve(w, &p.rows, p.sign, p.cost, &EXACT, &err));
}

static void memory_may_run_out(void **state)
{
    (void)state;
    problem p = {.x = {{1}, {2}}, .sign = {1, -1}, .cost = {1, 1}};
    const long live = sg_mem_live();
    make_sparse(&p, 2, 1);
    for (long k = 0; k < 4; k++) {
        double w = 7;
        sg_mem_fail_at(k);
        const sg_status status = sg_svm_solve(&w, &p.rows, p.sign, p.cost, &EXACT, NULL);
        sg_mem_fail_at(-1);
        assert_int_equal(status, SG_ENOMEM);
        assert_true(w == 7);
        assert_int_equal(sg_mem_live(), live);
    }
}

SG_TESTS(cmocka_unit_test(two_points_by_hand), cmocka_unit_test(nothing_is_better),
         cmocka_unit_test(nothing_to_learn_from), cmocka_unit_test(memory_may_run_out))
