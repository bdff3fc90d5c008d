/* run_folder.c - making, clearing and tidying.
 *
 * While a run is going on its ledger keeps the folder locked.  Before anything of a former run is
 * removed, the same lock must be free: else it is not former. */
#include "run/run_folder.h"

#include "base/file.h"
#include "base/mem.h"
#include "text/yaml.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

sg_status sg_run_folder_path(sg_text *path, const char *folder, const char *name, sg_error *err)
{
    path->size = 0;
    return sg_text_add(path, err, "%s/%s", folder, name);
}

static sg_status has(bool *answer, const char *folder, const char *name, sg_error *err)
{
    sg_text path = {0};
    const sg_status status = sg_run_folder_path(&path, folder, name, err);
    if (status == SG_OK) *answer = sg_path_exists(path.data);
    sg_text_free(&path);
    return status;
}

/* Whether the folder can be made and written to, as far as that can be known without doing it: of its
 * path, what is there must be a folder that lets us in. */
static sg_status check_writable(const char *folder, sg_error *err)
{
    sg_status status = SG_OK;
    char *path = sg_text_copy(folder);
    SG_REQUIRE(folder[0] != '\0', SG_EINVAL, "run: the name of its folder is empty");
    SG_REQUIRE(path != NULL, SG_ENOMEM, "out of memory");
    /* Even the folder we are in may be closed to us, and then seems not to be there. */
    while (!sg_path_exists(path) && strcmp(path, ".") != 0) {
        char *slash = strrchr(path, '/');
        if (slash == NULL)
            memcpy(path, ".", 2);
        else
            slash[slash == path] = '\0';
    }
    SG_REQUIRE(sg_path_is_folder(path) || !sg_path_exists(path), SG_EEXIST,
               "%s: it is a file, so there can be no folder", path);
    SG_REQUIRE(access(path, W_OK | X_OK) == 0, SG_EIO,
               "%s: nothing can be written to the folder %s", folder, path);
done:
    sg_free(path);
    return status;
}

sg_status sg_run_folder_check(const char *folder, sg_former_run former, sg_error *err)
{
    sg_status status = SG_OK;
    bool run = false, config = false;
    SG_TRY(check_writable(folder, err));
    SG_TRY(has(&run, folder, "results.sqlite", err));
    SG_TRY(has(&config, folder, "config.yml", err));
    SG_REQUIRE(!run || former != SG_FORMER_REFUSE, SG_EEXIST, "%s: there is a run already",
               folder);
    SG_REQUIRE(run || !config || former == SG_FORMER_REPLACE, SG_EEXIST,
               "%s/config.yml is not of a run and would be overwritten", folder);
done:
    return status;
}

/* ---- Clearing --------------------------------------------------------------------------------- */

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Whether a name is one of a job's file, or else of a file in the run's own folder. */
static bool is_ours(const char *name, bool of_jobs)
{
    static const char *const files[] = {"config.yml", "predictions.csv", "summary.json",
                                        "results.sqlite"};
    if (of_jobs) return begins_with(name, "select-c") || begins_with(name, "evaluate-c");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (begins_with(name, files[i])) {
            const char end = name[strlen(files[i])];
            return end == '\0' || end == '-' || begins_with(name + strlen(files[i]), ".part-");
        }
    return false;
}

/* Remove what is ours, or of it only what is not complete. */
static void clear(const char *path, bool of_jobs, bool parts_only)
{
    DIR *folder = opendir(path);
    if (folder == NULL) return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (is_ours(entry->d_name, of_jobs) &&
            (!parts_only || strstr(entry->d_name, ".part-") != NULL))
            (void)unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
}

/* Where the file system knows no locks we go on without. */
static sg_status check_unlocked(const char *folder, sg_error *err)
{
    sg_status status = SG_OK;
    const int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) SG_TRY(sg_error_errno(err, SG_WHERE, folder, "open"));
    SG_REQUIRE(flock(opened, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, SG_EIO,
               "%s: another run is writing to this folder; wait until it is done or give "
               "another folder",
               folder);
done:
    if (opened >= 0) (void)close(opened);
    return status;
}

sg_status sg_run_folder_make(const char *folder, sg_former_run former, sg_error *err)
{
    static const char *const inside[] = {"models", "checkpoints"};
    sg_status status = SG_OK;
    sg_text path = {0};
    bool run = false;
    SG_TRY(sg_folder_make(folder, err));
    SG_TRY(check_unlocked(folder, err));
    SG_TRY(has(&run, folder, "results.sqlite", err));
    const bool parts_only = run && former == SG_FORMER_RESUME;
    if (run || former == SG_FORMER_REPLACE) clear(folder, false, parts_only);
    for (size_t i = 0; i < 2; i++) {
        SG_TRY(sg_run_folder_path(&path, folder, inside[i], err));
        clear(path.data, true, parts_only);
        SG_TRY(sg_folder_make(path.data, err));
    }
done:
    sg_text_free(&path);
    return status;
}

void sg_run_folder_tidy(const char *folder)
{
    sg_text path = {0};
    if (sg_run_folder_path(&path, folder, "checkpoints", NULL) == SG_OK) {
        clear(path.data, true, false);
        (void)rmdir(path.data);
    }
    if (sg_run_folder_path(&path, folder, "models", NULL) == SG_OK) (void)rmdir(path.data);
    sg_text_free(&path);
}

/* ---- A run that is resumed -------------------------------------------------------------------- */

sg_status sg_resumed_vocabulary(sg_experiment *experiment, const char *folder, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    sg_tree tree = {0};
    if (sg_node_member(experiment->tree.root, "vocabulary") != NULL) goto done;
    SG_TRY(sg_run_folder_path(&path, folder, "config.yml", err));
    if (!sg_path_exists(path.data)) goto done;
    SG_TRY(sg_yaml_open(&tree, path.data, err));
    const sg_node *said = sg_node_member(tree.root, "vocabulary");
    experiment->vocabulary_of_training =
        said != NULL && said->kind == SG_NODE_SCALAR && strcmp(said->text, "train") == 0;
done:
    sg_tree_free(&tree);
    sg_text_free(&path);
    return status;
}
