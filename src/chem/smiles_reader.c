/* smiles_reader.c - one pass over the string, then hydrogens and double bonds.
 *
 * The pass keeps the atom that the next bond starts from, a stack of such atoms for branches, and a
 * table of the ring bonds that are open.  Whether a bond between aromatic atoms is aromatic can only
 * be told when all rings are closed; until then it is SG_BOND_UNSAID. */
#include "chem/smiles_reader.h"

#include "base/mem.h"
#include "chem/elements.h"
#include "chem/hydrogens.h"
#include "chem/kekule.h"
#include "chem/normal_form.h"

#include <string.h>

enum { MAX_RINGS = 100, MAX_BRANCHES = 4096, MAX_CHARGE = 15, MAX_ATOMS = 1 << 24 };

/* No bond symbol was written; / or \, which say nothing about the kind of the bond and may stand
 * between aromatic atoms. */
enum { NO_SYMBOL = 0xff, MARK_UP = 0xfe, MARK_DOWN = 0xfd };

typedef struct open_ring {
    uint32_t atom;
    uint32_t at; /* where it was opened, + 1; 0: it is not open */
    uint8_t symbol, direction;
} open_ring;

typedef struct smiles {
    sg_molecule *m;
    const char *begin, *p, *end;
    sg_place place;
    uint32_t last;  /* atom that the next bond starts from; NO_ATOM: none */
    uint8_t symbol; /* kind of the next bond, or NO_SYMBOL                */
    bool dotted;    /* a dot was read and no atom since                   */
    uint32_t n_branches, n_open_rings;
    uint32_t branch[MAX_BRANCHES]; /* atoms that branches start from               */
    uint32_t n_hydrogen_atoms;
    bool has_isotopes, has_stereo; /* they are kept */
    open_ring ring[MAX_RINGS];
} smiles;

static const uint32_t NO_ATOM = UINT32_MAX;

static sg_place place_of(const smiles *s, const char *p)
{
    sg_place place = s->place;
    if (place.column > 0) place.column += (uint64_t)(p - s->begin);
    return place;
}

/* Fail at the character `p`: what was found there, what is needed. */
static sg_status fail(const smiles *s, const char *p, const char *needed, sg_error *err)
{
    if (p >= s->end)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place_of(s, p),
                           "SMILES: found the end; %s", needed);
    const unsigned char c = (unsigned char)*p;
    if (c < 0x20 || c >= 0x7f)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place_of(s, p),
                           "SMILES: found byte %u; %s", (unsigned)c, needed);
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, place_of(s, p), "SMILES: found '%c'; %s", c,
                       needed);
}

static bool is_digit(const smiles *s, const char *p)
{
    return p < s->end && *p >= '0' && *p <= '9';
}

/* ---- Bonds ------------------------------------------------------------------------------------ */

static bool is_mark(uint8_t symbol)
{
    return symbol == MARK_UP || symbol == MARK_DOWN;
}

static uint8_t direction_of(const smiles *s, uint8_t symbol)
{
    if (!s->has_stereo || !is_mark(symbol)) return SG_DIRECTION_NONE;
    return symbol == MARK_UP ? SG_DIRECTION_UP : SG_DIRECTION_DOWN;
}

static uint8_t kind_between(const smiles *s, uint8_t symbol, uint32_t a, uint32_t b)
{
    const sg_atom *x = &s->m->atom[a], *y = &s->m->atom[b];
    if (symbol != NO_SYMBOL && !is_mark(symbol)) return symbol;
    const bool x_may = x->is_aromatic || (x->element == SG_ELEMENT_ANY && y->is_aromatic);
    const bool y_may = y->is_aromatic || (y->element == SG_ELEMENT_ANY && x->is_aromatic);
    return x_may && y_may ? SG_BOND_UNSAID : SG_BOND_SINGLE;
}

static sg_status add_bond(smiles *s, uint32_t a, uint32_t b, uint8_t symbol, sg_error *err)
{
    sg_molecule *m = s->m;
    const sg_status status = m->n_bonds < m->bond_capacity
                                 ? SG_OK
                                 : sg_grow(&m->bond, &m->bond_capacity, m->n_bonds + (size_t)1,
                                           sizeof *m->bond, err);
    if (status == SG_OK)
        m->bond[m->n_bonds++] = (sg_bond){.from = a,
                                          .to = b,
                                          .kind = kind_between(s, symbol, a, b),
                                          .direction = direction_of(s, symbol)};
    return status;
}

/* Add an atom and the bond that leads to it. */
static sg_status add_atom(smiles *s, sg_atom atom, sg_error *err)
{
    sg_status status = SG_OK;
    sg_molecule *m = s->m;
    const uint32_t v = m->n_atoms;
    if (v >= MAX_ATOMS)
        SG_TRY(sg_error_at(err, SG_ELIMIT, SG_WHERE, s->place, "SMILES: more than %d atoms",
                           MAX_ATOMS));
    if (v == m->atom_capacity)
        SG_TRY(sg_grow(&m->atom, &m->atom_capacity, v + (size_t)1, sizeof *m->atom, err));
    atom.first_bond = m->n_bonds;
    m->atom[m->n_atoms++] = atom;
    s->n_hydrogen_atoms += atom.element == SG_ELEMENT_H;
    if (s->last != NO_ATOM) SG_TRY(add_bond(s, s->last, v, s->symbol, err));
    s->last = v;
    s->symbol = NO_SYMBOL;
    s->dotted = false;
done:
    return status;
}

/* Note where both digits of the last bond, a ring's, are, and the direction that one of them has: from the atom that it
 * follows to the other. */
static void place_ring_bond(smiles *s, const open_ring *ring, const char *at)
{
    sg_bond *bond = &s->m->bond[s->m->n_bonds - 1];
    const uint8_t seen = direction_of(s, s->symbol);
    bond->from_at = ring->at;
    bond->to_at = (uint32_t)(at - s->begin) + 1;
    bond->direction = ring->direction;
    if (ring->direction == SG_DIRECTION_NONE && seen != SG_DIRECTION_NONE)
        bond->direction = seen == SG_DIRECTION_UP ? SG_DIRECTION_DOWN : SG_DIRECTION_UP;
}

static sg_status close_ring(smiles *s, open_ring *ring, const char *at, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t a = ring->atom, b = s->last;
    const bool said = s->symbol != NO_SYMBOL && !is_mark(s->symbol);
    const uint8_t symbol = said ? s->symbol : ring->symbol;
    if (ring->symbol != NO_SYMBOL && symbol != ring->symbol)
        SG_TRY(fail(s, at, "the bond of this ring was another one where it was opened", err));
    if (a == b) SG_TRY(fail(s, at, "a ring bond must lead to another atom", err));
    for (uint32_t i = s->m->n_bonds; i-- > s->m->atom[a > b ? a : b].first_bond;) {
        const sg_bond *bond = &s->m->bond[i];
        if ((bond->from == a && bond->to == b) || (bond->from == b && bond->to == a))
            SG_TRY(fail(s, at, "these two atoms are bonded already", err));
    }
    SG_TRY(add_bond(s, a, b, symbol, err));
    place_ring_bond(s, ring, at);
    *ring = (open_ring){0};
    s->n_open_rings--;
    s->symbol = NO_SYMBOL;
done:
    return status;
}

/* A digit, or % and two. */
static sg_status read_ring(smiles *s, sg_error *err)
{
    sg_status status = SG_OK;
    const char *at = s->p;
    uint32_t number = 0;
    if (*s->p == '%') {
        if (!is_digit(s, s->p + 1) || !is_digit(s, s->p + 2))
            SG_TRY(fail(s, s->p + 1, "two digits are needed behind %", err));
        number = (uint32_t)(s->p[1] - '0') * 10 + (uint32_t)(s->p[2] - '0');
        s->p += 3;
    } else {
        number = (uint32_t)(*s->p++ - '0');
    }
    if (s->last == NO_ATOM || s->dotted)
        SG_TRY(fail(s, at, "a ring bond must follow an atom", err));
    open_ring *ring = &s->ring[number];
    if (ring->at > 0) {
        SG_TRY(close_ring(s, ring, at, err));
        goto done;
    }
    *ring = (open_ring){.atom = s->last,
                        .at = (uint32_t)(at - s->begin) + 1,
                        .symbol = !is_mark(s->symbol) ? s->symbol : NO_SYMBOL,
                        .direction = direction_of(s, s->symbol)};
    s->n_open_rings++;
    s->symbol = NO_SYMBOL;
done:
    return status;
}

static uint8_t bond_symbol(char c)
{
    switch (c) {
    case '-':
        return SG_BOND_SINGLE;
    case '/':
        return MARK_UP;
    case '\\':
        return MARK_DOWN;
    case '=':
        return SG_BOND_DOUBLE;
    case '#':
        return SG_BOND_TRIPLE;
    case '$':
        return SG_BOND_QUADRUPLE;
    case ':':
        return SG_BOND_AROMATIC;
    default:
        return NO_SYMBOL;
    }
}

/* ---- Atoms ------------------------------------------------------------------------------------ */

/* An atom of the organic subset at p, of *length letters; false where there is none. */
static bool organic_atom(sg_atom *atom, size_t *length, const char *p, const char *end)
{
    const char next = p + 1 < end ? p[1] : '\0';
    uint8_t element = 0;
    bool aromatic = false;
    *length = 1;
    switch (*p) {
    case 'C':
        element = next == 'l' ? SG_ELEMENT_CL : SG_ELEMENT_C;
        *length += next == 'l';
        break;
    case 'B':
        element = next == 'r' ? SG_ELEMENT_BR : SG_ELEMENT_B;
        *length += next == 'r';
        break;
    case 'N':
        element = SG_ELEMENT_N;
        break;
    case 'O':
        element = SG_ELEMENT_O;
        break;
    case 'P':
        element = SG_ELEMENT_P;
        break;
    case 'S':
        element = SG_ELEMENT_S;
        break;
    case 'F':
        element = SG_ELEMENT_F;
        break;
    case 'I':
        element = SG_ELEMENT_I;
        break;
    case '*':
        element = SG_ELEMENT_ANY;
        break;
    case 'b':
    case 'c':
    case 'n':
    case 'o':
    case 'p':
    case 's':
        aromatic = true;
        element = *p == 'b'   ? SG_ELEMENT_B
                  : *p == 'c' ? SG_ELEMENT_C
                  : *p == 'n' ? SG_ELEMENT_N
                  : *p == 'o' ? SG_ELEMENT_O
                  : *p == 'p' ? SG_ELEMENT_P
                              : SG_ELEMENT_S;
        break;
    default:
        return false;
    }
    *atom = (sg_atom){.element = element, .is_aromatic = aromatic};
    return true;
}

/* Digits at s->p, at most `max`; *value is untouched where there are none. */
static sg_status read_number(uint32_t *value, smiles *s, uint32_t max, const char *needed,
                             sg_error *err)
{
    const char *begin = s->p;
    uint32_t number = 0;
    while (is_digit(s, s->p)) {
        number = number * 10 + (uint32_t)(*s->p - '0');
        if (number > max) return fail(s, begin, needed, err);
        s->p++;
    }
    if (s->p > begin) *value = number;
    return SG_OK;
}

/* The symbol in brackets. */
static sg_status read_symbol(sg_atom *atom, smiles *s, sg_error *err)
{
    static const char *const aromatic[] = {"se", "as", "te", "si", "b",
                                           "c",  "n",  "o",  "p",  "s"};
    static const uint8_t element[] = {34, 33, 52, 14, 5, 6, 7, 8, 15, 16};
    const size_t left = (size_t)(s->end - s->p);
    size_t length = 0;
    if (left > 0 && *s->p == '*') {
        s->p++;
        return SG_OK;
    }
    atom->element = sg_element_find(&length, s->p, left);
    for (size_t i = 0; atom->element == 0 && i < sizeof element; i++) {
        length = strlen(aromatic[i]);
        if (left < length || memcmp(s->p, aromatic[i], length) != 0) continue;
        atom->element = element[i];
        atom->is_aromatic = true;
    }
    if (atom->element == 0) return fail(s, s->p, "the symbol of an element is needed", err);
    s->p += length;
    return SG_OK;
}

/* @, @@, @TH1 and @TH2, which are the same; centers with other than four neighbors (@AL1 ...) are not known here. */
static uint8_t read_chirality(smiles *s)
{
    static const char *const name[] = {"TH", "AL", "SP", "TB", "OH"};
    uint8_t hand = SG_HAND_LEFT;
    if (s->p >= s->end || *s->p != '@') return SG_HAND_NONE;
    s->p++;
    if (s->p < s->end && *s->p == '@') {
        hand = SG_HAND_RIGHT;
        s->p++;
    }
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (s->end - s->p > 2 && memcmp(s->p, name[i], 2) == 0 && is_digit(s, s->p + 2)) {
            if (i > 0) hand = SG_HAND_NONE;
            if (i == 0 && s->p[2] == '2') hand = SG_HAND_RIGHT;
            s->p += 3;
            if (is_digit(s, s->p)) s->p++;
            break;
        }
    return hand;
}

/* +, --, +2 */
static sg_status read_charge(sg_atom *atom, smiles *s, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t size = 1;
    if (s->p >= s->end || (*s->p != '+' && *s->p != '-')) goto done;
    const char *begin = s->p, sign = *s->p++;
    if (is_digit(s, s->p)) {
        SG_TRY(read_number(&size, s, MAX_CHARGE, "charges go from -15 to +15", err));
    } else {
        for (; s->p < s->end && *s->p == sign; s->p++) size++;
    }
    if (size > MAX_CHARGE) SG_TRY(fail(s, begin, "charges go from -15 to +15", err));
    atom->charge = (int8_t)(sign == '+' ? (int)size : -(int)size);
done:
    return status;
}

static sg_status read_bracket(smiles *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_atom atom = {.in_brackets = true, .column = (uint32_t)(s->p - s->begin)};
    uint32_t number = 0;
    s->p++;
    SG_TRY(read_number(&number, s, 999, "isotopes go up to 999", err));
    if (s->has_isotopes) atom.isotope = (uint16_t)number;
    SG_TRY(read_symbol(&atom, s, err));
    const uint8_t hand = read_chirality(s);
    atom.hand = s->has_stereo ? hand : SG_HAND_NONE;
    atom.hydrogen_at = atom.column;
    if (s->p < s->end && *s->p == 'H') {
        s->p++;
        number = 1;
        SG_TRY(read_number(&number, s, 20, "an atom has at most 20 hydrogens", err));
        atom.hydrogens = (uint8_t)number;
    }
    SG_TRY(read_charge(&atom, s, err));
    if (s->p < s->end && *s->p == ':') {
        s->p++;
        if (!is_digit(s, s->p)) SG_TRY(fail(s, s->p, "the number of a class is needed", err));
        SG_TRY(read_number(&number, s, 99999999, "classes go up to 99999999", err));
    }
    if (s->p >= s->end || *s->p != ']')
        SG_TRY(
            fail(s, s->p,
                 "in brackets stand isotope, symbol, chirality, hydrogens, charge and class, "
                 "in this order, and then ']'",
                 err));
    s->p++;
    SG_TRY(add_atom(s, atom, err));
done:
    return status;
}

/* ---- The string ------------------------------------------------------------------------------- */

static sg_status open_branch(smiles *s, sg_error *err)
{
    if (s->last == NO_ATOM || s->dotted || s->symbol != NO_SYMBOL)
        return fail(s, s->p, "a branch must follow an atom", err);
    if (s->n_branches == MAX_BRANCHES)
        return fail(s, s->p, "branches are nested more than 4096 deep", err);
    s->branch[s->n_branches++] = s->last;
    s->p++;
    if (s->p < s->end && (*s->p == ')' || *s->p == '('))
        return fail(s, s->p, "an atom is needed in a branch", err);
    return SG_OK;
}

static sg_status close_branch(smiles *s, sg_error *err)
{
    if (s->n_branches == 0) return fail(s, s->p, "no branch is open", err);
    if (s->symbol != NO_SYMBOL || s->dotted)
        return fail(s, s->p, "an atom is needed behind a bond or dot", err);
    s->last = s->branch[--s->n_branches];
    s->p++;
    return SG_OK;
}

static sg_status read_dot(smiles *s, sg_error *err)
{
    if (s->last == NO_ATOM || s->symbol != NO_SYMBOL || s->dotted)
        return fail(s, s->p, "a dot must follow an atom", err);
    s->last = NO_ATOM;
    s->dotted = true;
    s->p++;
    return SG_OK;
}

static sg_status read_bond_symbol(smiles *s, sg_error *err)
{
    if (s->last == NO_ATOM || s->symbol != NO_SYMBOL)
        return fail(s, s->p, "a bond must follow an atom", err);
    s->symbol = bond_symbol(*s->p++);
    return SG_OK;
}

static sg_status read_next(smiles *s, sg_error *err)
{
    sg_atom atom;
    size_t length = 0;
    if (organic_atom(&atom, &length, s->p, s->end)) {
        atom.column = (uint32_t)(s->p - s->begin);
        s->p += length;
        return add_atom(s, atom, err);
    }
    const char c = *s->p;
    if (c == '[') return read_bracket(s, err);
    if ((c >= '0' && c <= '9') || c == '%') return read_ring(s, err);
    if (c == '(') return open_branch(s, err);
    if (c == ')') return close_branch(s, err);
    if (c == '.') return read_dot(s, err);
    if (bond_symbol(c) != NO_SYMBOL) return read_bond_symbol(s, err);
    return fail(s, s->p, "an atom, a bond, a branch or a ring bond is needed", err);
}

static sg_status check_end(const smiles *s, sg_error *err)
{
    if (s->m->n_atoms == 0 || s->dotted || s->symbol != NO_SYMBOL)
        return fail(s, s->end, "an atom is needed", err);
    if (s->n_branches > 0) return fail(s, s->end, "a branch is still open; ')' is needed", err);
    for (uint32_t i = 0; s->n_open_rings > 0 && i < MAX_RINGS; i++)
        if (s->ring[i].at > 0)
            return sg_error_at(err, SG_EFORMAT, SG_WHERE,
                               place_of(s, s->begin + s->ring[i].at - 1),
                               "SMILES: ring bond %u is never closed", i);
    return SG_OK;
}

sg_status sg_smiles_parse(sg_molecule *molecule, const sg_molecule_form *form, const char *text,
                          size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    smiles s; /* large; what is not set here is set before it is read */
    const bool is_normal = form != NULL && form->is_normal;
    sg_molecule_flaw flaw = {0};
    if (size >= INT32_MAX)
        return sg_error_at(err, SG_ELIMIT, SG_WHERE, place,
                           "SMILES: more than 2^31 characters");
    s.m = molecule;
    s.begin = s.p = text;
    s.end = text + size;
    s.place = place;
    s.last = NO_ATOM;
    s.symbol = NO_SYMBOL;
    s.dotted = false;
    s.n_branches = s.n_open_rings = s.n_hydrogen_atoms = 0;
    s.has_isotopes = is_normal && form->has_isotopes;
    s.has_stereo = is_normal && form->has_stereo;
    memset(s.ring, 0, sizeof s.ring);
    molecule->n_atoms = molecule->n_bonds = 0;
    while (s.p < s.end) SG_TRY(read_next(&s, err));
    SG_TRY(check_end(&s, err));
    status = sg_molecule_complete(&flaw, molecule, form, s.n_hydrogen_atoms > 0, err);
    if (status == SG_EFORMAT)
        (void)sg_error_at(err, SG_EFORMAT, SG_WHERE,
                          place_of(&s, s.begin + molecule->atom[flaw.atom].column),
                          "SMILES: %s", flaw.text);
done:
    return status;
}
