/* summary.h - one row as in the paper's data set tables.
 */
#ifndef SG_DATA_SUMMARY_H
#define SG_DATA_SUMMARY_H

#include "base/threads.h"
#include "data/dataset.h"

/* Compute the row.  Time O(sum over graphs of nodes * arcs).  Fails with SG_ENOMEM. */
sg_status sg_dataset_summarize(sg_data_summary *summary, const sg_dataset *data,
                               sg_threads *threads, sg_error *err);

#endif
