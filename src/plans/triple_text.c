/* triple_text.c - the one place that knows how a triple is written. */
#include "plans/triple_text.h"

#include <stdio.h>

size_t sg_triple_text(char *text, size_t room, const sg_triple_words *words)
{
    const int n = snprintf(text, room, "%s %s %s%s%s", words->sender,
                           words->arrow != NULL ? words->arrow : SG_TRIPLE_ARROW,
                           words->receiver, sg_triple_joint(words->is_place), words->value);
    return n > 0 ? (size_t)n : 0;
}
