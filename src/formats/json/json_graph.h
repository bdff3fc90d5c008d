/* json_graph.h - a graph in one line of JSON, in and out.
 *
 *     {"nodes": [6, 6, 8], "edges": [[0, 1, 1], [1, 2, 2]], "target": 1, "id": "mol-7"}
 *
 * A node is a label (a whole number or a word), a list of attributes, or an object with "label" and
 * "attributes"; "nodes": 3 are three nodes with neither.  An edge is a list of two node numbers, from
 * 0, and a label, if any.  Edges are given once, in either direction.  "target" is a number, a word
 * (then it is a class), null, or a list of numbers and nulls; "id" is a text or a number; "split" is
 * train, validation or test.  Other keys are ignored unless they look like one of these misspelled.
 */
#ifndef SG_FORMATS_JSON_JSON_GRAPH_H
#define SG_FORMATS_JSON_JSON_GRAPH_H

#include "data/dataset.h"
#include "data/record.h"

/* Read a line of JSON into an empty record.
 *
 *   place   of the first character, for messages
 *
 * Fails with SG_EFORMAT (path, line, column), SG_ELIMIT or SG_ENOMEM. */
sg_status sg_json_graph_parse(sg_record *record, const char *text, size_t size, sg_place place,
                              sg_error *err);

/* Append graph `g` of a data set as one line, newline included.
 * Fails with SG_EINVAL where the data set has what the format lacks (several columns of labels,
 * attributes of edges) or names that are not UTF-8, or with SG_ENOMEM. */
sg_status sg_json_graph_write(sg_text *text, const sg_dataset *data, uint32_t g, sg_error *err);

#endif
