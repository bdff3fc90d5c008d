/* atom_name.h - atoms by what they are called: "C", "CH3", "NH3+", "Ca+2", "13CH4", "CH@", "O -", "N H2 +".
 *
 *     sg_named_atom atom;
 *     if (sg_atom_name_parse(&atom, "NH3+")) ...     // 7, three hydrogens, charge 1
 *
 * These are the names that sg_atom_label_name writes, and those of published tables, which have blanks.
 */
#ifndef SG_CHEM_ATOM_NAME_H
#define SG_CHEM_ATOM_NAME_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sg_named_atom {
    uint8_t element; /* 0: the wildcard, * */
    uint8_t hydrogens;
    int8_t charge;
    uint16_t isotope; /* 0: not said */
    uint8_t
        n_hands; /* letters @ behind it: 1 is left, 2 is right; 0: it is no center (stereo.h) */
    bool is_marked; /* it has more bonds than it can have (normal_form.h) */
} sg_named_atom;

/* What atom a name is; false, and `atom` untouched, where it is none. */
bool sg_atom_name_parse(sg_named_atom *atom, const char *name);

#endif
