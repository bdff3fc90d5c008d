/* figure_predictions.c - which classes were predicted for test graphs, and which are true. */
#include "report/figures.h"

#include "base/mem.h"
#include "data/reading/task_guess.h"
#include "draw/chart_matrix.h"
#include "kernels/statistics.h"
#include "report/outcomes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { MOST_CLASSES = 40, MOST_WITH_DECIMALS = 8 };

sg_task sgi_results_task(const sg_results *r, const sg_dataset *data)
{
    return r->experiment.has_task ? r->experiment.task : sg_task_guess_of(data).task;
}

sg_status sgi_test_predictions(uint64_t *n_used, sgi_use_prediction *use, void *context,
                               uint32_t n_outputs, sg_results *r, const sg_dataset *data,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_items = sg_item_count(data);
    uint64_t total = 0;
    for (size_t j = 0; j < r->jobs.n; j++) {
        const sg_result_prediction *p = NULL;
        size_t n = 0;
        if (!sgi_job_counts(r, &r->job[j])) continue;
        SG_TRY(sg_results_predictions(&p, &n, r, j, err));
        for (size_t i = 0; i < n; i++) {
            if (p[i].part != sgi_results_test_part(r)) continue;
            SG_REQUIRE(p[i].item < n_items && p[i].n_outputs == n_outputs, SG_EINVAL,
                       "%s: the predictions are of other data than %s", r->overview.folder,
                       data->name);
            SG_TRY(use(context, j, &p[i], err));
            total++;
        }
    }
    SG_REQUIRE(total > 0, SG_EINVAL, "%s: there are no predictions of test items",
               r->overview.folder);
    *n_used = total;
done:
    return status;
}

uint32_t sgi_likeliest_class(const sg_result_prediction *p)
{
    return sg_largest(p->output, p->n_outputs);
}

uint32_t sgi_predicted_class(const sg_results *r, const sg_result_prediction *p)
{
    const double *threshold = r->threshold;
    uint32_t best = 0;
    if (threshold == NULL) return sgi_likeliest_class(p);
    for (uint32_t c = 1; c < p->n_outputs; c++)
        if (p->output[c] - log(threshold[c]) > p->output[best] - log(threshold[best])) best = c;
    return best;
}

typedef struct tally {
    uint64_t *count; /* [true class][predicted class] */
    const uint32_t *truth;
    uint32_t n_classes;
    const sg_results *results;
} tally;

static sg_status count_class(void *context, size_t job, const sg_result_prediction *p,
                             sg_error *err)
{
    const tally *t = context;
    (void)job;
    (void)err;
    t->count[(size_t)t->truth[p->item] * t->n_classes + sgi_predicted_class(t->results, p)]++;
    return SG_OK;
}

static sg_status draw_confusion(sg_text *svg, const uint64_t *count, const sg_dataset *data,
                                sg_scratch *memory, sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = data->items.n_classes;
    const char **name = NULL, **note = NULL;
    double *share = NULL;
    char title[120];
    SG_TAKE(name, memory, n);
    SG_TAKE(note, memory, (size_t)n * n);
    SG_TAKE(share, memory, (size_t)n * n);
    for (uint32_t c = 0; c < n; c++) {
        char *text = NULL;
        uint64_t sum = 0;
        SG_TAKE(text, memory, 24);
        (void)snprintf(text, 24, "%" PRId64, data->items.class_name[c]);
        const char *word = sg_names_or_null(&data->items.class_word, c);
        name[c] = word != NULL ? word : text;
        for (uint32_t k = 0; k < n; k++) sum += count[(size_t)c * n + k];
        for (uint32_t k = 0; k < n; k++) {
            const uint64_t here = count[(size_t)c * n + k];
            char *words = NULL;
            SG_TAKE(words, memory, 24);
            (void)snprintf(words, 24, "%" PRIu64, here);
            note[(size_t)c * n + k] = words;
            share[(size_t)c * n + k] = sum > 0 ? 100.0 * (double)here / (double)sum : NAN;
        }
    }
    (void)snprintf(title, sizeof title, "%.60s: confusion matrix, %s (%%)", data->name,
                   sgi_test_items(data));
    const sg_matrix_chart chart = {.title = title,
                                   .row_title = "true class",
                                   .column_title = "predicted class",
                                   .row = name,
                                   .column = name,
                                   .n_rows = n,
                                   .n_columns = n,
                                   .value = share,
                                   .note = note,
                                   .decimals = n > MOST_WITH_DECIMALS ? 0 : 1,
                                   .low = 0,
                                   .high = 100,
                                   .unit = " %"};
    SG_TRY(sg_matrix_draw(svg, &chart, kind, err));
done:
    return status;
}

sg_status sgi_figure_confusion(sg_text *svg, sg_results *r, const sg_dataset *data,
                               sg_svg_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    sg_scratch memory = {0};
    uint64_t *count = NULL, total = 0;
    const uint32_t n = data->items.n_classes;
    SG_REQUIRE(sgi_results_task(r, data) == SG_CLASSIFICATION && n > 0, SG_EINVAL,
               "%s: the run does not classify", r->overview.folder);
    SG_REQUIRE(n <= MOST_CLASSES, SG_EINVAL,
               "%s: a confusion matrix of %u classes is too large", r->overview.folder, n);
    SG_ALLOC(count, (size_t)n * n);
    tally t = {count, data->items.item_class, n, r};
    SG_TRY(sgi_test_predictions(&total, count_class, &t, n, r, data, err));
    SG_TRY(draw_confusion(svg, count, data, &memory, kind, err));
done:
    sg_free(count);
    sg_scratch_free(&memory);
    return status;
}
