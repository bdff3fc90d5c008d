/* experiment_parts.h - what the files of an experiment's reader share.
 *
 *     experiment.c         open and free, in the order of the functions below
 *     experiment_set.c     changes of the command line
 *     experiment_keys.c    keys that hold for the whole run
 *     experiment_choice.c  a network for a file that names none
 *     experiment_grid.c    lists that span the grid, and the document at one of its points
 *     experiment_point.c   network and training at one point
 *     experiment_write.c   back to text
 *
 *     layer_blocks.c       repeated layers and blocks, spelled out
 *     network_section.c    the network alone, and
 *     train_section.c      the training alone, also outside of experiments
 */
#ifndef SG_CONFIG_EXPERIMENT_PARTS_H
#define SG_CONFIG_EXPERIMENT_PARTS_H

#include "config/experiment.h"

/* A list of changes "path=value". */
typedef struct sg_settings {
    const char *const *set;
    size_t n;
} sg_settings;

/* Apply all changes to a document whose root is a map.  Fails with SG_EINVAL or SG_ENOMEM. */
sg_status sgi_settings_apply(sg_tree *tree, const sg_settings *settings, sg_error *err);

/* The path of a change that has been applied, released with sg_free; NULL for lists of the grid. */
sg_status sgi_setting_path(char **path, const char *setting, sg_error *err);

/* Read everything but network, training and grid from experiment->tree; on failure some of it may
 * have been read. */
sg_status sgi_run_keys_read(sg_experiment *experiment, sg_error *err);

/* Whether name[0 .. length) is one of these keys. */
bool sgi_is_run_key(const char *name, size_t length);

/* Fail where one of these keys does not fit the task. */
sg_status sgi_run_keys_check(const sg_experiment *experiment, sg_task task, sg_error *err);

/* Put them into `map`, defaults filled in; `task` may be NULL where it is not known. */
sg_status sgi_run_keys_put(sg_node *map, const sg_experiment *experiment, const sg_task *task,
                           sg_error *err);

/* Put a network that is chosen into experiment->tree, where the file has none. */
sg_status sgi_network_choose(sg_experiment *experiment, const sg_network_chooser *chooser,
                             sg_error *err);

/* Find and check the lists of the grid; afterwards axis and n_configurations are set.
 * On failure some of it may be set. */
sg_status sgi_grid_read(sg_experiment *experiment, const sg_settings *settings, sg_error *err);

/* The document at a point of the grid, without the grid; SG_NO_POINT: as it stands. */
#define SG_NO_POINT UINT32_MAX
sg_status sgi_grid_apply(sg_node **root, const sg_experiment *experiment, uint32_t i,
                         sg_error *err);

/* Whether the grid varies what this path leads to, and not only a part of it. */
bool sgi_grid_varies(const sg_experiment *experiment, const char *path);

/* Network and training at a point, checked; the blueprint is empty on failure. */
sg_status sgi_point_read(sg_blueprint *blueprint, sg_train_options *train,
                         const sg_experiment *experiment, uint32_t i, sg_task task,
                         sg_error *err);

/* The task that the file fits: the one it names, or else what loss, metric and targets suggest. */
sg_status sgi_likely_task(sg_task *task, const sg_experiment *experiment, sg_error *err);

/* Write the experiment at a point, for a task, with the options that were read there. */
sg_status sgi_point_write(char **text, const sg_experiment *experiment, uint32_t i,
                          sg_task task, const sg_train_options *train, sg_error *err);

/* Add a copy of a node to a map. */
sg_status sgi_put_copy(sg_node *map, const char *key, const sg_node *node, sg_error *err);

/* The place of a member's key, as a node to give to sg_tree_fail. */
sg_node sgi_key_of(const sg_node *member);

#endif
