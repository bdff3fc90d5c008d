/* chosen_network.c - the data is read once more than a run reads it, so that the experiment is whole before the run
 * begins. */
#include "run/chosen_network.h"

#include "base/text.h"
#include "base/threads.h"
#include "choice/choice.h"
#include "data/reading/task_guess.h"
#include "formats/data_file.h"
#include "formats/data_folders.h"

static sg_status choose(void *context, char **description, const sg_experiment *e,
                        sg_error *err)
{
    sg_status status = SG_OK;
    sg_network_choice *choice = context;
    sg_text path = {0};
    sg_dataset data = {0};
    sg_threads *threads = NULL;
    sg_choice made = {0};
    SG_TRY(sg_threads_open(&threads, choice->n_threads, err));
    SG_TRY(sg_data_folders_find(&path, e->data, choice->data_folder, err));
    SG_TRY(sg_data_file_open(&data, path.data, NULL, sg_threads_count(threads), err));
    const sg_task task = e->has_task ? e->task : sg_task_guess_of(&data).task;
    SG_TRY(sg_choice_make(&made, &data, task, e->protocol != SG_PROTOCOL_STANDARD, err));
    *description = made.description;
    choice->reason = made.reason;
    made = (sg_choice){0};
done:
    sg_choice_free(&made);
    sg_threads_close(threads);
    sg_dataset_free(&data);
    sg_text_free(&path);
    return status;
}

sg_network_chooser sg_network_chooser_of(sg_network_choice *choice)
{
    return (sg_network_chooser){.choose = choose, .context = choice};
}
