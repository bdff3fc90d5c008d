/* item_targets.c - classes are borrowed, targets are scaled once for all epochs. */
#include "train/item_targets.h"

#include "base/mem.h"

#include <string.h>

/* Classes must have the model's numbers. */
static sg_status check_classes(const sg_outputs *outputs, const sg_items *items, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(items->item_class != NULL, SG_EINVAL, "training: the data has no classes");
    SG_REQUIRE(items->n_classes == outputs->n &&
                   memcmp(items->class_name, outputs->class_name,
                          outputs->n * sizeof *outputs->class_name) == 0 &&
                   sg_names_equal(&items->class_word, &outputs->class_word),
               SG_EINVAL, "training: the classes of the data are not those of the model");
done:
    return status;
}

static sg_status scale_values(double **value, const sg_outputs *outputs, const sg_dataset *data,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_items = sg_item_count(data);
    const uint32_t n = outputs->n;
    const sg_value_table *target = &data->items.target;
    double *made = NULL;
    uint32_t *column = NULL; /* [n] of the data */
    SG_ALLOC(column, n);
    for (uint32_t c = 0; c < n; c++)
        SG_REQUIRE(sg_outputs_column(&column[c], outputs, c, &data->items), SG_EINVAL,
                   "training: the model predicts \"%.100s\", but the data has no targets of "
                   "that name",
                   sg_names_at(&outputs->target_name, c));
    SG_TRY(sg_outputs_check_targets(outputs, data, err));
    SG_ALLOC(made, n_items * n);
    for (size_t i = 0; i < n_items; i++)
        for (uint32_t c = 0; c < n; c++) {
            const double given = target->value[i * target->n_columns + column[c]];
            made[i * n + c] = (given - outputs->offset[c]) / outputs->scale[c];
        }
    *value = made;
done:
    sg_free(column);
    return status;
}

sg_status sg_item_targets_make(sg_item_targets *targets, const sg_outputs *outputs,
                               const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_item_targets made = {.of_loss = {.n_columns = outputs->n}};
    if (outputs->task == SG_CLASSIFICATION) {
        SG_TRY(check_classes(outputs, &data->items, err));
        made.of_loss.item_class = data->items.item_class;
    } else {
        SG_TRY(scale_values(&made.value, outputs, data, err));
        made.of_loss.value = made.value;
    }
    *targets = made;
done:
    return status;
}

void sg_item_targets_free(sg_item_targets *targets)
{
    sg_free(targets->value);
    *targets = (sg_item_targets){0};
}
