/* experiment_outputs.c - target columns, and the unit that networks learn them in. */
#include "run/experiment_outputs.h"

#include "base/mem.h"
#include "data/reading/task_guess.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of the target columns that are asked for. */
static sg_status find_columns(uint32_t *column, const sg_experiment *e, const sg_dataset *data,
                              sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(data->items.target.n_columns > 0, SG_EINVAL,
               "target: the data set %s has no targets%s", data->name,
               data->items.item_class != NULL ? ", but classes; leave it out" : "");
    for (uint32_t t = 0; t < e->n_targets; t++) {
        char *end = NULL;
        unsigned long number = strtoul(e->target[t], &end, 10);
        for (uint32_t c = 0; c < data->items.target_name.n; c++)
            if (strcmp(sg_names_at(&data->items.target_name, c), e->target[t]) == 0) {
                number = c;
                end = strchr(e->target[t], '\0');
            }
        SG_REQUIRE(end != e->target[t] && *end == '\0' && number < data->items.target.n_columns,
                   SG_EINVAL,
                   "target: there is no column \"%.60s\"; %s has %u, numbered from 0",
                   e->target[t], data->name, data->items.target.n_columns);
        column[t] = (uint32_t)number;
    }
done:
    return status;
}

sg_status sg_experiment_outputs(sg_outputs *outputs, const sg_experiment *e,
                                const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_outputs made = {0};
    uint32_t *column = NULL;
    const sg_task task = e->has_task ? e->task : sg_task_guess_of(data).task;
    if (e->target != NULL) {
        SG_ALLOC(column, e->n_targets);
        SG_TRY(find_columns(column, e, data, err));
    }
    SG_TRY(sg_outputs_describe(&made, data, task, column, e->n_targets, err));
    SG_TRY(sg_outputs_scale(&made, e->scale, data, NULL, 0, err));
    *outputs = made;
    made = (sg_outputs){0};
done:
    sg_free(column);
    sg_outputs_free(&made);
    return status;
}
