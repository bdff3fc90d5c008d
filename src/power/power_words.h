/* power_words.h - a label or a triple that tells graphs apart, in words.
 *
 * Keys are hashes.  What they stand for is found again in a graph that has it: its labels and pairs are
 * computed anew, and the invariants name what they see there.  Where no words tell it, as for the colors of
 * refinements, an example stands for it:
 *
 *     label 6 -> label 6, 2 walks of 2, 1 of 4
 *     any -> any, fwl:2 of nodes 7 -> 3 (distance 2, degrees 3 and 4, 1 common neighbor), in graph 12
 */
#ifndef SG_POWER_POWER_WORDS_H
#define SG_POWER_POWER_WORDS_H

#include "data/dataset.h"
#include "invariants/expression.h"
#include "invariants/key_text.h"

/* What the keys are keys of. */
typedef struct sg_power_source {
    const sg_dataset *data;
    sg_label_expression receiver,
        sender;           /* only `receiver` where labels are compared          */
    sg_property property; /* without a kind where labels are compared           */
    char *property_text;  /* owned                                              */
    uint64_t budget;      /* steps of a labeling in one graph                   */
} sg_power_source;

void sg_power_source_free(sg_power_source *source);

/* The keys of a label (receiver), or of a triple. */
typedef struct sg_power_word {
    uint64_t receiver, sender, value;
} sg_power_word;

/* Append the words for what graph `g` has; nothing where it does not have it.  Fails as the invariants do. */
sg_status sg_power_words_add(sg_text *text, const sg_power_source *source, uint32_t g,
                             const sg_power_word *word, const sg_key_names *names,
                             sg_error *err);

#endif
