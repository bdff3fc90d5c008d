/* test_attention_kernels.c - every variant of the kernels of gat and gatv2 against plain loops, and bit by bit
 * against the portable one; for float.  test_attention_kernels_double.c includes this file for double. */
#include "layers/attention/attention_kernels.h"

#include "support/check.h"

#include <math.h>

enum { ROWS = 9, N = 5, MOST_WIDTH = 72, MOST_HEADS = 9, N_VARIANTS = 2 };

#ifdef SG_REAL_DOUBLE
#define TOLERANCE 1e-12
#else
#define TOLERANCE 2e-5
#endif

typedef SG_R(sg_attention) attention;
typedef SG_R(sg_attended) attended;
typedef SG_R(sg_attention_kernels) kernels;

/* All that kernels read and write; one for each variant. */
typedef struct memory {
    sg_real parameter[4 * MOST_WIDTH], s[ROWS * MOST_WIDTH], ds[ROWS * MOST_WIDTH],
        t[ROWS * MOST_WIDTH], dt[ROWS * MOST_WIDTH], l[ROWS * MOST_HEADS],
        dl[ROWS * MOST_HEADS], dp[ROWS * MOST_WIDTH], weight[N * MOST_HEADS],
        d_score[N * MOST_HEADS], edge[N * MOST_WIDTH], y[MOST_WIDTH], room[MOST_WIDTH];
} memory;

static memory GIVEN, MADE[N_VARIANTS];
static const uint32_t NODE[N] = {2, 8, 0, 8, 4}; /* one of them twice */

static void draw(sg_rng *rng)
{
    sg_real *number = (sg_real *)&GIVEN;
    for (size_t i = 0; i < sizeof GIVEN / sizeof *number; i++)
        number[i] = (sg_real)(sg_rng_uniform(rng) - 0.5);
    for (size_t i = 0; i < N_VARIANTS; i++) MADE[i] = GIVEN;
}

static attention view_of(memory *m, const sg_attention_spec *spec, size_t columns, bool edges)
{
    const size_t width = columns * spec->heads;
    return (attention){.spec = spec,
                       .heads = spec->heads,
                       .columns = columns,
                       .width = width,
                       .receiver_width = spec->dynamic ? width : spec->heads,
                       .edge_width = spec->dynamic ? width : spec->heads,
                       .has_edges = edges,
                       .at = {.vector = 0, .second = width, .bias = 2 * width},
                       .parameter = m->parameter,
                       .s = m->s,
                       .ds = m->ds,
                       .t = m->t,
                       .dt = m->dt,
                       .l = m->l,
                       .dl = m->dl,
                       .dp = m->dp};
}

static attended node_of(memory *m)
{
    return (attended){.n = N,
                      .row = NODE[N - 1],
                      .node = NODE,
                      .weight = m->weight,
                      .d_score = m->d_score,
                      .edge = m->edge};
}

static double leaky(double x)
{
    return x > 0 ? x : 0.2 * x;
}

/* ---- Plain loops ---------------------------------------------------------------------------- */

static double plain_score(const attention *a, size_t i, size_t h)
{
    const size_t w = NODE[i], v = NODE[N - 1];
    double sum = 0;
    if (!a->spec->dynamic)
        return leaky((double)GIVEN.l[w * a->heads + h] + (double)GIVEN.t[v * a->heads + h] +
                     (a->has_edges ? (double)GIVEN.edge[i * a->heads + h] : 0));
    for (size_t f = h * a->columns; f < (h + 1) * a->columns; f++)
        sum += (double)GIVEN.parameter[f] *
               leaky((double)GIVEN.s[w * a->width + f] + (double)GIVEN.t[v * a->width + f] +
                     (a->has_edges ? (double)GIVEN.edge[i * a->width + f] : 0));
    return sum;
}

static void check_scores(const attention *a)
{
    for (size_t h = 0; h < a->heads; h++) {
        double most = -INFINITY;
        for (size_t i = 0; i < N; i++) most = fmax(most, plain_score(a, i, h));
        for (size_t i = 0; i < N; i++)
            check_near(MADE[0].weight[i * a->heads + h], plain_score(a, i, h) - most, TOLERANCE,
                       TOLERANCE);
    }
}

static void check_shares(const attention *a)
{
    for (size_t h = 0; h < a->heads; h++) {
        double sum = 0;
        for (size_t i = 0; i < N; i++) sum += fabs((double)GIVEN.weight[i * a->heads + h]) + 1;
        for (size_t i = 0; i < N; i++)
            check_near(MADE[0].weight[i * a->heads + h],
                       (fabs((double)GIVEN.weight[i * a->heads + h]) + 1) / sum, TOLERANCE,
                       TOLERANCE);
    }
}

/* Column f of all heads, or of their mean. */
static double plain_joined(const attention *a, size_t f)
{
    const bool mean = a->spec->join == SG_JOIN_MEAN;
    double sum = a->spec->bias ? (double)GIVEN.parameter[2 * a->width + f] : 0;
    for (size_t h = 0; h < a->heads; h++)
        for (size_t i = 0; i < N && (mean || f / a->columns == h); i++)
            sum += (double)GIVEN.weight[i * a->heads + h] *
                   (double)GIVEN.s[NODE[i] * a->width + (mean ? h * a->columns + f : f)] /
                   (mean ? (double)a->heads : 1);
    return sum;
}

/* The gradient of a score: weight (g - sum of weight g), where g = dy . S. */
static double plain_score_gradient(const attention *a, size_t i, size_t h)
{
    const bool mean = a->spec->join == SG_JOIN_MEAN;
    double g[N], sum = 0;
    for (size_t k = 0; k < N; k++) {
        g[k] = 0;
        for (size_t f = 0; f < a->columns; f++)
            g[k] += (double)GIVEN.y[mean ? f : h * a->columns + f] *
                    (double)GIVEN.s[NODE[k] * a->width + h * a->columns + f] /
                    (mean ? (double)a->heads : 1);
        sum += (double)GIVEN.weight[k * a->heads + h] * g[k];
    }
    return (double)GIVEN.weight[i * a->heads + h] * (g[i] - sum);
}

/* What arrives at column f of T of the node (p: at p); what of it comes from row w, or from all: ROWS. */
static double plain_received(const attention *a, size_t f, size_t w, bool p)
{
    const size_t v = NODE[N - 1], h = f / a->columns;
    double sum = 0;
    for (size_t i = 0; i < N; i++) {
        const double x = (double)GIVEN.s[NODE[i] * a->width + f] +
                         (double)GIVEN.t[v * a->width + f] +
                         (a->has_edges ? (double)GIVEN.edge[i * a->width + f] : 0),
                     d = (double)GIVEN.d_score[i * a->heads + h];
        if (w != ROWS && w != NODE[i]) continue;
        sum += p ? d * leaky(x) : d * (double)GIVEN.parameter[f] * (x > 0 ? 1 : 0.2);
    }
    return sum;
}

static void check_received(const attention *a, bool room)
{
    const size_t at = NODE[N - 1] * a->width;
    for (size_t f = 0; f < a->width; f++) {
        check_near(MADE[0].dt[at + f],
                   (double)GIVEN.dt[at + f] + plain_received(a, f, ROWS, false), TOLERANCE,
                   TOLERANCE);
        check_near(MADE[0].dp[at + f],
                   (double)GIVEN.dp[at + f] + plain_received(a, f, ROWS, true), TOLERANCE,
                   TOLERANCE);
        for (size_t w = 0; w < ROWS && !room; w++)
            check_near(MADE[0].ds[w * a->width + f],
                       (double)GIVEN.ds[w * a->width + f] + plain_received(a, f, w, false),
                       TOLERANCE, TOLERANCE);
    }
}

/* ---- All shapes ----------------------------------------------------------------------------- */

typedef struct shape {
    sg_attention_spec spec;
    size_t columns;
    bool edges;
} shape;

static size_t count_variants(void)
{
    size_t n = 0;
    while (SG_R(sg_attention_kernels_variant)(n) != NULL) n++;
    assert_in_range(n, 1, N_VARIANTS);
    assert_ptr_equal(SG_R(sg_attention_kernels_best)(),
                     SG_R(sg_attention_kernels_variant)(n - 1));
    return n;
}

/* Call `what` with every variant for its own memory, which is then the same for all. */
static attention call(sg_rng *rng, const shape *s,
                      void (*what)(const kernels *, attention *, memory *))
{
    const size_t n = count_variants();
    draw(rng);
    for (size_t i = 0; i < n; i++) {
        attention a = view_of(&MADE[i], &s->spec, s->columns, s->edges);
        what(SG_R(sg_attention_kernels_variant)(i), &a, &MADE[i]);
        assert_memory_equal(&MADE[i], &MADE[0], sizeof MADE[0]);
    }
    return view_of(&MADE[0], &s->spec, s->columns, s->edges);
}

static void call_score(const kernels *k, attention *a, memory *m)
{
    const attended to = node_of(m);
    k->score(&to, a);
}

static void call_divide(const kernels *k, attention *a, memory *m)
{
    const attended to = node_of(m);
    for (size_t i = 0; i < N * a->heads; i++)
        m->weight[i] = (m->weight[i] < 0 ? -m->weight[i] : m->weight[i]) + 1;
    k->divide(&to, a);
}

static void call_join(const kernels *k, attention *a, memory *m)
{
    const attended to = node_of(m);
    k->join(m->y, &to, a);
}

static void call_score_gradient(const kernels *k, attention *a, memory *m)
{
    const attended to = node_of(m);
    k->score_gradient(&to, a, m->y, m->ds);
}

static void call_receive(const kernels *k, attention *a, memory *m)
{
    const attended to = node_of(m);
    k->receive(&to, a, NULL);
}

static void call_receive_in_room(const kernels *k, attention *a, memory *m)
{
    const attended to = node_of(m);
    k->receive(&to, a, m->room);
}

static void call_weigh_rows(const kernels *k, attention *a, memory *m)
{
    (void)m;
    k->weigh_rows(a, (sg_row_range){1, ROWS - 2});
}

static void call_rows_back(const kernels *k, attention *a, memory *m)
{
    (void)m;
    k->rows_back(a, (sg_row_range){1, ROWS - 2});
}

/* Numbers of heads with and without loops of their own, columns with and without a rest. */
static void for_all_shapes(void (*check)(sg_rng *rng, const shape *s))
{
    static const uint32_t HEADS[] = {1, 3, 4, 8, MOST_HEADS};
    static const size_t COLUMNS[] = {1, 5, 8};
    sg_rng rng = check_rng("shapes");
    for (size_t i = 0; i < sizeof HEADS / sizeof *HEADS; i++)
        for (size_t c = 0; c < sizeof COLUMNS / sizeof *COLUMNS; c++)
            for (int kind = 0; kind < 16; kind++) {
                const shape s = {.spec = {.heads = HEADS[i],
                                          .join = kind & 1 ? SG_JOIN_MEAN : SG_JOIN_CONCAT,
                                          .bias = (kind & 2) != 0,
                                          .dynamic = (kind & 4) != 0},
                                 .columns = COLUMNS[c],
                                 .edges = (kind & 8) != 0};
                check(&rng, &s);
            }
}

static void check_forward(sg_rng *rng, const shape *s)
{
    attention a = call(rng, s, call_score);
    check_scores(&a);
    a = call(rng, s, call_divide);
    check_shares(&a);
    a = call(rng, s, call_join);
    for (size_t f = 0; f < (s->spec.join == SG_JOIN_MEAN ? a.columns : a.width); f++)
        check_near(MADE[0].y[f], plain_joined(&a, f), TOLERANCE, TOLERANCE);
}

static void scores_and_sums_are_those_of_plain_loops(void **state)
{
    (void)state;
    for_all_shapes(check_forward);
}

static void check_back(sg_rng *rng, const shape *s)
{
    attention a = call(rng, s, call_score_gradient);
    for (size_t i = 0; i < N; i++)
        for (size_t h = 0; h < a.heads; h++)
            check_near(MADE[0].d_score[i * a.heads + h], plain_score_gradient(&a, i, h),
                       TOLERANCE, TOLERANCE);
    if (!s->spec.dynamic) return;
    a = call(rng, s, call_receive);
    check_received(&a, false);
    a = call(rng, s, call_receive_in_room);
    check_received(&a, true);
    assert_memory_equal(MADE[0].ds, GIVEN.ds, sizeof GIVEN.ds);
}

static void gradients_are_those_of_plain_loops(void **state)
{
    (void)state;
    for_all_shapes(check_back);
}

static double row_dot(const attention *a, size_t vector, size_t row, size_t h)
{
    double sum = 0;
    for (size_t f = h * a->columns; f < (h + 1) * a->columns; f++)
        sum += (double)GIVEN.parameter[vector + f] * (double)GIVEN.s[row * a->width + f];
    return sum;
}

static void check_rows(sg_rng *rng, const shape *s)
{
    if (s->spec.dynamic) return;
    attention a = call(rng, s, call_weigh_rows);
    for (size_t r = 1; r < ROWS - 1; r++)
        for (size_t h = 0; h < a.heads; h++) {
            check_near(MADE[0].l[r * a.heads + h], row_dot(&a, 0, r, h), TOLERANCE, TOLERANCE);
            check_near(MADE[0].t[r * a.heads + h], row_dot(&a, a.width, r, h), TOLERANCE,
                       TOLERANCE);
        }
    a = call(rng, s, call_rows_back);
    for (size_t r = 0; r < ROWS; r++)
        for (size_t f = 0; f < a.width; f++) {
            const size_t at = r * a.heads + f / a.columns;
            const double back = (double)GIVEN.dl[at] * (double)GIVEN.parameter[f] +
                                (double)GIVEN.dt[at] * (double)GIVEN.parameter[a.width + f];
            check_near(MADE[0].ds[r * a.width + f],
                       (double)GIVEN.ds[r * a.width + f] + (r == 0 || r == ROWS - 1 ? 0 : back),
                       TOLERANCE, TOLERANCE);
        }
}

static void rows_are_weighed_as_by_plain_loops(void **state)
{
    (void)state;
    for_all_shapes(check_rows);
}

SG_TESTS(cmocka_unit_test(scores_and_sums_are_those_of_plain_loops),
         cmocka_unit_test(gradients_are_those_of_plain_loops),
         cmocka_unit_test(rows_are_weighed_as_by_plain_loops))
