/* valence.c - tables of valences and electrons. */
#include "chem/valence.h"

#include "chem/elements.h"

/* clang-format off */
static const uint8_t OUTER[SG_ELEMENTS] = {
    0,
    1, 2, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8,
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 3, 4, 5, 6, 7, 8,
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 3, 4, 5, 6, 7, 8,
    1, 2, 3, 4, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    4, 5, 6, 7, 8, 9, 10, 11, 2, 3, 4, 5, 6, 7, 8,
    1, 2, 3, 4, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
};
/* clang-format on */

/* Usual valences in ascending order. */
typedef struct valences {
    uint8_t n;         /* 0: any number of bonds is usual */
    uint8_t list[4];   /* [n]                             */
    bool is_unlimited; /* larger ones are possible too    */
} valences;

static const valences USUAL[SG_ELEMENTS] = {
    [1] = {1, {1}, false},           [2] = {1, {0}, false},        [3] = {1, {1}, false},
    [4] = {1, {2}, false},           [5] = {1, {3}, false},        [6] = {1, {4}, false},
    [7] = {1, {3}, false},           [8] = {1, {2}, false},        [9] = {1, {1}, false},
    [10] = {1, {0}, false},          [11] = {1, {1}, false},       [12] = {1, {2}, true},
    [13] = {2, {3, 6}, false},       [14] = {2, {4, 6}, false},    [15] = {3, {3, 5, 7}, false},
    [16] = {3, {2, 4, 6}, false},    [17] = {1, {1}, false},       [18] = {1, {0}, false},
    [19] = {1, {1}, false},          [20] = {1, {2}, true},        [31] = {1, {3}, false},
    [32] = {1, {4}, false},          [33] = {3, {3, 5, 7}, false}, [34] = {3, {2, 4, 6}, false},
    [35] = {1, {1}, false},          [36] = {1, {0}, false},       [37] = {1, {1}, false},
    [38] = {1, {2}, true},           [49] = {1, {3}, false},       [50] = {2, {2, 4}, false},
    [51] = {3, {3, 5, 7}, false},    [52] = {3, {2, 4, 6}, false}, [53] = {3, {1, 3, 5}, false},
    [54] = {4, {0, 2, 4, 6}, false}, [55] = {1, {1}, false},       [56] = {1, {2}, true},
    [81] = {1, {3}, false},          [82] = {2, {2, 4}, false},    [83] = {3, {3, 5, 7}, false},
    [84] = {3, {2, 4, 6}, false},    [85] = {3, {1, 3, 5}, false}, [86] = {1, {0}, false},
    [87] = {1, {1}, false},          [88] = {1, {2}, true},
};

int sg_element_outer_electrons(uint8_t element)
{
    return element < SG_ELEMENTS ? OUTER[element] : 0;
}

int sg_element_valence(uint8_t element)
{
    return element < SG_ELEMENTS && USUAL[element].n > 0 ? USUAL[element].list[0] : -1;
}

static int largest_valence(uint8_t element)
{
    const valences *usual = &USUAL[element];
    return usual->n == 0 || usual->is_unlimited ? -1 : usual->list[usual->n - 1];
}

bool sg_valence_is_possible(uint8_t element, int8_t charge, uint32_t bonds)
{
    const int largest = largest_valence(element);
    const int like = OUTER[element] >= 4 ? (int)bonds - charge : (int)bonds + charge;
    return largest <= 0 || like <= largest;
}

uint8_t sg_valence_hydrogens(uint8_t element, uint32_t bonds)
{
    const valences *usual = &USUAL[element];
    for (uint32_t i = 0; i < usual->n; i++)
        if (usual->list[i] >= bonds) return (uint8_t)(usual->list[i] - bonds);
    return 0;
}

int sg_valence_for(const sg_atom *atom, uint32_t bonds)
{
    const valences *usual = &USUAL[atom->element];
    const bool loses_room =
        OUTER[atom->element] < 4 || (usual->list[0] == 4 && atom->charge > 0);
    const int shift = loses_room ? -atom->charge : atom->charge;
    int found = usual->n > 0 ? usual->list[0] + shift : -1;
    for (uint32_t i = 1; i < usual->n && usual->list[i] + shift <= (int)bonds; i++)
        found = usual->list[i] + shift;
    return found;
}

int sg_valence_radicals(const sg_atom *atom, uint32_t bonds)
{
    const valences *usual = &USUAL[atom->element];
    const int outer = OUTER[atom->element], full = atom->element <= 2 ? 2 : 8;
    if (!atom->in_brackets || usual->n == 0) return 0;
    int missing = full - outer - (int)bonds + atom->charge;
    if (missing < 0) missing = usual->list[usual->n - 1] - (int)bonds + atom->charge;
    if (missing < 0) missing = 0;
    const int left = outer - (int)bonds - atom->charge;
    return left >= 0 && left < missing ? left : missing;
}

bool sg_element_draws_electrons(uint8_t a, uint8_t b)
{
    return OUTER[a] > OUTER[b] || (OUTER[a] == OUTER[b] && a < b);
}
