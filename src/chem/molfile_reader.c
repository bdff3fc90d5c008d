/* molfile_reader.c - lines with numbers in fixed columns. */
#include "chem/molfile_reader.h"

#include "base/mem.h"
#include "base/number.h"
#include "chem/elements.h"
#include "chem/stereo/drawn_stereo.h"
#include "chem/valence.h"

#include <math.h>
#include <string.h>

enum { MAX_COUNT = 999, HEADER_LINES = 3, NO_VALENCE = 15, COORDINATE = 10 };

/* Where atoms are, and how bonds are drawn. */
typedef struct drawing {
    sg_point at[MAX_COUNT];
    uint8_t wedge[MAX_COUNT];
} drawing;

/* A line without its end. */
typedef struct line {
    const char *text;
    size_t size;
} line;

typedef struct block {
    sg_molecule *m;
    const char *p, *end;
    line line;
    uint64_t number; /* of the line, from 0 */
    sg_place place;
    bool has_isotopes;
    bool has_properties; /* charges of atom lines do not count any more */
    uint32_t n_hydrogen_atoms;
    drawing *drawing; /* NULL: stereochemistry is not asked for */
} block;

/* What an atom line says about hydrogens: the valence as it is written, and electrons without a partner. */
typedef struct atom_note {
    uint8_t valence, radicals;
} atom_note;

static sg_status fail(const block *b, size_t column, const char *what, sg_error *err)
{
    const sg_place at = {b->place.path, b->place.line > 0 ? b->place.line + b->number : 0,
                         column + 1};
    return sg_error_at(err, SG_EFORMAT, SG_WHERE, at, "MOL: %s", what);
}

static bool next_line(block *b)
{
    if (b->p >= b->end) return false;
    if (b->line.text != NULL) b->number++;
    const char *newline = memchr(b->p, '\n', (size_t)(b->end - b->p));
    const char *behind = newline != NULL ? newline : b->end;
    b->line = (line){b->p, (size_t)(behind - b->p)};
    if (b->line.size > 0 && b->line.text[b->line.size - 1] == '\r') b->line.size--;
    b->p = behind + (newline != NULL);
    return true;
}

/* The whole number in columns first .. first + width, 0 where they are blank or behind the end. */
static bool read_number(int *number, const line *l, size_t first, size_t width)
{
    int value = 0;
    bool negative = false, some = false, ended = false;
    for (size_t i = first; i < first + width && i < l->size; i++) {
        const char c = l->text[i];
        if (c == ' ') {
            ended = some || negative;
        } else if (c == '-' && !some && !negative) {
            negative = true;
        } else if (c >= '0' && c <= '9' && !ended) {
            value = value * 10 + (c - '0');
            some = true;
        } else {
            return false;
        }
    }
    *number = negative ? -value : value;
    return some || !negative;
}

/* ---- Atoms ------------------------------------------------------------------------------------ */

static bool is_wildcard(const char *symbol)
{
    static const char *const any[] = {"*", "A", "Q", "R", "R#"};
    for (size_t i = 0; i < sizeof any / sizeof *any; i++)
        if (strcmp(symbol, any[i]) == 0) return true;
    return false;
}

/* Columns 31 to 33. */
static sg_status read_symbol(sg_atom *atom, const block *b, sg_error *err)
{
    char symbol[4] = "";
    size_t n = 0, length = 0;
    for (size_t i = 31; i < 34 && i < b->line.size; i++)
        if (b->line.text[i] != ' ') symbol[n++] = b->line.text[i];
    if (is_wildcard(symbol)) return SG_OK;
    if (strcmp(symbol, "D") == 0 || strcmp(symbol, "T") == 0) {
        atom->element = SG_ELEMENT_H;
        if (b->has_isotopes) atom->isotope = symbol[0] == 'D' ? 2 : 3;
        return SG_OK;
    }
    atom->element = sg_element_find(&length, symbol, n);
    if (atom->element == 0 || length != n)
        return fail(b, 31, "the symbol of an element is needed in columns 32 to 34", err);
    return SG_OK;
}

/* A coordinate, "    1.2500", in ten columns. */
static bool read_coordinate(double *value, const line *l, size_t first)
{
    size_t begin = first, end = first + COORDINATE;
    if (l->size < end) return false;
    while (begin < end && l->text[begin] == ' ') begin++;
    while (end > begin && l->text[end - 1] == ' ') end--;
    return sg_number_real(value, l->text + begin, end - begin) && isfinite(*value);
}

/* Columns 1 to 30; they matter only where stereochemistry is asked for. */
static sg_status read_point(sg_point *at, const block *b, sg_error *err)
{
    if (!read_coordinate(&at->x, &b->line, 0) ||
        !read_coordinate(&at->y, &b->line, COORDINATE) ||
        !read_coordinate(&at->z, &b->line, 2 * (size_t)COORDINATE))
        return fail(b, 0, "three coordinates are needed in columns 1 to 30", err);
    return SG_OK;
}

static sg_status read_atom(block *b, atom_note *note, sg_error *err)
{
    sg_status status = SG_OK;
    int charge = 0, valence = 0;
    sg_atom atom = {.column = (uint32_t)b->number};
    SG_TRY(read_symbol(&atom, b, err));
    if (b->drawing != NULL) SG_TRY(read_point(&b->drawing->at[b->m->n_atoms], b, err));
    if (!read_number(&charge, &b->line, 36, 3) || charge < 0 || charge > 7)
        SG_TRY(fail(b, 36, "a charge from 0 to 7 is needed in columns 37 to 39", err));
    if (!read_number(&valence, &b->line, 48, 3) || valence < 0 || valence > NO_VALENCE)
        SG_TRY(fail(b, 48, "a valence from 0 to 15 is needed in columns 49 to 51", err));
    if (charge == 4) note->radicals = 1;
    if (charge > 0 && charge != 4) atom.charge = (int8_t)(4 - charge);
    note->valence = (uint8_t)valence;
    b->n_hydrogen_atoms += atom.element == SG_ELEMENT_H;
    b->m->atom[b->m->n_atoms++] = atom;
done:
    return status;
}

/* ---- Bonds ------------------------------------------------------------------------------------ */

static bool is_bonded(const sg_molecule *m, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < m->n_bonds; i++)
        if ((m->bond[i].from == from && m->bond[i].to == to) ||
            (m->bond[i].from == to && m->bond[i].to == from))
            return true;
    return false;
}

static sg_status read_bond(block *b, sg_error *err)
{
    sg_status status = SG_OK;
    sg_molecule *m = b->m;
    int from = 0, to = 0, kind = 0, wedge = 0;
    const bool read = read_number(&from, &b->line, 0, 3) && read_number(&to, &b->line, 3, 3) &&
                      read_number(&kind, &b->line, 6, 3);
    const int n = (int)m->n_atoms;
    if (!read || from < 1 || from > n || to < 1 || to > n || from == to)
        SG_TRY(fail(b, 0, "a bond leads from one atom to another, by their numbers", err));
    if (kind < 1 || kind > 4)
        SG_TRY(fail(b, 6, "a bond is 1 single, 2 double, 3 triple or 4 aromatic", err));
    if (is_bonded(m, (uint32_t)from - 1, (uint32_t)to - 1))
        SG_TRY(fail(b, 0, "these two atoms are bonded already", err));
    if (b->drawing != NULL) {
        if (!read_number(&wedge, &b->line, 9, 3) || wedge < 0 || wedge > SG_WEDGE_DOWN)
            SG_TRY(fail(b, 9, "a number from 0 to 6 says how the bond is drawn", err));
        b->drawing->wedge[m->n_bonds] = (uint8_t)wedge;
    }
    m->bond[m->n_bonds++] = (sg_bond){.from = (uint32_t)from - 1,
                                      .to = (uint32_t)to - 1,
                                      .kind = (uint8_t)kind,
                                      .order = (uint8_t)(kind == SG_BOND_AROMATIC ? 1 : kind)};
    if (kind == SG_BOND_AROMATIC)
        m->atom[from - 1].is_aromatic = m->atom[to - 1].is_aromatic = true;
done:
    return status;
}

/* ---- Properties ------------------------------------------------------------------------------- */

typedef enum property { CHARGE, RADICAL, ISOTOPE } property;

static bool set_property(block *b, atom_note *note, property what, uint32_t v, int value)
{
    sg_atom *atom = &b->m->atom[v];
    if (what == CHARGE && (value < -15 || value > 15)) return false;
    if (what == RADICAL && (value < 0 || value > 3)) return false;
    if (what == ISOTOPE && (value < 0 || value > 999)) return false;
    if (what == CHARGE) atom->charge = (int8_t)value;
    if (what == RADICAL) note[v].radicals = (uint8_t)(value == 2 ? 1 : value == 0 ? 0 : 2);
    if (what == ISOTOPE && b->has_isotopes) atom->isotope = (uint16_t)value;
    return true;
}

/* "M  CHG  2   1   1   4  -1": how many, then atoms and their values. */
static sg_status read_property(block *b, atom_note *note, property what, sg_error *err)
{
    sg_status status = SG_OK;
    int n = 0;
    if (!read_number(&n, &b->line, 6, 3) || n < 1 || n > 8)
        SG_TRY(fail(b, 6, "a property is of 1 to 8 atoms", err));
    if (what != ISOTOPE && !b->has_properties) {
        b->has_properties = true;
        for (uint32_t v = 0; v < b->m->n_atoms; v++) {
            b->m->atom[v].charge = 0;
            note[v].radicals = 0;
        }
    }
    for (int i = 0; i < n; i++) {
        const size_t at = 9 + 8 * (size_t)i;
        int atom = 0, value = 0;
        const bool read =
            read_number(&atom, &b->line, at, 4) && read_number(&value, &b->line, at + 4, 4);
        if (!read || atom < 1 || atom > (int)b->m->n_atoms ||
            !set_property(b, note, what, (uint32_t)atom - 1, value))
            SG_TRY(fail(b, at, "the number of an atom and a possible value are needed", err));
    }
done:
    return status;
}

static sg_status read_properties(block *b, atom_note *note, sg_error *err)
{
    static const char *const names[] = {"M  CHG", "M  RAD", "M  ISO"};
    sg_status status = SG_OK;
    while (next_line(b)) {
        if (b->line.size >= 6 && memcmp(b->line.text, "M  END", 6) == 0) goto done;
        for (int k = 0; k < 3; k++)
            if (b->line.size >= 6 && memcmp(b->line.text, names[k], 6) == 0)
                SG_TRY(read_property(b, note, (property)k, err));
    }
    SG_TRY(fail(b, 0, "\"M  END\" is missing", err));
done:
    return status;
}

/* ---- Hydrogens -------------------------------------------------------------------------------- */

/* What a charge adds to the usual valence: N+ has a bond more, O- one less; boron and what is left of it, and
 * positive carbon, the other way round. */
static int valence_shift(const sg_atom *atom)
{
    enum { LAST_EARLY = 3 };
    const bool early = sg_element_outer_electrons(atom->element) <= LAST_EARLY;
    const bool turned = early || (atom->element == SG_ELEMENT_C && atom->charge > 0);
    return turned ? -atom->charge : atom->charge;
}

static uint8_t missing_hydrogens(const sg_atom *atom, int bonds)
{
    const int usual = sg_element_valence(atom->element), shift = valence_shift(atom);
    if (usual < 0 || atom->element == SG_ELEMENT_ANY) return 0;
    if (bonds < shift) return (uint8_t)(usual + shift - bonds);
    return sg_valence_hydrogens(atom->element, (uint32_t)(bonds - shift));
}

/* Atoms that say more than their bonds get their hydrogens here, as if they were in brackets; all others get
 * them with those of SMILES. */
static void settle_hydrogens(sg_molecule *m, const atom_note *note)
{
    uint32_t *sum = m->work;
    for (uint32_t v = 0; v < m->n_atoms; v++) sum[v] = 0;
    for (uint32_t i = 0; i < m->n_bonds; i++) {
        sum[m->bond[i].from] += m->bond[i].order;
        sum[m->bond[i].to] += m->bond[i].order;
    }
    for (uint32_t v = 0; v < m->n_atoms; v++) {
        sg_atom *atom = &m->atom[v];
        const int bonds = (int)sum[v] + note[v].radicals + (atom->is_aromatic ? 1 : 0);
        const bool is_metal = sg_element_valence(atom->element) < 0;
        if (note[v].valence > 0) {
            const int written = note[v].valence == NO_VALENCE ? 0 : note[v].valence;
            atom->hydrogens = (uint8_t)(written > (int)sum[v] ? written - (int)sum[v] : 0);
        } else if (atom->charge != 0 || note[v].radicals > 0 || is_metal) {
            atom->hydrogens = missing_hydrogens(atom, bonds);
        } else {
            continue;
        }
        atom->in_brackets = true;
    }
}

/* ---- The block -------------------------------------------------------------------------------- */

static sg_status read_counts(int *n_atoms, int *n_bonds, block *b, sg_error *err)
{
    sg_status status = SG_OK;
    for (int i = 0; i <= HEADER_LINES; i++)
        if (!next_line(b)) SG_TRY(fail(b, 0, "found the end before the line of counts", err));
    if (b->line.size >= 39 && memcmp(b->line.text + 34, "V3000", 5) == 0)
        SG_TRY(fail(b, 34, "this is V3000; V2000 is needed", err));
    if (!read_number(n_atoms, &b->line, 0, 3) || !read_number(n_bonds, &b->line, 3, 3) ||
        *n_atoms < 1 || *n_bonds < 0 || *n_atoms > MAX_COUNT)
        SG_TRY(
            fail(b, 0, "the numbers of atoms and bonds are needed, three columns each", err));
done:
    return status;
}

static sg_status read_block(block *b, atom_note *note, sg_error *err)
{
    sg_status status = SG_OK;
    sg_molecule *m = b->m;
    int n_atoms = 0, n_bonds = 0;
    SG_TRY(read_counts(&n_atoms, &n_bonds, b, err));
    SG_TRY(sg_grow(&m->atom, &m->atom_capacity, (size_t)n_atoms + 1, sizeof *m->atom, err));
    SG_TRY(sg_grow(&m->bond, &m->bond_capacity, (size_t)n_bonds + 1, sizeof *m->bond, err));
    SG_TRY(sg_grow(&m->work, &m->work_capacity, (size_t)n_atoms + 1, sizeof *m->work, err));
    for (int i = 0; i < n_atoms; i++) {
        if (!next_line(b)) SG_TRY(fail(b, 0, "found the end; more atoms are needed", err));
        SG_TRY(read_atom(b, &note[i], err));
    }
    for (int i = 0; i < n_bonds; i++) {
        if (!next_line(b)) SG_TRY(fail(b, 0, "found the end; more bonds are needed", err));
        SG_TRY(read_bond(b, err));
    }
    SG_TRY(read_properties(b, note, err));
    settle_hydrogens(m, note);
    if (b->drawing != NULL)
        sg_molecule_read_drawing(m, &(sg_drawing){b->drawing->at, b->drawing->wedge});
done:
    return status;
}

sg_status sg_molfile_parse(sg_molecule *molecule, const sg_molecule_form *form,
                           const char *text, size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    atom_note note[MAX_COUNT] = {{0}};
    drawing drawn;
    sg_molecule_flaw flaw = {0};
    block b = {.m = molecule,
               .p = text,
               .end = text + size,
               .place = place,
               .has_isotopes = form != NULL && form->is_normal && form->has_isotopes,
               .drawing = form != NULL && form->is_normal && form->has_stereo ? &drawn : NULL};
    molecule->n_atoms = molecule->n_bonds = 0;
    SG_TRY(read_block(&b, note, err));
    status = sg_molecule_complete(&flaw, molecule, form, b.n_hydrogen_atoms > 0, err);
    if (status == SG_EFORMAT) {
        b.number = molecule->atom[flaw.atom].column;
        (void)fail(&b, 31, flaw.text, err);
    }
done:
    return status;
}
