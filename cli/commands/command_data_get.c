/* command_data_get.c - sharegnn data get NAME. */
#include "commands.h"
#include "common_options.h"
#include "json_out.h"
#include "message.h"
#include "progress.h"

#include <stdlib.h>

static void print_result(const char *name, const char *path, bool as_json)
{
    if (!as_json) {
        printf("%s: downloaded to %s\n", name, path);
        return;
    }
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "name", name);
    json_text(&j, "path", path);
    json_close(&j, '}');
    json_line(&j);
}

static int command_data_get(const arguments *args)
{
    sg_error err = {0};
    const char *name = args->positional[0], *folder = arguments_text(args, "out");
    char *path = NULL;
    progress p;
    progress_start(&p, 0);
    const sg_get_options options = {
        .struct_size = sizeof options,
        .from = arguments_text(args, "from"),
        .replace = arguments_flag(args, "force"),
        .observer = &p.observer,
    };
    sg_status status = sg_data_get(name, folder, &options, &err);
    progress_stop(&p);
    if (status == SG_EEXIST) return message_failure(&err, "--force fetches it again");
    if (status == SG_ECANCELED) err.status = SG_EIO; /* its text says what is kept */
    if (status == SG_OK) status = sg_data_find(&path, name, folder, &err);
    if (status != SG_OK) return message_failure(&err, NULL);
    print_result(name, path, arguments_flag(args, "json"));
    sg_text_release(path);
    return EXIT_SUCCESS;
}

/* clang-format off */
const verb verb_data_get = {
    .name = "data get",
    .brief = "download and verify a data set",
    .about = "Download a data set of TU Dortmund's collection to DIR/NAME.zip. An "
             "interrupted download continues where it stopped. The archive is read and "
             "checked completely before it takes its name.",
    .positionals = (const positional[]){
        {.name = "NAME", .completes = COMPLETE_DOWNLOADED,
         .help = "its name in the collection: MUTAG, NCI1, ..."},
        {0}},
    .options = (const option[]){
        OPTION_OUT,
        {.name = "from", .metavar = "URL", .preset_words = "TU Dortmund's server",
         .help = "address of the folder that holds NAME.zip"},
        {.name = "force", .letter = 'f', .help = "download again what already exists"},
        OPTION_JSON("one JSON object: name, path"),
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn data get MUTAG", "into the data folder"},
        {"sharegnn data get NCI1 --from http://localhost:8000/graphs", "from another server"}},
    .run = command_data_get,
};
/* clang-format on */
