/* smiles_reader.h - molecules from SMILES strings.
 *
 *     sg_molecule molecule = {0};
 *     SG_TRY(sg_smiles_parse(&molecule, "c1ccccc1O", 9, place, err));
 *
 * OpenSMILES: organic subset, brackets with isotopes, hydrogens, charges and classes, branches, ring
 * bonds up to %99, dots, aromatic atoms and bonds, the wildcard.  Stereo marks (/ \ @ @@ @TH1 ...),
 * isotopes and classes are read and ignored.  Hydrogens that are written as atoms of their own become
 * part of the atom they hang on.  Bonds between aromatic atoms are aromatic where they close a ring
 * of such bonds; every aromatic system must have a Kekule structure, and what is written with
 * alternating double bonds stays as it is written.
 *
 * Reference: James et al., OpenSMILES specification, 2016.
 */
#ifndef SG_CHEM_SMILES_READER_H
#define SG_CHEM_SMILES_READER_H

#include "chem/molecule.h"

/* Read text[0 .. size).
 *
 *   molecule  in/out; its memory is reused
 *   place     of the first character, for messages
 *
 * Fails with SG_EFORMAT (path, line, column), SG_ELIMIT or SG_ENOMEM; the molecule then has no
 * meaning.  Time and memory linear in the string for nearly all molecules. */
sg_status sg_smiles_parse(sg_molecule *molecule, const char *text, size_t size, sg_place place,
                          sg_error *err);

#endif
