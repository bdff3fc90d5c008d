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
#include "progress.h"
#include "reading_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ".smi, .smiles, ?smiles": how a format is recognized. */
static bool format_term_at(expression_term *t, size_t i)
{
    sg_reference_entry e = {.struct_size = sizeof e};
    if (sg_reference_at(&e, SG_REFERENCE_FORMATS, i, NULL) != SG_OK) return false;
    (void)snprintf(t->made, sizeof t->made, "%s", e.usage);
    t->usage = t->made;
    t->about = e.about;
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
        if (size.item == SG_ITEM_NODE)
            printf("%s: %s, %s written to %s/%s; %s of nodes\n", name,
                   counted(size.n_graphs, "graph", "graphs").text,
                   counted(size.n_nodes, "node", "nodes").text, folder, name, known.text);
        else
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

/* What was found, and what was left out. */
static void show_reading(const sg_dataset *data, const char *name, const char *folder)
{
    const size_t room = strlen(folder) + strlen(name) + sizeof "//rejects.csv";
    char *path = sg_data_reject_count(data) > 0 ? malloc(room) : NULL;
    if (path != NULL) (void)snprintf(path, room, "%s/%s/rejects.csv", folder, name);
    const repairs_text repairs = reading_view_repairs(data);
    reading_view_print(data, path);
    if (repairs.text[0] != '\0') fprintf(stderr, "note: %s\n", repairs.text);
    reading_view_task(data);
    free(path);
}

/* Say that a table is not there; sg_data_open would look for a data set of this name. */
static sg_status check_table(const char *path, sg_error *err)
{
    if (path == NULL || access(path, F_OK) == 0) return SG_OK;
    *err = (sg_error){.status = SG_EIO};
    (void)snprintf(err->text, sizeof err->text, "%s: no such file", shown_text(path).text);
    return SG_EIO;
}

static int command_data_import(const arguments *args)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    const char *folder = arguments_text(args, "out");
    const char *nodes = arguments_text(args, "nodes"), *edges = arguments_text(args, "edges");
    if ((args->n_positional > 0) == (nodes != NULL))
        return message_usage(args->verb, "FILE is missing, or --nodes FILE with --edges FILE");
    if (nodes != NULL && edges == NULL)
        return message_usage(args->verb, "--nodes needs --edges FILE");
    if (check_table(nodes, &err) != SG_OK || check_table(edges, &err) != SG_OK)
        return message_failure(&err, NULL);
    char *file = name_with_settings(nodes != NULL ? nodes : args->positional[0], args, false);
    if (file == NULL) return message_out_of_memory();
    progress bar;
    progress_start(&bar, 1);
    sg_status status = sg_data_open(&data, file, NULL, &err);
    const char *name = arguments_text(args, "name");
    if (name == NULL && status == SG_OK) name = sg_data_name(data);
    if (status == SG_OK)
        status = sg_data_write(data, folder, name, arguments_flag(args, "force"), &err);
    progress_stop(&bar);
    if (status == SG_OK) show_reading(data, name, folder);
    if (status == SG_OK) print_result(data, name, folder, arguments_flag(args, "json"));
    sg_data_close(data);
    free(file);
    if (status == SG_EEXIST) return message_failure(&err, "--force replaces it");
    if (status == SG_OK) return EXIT_SUCCESS;
    const int code = message_failure(&err, NULL);
    if (status == SG_ECANCELED) interrupt_obey();
    return code;
}

/* clang-format off */
const verb verb_data_import = {
    .name = "data import",
    .brief = "molecules, texts, images or JSON lines as a data set",
    .about = "Read a file with molecules, texts, images or graphs and write it as a data "
             "set. Options describe the columns of a table; without them its header does: a "
             "column called smiles or text; target, label, class or y; id; split. A row that "
             "cannot be read is left out and listed, with the reason, in rejects.csv next to "
             "the data. Other verbs read such files directly, with the same settings after a "
             "'?': 'FILE.csv?smiles=S&target=y'.",
    .positionals = (const positional[]){
        {.name = "FILE", .completes = COMPLETE_FILES, .optional = true,
         .help = "a file or folder in one of the formats below"},
        {0}},
    .options = (const option[]){
        {.name = "nodes", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "in place of FILE: a table of nodes; columns id, class, split, attributes as "
                 "index:value, graph; all others are attributes"},
        {.name = "edges", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "its table of edges: columns source and target with ids, label; all others are "
                 "attributes of edges"},
        {.name = "attributes", .metavar = "COLUMN", .preset_words = "attributes, features or words, if there is one",
         .help = "of nodes: sparse attributes, entries like 17:0.5"},
        {.name = "graph", .metavar = "COLUMN", .preset_words = "graph, if there is one",
         .help = "of nodes: the graph that a node belongs to"},
        {.name = "directed", .help = "of graphs with edges: edges are arcs from the first node to the second, and stay so"},
        {.name = "self-loops", .help = "of graphs with edges: edges from a node to itself stay"},
        {.name = "smiles", .metavar = "COLUMN", .help = "molecules are in this column (a name, or a number from 0)"},
        {.name = "text", .metavar = "COLUMN", .help = "texts are in this column; a text is a path of its words"},
        {.name = "image", .metavar = "WxH",
         .help = "all other columns are pixels, row by row; of a folder of images say 'FOLDER?image'"},
        {.name = "json-lines", .help = "each line is a graph in JSON, whatever the file is called"},
        {.name = "target", .letter = 't', .metavar = "COLUMN", .repeated = true,
         .preset_words = "target, label, class or y, if there is one",
         .help = "what to predict, any number of times; * stands for any text, as in 'NR-*'; empty cells are "
                 "missing targets"},
        {.name = "id", .metavar = "COLUMN", .preset_words = "id, if there is one",
         .help = "what the graphs are called"},
        {.name = "split", .metavar = "COLUMN", .preset_words = "split, if there is one",
         .help = "train, validation or test"},
        OPTION_MAX_REJECTS,
        {.name = "bounds", .metavar = "WHAT", .preset_words = "refuse", .word_at = bounds_word_at,
         .help = "targets like >4.5 are errors of their rows (refuse), or numbers, as 4.5 (value)"},
        {.name = "bonds", .metavar = "KIND", .preset_words = "aromatic", .word_at = bonds_word_at,
         .help = "aromatic bonds stay what they are (aromatic), or become single and double (kekule)"},
        OPTION_AS_WRITTEN,
        {.name = "salts", .metavar = "WHAT", .preset_words = "keep", .word_at = salts_word_at,
         .help = "of parts of a molecule that no bond joins, keep all (keep) or the largest one (strip)"},
        {.name = "charges", .metavar = "WHAT", .preset_words = "keep", .word_at = charges_word_at,
         .help = "charges stay (keep), or go where a hydrogen more or less takes them away (neutral)"},
        {.name = "valence", .metavar = "WHAT", .preset_words = "refuse", .word_at = valence_word_at,
         .help = "atoms with more bonds than they can have are errors (refuse), or get labels of their own (mark)"},
        {.name = "isotopes", .metavar = "WHAT", .preset_words = "ignore", .word_at = isotopes_word_at,
         .help = "isotopes are left out (ignore), or part of labels (label)"},
        {.name = "stereo", .metavar = "WHAT", .preset_words = "false", .word_at = stereo_word_at,
         .help = "handedness of atoms and geometry of double bonds are left out (false), or part of labels (true)"},
        {.name = "words", .metavar = "N", .preset_words = "all",
         .help = "keep the N most frequent words; the others become the word *"},
        {.name = "min-count", .metavar = "N", .preset_words = "1",
         .help = "keep words that occur N times"},
        {.name = "name", .metavar = "NAME", .preset_words = "that of the file",
         .help = "what the data set is called"},
        {.name = "force", .letter = 'f', .help = "replace existing data"},
        OPTION_OUT,
        OPTION_JSON("one JSON object: name, graphs, classes, targets, folder"),
        OPTION_MEMORY,
        {0}},
    .terms_title = "Formats, by the end of the name or the word after '?'",
    .term_at = format_term_at,
    .examples = {
        {"sharegnn data import esol.csv --smiles smiles --target logS --id name", "molecules"},
        {"sharegnn data import --nodes nodes.csv --edges edges.csv --name Cora", "nodes of one graph"},
        {"sharegnn data import digits.csv --image 8x8 --target label -o ~/graphs", "images"}},
    .run = command_data_import,
};
/* clang-format on */
