/* control_group.h - what the control groups of this process say.
 *
 * A process is in a group, and that is in a folder of /sys/fs/cgroup.  Every folder above it has limits,
 * too, and the smallest one holds.  Version 1 has a tree per controller, version 2 has one for all.
 *
 *     sg_control_group_each(count_cores, &least, "cpu");      // calls it with folder after folder
 */
#ifndef SG_BASE_MACHINE_CONTROL_GROUP_H
#define SG_BASE_MACHINE_CONTROL_GROUP_H

#include "base/status.h"

/* Look at a folder; `is_first` tells that it is of version 1. */
typedef void sg_control_folder(void *context, const char *folder, bool is_first);

/* Call `look` for the folders of a controller ("cpu", "memory"), those of version 1 and then those of
 * version 2, each from the innermost to the outermost one. */
void sg_control_group_each(sg_control_folder *look, void *context, const char *controller);

/* The group of a controller ("cpu"; "": that of version 2) in the content of /proc/self/cgroup, which
 * begins with '/', to group[0 .. room).  False where there is none. */
bool sg_control_group(char *group, size_t room, const char *groups, const char *controller);

/* The beginning of the file FOLDER/NAME as text; the empty text where there is none. */
void sg_control_file(char *text, size_t room, const char *folder, const char *name);

#endif
