/* structure.h - the structural formula of a molecule: strokes and symbols, as chemists draw them.
 *
 *     sg_structure structure = {0};
 *     SG_TRY(sg_structure_draw(&structure, &layout, atom, bond, n_bonds, err));
 *     for (size_t i = 0; i < structure.n_strokes; i++) draw_line(structure.stroke[i]);
 *     for (size_t i = 0; i < structure.n_symbols; i++) write_atom(structure.symbol[i]);
 *     sg_structure_free(&structure);
 *
 * Carbons are corners, unless they are alone or charged; other atoms have their symbol, with their
 * hydrogens on the side where no bonds are, and their charge.  A double bond in a ring has its second line
 * inside of the ring, an aromatic one a dashed line there.  Small letters say R and S, E and Z.  Lengths are in
 * bonds, as in layout.h.
 */
#ifndef SG_DRAW_STRUCTURE_H
#define SG_DRAW_STRUCTURE_H

#include "draw/layout.h"
#include "draw/svg.h"

typedef struct sg_structure_atom {
    char symbol[4]; /* "C", "Cl" */
    uint8_t hydrogens;
    int8_t charge;
    char hand; /* 'R', 'S', or '\0' */
} sg_structure_atom;

typedef enum sg_bond_look {
    SG_LOOK_SINGLE = 1,
    SG_LOOK_DOUBLE = 2,
    SG_LOOK_TRIPLE = 3,
    SG_LOOK_AROMATIC = 4,
    SG_LOOK_QUADRUPLE = 5
} sg_bond_look;

typedef struct sg_structure_bond {
    uint32_t from, to;
    sg_bond_look look;
    char geometry; /* 'E', 'Z', or '\0' */
} sg_structure_bond;

typedef struct sg_stroke {
    sg_point from, to;
    bool is_dashed;
} sg_stroke;

/* Where the hydrogens of an atom are written. */
typedef enum sg_side { SG_SIDE_RIGHT, SG_SIDE_LEFT, SG_SIDE_ABOVE, SG_SIDE_BELOW } sg_side;

typedef struct sg_symbol {
    uint32_t atom;
    sg_side side;
} sg_symbol;

/* A letter beside a center or a double bond. */
typedef struct sg_stereo_mark {
    sg_point at;
    uint32_t from, to; /* atoms; the same where it is a center */
    char letter;
} sg_stereo_mark;

/* {0} is an empty structure. */
typedef struct sg_structure {
    sg_stroke *stroke;
    size_t n_strokes;
    sg_symbol *symbol;
    size_t n_symbols;
    sg_stereo_mark *mark;
    size_t n_marks;
} sg_structure;

void sg_structure_free(sg_structure *structure);

/* Make strokes and symbols of the atoms, [layout->n_nodes], and bonds.
 * Time O(bonds * atoms of the rings nearby).  Fails with SG_ENOMEM; `structure` is then unchanged. */
sg_status sg_structure_draw(sg_structure *structure, const sg_layout *layout,
                            const sg_structure_atom *atom, const sg_structure_bond *bond,
                            size_t n_bonds, sg_error *err);

/* The color of an element's symbol, the same in every picture, seen on light and dark paper; NULL for
 * those in the color of words: carbon, hydrogen. */
const char *sg_element_color(const char *symbol);

/* Write the symbol of an atom at a place, `size` pixels high. */
void sg_svg_symbol(sg_svg *svg, sg_point at, double size, const sg_structure_atom *atom,
                   sg_side side);

#endif
