/* command_plot.c - sharegnn plot DIR. */
#include "base/nearest.h"
#include "commands.h"
#include "common_options.h"
#include "message.h"
#include "output_file.h"
#include "report_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct kind {
    const char *name, *about;
    sg_figure figure;
} kind;

static const kind KINDS[] = {
    {"curves", "metric by epoch, with a band over folds and runs", SG_FIGURE_CURVES},
    {"loss", "loss by epoch, likewise", SG_FIGURE_LOSS},
    {"confusion", "true and predicted classes of test graphs", SG_FIGURE_CONFUSION},
    {"scatter", "predicted against true targets of test graphs", SG_FIGURE_SCATTER},
    {"residuals", "true minus predicted targets of test graphs", SG_FIGURE_RESIDUALS},
    {"roc", "true over false positives of test graphs: two classes, or a curve per label",
     SG_FIGURE_ROC},
    {"precision", "precision over recall of test graphs, likewise", SG_FIGURE_PRECISION},
    {"calibration", "how often the probabilities of test graphs come true",
     SG_FIGURE_CALIBRATION},
    {"heat-map", "a grid of distances and layers: the metric of each", SG_FIGURE_HEAT_MAP},
    {"threshold", "a grid of at-least or at-most: metric and number of weights",
     SG_FIGURE_THRESHOLD},
    {"occurrences", "how often each weight of an encoder's head occurs", SG_FIGURE_OCCURRENCES},
    {"weights", "the values of these weights, from the most frequent to the rarest",
     SG_FIGURE_WEIGHTS}};

enum { N_KINDS = sizeof KINDS / sizeof *KINDS };

static bool plot_term_at(expression_term *t, size_t i)
{
    if (i >= N_KINDS) return false;
    t->usage = KINDS[i].name;
    t->about = KINDS[i].about;
    return true;
}

static bool kind_word_at(char *word, size_t size, size_t i)
{
    if (i < N_KINDS) (void)snprintf(word, size, "%s", KINDS[i].name);
    return i < N_KINDS;
}

static const kind *find_kind(sg_nearest *nearest)
{
    for (size_t i = 0; i < N_KINDS; i++) {
        if (strcmp(KINDS[i].name, nearest->wanted) == 0) return &KINDS[i];
        sg_nearest_offer(nearest, KINDS[i].name);
    }
    return NULL;
}

static sg_status draw(char **svg, sg_figure figure, const arguments *args, sg_error *err)
{
    report_source source;
    sg_status status = report_source_open(&source, args, err);
    if (status != SG_OK) return status;
    status = sg_figure_draw(svg, source.results, figure,
                            (uint32_t)arguments_number(args, "head"), &source.options, err);
    report_source_close(&source);
    return status;
}

static bool is_converted(const char *path)
{
    const size_t size = path != NULL ? strlen(path) : 0;
    return size > 4 &&
           (strcmp(path + size - 4, ".png") == 0 || strcmp(path + size - 4, ".pdf") == 0);
}

static int write_picture(const char *svg, const char *path)
{
    output_file out;
    sg_error err = {0};
    if (is_converted(path))
        return sg_picture_write(path, svg, &err) == SG_OK ? EXIT_SUCCESS
                                                          : message_failure(&err, NULL);
    bool written = output_file_open(&out, path);
    if (written) {
        fputs(svg, out.stream);
        written = output_file_close(&out);
    }
    return written ? EXIT_SUCCESS : output_file_complain(path);
}

static int command_plot(const arguments *args)
{
    sg_error err = {0};
    char *svg = NULL;
    sg_nearest nearest = {.wanted = arguments_text(args, "kind")};
    const kind *is = find_kind(&nearest);
    if (is == NULL)
        return message_usage(
            args->verb, "--kind: there is no figure %s%s%s%s", shown_text(nearest.wanted).text,
            nearest.name != NULL ? "; did you mean " : "",
            nearest.name != NULL ? nearest.name : "", nearest.name != NULL ? "?" : "");
    const sg_status status = draw(&svg, is->figure, args, &err);
    if (status != SG_OK) return report_source_failure(&err);
    const int code = write_picture(svg, arguments_text(args, "out"));
    sg_text_release(svg);
    return code;
}

/* clang-format off */
const verb verb_plot = {
    .name = "plot",
    .brief = "one figure of a run as SVG, PDF or PNG",
    .about = "Draw one figure of a run: how it learned, what it predicted, what a grid tells, "
             "or the weights of its best model. SVG pictures are readable on light and on dark "
             "paper.",
    .positionals = (const positional[]){
        POSITIONAL_RUN,
        {0}},
    .options = (const option[]){
        {.name = "kind", .letter = 'k', .metavar = "KIND", .preset = "curves",
         .word_at = kind_word_at,
         .help = "what to draw, see below"},
        {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
         .preset_words = "standard output",
         .help = "file to write to; a PNG or PDF where the name ends in .png or .pdf"},
        {.name = "head", .metavar = "N", .number = true, .max = UINT32_MAX, .preset = "0",
         .help = "for occurrences and weights: which head, counted through all layers"},
        {.name = "model", .metavar = "MODEL", .completes = COMPLETE_FILES,
         .preset_words = "the run's best", .help = "for occurrences and weights: which model"},
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_MEMORY,
        {0}},
    .terms_title = "Kinds",
    .term_at = plot_term_at,
    .examples = {
        {"sharegnn plot runs/NCI1 -o curves.svg", "learning curves"},
        {"sharegnn plot runs/grid --kind heat-map -o grid.svg", "distance times layers"}},
    .run = command_plot,
};
/* clang-format on */
