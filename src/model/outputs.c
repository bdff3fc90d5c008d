/* outputs.c - names and units of outputs, taken from the data that a model is made for. */
#include "model/outputs.h"

#include "base/mem.h"
#include "data/task.h"
#include "kernels/statistics.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void sg_outputs_free(sg_outputs *outputs)
{
    sg_names_free(&outputs->target_name);
    sg_names_free(&outputs->class_word);
    sg_free(outputs->target_column);
    sg_free(outputs->class_name);
    sg_free(outputs->scale);
    sg_free(outputs->offset);
    sg_free(outputs->temperature);
    sg_free(outputs->threshold);
    *outputs = (sg_outputs){0};
}

/* ---- After the data --------------------------------------------------------------------------- */

static sg_status describe_classes(sg_outputs *made, const sg_items *items, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(items->item_class != NULL, SG_EINVAL,
               "task: classification: the data set has no classes; it has %u targets for "
               "regression",
               items->target.n_columns);
    made->n = items->n_classes;
    SG_ALLOC(made->class_name, items->n_classes);
    memcpy(made->class_name, items->class_name, items->n_classes * sizeof *made->class_name);
    SG_TRY(sg_names_add_all(&made->class_word, &items->class_word, err));
done:
    return status;
}

static sg_status name_target(sg_outputs *made, const sg_items *items, uint32_t column,
                             sg_error *err)
{
    char text[32];
    const char *name = sg_names_or_null(&items->target_name, column);
    if (name == NULL) {
        (void)snprintf(text, sizeof text, SG_UNNAMED_TARGET, column);
        name = text;
    }
    return sg_names_add(&made->target_name, name, strlen(name), err);
}

static sg_status describe_targets(sg_outputs *made, const sg_items *items,
                                  const uint32_t *column, uint32_t n_columns, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = column != NULL ? n_columns : items->target.n_columns;
    SG_REQUIRE(
        items->target.n_columns > 0 || items->n_classes > 0, SG_EINVAL,
        "task: the data set has neither classes nor targets, so there is nothing to learn");
    SG_REQUIRE(items->target.n_columns > 0, SG_EINVAL,
               "task: %s: the data set has no targets; it has %u classes",
               sg_task_words[made->task], items->n_classes);
    made->n = n;
    SG_ALLOC(made->target_column, n);
    SG_ALLOC(made->scale, n);
    SG_ALLOC(made->offset, n);
    for (uint32_t c = 0; c < n; c++) {
        const uint32_t from = column != NULL ? column[c] : c;
        SG_REQUIRE(from < items->target.n_columns, SG_EINVAL,
                   "target[%u]: there is no column %u; the data has %u", c, from,
                   items->target.n_columns);
        made->target_column[c] = from;
        made->scale[c] = 1;
        SG_TRY(name_target(made, items, from, err));
    }
done:
    return status;
}

bool sg_outputs_column(uint32_t *column, const sg_outputs *outputs, uint32_t output,
                       const sg_items *items)
{
    const char *name = sg_names_at(&outputs->target_name, output);
    const uint32_t number = outputs->target_column[output];
    char unnamed[32];
    for (uint32_t c = 0; c < items->target_name.n; c++)
        if (strcmp(sg_names_at(&items->target_name, c), name) == 0) {
            *column = c;
            return true;
        }
    (void)snprintf(unnamed, sizeof unnamed, SG_UNNAMED_TARGET, number);
    *column = number;
    return number < items->target.n_columns && strcmp(name, unnamed) == 0;
}

sg_status sg_outputs_check_targets(const sg_outputs *outputs, const sg_dataset *data,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    const sg_value_table *target = &data->items.target;
    const uint32_t n = outputs->task == SG_MULTILABEL ? sg_item_count(data) : 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < outputs->n; c++) {
            uint32_t column = 0;
            if (!sg_outputs_column(&column, outputs, c, &data->items)) continue;
            const double value = target->value[(size_t)i * target->n_columns + column];
            SG_REQUIRE(value == 0 || value == 1 || isnan(value), SG_EINVAL,
                       "task: multilabel: item %u has %g in target column %u; a label is 0 or "
                       "1, or missing",
                       i, value, column);
        }
done:
    return status;
}

sg_status sg_outputs_describe(sg_outputs *outputs, const sg_dataset *data, sg_task task,
                              const uint32_t *column, uint32_t n_columns, sg_error *err)
{
    sg_outputs made = {.task = task};
    const sg_status status =
        task == SG_CLASSIFICATION
            ? describe_classes(&made, &data->items, err)
            : describe_targets(&made, &data->items, column, n_columns, err);
    sg_outputs_free(status == SG_OK ? outputs : &made);
    if (status == SG_OK) *outputs = made;
    return status;
}

/* ---- After each other ------------------------------------------------------------------------- */

/* NULL stays NULL. */
static sg_status copy_array(void *copy, const void *array, size_t n, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    void *made = NULL;
    if (array == NULL) goto done;
    made = sg_alloc(n, size);
    SG_REQUIRE(made != NULL, SG_ENOMEM, "out of memory");
    if (n > 0) memcpy(made, array, n * size);
    memcpy(copy, &made, sizeof made);
done:
    return status;
}

sg_status sg_outputs_copy(sg_outputs *copy, const sg_outputs *outputs, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = outputs->n;
    sg_outputs made = {.task = outputs->task, .n = n};
    SG_TRY(sg_names_add_all(&made.class_word, &outputs->class_word, err));
    SG_TRY(sg_names_add_all(&made.target_name, &outputs->target_name, err));
    SG_TRY(copy_array(&made.class_name, outputs->class_name, n, sizeof *made.class_name, err));
    SG_TRY(copy_array(&made.target_column, outputs->target_column, n,
                      sizeof *made.target_column, err));
    SG_TRY(copy_array(&made.scale, outputs->scale, n, sizeof *made.scale, err));
    SG_TRY(copy_array(&made.offset, outputs->offset, n, sizeof *made.offset, err));
    SG_TRY(
        copy_array(&made.temperature, outputs->temperature, n, sizeof *made.temperature, err));
    SG_TRY(copy_array(&made.threshold, outputs->threshold, n, sizeof *made.threshold, err));
    *copy = made;
    made = (sg_outputs){0};
done:
    sg_outputs_free(&made);
    return status;
}

bool sg_outputs_equal(const sg_outputs *a, const sg_outputs *b)
{
    if (a->task != b->task || a->n != b->n) return false;
    if (!sg_names_equal(&a->class_word, &b->class_word)) return false;
    if (!sg_names_equal(&a->target_name, &b->target_name)) return false;
    return a->class_name == NULL || b->class_name == NULL ||
           memcmp(a->class_name, b->class_name, a->n * sizeof *a->class_name) == 0;
}

void sg_outputs_take_units(sg_outputs *outputs, const sg_outputs *from)
{
    if (outputs->scale == NULL || !sg_outputs_equal(outputs, from)) return;
    memcpy(outputs->scale, from->scale, outputs->n * sizeof *outputs->scale);
    memcpy(outputs->offset, from->offset, outputs->n * sizeof *outputs->offset);
}

/* ---- For people ------------------------------------------------------------------------------- */

size_t sg_outputs_name(char *name, size_t room, const sg_outputs *outputs, uint32_t output)
{
    const char *word = sg_names_or_null(&outputs->class_word, output);
    if (word == NULL) word = sg_names_or_null(&outputs->target_name, output);
    const int length =
        word != NULL
            ? snprintf(name, room, "%s", word)
            : snprintf(name, room, "%" PRId64,
                       outputs->class_name != NULL ? outputs->class_name[output] : output);
    return length > 0 ? (size_t)length : 0;
}

void sg_outputs_probabilities(double *value, size_t n, uint32_t width, sg_task task)
{
    for (size_t i = 0; i < n && task == SG_CLASSIFICATION; i++)
        sg_softmax(value + i * width, width);
    for (size_t i = 0; i < n * width && task == SG_MULTILABEL; i++)
        value[i] = sg_sigmoid(value[i]);
}

double sg_output_of_probability(double p, sg_task task)
{
    if (task == SG_REGRESSION) return p;
    if (p < DBL_MIN) p = DBL_MIN;
    if (p > 1 - DBL_EPSILON) p = 1 - DBL_EPSILON;
    return task == SG_CLASSIFICATION ? log(p) : log(p) - log1p(-p);
}

void sg_outputs_finish(double *value, uint32_t n, const sg_outputs *outputs)
{
    const uint32_t width = outputs->n;
    for (size_t i = 0; i < (size_t)n * width && outputs->temperature != NULL; i++)
        value[i] /= outputs->temperature[i % width];
    sg_outputs_probabilities(value, n, width, outputs->task);
    for (size_t i = 0; i < (size_t)n * width && outputs->task == SG_REGRESSION; i++)
        value[i] = value[i] * outputs->scale[i % width] + outputs->offset[i % width];
}

void sg_outputs_convert(double *value, uint32_t n, const sg_outputs *from, const sg_outputs *to)
{
    const uint32_t width = from->n;
    if (from == to || from->task != SG_REGRESSION) return;
    for (size_t i = 0; i < (size_t)n * width; i++) {
        const uint32_t c = (uint32_t)(i % width);
        value[i] = (value[i] * from->scale[c] + from->offset[c] - to->offset[c]) / to->scale[c];
    }
}

bool sg_outputs_say(const sg_outputs *outputs, const double *score, uint32_t output)
{
    const double *threshold = outputs->threshold;
    uint32_t best = 0;
    if (outputs->task == SG_REGRESSION) return false;
    if (outputs->task == SG_MULTILABEL)
        return score[output] > (threshold != NULL ? threshold[output] : 0.5);
    if (threshold == NULL) return sg_largest(score, outputs->n) == output;
    for (uint32_t c = 1; c < outputs->n; c++)
        if (score[c] / threshold[c] > score[best] / threshold[best]) best = c;
    return best == output;
}

bool sg_outputs_shift(double *shift, const sg_outputs *outputs)
{
    for (uint32_t c = 0; c < outputs->n; c++) {
        const double p = outputs->threshold != NULL ? outputs->threshold[c] : 0.5;
        shift[c] = outputs->task == SG_MULTILABEL ? log(p) - log1p(-p) : log(p);
    }
    return outputs->threshold != NULL;
}

sg_status sg_outputs_check(const double *value, const uint32_t *item, uint32_t n,
                           const sg_outputs *outputs, sg_error *err)
{
    char name[64];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t o = 0; o < outputs->n; o++) {
            if (isfinite(value[(size_t)i * outputs->n + o])) continue;
            (void)sg_outputs_name(name, sizeof name, outputs, o);
            return sg_error_set(
                err, SG_EFORMAT, SG_WHERE,
                "model: its output \"%s\" for item %u is not a finite number; its "
                "weights are damaged or too large",
                name, item[i]);
        }
    return SG_OK;
}
