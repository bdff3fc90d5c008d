/* command_data_make.c - sharegnn data make NAME. */
#include "commands.h"
#include "common_options.h"
#include "json_out.h"
#include "message.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t count_graphs(const char *name)
{
    for (size_t i = 0; i < sg_data_source_count(); i++) {
        const sg_data_source source = sg_data_source_of(i);
        if (strcmp(source.name, name) == 0) return source.n_graphs;
    }
    return 0;
}

static void print_result(const char *name, const char *path, const char *splits, bool as_json)
{
    if (!as_json) {
        printf("%s: %u graphs written to %s, splits to %s\n", name,
               (unsigned)count_graphs(name), path, splits);
        return;
    }
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "name", name);
    json_count(&j, "graphs", count_graphs(name));
    json_text(&j, "path", path);
    json_text(&j, "splits", splits);
    json_close(&j, '}');
    json_line(&j);
}

static int command_data_make(const arguments *args)
{
    sg_error err = {0};
    const char *name = args->positional[0], *folder = arguments_text(args, "out");
    const uint32_t seed = (uint32_t)arguments_number(args, "seed");
    char *path = NULL, *splits = NULL;
    progress bar;
    progress_start(&bar, 1);
    sg_status status =
        sg_data_make(&splits, name, folder, seed, arguments_flag(args, "force"), &err);
    progress_stop(&bar);
    if (status == SG_EEXIST) return message_failure(&err, "--force replaces it");
    if (status == SG_OK) status = sg_data_find(&path, name, folder, &err);
    if (status == SG_OK) print_result(name, path, splits, arguments_flag(args, "json"));
    sg_text_release(splits);
    sg_text_release(path);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}

/* clang-format off */
const verb verb_data_make = {
    .name = "data make",
    .brief = "generate a data set of the paper, with its splits",
    .about = "Generate one of the paper's synthetic data sets in TU Dortmund's text format and "
             "write it to DIR/NAME/, and its splits to DIR/splits/. It is written whole or not "
             "at all. The same seed gives the same files on every machine.",
    .positionals = (const positional[]){
        {.name = "NAME", .completes = COMPLETE_GENERATED,
         .help = "RingTransfer1, RingTransfer2, RingTransfer3, CSL, Snowflakes or "
                 "SubstructureCounting"},
        {0}},
    .options = (const option[]){
        OPTION_OUT,
        {.name = "seed", .metavar = "N", .number = true, .max = UINT32_MAX, .preset = "0",
         .help = "which random graphs; 0: the paper's"},
        {.name = "force", .letter = 'f', .help = "replace an existing data set"},
        OPTION_JSON("one JSON object: name, graphs, path, splits"),
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn data make RingTransfer1", "the paper's graphs, into the data folder"},
        {"sharegnn data make CSL --out /tmp/graphs --seed 7 --force", "others, elsewhere"}},
    .run = command_data_make,
};
/* clang-format on */
