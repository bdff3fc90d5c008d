/* tree_json.h - a document tree as JSON.
 */
#ifndef SG_TEXT_TREE_JSON_H
#define SG_TEXT_TREE_JSON_H

#include "base/document/tree.h"
#include "text/json_writer.h"

/* Write a node as a JSON value: plain scalars that JSON has words for (numbers, true, false, null)
 * as such, all others as strings.  Fails with SG_ENOMEM, or SG_EINVAL where a text is not UTF-8. */
sg_status sg_json_put_node(sg_json_writer *json, const sg_node *node, sg_error *err);

#endif
