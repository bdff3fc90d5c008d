/* command_predict.c - sharegnn predict MODEL DATA. */
#include "commands.h"
#include "json_out.h"
#include "message.h"
#include "output_file.h"
#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A model's scores for the graphs of a data set. */
typedef struct prediction {
    const sg_model *model;
    sg_model_size size;
    uint32_t n_graphs;
    double *score; /* [n_graphs][size.n_outputs] */
} prediction;

static const double *scores_of(const prediction *p, uint32_t graph)
{
    return p->score + (size_t)graph * p->size.n_outputs;
}

/* The class with the largest score, the first of them where several have it. */
static uint32_t best_class(const prediction *p, uint32_t graph)
{
    const double *score = scores_of(p, graph);
    uint32_t best = 0;
    for (uint32_t c = 1; c < p->size.n_outputs; c++)
        if (score[c] > score[best]) best = c;
    return best;
}

/* The name of an output. */
typedef struct output_name {
    char text[128];
} output_name;

static output_name name_of(const prediction *p, uint32_t output)
{
    output_name name;
    if (p->size.task == SG_CLASSIFICATION)
        (void)snprintf(name.text, sizeof name.text, "%" PRId64,
                       sg_model_class(p->model, output));
    else
        (void)snprintf(name.text, sizeof name.text, "%s", sg_model_target(p->model, output));
    return name;
}

/* ---- Lines for people and spreadsheets --------------------------------------------------- */

/* A name must not break the table. */
static void print_title(FILE *out, const char *around, output_name name)
{
    for (char *c = name.text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    fprintf(out, "\t%s(%s)", around, name.text);
}

static void print_header(FILE *out, const prediction *p)
{
    const bool values = p->size.task == SG_REGRESSION;
    fputs("graph", out);
    if (!values || p->size.n_outputs == 1) fputs("\tprediction", out);
    for (uint32_t c = 0; c < p->size.n_outputs && (!values || p->size.n_outputs > 1); c++)
        print_title(out, values ? "prediction" : "p", name_of(p, c));
    fputc('\n', out);
}

static void print_line(FILE *out, const prediction *p, uint32_t graph)
{
    const double *score = scores_of(p, graph);
    fprintf(out, "%" PRIu32, graph);
    if (p->size.task == SG_CLASSIFICATION)
        fprintf(out, "\t%" PRId64, sg_model_class(p->model, best_class(p, graph)));
    for (uint32_t c = 0; c < p->size.n_outputs && p->size.task == SG_MULTILABEL; c++)
        fprintf(out, "%c%d", c == 0 ? '\t' : ',', score[c] > 0.5);
    for (uint32_t c = 0; c < p->size.n_outputs; c++) fprintf(out, "\t%.6g", score[c]);
    fputc('\n', out);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void print_json_prediction(json *j, const prediction *p, uint32_t graph)
{
    const double *score = scores_of(p, graph);
    const uint32_t n = p->size.n_outputs;
    if (p->size.task == SG_CLASSIFICATION) {
        json_real(j, "prediction", (double)sg_model_class(p->model, best_class(p, graph)));
        return;
    }
    if (n > 1) json_open(j, "prediction", '[');
    for (uint32_t c = 0; c < n; c++) {
        const char *key = n > 1 ? NULL : "prediction";
        if (p->size.task == SG_REGRESSION)
            json_real(j, key, score[c]);
        else
            json_count(j, key, score[c] > 0.5);
    }
    if (n > 1) json_close(j, ']');
}

static void print_json_line(FILE *out, const prediction *p, uint32_t graph)
{
    json j = {.out = out};
    json_open(&j, NULL, '{');
    json_count(&j, "graph", graph);
    print_json_prediction(&j, p, graph);
    json_open(&j, "scores", '{');
    for (uint32_t c = 0; c < p->size.n_outputs; c++)
        json_real(&j, name_of(p, c).text, scores_of(p, graph)[c]);
    json_close(&j, '}');
    json_close(&j, '}');
    json_line(&j);
}

/* A reader of standard output that has seen enough needs no message, and no second one from main. */
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

static int print_all(const prediction *p, const arguments *args)
{
    output_file out;
    const char *path = arguments_text(args, "out");
    const bool as_json = arguments_flag(args, "json");
    if (!output_file_open(&out, path)) return report_unwritten(path);
    if (!as_json) print_header(out.stream, p);
    for (uint32_t g = 0; g < p->n_graphs && !ferror(out.stream); g++)
        (as_json ? print_json_line : print_line)(out.stream, p, g);
    return output_file_close(&out) ? EXIT_SUCCESS : report_unwritten(path);
}

/* ---- How good ---------------------------------------------------------------------------- */

static void report_accuracy(const prediction *p, const sg_dataset *data)
{
    const sg_data_arrays view = sg_data_view(data);
    uint64_t right = 0;
    if (view.graph_class == NULL || p->n_graphs == 0) return;
    for (uint32_t g = 0; g < p->n_graphs; g++)
        right +=
            view.class_name[view.graph_class[g]] == sg_model_class(p->model, best_class(p, g));
    fprintf(stderr,
            "accuracy %.2f %%: %" PRIu64 " of %" PRIu32 " graphs are of the predicted class\n",
            100.0 * (double)right / p->n_graphs, right, p->n_graphs);
}

/* The data's column of an output: the one it was trained on, called "target 3". */
static bool find_column(uint32_t *column, const prediction *p, uint32_t output,
                        uint32_t n_columns)
{
    static const char prefix[] = "target ";
    const char *name = sg_model_target(p->model, output);
    char *end = NULL;
    if (strncmp(name, prefix, strlen(prefix)) != 0) return false;
    const unsigned long number = strtoul(name + strlen(prefix), &end, 10);
    if (end == name + strlen(prefix) || *end != '\0' || number >= n_columns) return false;
    *column = (uint32_t)number;
    return true;
}

/* Over all targets that are not missing: the mean error, or the share of right labels. */
static void report_targets(const prediction *p, const sg_dataset *data)
{
    const double *target = sg_data_view(data).target;
    const uint32_t n_columns = sg_data_sizes(data).n_targets;
    double sum = 0;
    uint64_t n = 0;
    for (uint32_t c = 0; c < p->size.n_outputs; c++) {
        uint32_t column = 0;
        if (!find_column(&column, p, c, n_columns)) return;
        for (uint32_t g = 0; g < p->n_graphs; g++) {
            const double wanted = target[(size_t)g * n_columns + column];
            const double score = scores_of(p, g)[c];
            if (isnan(wanted)) continue;
            sum += p->size.task == SG_REGRESSION ? fabs(score - wanted)
                                                 : (score > 0.5) == (wanted > 0.5);
            n++;
        }
    }
    if (n == 0) return;
    if (p->size.task == SG_REGRESSION)
        fprintf(stderr, "mean absolute error %.6g over %" PRIu64 " targets\n", sum / (double)n,
                n);
    else
        fprintf(stderr, "accuracy %.2f %% over %" PRIu64 " labels\n", 100 * sum / (double)n, n);
}

/* ---- Together ---------------------------------------------------------------------------- */

static sg_status compute(prediction *p, const sg_dataset *data, const arguments *args,
                         sg_error *err)
{
    progress bar;
    p->size = sg_model_sizes(p->model);
    p->n_graphs = sg_data_sizes(data).n_graphs;
    p->score = calloc((size_t)p->n_graphs * p->size.n_outputs + 1, sizeof *p->score);
    if (p->score == NULL) {
        *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
        return SG_ENOMEM;
    }
    progress_start(&bar, 1);
    const sg_label_options options = {.n_threads = (uint32_t)arguments_number(args, "threads"),
                                      .budget = arguments_number(args, "budget"),
                                      .observer = &bar.observer};
    const sg_status status = sg_model_predict(p->score, p->model, data, &options, err);
    progress_stop(&bar);
    return status;
}

int command_predict(const arguments *args)
{
    sg_error err = {0};
    sg_model *model = NULL;
    sg_dataset *data = NULL;
    prediction p = {0};
    const char *targets = arguments_text(args, "target");
    const sg_data_options options = {.folder = arguments_text(args, "data-dir"),
                                     .n_threads = (uint32_t)arguments_number(args, "threads")};
    sg_status status = sg_model_open(&model, args->positional[0], &err);
    if (status == SG_OK) status = sg_data_open(&data, args->positional[1], &options, &err);
    p.model = model;
    if (status == SG_OK && targets != NULL)
        status = sg_data_read_targets(data, targets,
                                      sg_model_sizes(model).task != SG_CLASSIFICATION, &err);
    if (status == SG_OK) status = compute(&p, data, args, &err);
    int code = EXIT_FAILURE;
    if (status == SG_OK)
        code = print_all(&p, args);
    else if (status == SG_ECANCELED)
        fputs("stopped\n", stderr);
    else
        code = message_failure(&err, NULL);
    if (code == EXIT_SUCCESS && p.size.task == SG_CLASSIFICATION) report_accuracy(&p, data);
    if (code == EXIT_SUCCESS && p.size.task != SG_CLASSIFICATION) report_targets(&p, data);
    free(p.score);
    sg_data_close(data);
    sg_model_close(model);
    if (status == SG_ECANCELED) interrupt_obey();
    return code;
}
