/* gradient_task.c - lists of tasks. */
#include "layers/gradient_task.h"

#include "base/mem.h"

void sg_gradient_tasks_free(sg_gradient_tasks *tasks)
{
    sg_free(tasks->task);
    *tasks = (sg_gradient_tasks){0};
}

sg_status sg_gradient_tasks_add(sg_gradient_tasks *tasks, sg_gradient_task task, sg_error *err)
{
    sg_status status = SG_OK;
    if (task.begin == task.end) goto done;
    SG_TRY(sg_grow(&tasks->task, &tasks->capacity, tasks->n + (size_t)1, sizeof *tasks->task,
                   err));
    tasks->task[tasks->n++] = task;
done:
    return status;
}

sg_status sg_gradient_tasks_cut(sg_gradient_tasks *tasks, sg_gradient_task whole, size_t unit,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size = unit < SG_GRADIENT_SIZE ? SG_GRADIENT_SIZE / unit * unit : unit;
    for (size_t begin = whole.begin; begin < whole.end; begin += size) {
        const size_t left = whole.end - begin;
        sg_gradient_task part = whole;
        part.number = 0;
        part.begin = begin;
        part.end = begin + (left < size ? left : size);
        SG_TRY(sg_gradient_tasks_add(tasks, part, err));
    }
done:
    return status;
}
