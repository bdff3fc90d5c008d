/* golden_heads.h - heads of the reference files (golden/README.md) as heads of ours.
 *
 * The files give the position of every weight in the author's flat vectors.  Either these
 * positions are fed to our layers as they are, or our own labels and plans are used, where the
 * author's labels are true invariants, after a check that slots and positions correspond one to
 * one.  Where the author's labels say more than ours, it is checked that they decide ours.
 */
#ifndef SG_TESTS_SUPPORT_GOLDEN_HEADS_H
#define SG_TESTS_SUPPORT_GOLDEN_HEADS_H

#include "data/dataset.h"
#include "plans/plan.h"
#include "support/json_tree.h"

typedef enum golden_source {
    GOLDEN_THEIR_INDICES,
    GOLDEN_OUR_LISTS, /* explicit plans */
    GOLDEN_OUR_TABLES /* implicit plans */
} golden_source;

/* What heads are made from. */
typedef struct golden_maker {
    const sg_dataset *data; /* the file's graphs; borrowed                      */
    golden_source source;
    uint32_t n_ours; /* labelings that are our own, so far               */
} golden_maker;

/* Labels of nodes and what each is called there. */
typedef struct golden_labels {
    uint32_t *label; /* [n_nodes]                                              */
    uint32_t *index; /* [n_labels][n_outputs] positions; a bias has one output */
    uint32_t n_labels, n_outputs;
} golden_labels;

/* A head: a plan and perhaps a bias for an encoder, labels for a decoder. */
typedef struct golden_head {
    sg_plan plan;
    uint32_t *slot_index; /* [n_slots] positions */
    golden_labels bias, pooled;
} golden_head;

/* Make head `h` of an encoder from its entries in "layers" and "encoders". */
void golden_encoder_head(golden_head *head, golden_maker *maker, const json_value *layer,
                         const json_value *encoder, uint32_t h);

/* Make the only head of a decoder from its entries in "layers" and "decoders". */
void golden_decoder_head(golden_head *head, golden_maker *maker, const json_value *layer,
                         const json_value *decoder);

void golden_head_free(golden_head *head);

/* The value of a field that is a whole number. */
uint32_t golden_count(const json_value *object, const char *key);

#endif
