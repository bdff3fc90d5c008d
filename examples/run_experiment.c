/* run_experiment.c - a whole experiment that is stopped and resumed: generate data, write an experiment
 * file with a grid, run it with progress, stop it, go on, read the results and write a report.
 *
 *     cc run_experiment.c $(pkg-config --cflags --libs sharegnn) -o run_experiment
 *     ./run_experiment FOLDER
 *
 * FOLDER must exist; data, experiment, run and report.html are written there.
 */
#include <sharegnn.h>
#include <stdio.h>

static const char experiment[] =
    "data: CSL\n"
    "protocol: fair\n"
    "splits: synthetic\n"
    "layers:\n"
    "  - encoder: { heads: [\"cycles:10 @ distance 0,1\"], activation: tanh }\n"
    "  - decoder: { heads: [\"cycles:10\"], outputs: classes, activation: tanh }\n"
    "train: { learning-rate: 0.1, epochs: 100, init: uniform -0.1 0.1 }\n"
    "grid:\n"
    "  train.learning-rate: [0.001, 0.1]\n";

/* Called while the experiment runs; `stop` points to whether the first job is to be the last. */
static bool watch(void *stop, const sg_run_event *event)
{
    if (event->kind == SG_RUN_STAGE)
        printf("%s: %u jobs\n", event->stage, (unsigned)event->n_jobs);
    return !(event->kind == SG_RUN_JOB && *(const bool *)stop);
}

static bool write_file(const char *path, const char *text, sg_error *err)
{
    FILE *file = fopen(path, "w");
    bool good = file != NULL && fputs(text, file) >= 0;
    if (file != NULL) good = fclose(file) == 0 && good;
    if (!good) snprintf(err->text, sizeof err->text, "%.500s: cannot be written", path);
    return good;
}

/* Say which configuration won and how good it is. */
static void print(const sg_results *results)
{
    size_t n = 0;
    const sg_result_overview overview = sg_results_overview_of(results);
    const sg_result_configuration *configuration = sg_results_configurations(&n, results);
    for (size_t i = 0; i < n; i++)
        if (configuration[i].n_chosen > 0)
            printf("%s: %s\n", sg_results_axes(&n, results)[0], configuration[i].value[0]);
    printf("%s on test graphs: %.1f %%\n", overview.metric, overview.test_mean);
}

int main(int argc, char **argv)
{
    sg_error err = {.text = "usage: run_experiment FOLDER"};
    sg_results *results = NULL;
    char data[400], file[400], folder[400], page[400];
    const char *where = argc == 2 ? argv[1] : "";
    snprintf(data, sizeof data, "%s/data", where);
    snprintf(file, sizeof file, "%s/csl.yml", where);
    snprintf(folder, sizeof folder, "%s/experiment", where);
    bool good = argc == 2 && /* the longest of these names fits, so all do */
                snprintf(page, sizeof page, "%s/report.html", where) < (int)sizeof page;
    bool stop = true;
    sg_run_options options = {.struct_size = sizeof options,
                              .folder = folder,
                              .data_folder = data,
                              .replace = true,
                              .event = watch,
                              .context = &stop};
    const sg_report_options report = {.struct_size = sizeof report, .data_folder = data};
    good = good && sg_data_make(NULL, "CSL", data, 0, true, &err) == SG_OK &&
           write_file(file, experiment, &err) && sg_run(NULL, file, &options, &err) != SG_OK &&
           err.status == SG_ECANCELED;
    if (good) {
        printf("stopped; going on\n");
        err = (sg_error){0};
        stop = options.replace = false;
        options.resume = true;
        good = sg_run(NULL, file, &options, &err) == SG_OK &&
               sg_results_open(&results, folder, &err) == SG_OK &&
               sg_report_write(page, results, &report, &err) == SG_OK;
    }
    if (good)
        print(results);
    else
        fprintf(stderr, "%s\n", err.text);
    sg_results_close(results);
    return good ? 0 : 1;
}
