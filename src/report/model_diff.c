/* model_diff.c - two models side by side, weight by weight. */
#include "sharegnn/inspection.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/sort.h"
#include "model/transfer.h"
#include "model/weight_list.h"

#include <math.h>
#include <stdlib.h>

struct sg_model_diff {
    sg_transfer transfer;
    sg_weight_info *weight; /* of the first, [n_weights]  */
    const double *second;   /* of the second; borrowed    */
    sg_layer_difference *layer;
    sg_weight_difference *different; /* [n_different] the largest first */
    size_t n_different;
};

void sg_model_diff_close(sg_model_diff *diff)
{
    if (diff == NULL) return;
    sg_transfer_free(&diff->transfer);
    sg_free(diff->weight);
    sg_free(diff->layer);
    sg_free(diff->different);
    sg_free(diff);
}

/* Sums over the weights that both have. */
typedef struct sums {
    double x, y, xx, yy, xy, difference;
    uint64_t n;
} sums;

/* In two passes: the sums of squares are of what remains behind the means. */
static void add_first(sums *s, double x, double y)
{
    s->x += x;
    s->y += y;
    s->n++;
}

static void add_second(sums *s, double x, double y)
{
    const double dx = x - s->x / (double)s->n, dy = y - s->y / (double)s->n;
    s->xx += dx * dx;
    s->yy += dy * dy;
    s->xy += dx * dy;
    s->difference += fabs(x - y);
}

static sg_status measure(sg_model_diff *d, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_transfer *t = &d->transfer;
    sums *of = NULL;
    SG_ALLOC(of, t->n_layers);
    SG_ALLOC(d->layer, t->n_layers);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < t->n_weights; i++) {
            if (t->source[i] == SG_NO_WEIGHT) continue;
            const uint32_t l = d->weight[i].layer;
            const double x = d->weight[i].value, y = d->second[t->source[i]];
            (pass == 0 ? add_first : add_second)(&of[l], x, y);
            if (fabs(x - y) > d->layer[l].largest) d->layer[l].largest = fabs(x - y);
        }
    for (uint32_t l = 0; l < t->n_layers; l++) {
        d->layer[l].match = t->layer[l];
        d->layer[l].correlation =
            of[l].xx > 0 && of[l].yy > 0 ? of[l].xy / sqrt(of[l].xx * of[l].yy) : NAN;
        d->layer[l].mean_difference = of[l].n > 0 ? of[l].difference / (double)of[l].n : NAN;
    }
done:
    sg_free(of);
    return status;
}

static double difference(const sg_weight_difference *w)
{
    return fabs(w->weight.value - w->second);
}

typedef struct ranked {
    sg_weight_difference weight;
    size_t place; /* in the first model, which decides among equals */
} ranked;

static int compare_differences(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    const double left = difference(&x->weight), right = difference(&y->weight);
    if (left != right) return left > right ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static sg_status rank_differences(sg_model_diff *d, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_transfer *t = &d->transfer;
    ranked *all = NULL;
    size_t n = 0;
    SG_ALLOC(all, t->n_weights);
    for (size_t i = 0; i < t->n_weights; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        if (t->source[i] == SG_NO_WEIGHT) continue;
        all[n] = (ranked){{d->weight[i], d->second[t->source[i]]}, i};
        n += difference(&all[n].weight) > 0;
    }
    SG_TRY(sg_sort(all, n, sizeof *all, compare_differences, err));
    SG_ALLOC(d->different, n);
    for (size_t i = 0; i < n; i++) d->different[i] = all[i].weight;
    d->n_different = n;
done:
    sg_free(all);
    return status;
}

sg_status sg_model_diff_open(sg_model_diff **diff, const sg_model *first,
                             const sg_model *second, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(diff);
    SG_REQUIRE_ARGUMENT(first);
    SG_REQUIRE_ARGUMENT(second);
    sg_status status = SG_OK;
    sg_model_on_data mine = {0}, theirs = {0};
    sg_model_diff *d = NULL;
    const sg_transfer_options options = {
        .same_outputs = sg_outputs_equal(&first->outputs, &second->outputs)};
    SG_ALLOC(d, 1);
    SG_TRY(sg_model_open_alone(&mine, first, 0, err));
    SG_TRY(sg_model_open_alone(&theirs, second, 0, err));
    const sg_transfer_side my_side = {&mine, &first->vocabularies},
                           their_side = {&theirs, &second->vocabularies};
    SG_TRY(sg_transfer_make(&d->transfer, &my_side, &their_side, &options, err));
    SG_ALLOC(d->weight, first->n_weights);
    SG_TRY(sg_weight_list_fill(d->weight, &mine, &first->vocabularies, first->weight, err));
    d->second = second->weight;
    SG_TRY(measure(d, err));
    SG_TRY(rank_differences(d, err));
    *diff = d;
    d = NULL;
done:
    sg_model_diff_close(d);
    sg_model_on_data_close(&mine);
    sg_model_on_data_close(&theirs);
    return status;
}

const sg_layer_difference *sg_model_diff_layers(size_t *n, const sg_model_diff *diff)
{
    if (n == NULL) return NULL;
    *n = diff == NULL ? 0 : diff->transfer.n_layers;
    return diff == NULL ? NULL : diff->layer;
}

size_t sg_model_diff_largest(sg_weight_difference *weight, size_t n, const sg_model_diff *diff)
{
    if (diff == NULL || (weight == NULL && n > 0)) return 0;
    const size_t n_found = n < diff->n_different ? n : diff->n_different;
    for (size_t i = 0; i < n_found; i++) weight[i] = diff->different[i];
    return n_found;
}
