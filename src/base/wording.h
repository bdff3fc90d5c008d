/* wording.h - pieces of messages: what was found, and what is allowed instead.
 *
 *     char found[SG_QUOTED];
 *     sg_hint hint;
 *     sg_hint_begin(&hint, "adm", 3);
 *     for (...) sg_hint_offer(&hint, names[i]);
 *     ... "unknown name %s; %s", sg_quote(found, "adm", 3), sg_hint_end(&hint)
 */
#ifndef SG_BASE_WORDING_H
#define SG_BASE_WORDING_H

#include "base/nearest.h"

enum { SG_QUOTED = 64 };

/* Write text[0 .. length) in quotes, as a message can show it: cut off where it is long, and
 * control characters, which could move the cursor of a terminal, as '?'.  Returns `quoted`. */
const char *sg_quote(char quoted[SG_QUOTED], const char *text, size_t length);

/* The name that was probably meant, or else all that are allowed. */
typedef struct sg_hint {
    char wanted[SG_QUOTED];
    sg_nearest nearest;
    char text[240]; /* the names so far, then the hint */
    size_t size;
    bool full; /* more names than there is room for */
} sg_hint;

void sg_hint_begin(sg_hint *hint, const char *wanted, size_t length);

/* A name that is allowed; borrowed until sg_hint_end. */
void sg_hint_offer(sg_hint *hint, const char *name);

/* `did you mean "adam"?`, or `allowed: adam, adamw, sgd`, or `allowed: nothing`.  Valid as long as
 * the hint; call it once. */
const char *sg_hint_end(sg_hint *hint);

/* A few words in a sentence: "mae, mse and huber".  {0} has none. */
typedef struct sg_words {
    char text[400]; /* those before the last one; what does not fit is left out */
    size_t size;
    const char *last; /* borrowed */
} sg_words;

void sg_words_add(sg_words *words, const char *word);

/* The text, in which `joint` ("and", "or") is between the last two.  Valid as long as `words`; call it
 * once. */
const char *sg_words_end(sg_words *words, const char *joint);

/* Read back what sg_error_at wrote, "path:line:column: reason" or "path:line: reason": *line and *column (0: none) and
 * where in `text` the reason begins.  NULL, and nothing is changed, where the text has no line of this path. */
const char *sg_error_read_place(uint64_t *line, uint64_t *column, const char *path,
                                const char *text);

#endif
