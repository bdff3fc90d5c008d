/* cores.h - the cores that this process may use.
 */
#ifndef SG_BASE_MACHINE_CORES_H
#define SG_BASE_MACHINE_CORES_H

#include "base/status.h"

/* The cores that the calling thread may use: those of its affinity, at most as many as the quotas of
 * its control groups pay for; 1 .. 1024. */
uint32_t sg_count_cores(void);

/* The cores that the content of a file cpu.max pays for, rounded up: 2 for "150000 100000".
 * UINT32_MAX where there is no limit ("max 100000") or the text is something else. */
uint32_t sg_cores_of_quota(const char *text);

/* The same for the contents of cpu.cfs_quota_us and cpu.cfs_period_us, where -1 is no limit. */
uint32_t sg_cores_of_cfs_quota(const char *quota, const char *period);

#endif
