/* memory_left.h - how much memory this process can still get.
 */
#ifndef SG_BASE_MACHINE_MEMORY_LEFT_H
#define SG_BASE_MACHINE_MEMORY_LEFT_H

#include "base/status.h"

/* What a line "MemAvailable:   123 kB" in the content of /proc/meminfo says, in bytes; UINT64_MAX where
 * there is none. */
uint64_t sg_memory_available(const char *meminfo);

/* What a control group leaves: its limit and its use as texts, "max" or a number; UINT64_MAX where there
 * is no limit.  Pages of files in the cache, as the content of memory.stat counts them, are given back
 * when somebody needs them. */
uint64_t sg_memory_of_group(const char *limit, const char *used, const char *stat);

#endif
