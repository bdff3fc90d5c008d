/* choice_api.c - a model for data behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "choice/choice.h"
#include "data/reading/task_guess.h"

sg_status sg_data_choose(char **description, char **reason, const sg_dataset *data,
                         const sg_choice_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(description);
    SG_REQUIRE_ARGUMENT(data);
    sg_choice_options chosen;
    SG_TAKE_OPTIONS(chosen, options, without_validation);
    if (options != NULL) SG_REQUIRE_CHOICE(options->task, SG_N_TASK_CHOICES);
    sg_status status = SG_OK;
    sg_choice choice = {0};
    const sg_task task = chosen.task == SG_TASK_OF_DATA
                             ? sg_task_guess_of(data).task
                             : (sg_task)(chosen.task - SG_TASK_CLASSIFICATION);
    SG_TRY(sg_choice_make(&choice, data, task, !chosen.without_validation, err));
    *description = choice.description;
    if (reason != NULL)
        *reason = choice.reason;
    else
        sg_free(choice.reason);
done:
    return status;
}
