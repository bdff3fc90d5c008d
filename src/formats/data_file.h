/* data_file.h - opening a data set, whatever it is.
 *
 * | name ends with            | what it is                                                     |
 * |---------------------------|----------------------------------------------------------------|
 * | .csv, .tsv                | a table with a header (table_file.h)                           |
 * | .smi, .smiles             | a SMILES per line, and its id                                  |
 * | .jsonl, .ndjson           | a graph per line (json_graph.h)                                |
 * | -ubyte, .idx              | images in IDX, as MNIST's (idx_file.h)                         |
 * | anything and ?smiles, ... | that, one per line                                             |
 * | a folder and ?image       | PGM and PNG images (image_folder.h)                            |
 * | anything else             | TU Dortmund's format, a folder or archive (tu_reader.h)        |
 *
 * Settings stand behind a '?' (import_options.h).
 */
#ifndef SG_FORMATS_DATA_FILE_H
#define SG_FORMATS_DATA_FILE_H

#include "data/dataset.h"

/* Whether a name is that of a file in one of these formats but the last. */
bool sg_data_file_is_known(const char *name);

/* Open the data set at `name`: a path, and settings.
 * Fails with SG_ENOTFOUND, SG_EIO, SG_EFORMAT, SG_EINVAL (settings), SG_ELIMIT or SG_ENOMEM. */
sg_status sg_data_file_open(sg_dataset *data, const char *name, uint32_t n_threads,
                            sg_error *err);

#endif
