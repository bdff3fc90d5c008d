/* sdf_format.c - molecules as MOL blocks: SD files, single files, and cells of tables. */
#include "chem/molfile_reader.h"
#include "formats/molecules/molecule_settings.h"
#include "formats/molecules/sdf_rows.h"
#include "formats/table_file.h"

static sg_status read_cell(sg_record *record, sg_line_reader *reader, const char *text,
                           size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    sg_molecule_memory *memory = NULL;
    place.column = 0;
    SG_TRY(sg_molecule_memory_of(&memory, reader, err));
    SG_TRY(sg_molfile_parse(&memory->molecule, &memory->form, text, size, place, err));
    SG_TRY(sg_molecule_to_record(record, &memory->molecule, memory->is_kekule, err));
done:
    return status;
}

static sg_status read_file(sg_dataset *data, const sg_format_input *in, sg_error *err)
{
    sg_status status = SG_OK;
    sg_sdf_rows rows = {0};
    SG_TRY(sg_sdf_rows_make(&rows, in->text, in->size, err));
    SG_TRY(sg_table_read_from(data, in->name, in->path, rows.csv.data, rows.csv.size, rows.line,
                              in->options, err));
done:
    sg_sdf_rows_free(&rows);
    return status;
}

const sg_format sg_format_sdf = {
    .name = "sdf",
    .about = "molecules as MOL blocks (V2000) with data fields, which are columns",
    .plural = "molecules",
    .ending = {".sdf", ".sd", ".mol"},
    .setting = "molfile",
    .read = read_file,
    .read_cell = read_cell,
    .free_memory = sg_molecule_memory_free,
    .complete = sg_molecules_complete,
};
