/* elements.h - the chemical elements: symbols, numbers, and the valences that SMILES assumes.
 */
#ifndef SG_CHEM_ELEMENTS_H
#define SG_CHEM_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SG_ELEMENT_ANY = 0, /* the wildcard, * */
    SG_ELEMENT_H = 1,
    SG_ELEMENT_B = 5,
    SG_ELEMENT_C = 6,
    SG_ELEMENT_N = 7,
    SG_ELEMENT_O = 8,
    SG_ELEMENT_F = 9,
    SG_ELEMENT_P = 15,
    SG_ELEMENT_S = 16,
    SG_ELEMENT_CL = 17,
    SG_ELEMENT_BR = 35,
    SG_ELEMENT_I = 53,
    SG_ELEMENTS = 119
};

/* The symbol of an element, "*" for 0. */
const char *sg_element_symbol(uint8_t element);

/* The element whose symbol text[0 .. size) begins with, of two letters where that is one; *length
 * letters of it.  0 where there is none. */
uint8_t sg_element_find(size_t *length, const char *text, size_t size);

/* The number of hydrogens that an atom outside of brackets has, whose bonds add up to `bonds`: what
 * is missing to its next usual valence (OpenSMILES 3.1.5); 0 for other elements. */
uint8_t sg_element_hydrogens(uint8_t element, uint32_t bonds);

#endif
