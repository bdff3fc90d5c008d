/* tree_put.h - adding members to a map that is being made, one line each.
 *
 *     SG_TRY(sg_put_text(map, "pool", "mean", err));
 *     SG_TRY(sg_put_real(map, "noise", 0.5, err));
 */
#ifndef SG_BASE_DOCUMENT_TREE_PUT_H
#define SG_BASE_DOCUMENT_TREE_PUT_H

#include "base/document/tree.h"

/* Add the member `key` to `map`, or an item to a list where `key` is NULL.  Numbers get as few
 * digits as read back to the same, and are finite.  Fail with SG_ENOMEM. */
sg_status sg_put_text(sg_node *map, const char *key, const char *value, sg_error *err);
sg_status sg_put_real(sg_node *map, const char *key, double value, sg_error *err);
sg_status sg_put_whole(sg_node *map, const char *key, uint64_t value, sg_error *err);
sg_status sg_put_bool(sg_node *map, const char *key, bool value, sg_error *err);

/* Add an empty map or list and give it back, borrowed from its parent. */
sg_status sg_put_map(sg_node **made, sg_node *map, const char *key, sg_error *err);
sg_status sg_put_list(sg_node **made, sg_node *map, const char *key, sg_error *err);

/* Add the item `word: {}` to a list, as layers are, and give back the map of its members. */
sg_status sg_put_layer(sg_node **members, sg_node *list, const char *word, sg_error *err);

#endif
