/* comparison.c - two runs, pair by pair. */
#include "report/results_parts.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "kernels/statistics.h"

#include <math.h>
#include <string.h>

void sg_comparison_free(sg_comparison *comparison)
{
    sg_comparison own;
    if (sg_struct_read(&own, sizeof own, SG_SIZE_WITH(&own, corrected_p), comparison,
                       "comparison", NULL) != SG_OK)
        return;
    sg_free(own.first);
    sg_free(own.second);
    sg_struct_write(comparison, &(sg_comparison){0}, sizeof own);
}

/* Whether both ledgers have the same value. */
static sg_status same_value(bool *same, const sg_results *first, const sg_results *second,
                            const char *key, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text a = {0}, b = {0};
    SG_TRY(sg_ledger_value_of(&a, first->ledger, key, err));
    SG_TRY(sg_ledger_value_of(&b, second->ledger, key, err));
    *same = strcmp(a.data, b.data) == 0;
done:
    sg_text_free(&a);
    sg_text_free(&b);
    return status;
}

static sg_status check_comparable(const sg_results *first, const sg_results *second,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    const sg_result_overview *a = &first->overview, *b = &second->overview;
    bool same_data = false, same_splits = false;
    SG_REQUIRE(a->is_complete && b->is_complete, SG_EINVAL, "%s: the run is not complete",
               a->is_complete ? b->folder : a->folder);
    SG_REQUIRE(strcmp(a->metric, b->metric) == 0, SG_EINVAL,
               "%s has %s and %s has %s; only the same metric can be compared", a->folder,
               a->metric, b->folder, b->metric);
    SG_TRY(same_value(&same_data, first, second, "data-fingerprint", err));
    SG_REQUIRE(same_data, SG_EINVAL,
               "%s is about %s and %s about %s, which are not the same graphs; only results on "
               "the same data can be compared",
               a->folder, a->data, b->folder, b->data);
    SG_TRY(same_value(&same_splits, first, second, "splits-fingerprint", err));
    SG_REQUIRE(same_splits, SG_EINVAL,
               "%s and %s have different folds; results are compared fold by fold, so use the "
               "same splits (and seed, where folds are made)",
               a->folder, b->folder);
    SG_REQUIRE(
        a->n_folds > 1 || a->n_runs == b->n_runs, SG_EINVAL,
        "%s has %u runs and %s has %u; with a single fold runs are compared, so there must "
        "be as many",
        a->folder, a->n_runs, b->folder, b->n_runs);
done:
    return status;
}

/* The test metric of each run on the only fold. */
static void fill_runs(double *value, const sg_results *r)
{
    const sg_part part = sgi_results_test_part(r);
    for (uint32_t i = 0; i < r->overview.n_runs; i++) value[i] = NAN;
    for (size_t i = 0; i < r->jobs.n; i++) {
        const sg_result_job *job = &r->job[i];
        if (job->stage == SG_EVALUATING && job->is_done && job->run < r->overview.n_runs &&
            job->configuration == r->overview.chosen[0])
            value[job->run] = job->metric[part];
    }
}

/* Test graphs per training graph, the mean over the folds. */
static double test_share_of(const sg_results *r)
{
    const sg_part part = sgi_results_test_part(r);
    double sum = 0, n = 0;
    for (size_t i = 0; i < r->jobs.n; i++) {
        const sg_result_job *job = &r->job[i];
        if (job->stage != SG_EVALUATING || job->run > 0 || job->n_items[SG_TRAIN] == 0)
            continue;
        sum += (double)job->n_items[part] / job->n_items[SG_TRAIN];
        n++;
    }
    return sum / n;
}

sg_status sg_results_compare(sg_comparison *comparison, const sg_results *first,
                             const sg_results *second, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(comparison, corrected_p);
    SG_REQUIRE_ARGUMENT(first);
    SG_REQUIRE_ARGUMENT(second);
    sg_status status = SG_OK;
    sg_comparison c = {.struct_size = sizeof c};
    SG_TRY(check_comparable(first, second, err));
    c.by_fold = first->overview.n_folds > 1;
    c.n_pairs = c.by_fold ? first->overview.n_folds : first->overview.n_runs;
    SG_ALLOC(c.first, c.n_pairs);
    SG_ALLOC(c.second, c.n_pairs);
    if (c.by_fold) {
        memcpy(c.first, first->overview.fold, c.n_pairs * sizeof *c.first);
        memcpy(c.second, second->overview.fold, c.n_pairs * sizeof *c.second);
    } else {
        fill_runs(c.first, first);
        fill_runs(c.second, second);
    }
    c.test_share = test_share_of(first);
    const sg_t_test paired = sg_t_test_paired(c.first, c.second, c.n_pairs);
    const sg_t_test corrected =
        sg_t_test_corrected(c.first, c.second, c.n_pairs, c.by_fold ? c.test_share : NAN);
    c.difference = paired.difference;
    c.t = paired.t;
    c.p = paired.p;
    c.corrected_t = c.by_fold ? corrected.t : NAN;
    c.corrected_p = c.by_fold ? corrected.p : NAN;
    sg_struct_write(comparison, &c, sizeof c);
    c = (sg_comparison){0};
done:
    sg_comparison_free(&c);
    return status;
}
