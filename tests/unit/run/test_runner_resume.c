/* test_runner_resume.c - runs that are stopped, go on, or find a folder that they may not use. */
#include "store/ledger.h"
#include "unit/run/whole_runs.inc"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Events, stopping, resuming ----------------------------------------------------------- */

/* What was seen, and when to stop. */
typedef struct watcher {
    size_t n_jobs, n_stages, n_ticks, n_preparing, n_under_way;
    size_t stop_after_jobs; /* 0: never */
    uint64_t stop_after_epochs;
    uint32_t seen[MOST_JOBS]; /* jobs that were done, by number */
    double best;
    uint32_t n_done;
} watcher;

static bool watch(void *context, const sg_run_event *e)
{
    watcher *w = context;
    switch (e->kind) {
    case SG_RUN_PREPARING:
        assert_non_null(e->preparing.stage);
        w->n_preparing++;
        break;
    case SG_RUN_PLAN:
        assert_non_null(e->plan.head);
        break;
    case SG_RUN_STAGE:
        w->n_stages++;
        w->n_done = e->n_done;
        w->best = e->best;
        assert_string_equal(e->metric, "accuracy");
        assert_true(e->higher_is_better && e->max_epochs >= 6);
        break;
    case SG_RUN_CHOICE:
        break;
    case SG_RUN_TICK:
        w->n_ticks++;
        break;
    case SG_RUN_JOB:
        w->n_jobs++;
        w->seen[number_of_job(e)]++;
        assert_int_equal(e->n_done, ++w->n_done);
        assert_true(e->n_done <= e->n_jobs && e->job_epochs >= 6 && e->seconds >= 0);
        assert_true(isnan(w->best) || e->best >= w->best);
        w->best = e->best;
        break;
    case SG_RUN_UNDER_WAY:
        w->n_under_way++;
        assert_true(e->best_epoch >= 1 && e->best_epoch <= e->job_epochs);
        assert_true(!isnan(e->validation) && isnan(e->test));
        break;
    }
    return (w->stop_after_jobs == 0 || w->n_jobs < w->stop_after_jobs) &&
           (w->stop_after_epochs == 0 || e->n_epochs < w->stop_after_epochs);
}

static void events_tell_what_happens(void **state)
{
    (void)state;
    watcher w = {0};
    sg_free(run(&(trial){
        .text = FAIR TINY_GRID, .name = "run", .n_threads = 2, .event = watch, .context = &w}));
    assert_int_equal(w.n_jobs, 15);
    assert_int_equal(w.n_stages, 2);
    assert_true(w.n_preparing >= 3 && w.n_ticks > 0);
}

/* Stop after every job, resume, and so on to the end. */
static void a_stopped_run_goes_on(void **state)
{
    (void)state;
    char *expected = run(&(trial){.text = FAIR TINY_GRID, .name = "whole"});
    watcher w = {.stop_after_jobs = 1};
    trial t = {.text = FAIR TINY_GRID,
               .name = "pieces",
               .former = SG_FORMER_RESUME, /* also where there is nothing yet */
               .event = watch,
               .context = &w};
    sg_text summary = {0};
    int n_stops = 0;
    for (sg_status status = SG_ECANCELED; status != SG_OK; n_stops++) {
        sg_error err = {0};
        assert_true(n_stops < 40);
        w.n_jobs = 0;
        status = try_run(&summary, &t, &err);
        assert_true(status == SG_OK || status == SG_ECANCELED);
    }
    assert_true(n_stops >= 2);
    for (int i = 0; i < MOST_JOBS; i++) assert_true(w.seen[i] <= 1);
    char *text = without_timings(summary.data);
    assert_string_equal(text, expected);
    check_tidy("pieces", 1);

    /* Resuming what is done does nothing again. */
    w = (watcher){0};
    char *again = run(&t);
    assert_string_equal(again, expected);
    assert_int_equal(w.n_jobs, 0);
    sg_free(again);
    sg_free(text);
    sg_free(expected);
    sg_text_free(&summary);
}

/* Takes so long that it is stopped by the first tick of the clock. */
#define SLOW MANY_EPOCHS("5000")

/* Run what is left, for a moment; a run that ends in spite of this is begun anew. */
static void stop_in_training(const trial *t)
{
    for (int i = 0; i < 20; i++) {
        watcher w = {.stop_after_epochs = 1};
        sg_text summary = {0};
        sg_error err = {0};
        trial stopped = *t;
        stopped.event = watch;
        stopped.context = &w;
        stopped.former = i == 0 ? t->former : SG_FORMER_REPLACE;
        const sg_status status = try_run(&summary, &stopped, &err);
        sg_text_free(&summary);
        if (status == SG_ECANCELED && count_files(t->name, "checkpoints") > 0) return;
        assert_true(status == SG_OK || status == SG_ECANCELED);
    }
    fail_msg("the run always ends before it is stopped");
}

static void a_stopped_training_goes_on(void **state)
{
    (void)state;
    trial t = {.text = SLOW, .name = "pieces", .n_threads = 2};
    char *expected = run(&(trial){.text = SLOW, .name = "whole"});
    stop_in_training(&t);
    t.former = SG_FORMER_RESUME;
    t.checkpoint_after = 0.01;
    stop_in_training(&t);
    char *summary = run(&t);
    assert_string_equal(summary, expected);
    check_tidy("pieces", 2);
    sg_free(summary);
    sg_free(expected);
}

/* The epochs of the first job that a ledger has, and what state it is in. */
static sg_ledger_state read_first_job(sg_ledger_epochs *epochs, const char *name)
{
    sg_ledger *ledger = NULL;
    sg_ledger_jobs jobs = {0};
    check_ok(sg_ledger_open_read(&ledger, path_in(name, "results.sqlite"), &err));
    check_ok(sg_ledger_read_jobs(&jobs, ledger, &err));
    assert_int_equal(jobs.n, 1);
    check_ok(sg_ledger_read_epochs(epochs, ledger, jobs.row[0].id, &err));
    assert_int_equal(epochs->n, jobs.row[0].n_epochs);
    const sg_ledger_state state = jobs.row[0].state;
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
    return state;
}

/* Epochs of a training that was stopped can be looked at; they are those of the whole one. */
static void a_stopped_training_shows_its_epochs(void **state)
{
    (void)state;
    static const char text[] =
        "data: TINY\nprotocol: fixed\n" TINY_LAYERS "train: { epochs: 20000, batch-size: 4 }\n";
    sg_ledger_epochs whole = {0}, part = {0};
    sg_free(run(&(trial){.text = text, .name = "whole"}));
    stop_in_training(&(trial){.text = text, .name = "part"});
    assert_int_equal(read_first_job(&whole, "whole"), SG_LEDGER_DONE);
    assert_int_equal(read_first_job(&part, "part"), SG_LEDGER_RUNNING);
    assert_true(part.n > 0 && part.n < whole.n);
    for (size_t e = 0; e < part.n; e++) {
        assert_int_equal(part.row[e].epoch, whole.row[e].epoch);
        for (int p = 0; p < SG_N_PARTS; p++)
            assert_true(part.row[e].score[p].loss == whole.row[e].score[p].loss);
    }
    sg_ledger_epochs_free(&whole);
    sg_ledger_epochs_free(&part);
}

/* A training that leaves checkpoints says so, and ends like one that leaves none. */
static void long_trainings_tell_how_far_they_are(void **state)
{
    (void)state;
    watcher w = {0};
    char *expected = run(&(trial){.text = MANY_EPOCHS("30"), .name = "whole"});
    char *told = run(&(trial){.text = MANY_EPOCHS("30"),
                              .name = "told",
                              .n_threads = 2,
                              .checkpoint_after = 1e-9,
                              .event = watch,
                              .context = &w});
    assert_true(w.n_under_way > 0);
    assert_string_equal(told, expected);
    check_tidy("told", 2);
    sg_free(told);
    sg_free(expected);
}

/* ---- What is refused ---------------------------------------------------------------------- */

static void check_refused(const trial *t, sg_status code, const char *part)
{
    sg_text summary = {0};
    check_fails(try_run(&summary, t, &err), code, part);
    assert_null(summary.data);
}

/* The path of a checkpoint that is there. */
static const char *any_checkpoint(const char *name)
{
    static char path[512];
    DIR *opened = opendir(path_in(name, "checkpoints"));
    assert_non_null(opened);
    path[0] = '\0';
    for (struct dirent *entry; (entry = readdir(opened)) != NULL;)
        if (entry->d_name[0] != '.')
            (void)snprintf(path, sizeof path, "%s/%s", path_in(name, "checkpoints"),
                           entry->d_name);
    closedir(opened);
    return path;
}

static void damaged_checkpoints_are_refused(void **state)
{
    (void)state;
    const trial again = {.text = SLOW, .name = "run", .former = SG_FORMER_RESUME};
    sg_text file = {0};
    sg_rng rng = check_rng("damaged");
    stop_in_training(&again);
    const char *path = any_checkpoint("run");
    check_ok(sg_file_read(&file, path, 1 << 24, &err));
    for (int i = 0; i < 40; i++) {
        const size_t at =
            i < 5 ? (size_t)i * 8 : (size_t)(sg_rng_next(&rng) % (uint64_t)file.size);
        file.data[at] ^= 4;
        check_ok(sg_file_write(path, file.data, file.size, &err));
        check_refused(&again, SG_EFORMAT, path);
        file.data[at] ^= 4;
    }
    for (size_t size = 0; size < file.size; size += 1 + size) {
        check_ok(sg_file_write(path, file.data, size, &err));
        check_refused(&again, SG_EFORMAT, path);
    }
    assert_int_equal(remove(path), 0); /* as the message advises */
    sg_free(run(&again));
    sg_text_free(&file);
}

/* Put a checkpoint where all trainings look for theirs. */
static void put_everywhere(const char *name, const sg_text *file)
{
    for (int r = 0; r < 2; r++)
        for (int a = 0; a < 4; a++) {
            char inside[64];
            (void)snprintf(inside, sizeof inside, "checkpoints/evaluate-c0-f0-r%d-a%d.bin", r,
                           a);
            check_ok(sg_file_write(path_in(name, inside), file->data, file->size, &err));
        }
}

static void checkpoints_of_others_are_refused(void **state)
{
    (void)state;
    trial t = {.text = SLOW, .name = "run", .former = SG_FORMER_RESUME};
    sg_text file = {0};
    stop_in_training(&t);
    check_ok(sg_file_read(&file, any_checkpoint("run"), 1 << 24, &err));
    put_everywhere("run", &file); /* the same run, but not the same training */
    check_refused(&t, SG_EFORMAT, "is of another training");

    /* Another run, that differs by nothing a trainer would notice. */
    t.text = "save: none\n" SLOW;
    t.name = "other";
    stop_in_training(&t);
    put_everywhere("other", &file);
    check_refused(&t, SG_EFORMAT, "is of another run");
    sg_text_free(&file);
}

static void other_runs_are_not_resumed(void **state)
{
    (void)state;
    trial t = {.text = FAIR, .name = "run"};
    sg_free(run(&t));
    sg_text before = {0}, after = {0};
    check_ok(sg_file_read(&before, path_of("run/summary.json"), 1 << 20, &err));
    check_refused(&t, SG_EEXIST, "there is a run already");
    t.former = SG_FORMER_RESUME;
    t.text = "seed: 43\n" FAIR;
    check_refused(&t, SG_EEXIST, "another experiment");
    t.text = FAIR;
    tiny_write_splits("fair", "TINY", 3, 15, 9);
    check_refused(&t, SG_EEXIST, "another splits");
    check_write(folder, "TINY/TINY_node_attributes.txt", "");
    check_ok(sg_file_read(&after, path_of("run/summary.json"), 1 << 20, &err));
    assert_string_equal(before.data, after.data);
    sg_text_free(&before);
    sg_text_free(&after);

    t.former = SG_FORMER_REPLACE;
    t.text = "seed: 43\n" FAIR;
    (void)remove(path_of("TINY/TINY_node_attributes.txt"));
    sg_free(run(&t));
    check_tidy("run", 1);
}

static void folders_in_use_are_refused(void **state)
{
    (void)state;
    sg_ledger *ledger = NULL;
    sg_free(run(&(trial){.text = FAIR, .name = "run"}));
    check_write(folder, "busy/keep.txt", "mine\n");
    check_ok(sg_ledger_open(&ledger, path_of("busy/results.sqlite"), "x", &err));
    const sg_former_run former[] = {SG_FORMER_RESUME, SG_FORMER_REPLACE};
    for (int i = 0; i < 2; i++)
        check_refused(&(trial){.text = FAIR, .name = "busy", .former = former[i]}, SG_EIO,
                      "another run is writing");
    sg_ledger_close(ledger);
    sg_free(run(&(trial){.text = FAIR, .name = "busy", .former = SG_FORMER_REPLACE}));
    assert_true(sg_path_exists(path_of("busy/keep.txt")));
}

static void files_of_others_stay(void **state)
{
    (void)state;
    check_write(folder, "a-file", "x");
    check_refused(&(trial){.text = FAIR, .name = "a-file"}, SG_EEXIST, "a-file: it is a file");
    check_refused(&(trial){.text = FAIR, .name = "a-file/b/c"}, SG_EEXIST,
                  "a-file: it is a file");
    check_write(folder, "mine/models/my.safetensors", "x");
    check_write(folder, "mine/checkpoints/my.bin", "x");
    check_write(folder, "mine/checkpoints/evaluate-c0-f0-r0-a0.bin", "stale");
    check_write(folder, "mine/config.yml", "mine: yes\n");
    trial t = {.text = FAIR, .name = "mine"};
    check_refused(&t, SG_EEXIST, "config.yml is not of a run");
    assert_int_equal(remove(path_of("mine/config.yml")), 0);
    sg_free(run(&t)); /* a checkpoint that belongs to no run does not matter */
    t.former = SG_FORMER_REPLACE;
    sg_free(run(&t));
    assert_true(sg_path_exists(path_of("mine/models/my.safetensors")));
    assert_true(sg_path_exists(path_of("mine/checkpoints/my.bin")));
    assert_int_equal(count_files("mine", "checkpoints"), 1);
}

/* Someone who was sent here by another user may be in a folder that is closed to him. */
static void closed_folders_are_refused(void **state)
{
    (void)state;
    int result = 0;
    check_write(folder, "closed/file", "x");
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sg_error err = {0};
        (void)alarm(300);
        if (chdir(path_of("closed")) != 0 || chmod(".", 0) != 0) _exit(2);
        if (getuid() == 0 && setuid(65534) != 0) _exit(3);
        const sg_status status = sg_run_folder_check("a/b", SG_FORMER_REFUSE, &err);
        _exit(status == SG_EIO && strstr(err.text, "nothing can be written") != NULL ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(chmod(path_of("closed"), 0700), 0);
    assert_int_equal(result, 0);
}

/* What is wrong with an experiment is found before anything is written. */
static void mistakes_leave_nothing_behind(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        sg_status code;
        const char *part;
    } mistake[] = {
        {"data: NONE\nprotocol: fair\n" TINY_NETWORK, SG_ENOTFOUND, "NONE"},
        {"data: TINY\nprotocol: fair\nsplits: none\n" TINY_NETWORK, SG_ENOTFOUND,
         "splits/none/TINY_splits.json: no such file; TINY has splits: blind, fair, fixed, "
         "standard"},
        {"data: LONELY\nprotocol: fair\n" TINY_NETWORK, SG_ENOTFOUND,
         "LONELY has no splits; protocol: k-fold makes its own"},
        {"data: TINY\nprotocol: fair\ntarget: 0\n" TINY_NETWORK, SG_EINVAL,
         "target: the data set TINY has no targets, but classes; leave it out"},
        {"data: TINY\nprotocol: fixed\nsplits: fair\n" TINY_NETWORK, SG_EINVAL, "3 folds"},
        {"data: TINY\nprotocol: k-fold\nfolds: 37\n" TINY_NETWORK, SG_EINVAL, "37 folds"},
        {"data: TINYREG\nprotocol: fair\ntarget: 2\n" TINY_NETWORK, SG_EINVAL, "no column"},
        {"data: TINY\nprotocol: fair\nsplits: blind\n" TINY_NETWORK TINY_GRID, SG_EINVAL,
         "no fold has validation items"},
        {"data: TINY\nprotocol: fair\nlayers:\n  - decoder: { heads: [\"nonsense\"] }\n",
         SG_EFORMAT, "nonsense"},
        {"data: TINY\nprotocol: fair\nlayers:\n  - decoder: { heads: [\"label\"], outputs: 3 }\n",
         SG_EINVAL,
         "layers: the last one has outputs: 3, but the data set TINY has classes: 2"},
    };
    tiny_write_splits("blind", "TINY", 3, 24, 0);
    check_write(folder, "LONELY/LONELY_A.txt", "1, 2\n2, 1\n");
    check_write(folder, "LONELY/LONELY_graph_indicator.txt", "1\n1\n");
    check_write(folder, "LONELY/LONELY_graph_labels.txt", "1\n");
    for (size_t i = 0; i < sizeof mistake / sizeof *mistake; i++) {
        check_refused(&(trial){.text = mistake[i].text, .name = "run"}, mistake[i].code,
                      mistake[i].part);
        assert_false(sg_path_exists(path_of("run")));
    }
}

SG_TESTS(IN_FOLDER(events_tell_what_happens), IN_FOLDER(a_stopped_run_goes_on),
         IN_FOLDER(a_stopped_training_goes_on), IN_FOLDER(a_stopped_training_shows_its_epochs),
         IN_FOLDER(long_trainings_tell_how_far_they_are),
         IN_FOLDER(damaged_checkpoints_are_refused),
         IN_FOLDER(checkpoints_of_others_are_refused), IN_FOLDER(other_runs_are_not_resumed),
         IN_FOLDER(folders_in_use_are_refused), IN_FOLDER(files_of_others_stay),
         IN_FOLDER(closed_folders_are_refused), IN_FOLDER(mistakes_leave_nothing_behind))
