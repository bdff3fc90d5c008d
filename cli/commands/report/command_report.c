/* command_report.c - sharegnn report DIR. */
#include "commands.h"
#include "common_options.h"
#include "json_out.h"
#include "message.h"
#include "output_file.h"
#include "report_source.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { DEFAULT_GRAPHS = 40 }; /* the preset of --graphs */

static sg_status write_report(const char *path, const arguments *args, uint32_t *n_shown,
                              sg_error *err)
{
    report_source source;
    sg_status status = report_source_open(&source, args, err);
    if (status != SG_OK) return status;
    source.options.n_graphs = (uint32_t)arguments_number(args, "graphs");
    source.options.n_shown = n_shown;
    source.options.elements = arguments_text(args, "elements");
    status = sg_report_write(path, source.results, &source.options, err);
    report_source_close(&source);
    return status;
}

static void print_written(const char *path, bool as_json)
{
    struct stat file;
    const uint64_t size = stat(path, &file) == 0 ? (uint64_t)file.st_size : 0;
    if (as_json) {
        json j = {.out = stdout};
        json_open(&j, NULL, '{');
        json_text(&j, "report", path);
        json_count(&j, "bytes", size);
        json_close(&j, '}');
        json_line(&j);
        return;
    }
    char *name = message_escape(path);
    printf("%s: %.2f MB; open it in any browser\n", name != NULL ? name : "report",
           (double)size / 1e6);
    free(name);
}

/* A number that was asked for and is not there is said, not dropped in silence. */
static void warn_of_fewer(const arguments *args, uint32_t n_shown)
{
    const uint32_t wanted = (uint32_t)arguments_number(args, "graphs");
    if (wanted == DEFAULT_GRAPHS || n_shown >= wanted || n_shown == 0) return;
    fprintf(stderr, "the page shows %" PRIu32 " of %" PRIu32 " graphs; its explorer says why\n",
            n_shown, wanted);
}

static int command_report(const arguments *args)
{
    sg_error err = {0};
    const char *path = arguments_text(args, "out");
    if (path == NULL) return message_usage(args->verb, "--out is missing: the file to write");
    if (!output_file_possible(path)) return output_file_complain(path);
    uint32_t n_shown = 0;
    if (write_report(path, args, &n_shown, &err) != SG_OK) return report_source_failure(&err);
    warn_of_fewer(args, n_shown);
    print_written(path, arguments_flag(args, "json"));
    return EXIT_SUCCESS;
}

/* clang-format off */
const verb verb_report = {
    .name = "report",
    .brief = "a run as one HTML page, with graphs and their messages to explore",
    .about = "Write a run as a single HTML file that needs nothing else, no network either: "
             "results, learning curves, predictions, ablations, the analysis of the weights, "
             "the configuration, and an explorer of test graphs: pick a graph, a layer and a "
             "head, point at a node to see its messages, search a triple, see what each label "
             "is. The explorer needs the data and a model that the run has saved ('save: one' "
             "in the experiment file); where there is none, the page says so and has the rest.",
    .positionals = (const positional[]){
        POSITIONAL_RUN,
        {0}},
    .options = (const option[]){
        {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "the HTML file to write"},
        {.name = "model", .metavar = "MODEL", .completes = COMPLETE_FILES,
         .preset_words = "the run's best", .help = "model to explore"},
        {.name = "graphs", .metavar = "N", .number = true, .min = 1, .max = 10000,
         .preset = "40", .help = "the most graphs to explore; fewer where they are large"},
        OPTION_JSON("one JSON object: path and size of the file"),
        OPTION_ELEMENTS,
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn report runs/NCI1 -o nci1.html", "the whole run"},
        {"sharegnn report runs/NCI1 -o nci1.html --graphs 10", "a small file to send around"}},
    .run = command_report,
};
/* clang-format on */
