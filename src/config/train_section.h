/* train_section.h - a `train:` map, read and checked.
 *
 *     sg_train_options options = sg_train_defaults(task);
 *     sg_fields f;
 *     SG_TRY(sg_train_section_read(&options, &f, sg_node_member(root, "train"), path, err));
 *     SG_TRY(sg_train_section_check(&options, task, &f, err));
 */
#ifndef SG_CONFIG_TRAIN_SECTION_H
#define SG_CONFIG_TRAIN_SECTION_H

#include "train/train_options.h"

/* Read `map` (NULL: an empty one) over `options`; unknown members are errors.  `fields` can be asked
 * further as long as the map is there.  Fails with SG_EFORMAT. */
sg_status sg_train_section_read(sg_train_options *options, sg_fields *fields,
                                const sg_node *map, const char *path, sg_error *err);

/* Fail with SG_EFORMAT where loss, metric or what an optimizer is given do not go together with the
 * task and each other. */
sg_status sg_train_section_check(const sg_train_options *options, sg_task task,
                                 sg_fields *fields, sg_error *err);

/* Fail with SG_EFORMAT where a layer is to be frozen that is not there. */
sg_status sg_train_section_check_layers(const sg_train_options *options, uint32_t n_layers,
                                        sg_fields *fields, sg_error *err);

#endif
