/* train_choice.c - a model that suits the data, for who names none. */
#include "message.h"
#include "train_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The choice as a file: why, then what. */
static void print_choice(const char *description, const char *reason)
{
    printf("# %s\n%s", reason, description);
}

int train_choose_model(train_job *j)
{
    sg_error err = {0};
    char *description = NULL, *reason = NULL;
    const sg_choice_options options = {.struct_size = sizeof options,
                                       .task = j->task,
                                       .without_validation =
                                           j->training.n_items[SG_VALIDATION] == 0};
    if (sg_data_choose(&description, &reason, j->data, &options, &err) != SG_OK)
        return message_failure(&err, NULL);
    j->description = strdup(description);
    if (arguments_flag(j->args, "explain-choice"))
        print_choice(description, reason);
    else if (!arguments_flag(j->args, "quiet"))
        fprintf(stderr, "chosen: %s\n", reason);
    sg_text_release(description);
    sg_text_release(reason);
    return j->description != NULL ? 0 : message_out_of_memory();
}
