/* command_model.c - sharegnn model MODEL. */
#include "commands.h"
#include "common_options.h"
#include "counted.h"
#include "json_out.h"
#include "message.h"
#include "output_name.h"
#include "text_table.h"
#include "weight_json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

/* A model, what is inside, and what of it is to be shown. */
typedef struct view {
    const arguments *args;
    sg_model *model;
    sg_contents *contents;
    uint64_t n_bytes;   /* of the file; 0: it is a run's folder                       */
    bool lists_weights; /* of `layer`                                                 */
    uint32_t layer, head;
    sg_weight_info *weight; /* [n_weights] */
    size_t n_weights;
} view;

static void view_close(view *v)
{
    free(v->weight);
    sg_contents_close(v->contents);
    sg_model_close(v->model);
}

/* ---- Opening ----------------------------------------------------------------------------- */

static uint64_t size_of_file(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) ? (uint64_t)found.st_size : 0;
}

static int open_model(view *v)
{
    sg_error err = {0};
    sg_status status = sg_model_open(&v->model, v->args->positional[0], &err);
    if (status == SG_OK) status = sg_contents_open(&v->contents, v->model, &err);
    v->n_bytes = size_of_file(v->args->positional[0]);
    return status == SG_OK ? 0 : message_failure(&err, NULL);
}

static int choose_weights(view *v)
{
    size_t n_layers = 0;
    const sg_layer_info *layer = sg_contents_layers(&n_layers, v->contents);
    const bool has_head = arguments_text(v->args, "head") != NULL;
    v->lists_weights = arguments_text(v->args, "layer") != NULL;
    if (!v->lists_weights && has_head)
        return message_usage(v->args->verb, "--head needs --layer L");
    if (!v->lists_weights) return 0;
    v->layer = (uint32_t)arguments_number(v->args, "layer");
    v->head = has_head ? (uint32_t)arguments_number(v->args, "head") : UINT32_MAX;
    if (v->layer >= n_layers)
        return message_usage(v->args->verb,
                             "--layer %" PRIu32 ": the model has %s, numbered from 0", v->layer,
                             counted(n_layers, "layer", "layers").text);
    if (has_head && v->head >= layer[v->layer].n_heads)
        return message_usage(
            v->args->verb, "--head %" PRIu32 ": layer %" PRIu32 " has %s, numbered from 0",
            v->head, v->layer, counted(layer[v->layer].n_heads, "head", "heads").text);
    const size_t n = (size_t)arguments_number(v->args, "top");
    v->weight = calloc(n + 1, sizeof *v->weight);
    if (v->weight == NULL) return message_out_of_memory();
    v->n_weights = sg_contents_largest(v->weight, n, v->contents, v->layer, v->head);
    return 0;
}

/* ---- For people -------------------------------------------------------------------------- */

static void print_outputs(const view *v)
{
    const sg_model_size size = sg_model_sizes_of(v->model);
    const counted_text outputs = size.task == SG_CLASSIFICATION
                                     ? counted(size.n_outputs, "class", "classes")
                                     : counted(size.n_outputs, "target", "targets");
    printf("%s of %s:", sg_task_word(size.task), outputs.text);
    for (uint32_t c = 0; c < size.n_outputs; c++) {
        char *name = message_escape(output_name_of(v->model, c).text);
        printf("%s %s", c > 0 ? "," : "", name != NULL ? name : "?");
        free(name);
    }
    printf("\n%s", counted(size.n_weights, "weight", "weights").text);
    if (v->n_bytes > 0) printf(", %" PRIu64 " bytes", v->n_bytes);
    putchar('\n');
}

static void print_layers(const view *v)
{
    static const column columns[] = {{.title = "layer"},
                                     {.title = "kind", .left = true},
                                     {.title = "head"},
                                     {.title = "weights"},
                                     {.title = "what", .left = true}};
    text_table t = {.columns = columns, .n_columns = sizeof columns / sizeof *columns};
    size_t n = 0;
    const sg_layer_info *layer = sg_contents_layers(&n, v->contents);
    for (size_t l = 0; l < n; l++) {
        text_table_add(&t, "%zu", l);
        text_table_add(&t, "%s", layer[l].kind);
        text_table_add(&t, "%s", "");
        text_table_add(&t, "%" PRIu64, layer[l].n_weights);
        text_table_add(&t, "%s", layer[l].text);
        for (uint32_t h = 0; h < layer[l].n_heads; h++) {
            text_table_add(&t, "%s", "");
            text_table_add(&t, "%s", "");
            text_table_add(&t, "%" PRIu32, h);
            text_table_add(&t, "%" PRIu64, layer[l].head_weights[h]);
            text_table_add(&t, "%s", layer[l].head[h]);
        }
    }
    (void)text_table_print(&t, "", stdout);
    text_table_free(&t);
}

static void print_labelings(const view *v)
{
    static const column columns[] = {
        {.title = "labeling", .left = true}, {.title = "labels"}, {.title = "nodes"}};
    text_table t = {.columns = columns, .n_columns = 3};
    size_t n = 0;
    const sg_labeling_info *labeling = sg_contents_labelings(&n, v->contents);
    for (size_t i = 0; i < n; i++) {
        text_table_add(&t, "%s", labeling[i].expression);
        text_table_add(&t, "%" PRIu32, labeling[i].n_labels);
        text_table_add(&t, "%" PRIu64, labeling[i].n_nodes);
    }
    if (n > 0) (void)text_table_print(&t, "", stdout);
    text_table_free(&t);
}

static void print_weights(const view *v)
{
    static const column columns[] = {
        {.title = "weight"}, {.title = "head"}, {.title = "what", .left = true}};
    text_table t = {.columns = columns, .n_columns = 3};
    char what[128];
    for (size_t i = 0; i < v->n_weights; i++) {
        text_table_add(&t, "%.6g", v->weight[i].value);
        text_table_add(&t, "%" PRIu32, v->weight[i].head);
        (void)sg_contents_weight_text(what, sizeof what, v->contents, &v->weight[i]);
        text_table_add(&t, "%s", what);
    }
    if (v->n_weights > 0) (void)text_table_print(&t, "", stdout);
    text_table_free(&t);
}

/* ---- For programs ------------------------------------------------------------------------ */

static void json_outputs(json *j, const view *v)
{
    const sg_model_size size = sg_model_sizes_of(v->model);
    json_text(j, "task", sg_task_word(size.task));
    json_open(j, "outputs", '[');
    for (uint32_t c = 0; c < size.n_outputs; c++) {
        if (size.task == SG_CLASSIFICATION && sg_model_class_word(v->model, c) == NULL)
            json_real(j, NULL, (double)sg_model_class(v->model, c));
        else
            json_text(j, NULL, output_name_of(v->model, c).text);
    }
    json_close(j, ']');
    json_count(j, "weights", size.n_weights);
    if (v->n_bytes > 0) json_count(j, "bytes", v->n_bytes);
}

static void json_layer(json *j, const sg_layer_info *layer)
{
    json_open(j, NULL, '{');
    json_text(j, "kind", layer->kind);
    json_text(j, "text", layer->text);
    json_count(j, "weights", layer->n_weights);
    json_open(j, "heads", '[');
    for (uint32_t h = 0; h < layer->n_heads; h++) {
        json_open(j, NULL, '{');
        json_text(j, "head", layer->head[h]);
        json_count(j, "weights", layer->head_weights[h]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void print_json(const view *v)
{
    json j = {.out = stdout};
    size_t n_layers = 0, n_labelings = 0;
    const sg_layer_info *layer = sg_contents_layers(&n_layers, v->contents);
    const sg_labeling_info *labeling = sg_contents_labelings(&n_labelings, v->contents);
    json_open(&j, NULL, '{');
    json_outputs(&j, v);
    json_open(&j, "layers", '[');
    for (size_t l = 0; l < n_layers; l++) json_layer(&j, &layer[l]);
    json_close(&j, ']');
    json_open(&j, "labelings", '[');
    for (size_t i = 0; i < n_labelings; i++) {
        json_open(&j, NULL, '{');
        json_text(&j, "labeling", labeling[i].expression);
        json_count(&j, "labels", labeling[i].n_labels);
        json_count(&j, "nodes", labeling[i].n_nodes);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    if (v->lists_weights) {
        json_open(&j, "largest", '[');
        for (size_t i = 0; i < v->n_weights; i++) {
            json_open(&j, NULL, '{');
            weight_json(&j, &v->weight[i]);
            json_close(&j, '}');
        }
        json_close(&j, ']');
    }
    json_close(&j, '}');
    json_line(&j);
}

static int command_model(const arguments *args)
{
    view v = {.args = args};
    int code = open_model(&v);
    if (code == 0) code = choose_weights(&v);
    if (code == 0 && arguments_flag(args, "json")) {
        print_json(&v);
    } else if (code == 0 && v.lists_weights) {
        print_weights(&v);
    } else if (code == 0) {
        print_outputs(&v);
        print_layers(&v);
        print_labelings(&v);
    }
    view_close(&v);
    return code;
}

/* clang-format off */
const verb verb_model = {
    .name = "model",
    .brief = "what is inside of a model",
    .about = "Print what a model predicts, its layers and heads with their numbers of weights, "
             "and the labelings that it knows. With --layer, list the largest weights of a "
             "layer by what they belong to: sender -> receiver at pair value for triples. Simple "
             "labels and distances are shown as such, all others by their content keys.",
    .positionals = (const positional[]){
        POSITIONAL_MODEL,
        {0}},
    .options = (const option[]){
        {.name = "layer", .metavar = "L", .number = true, .max = UINT32_MAX,
         .preset_words = "none", .help = "list weights of this layer, from 0"},
        {.name = "head", .metavar = "H", .number = true, .max = UINT32_MAX,
         .preset_words = "all", .help = "only of this head of the layer, from 0"},
        {.name = "top", .metavar = "K", .number = true, .min = 1, .max = 1000000,
         .preset = "20", .help = "how many of the largest"},
        OPTION_JSON("one JSON object: task, outputs, layers, labelings, largest"),
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn model csl.model", "an overview"},
        {"sharegnn model csl.model --layer 0 --head 0 --top 5", "the largest weights of a head"}},
    .run = command_model,
};
/* clang-format on */
