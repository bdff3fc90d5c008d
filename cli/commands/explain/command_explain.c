/* command_explain.c - sharegnn explain MODEL DATA. */
#include "commands.h"
#include "common_options.h"
#include "explain_view.h"
#include "message.h"
#include "output_name.h"
#include "progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_TOP = 10 };

explain_name explain_weight_name(const explain_view *v, uint32_t head, uint32_t weight)
{
    explain_name name;
    (void)sg_explainer_weight_name(name.text, sizeof name.text, v->explainer, head, weight);
    return name;
}

bool explain_shows(const explain_view *v, uint32_t head)
{
    return (v->layer == SG_NONE || v->layer == v->heads[head].layer) &&
           (v->head == SG_NONE || v->head == v->heads[head].number);
}

/* ---- What is asked for ------------------------------------------------------------------- */

/* The value of an option that may be absent. */
static uint32_t number_or_none(const arguments *args, const char *name)
{
    const char *text = arguments_text(args, name);
    return text != NULL ? (uint32_t)strtoul(text, NULL, 10) : SG_NONE;
}

/* "0, 1, 2 or 3", or the first few of them. */
static void list_outputs(char *text, size_t room, const explain_view *v)
{
    enum { SHOWN = 8 };
    const uint32_t n = sg_model_sizes_of(v->model).n_outputs;
    size_t length = 0;
    for (uint32_t o = 0; o < n && o < SHOWN && length < room; o++) {
        const char *before = o == 0 ? "" : o + 1 == n ? " or " : ", ";
        const int more = snprintf(text + length, room - length, "%s%s", before,
                                  shown_text(output_name_of(v->model, o).text).text);
        length += more > 0 ? (size_t)more : 0;
    }
    if (n > SHOWN && length < room) (void)snprintf(text + length, room - length, ", ...");
}

/* The output called `name`; NULL: what is predicted. */
static sg_status find_output(uint32_t *output, const explain_view *v, const char *name,
                             sg_error *err)
{
    char allowed[400] = "";
    *output = SG_PREDICTED;
    if (name == NULL) return SG_OK;
    for (uint32_t o = 0; o < sg_model_sizes_of(v->model).n_outputs; o++)
        if (strcmp(output_name_of(v->model, o).text, name) == 0) {
            *output = o;
            return SG_OK;
        }
    list_outputs(allowed, sizeof allowed, v);
    *err = (sg_error){.status = SG_EINVAL};
    (void)snprintf(err->text, sizeof err->text,
                   "--output: the model has no output \"%s\"; it has %s", shown_text(name).text,
                   allowed);
    return SG_EINVAL;
}

static bool find_id(uint32_t *graph, const sg_dataset *data, const char *id)
{
    for (uint32_t g = 0; g < sg_data_sizes_of(data).n_graphs; g++) {
        const char *here = sg_data_graph_id(data, g);
        if (here == NULL || strcmp(here, id) != 0) continue;
        *graph = g;
        return true;
    }
    return false;
}

/* The graph that is called so: by its number or, where that is none, by its id. */
static sg_status find_graph(uint32_t *graph, const sg_dataset *data, const char *name,
                            sg_error *err)
{
    static const char ID[] = "id:";
    const uint32_t n = sg_data_sizes_of(data).n_graphs;
    const bool is_number = name[0] != '\0' && name[strspn(name, "0123456789")] == '\0';
    const unsigned long long number = is_number ? strtoull(name, NULL, 10) : n;
    if (number < n) {
        *graph = (uint32_t)number;
        return SG_OK;
    }
    if (strncmp(name, ID, strlen(ID)) == 0 && find_id(graph, data, name + strlen(ID)))
        return SG_OK;
    if (find_id(graph, data, name)) return SG_OK;
    *err = (sg_error){.status = SG_EINVAL};
    (void)snprintf(err->text, sizeof err->text,
                   "--graph: %s has no graph \"%s\"; it has %" PRIu32 ", numbered from 0%s",
                   shown_text(sg_data_name(data)).text, shown_text(name).text, n,
                   sg_data_graph_id(data, 0) != NULL ? " or called by their ids" : "");
    return SG_EINVAL;
}

/* The node of --node: its number in the graph of --graph or, where that is none, its id in the data. */
static sg_status find_node(uint32_t *graph, uint32_t *node, const sg_dataset *data,
                           const char *name, sg_error *err)
{
    const sg_data_arrays arrays = sg_data_view_of(data);
    const uint32_t first = arrays.graph_offset[*graph], end = arrays.graph_offset[*graph + 1];
    const bool is_number = name[0] != '\0' && name[strspn(name, "0123456789")] == '\0';
    const unsigned long long number = is_number ? strtoull(name, NULL, 10) : UINT64_MAX;
    if (number < end - first) {
        *node = (uint32_t)number;
        return SG_OK;
    }
    for (uint32_t v = 0; sg_data_node_id(data, v) != NULL; v++) {
        if (strcmp(sg_data_node_id(data, v), name) != 0) continue;
        for (*graph = 0; v >= arrays.graph_offset[*graph + 1];) ++*graph;
        *node = v - arrays.graph_offset[*graph];
        return SG_OK;
    }
    *err = (sg_error){.status = SG_EINVAL};
    (void)snprintf(err->text, sizeof err->text,
                   "--node: graph %" PRIu32 " has no node \"%s\"; it has %" PRIu32
                   ", numbered from 0%s",
                   *graph, shown_text(name).text, end - first,
                   sg_data_node_id(data, 0) != NULL ? " or called by their ids" : "");
    return SG_EINVAL;
}

/* What is to be explained: a graph, or a node where the model predicts nodes. */
static sg_status explain_one(explain_view *v, sg_explainer *explainer, const arguments *args,
                             uint32_t output, sg_error *err)
{
    uint32_t graph = 0, node = 0;
    const char *name = arguments_text(args, "node");
    const bool nodes = sg_model_sizes_of(v->model).item == SG_ITEM_NODE;
    sg_status status = find_graph(&graph, v->data, arguments_text(args, "graph"), err);
    if (status == SG_OK && nodes)
        status = find_node(&graph, &node, v->data, name != NULL ? name : "0", err);
    if (status != SG_OK) return status;
    return sg_explainer_node(&v->of, explainer, graph, node, output, err);
}

/* A layer or head that is named must be there. */
static sg_status check_shown(const explain_view *v, size_t n_heads, sg_error *err)
{
    for (size_t h = 0; h < n_heads; h++)
        if (explain_shows(v, (uint32_t)h)) return SG_OK;
    *err = (sg_error){.status = SG_EINVAL};
    if (n_heads == 0)
        (void)snprintf(
            err->text, sizeof err->text,
            "the model has no encoder, decoder or pool, and no layer behind its first "
            "one that hears other nodes, so there is nothing to share its outputs out "
            "among");
    else
        (void)snprintf(err->text, sizeof err->text,
                       "the model has no such head; its heads are in layers %" PRIu32
                       " to %" PRIu32 ", each counted from 0",
                       v->heads[0].layer, v->heads[n_heads - 1].layer);
    return SG_EINVAL;
}

/* Whether there are triples to rank. */
static sg_status check_ranked(const explain_view *v, size_t n_heads, sg_error *err)
{
    for (size_t h = 0; h < n_heads; h++)
        if (!v->heads[h].decodes) return SG_OK;
    *err = (sg_error){.status = SG_EINVAL};
    (void)snprintf(err->text, sizeof err->text,
                   "--rank: the model has no encoder, so it has no weights of triples");
    return SG_EINVAL;
}

/* ---- Together ---------------------------------------------------------------------------- */

static sg_status compute(explain_view *v, sg_explainer *explainer, const arguments *args,
                         const sg_observer *observer, sg_error *err)
{
    size_t n_heads = 0;
    uint32_t output = SG_PREDICTED;
    v->heads = sg_explainer_heads(&n_heads, explainer);
    sg_status status = find_output(&output, v, arguments_text(args, "output"), err);
    if (status == SG_OK) status = check_shown(v, n_heads, err);
    if (status == SG_OK && v->ranks) status = check_ranked(v, n_heads, err);
    if (status != SG_OK) return status;
    if (!v->ranks) return explain_one(v, explainer, args, output, err);
    const uint32_t steps = number_or_none(args, "steps");
    const sg_ranking_options options = {.struct_size = sizeof options,
                                        .output = output != SG_PREDICTED ? &output : NULL,
                                        .steps = steps != SG_NONE ? steps : 0,
                                        .observer = observer};
    return sg_explainer_rank(&v->ranking, explainer, &options, err);
}

static bool find_credit(sg_credit *credit, const char *word)
{
    static const char *const rule[] = {[SG_CREDIT_RECEIVER] = "receiver",
                                       [SG_CREDIT_SENDER] = "sender",
                                       [SG_CREDIT_HALF] = "half"};
    for (int i = 0; i < 3; i++)
        if (strcmp(rule[i], word) == 0) {
            *credit = (sg_credit)i;
            return true;
        }
    return false;
}

/* Draw the graph into a file. */
static sg_status draw(const explain_view *v, const arguments *args, sg_error *err)
{
    const char *path = arguments_text(args, "out");
    const uint32_t top = number_or_none(args, "top");
    const sg_picture_options options = {.struct_size = sizeof options,
                                        .layer = v->layer != SG_NONE ? &v->layer : NULL,
                                        .head = v->head != SG_NONE ? &v->head : NULL,
                                        .top = top != SG_NONE ? top : 0,
                                        .by_contribution =
                                            arguments_flag(args, "contributions"),
                                        .credit = v->credit,
                                        .arrows = arguments_flag(args, "arrows")};
    char *svg = NULL;
    sg_status status = sg_explainer_picture(&svg, v->explainer, &v->of, &options, err);
    if (status == SG_OK) status = sg_picture_write(path, svg, err);
    sg_text_release(svg);
    return status;
}

static int show(const explain_view *v, const arguments *args)
{
    const sg_error memory = {.status = SG_ENOMEM, .text = "out of memory"};
    sg_error err = {0};
    if (arguments_text(args, "out") != NULL && draw(v, args, &err) != SG_OK)
        return message_failure(&err, NULL);
    if (arguments_flag(args, "json"))
        explain_print_json(v, stdout);
    else if (!explain_print(v, stdout))
        return message_failure(&memory, NULL);
    return EXIT_SUCCESS;
}

/* Options that do not go together, and who gets the credit. */
static int check_usage(sg_credit *credit, const arguments *args)
{
    if (arguments_text(args, "out") != NULL && arguments_flag(args, "rank"))
        return message_usage(args->verb, "--out draws a graph and does not go with --rank");
    if (arguments_text(args, "label") != NULL && arguments_text(args, "out") == NULL)
        return message_usage(args->verb, "--label needs --out, a file to draw into");
    if (!find_credit(credit, arguments_text(args, "credit")))
        return message_usage(args->verb, "--credit is receiver, sender or half");
    return EXIT_SUCCESS;
}

static explain_view view_of(const sg_model *model, const sg_dataset *data, sg_credit credit,
                            const arguments *args)
{
    const uint32_t top = number_or_none(args, "top");
    return (explain_view){.model = model,
                          .data = data,
                          .of = {.struct_size = sizeof(sg_explanation)},
                          .ranking = {.struct_size = sizeof(sg_ranking)},
                          .layer = number_or_none(args, "layer"),
                          .head = number_or_none(args, "head"),
                          .top = top != SG_NONE ? top : DEFAULT_TOP,
                          .credit = credit,
                          .ranks = arguments_flag(args, "rank"),
                          .of_nodes = sg_model_sizes_of(model).item == SG_ITEM_NODE};
}

static int command_explain(const arguments *args)
{
    sg_error err = {0};
    sg_model *model = NULL;
    sg_dataset *data = NULL;
    sg_explainer *explainer = NULL;
    progress bar;
    sg_credit credit = SG_CREDIT_HALF;
    const int usage = check_usage(&credit, args);
    if (usage != EXIT_SUCCESS) return usage;
    const uint32_t n_threads = (uint32_t)arguments_number(args, "threads");
    sg_status status = sg_model_open(&model, args->positional[0], &err);
    const sg_data_options from = {
        .struct_size = sizeof from,
        .folder = arguments_text(args, "data-dir"),
        .n_threads = n_threads,
        .form = arguments_flag(args, "as-written") ? "form=as-written" : sg_model_form(model)};
    if (status == SG_OK) status = sg_data_open(&data, args->positional[1], &from, &err);
    const char *elements = arguments_text(args, "elements");
    if (status == SG_OK && elements != NULL)
        status = sg_data_name_elements(data, elements, &err);
    explain_view v = view_of(model, data, credit, args);
    progress_start(&bar, 1);
    const sg_label_options labels = {.struct_size = sizeof labels,
                                     .n_threads = n_threads,
                                     .budget = arguments_given_number(args, "budget"),
                                     .observer = &bar.observer};
    const uint32_t steps = number_or_none(args, "steps");
    const sg_explainer_options options = {.struct_size = sizeof options,
                                          .steps = steps != SG_NONE ? steps : 0,
                                          .labels = &labels};
    if (status == SG_OK) status = sg_explainer_open(&explainer, model, data, &options, &err);
    v.explainer = explainer;
    const char *label = arguments_text(args, "label");
    if (status == SG_OK && label == NULL)
        status = compute(&v, explainer, args, &bar.observer, &err);
    status = progress_finish(&bar, status, &err);
    if (status == SG_OK && label != NULL)
        status = explain_draw_label(&v, label, arguments_text(args, "out"),
                                    arguments_flag(args, "json"), &err);
    int code = EXIT_SUCCESS;
    if (status != SG_OK)
        code = message_failure(&err, NULL);
    else if (label == NULL)
        code = show(&v, args);
    sg_explanation_free(&v.of);
    sg_ranking_free(&v.ranking);
    sg_explainer_close(explainer);
    sg_data_close(data);
    sg_model_close(model);
    if (status == SG_ECANCELED) interrupt_obey();
    return code;
}

/* clang-format off */
const verb verb_explain = {
    .name = "explain",
    .brief = "why a model predicts what it predicts",
    .about = "Divide an output of a model among its causes. For every encoder layer: what "
             "each message contributes, added up by triple; for the decoder: what each node "
             "contributes. With the output that the model would have without the layer, they "
             "add up to the output: exactly if everything after the layer is linear, "
             "otherwise by integrated gradients, whose error is printed. Outputs are the "
             "network's own, before they become probabilities; targets are in their own "
             "unit. With --rank, the triples that matter most over all graphs. A model of "
             "nodes explains one of them, --node: the messages that can change its output.",
    .positionals = (const positional[]){
        POSITIONAL_MODEL,
        POSITIONAL_DATA,
        {0}},
    .options = (const option[]){
        {.name = "graph", .letter = 'g', .metavar = "I", .preset = "0",
         .help = "which graph: its number, from 0, or its id where the data has ids; id:7 is "
                 "always an id"},
        {.name = "node", .metavar = "V", .preset_words = "0",
         .help = "which node of the graph, where the model predicts nodes: its number, from 0, or its "
                 "id where the data has ids"},
        {.name = "output", .metavar = "NAME",
         .preset_words = "the predicted class, or the first target",
         .help = "which output: a class as the data calls it, or a target"},
        {.name = "layer", .metavar = "L", .number = true, .max = UINT32_MAX - 1,
         .preset_words = "all", .help = "only this layer of the model, from 0"},
        {.name = "head", .metavar = "H", .number = true, .max = UINT32_MAX - 1,
         .preset_words = "all",
         .help = "only this head of a layer, from 0; copies are heads of their own"},
        {.name = "rank", .help = "rank all triples by their mean absolute contribution to a graph"},
        {.name = "top", .metavar = "K", .number = true, .max = UINT32_MAX - 1,
         .preset_words = "10, and 3 in a picture",
         .help = "rows of a table, weights of a ranking (0: all), the largest weights that a "
                 "picture shows apart"},
        {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "draw the graph with its messages into FILE, an .svg, .pdf or .png"},
        {.name = "label", .metavar = "NAME",
         .help = "draw what a label is instead, a node that has it and those that decide it: "
                 "'wl:2 #17', as tables call it; with --out"},
        {.name = "contributions",
         .help = "let the arrows of the picture show what messages contribute, not their weights"},
        {.name = "arrows",
         .help = "draw molecules, texts, images and dense graphs with an arrow for every message, "
                 "as other graphs, instead of pictures of their own; so do --top, --head and "
                 "--contributions"},
        {.name = "credit", .metavar = "RULE", .preset = "half",
         .help = "which atom of a molecule gets the contribution of a message: receiver, sender, "
                 "or half each"},
        {.name = "steps", .metavar = "N", .number = true, .min = 1, .max = 1000000,
         .preset_words = "20000, and 400 with --rank",
         .help = "the most gradients that are averaged for a layer of a graph"},
        OPTION_JSON("one JSON object with all messages, biases and nodes, or the ranking"),
        OPTION_BUDGET,
        OPTION_AS_WRITTEN,
        OPTION_ELEMENTS,
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn explain mutag.model MUTAG --graph 17 --out g17.svg",
         "the triples and nodes that decide, and a picture of them"},
        {"sharegnn explain mutag.model MUTAG --rank --top 50 --json",
         "what the model looks at, over all graphs"}},
    .run = command_explain,
};
/* clang-format on */
