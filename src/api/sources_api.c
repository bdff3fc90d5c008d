/* sources_api.c - data sets that are generated or downloaded. */
#include "sharegnn.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "data/dataset_hold.h"
#include "fetch/download.h"
#include "fetch/published.h"
#include "formats/splits_file.h"
#include "formats/tu_reader.h"
#include "formats/tu_writer.h"
#include "generators/generators.h"

#include <string.h>

static const char DEFAULT_SERVER[] = "https://www.chrsmrrs.com/graphkerneldatasets";

size_t sg_data_source_count(void)
{
    size_t n_generators = 0, n_published = 0;
    (void)sg_generators(&n_generators);
    (void)sg_published_all(&n_published);
    return n_generators + n_published;
}

sg_status sg_data_source_at(sg_data_source *source, size_t i, sg_error *err)
{
    SG_REQUIRE_RESULT(source, n_graphs);
    size_t n_generators = 0, n_published = 0;
    const sg_generator *generator = sg_generators(&n_generators);
    const sg_published *published = sg_published_all(&n_published);
    sg_data_source made = {.generated = i < n_generators};
    if (i >= n_generators + n_published)
        return sg_error_set(err, SG_EINVAL, SG_WHERE, "there is no data set %zu; there are %zu",
                            i, n_generators + n_published);
    if (made.generated) {
        made.name = generator[i].name;
        made.about = generator[i].about;
        made.n_graphs = generator[i].n_graphs;
    } else {
        published += i - n_generators;
        made.name = published->name;
        made.about = published->about;
        made.n_graphs = published->n_graphs;
    }
    sg_struct_write(source, &made, sizeof made);
    return SG_OK;
}

static bool is_published(const char *name)
{
    size_t n = 0;
    const sg_published *all = sg_published_all(&n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].name, name) == 0) return true;
    return false;
}

static sg_status find_generator(const sg_generator **found, const char *name, sg_error *err)
{
    *found = sg_generator_find(name);
    if (*found != NULL) return SG_OK;
    size_t n = 0;
    const sg_generator *all = sg_generators(&n);
    sg_nearest nearest = {.wanted = name};
    for (size_t i = 0; i < n; i++) sg_nearest_offer(&nearest, all[i].name);
    if (nearest.name != NULL)
        return sg_error_set(err, SG_ENOTFOUND, SG_WHERE,
                            "%.80s: not a data set that can be generated; did you mean %s?",
                            name, nearest.name);
    return sg_error_set(
        err, SG_ENOTFOUND, SG_WHERE,
        is_published(name) ? "%.80s: not a data set that can be generated; it can be downloaded"
                           : "%.80s: not a data set that can be generated",
        name);
}

sg_status sg_data_generate(sg_dataset **data, const char *name, uint32_t seed, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(name);
    sg_status status = SG_OK;
    const sg_generator *generator = NULL;
    sg_dataset made = {0};
    SG_TRY(find_generator(&generator, name, err));
    SG_TRY(
        sg_observe(NULL, (sg_progress){"generating", "graphs", 0, generator->n_graphs}, err));
    SG_TRY(generator->make(&made, seed != 0 ? seed : generator->default_seed, err));
    SG_TRY(sg_dataset_publish(data, &made, err));
done:
    sg_dataset_free(&made);
    return status;
}

sg_status sg_data_answer(char **answer, const char *name, uint32_t seed, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(answer);
    SG_REQUIRE_ARGUMENT(name);
    sg_status status = SG_OK;
    const sg_generator *generator = NULL;
    sg_dataset made = {0};
    sg_text text = {0};
    SG_TRY(find_generator(&generator, name, err));
    if (generator->answer != NULL) {
        SG_TRY(sg_observe(NULL, (sg_progress){"generating", "graphs", 0, generator->n_graphs},
                          err));
        SG_TRY(generator->make(&made, seed != 0 ? seed : generator->default_seed, err));
        SG_TRY(generator->answer(&text, &made, err));
    }
    *answer = text.data;
    text = (sg_text){0};
done:
    sg_text_free(&text);
    sg_dataset_free(&made);
    return status;
}

static sg_status must_not_exist(const char *path, bool replace, sg_error *err)
{
    if (replace || !sg_path_exists(path)) return SG_OK;
    return sg_error_at(err, SG_EEXIST, SG_WHERE, (sg_place){path, 0, 0}, "already there");
}

sg_status sg_data_make(char **splits_path, const char *name, const char *folder, uint32_t seed,
                       bool replace, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(name);
    SG_REQUIRE_PATH(folder);
    sg_status status = SG_OK;
    const sg_generator *generator = NULL;
    sg_dataset data = {0};
    sg_splits splits = {0};
    sg_text path = {0}, splits_file = {0};
    SG_TRY(find_generator(&generator, name, err));
    SG_TRY(sg_text_add(&path, err, "%s/%s", folder, name));
    SG_TRY(sg_text_add(&splits_file, err, "%s/splits/%s", folder, generator->protocol));
    SG_TRY(must_not_exist(path.data, replace, err));
    const uint32_t chosen = seed != 0 ? seed : generator->default_seed;
    SG_TRY(
        sg_observe(NULL, (sg_progress){"generating", "graphs", 0, generator->n_graphs}, err));
    SG_TRY(generator->make(&data, chosen, err));
    SG_TRY(generator->split(&splits, &data, chosen, err));

    SG_TRY(sg_folder_make(splits_file.data, err));
    SG_TRY(sg_text_add(&splits_file, err, "/%s_splits.json", name));
    SG_TRY(must_not_exist(splits_file.data, replace, err));
    const bool is_new = !sg_path_exists(path.data);
    SG_TRY(sg_tu_write(&data, folder, name, replace, err));
    status = sg_splits_file_write(&splits, splits_file.data, err);
    if (status != SG_OK && is_new) sg_folder_remove(path.data);
    SG_TRY(status);
    if (splits_path != NULL) {
        *splits_path = splits_file.data;
        splits_file = (sg_text){0};
    }
done:
    sg_text_free(&splits_file);
    sg_text_free(&path);
    sg_splits_free(&splits);
    sg_dataset_free(&data);
    return status;
}

/* A downloaded archive must be a readable data set, and the one that is known under its name. */
static sg_status check_archive(void *context, const char *path, sg_error *err)
{
    sg_status status = SG_OK;
    const char *name = context;
    sg_dataset data = {0};
    SG_TRY(sg_tu_open(&data, path, 0, err));
    SG_REQUIRE(strcmp(data.name, name) == 0, SG_EFORMAT,
               "%s: the archive holds the data set %s", name, data.name);
    SG_TRY(sg_published_check(&data, name, err));
done:
    sg_dataset_free(&data);
    return status;
}

/* Names become parts of paths and addresses. */
static bool is_plain_name(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_-.";
    return name[0] != '\0' && name[0] != '.' && strspn(name, allowed) == strlen(name);
}

sg_status sg_data_get(const char *name, const char *folder, const sg_get_options *options,
                      sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(name);
    SG_REQUIRE_PATH(folder);
    sg_get_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    sg_status status = SG_OK;
    const char *server = chosen.from != NULL ? chosen.from : DEFAULT_SERVER;
    char *name_copy = sg_text_copy(name);
    sg_text path = {0}, url = {0};
    SG_REQUIRE(name_copy != NULL, SG_ENOMEM, "out of memory");
    SG_REQUIRE(is_plain_name(name), SG_EINVAL,
               "data set name \"%.80s\": only letters, digits, '_', '-' and '.' are allowed",
               name);
    SG_TRY(sg_text_add(&path, err, "%s/%s.zip", folder, name));
    SG_TRY(must_not_exist(path.data, chosen.replace, err));
    size_t server_length = strlen(server);
    while (server_length > 0 && server[server_length - 1] == '/') server_length--;
    SG_TRY(sg_text_add(&url, err, "%.*s/%s.zip", (int)server_length, server, name));
    SG_TRY(sg_folder_make(folder, err));
    SG_TRY(sg_download(path.data, url.data, check_archive, name_copy, chosen.observer, err));
done:
    sg_text_free(&url);
    sg_text_free(&path);
    sg_free(name_copy);
    return status;
}
