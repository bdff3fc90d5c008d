/* triple_text.h - a triple as people read it: "label 7 -> label 6 at distance 2", the sender first.
 *
 *     (void)sg_triple_text(text, sizeof text, &(sg_triple_words){"C", "N", "distance 3", true, NULL});
 *
 * Wherever the library writes a triple, it writes it so; only what the labels and the value are called
 * depends on what is known there.
 */
#ifndef SG_PLANS_TRIPLE_TEXT_H
#define SG_PLANS_TRIPLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Between sender and receiver, and between these and the value; for those who write piece by piece. */
#define SG_TRIPLE_ARROW "->"

static inline const char *sg_triple_joint(bool is_place)
{
    return is_place ? " at " : ", ";
}

typedef struct sg_triple_words {
    const char *sender, *receiver, *value;
    bool
        is_place; /* the value says where: "at distance 3"; else ", C-N" stands behind a comma */
    const char
        *arrow; /* of pictures; NULL: "->"                                                  */
} sg_triple_words;

/* Write the text to text[0 .. room), cut off where it is longer.  Returns its whole length. */
size_t sg_triple_text(char *text, size_t room, const sg_triple_words *words);

#endif
