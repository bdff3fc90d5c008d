/* command_data_export.c - sharegnn data export DATA: a graph per line. */
#include "commands.h"
#include "common_options.h"
#include "known_words.h"
#include "message.h"
#include "output_file.h"

#include <stdlib.h>
#include <string.h>

static sg_status write_graphs(FILE *out, const sg_dataset *data, const char *format,
                              sg_error *err)
{
    const uint32_t n = sg_data_sizes_of(data).n_graphs;
    sg_status status = SG_OK;
    for (uint32_t g = 0; g < n && status == SG_OK && !ferror(out); g++) {
        char *line = NULL;
        status = sg_data_graph_line(&line, data, g, format, err);
        if (status == SG_OK) fputs(line, out);
        sg_text_release(line);
    }
    return status;
}

/* The format of a file by its ending; NULL: none that is written has it. */
static const char *format_of_ending(const char *path)
{
    const char *ending = path != NULL ? strrchr(path, '.') : NULL;
    if (ending == NULL) return NULL;
    for (size_t f = 0; sg_data_format_of(f).name != NULL; f++) {
        const sg_data_format format = sg_data_format_of(f);
        for (size_t e = 0; format.is_written && e < 4 && format.ending[e] != NULL; e++)
            if (strcmp(ending, format.ending[e]) == 0) return format.name;
    }
    return NULL;
}

static const char *format_named(const arguments *args)
{
    const char *named = arguments_text(args, "format");
    const char *by_ending = format_of_ending(arguments_text(args, "out"));
    return named != NULL ? named : by_ending != NULL ? by_ending : "json-lines";
}

static int command_data_export(const arguments *args)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    output_file out;
    const char *path = arguments_text(args, "out");
    const sg_data_options options = {
        .struct_size = sizeof options,
        .folder = arguments_text(args, "data-dir"),
        .form = arguments_flag(args, "as-written") ? "form=as-written" : NULL};
    if (sg_data_open(&data, args->positional[0], &options, &err) != SG_OK)
        return message_failure(&err, NULL);
    if (!output_file_open(&out, path)) {
        sg_data_close(data);
        return output_file_complain(path);
    }
    const sg_status status = write_graphs(out.stream, data, format_named(args), &err);
    sg_data_close(data);
    if (status != SG_OK) {
        output_file_discard(&out);
        return message_failure(&err, NULL);
    }
    return output_file_close(&out) ? EXIT_SUCCESS : output_file_complain(path);
}

/* clang-format off */
const verb verb_data_export = {
    .name = "data export",
    .brief = "a data set as JSON lines",
    .about = "Write a data set with one graph per line: {\"nodes\": [...], \"edges\": [[u, v, "
             "label]...], \"target\": ...}. A file FILE.jsonl of such lines is a data set again.",
    .positionals = (const positional[]){
        {.name = "DATA", .completes = COMPLETE_DATA, .help = "a name, or a path"},
        {0}},
    .options = (const option[]){
        {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
         .preset_words = "standard output", .help = "file to write to"},
        {.name = "format", .metavar = "NAME", .preset_words = "by the ending of FILE, or else json-lines",
         .word_at = written_format_word_at,
         .help = "a format with a graph per line: graph6, json-lines or sparse6"},
        OPTION_AS_WRITTEN,
        OPTION_DATA_DIR,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn data export MUTAG | head -1", "how the first graph looks"},
        {"sharegnn data export molecules.smi -o molecules.jsonl", "from SMILES to JSON lines"}},
    .run = command_data_export,
};
/* clang-format on */
