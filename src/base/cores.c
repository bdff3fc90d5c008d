/* cores.c - affinity and quotas on Linux.
 *
 * Quotas are those of version 2 of control groups: a file cpu.max in the folder of the process's
 * group, and one in every folder above it; the smallest one holds. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "base/cores.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CORES = 1024, PATH_SIZE = 1024 };

static const char GROUPS[] = "/sys/fs/cgroup";

uint32_t sg_cores_of_quota(const char *text)
{
    char *end = NULL;
    const unsigned long long quota = strtoull(text, &end, 10);
    if (end == text || *end != ' ') return UINT32_MAX;
    const unsigned long long period = strtoull(end, NULL, 10);
    if (quota == 0 || period == 0) return UINT32_MAX;
    const unsigned long long n = quota / period + (quota % period != 0);
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* The beginning of a file as text; the empty text where there is none. */
static void read_start(char *text, size_t room, const char *path)
{
    text[0] = '\0';
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t size = read(file, text, room - 1);
    (void)close(file);
    text[size > 0 ? size : 0] = '\0';
}

/* The smallest quota of the groups that the process is in. */
static uint32_t count_paid_cores(void)
{
    char group[PATH_SIZE], path[sizeof GROUPS + PATH_SIZE + 16], text[64];
    uint32_t least = UINT32_MAX;
    read_start(group, sizeof group, "/proc/self/cgroup");
    char *name = strstr(group, "0::/");
    if (name == NULL) return least;
    name += strlen("0::");
    name[strcspn(name, "\n")] = '\0';
    for (char *end = name + strlen(name); end != NULL; end = strrchr(name, '/')) {
        *end = '\0';
        (void)snprintf(path, sizeof path, "%s%s/cpu.max", GROUPS, name);
        read_start(text, sizeof text, path);
        const uint32_t n = sg_cores_of_quota(text);
        if (n < least) least = n;
    }
    return least;
}

uint32_t sg_count_cores(void)
{
    cpu_set_t allowed;
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t n = online > 0 && online < MOST_CORES ? (uint32_t)online : MOST_CORES;
    CPU_ZERO(&allowed);
    if (online < 1) n = 1;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0)
        n = (uint32_t)CPU_COUNT(&allowed);
    const uint32_t paid = count_paid_cores();
    return paid < n ? paid : n;
}
