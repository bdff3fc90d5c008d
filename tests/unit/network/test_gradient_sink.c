/* test_gradient_sink.c - where gradients go: every parameter that may move once, and the same
 * bits whoever takes them; for float.  test_gradient_sink_double.c includes this file for
 * double. */
#include "network/real/gradient_sink.h"

#include "base/mem.h"
#include "network/real/network.h"
#include "optim/updates.h"
#include "support/case_network.h"
#include "support/check.h"

static const uint32_t THREADS[] = {1, 2, 5};
enum { N_THREADS = sizeof THREADS / sizeof *THREADS };

static sg_real *alloc(size_t n)
{
    sg_real *number = sg_alloc(n, sizeof *number);
    assert_non_null(number);
    return number;
}

static sg_real *draw(size_t n, sg_rng *rng)
{
    sg_real *number = alloc(n);
    for (size_t i = 0; i < n; i++) number[i] = (sg_real)(sg_rng_uniform(rng) - 0.5);
    return number;
}

static sg_real *copy(const sg_real *from, size_t n)
{
    sg_real *number = alloc(n);
    if (n > 0) memcpy(number, from, n * sizeof *number);
    return number;
}

static void check_same(const sg_real *a, const sg_real *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (memcmp(&a[i], &b[i], sizeof *a) != 0)
            fail_msg("number %zu: %.17g and %.17g", i, (double)a[i], (double)b[i]);
}

/* ---- Alone ------------------------------------------------------------------------------------ */

static void gradients_are_added_and_used_up(void **state)
{
    (void)state;
    sg_real total[] = {1, 2, 3, 4, 5}, gradient[] = {10, 20, 30};
    SG_R(sg_sink_add)(total, 1, 4, gradient);
    check_same(total, (const sg_real[]){1, 12, 23, 34, 5}, 5);
    check_same(gradient, (const sg_real[]){0, 0, 0}, 3);
    gradient[0] = -7;
    SG_R(sg_sink_add)(total, 4, 5, gradient);
    assert_true(total[4] == -2 && gradient[0] == 0);
    SG_R(sg_sink_add)(total, 5, 5, gradient);
    check_same(total, (const sg_real[]){1, 12, 23, 34, -2}, 5);
}

/* Every optimizer, with as many moments as it has. */
/* Copied, also a zero that is negative. */
static void gradients_are_put(void **state)
{
    (void)state;
    sg_real total[4] = {1, 2, 3, 4}, gradient[2] = {(sg_real)-0.0, 7};
    SG_R(sg_sink_put)(total, 1, 3, gradient);
    assert_true(total[0] == 1 && total[1] == 0 && signbit(total[1]) && total[2] == 7);
    assert_true(total[3] == 4 && gradient[0] == 0 && gradient[1] == 0);
}

static sg_optimizer optimizer_at(int i)
{
    sg_optimizer optimizer = sg_optimizer_default(i == 0   ? SG_OPTIMIZER_ADAM
                                                  : i == 1 ? SG_OPTIMIZER_ADAMW
                                                           : SG_OPTIMIZER_SGD);
    if (i == 3) optimizer.momentum = 0.9;
    if (i == 4) optimizer.weight_decay = 0.01;
    return optimizer;
}
enum { N_OPTIMIZERS = 5 };

static void update_all(const SG_R(sg_parameters) *arrays, size_t n, const sg_step *step)
{
#ifdef SG_REAL_DOUBLE
    sg_updates_f64_best()->update(arrays, 0, n, step);
#else
    sg_updates_f32_best()->update(arrays, 0, n, step);
#endif
}

/* A step for stretches of any length is the step for all at once. */
static void steps_of_stretches(void **state)
{
    (void)state;
    enum { N = 1000 };
    static const size_t LENGTHS[] = {1, 7, 64, 333, N};
    sg_rng rng = check_rng("steps of stretches");
    for (int o = 0; o < N_OPTIMIZERS; o++)
        for (size_t k = 0; k < sizeof LENGTHS / sizeof *LENGTHS; k++) {
            const sg_optimizer optimizer = optimizer_at(o);
            const uint32_t n_moments = sg_optimizer_moments(&optimizer);
            const sg_step step = sg_optimizer_step(&optimizer, 3, 0.1, 0.5);
            sg_real *array[8];
            for (int i = 0; i < 4; i++) {
                array[i] = draw(N, &rng); /* weight, gradient, moments */
                for (size_t j = 0; i == 3 && j < N; j++) array[i][j] *= array[i][j];
                array[4 + i] = copy(array[i], N);
            }
            const SG_R(sg_parameters) arrays = {.weight = array[0],
                                                .gradient = array[1],
                                                .first = n_moments > 0 ? array[2] : NULL,
                                                .second = n_moments > 1 ? array[3] : NULL};
            SG_R(sg_update)
            update = {.weight = array[4],
                      .first = n_moments > 0 ? array[6] : NULL,
                      .second = n_moments > 1 ? array[7] : NULL,
                      .step = &step};
            update_all(&arrays, N, &step);
            for (size_t begin = 0; begin < N; begin += LENGTHS[k]) {
                const size_t end = begin + LENGTHS[k] < N ? begin + LENGTHS[k] : N;
                if (begin % 2 == 0)
                    SG_R(sg_update_apply)(&update, begin, end, array[5] + begin);
                else
                    SG_R(sg_sink_step)(&update, begin, end, array[5] + begin);
            }
            for (int i = 0; i < 4; i++) check_same(array[i], array[4 + i], N);
            for (size_t j = 0; j < N; j++) assert_true(array[5][j] == 0);
            for (int i = 0; i < 8; i++) sg_free(array[i]);
        }
}

/* ---- Counting --------------------------------------------------------------------------------- */

/* What was handed over: how often, and the gradient.  Every parameter has its own place, so
 * threads do not meet. */
typedef struct counts {
    uint32_t *n_taken; /* [n] */
    sg_real *gradient; /* [n] */
    size_t n;
    bool outside; /* something was handed over that is not there, or nothing at all */
} counts;

static void count(void *context, size_t begin, size_t end, sg_real *gradient)
{
    counts *c = context;
    if (begin >= end || end > c->n) c->outside = true;
    for (size_t i = begin; i < end && !c->outside; i++) {
        c->n_taken[i]++;
        c->gradient[i] = gradient[i - begin];
        gradient[i - begin] = 0;
    }
}

/* A case's network with its batch run forwards, and the gradient of the loss in place. */
typedef struct run {
    SG_R(sg_network) *network;
    sg_threads *threads;
} run;

static void forward(SG_R(sg_network) *network, const case_network *c)
{
    (void)SG_R(sg_network_forward)(network, c->batch, c->n_graphs, true);
    const size_t n_out = (size_t)c->n_graphs * SG_R(sg_network_output_width)(network);
    sg_real *d_out = SG_R(sg_network_output_gradient)(network);
    for (size_t i = 0; i < n_out; i++) d_out[i] = (sg_real)c->d_out[i];
}

static run run_forward(const case_network *c, uint32_t n_threads)
{
    run r = {0};
    check_ok(sg_threads_open(&r.threads, n_threads, &err));
    check_ok(SG_R(sg_network_open)(&r.network, &c->spec, r.threads, &err));
    sg_real *w = SG_R(sg_network_parameters)(r.network);
    for (size_t i = 0; i < c->n_parameters; i++) w[i] = (sg_real)c->parameter[i];
    forward(r.network, c);
    return r;
}

static void close_run(run *r)
{
    SG_R(sg_network_close)(r->network);
    sg_threads_close(r->threads);
}

static sg_real *sum_of(const case_network *c, uint32_t n_threads)
{
    run r = run_forward(c, n_threads);
    sg_real *sum = alloc(c->n_parameters);
    SG_R(sg_network_backward)(r.network, &(SG_R(sg_gradient_sink)){SG_R(sg_sink_add), sum});
    close_run(&r);
    return sum;
}

static counts count_of(const case_network *c, uint32_t n_threads)
{
    run r = run_forward(c, n_threads);
    counts taken = {.gradient = alloc(c->n_parameters), .n = c->n_parameters};
    taken.n_taken = sg_alloc(taken.n, sizeof *taken.n_taken);
    assert_non_null(taken.n_taken);
    SG_R(sg_network_backward)(r.network, &(SG_R(sg_gradient_sink)){count, &taken});
    assert_false(taken.outside);
    close_run(&r);
    return taken;
}

static void counts_free(counts *c)
{
    sg_free(c->n_taken);
    sg_free(c->gradient);
}

/* Do something for every case of layers and for as many random ones. */
static void for_all_cases(const char *name, void (*check)(case_network *c, sg_rng *rng))
{
    sg_rng rng = check_rng(name);
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    tiny_model tiny = tiny_model_draw(&rng, 9, 6);
    for (size_t i = 0; i < 2 * n; i++) {
        const layer_case layers = i < n ? cases[i] : layer_case_draw(&rng);
        case_network c;
        case_network_open(&c, &layers, &tiny, &rng);
        check(&c, &rng);
        case_network_close(&c);
    }
    tiny_model_free(&tiny);
}

static const sg_tensor *tensor_at(const sg_network_outline *o, size_t i)
{
    uint32_t t = 0;
    while (i >= o->tensor[t].first + o->tensor[t].n) t++;
    return &o->tensor[t];
}

/* But for those that layers keep up to date themselves. */
static void check_every_parameter(case_network *c, sg_rng *rng)
{
    (void)rng;
    sg_network_outline o = {0};
    sg_real *sum = sum_of(c, 1);
    check_ok(sg_network_outline_make(&o, &c->spec, &err));
    for (int t = 0; t < N_THREADS; t++) {
        counts taken = count_of(c, THREADS[t]);
        for (size_t i = 0; i < taken.n; i++)
            assert_int_equal(taken.n_taken[i], tensor_at(&o, i)->kept ? 0 : 1);
        check_same(taken.gradient, sum, taken.n);
        counts_free(&taken);
    }
    sg_free(sum);
    sg_network_outline_free(&o);
}

static void every_parameter_is_handed_over_once(void **state)
{
    (void)state;
    for_all_cases("every parameter", check_every_parameter);
}

/* ---- Frozen layers ---------------------------------------------------------------------------- */

static bool is_frozen(const case_network *c, const sg_network_outline *o, size_t i)
{
    const sg_tensor *tensor = tensor_at(o, i);
    return c->layer[tensor->layer].frozen || tensor->kept;
}

/* A frozen batch norm uses running statistics, so that all gradients are others. */
static bool has_batch_norm(const case_network *c)
{
    bool has = false;
    for (uint32_t l = 0; l < c->spec.n_layers; l++)
        has = has || c->layer[l].kind == &sg_batch_norm_kind;
    return has;
}

static void check_frozen(case_network *c, sg_rng *rng)
{
    if (has_batch_norm(c)) return;
    sg_network_outline o = {0};
    sg_real *sum = sum_of(c, 1);
    check_ok(sg_network_outline_make(&o, &c->spec, &err));
    for (int round = 0; round < 3; round++) {
        for (uint32_t l = 0; l < c->spec.n_layers; l++)
            c->layer[l].frozen = round == 0 || sg_rng_below(rng, 2) == 0;
        counts taken = count_of(c, THREADS[round % N_THREADS]);
        sg_real *others = sum_of(c, 2);
        for (size_t i = 0; i < taken.n; i++) {
            const bool frozen = is_frozen(c, &o, i);
            assert_int_equal(taken.n_taken[i], frozen ? 0 : 1);
            const sg_real expected = frozen ? 0 : sum[i];
            check_same(&taken.gradient[i], &expected, 1);
            check_same(&others[i], &expected, 1);
        }
        sg_free(others);
        counts_free(&taken);
    }
    sg_free(sum);
    sg_network_outline_free(&o);
}

static void frozen_layers_are_never_handed_over(void **state)
{
    (void)state;
    for_all_cases("frozen layers", check_frozen);
}

/* ---- Steps ------------------------------------------------------------------------------------ */

/* Stretches in the order in which they came, with one thread. */
typedef struct stretches {
    sg_real *total;
    size_t begin[10000], end[10000], n;
} stretches;

static void note_and_add(void *context, size_t begin, size_t end, sg_real *gradient)
{
    stretches *s = context;
    assert_true(s->n < 10000);
    s->begin[s->n] = begin;
    s->end[s->n++] = end;
    SG_R(sg_sink_add)(s->total, begin, end, gradient);
}

/* Two steps of Adam: at once, with several threads; and added up first, stretch by stretch. */
static void check_steps(case_network *c, sg_rng *rng)
{
    (void)rng;
    const size_t n = c->n_parameters;
    const sg_optimizer adam = sg_optimizer_default(SG_OPTIMIZER_ADAM);
    static stretches s;
    run once = run_forward(c, 3), twice = run_forward(c, 1);
    sg_real *moment[4];
    for (int i = 0; i < 4; i++) moment[i] = alloc(n);
    s.total = alloc(n);
    for (uint64_t t = 1; t <= 2; t++) {
        const sg_step step = sg_optimizer_step(&adam, t, 0.01, 1);
        SG_R(sg_update)
        update = {SG_R(sg_network_parameters)(once.network), moment[0], moment[1], &step, 0},
        later = {SG_R(sg_network_parameters)(twice.network), moment[2], moment[3], &step, 0};
        SG_R(sg_network_backward)
        (once.network, &(SG_R(sg_gradient_sink)){SG_R(sg_sink_step), &update});
        s.n = 0;
        SG_R(sg_network_backward)(twice.network, &(SG_R(sg_gradient_sink)){note_and_add, &s});
        for (size_t i = 0; i < s.n; i++)
            SG_R(sg_update_apply)(&later, s.begin[i], s.end[i], s.total + s.begin[i]);
        check_same(update.weight, later.weight, n);
        forward(once.network, c);
        forward(twice.network, c);
    }
    check_same(moment[0], moment[2], n);
    check_same(moment[1], moment[3], n);
    for (size_t i = 0; i < n; i++) assert_true(s.total[i] == 0);
    for (int i = 0; i < 4; i++) sg_free(moment[i]);
    sg_free(s.total);
    close_run(&once);
    close_run(&twice);
}

static void a_step_at_once_is_a_sum_and_a_step(void **state)
{
    (void)state;
    for_all_cases("steps", check_steps);
}

SG_TESTS(cmocka_unit_test(gradients_are_added_and_used_up), cmocka_unit_test(gradients_are_put),
         cmocka_unit_test(steps_of_stretches),
         cmocka_unit_test(every_parameter_is_handed_over_once),
         cmocka_unit_test(frozen_layers_are_never_handed_over),
         cmocka_unit_test(a_step_at_once_is_a_sum_and_a_step))
