/* record_collector.h - records become a data set.
 *
 *     sg_record_collector collector = {0};
 *     SG_TRY(sg_record_collector_add(&collector, &record, line, err));    ... for every record
 *     SG_TRY(sg_record_collector_finish(&data, &collector, "name", "file.smi", err));
 * done:
 *     sg_record_collector_free(&collector);
 *
 * Words are numbered in the order in which they come, behind the labels that are numbers.  Targets
 * are kept as they are written until all are there: only then it is known whether a column has
 * numbers or words.  A single column of whole numbers gives classes and targets, a single column of
 * words gives classes, all else gives targets.  Records may also have their classes as numbers, and
 * then no targets.
 *
 * Where records have targets of nodes, the nodes are the items, and then every record has them.
 */
#ifndef SG_DATA_RECORD_COLLECTOR_H
#define SG_DATA_RECORD_COLLECTOR_H

#include "data/collector.h"
#include "data/record.h"

/* {0} has no graphs. */
typedef struct sg_record_collector {
    sg_collector
        all;        /* edges once; labels as in records; target_name is the caller's to fill */
    uint64_t *line; /* [n_graphs] for messages */
    size_t line_capacity;
    bool has_node_labels, has_edge_labels, has_parts, has_classes;
    sg_collected_words node_words, edge_words;
    sg_names target; /* [n_items][n_targets] as written */
    uint32_t n_targets;
    sg_node_said node_said; /* of all records */
} sg_record_collector;

void sg_record_collector_free(sg_record_collector *collector);

/* Append a record that stands in `line` of its file (from 1; 0: there is no file).
 * Fails with SG_EFORMAT where the record is not like those before (another number of targets or
 * attributes) or an edge leads to a node that is not there; with SG_ELIMIT or SG_ENOMEM.  The text
 * has no place; the collector is unchanged. */
sg_status sg_record_collector_add(sg_record_collector *collector, const sg_record *record,
                                  uint64_t line, sg_error *err);

/* Turn the records into the data set `name`.
 *
 *   data       out; an empty data set
 *   collector  good for sg_record_collector_free alone afterwards
 *   path       of the file, for messages
 *
 * Fails with SG_EFORMAT (no records; targets that are neither numbers nor classes), SG_ELIMIT or
 * SG_ENOMEM. */
sg_status sg_record_collector_finish(sg_dataset *data, sg_record_collector *collector,
                                     const char *name, const char *path, sg_error *err);

#endif
