/* command_watch.c - sharegnn watch MODEL DATA: edits come in, changed predictions go out. */
#include "commands.h"
#include "common_options.h"
#include "message.h"
#include "prediction_view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct watch {
    sg_model *model;
    sg_dataset *data;
    sg_live *live;
    prediction_view view;
    double *score;  /* [n_outputs] after an edit                        */
    double **known; /* [n_graphs] what was written last; NULL: nothing  */
    uint32_t n_graphs, n_outputs;
    uint64_t n_lines, n_refused;
} watch;

static void watch_close(watch *w)
{
    for (uint32_t g = 0; w->known != NULL && g < w->n_graphs; g++) free(w->known[g]);
    free(w->known);
    free(w->score);
    sg_live_close(w->live);
    sg_data_close(w->data);
    sg_model_close(w->model);
}

static sg_status no_memory(sg_error *err)
{
    *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
    return SG_ENOMEM;
}

static sg_status open_all(watch *w, const arguments *args, sg_error *err)
{
    const sg_label_options labels = {.struct_size = sizeof labels,
                                     .budget = arguments_given_number(args, "budget")};
    sg_status status = sg_model_open(&w->model, args->positional[0], err);
    if (status != SG_OK) return status;
    const sg_data_options options = {.struct_size = sizeof options,
                                     .folder = arguments_text(args, "data-dir"),
                                     .form = sg_model_form(w->model)};
    status = sg_data_open(&w->data, args->positional[1], &options, err);
    if (status == SG_OK) status = sg_live_open(&w->live, w->model, w->data, &labels, err);
    if (status != SG_OK) return status;
    w->n_graphs = sg_data_sizes_of(w->data).n_graphs;
    w->n_outputs = sg_model_sizes_of(w->model).n_outputs;
    w->view = prediction_view_of(w->model, "graph");
    w->score = calloc(w->n_outputs, sizeof *w->score);
    w->known = calloc(w->n_graphs + (size_t)1, sizeof *w->known);
    return w->score != NULL && w->known != NULL ? SG_OK : no_memory(err);
}

/* Write the prediction of a graph if it is not the one that was written last. */
static sg_status show(watch *w, uint32_t graph, sg_error *err)
{
    const sg_status status = sg_live_predict(w->score, w->live, graph, err);
    if (status != SG_OK) return status;
    const size_t size = w->n_outputs * sizeof *w->score;
    if (w->known[graph] != NULL && memcmp(w->known[graph], w->score, size) == 0) return SG_OK;
    if (w->known[graph] == NULL) w->known[graph] = malloc(size);
    if (w->known[graph] == NULL) return no_memory(err);
    memcpy(w->known[graph], w->score, size);
    view_json(stdout, &w->view, &(predicted){.number = graph, .score = w->score});
    return SG_OK;
}

/* A line that is too long is read to its end and refused, so that an endless one takes no memory. */
enum { LONGEST_LINE = 1 << 22 };

typedef struct edit_line {
    char *text; /* [size], of as much as is kept */
    size_t size, capacity;
    bool too_long;
} edit_line;

/* Read the next line without its end.  Returns 1, 0 at the end of the input, -1 where there is no memory. */
static int read_line(edit_line *line, FILE *in)
{
    int c = 0;
    line->size = 0;
    line->too_long = false;
    while ((c = getc(in)) != EOF && c != '\n') {
        line->too_long |= line->size == LONGEST_LINE;
        if (line->too_long) continue;
        if (line->size == line->capacity) {
            const size_t more = line->capacity > 0 ? 2 * line->capacity : 256;
            char *grown = realloc(line->text, more);
            if (grown == NULL) return -1;
            line->text = grown;
            line->capacity = more;
        }
        line->text[line->size++] = (char)c;
    }
    while (line->size > 0 && strchr("\r ", line->text[line->size - 1]) != NULL) line->size--;
    return c != EOF || line->size > 0 || line->too_long ? 1 : 0;
}

/* An edit that is refused is named by its line; the next one is read all the same. */
static void follow(watch *w, const edit_line *line)
{
    sg_error err = {0};
    uint32_t graph = 0;
    sg_status status = SG_ELIMIT;
    w->n_lines++;
    if (line->size == 0) return;
    if (line->too_long)
        (void)snprintf(err.text, sizeof err.text, "the line is longer than %d bytes",
                       LONGEST_LINE);
    else
        status = sg_live_edit_json(&graph, NULL, w->live, line->text, line->size, "edit", &err);
    if (status == SG_OK) status = show(w, graph, &err);
    if (status == SG_OK) return;
    w->n_refused++;
    char *text = message_escape(err.text);
    fprintf(stderr, "line %" PRIu64 ": %s\n", w->n_lines, text != NULL ? text : "refused");
    free(text);
}

static int run(watch *w, const arguments *args)
{
    edit_line line = {0};
    int is_read = 0;
    sg_error err = {0};
    sg_live_size size = {.struct_size = sizeof size};
    if (sg_live_sizes(&size, w->live, &err) == SG_OK && !size.is_local)
        fprintf(stderr, "%s, so every edit computes its graph anew\n", size.reason);
    for (uint32_t g = 0; arguments_flag(args, "all") && g < w->n_graphs; g++)
        if (show(w, g, &err) != SG_OK) return message_failure(&err, NULL);
    while ((is_read = read_line(&line, stdin)) > 0) {
        follow(w, &line);
        (void)fflush(stdout);
    }
    free(line.text);
    if (is_read < 0) return message_out_of_memory();
    if (w->n_refused == 0) return EXIT_SUCCESS;
    fprintf(stderr, "%" PRIu64 " of %" PRIu64 " lines were refused\n", w->n_refused,
            w->n_lines);
    return EXIT_FAILURE;
}

static int command_watch(const arguments *args)
{
    sg_error err = {0};
    watch w = {0};
    const sg_status status = open_all(&w, args, &err);
    const int code = status == SG_OK ? run(&w, args) : message_failure(&err, NULL);
    watch_close(&w);
    return code;
}

/* clang-format off */
const verb verb_watch = {
    .name = "watch",
    .brief = "follow edits of graphs: predictions as they change",
    .about = "Read edits from standard input, one JSON object per line, and write the "
             "prediction of a graph whenever an edit changes it. Labels, pairs and states "
             "are recomputed only where an edit can reach. Edits: "
             "{\"add\":\"edge\",\"graph\":0,\"nodes\":[0,5],\"label\":1}, "
             "{\"remove\":\"edge\",\"nodes\":[0,5]}, {\"add\":\"node\",\"label\":6}, "
             "{\"remove\":\"node\",\"node\":5}, {\"set\":\"node\",\"node\":5,\"label\":7}, "
             "{\"undo\":1}. A line that is refused is named and changes nothing.",
    .positionals = (const positional[]){
        POSITIONAL_MODEL, POSITIONAL_DATA, {0}},
    .options = (const option[]){
        {.name = "all", .help = "write the predictions of all graphs first"},
        OPTION_BUDGET,
        OPTION_MEMORY,
        OPTION_DATA_DIR,
        {0}},
    .examples = {
        {"echo '{\"remove\":\"edge\",\"nodes\":[0,13]}' | sharegnn watch m.safetensors CSL",
         "graph 0 without an edge"},
        {"sharegnn watch m.safetensors CSL --all < edits.jsonl", "all predictions, then those that change"}},
    .run = command_watch,
};
/* clang-format on */
