/* Every experiment of the repository is valid, and its grid is as large as the paper's. */
#include "support/check.h"
#include "support/layer_text.h"

#include "base/mem.h"
#include "config/experiment.h"

#include <dirent.h>
#include <sys/stat.h>

static const char EXPERIMENTS[] = SG_TEST_FIXTURES "/../../experiments";

/* Folders with the number of configurations of each of their files; 0: by the kind of data. */
typedef struct folder {
    const char *name;
    uint32_t n_files, n_configurations;
} folder;

enum {
    MOLECULES = 10 * 10,
    SOCIAL = 22 * 18,
    PEERS = 2,
    KERNELS = 4,
    SHARES = 4,
    THRESHOLDS = 23
};

static const folder FOLDERS[] = {
    {"fair", 6, 1},           {"fair-grid", 6, 0},
    {"fair-random", 11, 1},   {"standard", 4, 0},
    {"synthetic", 5, 1},      {"ablation-distance", 4, 56},
    {"counting", 7, 1},       {"ablation-threshold", 12, THRESHOLDS},
    {"zinc", 2, 1},           {"transfer", 7, 0},
    {"text", 2, 1},           {"images", 1, 1},
    {"best", 7, 0},           {"peers", 63, 0},
    {"peers/standard", 4, 0}, {"peers/with-features", 20, PEERS},
    {"nodes", 3, 1},          {"invariants", 4, 1},
    {"molecules", 8, 1},
};

/* Networks for `power --trained`, which tests/cli/power.sh tries. */
static const char *const NETWORKS[] = {"brec"};

enum {
    N_FOLDERS = sizeof FOLDERS / sizeof *FOLDERS,
    N_NETWORKS = sizeof NETWORKS / sizeof *NETWORKS
};

static uint32_t expected(const folder *f, const char *name, const sg_experiment *e)
{
    if (f->n_configurations > 0) return f->n_configurations;
    if (strcmp(f->name, "transfer") == 0) return e->n_axes == 0 ? 1 : SHARES;
    if (strncmp(f->name, "peers", 5) == 0)
        return e->n_axes == 0                                                      ? 1
               : strstr(name, "-nog.") != NULL || strstr(name, "-kernel.") != NULL ? KERNELS
                                                                                   : PEERS;
    if (strcmp(f->name, "best") == 0) return e->n_axes == 0 ? 1 : THRESHOLDS;
    return strncmp(e->data, "IMDB", 4) == 0 ? SOCIAL : MOLECULES;
}

static void check_file(const folder *f, const char *name)
{
    char path[1000];
    sg_experiment e = {0};
    sg_configuration c = {0};
    (void)snprintf(path, sizeof path, "%s/%s/%s", EXPERIMENTS, f->name, name);
    check_ok(sg_experiment_open(&e, path, NULL, 0, &err));
    assert_true(e.has_task);
    if (e.n_configurations != expected(f, name, &e))
        fail_msg("%s: %u configurations", path, e.n_configurations);
    check_ok(sg_experiment_configuration(&c, &e, e.n_configurations - 1, e.task, &err));
    assert_true(c.train.learning_rate > 0);
    sg_configuration_free(&c);
    sg_experiment_free(&e);
}

/* A comment of two to five lines begins every file. */
static void check_comment(const folder *f, const char *name)
{
    char path[1000], line[400];
    int n_lines = 0;
    (void)snprintf(path, sizeof path, "%s/%s/%s", EXPERIMENTS, f->name, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL && line[0] == '#') n_lines++;
    (void)fclose(file);
    if (n_lines < 2 || n_lines > 5) fail_msg("%s: %d lines of comment", path, n_lines);
}

static uint32_t for_each_file(const folder *f, void (*check)(const folder *, const char *))
{
    char path[1000];
    uint32_t n = 0;
    (void)snprintf(path, sizeof path, "%s/%s", EXPERIMENTS, f->name);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (strstr(entry->d_name, ".yml") == NULL) continue;
        check(f, entry->d_name);
        n++;
    }
    closedir(directory);
    return n;
}

static void all_files_are_valid(void **state)
{
    (void)state;
    const long live = sg_mem_live();
    for (size_t i = 0; i < N_FOLDERS; i++)
        assert_int_equal(for_each_file(&FOLDERS[i], check_file), FOLDERS[i].n_files);
    assert_int_equal(sg_mem_live(), live);
}

static void all_files_say_what_they_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_FOLDERS; i++) for_each_file(&FOLDERS[i], check_comment);
}

/* The page of commands; allocated. */
static char *page(void)
{
    enum { SIZE = 100000 };
    char path[1000], *text = calloc(SIZE, 1);
    (void)snprintf(path, sizeof path, "%s/README.md", EXPERIMENTS);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, SIZE - 1, file) > 0);
    (void)fclose(file);
    return text;
}

static void check_mentioned(const folder *f, const char *name)
{
    char command[1000], *text = page();
    (void)snprintf(command, sizeof command, "`sharegnn run experiments/%s/%s`", f->name, name);
    if (strstr(text, command) == NULL) fail_msg("README.md has no %s", command);
    free(text);
}

static void the_page_has_a_command_for_each(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_FOLDERS; i++) for_each_file(&FOLDERS[i], check_mentioned);
}

/* No folder is left out above. */
static void there_are_no_other_folders(void **state)
{
    (void)state;
    size_t n = 0;
    DIR *directory = opendir(EXPERIMENTS);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[1000];
        struct stat info;
        (void)snprintf(path, sizeof path, "%s/%s", EXPERIMENTS, entry->d_name);
        if (entry->d_name[0] != '.' && stat(path, &info) == 0 && S_ISDIR(info.st_mode)) n++;
    }
    closedir(directory);
    for (size_t i = 0; i < N_FOLDERS; i++) n += strchr(FOLDERS[i].name, '/') != NULL;
    assert_int_equal(n, N_FOLDERS + N_NETWORKS);
}

/* The deepest network of the distance ablation. */
static void layers_are_repeated(void **state)
{
    (void)state;
    char path[1000];
    sg_experiment e = {0};
    sg_configuration c = {0};
    (void)snprintf(path, sizeof path, "%s/ablation-distance/NCI1.yml", EXPERIMENTS);
    check_ok(sg_experiment_open(&e, path, NULL, 0, &err));
    check_ok(sg_experiment_configuration(&c, &e, 55, e.task, &err));
    assert_int_equal(c.blueprint.n_layers, 11);
    for (int l = 0; l < 10; l++)
        check_layer(&c.blueprint.layer[l],
                    "{'encoder':{'heads':['wl:2 @ distance 0..2'],'activation':'tanh'}}");
    sg_configuration_free(&c);
    sg_experiment_free(&e);
}

SG_TESTS(cmocka_unit_test(all_files_are_valid), cmocka_unit_test(all_files_say_what_they_are),
         cmocka_unit_test(the_page_has_a_command_for_each),
         cmocka_unit_test(there_are_no_other_folders), cmocka_unit_test(layers_are_repeated))
