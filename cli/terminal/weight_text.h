/* weight_text.h - what a weight belongs to, in words.
 *
 *     puts(weight_text_of(&weight, contents).text);     // "label 6 <- label 7 @ distance 2"
 */
#ifndef SG_CLI_WEIGHT_TEXT_H
#define SG_CLI_WEIGHT_TEXT_H

#include "json_out.h"
#include "sharegnn.h"

typedef struct weight_text {
    char text[128];
} weight_text;

/* Receiver, sender and pair value of a triple; a label and a column; a row and a column. */
weight_text weight_text_of(const sg_weight_info *weight, const sg_contents *contents);

/* The same as members of the JSON object that is open, with the content keys in full. */
void weight_json(json *j, const sg_weight_info *weight);

#endif
