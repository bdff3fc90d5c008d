/* gradient_task.h - how the gradient of a layer's parameters is divided among threads.
 *
 * A task owns the parameters [begin, end) of its layer and runs over the whole batch, so no two
 * tasks write to the same place and every sum has a fixed order.
 *
 *     SG_TRY(sg_gradient_tasks_cut(&layer->tasks, whole, row, err));    // a layer's build
 */
#ifndef SG_LAYERS_GRADIENT_TASK_H
#define SG_LAYERS_GRADIENT_TASK_H

#include "base/status.h"

/* Parameters that one task should own: few enough that their gradient stays in the cache. */
enum { SG_GRADIENT_SIZE = 1 << 14 };

/* Which parameters a task owns, and what they are. */
typedef enum sg_gradient_kind {
    SG_GRADIENT_WEIGHTS, /* some weights of one head, or of the layer */
    SG_GRADIENT_BIAS,    /* biases of one head, or of the layer       */
    SG_GRADIENT_HEADS    /* all parameters of several small heads     */
} sg_gradient_kind;

typedef struct sg_gradient_task {
    sg_gradient_kind kind;
    uint32_t head, n_heads; /* from which head on, how many                          */
    uint32_t number;        /* encoder: among the tasks that divide a head's weights */
    size_t begin, end;      /* within the layer's parameters                         */
} sg_gradient_task;

/* The tasks of a layer; {0} is none. */
typedef struct sg_gradient_tasks {
    sg_gradient_task *task; /* [n] */
    uint32_t n;
    size_t capacity;
} sg_gradient_tasks;

void sg_gradient_tasks_free(sg_gradient_tasks *tasks);

/* Add a task, unless it owns nothing.  Fails with SG_ENOMEM. */
sg_status sg_gradient_tasks_add(sg_gradient_tasks *tasks, sg_gradient_task task, sg_error *err);

/* Cut a task's parameters into tasks of whole units, about SG_GRADIENT_SIZE parameters each. */
sg_status sg_gradient_tasks_cut(sg_gradient_tasks *tasks, sg_gradient_task whole, size_t unit,
                                sg_error *err);

#endif
