/* data_file.h - opening a data set, whatever its format is.
 *
 *     SG_TRY(sg_data_file_open(&data, "esol.csv?target=logS", NULL, 0, err));
 *
 * The ending of the name decides the format, or a setting behind a '?' (import_options.h); what no
 * format recognizes is a folder or archive in TU Dortmund's.  format_list.h has all formats.
 */
#ifndef SG_FORMATS_DATA_FILE_H
#define SG_FORMATS_DATA_FILE_H

#include "cluster/cluster.h"
#include "data/dataset.h"

/* Whether the ending of a name, or settings, say which format it has. */
bool sg_data_file_is_known(const char *name);

/* Open the data set at `name`: a path, and settings.
 *
 *   form  settings that count where the name says nothing else: how a model reads molecules
 *         (dataset.h), how many rows may be left out; NULL: none
 *
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_EINVAL (settings), SG_ELIMIT or SG_ENOMEM. */
sg_status sg_data_file_open(sg_dataset *data, const char *name, const char *form,
                            uint32_t n_threads, sg_error *err);

/* The part that is this rank's (data->rank_node).  Where a line is a graph, no rank reads more than its lines; else every
 * rank reads all and keeps its part.  All ranks call it.  One rank gets all.
 * Fails likewise, or with SG_EINVAL where ranks find different data, on all ranks. */
sg_status sg_data_file_open_part(sg_dataset *data, const char *name, const char *form,
                                 uint32_t n_threads, sg_cluster *cluster, sg_error *err);

#endif
