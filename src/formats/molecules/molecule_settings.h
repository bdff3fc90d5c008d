/* molecule_settings.h - what settings say about molecules, whatever they are written in.
 */
#ifndef SG_FORMATS_MOLECULES_MOLECULE_SETTINGS_H
#define SG_FORMATS_MOLECULES_MOLECULE_SETTINGS_H

#include "chem/molecule.h"
#include "chem/normal_form.h"
#include "formats/import_options.h"

/* The settings, for the format that has them in its list; all formats of molecules know them. */
extern const sg_format_setting sg_molecule_settings[];

/* The memory of a reader of molecules: settings, and a molecule that is used again for the next one. */
typedef struct sg_molecule_memory {
    sg_molecule molecule;
    sg_molecule_form form;
    bool is_kekule;
} sg_molecule_memory;

/* The memory of a reader, made where there is none.  Fails with SG_ENOMEM. */
sg_status sg_molecule_memory_of(sg_molecule_memory **memory, sg_line_reader *reader,
                                sg_error *err);

/* As sg_format.free_memory and sg_format.complete. */
void sg_molecule_memory_free(void *memory);
sg_status sg_molecules_complete(sg_dataset *data, const sg_import_options *options,
                                sg_error *err);

#endif
