/* backoff_layers.h - encoders whose weights are sums over coarser labels, spelled out.
 *
 *     - encoder: { heads: ["wl:2 @ distance 0..6"], backoff: [none, label], activation: tanh }
 *
 * A head sums up its own weights and those of the coarser labels, so that a rare or unseen triple still has
 * the weights of what it is a kind of.  As sums of messages are messages by sums of weights, that is
 *
 *     - encoder: { heads: ["none @ distance 0..6", "label @ distance 0..6", "wl:2 @ distance 0..6"] }
 *     - add: { parts: 3, activation: tanh }
 *
 * `bias`, `at-least` and `at-most` are those of the heads as they are written, not of the coarser ones.
 * `decay` may be a list of weight decays from the coarsest level to the heads themselves.
 */
#ifndef SG_CONFIG_BACKOFF_LAYERS_H
#define SG_CONFIG_BACKOFF_LAYERS_H

#include "base/document/tree.h"

/* Make both layers of an item of `layers`, and leave them NULL where it has no `backoff`; the caller frees
 * them with sg_node_free.  Fails with SG_EFORMAT (path:line:column) or SG_ENOMEM. */
sg_status sg_backoff_spell_out(sg_node **encoder, sg_node **add, const sg_node *item,
                               const char *path, sg_error *err);

#endif
