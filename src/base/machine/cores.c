/* cores.c - affinity and quotas.
 *
 * A machine may have more cores than a process may use: taskset and batch systems set an affinity,
 * containers a quota of a control group.  Version 2 of control groups has a file cpu.max in the folder
 * of the process's group, version 1 two files cpu.cfs_*, and so has every folder above it; the
 * smallest quota holds. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "base/machine/cores.h"

#include "base/machine/control_group.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CORES = 1024, QUOTA_SIZE = 32 };

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

uint32_t sg_cores_of_cfs_quota(const char *quota, const char *period)
{
    char text[64];
    (void)snprintf(text, sizeof text, "%.*s %.*s", (int)strcspn(quota, "\n"), quota,
                   (int)strcspn(period, "\n"), period);
    return quota[0] == '-' ? UINT32_MAX : sg_cores_of_quota(text);
}

/* Lower *context, the least number of cores so far, to what a folder pays for. */
static void look_at_quota(void *context, const char *folder, bool is_first)
{
    uint32_t *least = context;
    char text[2 * QUOTA_SIZE], period[QUOTA_SIZE];
    sg_control_file(text, is_first ? QUOTA_SIZE : sizeof text, folder,
                    is_first ? "cpu.cfs_quota_us" : "cpu.max");
    if (is_first) sg_control_file(period, sizeof period, folder, "cpu.cfs_period_us");
    const uint32_t n = is_first ? sg_cores_of_cfs_quota(text, period) : sg_cores_of_quota(text);
    if (n < *least) *least = n;
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
    sg_control_group_each(look_at_quota, &n, "cpu");
    return n;
}
