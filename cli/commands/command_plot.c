/* command_plot.c - sharegnn plot DIR. */
#include "commands.h"
#include "message.h"
#include "output_file.h"
#include "progress.h"

#include <errno.h>
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
    {"roc", "true and false positives of test graphs, a curve per label", SG_FIGURE_ROC},
    {"heat-map", "a grid of distances and layers: the metric of each", SG_FIGURE_HEAT_MAP},
    {"threshold", "a grid of at-least or at-most: metric and number of weights",
     SG_FIGURE_THRESHOLD},
    {"occurrences", "how often each weight of an encoder's head occurs", SG_FIGURE_OCCURRENCES},
    {"weights", "the values of these weights, from the most frequent to the rarest",
     SG_FIGURE_WEIGHTS}};

enum { N_KINDS = sizeof KINDS / sizeof *KINDS };

bool plot_term_at(expression_term *t, size_t i)
{
    if (i >= N_KINDS) return false;
    t->usage = KINDS[i].name;
    t->about = KINDS[i].about;
    return true;
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
    sg_results *results = NULL;
    progress bar;
    sg_status status = sg_results_open(&results, args->positional[0], err);
    if (status != SG_OK) return status;
    progress_start(&bar, 1);
    const sg_report_options options = {.data_folder = arguments_text(args, "data-dir"),
                                       .model = arguments_text(args, "model"),
                                       .n_threads = (uint32_t)arguments_number(args, "threads"),
                                       .observer = &bar.observer};
    status = sg_figure_draw(svg, results, figure, (uint32_t)arguments_number(args, "head"),
                            &options, err);
    progress_stop(&bar);
    sg_results_close(results);
    return status;
}

static bool is_png(const char *path)
{
    const size_t size = path != NULL ? strlen(path) : 0;
    return size > 4 && strcmp(path + size - 4, ".png") == 0;
}

static int write_picture(const char *svg, const char *path)
{
    output_file out;
    sg_error err = {0};
    if (is_png(path))
        return sg_picture_write(path, svg, &err) == SG_OK ? EXIT_SUCCESS
                                                          : message_failure(&err, NULL);
    bool written = output_file_open(&out, path);
    if (written) {
        fputs(svg, out.stream);
        written = output_file_close(&out);
    }
    if (written) return EXIT_SUCCESS;
    (void)snprintf(err.text, sizeof err.text, "%.400s: cannot write: %s",
                   path != NULL ? path : "standard output", strerror(errno));
    return message_failure(&err, NULL);
}

int command_plot(const arguments *args)
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
    if (status == SG_ECANCELED) {
        fputs("stopped\n", stderr);
        interrupt_obey();
    }
    if (status != SG_OK) return message_failure(&err, NULL);
    const int code = write_picture(svg, arguments_text(args, "out"));
    sg_text_release(svg);
    return code;
}
