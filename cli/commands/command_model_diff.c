/* command_model_diff.c - sharegnn model diff A B. */
#include "commands.h"
#include "common_options.h"
#include "json_out.h"
#include "message.h"
#include "text_table.h"
#include "weight_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Two models and how they differ. */
typedef struct comparison {
    sg_model *model[2];
    sg_contents *contents; /* of the first, for its keys */
    sg_model_diff *diff;
    sg_weight_difference *weight; /* [n_weights] */
    size_t n_weights;
} comparison;

static void comparison_close(comparison *c)
{
    free(c->weight);
    sg_model_diff_close(c->diff);
    sg_contents_close(c->contents);
    sg_model_close(c->model[0]);
    sg_model_close(c->model[1]);
}

static sg_status compare(comparison *c, const arguments *args, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = (size_t)arguments_number(args, "top");
    for (int i = 0; i < 2 && status == SG_OK; i++)
        status = sg_model_open(&c->model[i], args->positional[i], err);
    if (status == SG_OK) status = sg_contents_open(&c->contents, c->model[0], err);
    if (status == SG_OK) status = sg_model_diff_open(&c->diff, c->model[0], c->model[1], err);
    if (status != SG_OK) return status;
    c->weight = calloc(n + 1, sizeof *c->weight);
    if (c->weight == NULL) {
        *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
        return SG_ENOMEM;
    }
    c->n_weights = sg_model_diff_largest(c->weight, n, c->diff);
    return SG_OK;
}

static void add_real(text_table *t, double value)
{
    if (isnan(value))
        text_table_add(t, "-");
    else
        text_table_add(t, "%.4g", value);
}

static void print_layers(const comparison *c)
{
    static const column columns[] = {{.title = "layer"},
                                     {.title = "matched"},
                                     {.title = "only A"},
                                     {.title = "only B"},
                                     {.title = "correlation"},
                                     {.above = "|A - B|", .title = "mean"},
                                     {.above = "|A - B|", .title = "largest"}};
    text_table t = {.columns = columns, .n_columns = sizeof columns / sizeof *columns};
    size_t n = 0;
    const sg_layer_difference *layer = sg_model_diff_layers(&n, c->diff);
    for (size_t l = 0; l < n; l++) {
        text_table_add(&t, "%zu", l);
        text_table_add(&t, "%" PRIu64, layer[l].match.n_matched);
        text_table_add(&t, "%" PRIu64, layer[l].match.n_new);
        text_table_add(&t, "%" PRIu64, layer[l].match.n_unused);
        add_real(&t, layer[l].correlation);
        add_real(&t, layer[l].mean_difference);
        add_real(&t, layer[l].largest);
    }
    (void)text_table_print(&t, "", stdout);
    text_table_free(&t);
}

static void print_weights(const comparison *c)
{
    static const column columns[] = {{.title = "A"},
                                     {.title = "B"},
                                     {.title = "layer"},
                                     {.title = "head"},
                                     {.title = "what", .left = true}};
    text_table t = {.columns = columns, .n_columns = sizeof columns / sizeof *columns};
    char what[128];
    for (size_t i = 0; i < c->n_weights; i++) {
        const sg_weight_info *w = &c->weight[i].weight;
        text_table_add(&t, "%.6g", w->value);
        text_table_add(&t, "%.6g", c->weight[i].second);
        text_table_add(&t, "%" PRIu32, w->layer);
        text_table_add(&t, "%" PRIu32, w->head);
        (void)sg_contents_weight_text(what, sizeof what, c->contents, w);
        text_table_add(&t, "%s", what);
    }
    if (c->n_weights > 0) (void)text_table_print(&t, "", stdout);
    text_table_free(&t);
}

static void print_json(const comparison *c)
{
    json j = {.out = stdout};
    size_t n = 0;
    const sg_layer_difference *layer = sg_model_diff_layers(&n, c->diff);
    json_open(&j, NULL, '{');
    json_open(&j, "layers", '[');
    for (size_t l = 0; l < n; l++) {
        json_open(&j, NULL, '{');
        json_count(&j, "matched", layer[l].match.n_matched);
        json_count(&j, "only_a", layer[l].match.n_new);
        json_count(&j, "only_b", layer[l].match.n_unused);
        json_real(&j, "correlation", layer[l].correlation);
        json_real(&j, "mean_difference", layer[l].mean_difference);
        json_real(&j, "largest_difference", layer[l].largest);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open(&j, "largest", '[');
    for (size_t i = 0; i < c->n_weights; i++) {
        json_open(&j, NULL, '{');
        weight_json(&j, &c->weight[i].weight);
        json_real(&j, "other", c->weight[i].second);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    json_line(&j);
}

static int command_model_diff(const arguments *args)
{
    sg_error err = {0};
    comparison c = {0};
    int code = EXIT_SUCCESS;
    if (compare(&c, args, &err) != SG_OK) {
        code = message_failure(&err, NULL);
    } else if (arguments_flag(args, "json")) {
        print_json(&c);
    } else {
        print_layers(&c);
        print_weights(&c);
    }
    comparison_close(&c);
    return code;
}

/* clang-format off */
const verb verb_model_diff = {
    .name = "model diff",
    .brief = "compare two models weight by weight",
    .about = "Compare the weights of two models, matched by what they belong to: triples and "
             "labels by content key, layers by position and kind, heads by their text. Per "
             "layer: weights in both and in one alone, the correlation of those in both, and "
             "how far they are apart; then the weights that differ most.",
    .positionals = (const positional[]){
        {.name = "A", .completes = COMPLETE_FILES, .help = "a model, or the folder of a run"},
        {.name = "B", .completes = COMPLETE_FILES, .help = "another one"},
        {0}},
    .options = (const option[]){
        {.name = "top", .metavar = "K", .number = true, .max = 1000000, .preset = "10",
         .help = "so many of the weights that differ most"},
        OPTION_JSON("one JSON object: layers, largest"),
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn model diff before.model after.model", "what has training changed?"},
        {"sharegnn model diff a.model b.model --top 0 --json", "for scripts"}},
    .run = command_model_diff,
};
/* clang-format on */
