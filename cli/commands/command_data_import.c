/* command_data_import.c - sharegnn data import FILE.
 *
 * The options become settings behind the file's name, which sg_data_open knows; so whatever can be
 * imported can also be used where it is. */
#include "commands.h"
#include "common_options.h"
#include "counted.h"
#include "data_settings.h"
#include "json_out.h"
#include "known_words.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ".smi, .smiles, ?smiles": how a format is recognized. */
static bool format_term_at(expression_term *t, size_t i)
{
    const sg_data_format format = sg_data_format_of(i);
    size_t size = 0;
    if (format.name == NULL) return false;
    t->made[0] = '\0';
    for (size_t e = 0; e < sizeof format.ending / sizeof *format.ending; e++)
        if (format.ending[e] != NULL)
            size += (size_t)snprintf(t->made + size, sizeof t->made - size, "%s%s",
                                     size > 0 ? ", " : "", format.ending[e]);
    if (format.setting != NULL)
        (void)snprintf(t->made + size, sizeof t->made - size, "%s%s?%s", size > 0 ? ", " : "",
                       format.is_folder ? "FOLDER" : "", format.setting);
    t->usage = t->made[0] != '\0' ? t->made : "anything else";
    t->about = format.about;
    return true;
}

static void print_result(const sg_dataset *data, const char *name, const char *folder,
                         bool as_json)
{
    const sg_data_size size = sg_data_sizes_of(data);
    if (!as_json) {
        const counted_text known = size.n_classes > 0
                                       ? counted(size.n_classes, "class", "classes")
                                       : counted(size.n_targets, "target", "targets");
        printf("%s: %s written to %s/%s; %s\n", name,
               counted(size.n_graphs, "graph", "graphs").text, folder, name, known.text);
        return;
    }
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "name", name);
    json_count(&j, "graphs", size.n_graphs);
    json_count(&j, "classes", size.n_classes);
    json_count(&j, "targets", size.n_targets);
    json_text(&j, "folder", folder);
    json_close(&j, '}');
    json_line(&j);
}

static int command_data_import(const arguments *args)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    const char *folder = arguments_text(args, "out");
    char *file = name_with_settings(args->positional[0], args, false);
    if (file == NULL) return message_out_of_memory();
    sg_status status = sg_data_open(&data, file, NULL, &err);
    const char *name = arguments_text(args, "name");
    if (name == NULL && status == SG_OK) name = sg_data_name(data);
    if (status == SG_OK)
        status = sg_data_write(data, folder, name, arguments_flag(args, "force"), &err);
    if (status == SG_OK) print_result(data, name, folder, arguments_flag(args, "json"));
    sg_data_close(data);
    free(file);
    if (status == SG_EEXIST) return message_failure(&err, "--force replaces it");
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}

/* clang-format off */
const verb verb_data_import = {
    .name = "data import",
    .brief = "molecules, texts, images or JSON lines as a data set",
    .about = "Read a file with molecules, texts, images or graphs and write it as a data set. "
             "The options say what is in a table, else its header does: a column called smiles or "
             "text; target, label, class or y; id; split. Other verbs take such files where they "
             "are, with the same settings behind a '?': 'FILE.csv?smiles=S&target=y'.",
    .positionals = (const positional[]){
        {.name = "FILE", .completes = COMPLETE_FILES,
         .help = "a file or folder in one of the formats below"},
        {0}},
    .options = (const option[]){
        {.name = "smiles", .metavar = "COLUMN", .help = "molecules are in this column (a name, or a number from 0)"},
        {.name = "text", .metavar = "COLUMN", .help = "texts are in this column; a text is a path of its words"},
        {.name = "image", .metavar = "WxH",
         .help = "all other columns are pixels, row by row; of a folder of images say 'FOLDER?image'"},
        {.name = "json-lines", .help = "each line is a graph in JSON, whatever the file is called"},
        {.name = "target", .letter = 't', .metavar = "COLUMN", .repeated = true,
         .preset_words = "target, label, class or y, if there is one",
         .help = "what to predict, any number of times; empty cells are missing targets"},
        {.name = "id", .metavar = "COLUMN", .preset_words = "id, if there is one",
         .help = "what the graphs are called"},
        {.name = "split", .metavar = "COLUMN", .preset_words = "split, if there is one",
         .help = "train, validation or test"},
        {.name = "bonds", .metavar = "KIND", .preset_words = "aromatic", .word_at = bonds_word_at,
         .help = "aromatic bonds stay what they are (aromatic), or become single and double (kekule)"},
        {.name = "words", .metavar = "N", .preset_words = "all",
         .help = "keep the N most frequent words; the others become the word *"},
        {.name = "min-count", .metavar = "N", .preset_words = "1",
         .help = "keep words that occur N times"},
        {.name = "name", .metavar = "NAME", .preset_words = "that of the file",
         .help = "what the data set is called"},
        {.name = "force", .letter = 'f', .help = "replace what is already there"},
        OPTION_OUT,
        OPTION_JSON("one JSON object: name, graphs, classes, targets, folder"),
        {0}},
    .terms_title = "Formats, by the ending of the name or what is behind it",
    .term_at = format_term_at,
    .examples = {
        {"sharegnn data import esol.csv --smiles smiles --target logS --id name", "molecules"},
        {"sharegnn data import digits.csv --image 8x8 --target label -o ~/graphs", "images"}},
    .run = command_data_import,
};
/* clang-format on */
