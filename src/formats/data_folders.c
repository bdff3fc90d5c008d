/* data_folders.c - looking a data set up. */
#include "formats/data_folders.h"

#include "base/file.h"
#include "base/mem.h"
#include "formats/data_file.h"
#include "formats/import_options.h"
#include "text/name_ending.h"

#include <stdlib.h>
#include <string.h>

static sg_status home_cache(sg_text *path, sg_error *err)
{
    const char *home = getenv("HOME");
    return home != NULL && home[0] != '\0' ? sg_text_add(path, err, "%s/.cache/sharegnn", home)
                                           : SG_OK;
}

/* What the user calls a data set. */
typedef struct called {
    const char *name; /* without settings                                                 */
    bool is_file;     /* of another format: settings or the end of the name say so        */
} called;

/* Try FOLDER/NAME/ and FOLDER/NAME.zip, or FOLDER/NAME where that is a file of another format; *found
 * tells whether `path` is one of them now. */
static sg_status try_folder(bool *found, sg_text *path, const char *folder, called data,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size_before = path->size;
    SG_TRY(sg_text_add(path, err, "%s/%s", folder, data.name));
    *found = (data.is_file && sg_path_exists(path->data)) || sg_path_is_folder(path->data);
    if (*found) goto done;
    SG_TRY(sg_text_add(path, err, ".zip"));
    *found = sg_path_exists(path->data);
    if (!*found) path->size = size_before;
done:
    return status;
}

/* Files of other formats, and folders of images, are also taken from where the user is. */
static bool is_path(called data)
{
    return strchr(data.name, '/') != NULL || sg_ends_with(data.name, ".zip") ||
           (data.is_file && sg_path_exists(data.name));
}

/* The same for a name without settings. */
static sg_status find_plain(sg_text *path, called data, const char *folder, sg_error *err)
{
    sg_status status = SG_OK;
    const char *name = data.name;
    sg_text cache = {0};
    const size_t size_before = path->size;
    bool found = false;
    SG_REQUIRE(name[0] != '\0', SG_EINVAL, "data set: the name is empty");
    if (is_path(data)) {
        if (!sg_path_exists(name))
            SG_TRY(sg_error_at(err, SG_ENOTFOUND, SG_WHERE, (sg_place){name, 0, 0},
                               "no such data set"));
        SG_TRY(sg_text_add(path, err, "%s", name));
        goto done;
    }
    SG_TRY(home_cache(&cache, err));
    const char *places[] = {folder != NULL ? folder : getenv("SHAREGNN_DATA"),
                            folder != NULL ? NULL : "data", folder != NULL ? NULL : cache.data};
    for (size_t i = 0; i < 3 && !found; i++)
        if (places[i] != NULL && places[i][0] != '\0')
            SG_TRY(try_folder(&found, path, places[i], data, err));
    if (!found && folder != NULL)
        SG_TRY(sg_error_at(err, SG_ENOTFOUND, SG_WHERE, (sg_place){folder, 0, 0},
                           "no data set %.60s/ or %.60s.zip in it", name, name));
    if (!found && sg_path_exists(name) && !sg_path_is_folder(name))
        SG_TRY(sg_error_at(err, SG_ENOTFOUND, SG_WHERE, (sg_place){name, 0, 0},
                           "there is such a file, but its name does not say which format it "
                           "has; add that, as in %.60s?smiles",
                           name));
    if (!found)
        SG_TRY(sg_error_at(err, SG_ENOTFOUND, SG_WHERE, (sg_place){name, 0, 0},
                           "no such data set in $SHAREGNN_DATA (%.120s), ./data or "
                           "~/.cache/sharegnn",
                           places[0] != NULL ? places[0] : "not set"));
done:
    if (status != SG_OK && path->data != NULL) {
        path->size = size_before;
        path->data[size_before] = '\0';
    }
    sg_text_free(&cache);
    return status;
}

sg_status sg_data_folders_find(sg_text *path, const char *name, const char *folder,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const char *settings = sg_import_settings_of(name);
    const size_t size_before = path->size;
    sg_text plain = {0};
    const size_t size = settings != NULL ? (size_t)(settings - name) - 1 : strlen(name);
    SG_TRY(sg_text_add(&plain, err, "%.*s", (int)size, name));
    const called data = {.name = plain.data, .is_file = sg_data_file_is_known(name)};
    SG_TRY(find_plain(path, data, folder, err));
    if (settings != NULL) SG_TRY(sg_text_add(path, err, "?%s", settings));
done:
    if (status != SG_OK && path->data != NULL) {
        path->size = size_before;
        path->data[size_before] = '\0';
    }
    sg_text_free(&plain);
    return status;
}

sg_status sg_data_folders_home(sg_text *path, sg_error *err)
{
    const char *named = getenv("SHAREGNN_DATA");
    return sg_text_add(path, err, "%s", named != NULL && named[0] != '\0' ? named : "data");
}
