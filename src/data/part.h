/* part.h - the words for the parts of a fold.
 *
 *     uint8_t part = SG_NO_PART;                      // as data sets keep it
 *     if (!sg_part_of_word(&part, "val", 3)) ...     // another word
 *     puts(sg_part_word((sg_part)part));                    // validation
 */
#ifndef SG_DATA_PART_H
#define SG_DATA_PART_H

#include "base/status.h"

/* By sg_part, SG_NO_PART included: what files and results call them. */
extern const char *const sg_part_words[SG_N_PARTS + 1];

/* The part that word[0 .. size) means, in lower or upper case: train, training, validation, valid,
 * val, dev, test; none or nothing for SG_NO_PART.  False for any other word; `part` is then
 * unchanged. */
bool sg_part_of_word(uint8_t *part, const char *word, size_t size);

#endif
