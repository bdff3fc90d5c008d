/* command_data_list.c - sharegnn data list.
 *
 * Known data sets are looked for wherever they would be opened from; others only in the folder
 * that data sets are written to, since any folder there may be one. */
#include "commands.h"
#include "common_options.h"
#include "json_out.h"
#include "message.h"
#include "text_table.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A data set and how it got or gets here. */
typedef struct item {
    const char *name;
    const char *origin; /* "generated", "downloaded", "own" */
    const char *about;
    uint32_t n_graphs; /* 0: unknown       */
    const char *path;  /* NULL: not here   */
} item;

typedef struct sections {
    text_table generated;
    text_table downloaded;
    text_table here;
    bool as_json;
} sections;

static void add_item(sections *s, const item *x)
{
    if (s->as_json) {
        json j = {.out = stdout};
        json_open(&j, NULL, '{');
        json_text(&j, "name", x->name);
        json_text(&j, "origin", x->origin);
        if (x->n_graphs > 0)
            json_count(&j, "graphs", x->n_graphs);
        else
            json_null(&j, "graphs");
        json_text(&j, "about", x->about);
        json_text(&j, "path", x->path);
        json_close(&j, '}');
        json_line(&j);
        return;
    }
    if (x->n_graphs > 0) {
        text_table *t = strcmp(x->origin, "generated") == 0 ? &s->generated : &s->downloaded;
        text_table_add(t, "%s", x->name);
        text_table_add(t, "%u", (unsigned)x->n_graphs);
        text_table_add(t, "%s", x->about);
    }
    if (x->path == NULL) return;
    text_table_add(&s->here, "%s", x->name);
    text_table_add(&s->here, "%s", x->path);
}

static void add_known(sections *s, const char *folder)
{
    for (size_t i = 0; i < sg_data_source_count(); i++) {
        const sg_data_source source = sg_data_source_of(i);
        char *path = NULL;
        (void)sg_data_find(&path, source.name, folder, NULL);
        add_item(s, &(item){.name = source.name,
                            .origin = source.generated ? "generated" : "downloaded",
                            .about = source.about,
                            .n_graphs = source.n_graphs,
                            .path = path});
        sg_text_release(path);
    }
}

static bool is_known(const char *name)
{
    for (size_t i = 0; i < sg_data_source_count(); i++)
        if (strcmp(sg_data_source_of(i).name, name) == 0) return true;
    return false;
}

/* Cut ".zip" off a file's name; a folder must hold NAME_A.txt to be a data set. */
static bool looks_like_data(char *name, const char *folder)
{
    char path[PATH_MAX];
    const size_t length = strlen(name);
    if (length > 4 && strcmp(name + length - 4, ".zip") == 0) {
        name[length - 4] = '\0';
        return true;
    }
    const int size = snprintf(path, sizeof path, "%s/%s/%s_A.txt", folder, name, name);
    return size > 0 && (size_t)size < sizeof path && access(path, F_OK) == 0;
}

static void add_others(sections *s, const char *folder)
{
    struct dirent **entry = NULL;
    const int n = scandir(folder, &entry, NULL, alphasort);
    char previous[NAME_MAX + 1] = "";
    for (int i = 0; i < n; i++) {
        char *name = entry[i]->d_name, *path = NULL;
        const bool data = name[0] != '.' && looks_like_data(name, folder);
        /* NAME/ and NAME.zip are one data set. */
        if (data && !is_known(name) && strcmp(name, previous) != 0 &&
            sg_data_find(&path, name, folder, NULL) == SG_OK) {
            add_item(s, &(item){.name = name, .origin = "own", .path = path});
            snprintf(previous, sizeof previous, "%s", name);
        }
        sg_text_release(path);
        free(entry[i]);
    }
    free(entry);
}

static bool print_section(const text_table *t, const char *title)
{
    if (t->n_cells == 0 && !t->incomplete) return true;
    puts(title);
    return text_table_print(t, "  ", stdout);
}

static bool print_sections(const sections *s)
{
    const bool whole =
        print_section(&s->generated, "Can be generated ('sharegnn data make NAME'):") &&
        print_section(&s->downloaded, "\nCan be downloaded ('sharegnn data get NAME'):");
    if (s->here.n_cells == 0) puts("\nNone is here yet.");
    return print_section(&s->here, "\nAlready here:") && whole;
}

static int command_data_list(const arguments *args)
{
    static const column about[] = {{.left = true}, {.left = false}, {.left = true}};
    static const column here[] = {{.left = true}, {.left = true}};
    sections s = {
        .generated = {.columns = about, .n_columns = 3},
        .downloaded = {.columns = about, .n_columns = 3},
        .here = {.columns = here, .n_columns = 2},
        .as_json = arguments_flag(args, "json"),
    };
    sg_error err = {0};
    const char *folder = arguments_text(args, "data-dir");
    char *home = NULL;
    sg_status status = sg_data_home(&home, &err);
    if (status == SG_OK) {
        add_known(&s, folder);
        add_others(&s, folder != NULL ? folder : home);
        if (!s.as_json && !print_sections(&s)) {
            status = SG_ENOMEM;
            snprintf(err.text, sizeof err.text, "out of memory");
        }
    }
    sg_text_release(home);
    text_table_free(&s.here);
    text_table_free(&s.downloaded);
    text_table_free(&s.generated);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}

/* clang-format off */
const verb verb_data_list = {
    .name = "data list",
    .brief = "what can be generated, downloaded, what is already here",
    .about = "List the data sets that can be generated, those that can be downloaded, and "
             "those that are already here, with their paths.",
    .positionals = NO_POSITIONALS,
    .options = (const option[]){
        OPTION_JSON("one JSON object per data set and line"),
        OPTION_DATA_DIR,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn data list", "all there is"},
        {"sharegnn data list --json --data-dir ~/graphs", "for scripts, another folder"}},
    .run = command_data_list,
};
/* clang-format on */
