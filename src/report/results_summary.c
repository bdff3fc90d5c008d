/* results_summary.c - the members of summary.json that the overview has.
 *
 * The file was written by this program, and may have been changed by anybody since: what does not fit
 * is an error, what is not known is passed over. */
#include "report/results_parts.h"

#include "base/file.h"
#include "base/mem.h"
#include "run/run_folder.h"
#include "text/json_reader.h"
#include "train/metrics.h"

#include <math.h>
#include <string.h>

enum { MAX_SUMMARY = 1 << 24, MAX_ITEMS = 1 << 20 };

typedef enum number_kind { REAL, WHOLE, LONG } number_kind; /* double, uint32_t, uint64_t */

typedef struct number {
    const char *key;
    number_kind kind;
    size_t offset; /* in sg_result_overview */
} number;

#define AT(member) offsetof(sg_result_overview, member)

static const number NUMBERS[] = {{"test_mean", REAL, AT(test_mean)},
                                 {"test_std", REAL, AT(test_std)},
                                 {"test_loss", REAL, AT(test_loss)},
                                 {"validation_mean", REAL, AT(validation_mean)},
                                 {"validation_std", REAL, AT(validation_std)},
                                 {"train_mean", REAL, AT(train_mean)},
                                 {"best_epoch_mean", REAL, AT(best_epoch_mean)},
                                 {"best_epoch_std", REAL, AT(best_epoch_std)},
                                 {"common_epoch", WHOLE, AT(common_epoch)},
                                 {"weights_total", LONG, AT(weights_total)},
                                 {"seconds_per_epoch", REAL, AT(seconds_per_epoch)},
                                 {"seconds_total", REAL, AT(seconds_total)},
                                 {"threads", WHOLE, AT(n_threads)}};

enum { N_NUMBERS = sizeof NUMBERS / sizeof *NUMBERS };

static sg_status get_real(double *value, const sg_json_token *token, sg_error *err)
{
    if (token->kind != SG_JSON_NULL) return sg_json_real(value, token, err);
    *value = NAN;
    return SG_OK;
}

static sg_status get_number(sg_result_overview *o, const number *n, const sg_json_token *token,
                            sg_error *err)
{
    char *at = (char *)o + n->offset;
    double real = NAN;
    uint32_t whole = 0;
    uint64_t large = 0;
    sg_status status = n->kind == REAL    ? get_real(&real, token, err)
                       : n->kind == WHOLE ? sg_json_index(&whole, token, UINT32_MAX, err)
                                          : sg_json_whole(&large, token, UINT64_MAX, err);
    if (status != SG_OK) return status;
    if (n->kind == REAL)
        memcpy(at, &real, sizeof real);
    else if (n->kind == WHOLE)
        memcpy(at, &whole, sizeof whole);
    else
        memcpy(at, &large, sizeof large);
    return status;
}

static sg_status get_text(const char **text, sg_results *r, const sg_json_token *token,
                          sg_error *err)
{
    sg_status status = SG_OK;
    sg_text decoded = {0};
    if (token->kind != SG_JSON_STRING)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token->place, "a text is needed here"));
    SG_TRY(sg_json_decode(&decoded, token, err));
    *text = sgi_results_text(r, decoded.data != NULL ? decoded.data : "");
    SG_REQUIRE(*text != NULL, SG_ENOMEM, "out of memory");
done:
    sg_text_free(&decoded);
    return status;
}

/* ---- Lists ------------------------------------------------------------------------------------ */

/* Read a list of n numbers of one kind, or of any length where *n is 0. */
static sg_status get_list(const void **list, uint32_t *n, sg_results *r, sg_json *json,
                          const sg_json_token *begin, number_kind kind, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *item = NULL; /* room for any kind */
    size_t n_items = 0, capacity = 0;
    const size_t size = kind == WHOLE ? sizeof(uint32_t) : sizeof(uint64_t);
    sg_json_token token = *begin;
    if (token.kind != SG_JSON_ARRAY_BEGIN)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place, "a list is needed here"));
    for (;;) {
        double real = NAN;
        uint32_t whole = 0;
        SG_TRY(sg_json_next(&token, json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        if (n_items >= MAX_ITEMS)
            SG_TRY(sg_error_at(err, SG_ELIMIT, SG_WHERE, token.place, "the list is too long"));
        SG_TRY(sg_grow(&item, &capacity, n_items + 1, sizeof *item, err));
        char *at = (char *)item + n_items++ * size;
        if (kind == REAL) {
            SG_TRY(get_real(&real, &token, err));
            memcpy(at, &real, sizeof real);
        } else if (kind == WHOLE) {
            SG_TRY(sg_json_index(&whole, &token, UINT32_MAX, err));
            memcpy(at, &whole, sizeof whole);
        } else {
            SG_TRY(sg_json_whole(&item[n_items - 1], &token, UINT64_MAX, err));
        }
    }
    if (*n > 0 && n_items != *n)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, begin->place,
                           "the list has %zu items instead of %u", n_items, *n));
    char *copy = NULL;
    SG_TAKE(copy, &r->memory, n_items * size + 1);
    if (n_items > 0) memcpy(copy, item, n_items * size);
    *list = copy;
    *n = (uint32_t)n_items;
done:
    sg_free(item);
    return status;
}

static sg_status get_target(sg_result_target *target, sg_results *r, sg_json *json,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token key, value;
    *target = (sg_result_target){"", NAN, NAN};
    for (;;) {
        SG_TRY(sg_json_next(&key, json, err));
        if (key.kind == SG_JSON_OBJECT_END) break;
        SG_TRY(sg_json_next(&value, json, err));
        if (sg_json_equals(&key, "name"))
            SG_TRY(get_text(&target->name, r, &value, err));
        else if (sg_json_equals(&key, "mean"))
            SG_TRY(get_real(&target->mean, &value, err));
        else if (sg_json_equals(&key, "std"))
            SG_TRY(get_real(&target->std, &value, err));
        else
            SG_TRY(sg_json_skip(json, &value, err));
    }
done:
    return status;
}

static sg_status get_targets(sg_results *r, sg_json *json, const sg_json_token *begin,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_result_target *item = NULL, *copy = NULL;
    size_t n = 0, capacity = 0;
    sg_json_token token = *begin;
    if (token.kind != SG_JSON_ARRAY_BEGIN)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place, "a list is needed here"));
    for (;;) {
        SG_TRY(sg_json_next(&token, json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        if (token.kind != SG_JSON_OBJECT_BEGIN || n >= MAX_ITEMS)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                               "an object with name, mean and std is needed here"));
        SG_TRY(sg_grow(&item, &capacity, n + 1, sizeof *item, err));
        SG_TRY(get_target(&item[n], r, json, err));
        n++;
    }
    SG_TAKE(copy, &r->memory, n + 1);
    if (n > 0) memcpy(copy, item, n * sizeof *item);
    r->overview.target = copy;
    r->overview.n_targets = (uint32_t)n;
done:
    sg_free(item);
    return status;
}

/* ---- Metrics ---------------------------------------------------------------------------------- */

/* Metrics that were read so far. */
typedef struct metric_rows {
    sg_measure *row;
    size_t n, capacity;
} metric_rows;

/* {"value": 1, "low": 0.9, "high": 1.1} */
static sg_status get_interval(sg_measure *metric, sg_json *json, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token key, value;
    SG_TRY(sg_json_expect(&key, json, SG_JSON_OBJECT_BEGIN, "an object", err));
    for (;;) {
        SG_TRY(sg_json_next(&key, json, err));
        if (key.kind == SG_JSON_OBJECT_END) break;
        SG_TRY(sg_json_next(&value, json, err));
        if (sg_json_equals(&key, "value"))
            SG_TRY(get_real(&metric->value, &value, err));
        else if (sg_json_equals(&key, "low"))
            SG_TRY(get_real(&metric->low, &value, err));
        else if (sg_json_equals(&key, "high"))
            SG_TRY(get_real(&metric->high, &value, err));
        else
            SG_TRY(sg_json_skip(json, &value, err));
    }
done:
    return status;
}

/* {"rmse": ..., "r2": ...}; metrics that this version does not know are left out. */
static sg_status get_metrics(metric_rows *rows, const char *target, sg_json *json,
                             const sg_json_token *begin, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token key;
    size_t n_known = 0;
    const sg_metric *const *known = sg_metrics(&n_known);
    if (begin->kind != SG_JSON_OBJECT_BEGIN || rows->n >= MAX_ITEMS)
        SG_TRY(
            sg_error_at(err, SG_EFORMAT, SG_WHERE, begin->place, "an object is needed here"));
    for (;;) {
        sg_measure metric = {.target = target, .value = NAN, .low = NAN, .high = NAN};
        SG_TRY(sg_json_next(&key, json, err));
        if (key.kind == SG_JSON_OBJECT_END) break;
        for (size_t i = 0; i < n_known; i++) {
            if (!sg_json_equals(&key, known[i]->name)) continue;
            metric.metric = known[i]->name;
            metric.higher_is_better = known[i]->higher_is_better;
            metric.in_percent = known[i]->in_percent;
        }
        SG_TRY(get_interval(&metric, json, err));
        if (metric.metric == NULL) continue;
        SG_TRY(sg_grow(&rows->row, &rows->capacity, rows->n + 1, sizeof *rows->row, err));
        rows->row[rows->n++] = metric;
    }
done:
    return status;
}

/* [{"name": "y", "metrics": {...}}, ...] */
static sg_status get_target_metrics(metric_rows *rows, sg_results *r, sg_json *json,
                                    const sg_json_token *begin, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_token token = *begin, key;
    if (token.kind != SG_JSON_ARRAY_BEGIN)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place, "a list is needed here"));
    for (;;) {
        const char *name = NULL;
        SG_TRY(sg_json_next(&token, json, err));
        if (token.kind == SG_JSON_ARRAY_END) break;
        if (token.kind != SG_JSON_OBJECT_BEGIN)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, token.place,
                               "an object is needed here"));
        for (;;) {
            SG_TRY(sg_json_next(&key, json, err));
            if (key.kind == SG_JSON_OBJECT_END) break;
            SG_TRY(sg_json_next(&token, json, err));
            if (sg_json_equals(&key, "name"))
                SG_TRY(get_text(&name, r, &token, err));
            else if (sg_json_equals(&key, "metrics"))
                SG_TRY(get_metrics(rows, name != NULL ? name : "", json, &token, err));
            else
                SG_TRY(sg_json_skip(json, &token, err));
        }
    }
done:
    return status;
}

/* ---- The file --------------------------------------------------------------------------------- */

static sg_status get_member(sg_results *r, metric_rows *metrics, sg_json *json,
                            const sg_json_token *key, const sg_json_token *value, sg_error *err)
{
    sg_result_overview *o = &r->overview;
    const void *list = NULL;
    uint32_t n = o->n_folds;
    sg_status status = SG_OK;
    for (size_t i = 0; i < N_NUMBERS; i++)
        if (sg_json_equals(key, NUMBERS[i].key)) return get_number(o, &NUMBERS[i], value, err);
    if (sg_json_equals(key, "model")) return get_text(&o->model, r, value, err);
    if (sg_json_equals(key, "targets")) return get_targets(r, json, value, err);
    if (sg_json_equals(key, "metrics")) return get_metrics(metrics, NULL, json, value, err);
    if (sg_json_equals(key, "target_metrics"))
        return get_target_metrics(metrics, r, json, value, err);
    if (sg_json_equals(key, "folds")) {
        SG_TRY(get_list(&list, &n, r, json, value, REAL, err));
        o->fold = list;
    } else if (sg_json_equals(key, "configurations")) {
        SG_TRY(get_list(&list, &n, r, json, value, WHOLE, err));
        o->chosen = list;
    } else if (sg_json_equals(key, "weights")) {
        n = 0;
        SG_TRY(get_list(&list, &n, r, json, value, LONG, err));
        o->weights = list;
        o->n_layers = n;
    } else {
        SG_TRY(sg_json_skip(json, value, err));
    }
done:
    return status;
}

static sg_status parse(sg_results *r, const char *path, const sg_text *file, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json json = sg_json_of(path, file->data, file->size);
    sg_json_token key, value;
    metric_rows metrics = {0};
    sg_measure *copy = NULL;
    SG_TRY(sg_json_expect(&key, &json, SG_JSON_OBJECT_BEGIN, "an object", err));
    for (;;) {
        SG_TRY(sg_json_next(&key, &json, err));
        if (key.kind == SG_JSON_OBJECT_END) break;
        SG_TRY(sg_json_next(&value, &json, err));
        SG_TRY(get_member(r, &metrics, &json, &key, &value, err));
    }
    SG_TRY(sg_json_expect(&key, &json, SG_JSON_END, "nothing more", err));
    sg_result_overview *o = &r->overview;
    if (metrics.n > 0) {
        SG_TAKE(copy, &r->memory, metrics.n);
        memcpy(copy, metrics.row, metrics.n * sizeof *copy);
        o->metrics = copy;
        o->n_metrics = (uint32_t)metrics.n;
    }
    SG_REQUIRE(o->fold != NULL && o->chosen != NULL && o->weights != NULL, SG_EFORMAT,
               "%s: folds, configurations or weights are missing", path);
    for (uint32_t f = 0; f < o->n_folds; f++)
        SG_REQUIRE(o->chosen[f] < o->n_configurations, SG_EFORMAT,
                   "%s: there is no configuration %u", path, o->chosen[f]);
done:
    sg_free(metrics.row);
    return status;
}

sg_status sgi_results_read_summary(sg_results *r, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0}, file = {0};
    SG_TRY(sg_run_folder_path(&path, r->overview.folder, "summary.json", err));
    if (!sg_path_exists(path.data)) goto done;
    SG_TRY(sg_file_read(&file, path.data, MAX_SUMMARY, err));
    SG_TRY(sg_text_add(&file, err, "%s", "")); /* an empty file, too, has a text */
    SG_TRY(parse(r, path.data, &file, err));
    r->overview.summary = sgi_results_text(r, file.data);
    SG_REQUIRE(r->overview.summary != NULL, SG_ENOMEM, "out of memory");
    r->overview.is_complete = true;
done:
    sg_text_free(&path);
    sg_text_free(&file);
    return status;
}
