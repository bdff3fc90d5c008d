/* ranks.c - one of many processes. */
#include "ranks.h"

#include "message.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Where standard error led before, and a file without a name that it leads to now; -1: nowhere else. */
static int real_error = -1, quiet_error = -1;

void ranks_start(void)
{
    uint32_t rank = 0;
    sg_cluster_look(&rank, NULL);
    if (rank == 0) return;
    char name[] = "/tmp/sharegnn-XXXXXX";
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) (void)dup2(nowhere, STDOUT_FILENO);
    quiet_error = mkstemp(name);
    if (quiet_error < 0) return;
    (void)unlink(name);
    real_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    (void)dup2(quiet_error, STDERR_FILENO);
}

int ranks_open(sg_cluster **cluster, const verb *v)
{
    sg_error err = {0};
    uint32_t size = 1;
    sg_cluster_look(NULL, &size);
    if (size == 1) return 0;
    if (!v->over_ranks)
        return message_usage(v, "it works in one process; start it without mpirun");
    if (sg_cluster_open(cluster, &err) != SG_OK) return message_failure(&err, NULL);
    return 0;
}

/* Show what was said in silence. */
static void speak(void)
{
    char bytes[4096];
    ssize_t n = 0;
    if (quiet_error < 0 || lseek(quiet_error, 0, SEEK_SET) != 0) return;
    while ((n = read(quiet_error, bytes, sizeof bytes)) > 0)
        if (write(real_error, bytes, (size_t)n) != n) return;
}

/* Whoever started the processes ends all of them as soon as one fails, perhaps before rank 0 has spoken. */
int ranks_exit(int code)
{
    uint32_t rank = 0;
    sg_cluster_look(&rank, NULL);
    return rank == 0 ? code : 0;
}

int ranks_agree(sg_cluster *cluster, int code)
{
    sg_error err = {0};
    if (sg_cluster_size(cluster) == 1) return code;
    (void)snprintf(err.text, sizeof err.text, "%s", message_last());
    if (sg_cluster_agree(cluster, code == 0 ? SG_OK : SG_EINVAL, &err) == SG_OK) return 0;
    if (code == 0 && sg_cluster_rank(cluster) == 0) return message_failure(&err, NULL);
    return code != 0 ? code : EXIT_FAILURE;
}

int ranks_close(sg_cluster *cluster, int code)
{
    const bool is_alone = code != 0 && !sg_cluster_has_failed(cluster);
    if (is_alone) {
        speak();
        sg_cluster_abort(cluster);
    }
    sg_cluster_close(cluster);
    return is_alone ? code : ranks_exit(code);
}
