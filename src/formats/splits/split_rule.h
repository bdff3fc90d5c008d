/* split_rule.h - how a data set is to be divided, in words: "random", "scaffold", "column NAME", "file PATH".
 *
 *     SG_TRY(sg_split_rule_read(&rule, "scaffold", err));
 *     SG_TRY(sg_split_make(&splits, &data, &rule, &plan, err));
 *
 *     random       at random, class by class; graphs that are the same stay in one part
 *     scaffold     molecules with one scaffold (chem/scaffold.h) stay in one part
 *     column NAME  as a column of the table says; who opens the data adds split=NAME to its settings
 *     file PATH    as a file says (splits_file.h)
 *
 * Items without a class or target are in no part, and nodes are divided graph by graph where there are enough
 * graphs.
 */
#ifndef SG_FORMATS_SPLITS_SPLIT_RULE_H
#define SG_FORMATS_SPLITS_SPLIT_RULE_H

#include "data/dataset.h"
#include "data/splitting/group_splits.h"

typedef enum sg_split_kind {
    SG_SPLIT_RANDOM,
    SG_SPLIT_SCAFFOLD,
    SG_SPLIT_COLUMN,
    SG_SPLIT_FILE,
    SG_N_SPLIT_KINDS
} sg_split_kind;

typedef struct sg_split_rule {
    sg_split_kind kind;
    const char *name; /* of the column or file; borrowed from the text, NULL: none */
} sg_split_rule;

/* Fails with SG_EINVAL; the text lists what is possible. */
sg_status sg_split_rule_read(sg_split_rule *rule, const char *text, sg_error *err);

/* Shares as "80/10/10" or "0.8/0.1/0.1": train, validation, test.  Fails with SG_EINVAL. */
sg_status sg_split_shares_read(double share[SG_N_PARTS], const char *text, sg_error *err);

/* The groups of items that must stay together.
 *
 *   group  out; [items] as sg_group_splits_make wants them; released with sg_free
 *   notes  sentences are added about what was found: duplicates, contradictions; NULL: nobody wants them
 *
 * Fails with SG_EINVAL, SG_ECANCELED or SG_ENOMEM. */
sg_status sg_split_groups(uint32_t **group, uint32_t *n_groups, sg_names *notes,
                          const sg_dataset *data, sg_split_kind kind, sg_error *err);

/* Divide the items of a data set.  Where a column or a file says it, notes tell of graphs that are in two parts.
 * The plan is for the rules random and scaffold; the seed also for a column that says nothing of validation.
 * Fails with what is wrong with the rule, the plan or the file. */
sg_status sg_split_make(sg_splits *splits, const sg_dataset *data, const sg_split_rule *rule,
                        const sg_split_plan *plan, sg_error *err);

#endif
