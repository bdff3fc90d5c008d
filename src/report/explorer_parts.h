/* explorer_parts.h - what the files of the explorer's data share.
 *
 *     report_explorer.c    the data as a whole
 *     explorer_meaning.c   heads, weights and labels that the graphs refer to
 *     explorer_item.c      one graph, or one node of a graph
 *
 * A model may have hundreds of thousands of weights, and the messages of a graph name theirs again
 * and again.  The page has those that occur in its graphs, once, numbered in the order in which they
 * are met; messages, labels and names refer to these numbers.
 */
#ifndef SG_REPORT_EXPLORER_PARTS_H
#define SG_REPORT_EXPLORER_PARTS_H

#include "report/report_parts.h"

/* Which of n things are in the page, in the order in which they were met. */
typedef struct sgi_directory {
    uint32_t *number; /* [n] number in the page plus 1; 0: not there */
    uint32_t *met;    /* [n_met] */
    uint32_t n_met;
} sgi_directory;

typedef struct sgi_explorer {
    const sgi_report *report;
    const sg_explained_labeling *labeling; /* [n_labelings] */
    size_t n_labelings;
    const sg_explained_head *head; /* [n_heads] */
    size_t n_heads;
    sgi_directory *labels;  /* [n_labelings] */
    sgi_directory *weights; /* [n_heads]     */
    sg_known_parts met;     /* by the training graphs; {0} where they are unknown */
    uint32_t most_outputs;  /* that are explained of an item, the predicted one among them */
    sg_json_writer json;    /* the element that the page reads at once */
} sgi_explorer;

/* Make a directory of n things, none of them met; release it. */
sg_status sgi_directory_make(sgi_directory *directory, uint32_t n, sg_error *err);
void sgi_directory_free(sgi_directory *directory);

/* The number in the page; -1 for what the model does not know (SG_NONE). */
int64_t sgi_directory_meet(sgi_directory *directory, uint32_t i);

/* Put a name.  Names come from files in any encoding and are cut where their room ends, which may be
 * within a character; JSON has whole ones. */
sg_status sgi_explorer_name(sg_json_writer *json, char *name, sg_error *err);

/* Append an item of the page: what is known about it, and its picture and messages either there or,
 * where `block` is not NULL, in an object of that list. */
sg_status sgi_explorer_item(sgi_explorer *explorer, uint32_t item, sg_json_writer *block,
                            sg_error *err);

/* Append the heads and labelings that items have referred to, as members of the open object. */
sg_status sgi_explorer_meaning(sgi_explorer *explorer, sg_error *err);

#endif
