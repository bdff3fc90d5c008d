/* command_results.c - sharegnn results DIR... */
#include "commands.h"
#include "common_options.h"
#include "message.h"
#include "output_file.h"
#include "result_comparison.h"
#include "result_grid.h"
#include "result_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The one of some flags that was given, 0 for none, as its place from 1; -1 where there are more. */
static int one_of(const arguments *args, const char *const *flags, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        if (arguments_flag(args, flags[i])) found = found == 0 ? i + 1 : -1;
    return found;
}

enum { N_FORMATS = 4, MARKDOWN = 4 };

static const char *const FORMATS[N_FORMATS] = {"csv", "json", "latex", "markdown"};
static const listing_format FORMAT_OF[] = {LISTING_TEXT, LISTING_CSV, LISTING_JSON,
                                           LISTING_LATEX, LISTING_TEXT};

typedef enum view { OVERVIEW, CONFIGURATIONS, JOBS, EPOCHS, TARGETS, COMPARISON, TABLE } view;

static const char *const VIEWS[] = {"configurations", "jobs",    "epochs",
                                    "targets",        "compare", "table"};

/* ---- Opening ----------------------------------------------------------------------------- */

typedef struct runs {
    sg_results **item; /* [n] */
    size_t n;
} runs;

static void runs_close(runs *r)
{
    for (size_t i = 0; i < r->n; i++) sg_results_close(r->item[i]);
    free(r->item);
}

static int runs_open(runs *r, const arguments *args)
{
    sg_error err = {0};
    r->item = calloc((size_t)args->n_positional, sizeof(sg_results *));
    if (r->item == NULL) return message_out_of_memory();
    for (int i = 0; i < args->n_positional; i++) {
        if (sg_results_open(&r->item[r->n], args->positional[i], &err) != SG_OK)
            return message_failure(&err, NULL);
        r->n++;
    }
    return EXIT_SUCCESS;
}

/* ---- Printing ---------------------------------------------------------------------------- */

static sg_status list(listing *l, metric_title *title, view what, const runs *r, sg_error *err)
{
    sg_status status = SG_OK;
    if (what == OVERVIEW) list_overviews(l, title, r->item, r->n);
    if (what == TARGETS) list_targets(l, r->item, r->n);
    if (what == OVERVIEW || what == TARGETS) return SG_OK;
    for (size_t i = 0; i < r->n && status == SG_OK; i++) {
        const char *folder = sg_results_overview_of(r->item[i]).folder;
        listing_break(l, r->n > 1 ? shown_text(folder).text : NULL);
        if (what == CONFIGURATIONS) list_configurations(l, r->item[i]);
        if (what == JOBS) list_jobs(l, r->item[i]);
        if (what == EPOCHS) status = list_epochs(l, r->item[i], err);
    }
    return status;
}

/* Runs that classify have no targets, and an empty table does not say so. */
static bool have_targets(const runs *r)
{
    bool answer = false;
    for (size_t i = 0; i < r->n; i++) {
        const sg_result_overview o = sg_results_overview_of(r->item[i]);
        answer = answer || o.n_targets > 0 || !o.is_complete;
    }
    return answer;
}

static int print_list(view what, listing_format format, const runs *r)
{
    sg_error err = {0};
    listing l;
    metric_title title;
    if (what == TARGETS && !have_targets(r))
        fprintf(stderr, "%s: the run has classes and no targets\n",
                shown_text(sg_results_overview_of(r->item[0]).folder).text);
    if (what == OVERVIEW && format == LISTING_TEXT && r->n == 1)
        return result_print(r->item[0], stdout) ? EXIT_SUCCESS : message_out_of_memory();
    listing_open(&l, format, stdout);
    const sg_status status = list(&l, &title, what, r, &err);
    const bool printed = listing_close(&l);
    if (status != SG_OK) return message_failure(&err, NULL);
    if (printed) return EXIT_SUCCESS;
    return message_out_of_memory();
}

static int print_comparison(listing_format format, const runs *r)
{
    sg_error err = {0};
    sg_comparison c = {.struct_size = sizeof c};
    if (sg_results_compare(&c, r->item[0], r->item[1], &err) != SG_OK)
        return message_failure(&err, NULL);
    const bool printed = comparison_print(&c, r->item[0], r->item[1], format, stdout);
    sg_comparison_free(&c);
    if (printed) return EXIT_SUCCESS;
    return message_out_of_memory();
}

/* Which of the table's formats was asked for; false where it has no such one. */
static bool grid_format_of(grid_format *format, int asked)
{
    const listing_format of = FORMAT_OF[asked];
    *format = asked == MARKDOWN ? GRID_MARKDOWN : of == LISTING_LATEX ? GRID_LATEX : GRID_TEXT;
    return of == LISTING_TEXT || of == LISTING_LATEX;
}

static int print_view(view what, int format, const runs *r)
{
    grid_format of_grid = GRID_TEXT;
    if (what == COMPARISON) return print_comparison(FORMAT_OF[format], r);
    if (what != TABLE) return print_list(what, FORMAT_OF[format], r);
    (void)grid_format_of(&of_grid, format);
    return result_grid_print(r->item, r->n, of_grid, stdout) ? EXIT_SUCCESS
                                                             : message_out_of_memory();
}

/* Copy predictions.csv of a run to where it is wanted. */
static int write_predictions(const arguments *args)
{
    const char *wanted = arguments_text(args, "predictions");
    char *path = NULL;
    output_file out;
    if (args->n_positional != 1)
        return message_usage(args->verb, "--predictions is for one folder");
    const size_t room = strlen(args->positional[0]) + sizeof "/predictions.csv";
    if ((path = malloc(room)) == NULL) return message_out_of_memory();
    (void)snprintf(path, room, "%s/predictions.csv", args->positional[0]);
    FILE *in = fopen(path, "rb");
    int code = EXIT_SUCCESS;
    if (in == NULL) {
        sg_error err = {.status = SG_ENOTFOUND};
        (void)snprintf(err.text, sizeof err.text, "%.120s: there is no predictions.csv",
                       args->positional[0]);
        code = message_failure(&err, "it is written when a run is complete, except for the "
                                     "standard protocol; sharegnn run --resume writes it for "
                                     "runs of earlier versions");
    } else if (!output_file_open(&out, strcmp(wanted, "-") == 0 ? NULL : wanted)) {
        code = output_file_complain(wanted);
    } else {
        char block[1 << 14];
        for (size_t n = 0; (n = fread(block, 1, sizeof block, in)) > 0 && !ferror(out.stream);)
            (void)fwrite(block, 1, n, out.stream);
        if (!output_file_close(&out)) code = output_file_complain(wanted);
    }
    if (in != NULL) (void)fclose(in);
    free(path);
    return code;
}

static int command_results(const arguments *args)
{
    runs r = {0};
    const int format = one_of(args, FORMATS, N_FORMATS), what = one_of(args, VIEWS, 6);
    grid_format of_grid = GRID_TEXT;
    if (arguments_text(args, "predictions") != NULL) return write_predictions(args);
    if (format < 0)
        return message_usage(args->verb, "give one of --csv, --json, --latex and --markdown");
    if (what < 0)
        return message_usage(args->verb, "give one of --configurations, --jobs, --epochs, "
                                         "--targets, --compare and --table");
    if (what == TABLE && !grid_format_of(&of_grid, format))
        return message_usage(args->verb, "--table has --latex and --markdown only");
    if (what != TABLE && format == MARKDOWN)
        return message_usage(args->verb, "--markdown is for --table");
    if (what == COMPARISON && args->n_positional != 2)
        return message_usage(args->verb, "--compare needs two folders");
    if (what == COMPARISON && FORMAT_OF[format] == LISTING_LATEX)
        return message_usage(args->verb, "--compare has no --latex");
    int code = runs_open(&r, args);
    if (code == EXIT_SUCCESS) code = print_view((view)what, format, &r);
    runs_close(&r);
    return code;
}

/* clang-format off */
const verb verb_results = {
    .name = "results",
    .brief = "tables of what runs have found",
    .about = "Print the results of runs, a row per run: data, protocol, the metric on test "
             "graphs (mean and standard deviation as the paper has them), best epoch, "
             "weights and times. Other options look inside the runs. You can look at a run "
             "while it is in progress. With --compare, two runs on the same folds are "
             "compared fold by fold, with a test whether the difference may be chance.",
    .positionals = (const positional[]){
        {.name = "DIR", .many = true, .completes = COMPLETE_FOLDERS, .help = "folders of runs"},
        {0}},
    .options = (const option[]){
        {.name = "configurations", .letter = 'c',
         .help = "a row per configuration of the grid, the best first: mean metric on the "
                 "graphs that select"},
        {.name = "jobs", .letter = 'j', .help = "a row per training"},
        {.name = "epochs", .letter = 'e', .help = "a row per epoch of every training"},
        {.name = "targets", .letter = 't', .help = "a row per target of regression runs"},
        {.name = "compare", .help = "compare two runs"},
        {.name = "predictions", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "write the out-of-fold predictions of one run as comma-separated values: "
                 "the test graphs of every fold with id, fold, run, true value, prediction, "
                 "and trust; -: to standard output"},
        {.name = "table",
         .help = "a row per model and a column per data set; the name of the model is the "
                 "rest of the folder's name; values that are worse than the best of their "
                 "column by more than chance are marked"},
        {.name = "csv", .help = "comma-separated values with all digits"},
        OPTION_JSON("one JSON object per row and line; per run its whole summary.json"),
        {.name = "latex", .help = "a tabular in the layout of the paper's tables"},
        {.name = "markdown", .help = "a table for Markdown, with --table"},
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn results runs/*", "all runs"},
        {"sharegnn results --compare runs/NCI1 runs/NCI1-random", "is one of them better?"}},
    .run = command_results,
};
/* clang-format on */
