/* command_search.c - sharegnn search DATA. */
#include "commands.h"
#include "common_options.h"
#include "json_value.h"
#include "message.h"
#include "search_view.h"
#include "verb_limits.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool space_word_at(char *word, size_t size, size_t i)
{
    const char *name = sg_search_space(i);
    if (name != NULL) (void)snprintf(word, size, "%s", name);
    return name != NULL;
}

static bool is_given(const arguments *args, const char *name)
{
    return arguments_text(args, name) != NULL;
}

/* ---- Usage ------------------------------------------------------------------------------- */

static int check_usage(sg_search_options *o, const arguments *args)
{
    const char *minutes = arguments_text(args, "minutes"), *size = arguments_text(args, "size");
    char *end = NULL;
    if (arguments_flag(args, "resume") && arguments_flag(args, "force"))
        return message_usage(args->verb, "--resume continues a search, --force replaces it; "
                                         "give one of them");
    if (minutes != NULL && is_given(args, "trials"))
        return message_usage(args->verb,
                             "--minutes and --trials both say when to stop; give one "
                             "of them");
    if ((is_given(args, "fold") || arguments_flag(args, "nested")) && !is_given(args, "splits"))
        return message_usage(args->verb, "--fold and --nested need --splits FILE");
    if (is_given(args, "fold") && arguments_flag(args, "nested"))
        return message_usage(args->verb, "--nested takes every fold; leave --fold out");
    if (minutes != NULL) {
        o->seconds = 60 * strtod(minutes, &end);
        if (end == minutes || *end != '\0' || !(o->seconds > 0 && o->seconds < 1e9))
            return message_usage(args->verb, "--minutes %s is not a number above 0",
                                 shown_text(minutes).text);
    }
    if (size != NULL && (!limits_parse(&o->most_bytes, size) || o->most_bytes == 0))
        return message_usage(args->verb, "--size %s is not a size such as 500M",
                             shown_text(size).text);
    return 0;
}

/* ---- Searching --------------------------------------------------------------------------- */

static int report_stop(void)
{
    fputs("stopped; what is done is kept; the same command with --resume goes on\n", stderr);
    interrupt_obey();
    return EXIT_FAILURE;
}

static void print_ensemble(const char *summary, const char *folder)
{
    const char *ensemble = strstr(summary, "\"ensemble\":{");
    const double test = json_number(summary, "model_test");
    if (ensemble == NULL) return;
    printf("several candidates together validate better: %.4g",
           json_number(ensemble, "validation"));
    if (!isnan(test)) printf(", test %.4g", test);
    printf("; the model of %s is their mean, %s/ensemble.safetensors\n", folder, folder);
}

static void print_summary(const char *summary, const char *folder, const arguments *args)
{
    if (arguments_flag(args, "json")) {
        fputs(summary, stdout);
        return;
    }
    const double test = json_number(summary, "test");
    printf("%.0f candidates of %.0f, %.0f of them too large\n", json_number(summary, "trials"),
           json_number(summary, "points"), json_number(summary, "skipped"));
    if (json_number(summary, "same_values") > 0)
        printf("%.0f values of the space have the same labels as others on this data and were "
               "left out\n",
               json_number(summary, "same_values"));
    printf("validation %.4g, which chose it and flatters\n",
           json_number(summary, "validation"));
    if (!isnan(test)) printf("test %.4g\n", test);
    print_ensemble(summary, folder);
    printf("the winner is %s/best.yml, its run and model are in %s/best; %s/search.html says "
           "what was tried\n",
           folder, folder, folder);
}

static int search_once(double *test, const sg_search_options *o, const arguments *args)
{
    sg_error err = {0};
    char *summary = NULL;
    search_view view;
    sg_search_options options = *o;
    options.event = search_view_show;
    options.context = &view;
    search_view_start(&view, arguments_flag(args, "quiet"));
    const sg_status status = sg_search(&summary, args->positional[0], &options, &err);
    search_view_stop(&view);
    if (status == SG_ECANCELED) return report_stop();
    if (status != SG_OK) return message_failure(&err, NULL);
    *test = json_number(summary, "model_test");
    print_summary(summary, o->folder, args);
    sg_text_release(summary);
    return EXIT_SUCCESS;
}

/* How many folds a file has. */
static int count_folds(uint32_t *n, const char *path, const arguments *args)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_splits *splits = NULL;
    const sg_data_options options = {.struct_size = sizeof options,
                                     .folder = arguments_text(args, "data-dir")};
    sg_status status = sg_data_open(&data, args->positional[0], &options, &err);
    if (status == SG_OK) status = sg_splits_open_for(&splits, path, data, &err);
    if (status == SG_OK) *n = sg_splits_folds(splits);
    sg_splits_close(splits);
    sg_data_close(data);
    return status == SG_OK ? 0 : message_failure(&err, NULL);
}

/* A search inside of every fold; what each of them found is tested on the fold's test items. */
static int search_nested(sg_search_options *o, const arguments *args)
{
    const char *parent = o->folder;
    const size_t room = strlen(parent) + 24;
    char *folder = malloc(room);
    uint32_t n = 0;
    double sum = 0, squares = 0;
    int code = folder == NULL ? message_out_of_memory() : count_folds(&n, o->splits, args);
    for (uint32_t f = 0; f < n && code == 0; f++) {
        double test = (double)NAN;
        (void)snprintf(folder, room, "%s/fold-%" PRIu32, parent, f);
        o->folder = folder;
        o->fold = f;
        code = search_once(&test, o, args);
        sum += test;
        squares += test * test;
    }
    if (code == 0 && !arguments_flag(args, "json")) {
        const double mean = sum / n;
        const double spread = n > 1 ? sqrt(fmax(squares - n * mean * mean, 0) / (n - 1)) : 0;
        printf("nested, %" PRIu32 " folds: test %.4g +- %.2g\n", n, mean, spread);
    }
    o->folder = parent;
    free(folder);
    return code;
}

static int command_search(const arguments *args)
{
    const char *out = arguments_text(args, "out");
    sg_search_options o = {.struct_size = sizeof o,
                           .folder = out,
                           .data_folder = arguments_text(args, "data-dir"),
                           .space = arguments_text(args, "space"),
                           .splits = arguments_text(args, "splits"),
                           .seed = arguments_number(args, "seed"),
                           .n_threads = (uint32_t)arguments_number(args, "threads"),
                           .budget = arguments_given_number(args, "budget"),
                           .at_random = arguments_flag(args, "random"),
                           .resume = arguments_flag(args, "resume"),
                           .replace = arguments_flag(args, "force")};
    double test = 0;
    if (is_given(args, "trials")) o.n_trials = (uint32_t)arguments_number(args, "trials");
    if (is_given(args, "fold")) o.fold = (uint32_t)arguments_number(args, "fold");
    if (is_given(args, "folds")) o.n_folds = (uint32_t)arguments_number(args, "folds");
    const int code = check_usage(&o, args);
    if (code != 0) return code;
    return arguments_flag(args, "nested") ? search_nested(&o, args)
                                          : search_once(&test, &o, args);
}

/* clang-format off */
const verb verb_search = {
    .name = "search",
    .brief = "find a model: labels, pairs, layers and training, by validation",
    .about = "Search for the model that validates best. A space lists what may vary; earlier "
             "candidates guide the proposals; many are trained for a few epochs and the "
             "better third of them for three times as many, twice. The folder gets "
             "results.sqlite (every candidate; see 'sharegnn results'), best.yml (the winner "
             "as an experiment), best/ (its run, with the model) and search.html. With "
             "--trials the result is the same for any number of threads. The search never "
             "looks at test items; its validation value is optimistic; --nested gives an "
             "honest one.",
    .positionals = (const positional[]){
        POSITIONAL_DATA,
        {0}},
    .options = (const option[]){
        {.name = "minutes", .letter = 'm', .metavar = "M", .preset_words = "1",
         .help = "stop after this many minutes"},
        {.name = "trials", .letter = 'n', .metavar = "N", .number = true, .min = 1, .max = 100000,
         .preset_words = "as many as there is time for",
         .help = "try this many candidates, however long it takes"},
        {.name = "out", .letter = 'o', .metavar = "DIR", .completes = COMPLETE_FOLDERS,
         .preset = "search", .help = "folder of the search, created if missing"},
        {.name = "space", .metavar = "FILE", .completes = COMPLETE_FILES, .word_at = space_word_at,
         .preset_words = "by the data",
         .help = "what may vary: a file, or one of deep, form, labels, nodes, sparse, structures and "
                 "training"},
        {.name = "splits", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "folds, of which one is outside of the search: its test graphs measure the winner"},
        {.name = "fold", .metavar = "N", .number = true, .max = UINT32_MAX, .preset_words = "0",
         .help = "which one, from 0"},
        {.name = "nested", .help = "search within every fold of --splits and report the mean of the tests"},
        {.name = "folds", .metavar = "K", .number = true, .max = 1000000,
         .preset_words = "5, or a part that is held out where 300 graphs can validate",
         .help = "inner folds that validate candidates"},
        {.name = "size", .metavar = "SIZE", .preset_words = "1G",
         .help = "memory of the plans and weights of a candidate; larger ones are skipped"},
        {.name = "random", .help = "propose at random, to compare with"},
        {.name = "seed", .metavar = "N", .number = true, .max = UINT32_MAX, .preset = "42",
         .help = "of proposals, folds and trainings"},
        {.name = "resume", .letter = 'r', .help = "continue the search in the folder, or "
                                                  "start it"},
        {.name = "force", .letter = 'f', .help = "replace the search in the folder"},
        {.name = "quiet", .letter = 'q', .help = "no progress"},
        OPTION_JSON("the content of search.json"),
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_BUDGET,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn search NCI1 --minutes 10 --out found", "a model, and what was tried"},
        {"sharegnn search DHFR --trials 54 --splits fair.json --nested -o dhfr",
         "an honest number for the search itself"}},
    .run = command_search,
};
/* clang-format on */
