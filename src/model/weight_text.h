/* weight_text.h - what a weight belongs to, in words.
 *
 *     sg_weight_text(text, sizeof text, &weight, &names);      // label 7 -> label 6 at distance 2
 */
#ifndef SG_MODEL_WEIGHT_TEXT_H
#define SG_MODEL_WEIGHT_TEXT_H

#include "invariants/key_text.h"
#include "sharegnn/inspection.h"

/* Sender, receiver and pair value of a triple; a label and a column; a row and a column.  Keys are in words
 * where `names` knows some, else in hexadecimal.  Returns the length of the whole text. */
size_t sg_weight_text(char *text, size_t room, const sg_weight_info *weight,
                      const sg_key_names *names);

#endif
