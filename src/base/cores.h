/* cores.h - how many threads of this process can run at the same time.
 *
 *     const uint32_t n = sg_count_cores();
 *
 * A machine may have more cores than a process may use: taskset and batch systems set an affinity,
 * containers a quota of a control group.
 */
#ifndef SG_BASE_CORES_H
#define SG_BASE_CORES_H

#include <stdint.h>

/* The cores that the calling thread may use: those of its affinity, at most as many as the quotas of
 * its control groups pay for; 1 .. 1024. */
uint32_t sg_count_cores(void);

/* The cores that the content of a file cpu.max pays for, rounded up: 2 for "150000 100000".
 * UINT32_MAX where there is no limit ("max 100000") or the text is something else. */
uint32_t sg_cores_of_quota(const char *text);

#endif
