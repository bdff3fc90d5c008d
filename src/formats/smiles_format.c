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

/* ---- Settings --------------------------------------------------------------------------------- */

/* The first word of a setting is what is meant where nothing is said. */
enum { BONDS, FORM, SALTS, CHARGES, VALENCE, ISOTOPES, N_CHOICES };

static const sg_format_setting SETTINGS[N_CHOICES + 1] = {
    [BONDS] = {"bonds", {"aromatic", "kekule"}},
    [FORM] = {"form", {"normal", "as-written"}},
    [SALTS] = {"salts", {"keep", "strip"}},
    [CHARGES] = {"charges", {"keep", "neutral"}},
    [VALENCE] = {"valence", {"refuse", "mark"}},
    [ISOTOPES] = {"isotopes", {"ignore", "label"}}};

static bool is_other(const sg_import_options *options, const sg_format_setting *setting)
{
    const char *value = sg_import_value(options, setting->key);
    return value != NULL && strcmp(value, setting->word[1]) == 0;
}

static sg_molecule_form form_of(const sg_import_options *o)
{
    return (sg_molecule_form){.is_normal = !is_other(o, &SETTINGS[FORM]),
                              .strips_salts = is_other(o, &SETTINGS[SALTS]),
                              .is_neutral = is_other(o, &SETTINGS[CHARGES]),
                              .marks_valences = is_other(o, &SETTINGS[VALENCE]),
                              .has_isotopes = is_other(o, &SETTINGS[ISOTOPES])};
}

/* ---- Reading ---------------------------------------------------------------------------------- */

/* The reader's memory: settings, and a molecule that is used again for the next line. */
typedef struct smiles_memory {
    sg_molecule molecule;
    sg_molecule_form form;
    bool is_kekule;
} smiles_memory;

static sg_status memory_of(smiles_memory **memory, sg_line_reader *reader, sg_error *err)
{
    sg_status status = SG_OK;
    smiles_memory *made = reader->memory;
    if (made == NULL) {
        SG_ALLOC(made, 1);
        made->form = form_of(reader->options);
        made->is_kekule = is_other(reader->options, &SETTINGS[BONDS]);
    }
    reader->memory = made;
    *memory = made;
done:
    return status;
}

static void free_memory(void *memory)
{
    smiles_memory *made = memory;
    if (made != NULL) sg_molecule_free(&made->molecule);
    sg_free(made);
}

static sg_status read_molecule(sg_record *record, sg_line_reader *reader, const char *text,
                               size_t size, sg_place place, sg_error *err)
{
    sg_status status = SG_OK;
    smiles_memory *memory = NULL;
    SG_TRY(memory_of(&memory, reader, err));
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
    return read_molecule(record, reader, text, size, place, err);
}

/* ---- The format ------------------------------------------------------------------------------- */

/* Name the labels, and note the form: the settings that differ from the usual ones. */
static sg_status complete(sg_dataset *data, const sg_import_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text form = {0};
    SG_TRY(sg_molecules_name_labels(data, err));
    if (is_other(options, &SETTINGS[FORM])) goto done;
    SG_TRY(sg_text_add(&form, err, "%s=%s", SETTINGS[FORM].key, SETTINGS[FORM].word[0]));
    for (int c = 0; c < N_CHOICES; c++)
        if (c != FORM && is_other(options, &SETTINGS[c]))
            SG_TRY(sg_text_add(&form, err, "&%s=%s", SETTINGS[c].key, SETTINGS[c].word[1]));
    SG_TRY(sg_text_replace(&data->form, form.data, err));
done:
    sg_text_free(&form);
    return status;
}

const sg_format sg_format_smiles = {
    .name = "smiles",
    .about = "a SMILES per line; what follows a blank is the id",
    .plural = "molecules",
    .ending = {".smi", ".smiles"},
    .setting = "smiles",
    .settings = SETTINGS,
    .knows_cells = true,
    .read_line = read_line,
    .read_cell = read_cell,
    .free_memory = free_memory,
    .complete = complete,
};
