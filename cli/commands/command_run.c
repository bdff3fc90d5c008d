/* command_run.c - sharegnn run FILE.yml. */
#include "commands.h"
#include "common_options.h"
#include "message.h"
#include "result_tables.h"
#include "run_view.h"

#include <stdlib.h>
#include <string.h>

/* runs/NAME for a file PATH/NAME.yml, to be freed; NULL: out of memory. */
static char *default_folder(const char *path)
{
    static const char parent[] = "runs/";
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    const bool known =
        dot != NULL && dot > name && (strcmp(dot, ".yml") == 0 || strcmp(dot, ".yaml") == 0);
    const size_t length = known ? (size_t)(dot - name) : strlen(name);
    char *folder = malloc(sizeof parent + length);
    if (folder == NULL) return NULL;
    memcpy(folder, parent, sizeof parent - 1);
    memcpy(folder + sizeof parent - 1, name, length);
    folder[sizeof parent - 1 + length] = '\0';
    return folder;
}

/* ---- The command that goes on ------------------------------------------------------------ */

/* Print a word as a shell reads it back. */
static void print_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./=:,@+%";
    fputc(' ', stderr);
    if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
        fputs(word, stderr);
        return;
    }
    char *escaped = message_escape(word);
    fputc('\'', stderr);
    for (const char *p = escaped != NULL ? escaped : ""; *p != '\0'; p++)
        if (*p == '\'')
            fputs("'\\''", stderr);
        else
            fputc(*p, stderr);
    fputc('\'', stderr);
    free(escaped);
}

/* All that was given but --force, which would forget what has been done, and --resume. */
static void print_resume(const arguments *args)
{
    fputs("sharegnn run", stderr);
    print_word(args->positional[0]);
    for (int i = 0; i < args->n_options; i++) {
        const given *g = &args->option[i];
        const char *name = g->option->name, *preset = g->option->preset;
        const bool is_preset = preset != NULL && strcmp(preset, g->text) == 0;
        if (is_preset || strcmp(name, "force") == 0 || strcmp(name, "resume") == 0) continue;
        fprintf(stderr, " --%s", name);
        if (g->text != NULL) print_word(g->text);
    }
    fputs(" --resume\n", stderr);
}

static void print_stop(const arguments *args)
{
    fputs("stopped; what is done is kept; to go on:\n  ", stderr);
    print_resume(args);
}

/* What is shown of a run, and whether the user knows that it was stopped. */
typedef struct shown_run {
    run_view view;
    const arguments *args;
    bool stop_is_told;
} shown_run;

/* Where there are other processes, they are told to end within a second, perhaps because one of them died:
 * then there is no time to wait for them before saying so. */
static bool show_event(void *context, const sg_run_event *event)
{
    shown_run *s = context;
    const bool goes_on = run_view_show(&s->view, event);
    if (!goes_on && !s->stop_is_told && sg_cluster_size(s->args->cluster) > 1) {
        print_stop(s->args);
        s->stop_is_told = true;
    }
    return goes_on;
}

static int report_stop(const shown_run *s)
{
    if (!s->stop_is_told) print_stop(s->args);
    interrupt_obey();
    return EXIT_FAILURE;
}

/* ---- Running ----------------------------------------------------------------------------- */

/* What was found in the data and left out of it, a line each, on standard error. */
static void print_notes(const char *folder, const arguments *args)
{
    char *path = malloc(strlen(folder) + sizeof "/data.txt"), line[600];
    if (path != NULL) (void)sprintf(path, "%s/data.txt", folder);
    FILE *file = path != NULL && !arguments_flag(args, "quiet") ? fopen(path, "r") : NULL;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *text = message_escape(line);
        fprintf(stderr, "note: %s\n", text != NULL ? text : "-");
        free(text);
    }
    if (file != NULL) (void)fclose(file);
    free(path);
}

static int print_result(const char *folder, const char *summary, const arguments *args)
{
    sg_error err = {0};
    sg_results *results = NULL;
    if (arguments_flag(args, "json")) {
        fputs(summary, stdout);
        return EXIT_SUCCESS;
    }
    if (sg_results_open(&results, folder, &err) != SG_OK) return message_failure(&err, NULL);
    const bool printed = result_print(results, stdout);
    sg_results_close(results);
    return printed ? EXIT_SUCCESS : message_out_of_memory();
}

static int run(const char *folder, const char **set, size_t n_set, const arguments *args)
{
    sg_error err = {0};
    char *summary = NULL;
    shown_run seen = {.args = args};
    const sg_run_options options = {.struct_size = sizeof options,
                                    .folder = folder,
                                    .data_folder = arguments_text(args, "data-dir"),
                                    .set = set,
                                    .n_set = n_set,
                                    .n_threads = (uint32_t)arguments_number(args, "threads"),
                                    .resume = arguments_flag(args, "resume"),
                                    .replace = arguments_flag(args, "force"),
                                    .event = show_event,
                                    .context = &seen,
                                    .checkpoint_seconds =
                                        (double)arguments_number(args, "checkpoint"),
                                    .cluster = args->cluster};
    run_view_start(&seen.view, arguments_flag(args, "quiet"), arguments_flag(args, "verbose"));
    const sg_status status = sg_run(&summary, args->positional[0], &options, &err);
    run_view_stop(&seen.view);
    if (status == SG_ECANCELED) return report_stop(&seen);
    if (status != SG_OK) return message_failure(&err, NULL);
    if (sg_cluster_rank(args->cluster) == 0) print_notes(folder, args);
    const int code = sg_cluster_rank(args->cluster) == 0 ? print_result(folder, summary, args)
                                                         : EXIT_SUCCESS;
    sg_text_release(summary);
    return code;
}

static int command_run(const arguments *args)
{
    if (arguments_flag(args, "resume") && arguments_flag(args, "force"))
        return message_usage(args->verb, "--resume continues a run, --force replaces it; give "
                                         "one of them");
    char *made = default_folder(args->positional[0]);
    const char **set = calloc((size_t)args->n_options + 1, sizeof *set);
    const char *out = arguments_text(args, "out");
    size_t n_set = 0;
    int code = EXIT_FAILURE;
    if (made == NULL || set == NULL) {
        code = message_out_of_memory();
    } else {
        while ((set[n_set] = arguments_each(args, "set", (int)n_set)) != NULL) n_set++;
        code = run(out != NULL ? out : made, set, n_set, args);
    }
    free(set);
    free(made);
    return code;
}

/* clang-format off */
const verb verb_run = {
    .name = "run",
    .brief = "run an experiment file: select, train, evaluate, record",
    .about = "Run an experiment: train all configurations of its grid on all folds, select "
             "and evaluate as its protocol says, and write everything to a folder: "
             "config.yml (the experiment with all defaults), results.sqlite (every "
             "configuration, fold, run and epoch), summary.json and models/. Trainings run "
             "side by side on all threads; the results are the same for any number of them. "
             "Ctrl-C stops after the epochs that are running and prints how to continue; the "
             "exit status is then 130, as for any program that the signal ends. A run that "
             "was stopped or killed at any moment continues with --resume, repeats nothing "
             "that is done and ends with the same results. Under mpirun the trainings are "
             "divided among all processes, with the same results.",
    .positionals = (const positional[]){
        {.name = "FILE.yml", .completes = COMPLETE_FILES, .help = "the experiment"},
        {0}},
    .options = (const option[]){
        {.name = "out", .letter = 'o', .metavar = "DIR", .completes = COMPLETE_FOLDERS,
         .preset_words = "runs/FILE", .help = "folder of the run, created if missing"},
        {.name = "set", .metavar = "KEY=VALUE", .repeated = true,
         .help = "change a value of the file: train.epochs=5, layers.0.heads.0='wl:1 @ edge', "
                 "grid={}"},
        {.name = "resume", .letter = 'r',
         .help = "continue the run in the folder, or start it"},
        {.name = "force", .letter = 'f', .help = "replace the run in the folder"},
        {.name = "quiet", .letter = 'q', .help = "no progress"},
        {.name = "verbose", .letter = 'v', .help = "how the plan of every head is kept"},
        OPTION_JSON("the content of summary.json"),
        OPTION_DATA_DIR,
        OPTION_THREADS,
        {.name = "checkpoint", .metavar = "SECONDS", .number = true, .min = 1, .max = 86400,
         .preset = "30", .help = "between two checkpoints of a long training"},
        OPTION_BUDGET,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn run experiments/fair/NCI1.yml", "into runs/NCI1"},
        {"mpirun -n 8 sharegnn run NCI1.yml --out runs/NCI1", "eight processes share the trainings"},
        {"sharegnn run NCI1.yml --set train.epochs=5 --set runs=1 --out /tmp/try --force",
         "a short trial, elsewhere"}},
    .run = command_run,
    .over_ranks = true,
};
/* clang-format on */
