/* train_cross.c - the folds are a run of an experiment file that is written beside the model, so that all of
 * it can be looked at, repeated and changed. */
#include "train_cross.h"

#include "message.h"
#include "output_file.h"
#include "run_view.h"
#include "text_file.h"
#include "train_job.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void train_cross_free(train_cross *cross)
{
    free(cross->item);
    free(cross->fold);
    free(cross->score);
    free(cross->spread);
    free(cross->trust);
    *cross = (train_cross){0};
}

sg_held_out train_cross_items(const train_cross *c, uint32_t n_models)
{
    return (sg_held_out){.struct_size = sizeof(sg_held_out),
                         .n_items = c->n,
                         .item = c->item,
                         .score = c->score,
                         .spread = c->spread,
                         .trust = c->trust,
                         .fold = c->fold,
                         .n_models = n_models};
}

/* ---- The experiment ---------------------------------------------------------------------- */

/* A text in quotes for YAML. */
static void print_quoted(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
}

static void print_experiment(FILE *out, const train_job *j)
{
    const char *data = j->args->positional[0], *task = arguments_text(j->args, "task");
    fputs("# Written by 'sharegnn train': what it did to judge its model.\ndata: \"", out);
    print_quoted(out, data);
    if (j->form[0] != '\0') {
        fputc(strchr(data, '?') != NULL ? '&' : '?', out);
        print_quoted(out, j->form);
    }
    fprintf(out,
            "\"\nprotocol: k-fold\nsplit: %s\nfolds: %" PRIu32
            "\nshares: 70/10/20\nruns: %" PRIu32 "\nseed: %" PRIu64 "\n",
            j->rule.rule, j->n_cross, j->n_members, arguments_number(j->args, "seed"));
    if (task != NULL) fprintf(out, "task: %s\n", task);
    if (j->knows_all) fputs("vocabulary: all\n", out);
    fputs(j->description, out);
}

static int write_experiment(const char *path, const train_job *j)
{
    output_file out;
    if (!output_file_open(&out, path)) return output_file_complain(path);
    print_experiment(out.stream, j);
    return output_file_close(&out) ? 0 : output_file_complain(path);
}

/* Settings of the user as changes of the experiment: "key: value" is "train.key=value"; NULL: out of memory.
 * All texts are in one block behind the list. */
static const char **changes_of(size_t *n, const train_job *j)
{
    const train_settings *settings = &j->settings;
    const char *scale = arguments_text(j->args, "scale");
    const size_t most = settings->n_settings + 1,
                 room = settings->length + most * sizeof "train.=" + sizeof "scale=standard";
    const char **list = malloc((most + 1) * sizeof *list + room);
    if (list == NULL) return NULL;
    char *to = (char *)(list + most + 1);
    const char *line = settings->text;
    *n = 0;
    for (size_t i = 0; i < settings->n_settings; i++) {
        const char *colon = strchr(line, ':'), *end = strchr(line, '\n');
        list[(*n)++] = to;
        to += sprintf(to, "train.%.*s=%.*s", (int)(colon - line), line, (int)(end - colon - 2),
                      colon + 2) +
              1;
        line = end + 1;
    }
    if (scale != NULL) {
        (void)sprintf(to, "scale=%s", scale); /* one of a few words */
        list[(*n)++] = to;
    }
    return list;
}

/* The line that a setting is wrong in was found before; what fails here is the run itself. */
static int run_experiment(const char *path, const char *folder, const train_job *j)
{
    sg_error err = {0};
    size_t n_set = 0;
    run_view view;
    const bool goes_on = arguments_text(j->args, "checkpoint") != NULL;
    const char **set = changes_of(&n_set, j);
    if (set == NULL) return message_out_of_memory();
    const sg_run_options options = {.struct_size = sizeof options,
                                    .folder = folder,
                                    .data_folder = arguments_text(j->args, "data-dir"),
                                    .set = set,
                                    .n_set = n_set,
                                    .n_threads = (uint32_t)arguments_number(j->args, "threads"),
                                    .replace = !goes_on,
                                    .resume = goes_on,
                                    .event = run_view_show,
                                    .context = &view};
    run_view_start(&view, arguments_flag(j->args, "quiet"), false);
    const sg_status status = sg_run(NULL, path, &options, &err);
    run_view_stop(&view);
    free(set);
    if (status == SG_ECANCELED) {
        fputs(goes_on ? "stopped; the same command goes on from there\n"
                      : "stopped; nothing was saved\n",
              stderr);
        return EXIT_FAILURE;
    }
    return status == SG_OK ? 0 : message_failure(&err, NULL);
}

/* ---- What was predicted ------------------------------------------------------------------ */

/* The next cell of a line of CSV, in place; NULL behind the last one.  *end is what ended it. */
static char *next_cell(char **at, char *end)
{
    char *cell = *at, *to = cell, *from = cell;
    const bool quoted = *from == '"';
    if (quoted) from++;
    while (*from != '\0' && (quoted || (*from != ',' && *from != '\n'))) {
        if (quoted && *from == '"' && *++from != '"') break;
        *to++ = *from++;
    }
    *end = *from;
    *at = from + (*from != '\0');
    *to = '\0';
    return cell;
}

/* Sums over the models of a fold. */
typedef struct sums {
    double *score, *square; /* [graphs][outputs] */
    double *trust;          /* [graphs] */
    uint32_t *fold, *n;     /* [graphs] n: models */
} sums;

static void sums_free(sums *s)
{
    free(s->score);
    free(s->square);
    free(s->trust);
    free(s->fold);
    free(s->n);
}

static bool sums_make(sums *s, size_t n_graphs, size_t width)
{
    s->score = calloc(n_graphs * width + 1, sizeof *s->score);
    s->square = calloc(n_graphs * width + 1, sizeof *s->square);
    s->trust = calloc(n_graphs + 1, sizeof *s->trust);
    s->fold = calloc(n_graphs + 1, sizeof *s->fold);
    s->n = calloc(n_graphs + 1, sizeof *s->n);
    return s->score != NULL && s->square != NULL && s->trust != NULL && s->fold != NULL &&
           s->n != NULL;
}

/* Add a line: graph first, fold at `fold_at`, the scores and the trust last. */
static bool add_line(sums *s, char **at, size_t n_cells, size_t fold_at, size_t width,
                     uint32_t n_graphs)
{
    char end = ',';
    uint32_t graph = 0;
    for (size_t c = 0; c < n_cells; c++) {
        const char *cell = next_cell(at, &end);
        const size_t first = n_cells - 1 - width;
        if (c == 0 && (graph = (uint32_t)strtoul(cell, NULL, 10)) >= n_graphs) return false;
        if (c == fold_at) s->fold[graph] = (uint32_t)strtoul(cell, NULL, 10);
        if (c == n_cells - 1) s->trust[graph] = strtod(cell, NULL);
        if (c < first || c == n_cells - 1) continue;
        const double value = strtod(cell, NULL);
        s->score[graph * width + c - first] += value;
        s->square[graph * width + c - first] += value * value;
    }
    s->n[graph]++;
    return end == '\n';
}

static bool read_lines(sums *s, char *text, size_t width, uint32_t n_graphs)
{
    char end = ',', *at = text;
    size_t n_cells = 0, fold_at = 0;
    for (; end == ','; n_cells++)
        if (strcmp(next_cell(&at, &end), "fold") == 0 && fold_at == 0) fold_at = n_cells;
    if (fold_at == 0 || n_cells < width + 3) return false;
    while (*at != '\0')
        if (!add_line(s, &at, n_cells, fold_at, width, n_graphs)) return false;
    return true;
}

/* Means and deviations of the items that were predicted. */
static bool collect(train_cross *c, const sums *s, uint32_t n_graphs, size_t width,
                    uint32_t n_models)
{
    c->item = calloc((size_t)n_graphs + 1, sizeof *c->item);
    c->fold = calloc((size_t)n_graphs + 1, sizeof *c->fold);
    c->score = calloc(n_graphs * width + 1, sizeof *c->score);
    c->trust = calloc((size_t)n_graphs + 1, sizeof *c->trust);
    if (n_models > 1) c->spread = calloc(n_graphs * width + 1, sizeof *c->spread);
    if (c->item == NULL || c->fold == NULL || c->score == NULL || c->trust == NULL ||
        (n_models > 1 && c->spread == NULL))
        return false;
    for (uint32_t g = 0; g < n_graphs; g++) {
        if (s->n[g] == 0) continue;
        for (size_t o = 0; o < width; o++) {
            const double mean = s->score[g * width + o] / s->n[g];
            c->score[c->n * width + o] = mean;
            if (c->spread != NULL)
                c->spread[c->n * width + o] =
                    sqrt(fmax(s->square[g * width + o] / s->n[g] - mean * mean, 0));
        }
        c->item[c->n] = g;
        c->fold[c->n] = s->fold[g];
        c->trust[c->n++] = s->trust[g];
    }
    return true;
}

static int read_predictions(train_cross *c, const char *folder, const train_job *j)
{
    const uint32_t n_graphs = sg_data_sizes_of(j->data).n_graphs;
    const size_t width = j->outline_size.n_outputs;
    char path[4200];
    sums s = {0};
    int code = 0;
    (void)snprintf(path, sizeof path, "%s/predictions.csv", folder);
    char *text = text_file_read(path);
    if (text == NULL) return EXIT_FAILURE;
    bool has_memory = sums_make(&s, n_graphs, width);
    if (has_memory && !read_lines(&s, text, width, n_graphs)) {
        fprintf(stderr, "%s: it is not of this data\n", shown_text(path).text);
        code = EXIT_FAILURE;
    }
    if (has_memory && code == 0) has_memory = collect(c, &s, n_graphs, width, j->n_members);
    if (!has_memory) code = message_out_of_memory();
    sums_free(&s);
    free(text);
    return code;
}

/* ---- Together ---------------------------------------------------------------------------- */

int train_cross_run(train_cross *c, const train_job *j)
{
    char *path = train_beside_model(j, ".yml"), *folder = train_beside_model(j, ".run");
    int code =
        path != NULL && folder != NULL ? write_experiment(path, j) : message_out_of_memory();
    if (code == 0) code = run_experiment(path, folder, j);
    if (code == 0) code = read_predictions(c, folder, j);
    c->n_folds = j->n_cross;
    free(path);
    free(folder);
    return code;
}

int train_cross_page(const train_job *j)
{
    sg_error err = {0};
    sg_results *results = NULL;
    char *path = train_beside_model(j, ".html"), *folder = train_beside_model(j, ".run");
    const sg_report_options options = {.struct_size = sizeof options,
                                       .data_folder = arguments_text(j->args, "data-dir"),
                                       .n_threads = j->training.n_threads};
    int code = path == NULL || folder == NULL ? message_out_of_memory() : 0;
    if (code == 0 && (sg_results_open(&results, folder, &err) != SG_OK ||
                      sg_report_write(path, results, &options, &err) != SG_OK))
        code = message_failure(&err, NULL);
    sg_results_close(results);
    free(path);
    free(folder);
    return code;
}
