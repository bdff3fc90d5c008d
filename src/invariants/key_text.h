/* key_text.h - content keys in words, where that is possible.
 *
 * A key is a hash and cannot be read.  But simple things are few: labels, degrees and distances are
 * small numbers, and their keys are found by trying.
 *
 *     sg_key_names names = {0};
 *     SG_TRY(sg_key_names_make(&names, err));
 *     puts(sg_key_text(buffer, &names, key));        // "label 6", "distance 3", "89ab..."
 *     sg_key_names_free(&names);
 */
#ifndef SG_INVARIANTS_KEY_TEXT_H
#define SG_INVARIANTS_KEY_TEXT_H

#include "base/table.h"

enum { SG_KEY_TEXT_SIZE = 32 };

/* {0} knows no key. */
typedef struct sg_key_names {
    sg_table table;
} sg_key_names;

/* Learn the keys of all kinds that have a series (key.h).  Fails with SG_ENOMEM. */
sg_status sg_key_names_make(sg_key_names *names, sg_error *err);

void sg_key_names_free(sg_key_names *names);

/* The words for a key; returns `text`, or NULL where there are none. */
const char *sg_key_words(char text[SG_KEY_TEXT_SIZE], const sg_key_names *names, uint64_t key);

/* The words for a key, or its 16 hexadecimal digits; returns `text`. */
const char *sg_key_text(char text[SG_KEY_TEXT_SIZE], const sg_key_names *names, uint64_t key);

#endif
