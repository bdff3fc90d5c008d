/* smiles_format.c - molecules as SMILES, in lines and in the cells of tables. */
#include "base/mem.h"
#include "chem/molecule.h"
#include "chem/smiles_reader.h"
#include "formats/import_options.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The reader's memory is a molecule, which is used again for the next line. */
static sg_status molecule_of(sg_molecule **molecule, sg_line_reader *reader, sg_error *err)
{
    sg_status status = SG_OK;
    sg_molecule *made = reader->memory;
    if (made == NULL) SG_ALLOC(made, 1);
    reader->memory = made;
    *molecule = made;
done:
    return status;
}

static void free_molecule(void *memory)
{
    sg_molecule *molecule = memory;
    if (molecule != NULL) sg_molecule_free(molecule);
    sg_free(molecule);
}

static sg_status read_molecule(sg_record *record, sg_line_reader *reader, const char *text,
                               size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    const char *bonds = sg_import_value(reader->options, "bonds");
    sg_molecule *molecule = NULL;
    SG_TRY(molecule_of(&molecule, reader, err));
    SG_TRY(sg_smiles_parse(molecule, text, size, place, err));
    SG_TRY(sg_molecule_to_record(record, molecule,
                                 bonds != NULL && strcmp(bonds, "kekule") == 0, err));
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
    SG_TRY(read_molecule(record, reader, line + begin, end - begin, place, err));
    while (end < size && is_blank(line[end])) end++;
    if (end == size) goto done;
    if (memchr(line + end, '\0', size - end) != NULL)
        SG_TRY(sg_error_at(err, SG_EFORMAT, SG_WHERE, place,
                           "found a zero byte in the id; this is not a text file"));
    SG_TRY(sg_text_add_bytes(&record->id, line + end, size - end, err));
    record->has_id = true;
done:
    return status;
}

static sg_status read_cell(sg_record *record, sg_line_reader *reader, const char *text,
                           size_t size, sg_place place, sg_error *err)
{
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t')) size--;
    for (; size > 0 && (*text == ' ' || *text == '\t'); size--, text++) place.column++;
    return read_molecule(record, reader, text, size, place, err);
}

static const sg_format_setting SETTINGS[] = {{"bonds", {"aromatic", "kekule"}}, {0}};

const sg_format sg_format_smiles = {
    .name = "smiles",
    .about = "a SMILES per line; what follows a blank is the id",
    .ending = {".smi", ".smiles"},
    .setting = "smiles",
    .settings = SETTINGS,
    .read_line = read_line,
    .read_cell = read_cell,
    .free_memory = free_molecule,
    .complete = sg_molecules_name_labels,
};
