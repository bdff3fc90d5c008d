/* test_saved_models.c - models of a run that are gone, cut or swapped come back when it goes on. */
#include "run/saved_models.h"

#include "store/ledger.h"
#include "unit/run/whole_runs.inc"

#include <unistd.h>

#define ENSEMBLE(kept) "data: TINY\nprotocol: fair\nensemble: 2\nsave: " kept "\n" TINY_NETWORK

enum { MOST_MODELS = 12 };

/* Every model file of a run. */
typedef struct models {
    char name[MOST_MODELS][300];
    sg_text bytes[MOST_MODELS];
    size_t n;
} models;

static void read_models(models *all, const char *run)
{
    DIR *opened = opendir(path_in(run, "models"));
    assert_non_null(opened);
    for (struct dirent *entry; (entry = readdir(opened)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        assert_true(all->n < MOST_MODELS);
        (void)snprintf(all->name[all->n], sizeof all->name[0], "models/%s", entry->d_name);
        check_ok(
            sg_file_read(&all->bytes[all->n], path_in(run, all->name[all->n]), SIZE_MAX, &err));
        all->n++;
    }
    closedir(opened);
}

static void free_models(models *all)
{
    for (size_t i = 0; i < all->n; i++) sg_text_free(&all->bytes[i]);
}

static void check_models(const models *all, const char *run)
{
    for (size_t i = 0; i < all->n; i++) {
        sg_text now = {0};
        check_ok(sg_file_read(&now, path_in(run, all->name[i]), SIZE_MAX, &err));
        assert_int_equal(now.size, all->bytes[i].size);
        assert_memory_equal(now.data, all->bytes[i].data, now.size);
        sg_text_free(&now);
    }
    check_tidy(run, all->n);
}

/* What events said of jobs that are trained again. */
typedef struct seen {
    uint32_t n_lost, n_jobs, n_done_before;
} seen;

static bool look(void *context, const sg_run_event *e)
{
    seen *s = context;
    if (e->kind == SG_RUN_STAGE) {
        s->n_lost = e->n_lost;
        s->n_done_before = e->n_done;
    }
    s->n_jobs += e->kind == SG_RUN_JOB;
    return true;
}

static void write_over(const char *run, const char *name, const char *data, size_t size)
{
    check_ok(sg_file_write(path_in(run, name), data, size, &err));
}

/* Go on with the run, which trains `n` jobs again and ends as it did before. */
static void check_goes_on(const char *text, const models *all, const char *expected, uint32_t n)
{
    seen s = {0};
    char *summary = run(&(trial){
        .text = text, .name = "run", .former = SG_FORMER_RESUME, .event = look, .context = &s});
    assert_string_equal(summary, expected);
    sg_free(summary);
    assert_int_equal(s.n_lost, n);
    assert_int_equal(s.n_jobs, n);
    assert_int_equal(s.n_done_before, 3 - n);
    check_models(all, "run");
}

static void lost_models_come_back(void **state)
{
    (void)state;
    const char *text = ENSEMBLE("all");
    models all = {0};
    char *expected = run(&(trial){.text = text, .name = "run"});
    read_models(&all, "run");
    assert_int_equal(all.n, 6);
    check_goes_on(text, &all, expected, 0);
    /* gone */
    assert_int_equal(unlink(path_in("run", "models/evaluate-c0-f1-r0-m1.safetensors")), 0);
    check_goes_on(text, &all, expected, 1);
    /* cut */
    write_over("run", all.name[0], all.bytes[0].data, all.bytes[0].size / 2);
    check_goes_on(text, &all, expected, 1);
    /* one bit of a weight */
    all.bytes[2].data[all.bytes[2].size - 1] ^= 1;
    write_over("run", all.name[2], all.bytes[2].data, all.bytes[2].size);
    all.bytes[2].data[all.bytes[2].size - 1] ^= 1;
    check_goes_on(text, &all, expected, 1);
    /* swapped: two whole models under each other's names */
    const char *one = "models/evaluate-c0-f0-r0.safetensors",
               *other = "models/evaluate-c0-f2-r0.safetensors";
    char kept[512], first[512];
    (void)snprintf(kept, sizeof kept, "%s", path_in("run", "kept"));
    (void)snprintf(first, sizeof first, "%s", path_in("run", one));
    assert_int_equal(rename(first, kept), 0);
    assert_int_equal(rename(path_in("run", other), first), 0);
    assert_int_equal(rename(kept, path_in("run", other)), 0);
    check_goes_on(text, &all, expected, 2);
    free_models(&all);
    sg_free(expected);
}

static void the_one_model_comes_back(void **state)
{
    (void)state;
    const char *text = ENSEMBLE("one");
    models all = {0};
    char *expected = run(&(trial){.text = text, .name = "run"});
    read_models(&all, "run");
    assert_int_equal(all.n, 2);
    assert_int_equal(unlink(path_in("run", all.name[0])), 0);
    check_goes_on(text, &all, expected, 1);
    write_over("run", all.name[1], all.bytes[0].data, all.bytes[0].size);
    write_over("run", all.name[0], all.bytes[1].data, all.bytes[1].size);
    check_goes_on(text, &all, expected, 1);
    check_goes_on(text, &all, expected, 0);
    free_models(&all);
    sg_free(expected);
}

/* The ledger has the note of a model that this machine does not train. */
static void another_model_is_said(void **state)
{
    (void)state;
    const char *text = ENSEMBLE("all");
    sg_ledger *ledger = NULL;
    sg_text summary = {0}, fingerprint = {0};
    sg_free(run(&(trial){.text = text, .name = "run"}));
    const char *path = path_in("run", "results.sqlite");
    check_ok(sg_ledger_open_read(&ledger, path, &err));
    check_ok(sg_ledger_value_of(&fingerprint, ledger, "fingerprint", &err));
    sg_ledger_close(ledger);
    path = path_in("run", "results.sqlite");
    check_ok(sg_ledger_open(&ledger, path, fingerprint.data, &err));
    const sg_ledger_value other = {"hash of models/evaluate-c0-f0-r0.safetensors", "0"};
    check_ok(sg_ledger_put_values(ledger, &other, 1, &err));
    sg_ledger_close(ledger);
    const trial again = {.text = text, .name = "run", .former = SG_FORMER_RESUME};
    check_fails(
        try_run(&summary, &again, &err), SG_EFORMAT,
        "run/models/evaluate-c0-f0-r0.safetensors was lost, and training it again gives "
        "another model");
    sg_text_free(&fingerprint);
    sg_text_free(&summary);
}

/* Ledgers of version 0.1 have no notes. */
static void models_without_notes_must_be_readable(void **state)
{
    (void)state;
    sg_ledger *ledger = NULL;
    const sg_job job = {.stage = SG_EVALUATING};
    const char *name = "models/evaluate-c0-f0-r0.safetensors";
    char at[512];
    sg_free(run(&(trial){.text = ENSEMBLE("all"), .name = "run"}));
    check_ok(sg_ledger_open(&ledger, path_of("other.sqlite"), "x", &err));
    (void)snprintf(at, sizeof at, "%s", path_of("run"));
    assert_true(sg_saved_models_are_whole(ledger, at, &job, 2));
    write_over("run", name, "no model", 8);
    assert_false(sg_saved_models_are_whole(ledger, at, &job, 2));
    check_ok(sg_saved_models_note(ledger, at, &job, 2, &err));
    assert_true(sg_saved_models_are_whole(ledger, at, &job, 2));
    write_over("run", name, "a model?", 8);
    assert_false(sg_saved_models_are_whole(ledger, at, &job, 2));
    check_fails(sg_saved_models_note(ledger, at, &job, 3, &err), SG_ENOTFOUND,
                "evaluate-c0-f0-r0-m2.safetensors");
    sg_ledger_close(ledger);
}

SG_TESTS(IN_FOLDER(lost_models_come_back), IN_FOLDER(the_one_model_comes_back),
         IN_FOLDER(another_model_is_said), IN_FOLDER(models_without_notes_must_be_readable))
