/* result_comparison.c - two runs side by side. */
#include "result_comparison.h"

#include "message.h"
#include "result_tables.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double SIGNIFICANT = 0.05;

/* ---- What it means ----------------------------------------------------------------------- */

/* The test that counts: the one that knows that folds share training graphs, where there are folds. */
static double deciding_p(const sg_comparison *c)
{
    return c->by_fold ? c->corrected_p : c->p;
}

static bool first_is_better(const sg_comparison *c, const sg_result_overview *o)
{
    return (c->difference > 0) == o->higher_is_better;
}

/* "p = 0.03" */
typedef struct p_text {
    char text[24];
} p_text;

static p_text p_in_words(double p)
{
    p_text result;
    (void)snprintf(result.text, sizeof result.text, p < 1e-4 ? "p < 0.0001" : "p = %.2g", p);
    return result;
}

static void print_sentence(const sg_comparison *c, const sg_result_overview *first,
                           const sg_result_overview *second, int decimals, FILE *out)
{
    const double p = deciding_p(c);
    const char *test = c->by_fold ? "corrected resampled t-test" : "paired t-test";
    const bool better = first_is_better(c, first);
    const shown winner = shown_text(better ? first->folder : second->folder);
    if (c->difference == 0) {
        fprintf(out, "There is no difference in %s on average.\n", first->metric);
        return;
    }
    fprintf(out, "%s has the %s %s by %.*f on average", winner.text,
            first->higher_is_better ? "higher" : "lower", first->metric, decimals,
            fabs(c->difference));
    if (isnan(p))
        fputs("; a single value each is too few to say whether that is chance.\n", out);
    else if (p < SIGNIFICANT)
        fprintf(out, ", which is unlikely to be chance (%s, %s).\n", p_in_words(p).text, test);
    else
        fprintf(out, ", which may well be chance (%s, %s).\n", p_in_words(p).text, test);
}

/* ---- For people -------------------------------------------------------------------------- */

static void print_test(const char *name, double t, double p, const char *about, FILE *out)
{
    if (!isnan(p)) fprintf(out, "%-28s t = %.2f, %s; %s\n", name, t, p_in_words(p).text, about);
}

static bool print_text(const sg_comparison *c, const sg_result_overview *first,
                       const sg_result_overview *second, FILE *out)
{
    const shown name[] = {shown_text(first->folder), shown_text(second->folder)};
    const column columns[] = {{.title = c->by_fold ? "fold" : "run"},
                              {.title = name[0].text},
                              {.title = name[1].text},
                              {.title = "difference"}};
    text_table t = {.columns = columns, .n_columns = 4};
    const int decimals = metric_decimals(first->test_mean, first->in_percent);
    double sum[2] = {0};
    for (uint32_t i = 0; i < c->n_pairs; i++) {
        text_table_add(&t, "%" PRIu32, i);
        text_table_add(&t, "%.*f", decimals, c->first[i]);
        text_table_add(&t, "%.*f", decimals, c->second[i]);
        text_table_add(&t, "%+.*f", decimals, c->first[i] - c->second[i]);
        sum[0] += c->first[i];
        sum[1] += c->second[i];
    }
    text_table_add(&t, "mean");
    text_table_add(&t, "%.*f", decimals, sum[0] / c->n_pairs);
    text_table_add(&t, "%.*f", decimals, sum[1] / c->n_pairs);
    text_table_add(&t, "%+.*f", decimals, c->difference);
    fprintf(out, "%s, %s on test graphs\n\n", shown_text(first->data).text, first->metric);
    const bool printed = text_table_print(&t, "", out);
    text_table_free(&t);
    fputc('\n', out);
    print_test("paired t-test:", c->t, c->p,
               c->by_fold ? "takes the folds for independent, which they are not"
                          : "of runs on the same graphs",
               out);
    print_test("corrected resampled t-test:", c->corrected_t, c->corrected_p,
               "allows for training graphs that folds share", out);
    print_sentence(c, first, second, decimals, out);
    return printed;
}

/* ---- For programs ------------------------------------------------------------------------ */

static void print_json(const sg_comparison *c, const sg_result_overview *first,
                       const sg_result_overview *second, FILE *out)
{
    const double p = deciding_p(c);
    json j = {.out = out};
    json_open(&j, NULL, '{');
    json_text(&j, "first", first->folder);
    json_text(&j, "second", second->folder);
    json_text(&j, "data", first->data);
    json_text(&j, "metric", first->metric);
    json_text(&j, "pairs", c->by_fold ? "folds" : "runs");
    json_open(&j, "first_test", '[');
    for (uint32_t i = 0; i < c->n_pairs; i++) json_real(&j, NULL, c->first[i]);
    json_close(&j, ']');
    json_open(&j, "second_test", '[');
    for (uint32_t i = 0; i < c->n_pairs; i++) json_real(&j, NULL, c->second[i]);
    json_close(&j, ']');
    json_real(&j, "difference", c->difference);
    json_real(&j, "t", c->t);
    json_real(&j, "p", c->p);
    json_real(&j, "test_share", c->test_share);
    json_real(&j, "corrected_t", c->corrected_t);
    json_real(&j, "corrected_p", c->corrected_p);
    json_text(&j, "better",
              c->difference == 0 || isnan(c->difference) ? NULL
              : first_is_better(c, first)                ? first->folder
                                                         : second->folder);
    json_bool(&j, "significant", p < SIGNIFICANT);
    json_close(&j, '}');
    json_line(&j);
}

static bool print_csv(const sg_comparison *c, FILE *out)
{
    listing l;
    listing_open(&l, LISTING_CSV, out);
    for (uint32_t i = 0; i < c->n_pairs; i++) {
        listing_count(&l, c->by_fold ? "fold" : "run", "", i);
        listing_real(&l, "first", "", c->first[i], 0);
        listing_real(&l, "second", "", c->second[i], 0);
        listing_real(&l, "difference", "", c->first[i] - c->second[i], 0);
        listing_row(&l);
    }
    return listing_close(&l);
}

bool comparison_print(const sg_comparison *c, const sg_results *first, const sg_results *second,
                      listing_format format, FILE *out)
{
    const sg_result_overview a = sg_results_overview_of(first),
                             b = sg_results_overview_of(second);
    if (format == LISTING_CSV) return print_csv(c, out);
    if (format != LISTING_JSON) return print_text(c, &a, &b, out);
    print_json(c, &a, &b, out);
    return true;
}
