/* svm_training.c - one class against the others. */
#include "train/svm_training.h"

#include "base/mem.h"

#include <math.h>

/* Closer than this the accuracy of a kernel machine does not change any more. */
static const sg_svm_options PRECISE = {.tolerance = 0.01, .passes = 1000};

void sg_svm_training_free(sg_svm_training *machine)
{
    sg_linear_features_free(&machine->features);
    *machine = (sg_svm_training){0};
}

sg_status sg_svm_training_open(sg_svm_training *machine, const sg_network_spec *spec,
                               const sg_svm_items *items, sg_error *err)
{
    sg_status status = SG_OK;
    sg_svm_training made = {.items = *items};
    SG_TRY(sg_linear_features_make(&made.features, spec, items->item, items->n, err));
    *machine = made;
done:
    return status;
}

/* The weights of a class that is on the positive side. */
static sg_status solve_class(double *w, const sg_svm_training *m, uint32_t positive, double c,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_svm_items *items = &m->items;
    const sg_svm_rows rows = sg_linear_features_rows(&m->features);
    sg_svm_options options = PRECISE;
    int8_t *sign = NULL;
    double *cost = NULL;
    SG_ALLOC(sign, items->n);
    SG_ALLOC(cost, items->n);
    options.seed = items->seed;
    for (uint32_t i = 0; i < items->n; i++) {
        sign[i] = items->item_class[items->item[i]] == positive ? 1 : -1;
        cost[i] = c * (items->weight != NULL ? items->weight[items->item[i]] : 1);
    }
    SG_TRY(sg_svm_solve(w, &rows, sign, cost, &options, err));
done:
    sg_free(sign);
    sg_free(cost);
    return status;
}

static void set_class(double *weight, const sg_linear_features *f, const double *w,
                      uint32_t number, double factor)
{
    for (uint32_t i = 0; i < f->n_features; i++)
        weight[f->place[i] + number * f->step] = factor * w[i];
}

sg_status sg_svm_training_solve(sg_learner *learner, const sg_svm_training *machine, double c,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const sg_linear_features *f = &machine->features;
    const uint32_t n_classes = machine->items.n_classes;
    double *weight = NULL, *w = NULL;
    SG_ALLOC(weight, sg_learner_size(learner));
    SG_ALLOC(w, f->n_features);
    for (uint32_t k = n_classes == 2 ? 1 : 0; k < n_classes; k++) {
        SG_TRY(solve_class(w, machine, k, c, err));
        set_class(weight, f, w, k, 1);
        if (n_classes == 2) set_class(weight, f, w, 0, -1);
    }
    sg_learner_write(learner, weight);
done:
    sg_free(weight);
    sg_free(w);
    return status;
}
