/* valence.h - how many bonds atoms have room for, and the electrons that they bring.
 *
 *     if (!sg_valence_is_possible(SG_ELEMENT_C, 0, 5)) ...              // five bonds at a carbon
 *     hydrogens = sg_valence_hydrogens(SG_ELEMENT_N, 1);                // 2
 *
 * The numbers are those of RDKit's periodic table, so that both programs refuse the same molecules.
 */
#ifndef SG_CHEM_VALENCE_H
#define SG_CHEM_VALENCE_H

#include "chem/molecule.h"

/* Electrons in the outer shell; 0 for the wildcard. */
int sg_element_outer_electrons(uint8_t element);

/* The lowest usual valence; -1: any number of bonds is usual. */
int sg_element_valence(uint8_t element);

/* Whether an atom can have bonds that add up to `bonds`, hydrogens included.  A charge makes an atom
 * like its neighbor in the table: N+ has room for four bonds, as carbon has. */
bool sg_valence_is_possible(uint8_t element, int8_t charge, uint32_t bonds);

/* The hydrogens of an atom outside of brackets: what is missing to its next usual valence. */
uint8_t sg_valence_hydrogens(uint8_t element, uint32_t bonds);

/* The valence of an atom whose bonds add up to `bonds`: the largest usual one that is not larger, else
 * the smallest; as its charge shifts it.  -1: any number of bonds is usual. */
int sg_valence_for(const sg_atom *atom, uint32_t bonds);

/* Electrons of an atom in brackets that are in no bond and no pair, where `bonds` is the sum of its
 * bonds with hydrogens. */
int sg_valence_radicals(const sg_atom *atom, uint32_t bonds);

/* Whether element a draws electrons from b: it has more of them in the outer shell, or as many and is
 * the lighter one. */
bool sg_element_draws_electrons(uint8_t a, uint8_t b);

#endif
