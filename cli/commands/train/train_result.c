/* train_result.c - what has come of a training, as text or JSON. */
#include "counted.h"
#include "json_out.h"
#include "message.h"
#include "text_table.h"
#include "train_job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static double seconds_per_epoch(const train_job *j)
{
    return j->view.n_seen > 0 ? j->view.seconds / j->view.n_seen : 0;
}

static void print_json_match(json *out, const train_job *j)
{
    if (j->from == NULL) return;
    json_text(out, "from", arguments_text(j->args, "from"));
    json_open(out, "from_layers", '[');
    for (uint32_t l = 0; l < j->n_matches; l++) {
        json_open(out, NULL, '{');
        json_count(out, "matched", j->match[l].n_matched);
        json_count(out, "new", j->match[l].n_new);
        json_count(out, "unused", j->match[l].n_unused);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void print_match(const train_job *j)
{
    static const column columns[] = {
        {.title = "layer"}, {.title = "matched"}, {.title = "new"}, {.title = "unused"}};
    text_table t = {.columns = columns, .n_columns = 4};
    for (uint32_t l = 0; l < j->n_matches; l++) {
        text_table_add(&t, "%" PRIu32, l);
        text_table_add(&t, "%" PRIu64, j->match[l].n_matched);
        text_table_add(&t, "%" PRIu64, j->match[l].n_new);
        text_table_add(&t, "%" PRIu64, j->match[l].n_unused);
    }
    if (j->from != NULL) {
        char *path = message_escape(arguments_text(j->args, "from"));
        printf("weights from %s:\n", path != NULL ? path : "-");
        free(path);
        (void)text_table_print(&t, "  ", stdout);
    }
    text_table_free(&t);
}

static void print_json(const train_job *j, const uint64_t *weights)
{
    const sg_model_size size = sg_model_sizes_of(j->model);
    json out = {.out = stdout};
    json_open(&out, NULL, '{');
    json_text(&out, "data", sg_data_name(j->data));
    json_text(&out, "task", sg_task_word(size.task));
    json_text(&out, "metric", j->view.metric);
    json_count(&out, "outputs", size.n_outputs);
    json_open(&out, "weights", '[');
    for (uint32_t l = 0; l < size.n_layers; l++) json_count(&out, NULL, weights[l]);
    json_close(&out, ']');
    json_count(&out, "weights_total", size.n_weights);
    print_json_match(&out, j);
    json_count(&out, "epochs", j->view.n_done);
    json_bool(&out, "stopped", j->stopped);
    json_count(&out, "best_epoch", j->best.epoch);
    for (int p = 0; p < SG_N_PARTS; p++) {
        json_open(&out, sg_part_word((sg_part)p), '{');
        json_count(&out, train_items(j), j->training.n_items[p]);
        json_real(&out, "loss", j->best.loss[p]);
        json_real(&out, "metric", j->best.metric[p]);
        json_close(&out, '}');
    }
    if (j->measures.n > 0) {
        json_text(&out, "metrics_of", train_held_out_word(j));
        measure_json(&out, j->measures.measure, j->measures.n);
    }
    if (j->baseline[0].n > 0) json_open(&out, "baselines", '{');
    for (int b = 0; b < N_BASELINES && j->baseline[b].n > 0; b++) {
        json_open(&out, train_baseline_name(j, b), '{');
        measure_json(&out, j->baseline[b].measure, j->baseline[b].n);
        json_close(&out, '}');
    }
    if (j->baseline[0].n > 0) json_close(&out, '}');
    if (j->coverage.n > 0) {
        json_open(&out, "intervals", '{');
        json_real(&out, "nominal", 0.9);
        json_real(&out, "coverage", j->coverage.share);
        json_open(&out, "thirds_by_trust", '[');
        for (int t = 0; t < 3; t++) json_real(&out, NULL, j->coverage.third[t]);
        json_close(&out, ']');
        json_real(&out, "width", j->coverage.width);
        json_close(&out, '}');
    }
    json_real(&out, "seconds_per_epoch", seconds_per_epoch(j));
    json_real(&out, "seconds_total", j->view.seconds);
    json_count(&out, "seed", j->training.seed);
    json_text(&out, "model", arguments_text(j->args, "out"));
    json_close(&out, '}');
    json_line(&out);
}

static void print_parts(const train_job *j)
{
    const column columns[] = {{.left = true},
                              {.title = train_items(j)},
                              {.title = "loss"},
                              {.title = j->view.metric}};
    text_table t = {.columns = columns,
                    .n_columns = strcmp(j->view.metric, "loss") == 0 ? 3 : 4};
    for (int p = 0; p < SG_N_PARTS; p++) {
        if (j->training.n_items[p] == 0) continue;
        text_table_add(&t, "%s", sg_part_word((sg_part)p));
        text_table_add(&t, "%" PRIu32, j->training.n_items[p]);
        text_table_add(&t, "%.5g", j->best.loss[p]);
        if (t.n_columns == 4)
            text_table_add(&t, "%s", epoch_view_metric(&j->view, j->best.metric[p]).text);
    }
    text_table_print(&t, "  ", stdout);
    text_table_free(&t);
}

/* How often intervals held what is true, those of each fold by the others. */
static void print_coverage(const train_job *j)
{
    const sg_coverage *c = &j->coverage;
    const bool values = sg_model_sizes_of(j->model).task == SG_REGRESSION;
    if (c->n == 0) return;
    printf("%s of 90 %% held what is true in %.1f %% (by trust, the lowest third first: %.1f, "
           "%.1f, %.1f), mean %s %.3g\n",
           values ? "intervals" : "sets", 100 * c->share, 100 * c->third[0], 100 * c->third[1],
           100 * c->third[2], values ? "width" : "size", c->width);
}

static void print_text(const train_job *j, const uint64_t *weights)
{
    const sg_model_size size = sg_model_sizes_of(j->model);
    char *path = message_escape(arguments_text(j->args, "out"));
    printf("%s, %s: %s", sg_data_name(j->data), sg_task_word(size.task),
           counted(size.n_weights, "weight", "weights").text);
    for (uint32_t l = 0; l < size.n_layers && size.n_layers > 1; l++)
        printf("%s%" PRIu64, l == 0 ? " = " : " + ", weights[l]);
    putchar('\n');
    print_match(j);
    printf("%s epoch %" PRIu32 " of %" PRIu32 ", %.3g s each:\n",
           j->training.n_items[SG_VALIDATION] > 0 ? "best" : "last", j->best.epoch,
           j->view.n_done, seconds_per_epoch(j));
    print_parts(j);
    if (j->measures.n > 0) {
        if (j->n_cross > 0)
            printf("out of fold, %" PRIu32 " graphs in %" PRIu32 " folds:\n", j->cross.n,
                   j->n_cross);
        else
            printf("on the %s %s:\n", sg_part_word(j->held_out), train_items(j));
        measure_table_print(j->measures.measure, j->measures.n, "  ", stdout);
        train_baselines_print(j);
        print_coverage(j);
    }
    printf("%smodel written to %s\n", j->stopped ? "stopped; " : "", path != NULL ? path : "-");
    free(path);
}

void train_result_print(const train_job *j, const uint64_t *weights)
{
    if (arguments_flag(j->args, "json"))
        print_json(j, weights);
    else
        print_text(j, weights);
}
