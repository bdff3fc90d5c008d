/* command_predict.c - sharegnn predict MODEL DATA. */
#include "commands.h"
#include "common_options.h"
#include "doubt_view.h"
#include "ensemble_models.h"
#include "known_words.h"
#include "measure_view.h"
#include "message.h"
#include "output_file.h"
#include "predict_feed.h"
#include "prediction_view.h"
#include "progress.h"
#include "ranks.h"
#include "reading_view.h"

#include <inttypes.h>
#include <stdlib.h>

/* A model's scores for the items of a data set, graphs or nodes. */
typedef struct prediction {
    const sg_model *model;
    const sg_dataset *data;
    sg_model_size size;
    prediction_view view;
    sg_data_arrays arrays;
    uint32_t n_graphs, n_items;
    double *score;   /* [n_items][size.n_outputs]                                         */
    double *spread;  /* the same over several models; NULL: there is only one             */
    sg_trust *trust; /* [n_graphs]; NULL: nobody wants it                                 */
} prediction;

/* ---- How good ---------------------------------------------------------------------------- */

/* Items that train say little about others, and metrics are of all items. */
static void report_parts(const prediction *p)
{
    const uint8_t *part = p->view.nodes ? p->arrays.node_part : p->arrays.part;
    uint32_t n = 0;
    for (uint32_t i = 0; part != NULL && i < p->n_items; i++) n += part[i] == SG_TRAIN;
    if (n > 0)
        fprintf(stderr, "note: %" PRIu32 " of the %s are for training, as the data says\n", n,
                p->view.nodes ? "nodes" : "graphs");
}

/* A line on standard error, and all metrics below it, where the data says what is true. */
static void report_agreement(const prediction *p)
{
    double value = 0;
    uint64_t n = 0;
    sg_error err;
    if (sg_model_agreement(&value, &n, p->model, p->data, p->score, &err) != SG_OK || n == 0)
        return;
    if (p->size.task == SG_REGRESSION)
        fprintf(stderr, "mean absolute error %.6g over %" PRIu64 " targets\n", value, n);
    else if (p->size.task == SG_MULTILABEL)
        fprintf(stderr, "accuracy %.2f %% over %" PRIu64 " labels\n", 100 * value, n);
    else
        fprintf(stderr, "accuracy %.2f %%: %.0f of %" PRIu64 " %s are of the predicted class\n",
                100 * value, value * (double)n, n, p->view.nodes ? "nodes" : "graphs");
    report_parts(p);
    measure_list list = {0};
    if (measure_list_make(&list, p->model, p->data, p->score, NULL, 0, &err) != SG_OK) return;
    measure_table_print(list.measure, list.n, "  ", stderr);
    measure_list_free(&list);
}

/* ---- Printing ---------------------------------------------------------------------------- */

/* The row of an item, which is in this graph. */
static predicted row_of(const prediction *p, uint32_t item, uint32_t graph)
{
    const size_t first = (size_t)item * p->size.n_outputs;
    const bool nodes = p->view.nodes;
    return (predicted){.number = graph,
                       .node = nodes ? item - p->arrays.graph_offset[graph] : 0,
                       .id = nodes ? sg_data_node_id(p->data, item)
                                   : sg_data_graph_id(p->data, item),
                       .row = graph,
                       .score = p->score + first,
                       .spread = p->spread != NULL ? p->spread + first : NULL,
                       .trust = p->trust != NULL ? &p->trust[graph] : NULL};
}

/* The row of the next item: `row`, or the first behind it that could be read.  *n_bad is how many could not. */
static uint64_t next_row(uint64_t *n_bad, const prediction *p, uint64_t row)
{
    sg_data_reject bad = sg_data_reject_of(p->data, *n_bad);
    for (; bad.reason != NULL && bad.row == row; row++)
        bad = sg_data_reject_of(p->data, ++*n_bad);
    return row;
}

/* What speaks against each prediction, where trust was measured.  The table has a column for it if something does. */
static void find_doubts(doubt_list *list, prediction *p)
{
    uint64_t number = 0, n_bad = 0;
    for (uint32_t i = 0, graph = 0; p->trust != NULL && i < p->n_items; i++) {
        while (p->view.nodes && i >= p->arrays.graph_offset[graph + 1]) graph++;
        predicted row = row_of(p, i, p->view.nodes ? graph : i);
        number = next_row(&n_bad, p, number);
        if (!p->view.nodes) row.number = number++;
        if (doubt_list_add(list, p->model, &row) != 0) p->view.doubts = true;
    }
}

/* The rows of the table in their order: items, and those that could not be read. */
static void print_rows(FILE *out, const prediction *p, bool as_json)
{
    uint32_t graph = 0, item = 0;
    uint64_t n_bad = 0;
    sg_data_reject bad = sg_data_reject_of(p->data, 0);
    for (uint64_t row = 0; !ferror(out); row++) {
        predicted line = {0};
        const bool is_bad = bad.reason != NULL && bad.row == row;
        if (is_bad) {
            line = (predicted){.number = row,
                               .id = bad.id[0] != '\0' ? bad.id : NULL,
                               .row = n_bad,
                               .error = bad.reason};
            bad = sg_data_reject_of(p->data, ++n_bad);
        } else if (item < p->n_items) {
            while (p->view.nodes && item >= p->arrays.graph_offset[graph + 1]) graph++;
            line = row_of(p, item, p->view.nodes ? graph : item);
            if (!p->view.nodes) line.number = row;
            item++;
        } else {
            break;
        }
        (as_json ? view_json : view_line)(out, &p->view, &line);
    }
}

static int print_all(const prediction *p, const arguments *args)
{
    output_file out;
    const char *path = arguments_text(args, "out");
    const bool as_json = arguments_flag(args, "json");
    if (!output_file_open(&out, path)) return output_file_complain(path);
    if (!as_json) view_header(out.stream, &p->view);
    print_rows(out.stream, p, as_json);
    if (!output_file_close(&out)) return output_file_complain(path);
    report_agreement(p);
    reading_view_print(p->data, NULL);
    return sg_data_reject_count(p->data) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- Together ---------------------------------------------------------------------------- */

static sg_status out_of_memory(sg_error *err)
{
    *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
    return SG_ENOMEM;
}

static sg_status predict_and_doubt(prediction *p, const sg_dataset *data,
                                   const sg_label_options *options, sg_error *err)
{
    sg_prediction *opened = NULL;
    uint32_t *item = calloc((size_t)p->n_items + 1, sizeof *item);
    sg_status status = item != NULL ? SG_OK : out_of_memory(err);
    if (status == SG_OK) status = sg_prediction_open(&opened, p->model, data, options, err);
    for (uint32_t i = 0; status == SG_OK && i < p->n_items; i++) item[i] = i;
    if (status == SG_OK) status = sg_prediction_run(p->score, opened, item, p->n_items, err);
    if (status == SG_OK) status = sg_prediction_trust(p->trust, opened, err);
    sg_prediction_close(opened);
    free(item);
    return status;
}

static sg_status compute(prediction *p, const ensemble *e, const sg_dataset *data,
                         const arguments *args, sg_error *err)
{
    progress bar;
    sg_status status = SG_OK;
    p->size = sg_model_sizes_of(p->model);
    p->n_graphs = sg_data_sizes_of(data).n_graphs;
    p->arrays = sg_data_view_of(data);
    const bool nodes = p->size.item == SG_ITEM_NODE;
    p->n_items = nodes ? sg_data_sizes_of(data).n_nodes : p->n_graphs;
    const size_t n = (size_t)p->n_items * p->size.n_outputs + 1;
    const bool trust = !arguments_flag(args, "no-trust"), several = e->n > 1;
    p->score = calloc(n, sizeof *p->score);
    if (several) p->spread = calloc(n, sizeof *p->spread);
    if (trust) p->trust = calloc((size_t)p->n_graphs + 1, sizeof *p->trust);
    if (p->score == NULL || (several && p->spread == NULL) || (trust && p->trust == NULL))
        return out_of_memory(err);
    p->view = prediction_view_of(p->model, "graph");
    p->view.nodes = nodes;
    p->view.ids = (nodes ? sg_data_node_id(data, 0) : sg_data_graph_id(data, 0)) != NULL;
    p->view.spreads = several;
    p->view.trust = arguments_flag(args, "trust");
    p->view.known = trust && !p->view.trust;
    p->view.data = data;
    progress_start(&bar, 1);
    const sg_label_options options = {.struct_size = sizeof options,
                                      .n_threads = (uint32_t)arguments_number(args, "threads"),
                                      .budget = arguments_given_number(args, "budget"),
                                      .observer = &bar.observer};
    if (trust) status = predict_and_doubt(p, data, &options, err);
    if (status == SG_OK && several)
        status = sg_models_predict(p->score, p->spread, (const sg_model *const *)e->model, e->n,
                                   data, &options, err);
    else if (status == SG_OK && !trust)
        status = sg_model_predict(p->score, p->model, data, &options, err);
    return progress_finish(&bar, status, err);
}

/* How the data is read: as the model's molecules were, and whatever can be read of it. */
static void read_as(char *form, size_t room, const arguments *args, const sg_model *model)
{
    const char *of_model = arguments_flag(args, "as-written") ? "form=as-written"
                           : model != NULL                    ? sg_model_form(model)
                                                              : NULL;
    (void)snprintf(form, room, "%s%smax-rejects=100%%%s", of_model != NULL ? of_model : "",
                   of_model != NULL ? "&" : "",
                   arguments_flag(args, "all-columns") ? "&columns=all" : "");
}

static int command_predict(const arguments *args)
{
    if (predict_feed_wanted(args)) return predict_feed(args);
    if (sg_cluster_size(args->cluster) > 1)
        return ranks_agree(
            args->cluster,
            message_usage(args->verb,
                          "one process predicts a data set; the lines of a file or of "
                          "standard input are divided among several, with --smiles, "
                          "--json-lines, --text or --lines"));
    sg_error err = {0};
    ensemble e = {0};
    sg_dataset *data = NULL;
    prediction p = {0};
    const char *targets = arguments_text(args, "target");
    sg_status status = ensemble_open(&e, args, &err);
    char form[400];
    read_as(form, sizeof form, args, e.n > 0 ? e.model[0] : NULL);
    const sg_data_options options = {.struct_size = sizeof options,
                                     .folder = arguments_text(args, "data-dir"),
                                     .n_threads = (uint32_t)arguments_number(args, "threads"),
                                     .form = form};
    if (status == SG_OK) status = sg_data_open(&data, args->positional[1], &options, &err);
    p.model = e.n > 0 ? e.model[0] : NULL;
    p.data = data;
    if (status == SG_OK && arguments_text(args, "relabel") != NULL)
        status = sg_data_relabel(data, arguments_text(args, "relabel"), &err);
    if (status == SG_OK && targets != NULL)
        status = sg_data_read_targets(
            data, targets, sg_model_sizes_of(p.model).task != SG_CLASSIFICATION, &err);
    if (status == SG_OK) status = compute(&p, &e, data, args, &err);
    int code =
        status == SG_OK ? view_intervals(&p.view, args, e.n) : message_failure(&err, NULL);
    doubt_list doubts = {0};
    if (status == SG_OK) find_doubts(&doubts, &p);
    if (status == SG_OK && code == 0) code = print_all(&p, args);
    if (status == SG_OK) doubt_list_warn(&doubts, "graph", "graphs");
    free(p.score);
    free(p.spread);
    free(p.trust);
    sg_data_close(data);
    ensemble_close(&e);
    if (status == SG_ECANCELED) interrupt_obey();
    return code;
}

/* clang-format off */
const verb verb_predict = {
    .name = "predict",
    .brief = "apply a model to graphs it may never have seen",
    .about = "Predict all graphs of a data set with a model that 'sharegnn train' has written, "
             "one line per graph: its number from 0, the prediction, the scores, and how much of the "
             "graph the model knows (trust, 0 to 1), separated by tabs. A model of nodes gives a line per node: the graph, the number of the node in "
             "it, the prediction, the scores. Scores are the probabilities of the classes or labels; for regression the "
             "prediction is the value. Labels and triples that the model has not seen in "
             "training weigh zero. The data needs no classes or targets; where it has some, "
             "standard error says how good the predictions are. A row of a table "
             "that cannot be read gives 'error' and the reason, and the exit status is 1 in the end. "
             "With DATA - every line of "
             "standard input is a graph and gives a line at once, with its number from 1; one that "
             "cannot be read gives 'error' and the reason, the others go on, and the exit status "
             "is 1 in the end. With --smiles, --json-lines or --text the same is true of a file. Processes "
             "of mpirun divide such lines among each other; the output is the same.",
    .positionals = (const positional[]){
        POSITIONAL_MODEL,
        {.name = "DATA", .completes = COMPLETE_DATA,
         .help = "a data set, or its path; -: lines of standard input, as they come"},
        {0}},
    .options = (const option[]){
        {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
         .preset_words = "standard output",
         .help = "file to write to"},
        {.name = "target", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "classes or targets to compare with, as for 'sharegnn train'"},
        OPTION_RELABEL,
        {.name = "trust",
         .help = "how much of each graph the model has never seen: the share of its nodes "
                 "whose labels, and of its pairs whose triples, have no weight, instead of "
                 "the column 'trust', the share of both that it knows"},
        {.name = "no-trust", .help = "do not measure how much of each graph is known, which "
                                     "saves time; there are then no intervals"},
        {.name = "coverage", .metavar = "SHARE", .preset = "0.9",
         .help = "of a model that has intervals, as one that was trained on a table has: the "
                 "share of graphs whose interval or set of classes contains the true value; "
                 "0: none are printed"},
        {.name = "ensemble", .metavar = "MODEL", .repeated = true, .completes = COMPLETE_FILES,
         .help = "one more model: scores are means over all of them, with their standard "
                 "deviations"},
        {.name = "all-columns",
         .help = "of a table: all of its columns as they are, before the prediction"},
        {.name = "smiles", .help = "DATA is - or a file, its lines are SMILES, and an id "
                                   "after a blank"},
        {.name = "json-lines",
         .help = "they are graphs in JSON (default where the first one begins with '{')"},
        {.name = "text", .help = "they are texts"},
        {.name = "lines", .metavar = "FORMAT", .word_at = line_format_word_at,
         .help = "they are in a format of 'sharegnn data import' that has a graph per line"},
        {.name = "bonds", .metavar = "KIND", .preset_words = "aromatic", .word_at = bonds_word_at,
         .help = "of SMILES lines: aromatic, or kekule as in 'sharegnn data import'"},
        OPTION_JSON("one JSON object per graph and line, numbers with all digits"),
        OPTION_BUDGET,
        OPTION_AS_WRITTEN,
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn predict csl.model CSL", "a table"},
        {"sharegnn predict csl.model ~/graphs/new --json -o new.jsonl", "for scripts"}},
    .over_ranks = true,
    .run = command_predict,
};
/* clang-format on */
