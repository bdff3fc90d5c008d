/* command_data_make.c - sharegnn data make NAME. */
#include "commands.h"
#include "json_out.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t count_graphs(const char *name)
{
    for (size_t i = 0; i < sg_data_source_count(); i++) {
        const sg_data_source source = sg_data_source_at(i);
        if (strcmp(source.name, name) == 0) return source.n_graphs;
    }
    return 0;
}

static void print_result(const char *name, const char *path, const char *splits, bool as_json)
{
    if (!as_json) {
        printf("%s: %u graphs written to %s, splits to %s\n", name,
               (unsigned)count_graphs(name), path, splits);
        return;
    }
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "name", name);
    json_count(&j, "graphs", count_graphs(name));
    json_text(&j, "path", path);
    json_text(&j, "splits", splits);
    json_close(&j, '}');
    json_line(&j);
}

int command_data_make(const arguments *args)
{
    sg_error err = {0};
    const char *name = args->positional[0], *folder = arguments_text(args, "out");
    const uint32_t seed = (uint32_t)arguments_number(args, "seed");
    char *path = NULL, *splits = NULL;
    sg_status status =
        sg_data_make(&splits, name, folder, seed, arguments_flag(args, "force"), &err);
    if (status == SG_EEXIST) return message_failure(&err, "--force replaces it");
    if (status == SG_OK) status = sg_data_find(&path, name, folder, &err);
    if (status == SG_OK) print_result(name, path, splits, arguments_flag(args, "json"));
    sg_text_release(splits);
    sg_text_release(path);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}
