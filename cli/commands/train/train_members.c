/* train_members.c - further models of an ensemble: the same but for the seed. */
#include "message.h"
#include "train_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int train_one(train_job *j, uint32_t member)
{
    sg_error err = {0};
    sg_model *model = NULL;
    char ending[16], *checkpoint = NULL;
    (void)snprintf(ending, sizeof ending, ".%" PRIu32, member + 1);
    char *path = train_beside_model(j, ending);
    int code = path != NULL ? train_build(&model, j) : message_out_of_memory();
    sg_training_options training = j->training;
    training.seed += member;
    training.plan = NULL;
    if (training.item[SG_TRAIN] == NULL) training.n_items[SG_TRAIN] = 0; /* all of them */
    if (code == 0) code = train_checkpoint_name(&training, &checkpoint, j, member);
    if (code == 0 &&
        (sg_model_train(NULL, model, j->data, &training, &err) != SG_OK ||
         (sg_cluster_rank(j->args->cluster) == 0 && sg_model_save(model, path, &err) != SG_OK)))
        code = message_failure(&err, NULL);
    sg_model_close(model);
    free(path);
    free(checkpoint);
    return code;
}

int train_members(train_job *j)
{
    int code = 0;
    for (uint32_t m = 1; m < j->n_members && code == 0 && !j->stopped; m++) {
        const epoch_view plan = {.metric = j->outline.metric,
                                 .is_percent = j->outline.in_percent,
                                 .n_epochs = j->outline.n_epochs,
                                 .quiet = arguments_flag(j->args, "quiet")};
        epoch_view view;
        epoch_view_start(&view, &plan);
        j->training.context = &view;
        code = train_one(j, m);
        epoch_view_stop(&view);
    }
    return code;
}
