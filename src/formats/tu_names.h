/* tu_names.h - files beside TU Dortmund's that say what things are called.
 *
 * NAME_node_label_names.txt, NAME_edge_label_names.txt: lines "LABEL NAME"; names for people.
 * NAME_node_label_words.txt, NAME_edge_label_words.txt: the same where the labels are words.
 * NAME_label_readme.txt: what TU Dortmund says of labels (molecules/label_readme.h); the files above go first.
 * NAME_class_names.txt: lines "CLASS NAME".  NAME_graph_ids.txt: a line per graph; NAME_node_ids.txt: a
 * line per node.
 * NAME_target_names.txt, NAME_node_attribute_names.txt, NAME_edge_attribute_names.txt: a line per column.  NAME_graph_parts.txt: a line per graph, train,
 * validation, test or none; NAME_node_parts.txt: a line per node likewise, where nodes have classes or
 * targets (without it, nodes are in the part of their graph).  NAME_molecule_form.txt: how molecules were read, as settings of their
 * format.  NAME_arc_rules.txt: lines "directed" and "self-loops", where arcs are kept as they are.  In names, \n, \r and \\ stand for newline, return and backslash.
 */
#ifndef SG_FORMATS_TU_NAMES_H
#define SG_FORMATS_TU_NAMES_H

#include "data/dataset.h"
#include "text/bundle.h"

/* Read what there is of these files into `data`, whose name and columns are known.
 * Fails with SG_EFORMAT (path:line), SG_EIO, SG_ELIMIT or SG_ENOMEM; what was read is the data set's. */
sg_status sg_tu_read_names(sg_dataset *data, const sg_bundle *bundle, sg_error *err);

/* Read NAME_arc_rules.txt, which is needed before there are graphs; no rules where there is none.  Fails
 * likewise. */
sg_status sg_tu_read_rules(sg_arc_rules *rules, const sg_bundle *bundle, char *name,
                           sg_error *err);

/* Write those that `data` has as FOLDER/name_WHAT.txt.  Fails with SG_ENOTFOUND (the folder), SG_EIO or
 * SG_ENOMEM. */
sg_status sg_tu_write_names(const sg_dataset *data, const char *folder, const char *name,
                            sg_error *err);

#endif
