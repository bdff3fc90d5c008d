/* command_data_get.c - sharegnn data get NAME. */
#include "commands.h"
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

int command_data_get(const arguments *args)
{
    sg_error err = {0};
    const char *name = args->positional[0], *folder = arguments_text(args, "out");
    char *path = NULL;
    progress p;
    progress_start(&p, 0);
    const sg_get_options options = {
        .from = arguments_text(args, "from"),
        .replace = arguments_flag(args, "force"),
        .observer = &p.observer,
    };
    sg_status status = sg_data_get(name, folder, &options, &err);
    progress_stop(&p);
    if (status == SG_EEXIST) return message_failure(&err, "--force fetches it again");
    if (status == SG_ECANCELED) return message_failure(&err, "the same command goes on");
    if (status == SG_OK) status = sg_data_find(&path, name, folder, &err);
    if (status != SG_OK) return message_failure(&err, NULL);
    print_result(name, path, arguments_flag(args, "json"));
    sg_text_release(path);
    return EXIT_SUCCESS;
}
