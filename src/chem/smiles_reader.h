/* smiles_reader.h - molecules from SMILES strings.
 *
 *     sg_molecule molecule = {0};
 *     const sg_molecule_form form = {.is_normal = true};
 *     SG_TRY(sg_smiles_parse(&molecule, &form, "c1ccccc1O", 9, place, err));
 *
 * OpenSMILES: organic subset, brackets with isotopes, hydrogens, charges and classes, branches, ring
 * bonds up to %99, dots, aromatic atoms and bonds, the wildcard.  Stereo marks (/ \ @ @@ @TH1 ...)
 * and isotopes are read and ignored unless the form asks for them, classes always.  Hydrogens that are written as atoms of their own become
 * part of the atom they hang on.  Every aromatic system must have a Kekule structure.
 *
 * In normal form (normal_form.h) the structure decides what is aromatic.  As written, bonds between
 * aromatic atoms are aromatic where they close a ring of such bonds, and what is written with
 * alternating double bonds stays as it is.
 *
 * Reference: James et al., OpenSMILES specification, 2016.
 */
#ifndef SG_CHEM_SMILES_READER_H
#define SG_CHEM_SMILES_READER_H

#include "chem/normal_form.h"

/* Read text[0 .. size).
 *
 *   molecule  in/out; its memory is reused
 *   form      NULL: as it is written
 *   place     of the first character, for messages
 *
 * Fails with SG_EFORMAT (path, line, column), SG_ELIMIT or SG_ENOMEM; the molecule then has no
 * meaning.  Time and memory linear in the string for nearly all molecules. */
sg_status sg_smiles_parse(sg_molecule *molecule, const sg_molecule_form *form, const char *text,
                          size_t size, sg_place place, sg_error *err);

#endif
