/* molecule_settings.c - settings become a form of molecules, and the form is noted with the data. */
#include "formats/molecules/molecule_settings.h"

#include "base/mem.h"

#include <string.h>

/* The first word of a setting is what is meant where nothing is said. */
enum { BONDS, FORM, SALTS, CHARGES, VALENCE, ISOTOPES, STEREO, N_CHOICES };

const sg_format_setting sg_molecule_settings[N_CHOICES + 1] = {
    [BONDS] = {"bonds", {"aromatic", "kekule"}}, [FORM] = {"form", {"normal", "as-written"}},
    [SALTS] = {"salts", {"keep", "strip"}},      [CHARGES] = {"charges", {"keep", "neutral"}},
    [VALENCE] = {"valence", {"refuse", "mark"}}, [ISOTOPES] = {"isotopes", {"ignore", "label"}},
    [STEREO] = {"stereo", {"false", "true"}}};

static bool is_other(const sg_import_options *options, const sg_format_setting *setting)
{
    const char *value = sg_import_value(options, setting->key);
    return value != NULL && strcmp(value, setting->word[1]) == 0;
}

static sg_molecule_form form_of(const sg_import_options *o)
{
    return (sg_molecule_form){.is_normal = !is_other(o, &sg_molecule_settings[FORM]),
                              .strips_salts = is_other(o, &sg_molecule_settings[SALTS]),
                              .is_neutral = is_other(o, &sg_molecule_settings[CHARGES]),
                              .marks_valences = is_other(o, &sg_molecule_settings[VALENCE]),
                              .has_isotopes = is_other(o, &sg_molecule_settings[ISOTOPES]),
                              .has_stereo = is_other(o, &sg_molecule_settings[STEREO])};
}

sg_status sg_molecule_memory_of(sg_molecule_memory **memory, sg_line_reader *reader,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_molecule_memory *made = reader->memory;
    if (made == NULL) {
        SG_ALLOC(made, 1);
        made->form = form_of(reader->options);
        made->is_kekule = is_other(reader->options, &sg_molecule_settings[BONDS]);
    }
    reader->memory = made;
    *memory = made;
done:
    return status;
}

void sg_molecule_memory_free(void *memory)
{
    sg_molecule_memory *made = memory;
    if (made != NULL) sg_molecule_free(&made->molecule);
    sg_free(made);
}

/* Name the labels, and note the form: the settings that differ from the usual ones. */
sg_status sg_molecules_complete(sg_dataset *data, const sg_import_options *options,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_text form = {0};
    SG_TRY(sg_molecules_name_labels(data, err));
    if (is_other(options, &sg_molecule_settings[FORM])) goto done;
    SG_TRY(sg_text_add(&form, err, "%s=%s", sg_molecule_settings[FORM].key,
                       sg_molecule_settings[FORM].word[0]));
    for (int c = 0; c < N_CHOICES; c++)
        if (c != FORM && is_other(options, &sg_molecule_settings[c]))
            SG_TRY(sg_text_add(&form, err, "&%s=%s", sg_molecule_settings[c].key,
                               sg_molecule_settings[c].word[1]));
    SG_TRY(sg_text_replace(&data->form, form.data, err));
done:
    sg_text_free(&form);
    return status;
}
