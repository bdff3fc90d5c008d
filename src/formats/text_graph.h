/* text_graph.h - a text as a path of words.
 *
 * A token is a word (letters, digits and _; an apostrophe or hyphen between two of them belongs to
 * it) or a single punctuation mark.  Letters become small: those of ASCII, and those of Latin-1,
 * Latin Extended-A, Greek and Cyrillic.  Every token is a node whose label is the word; neighbors in
 * the text are joined.  So (word, word, distance) is the index of a weight.
 */
#ifndef SG_FORMATS_TEXT_GRAPH_H
#define SG_FORMATS_TEXT_GRAPH_H

#include "data/dataset.h"
#include "data/record.h"

/* Read a text into an empty record.  It may have newlines in it.
 * Fails with SG_EFORMAT where the bytes are not UTF-8 (`place` is that of the text; the column is
 * right as long as it has no newlines), SG_ELIMIT or SG_ENOMEM.  Time linear in the size. */
sg_status sg_text_graph_parse(sg_record *record, const char *text, size_t size, sg_place place,
                              sg_error *err);

/* Keep the `n_words` most frequent words of a data set whose node labels are words (0: all), of those
 * that occur at least `min_count` times; the others become the word "*".  Words are numbered by how
 * frequent they are, equally frequent ones in the order of their first occurrence.
 * Fails with SG_EINVAL where labels are not words, or with SG_ENOMEM. */
sg_status sg_text_limit_words(sg_dataset *data, uint32_t n_words, uint32_t min_count,
                              sg_error *err);

#endif
