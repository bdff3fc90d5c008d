/* command_report.c - sharegnn report DIR. */
#include "commands.h"
#include "json_out.h"
#include "message.h"
#include "output_file.h"
#include "progress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static sg_status write_report(const char *path, const arguments *args, sg_error *err)
{
    sg_results *results = NULL;
    progress bar;
    sg_status status = sg_results_open(&results, args->positional[0], err);
    if (status != SG_OK) return status;
    progress_start(&bar, 1);
    const sg_report_options options = {.data_folder = arguments_text(args, "data-dir"),
                                       .model = arguments_text(args, "model"),
                                       .n_graphs = (uint32_t)arguments_number(args, "graphs"),
                                       .n_threads = (uint32_t)arguments_number(args, "threads"),
                                       .observer = &bar.observer};
    status = sg_report_write(path, results, &options, err);
    progress_stop(&bar);
    sg_results_close(results);
    return status;
}

static void print_written(const char *path, bool as_json)
{
    struct stat file;
    const uint64_t size = stat(path, &file) == 0 ? (uint64_t)file.st_size : 0;
    if (as_json) {
        json j = {.out = stdout};
        json_open(&j, NULL, '{');
        json_text(&j, "report", path);
        json_count(&j, "bytes", size);
        json_close(&j, '}');
        json_line(&j);
        return;
    }
    char *name = message_escape(path);
    printf("%s: %.2f MB; open it in any browser\n", name != NULL ? name : "report",
           (double)size / 1e6);
    free(name);
}

int command_report(const arguments *args)
{
    sg_error err = {0};
    const char *path = arguments_text(args, "out");
    if (path == NULL) return message_usage(args->verb, "--out is missing: the file to write");
    if (!output_file_possible(path)) {
        (void)snprintf(err.text, sizeof err.text, "%.400s: cannot write: %s", path,
                       strerror(errno));
        return message_failure(&err, NULL);
    }
    const sg_status status = write_report(path, args, &err);
    if (status == SG_ECANCELED) {
        fputs("stopped\n", stderr);
        interrupt_obey();
    }
    if (status != SG_OK) return message_failure(&err, NULL);
    print_written(path, arguments_flag(args, "json"));
    return EXIT_SUCCESS;
}
