/* tu_reader.h - reading a data set in TU Dortmund's text format.
 *
 * A data set NAME is a folder or zip archive with NAME_A.txt (the arcs), NAME_graph_indicator.txt
 * (the graph of every node) and, each optional, NAME_graph_labels, _graph_attributes,
 * _node_labels, _node_attributes, _edge_labels, _edge_attributes (.txt), and names
 * (tu_names.h).  Other files are ignored.  docs/file-formats.md says exactly what is accepted.
 *
 *     sg_dataset data = {0};
 *     SG_TRY(sg_tu_open(&data, "data/NCI1.zip", 0, err));
 *
 * Reference: Morris et al., TUDataset, 2020.
 */
#ifndef SG_FORMATS_TU_READER_H
#define SG_FORMATS_TU_READER_H

#include "data/dataset.h"
#include "text/bundle.h"

/* Read the folder or archive at `path` on up to `n_threads` threads (0: one per core); with more
 * than one, large files in an archive are unpacked by a further thread each.  The result does not
 * depend on their number.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_ELIMIT or SG_ENOMEM.
 * Time linear in the size of the files; memory less than twice the finished data set. */
sg_status sg_tu_open(sg_dataset *data, const char *path, uint32_t n_threads, sg_error *err);

/* The same for an open bundle. */
sg_status sg_tu_read(sg_dataset *data, const sg_bundle *bundle, uint32_t n_threads,
                     sg_error *err);

#endif
