/* train_checkpoint.c - the file that a training is kept in while it goes on. */
#include "message.h"
#include "train_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* FILE of the first model, FILE.2 of the second; to be freed. */
static char *path_of(const train_job *j, uint32_t member)
{
    const char *file = arguments_text(j->args, "checkpoint");
    const size_t room = strlen(file) + 16;
    char *path = malloc(room);
    if (path == NULL) return NULL;
    if (member == 0)
        (void)snprintf(path, room, "%s", file);
    else
        (void)snprintf(path, room, "%s.%" PRIu32, file, member + 1);
    return path;
}

static bool is_wanted(const train_job *j)
{
    return arguments_text(j->args, "checkpoint") != NULL;
}

/* Seconds between two times of writing; 0: as the library does. */
static double seconds_of(const train_job *j)
{
    const double after_every_epoch = 1e-9;
    const char *minutes = arguments_text(j->args, "every");
    if (minutes == NULL) return 0;
    return strcmp(minutes, "0") == 0 ? after_every_epoch : 60 * strtod(minutes, NULL);
}

int train_checkpoint_name(sg_training_options *training, char **path, const train_job *j,
                          uint32_t member)
{
    if (!is_wanted(j)) return 0;
    if ((*path = path_of(j, member)) == NULL) return message_out_of_memory();
    training->checkpoint = *path;
    training->checkpoint_seconds = seconds_of(j);
    if (!arguments_flag(j->args, "quiet") && access(*path, F_OK) == 0)
        fprintf(stderr, "going on from %s\n", shown_text(*path).text);
    return 0;
}

void train_checkpoint_remove(const train_job *j)
{
    for (uint32_t m = 0; is_wanted(j) && m < j->n_members; m++) {
        char *path = path_of(j, m);
        if (path != NULL) (void)unlink(path);
        free(path);
    }
}
