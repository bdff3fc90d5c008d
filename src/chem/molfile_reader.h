/* molfile_reader.h - molecules from MOL blocks of version V2000, as in SD files.
 *
 *     SG_TRY(sg_molfile_parse(&molecule, &form, text, size, place, err));
 *
 * Three lines of header, a line of counts, a line per atom and bond, properties (CHG, RAD, ISO), "M  END".
 * Coordinates and stereo marks are read past.  Hydrogens are what the valence leaves room for, as the charge
 * shifts it, unless the atom says its valence.
 *
 * Reference: BIOVIA, CTfile formats, 2020; where it is silent, RDKit's reader.
 */
#ifndef SG_CHEM_MOLFILE_READER_H
#define SG_CHEM_MOLFILE_READER_H

#include "chem/normal_form.h"

/* Read text[0 .. size).  As sg_smiles_parse. */
sg_status sg_molfile_parse(sg_molecule *molecule, const sg_molecule_form *form,
                           const char *text, size_t size, sg_place place, sg_error *err);

#endif
