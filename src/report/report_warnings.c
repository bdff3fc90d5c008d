/* report_warnings.c - what a reader should know before believing a number: a model that says one class for
 * all, labels that nothing is given, or numbers that are no better than their mean. */
#include "report/report_parts.h"

#include "base/mem.h"
#include "report/outcomes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Predictions of nearly all items as one class, though far fewer are of it. */
static const double NEARLY_ALL = 0.98, FAR_FEWER = 0.9;

typedef struct class_tally {
    const sg_results *results;
    const uint32_t *truth;
    uint64_t *is,
        *predicted; /* [n_classes] test items that are of a class, that are taken for it */
    uint64_t *here; /* [n_classes] predictions of the training that is visited        */
    uint32_t n_classes;
    uint64_t n, n_right;
    size_t job; /* that is visited */
    uint32_t n_jobs, n_constant;
} class_tally;

static uint32_t largest_of(const uint64_t *count, uint32_t n)
{
    uint32_t best = 0;
    for (uint32_t c = 1; c < n; c++)
        if (count[c] > count[best]) best = c;
    return best;
}

/* Finish a training: does it say one class for all of its test items? */
static void close_job(class_tally *t)
{
    uint32_t n_said = 0;
    uint64_t n_items = 0;
    for (uint32_t c = 0; c < t->n_classes; c++) {
        n_said += t->here[c] > 0;
        n_items += t->here[c];
        t->here[c] = 0;
    }
    t->n_jobs += n_said > 0;
    t->n_constant += n_said == 1 && n_items > 1;
}

static sg_status count_item(void *context, size_t job, const sg_result_prediction *p,
                            sg_error *err)
{
    class_tally *t = context;
    const uint32_t truth = t->truth[p->item], guess = sgi_predicted_class(t->results, p);
    (void)err;
    if (job != t->job) close_job(t);
    t->job = job;
    if (truth == SG_NO_CLASS) return SG_OK;
    t->is[truth]++;
    t->predicted[guess]++;
    t->here[guess]++;
    t->n_right += truth == guess;
    t->n++;
    return SG_OK;
}

/* Add a warning whose words may have the name of a class. */
static sg_status add_warning(sg_text *html, const char *words, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_text_add(html, err, "<p class=\"note warning\"><strong>Mind:</strong> "));
    SG_TRY(sgi_html_add(html, words, err));
    SG_TRY(sg_text_add(html, err, "</p>\n"));
done:
    return status;
}

static sg_status judge_classes(sg_text *html, const class_tally *t, const sg_dataset *data,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t said = largest_of(t->predicted, t->n_classes),
                   most = largest_of(t->is, t->n_classes);
    const double n = (double)t->n, share = (double)t->predicted[said] / n,
                 of_it = (double)t->is[said] / n, right = (double)t->n_right / n,
                 majority = (double)t->is[most] / n;
    const char *items = sgi_test_items(data);
    char name[2][80], words[500];
    sg_items_class_name(name[0], sizeof name[0], &data->items, said);
    sg_items_class_name(name[1], sizeof name[1], &data->items, most);
    if (share >= NEARLY_ALL && of_it < FAR_FEWER) {
        (void)snprintf(
            words, sizeof words,
            "class %s is predicted for %s%.4g %% of the %s, and %.4g %% are of it. The model "
            "does not tell classes apart.",
            name[0], share < 1 ? "" : "all, ", 100 * share, items, 100 * of_it);
        SG_TRY(add_warning(html, words, err));
    } else if (t->n_constant > 0 && t->n_classes > 1) {
        (void)snprintf(words, sizeof words,
                       "%" PRIu32 " of %" PRIu32
                       " trainings predict one class for all of their %s.",
                       t->n_constant, t->n_jobs, items);
        SG_TRY(add_warning(html, words, err));
    }
    if (right <= majority && t->n_classes > 1) {
        (void)snprintf(
            words, sizeof words,
            "%.4g %% of the %s are predicted right. Always saying class %s, the most "
            "frequent one, is right in %.4g %%.",
            100 * right, items, name[1], 100 * majority);
        SG_TRY(add_warning(html, words, err));
    }
done:
    return status;
}

static sg_status warn_of_classes(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = report->data;
    const uint32_t n = data->items.n_classes;
    uint64_t total = 0;
    class_tally t = {.results = report->results,
                     .truth = data->items.item_class,
                     .n_classes = n,
                     .job = SIZE_MAX};
    SG_ALLOC(t.is, n);
    SG_ALLOC(t.predicted, n);
    SG_ALLOC(t.here, n);
    SG_TRY(sgi_test_predictions(&total, count_item, &t, n, report->results, data, err));
    close_job(&t);
    if (t.n > 0) SG_TRY(judge_classes(html, &t, data, err));
done:
    sg_free(t.is);
    sg_free(t.predicted);
    sg_free(t.here);
    return status;
}

static sg_status warn_of_numbers(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_outcomes o = {0};
    char words[300];
    SG_TRY(sgi_outcomes_collect(&o, report->results, report->data, err));
    for (uint32_t k = 0; k < o.n_columns; k++) {
        const double r2 = sgi_outcome_quality(&o.column[k]).r2;
        if (isnan(r2) || r2 > 0) continue;
        (void)snprintf(
            words, sizeof words,
            "%s: predictions are no better than always saying the mean of the %s (R² %.3g).",
            o.column[k].name, sgi_test_items(report->data), r2);
        SG_TRY(add_warning(html, words, err));
    }
done:
    sgi_outcomes_free(&o);
    return status;
}

/* Labels that no item is given, though some have them. */
static sg_status warn_of_labels(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_status status = SG_OK;
    sgi_outcomes o = {0};
    sg_text names = {0}, words = {0};
    uint32_t n_mute = 0;
    SG_TRY(sgi_outcomes_collect(&o, report->results, report->data, err));
    for (uint32_t k = 0; k < o.n_columns; k++) {
        const sgi_outcome_column *c = &o.column[k];
        bool is_said = false, is_there = false;
        for (size_t i = 0; i < c->n; i++) {
            is_said = is_said || c->guess[i] > 0; /* a probability above one half */
            is_there = is_there || c->truth[i] > 0;
        }
        if (is_said || !is_there) continue;
        SG_TRY(sg_text_add(&names, err, "%s%s", n_mute > 0 ? ", " : "", c->name));
        n_mute++;
    }
    if (n_mute == 0) goto done;
    SG_TRY(
        sg_text_add(&words, err,
                    "%" PRIu32 " of %" PRIu32
                    " labels get no probability above one half in any of the %s, though some "
                    "have them: %s. Whoever asks for yes or no hears no; thresholds that are "
                    "fitted may help.",
                    n_mute, o.n_columns, sgi_test_items(report->data), names.data));
    SG_TRY(add_warning(html, words.data, err));
done:
    sg_text_free(&words);
    sg_text_free(&names);
    sgi_outcomes_free(&o);
    return status;
}

sg_status sgi_report_warnings(sg_text *html, const sgi_report *report, sg_error *err)
{
    sg_error inner = {0};
    if (report->data == NULL) return SG_OK;
    const sg_task task = sgi_results_task(report->results, report->data);
    if (task == SG_CLASSIFICATION && report->data->items.n_classes == 0) return SG_OK;
    const sg_status status = task == SG_CLASSIFICATION ? warn_of_classes(html, report, &inner)
                             : task == SG_MULTILABEL   ? warn_of_labels(html, report, &inner)
                                                       : warn_of_numbers(html, report, &inner);
    if (status == SG_OK || status == SG_EINVAL)
        return SG_OK; /* without predictions nothing is known */
    return sg_error_set(err, status, SG_WHERE, "%s", inner.text);
}
