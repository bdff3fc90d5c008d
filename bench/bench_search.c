/* bench_search.c - how much of a search's time goes into epochs.
 *
 * Four brackets of candidates on NCI1, with the winner and, where there is one, the ensemble.  Training the winner and the
 * members counts as epochs; labels, plans, proposals, the ledger and threads that wait for others do not.  The check
 * before is that a short search finds the same with one thread and with several. */
#include "bench.h"

#include "json_value.h"
#include "message.h"

#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { N_TRIALS = 108, N_SHORT = 4, ROOM = 4096 };

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info;
    (void)kind;
    (void)place;
    return remove(path);
}

static void remove_folder(const char *folder)
{
    (void)nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static sg_status search(char **summary, const char *folder, const bench_options *o,
                        uint32_t n_trials, uint32_t n_threads, sg_error *err)
{
    const sg_search_options options = {.struct_size = sizeof options,
                                       .folder = folder,
                                       .data_folder = o->folder,
                                       .n_trials = n_trials,
                                       .n_threads = n_threads,
                                       .seed = 42,
                                       .replace = true};
    return sg_search(summary, o->data != NULL ? o->data : "NCI1", &options, err);
}

/* Whether a short search says the same with one thread and with several, but for its times. */
static sg_status check(bool *same, const char *folder, const bench_options *o, sg_error *err)
{
    char *text[2] = {NULL, NULL};
    sg_status status = search(&text[0], folder, o, N_SHORT, 1, err);
    if (status == SG_OK) status = search(&text[1], folder, o, N_SHORT, 3, err);
    for (int i = 0; i < 2 && status == SG_OK; i++) {
        char *times = strstr(text[i], "\"seconds\"");
        if (times != NULL) *times = '\0';
    }
    *same = status == SG_OK && strcmp(text[0], text[1]) == 0;
    for (int i = 0; i < 2; i++) sg_text_release(text[i]);
    return status;
}

static void print_line(const char *summary, const bench_options *o)
{
    const uint32_t n_threads = bench_threads(o);
    const double seconds = json_number(summary, "seconds"),
                 training = json_number(summary, "training_seconds");
    json line;
    bench_begin_line(&line, "search", n_threads);
    json_text(&line, "data", o->data != NULL ? o->data : "NCI1");
    json_count(&line, "trials", (uint64_t)json_number(summary, "trials"));
    json_real(&line, "validation", json_number(summary, "validation"));
    json_real(&line, "search_s", seconds);
    json_real(&line, "placing_s", json_number(summary, "placing_seconds"));
    json_real(&line, "epochs_s", training / n_threads);
    json_real(&line, "share_in_epochs", training / n_threads / seconds);
    bench_end_line(&line);
}

int bench_search(const bench_options *options)
{
    char folder[] = "/tmp/sharegnn-bench-XXXXXX", inside[ROOM];
    sg_error err = {0};
    char *summary = NULL;
    bool same = false;
    if (mkdtemp(folder) == NULL) {
        fputs("bench search: no folder can be made in /tmp\n", stderr);
        return EXIT_FAILURE;
    }
    (void)snprintf(inside, sizeof inside, "%s/search", folder);
    sg_status status = check(&same, inside, options, &err);
    if (status == SG_OK && same)
        status = search(&summary, inside, options, options->check ? N_SHORT : N_TRIALS,
                        bench_threads(options), &err);
    if (status == SG_OK && same) print_line(summary, options);
    if (status == SG_OK && !same)
        fputs("bench search: the result depends on the number of threads\n", stderr);
    sg_text_release(summary);
    remove_folder(folder);
    if (status != SG_OK) return message_failure(&err, NULL);
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
