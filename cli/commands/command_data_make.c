/* command_data_make.c - sharegnn data make NAME. */
#include "commands.h"
#include "common_options.h"
#include "counted.h"
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

/* What was made, and where it is. */
typedef struct made_data {
    const char *name;
    char *path, *splits;
    char *answer; /* what is known about the right answers; NULL: nothing */
} made_data;

static void print_result(const made_data *made, bool as_json)
{
    const char *name = made->name;
    const uint32_t n_graphs = count_graphs(name);
    if (!as_json) {
        printf("%s: %s written to %s, splits to %s\n", name,
               counted(n_graphs, "graph", "graphs").text, made->path, made->splits);
        if (made->answer != NULL) printf("%s: %s\n", name, made->answer);
        return;
    }
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "name", name);
    json_count(&j, "graphs", n_graphs);
    json_text(&j, "path", made->path);
    json_text(&j, "splits", made->splits);
    if (made->answer != NULL) json_text(&j, "answer", made->answer);
    json_close(&j, '}');
    json_line(&j);
}

static int command_data_make(const arguments *args)
{
    sg_error err = {0};
    const char *name = args->positional[0], *folder = arguments_text(args, "out");
    const uint32_t seed = (uint32_t)arguments_number(args, "seed");
    made_data made = {.name = name};
    progress bar;
    progress_start(&bar, 1);
    sg_status status =
        sg_data_make(&made.splits, name, folder, seed, arguments_flag(args, "force"), &err);
    progress_stop(&bar);
    if (status == SG_EEXIST) return message_failure(&err, "--force replaces it");
    if (status == SG_OK) status = sg_data_find(&made.path, name, folder, &err);
    if (status == SG_OK) status = sg_data_answer(&made.answer, name, seed, &err);
    if (status == SG_OK) print_result(&made, arguments_flag(args, "json"));
    sg_text_release(made.splits);
    sg_text_release(made.path);
    sg_text_release(made.answer);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}

/* clang-format off */
const verb verb_data_make = {
    .name = "data make",
    .brief = "generate a synthetic data set, with its splits",
    .about = "Generate one of the paper's synthetic data sets, or one of nodes, in TU "
             "Dortmund's text format and write it to DIR/NAME/, and its splits to "
             "DIR/splits/. The same seed gives the same files on every machine.",
    .positionals = (const positional[]){
        {.name = "NAME", .completes = COMPLETE_GENERATED,
         .help = "RingTransfer1, RingTransfer2, RingTransfer3, CSL, Snowflakes, "
                 "SubstructureCounting, BlockModel or MarkedTrees"},
        {0}},
    .options = (const option[]){
        OPTION_OUT,
        {.name = "seed", .metavar = "N", .number = true, .max = UINT32_MAX, .preset = "0",
         .help = "which random graphs; 0: the paper's"},
        {.name = "force", .letter = 'f', .help = "replace an existing data set"},
        OPTION_JSON("one JSON object: name, graphs, path, splits, answer"),
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn data make RingTransfer1", "the paper's graphs, into the data folder"},
        {"sharegnn data make CSL --out /tmp/graphs --seed 7 --force", "others, elsewhere"}},
    .run = command_data_make,
};
/* clang-format on */
