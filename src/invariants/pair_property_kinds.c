/* pair_property_kinds.c - the list of all pair properties as a table.
 *
 * Nothing else is in this file: a program that brings a table of its own, as the test of
 * docs/adding-a-pair-property.md does, is linked without it. */
#include "invariants/pair_property.h"

#define ADDRESS(kind, tag, number) &(kind),

static const sg_property_kind *const KINDS[] = {SG_PAIR_PROPERTY_LIST(ADDRESS)};

enum { N_KINDS = sizeof KINDS / sizeof KINDS[0] }; /* NOLINT(bugprone-sizeof-expression) */

const sg_property_kind *const *sg_property_kinds(size_t *n_kinds)
{
    *n_kinds = N_KINDS;
    return KINDS;
}
