/* smiles_format.c - molecules as SMILES, in lines and in the cells of tables. */
#include "chem/smiles_reader.h"
#include "formats/molecules/molecule_settings.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* ---- Reading ---------------------------------------------------------------------------------- */

static sg_status read_molecule(sg_record *record, sg_line_reader *reader, const char *text,
                               size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    sg_molecule_memory *memory = NULL;
    SG_TRY(sg_molecule_memory_of(&memory, reader, err));
    SG_TRY(sg_smiles_parse(&memory->molecule, &memory->form, text, size, place, err));
    SG_TRY(sg_molecule_to_record(record, &memory->molecule, memory->is_kekule, err));
done:
    return status;
}

/* The SMILES ends at the first blank; what is left is the id. */
static sg_status read_line(sg_record *record, sg_line_reader *reader, const char *line,
                           size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    size_t begin = 0;
    while (begin < size && is_blank(line[begin])) begin++;
    size_t end = begin;
    while (end < size && !is_blank(line[end])) end++;
    if (place.column > 0) place.column += begin;
    const size_t size_of_smiles = end - begin;
    while (end < size && is_blank(line[end])) end++;
    if (end < size) {
        if (memchr(line + end, '\0', size - end) != NULL)
            SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                               "found a zero byte in the id; this is not a text file"));
        SG_TRY(sg_text_add_bytes(&record->id, line + end, size - end, err));
        record->has_id = true;
    }
    SG_TRY(read_molecule(record, reader, line + begin, size_of_smiles, place, err));
done:
    return status;
}

static sg_status read_cell(sg_record *record, sg_line_reader *reader, const char *text,
                           size_t size, sg_place place, sg_error *err)
{
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t')) size--;
    for (; size > 0 && (*text == ' ' || *text == '\t'); size--, text++) place.column++;
    if (size == 0)
        return sg_error_at(err, SG_EFORMAT, SG_WHERE, place, "the cell has no molecule");
    return read_molecule(record, reader, text, size, place, err);
}

/* ---- The format ------------------------------------------------------------------------------- */

const sg_format sg_format_smiles = {
    .name = "smiles",
    .about = "a SMILES per line; what follows a blank is the id",
    .plural = "molecules",
    .ending = {".smi", ".smiles"},
    .setting = "smiles",
    .settings = sg_molecule_settings,
    .knows_cells = true,
    .read_line = read_line,
    .read_cell = read_cell,
    .free_memory = sg_molecule_memory_free,
    .complete = sg_molecules_complete,
};
