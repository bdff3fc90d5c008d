/* label_names.h - what labels are called, and what they are where they are words.
 *
 * Labels are whole numbers.  Data sets may say what a number is called: 70103 is "NH3+".  Such
 * names are for people.  Where there are no numbers to begin with, as in texts, the labels are
 * words: the number is then only this data set's, and what counts everywhere is the word.
 * Invariants take the content of such a label from its word (graph/view.h), so that a model knows
 * the words of texts it has never seen.
 */
#ifndef SG_DATA_LABEL_NAMES_H
#define SG_DATA_LABEL_NAMES_H

#include "base/names.h"
#include "graph/view.h"

/* {0} has none. */
typedef struct sg_label_names {
    sg_names name;     /* [n]                                                      */
    int32_t *label;    /* [n] ascending; one after the other where they are words  */
    uint64_t *content; /* [n] of words: hash of the name; NULL: names for people   */
    size_t capacity;   /* of label                                                 */
} sg_label_names;

void sg_label_names_free(sg_label_names *names);

/* Name a label that is greater than all named before.  Fails with SG_ENOMEM. */
sg_status sg_label_names_add(sg_label_names *names, int32_t label, const char *name,
                             size_t size, sg_error *err);

/* From now on the names are words.
 * Fails with SG_EINVAL where the labels do not count up one by one or a name stands twice, or
 * with SG_ENOMEM. */
sg_status sg_label_names_make_words(sg_label_names *names, sg_error *err);

/* Give labels without names words: word i is label first + i.  Fails with SG_EINVAL where two words
 * share a content key, or with SG_ENOMEM. */
sg_status sg_label_names_add_words(sg_label_names *names, int32_t first, const sg_names *word,
                                   sg_error *err);

sg_status sg_label_names_copy(sg_label_names *to, const sg_label_names *from, sg_error *err);

/* The name of a label, borrowed, or NULL.  Time O(log n), O(1) for words. */
const char *sg_label_names_find(const sg_label_names *names, int32_t label);

/* The words as invariants see them, borrowed. */
static inline sg_label_words sg_label_names_words(const sg_label_names *names)
{
    return names->content == NULL || names->name.n == 0
               ? (sg_label_words){0}
               : (sg_label_words){names->content, names->label[0], names->name.n};
}

#endif
