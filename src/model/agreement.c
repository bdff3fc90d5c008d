/* agreement.c - scores against classes and targets, by what these are called. */
#include "model/agreement.h"

#include "kernels/statistics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether an output stands for a class of the data. */
static bool is_class(const sg_outputs *outputs, uint32_t output, const sg_items *items,
                     uint32_t class_number)
{
    const char *word = sg_names_or_null(&items->class_word, class_number);
    const char *said = sg_names_or_null(&outputs->class_word, output);
    if (word != NULL && said != NULL) return strcmp(word, said) == 0;
    return word == said && items->class_name[class_number] == outputs->class_name[output];
}

uint32_t sg_agreement_class(const sg_outputs *outputs, const sg_items *items,
                            uint32_t class_number)
{
    uint32_t output = 0;
    while (output < outputs->n && !is_class(outputs, output, items, class_number)) output++;
    return output;
}

static sg_agreement compare_classes(const sg_outputs *outputs, const double *score,
                                    const sg_dataset *data)
{
    const sg_items *items = &data->items;
    const uint64_t n_items = items->item_class != NULL ? sg_item_count(data) : 0;
    uint64_t right = 0, n = 0;
    for (uint64_t i = 0; i < n_items; i++) {
        if (items->item_class[i] == SG_NO_CLASS) continue;
        for (uint32_t o = 0; o < outputs->n; o++)
            right += sg_outputs_say(outputs, score + i * outputs->n, o) &&
                     is_class(outputs, o, items, items->item_class[i]);
        n++;
    }
    return (sg_agreement){.value = n > 0 ? (double)right / (double)n : (double)NAN, .n = n};
}

static sg_agreement compare_targets(const sg_outputs *outputs, const double *score,
                                    const sg_dataset *data)
{
    const sg_value_table *target = &data->items.target;
    const uint32_t n_items = sg_item_count(data);
    const sg_agreement nothing = {.value = (double)NAN};
    double sum = 0;
    uint64_t n = 0;
    for (uint32_t o = 0; o < outputs->n; o++) {
        uint32_t column = 0;
        if (!sg_outputs_column(&column, outputs, o, &data->items)) return nothing;
        for (size_t i = 0; i < n_items; i++) {
            const double wanted = target->value[i * target->n_columns + column];
            const double said = score[i * outputs->n + o];
            if (isnan(wanted)) continue;
            sum += outputs->task == SG_REGRESSION
                       ? fabs(said - wanted)
                       : sg_outputs_say(outputs, score + i * outputs->n, o) == (wanted > 0.5);
            n++;
        }
    }
    return n > 0 ? (sg_agreement){.value = sum / (double)n, .n = n} : nothing;
}

sg_agreement sg_agreement_of(const sg_outputs *outputs, const double *score,
                             const sg_dataset *data)
{
    return outputs->task == SG_CLASSIFICATION ? compare_classes(outputs, score, data)
                                              : compare_targets(outputs, score, data);
}
