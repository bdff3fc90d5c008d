/* command_data_export.c - sharegnn data export DATA: a graph per line. */
#include "commands.h"
#include "message.h"
#include "output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int report_unwritten(const char *path)
{
    const int reason = errno;
    char *name = path != NULL ? message_escape(path) : NULL;
    if (path == NULL) clearerr(stdout);
    if (path != NULL || reason != EPIPE)
        fprintf(stderr, "%s: cannot write: %s\n", name != NULL ? name : "standard output",
                strerror(reason));
    free(name);
    return EXIT_FAILURE;
}

static sg_status write_graphs(FILE *out, const sg_dataset *data, const char *format,
                              sg_error *err)
{
    const uint32_t n = sg_data_sizes(data).n_graphs;
    sg_status status = SG_OK;
    for (uint32_t g = 0; g < n && status == SG_OK && !ferror(out); g++) {
        char *line = NULL;
        status = sg_data_graph_line(&line, data, g, format, err);
        if (status == SG_OK) fputs(line, out);
        sg_text_release(line);
    }
    return status;
}

int command_data_export(const arguments *args)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    output_file out;
    const char *path = arguments_text(args, "out");
    const sg_data_options options = {.folder = arguments_text(args, "data-dir")};
    if (sg_data_open(&data, args->positional[0], &options, &err) != SG_OK)
        return message_failure(&err, NULL);
    if (!output_file_open(&out, path)) {
        sg_data_close(data);
        return report_unwritten(path);
    }
    const sg_status status =
        write_graphs(out.stream, data, arguments_text(args, "format"), &err);
    sg_data_close(data);
    if (!output_file_close(&out)) return report_unwritten(path);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}
