/* measure_view.c - metrics as text and JSON. */
#include "measure_view.h"

#include "message.h"
#include "text_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

sg_status measure_list_make(measure_list *list, const sg_model *model, const sg_dataset *data,
                            const double *score, const uint32_t *item, uint32_t n_items,
                            sg_error *err)
{
    const uint32_t n = sg_model_measure_count(model);
    sg_measure *made = calloc((size_t)n + 1, sizeof *made);
    uint32_t n_compared = 0;
    if (made == NULL) {
        *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
        return SG_ENOMEM;
    }
    const sg_status status =
        sg_model_measures(made, &n_compared, model, data, score, item, n_items, err);
    if (status == SG_OK)
        *list = (measure_list){made, n, n_compared};
    else
        free(made);
    return status;
}

void measure_list_free(measure_list *list)
{
    free(list->measure);
    *list = (measure_list){0};
}

measure_words measure_in_words(double value, bool in_percent)
{
    measure_words words = {"-"};
    if (!isnan(value))
        (void)snprintf(words.text, sizeof words.text, in_percent ? "%.1f %%" : "%.4g", value);
    return words;
}

/* A row per metric, with intervals. */
static void print_rows(const sg_measure *measure, uint32_t n, const char *indent, FILE *out)
{
    const column columns[] = {{.left = true}, {.title = "value"}, {.title = "95 % interval"}};
    text_table t = {.columns = columns, .n_columns = 3};
    for (uint32_t i = 0; i < n; i++) {
        const sg_measure *m = &measure[i];
        if (m->target != NULL)
            text_table_add(&t, "%s, %s", shown_text(m->target).text, m->metric);
        else
            text_table_add(&t, "%s", m->metric);
        text_table_add(&t, "%s", measure_in_words(m->value, m->in_percent).text);
        if (isnan(m->low))
            text_table_add(&t, "-");
        else
            text_table_add(&t, "%s to %s", measure_in_words(m->low, m->in_percent).text,
                           measure_in_words(m->high, m->in_percent).text);
    }
    text_table_print(&t, indent, out);
    text_table_free(&t);
}

/* How many metrics have the same target as measure[0], which is one of them. */
static uint32_t group_size(const sg_measure *measure, uint32_t n)
{
    uint32_t i = 1;
    while (i < n && measure[i].target == measure[0].target) i++;
    return i;
}

/* A row per target, a column per metric; all targets have the same metrics. */
static void print_matrix(const sg_measure *measure, uint32_t n, const char *indent, FILE *out)
{
    enum { MOST = 32 };
    column columns[MOST + 1] = {{.left = true}};
    const uint32_t n_metrics = group_size(measure, n);
    bool is_complete = true;
    for (uint32_t m = 0; m < n_metrics && m < MOST; m++)
        columns[m + 1] = (column){.title = measure[m].metric};
    text_table t = {.columns = columns, .n_columns = (size_t)n_metrics + 1};
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0 || measure[i].target != measure[i - 1].target)
            text_table_add(&t, "%s", shown_text(measure[i].target).text);
        text_table_add(&t, "%s",
                       measure_in_words(measure[i].value, measure[i].in_percent).text);
        is_complete = is_complete && !isnan(measure[i].value);
    }
    (void)fputc('\n', out);
    text_table_print(&t, indent, out);
    text_table_free(&t);
    (void)fprintf(out, "%sintervals of these are in the output of --json%s\n", indent,
                  is_complete ? ""
                              : "; - where it cannot be computed: all true values are the "
                                "same, or none is known");
}

/* Whether the list of all targets would be long, and a table of them has one metric in each place. */
static bool fits_matrix(const sg_measure *measure, uint32_t n)
{
    enum { LONG_LIST = 12, MOST = 32 };
    const uint32_t n_metrics = group_size(measure, n);
    if (n <= LONG_LIST || n_metrics > MOST || n % n_metrics != 0) return false;
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(measure[i].metric, measure[i % n_metrics].metric) != 0) return false;
    return true;
}

void measure_table_print(const sg_measure *measure, uint32_t n, const char *indent, FILE *out)
{
    const uint32_t n_all = n > 0 && measure[0].target == NULL ? group_size(measure, n) : 0;
    const bool as_matrix = n_all < n && fits_matrix(measure + n_all, n - n_all);
    print_rows(measure, as_matrix ? n_all : n, indent, out);
    if (as_matrix) print_matrix(measure + n_all, n - n_all, indent, out);
}

/* The members of metrics that have the same target as measure[0]; returns how many there are. */
static uint32_t json_group(json *out, const sg_measure *measure, uint32_t n)
{
    uint32_t i = 0;
    json_open(out, "metrics", '{');
    for (; i < n && measure[i].target == measure[0].target; i++) {
        json_open(out, measure[i].metric, '{');
        json_real(out, "value", measure[i].value);
        json_real(out, "low", measure[i].low);
        json_real(out, "high", measure[i].high);
        json_close(out, '}');
    }
    json_close(out, '}');
    return i;
}

void measure_json(json *out, const sg_measure *measure, uint32_t n)
{
    if (n == 0) return;
    uint32_t i = json_group(out, measure, n);
    if (i == n) return;
    json_open(out, "target_metrics", '[');
    while (i < n) {
        json_open(out, NULL, '{');
        json_text(out, "name", measure[i].target);
        i += json_group(out, measure + i, n - i);
        json_close(out, '}');
    }
    json_close(out, ']');
}
