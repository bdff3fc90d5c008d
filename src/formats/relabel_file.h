/* relabel_file.h - new node labels as a text file.
 *
 *     # hydrogen goes, carbon is 6
 *     3 -
 *     0 6
 *
 * A line per label: the number in the data, then the new one, or - where its nodes are to be left
 * out; blanks between them.  Empty lines and all behind # are for people.
 */
#ifndef SG_FORMATS_RELABEL_FILE_H
#define SG_FORMATS_RELABEL_FILE_H

#include "data/relabel.h"

/* Read a file into an empty relabeling.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT (path:line:column), SG_ELIMIT (over 16 MiB) or
 * SG_ENOMEM. */
sg_status sg_relabeling_read(sg_relabeling *relabeling, const char *path, sg_error *err);

/* The same for a text in memory, which ends with a zero byte. */
sg_status sg_relabeling_parse(sg_relabeling *relabeling, const char *path, const char *text,
                              sg_error *err);

/* Relabel a data set as the file at `path` says.
 * Fails like sg_relabeling_read and sg_dataset_relabel. */
sg_status sg_dataset_relabel_by_file(sg_dataset *data, const char *path, sg_error *err);

#endif
