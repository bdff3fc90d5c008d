/* yardstick.c - running the program and reading its line. */
#include "yardstick.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The splits lie beside the data set: FOLDER/splits/fair/NAME_splits.json. */
bool yardstick_open(yardstick *yard, const sg_dataset *data, const char *path,
                    const bench_options *options)
{
    sg_error err = {0};
    const char *slash = strrchr(path, '/');
    *yard = (yardstick){.program = options->yardstick,
                        .name = sg_data_name(data),
                        .folder = "/tmp/sharegnn-bench-XXXXXX"};
    if (yard->program == NULL || slash == NULL) return false;
    (void)snprintf(yard->splits, sizeof yard->splits, "%.*s/splits/fair/%s_splits.json",
                   (int)(slash - path), path, yard->name);
    if (access(yard->splits, R_OK) != 0 || mkdtemp(yard->folder) == NULL) return false;
    if (sg_data_write(data, yard->folder, yard->name, true, &err) == SG_OK) return true;
    yardstick_close(yard);
    return false;
}

static double number_behind(const char *line, const char *name)
{
    const char *p = strstr(line, name);
    return p != NULL ? strtod(p + strlen(name), NULL) : 0;
}

void yardstick_run(yardstick_times *best, const yardstick *yard, uint32_t encoder_rounds,
                   uint32_t decoder_rounds, uint32_t n_epochs)
{
    char command[9000], line[1024] = "";
    const int length = snprintf(command, sizeof command, "'%s' '%s/%s/%s' %u %u 6 '%s' %u",
                                yard->program, yard->folder, yard->name, yard->name,
                                encoder_rounds, decoder_rounds, yard->splits, n_epochs);
    if (length < 0 || (size_t)length >= sizeof command) return;
    FILE *output = popen(command, "r"); /* NOLINT(cert-env33-c): the user's own program */
    if (output == NULL) return;
    const bool read = fgets(line, sizeof line, output) != NULL;
    if (pclose(output) != 0 || !read) return;
    bench_keep_fastest(&best->labels_s, number_behind(line, "\"labels_s\": "));
    bench_keep_fastest(&best->plan_s, number_behind(line, "\"plan_s\": "));
    bench_keep_fastest(&best->epoch_s, number_behind(line, "\"epoch_s\": "));
    best->n_triples = (uint32_t)number_behind(line, "\"encoder_weights\": ");
}

void yardstick_close(yardstick *yard)
{
    bench_remove_data(yard->folder, yard->name);
}
