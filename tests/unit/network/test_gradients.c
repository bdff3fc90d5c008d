/* test_gradients.c - every layer's gradient equals central differences in double, for every
 * case of layer_cases.h.
 *
 * The loss is a random linear function of the outputs, so that its own gradient is exact. */
#include "base/mem.h"
#include "support/case_network.h"
#include "support/check.h"
#include "support/check_alloc.h"

static const any_network *const ANY = &ANY_NETWORK_F64;

/* Differences are as exact as doubles allow with the first step.  The smaller one is for two things that
 * belong to functions and not to gradients: a kink of a relu closer than the first step, whose trace is
 * gone as soon as the step is too short to reach it; and a batch norm of columns of tiny variance, whose
 * third derivative is so large that the error of differences, which falls with the square of the step,
 * still shows.  A wrong gradient is off by as much at any step. */
static const double STEPS[] = {1e-5, 1e-6};
static const double RELATIVE = 1e-6;
static const double SMALL = 1e-3; /* gradients below are compared as if they were as large */

/* Of networks with more parameters, so many are looked at. */
enum { MAX_DIFFERENCES = 1000 };

/* The loss of the batch; the same step every time, so the same dropout and noise. */
static double loss_of(const case_network *c, void *network, double *out)
{
    const size_t n = (size_t)c->n_graphs * ANY->output_width(network);
    double sum = 0;
    ANY->set_step(network, 4);
    ANY->forward(out, network, c->batch, c->n_graphs, true);
    for (size_t i = 0; i < n; i++) sum += c->d_out[i] * out[i];
    return sum;
}

static double difference(case_network *c, void *network, double *out, size_t i, double step)
{
    const double kept = c->parameter[i];
    c->parameter[i] = kept + step;
    ANY->set_parameters(network, c->parameter);
    const double above = loss_of(c, network, out);
    c->parameter[i] = kept - step;
    ANY->set_parameters(network, c->parameter);
    const double below = loss_of(c, network, out);
    c->parameter[i] = kept;
    return (above - below) / (2 * step);
}

static void check_parameter(case_network *c, void *network, double *out, size_t i,
                            double gradient)
{
    double numeric = 0;
    for (size_t s = 0; s < sizeof STEPS / sizeof *STEPS; s++) {
        numeric = difference(c, network, out, i, STEPS[s]);
        const double scale = fmax(fmax(fabs(numeric), fabs(gradient)), SMALL);
        if (fabs(numeric - gradient) <= RELATIVE * scale) return;
    }
    fail_msg("%s: parameter %zu: gradient %.12g, differences give %.12g", c->name, i, gradient,
             numeric);
}

/* Statistics are no parameters that learn. */
static bool is_kept(const sg_network_outline *outline, size_t i)
{
    for (uint32_t t = 0; t < outline->n_tensors; t++)
        if (i - outline->tensor[t].first < outline->tensor[t].n) return outline->tensor[t].kept;
    return false;
}

static void check_case(const layer_case *layers, sg_plan_kind kind, sg_rng *rng)
{
    case_network c;
    void *network = NULL;
    sg_network_outline outline = {0};
    tiny_model tiny = tiny_model_draw(rng, 3, 6);
    tiny_model_replan(&tiny, kind);
    case_network_open(&c, layers, &tiny, rng);
    check_ok(ANY->open(&network, &c.spec, NULL, &err));
    double *gradient = check_alloc(c.n_parameters, sizeof *gradient);
    double *out = check_alloc((size_t)c.n_graphs * ANY->output_width(network), sizeof *out);
    ANY->set_parameters(network, c.parameter);
    (void)loss_of(&c, network, out);
    ANY->backward(gradient, network, c.d_out, c.n_graphs);
    check_ok(sg_network_outline_make(&outline, &c.spec, &err));
    const size_t stride = c.n_parameters / MAX_DIFFERENCES + 1;
    for (size_t i = sg_rng_below(rng, (uint32_t)stride); i < c.n_parameters; i += stride)
        if (!is_kept(&outline, i)) check_parameter(&c, network, out, i, gradient[i]);
    sg_network_outline_free(&outline);
    ANY->close(network);
    sg_free(gradient);
    sg_free(out);
    case_network_close(&c);
    tiny_model_free(&tiny);
}

static void gradients_equal_central_differences(void **state)
{
    (void)state;
    sg_rng rng = check_rng("gradients");
    size_t n = 0;
    const layer_case *cases = layer_cases(&n);
    for (size_t i = 0; i < n; i++)
        for (int repeat = 0; repeat < 4; repeat++)
            check_case(&cases[i], repeat % 2 == 0 ? SG_PLAN_EXPLICIT : SG_PLAN_IMPLICIT, &rng);
}

SG_TESTS(cmocka_unit_test(gradients_equal_central_differences))
