/* memory_left.c - the least of what the machine, its control groups and its limits leave. */
#define _DEFAULT_SOURCE /* RLIMIT_AS */
#include "base/machine/memory_left.h"

#include "base/machine/control_group.h"
#include "sharegnn/limits.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TEXT_SIZE = 4096, NUMBER_SIZE = 32 };

/* The number behind a word at the beginning of a line; UINT64_MAX where there is none. */
static uint64_t number_of(const char *text, const char *word)
{
    const size_t length = strlen(word);
    for (const char *line = text; *line != '\0'; line += *line == '\n') {
        if (strncmp(line, word, length) == 0) {
            char *end = NULL;
            const unsigned long long number = strtoull(line + length, &end, 10);
            return end != line + length ? number : UINT64_MAX;
        }
        line += strcspn(line, "\n");
    }
    return UINT64_MAX;
}

uint64_t sg_memory_available(const char *meminfo)
{
    const uint64_t kilobytes = number_of(meminfo, "MemAvailable:");
    return kilobytes < UINT64_MAX / 1024 ? kilobytes * 1024 : UINT64_MAX;
}

uint64_t sg_memory_of_group(const char *limit, const char *used, const char *stat)
{
    const uint64_t most = number_of(limit, ""), now = number_of(used, "");
    if (most == UINT64_MAX || now == UINT64_MAX) return UINT64_MAX;
    uint64_t cached = number_of(stat, "inactive_file ");
    if (cached == UINT64_MAX) cached = number_of(stat, "total_inactive_file ");
    if (cached > now) cached = 0;
    return most > now - cached ? most - (now - cached) : 0;
}

static void look_at_group(void *context, const char *folder, bool is_first)
{
    uint64_t *least = context;
    char limit[NUMBER_SIZE], used[NUMBER_SIZE], stat[TEXT_SIZE];
    sg_control_file(limit, sizeof limit, folder,
                    is_first ? "memory.limit_in_bytes" : "memory.max");
    sg_control_file(used, sizeof used, folder,
                    is_first ? "memory.usage_in_bytes" : "memory.current");
    sg_control_file(stat, sizeof stat, folder, "memory.stat");
    const uint64_t left = sg_memory_of_group(limit, used, stat);
    if (left < *least) *least = left;
}

/* What ulimit -v leaves.  /proc/self/statm begins with the size of the process in pages. */
static uint64_t left_of_address_space(void)
{
    struct rlimit limit;
    char text[TEXT_SIZE];
    const long page = sysconf(_SC_PAGESIZE);
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    sg_control_file(text, sizeof text, "/proc/self", "statm");
    const uint64_t pages = number_of(text, "");
    if (pages == UINT64_MAX || page <= 0) return limit.rlim_cur;
    const uint64_t used = pages * (uint64_t)page;
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

uint64_t sg_memory_left(void)
{
    char meminfo[TEXT_SIZE];
    sg_control_file(meminfo, sizeof meminfo, "/proc", "meminfo");
    uint64_t least = sg_memory_available(meminfo);
    const uint64_t addresses = left_of_address_space();
    if (addresses < least) least = addresses;
    sg_control_group_each(look_at_group, &least, "memory");
    return least;
}
