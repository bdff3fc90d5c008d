/* weight_text.c - texts of the three kinds of weights. */
#include "model/weight_text.h"

#include "plans/triple_text.h"

#include <inttypes.h>
#include <stdio.h>

size_t sg_weight_text(char *text, size_t room, const sg_weight_info *weight,
                      const sg_key_names *names)
{
    char receiver[SG_KEY_TEXT_SIZE], sender[SG_KEY_TEXT_SIZE], value[SG_KEY_TEXT_SIZE];
    int n = 0;
    switch (weight->kind) {
    case SG_WEIGHT_TRIPLE:
        return sg_triple_text(
            text, room,
            &(sg_triple_words){.sender = sg_key_text(sender, names, weight->sender),
                               .receiver = sg_key_text(receiver, names, weight->receiver),
                               .value = sg_key_text(value, names, weight->pair),
                               .is_place = true});
    case SG_WEIGHT_LABEL:
        n = snprintf(text, room, "%s of %s, column %" PRIu32, weight->name,
                     sg_key_text(receiver, names, weight->receiver), weight->column);
        break;
    case SG_WEIGHT_PLAIN:
        n = snprintf(text, room, "%s, row %" PRIu32 ", column %" PRIu32, weight->name,
                     weight->row, weight->column);
        break;
    }
    return n > 0 ? (size_t)n : 0;
}
