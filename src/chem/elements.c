/* elements.c - tables of the elements. */
#include "chem/elements.h"

/* clang-format off */
static const char SYMBOL[SG_ELEMENTS][3] = {
    "*",
    "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S",
    "Cl", "Ar", "K", "Ca", "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga",
    "Ge", "As", "Se", "Br", "Kr", "Rb", "Sr", "Y", "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd",
    "Ag", "Cd", "In", "Sn", "Sb", "Te", "I", "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd", "Pm",
    "Sm", "Eu", "Gd", "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W", "Re", "Os",
    "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra", "Ac", "Th", "Pa",
    "U", "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm", "Md", "No", "Lr", "Rf", "Db", "Sg",
    "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og",
};

/* By first letter and second: 0 for none, else 1 + the letter's place in the alphabet. */
#define AT(first, second) (((first) - 'A') * 27 + ((second) == 0 ? 0 : (second) - 'a' + 1))

static const uint8_t ELEMENT[26 * 27] = {
    [AT('H', 0)] = 1, [AT('H', 'e')] = 2, [AT('L', 'i')] = 3, [AT('B', 'e')] = 4,
    [AT('B', 0)] = 5, [AT('C', 0)] = 6, [AT('N', 0)] = 7, [AT('O', 0)] = 8, [AT('F', 0)] = 9,
    [AT('N', 'e')] = 10, [AT('N', 'a')] = 11, [AT('M', 'g')] = 12, [AT('A', 'l')] = 13,
    [AT('S', 'i')] = 14, [AT('P', 0)] = 15, [AT('S', 0)] = 16, [AT('C', 'l')] = 17,
    [AT('A', 'r')] = 18, [AT('K', 0)] = 19, [AT('C', 'a')] = 20, [AT('S', 'c')] = 21,
    [AT('T', 'i')] = 22, [AT('V', 0)] = 23, [AT('C', 'r')] = 24, [AT('M', 'n')] = 25,
    [AT('F', 'e')] = 26, [AT('C', 'o')] = 27, [AT('N', 'i')] = 28, [AT('C', 'u')] = 29,
    [AT('Z', 'n')] = 30, [AT('G', 'a')] = 31, [AT('G', 'e')] = 32, [AT('A', 's')] = 33,
    [AT('S', 'e')] = 34, [AT('B', 'r')] = 35, [AT('K', 'r')] = 36, [AT('R', 'b')] = 37,
    [AT('S', 'r')] = 38, [AT('Y', 0)] = 39, [AT('Z', 'r')] = 40, [AT('N', 'b')] = 41,
    [AT('M', 'o')] = 42, [AT('T', 'c')] = 43, [AT('R', 'u')] = 44, [AT('R', 'h')] = 45,
    [AT('P', 'd')] = 46, [AT('A', 'g')] = 47, [AT('C', 'd')] = 48, [AT('I', 'n')] = 49,
    [AT('S', 'n')] = 50, [AT('S', 'b')] = 51, [AT('T', 'e')] = 52, [AT('I', 0)] = 53,
    [AT('X', 'e')] = 54, [AT('C', 's')] = 55, [AT('B', 'a')] = 56, [AT('L', 'a')] = 57,
    [AT('C', 'e')] = 58, [AT('P', 'r')] = 59, [AT('N', 'd')] = 60, [AT('P', 'm')] = 61,
    [AT('S', 'm')] = 62, [AT('E', 'u')] = 63, [AT('G', 'd')] = 64, [AT('T', 'b')] = 65,
    [AT('D', 'y')] = 66, [AT('H', 'o')] = 67, [AT('E', 'r')] = 68, [AT('T', 'm')] = 69,
    [AT('Y', 'b')] = 70, [AT('L', 'u')] = 71, [AT('H', 'f')] = 72, [AT('T', 'a')] = 73,
    [AT('W', 0)] = 74, [AT('R', 'e')] = 75, [AT('O', 's')] = 76, [AT('I', 'r')] = 77,
    [AT('P', 't')] = 78, [AT('A', 'u')] = 79, [AT('H', 'g')] = 80, [AT('T', 'l')] = 81,
    [AT('P', 'b')] = 82, [AT('B', 'i')] = 83, [AT('P', 'o')] = 84, [AT('A', 't')] = 85,
    [AT('R', 'n')] = 86, [AT('F', 'r')] = 87, [AT('R', 'a')] = 88, [AT('A', 'c')] = 89,
    [AT('T', 'h')] = 90, [AT('P', 'a')] = 91, [AT('U', 0)] = 92, [AT('N', 'p')] = 93,
    [AT('P', 'u')] = 94, [AT('A', 'm')] = 95, [AT('C', 'm')] = 96, [AT('B', 'k')] = 97,
    [AT('C', 'f')] = 98, [AT('E', 's')] = 99, [AT('F', 'm')] = 100, [AT('M', 'd')] = 101,
    [AT('N', 'o')] = 102, [AT('L', 'r')] = 103, [AT('R', 'f')] = 104, [AT('D', 'b')] = 105,
    [AT('S', 'g')] = 106, [AT('B', 'h')] = 107, [AT('H', 's')] = 108, [AT('M', 't')] = 109,
    [AT('D', 's')] = 110, [AT('R', 'g')] = 111, [AT('C', 'n')] = 112, [AT('N', 'h')] = 113,
    [AT('F', 'l')] = 114, [AT('M', 'c')] = 115, [AT('L', 'v')] = 116, [AT('T', 's')] = 117,
    [AT('O', 'g')] = 118,
};
/* clang-format on */

const char *sg_element_symbol(uint8_t element)
{
    return SYMBOL[element < SG_ELEMENTS ? element : 0];
}

uint8_t sg_element_find(size_t *length, const char *text, size_t size)
{
    if (size == 0 || text[0] < 'A' || text[0] > 'Z') return 0;
    if (size > 1 && text[1] >= 'a' && text[1] <= 'z') {
        const uint8_t two = ELEMENT[AT(text[0], text[1])];
        *length = 2;
        if (two != 0) return two;
    }
    *length = 1;
    return ELEMENT[AT(text[0], 0)];
}

uint8_t sg_element_hydrogens(uint8_t element, uint32_t bonds)
{
    static const uint8_t usual[SG_ELEMENTS][3] = {
        [SG_ELEMENT_B] = {3},  [SG_ELEMENT_C] = {4},       [SG_ELEMENT_N] = {3, 5},
        [SG_ELEMENT_O] = {2},  [SG_ELEMENT_F] = {1},       [SG_ELEMENT_P] = {3, 5},
        [SG_ELEMENT_CL] = {1}, [SG_ELEMENT_S] = {2, 4, 6}, [SG_ELEMENT_BR] = {1},
        [SG_ELEMENT_I] = {1}};
    for (int i = 0; i < 3; i++)
        if (usual[element][i] >= bonds) return (uint8_t)(usual[element][i] - bonds);
    return 0;
}
