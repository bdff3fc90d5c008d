/* command_train.c - sharegnn train DATA.
 *
 * Everything that can be wrong with the command is found before the first epoch; what is wrong with
 * layers and settings, before labels are computed; what is wrong with the arguments alone, before
 * the data is read. */
#include "commands.h"
#include "common_options.h"
#include "counted.h"
#include "known_words.h"
#include "message.h"
#include "output_file.h"
#include "plan_line.h"
#include "progress.h"
#include "ranks.h"
#include "reading_view.h"
#include "split_settings.h"
#include "text_file.h"
#include "train_job.h"
#include "train_terms.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void job_close(train_job *j)
{
    train_settings_close(&j->settings);
    free(j->encoder);
    free(j->column);
    free(j->description);
    free(j->from_layer);
    free(j->match);
    measure_list_free(&j->measures);
    for (int b = 0; b < N_BASELINES; b++) measure_list_free(&j->baseline[b]);
    train_cross_free(&j->cross);
    sg_splits_close(j->splits);
    sg_model_close(j->model);
    sg_model_close(j->from);
    sg_data_close(j->data);
}

static bool is_given(const arguments *args, const char *name)
{
    return arguments_text(args, name) != NULL;
}

/* ---- Data and model ---------------------------------------------------------------------- */

static uint32_t n_threads_of(const arguments *args)
{
    return (uint32_t)arguments_number(args, "threads");
}

static int read_description(train_job *j)
{
    const char *layers = arguments_text(j->args, "layers");
    if (layers == NULL) return 0;
    j->description = text_file_read(layers);
    return j->description != NULL ? 0 : EXIT_FAILURE;
}

static int open_data(train_job *j)
{
    sg_error err = {0};
    const char *targets = arguments_text(j->args, "target"),
               *task = arguments_text(j->args, "task");
    const sg_data_options options = {.struct_size = sizeof options,
                                     .folder = arguments_text(j->args, "data-dir"),
                                     .n_threads = n_threads_of(j->args),
                                     .form = j->form[0] != '\0' ? j->form : NULL};
    sg_status status = sg_data_open(&j->data, j->args->positional[0], &options, &err);
    if (status == SG_OK && is_given(j->args, "relabel"))
        status = sg_data_relabel(j->data, arguments_text(j->args, "relabel"), &err);
    if (status == SG_OK && targets != NULL)
        status = sg_data_read_targets(
            j->data, targets, task != NULL && strcmp(task, "classification") != 0, &err);
    const bool no_targets =
        status == SG_ENOTFOUND && targets != NULL && sg_data_row_count(j->data) > 0;
    return status == SG_OK
               ? 0
               : message_failure(&err, no_targets ? "a column of a table is named behind the "
                                                    "table: 'FILE.csv?target=COLUMN'"
                                                  : NULL);
}

/* What the table is, and what was left out of it, which is written beside the model. */
static int show_data(train_job *j)
{
    sg_error err = {0};
    char *path = NULL;
    const bool bad = sg_data_reject_count(j->data) > 0 && is_given(j->args, "out");
    const int code = reading_view_candidates(j->data, j->args->positional[0]);
    if (code != 0) return code;
    if (bad && (path = train_beside_model(j, ".rejects.csv")) == NULL)
        return message_out_of_memory();
    const sg_status status = bad ? sg_data_write_rejects(j->data, path, &err) : SG_OK;
    reading_view_print(j->data, path);
    free(path);
    return status == SG_OK ? 0 : message_failure(&err, NULL);
}

static int report_stop(train_job *j)
{
    j->stopped = true;
    if (j->view.n_done > 0 && is_given(j->args, "checkpoint"))
        fprintf(stderr,
                "stopped after epoch %" PRIu32 "; the same command goes on from there\n",
                j->view.n_done);
    else if (j->view.n_done > 0)
        fprintf(stderr,
                "stopped after epoch %" PRIu32
                "; nothing was saved; --keep would save the best epoch so far\n",
                j->view.n_done);
    else
        fputs("stopped; nothing was saved\n", stderr);
    return EXIT_FAILURE;
}

static sg_model_options model_options(const train_job *j)
{
    const bool all = j->knows_all || j->training.item[SG_TRAIN] == NULL;
    return (sg_model_options){.struct_size = sizeof(sg_model_options),
                              .encoder = j->n_encoders > 0 ? j->encoder : NULL,
                              .n_encoders = j->n_encoders,
                              .decoder = arguments_text(j->args, "decoder"),
                              .description = j->description,
                              .path = arguments_text(j->args, "layers"),
                              .task = j->task,
                              .target = j->n_columns > 0 ? j->column : NULL,
                              .n_targets = j->n_columns,
                              .from = j->from,
                              .known_item = all ? NULL : j->training.item[SG_TRAIN],
                              .n_known_items = all ? 0 : j->training.n_items[SG_TRAIN],
                              .scale = arguments_text(j->args, "scale"),
                              .cluster = j->args->cluster};
}

/* Find what is wrong with layers and settings before labels are computed, which may take long. */
static int preview(train_job *j)
{
    sg_error err = {0};
    sg_model_size size = {.struct_size = sizeof size};
    const sg_model_options options = model_options(j);
    j->training.settings = j->settings.text;
    j->training.description = j->description;
    j->training.path = options.path;
    if (sg_model_preview(&size, j->data, &options, &err) != SG_OK)
        return message_failure(&err, NULL);
    j->outline_size = size;
    if (!is_given(j->args, "task") && size.task == sg_data_task_of(j->data).task)
        reading_view_task(j->data);
    if (sg_training_preview(&j->outline, &j->training, &size, &err) != SG_OK)
        return train_settings_failure(&j->settings, j->args, &err);
    if (j->outline.patience > 0 && j->training.n_items[SG_VALIDATION] == 0)
        return message_usage(j->args->verb,
                             "a patience of %" PRIu32 " needs --validation or --splits: "
                             "without validation %s no epoch is better than another",
                             j->outline.patience, train_items(j));
    return 0;
}

/* Ranks of one machine share its cores. */
static uint32_t threads_of(const train_job *j)
{
    const uint32_t n = n_threads_of(j->args);
    return n > 0 || sg_cluster_size(j->args->cluster) == 1
               ? n
               : sg_cluster_threads(j->args->cluster);
}

int train_build(sg_model **model, train_job *j)
{
    sg_error err = {0};
    progress p;
    progress_start(&p, arguments_flag(j->args, "quiet") ? (double)INFINITY : 1);
    const sg_label_options labels = {.struct_size = sizeof labels,
                                     .n_threads = threads_of(j),
                                     .budget = arguments_given_number(j->args, "budget"),
                                     .observer = &p.observer};
    sg_model_options options = model_options(j);
    options.labels = &labels;
    const sg_status status = sg_model_build(model, j->data, &options, &err);
    progress_stop(&p);
    if (status == SG_ECANCELED) return report_stop(j);
    return status == SG_OK ? 0 : message_failure(&err, NULL);
}

/* ---- Training ---------------------------------------------------------------------------- */

static void show_plan(void *context, const sg_plan_choice *plan)
{
    (void)context;
    plan_line_print(plan);
}

static int train(train_job *j)
{
    sg_error err = {0};
    char *checkpoint = NULL;
    const epoch_view plan = {.metric = j->outline.metric,
                             .is_percent = j->outline.in_percent,
                             .n_epochs = j->outline.n_epochs,
                             .lines = arguments_flag(j->args, "verbose"),
                             .quiet = arguments_flag(j->args, "quiet")};
    j->training.seed = arguments_number(j->args, "seed");
    j->training.n_threads = threads_of(j);
    j->training.cluster = j->args->cluster;
    if (arguments_flag(j->args, "verbose")) j->training.plan = show_plan;
    j->training.epoch = epoch_view_show;
    j->training.context = &j->view;
    sg_training_options training = j->training;
    if (training.item[SG_TRAIN] == NULL) training.n_items[SG_TRAIN] = 0; /* all of them */
    const int code = train_checkpoint_name(&training, &checkpoint, j, 0);
    if (code != 0) return code;
    epoch_view_start(&j->view, &plan);
    const sg_status status = sg_model_train(&j->best, j->model, j->data, &training, &err);
    epoch_view_stop(&j->view);
    free(checkpoint);
    /* It may have been over when it was killed. */
    if (j->view.n_done < j->best.epoch) j->view.n_done = j->best.epoch;
    if (status == SG_OK && !interrupted()) return 0;
    if (status != SG_OK && status != SG_ECANCELED)
        return train_settings_failure(&j->settings, j->args, &err);
    /* Behind the last epoch nothing is lost by keeping it. */
    const bool is_over = status == SG_OK || j->view.n_done >= j->outline.n_epochs;
    if (!arguments_flag(j->args, "keep") && !is_over) return report_stop(j);
    j->stopped = true;
    return 0;
}

/* Who does not want to wait for metrics has a model nevertheless. */
static int measure(train_job *j)
{
    progress p;
    const bool may_stop = !j->stopped; /* one signal stops one thing */
    if (may_stop) progress_start(&p, (double)INFINITY);
    int code = train_measure(j);
    if (code == 0) code = train_measure_baselines(j);
    if (may_stop) progress_stop(&p);
    if (code == 0 || !may_stop || !interrupted()) return code;
    j->stopped = true;
    return 0;
}

static int save_and_print(train_job *j)
{
    sg_error err = {0};
    uint64_t *weights =
        calloc((size_t)sg_model_sizes_of(j->model).n_layers + 1, sizeof *weights);
    if (weights == NULL) return message_out_of_memory();
    sg_status status = sg_model_layer_weights(weights, j->model, &err);
    if (status == SG_OK) status = sg_model_save(j->model, arguments_text(j->args, "out"), &err);
    if (status == SG_OK) status = train_save_splits(j, &err);
    if (status == SG_OK) train_result_print(j, weights);
    if (status == SG_OK && !j->stopped) train_checkpoint_remove(j);
    free(weights);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}

/* Whether the files can be written, before anything is computed. */
static int check_outputs(const arguments *args)
{
    static const char *const OUTPUTS[] = {"out", "checkpoint"};
    for (size_t i = 0; i < sizeof OUTPUTS / sizeof *OUTPUTS; i++) {
        const char *path = arguments_text(args, OUTPUTS[i]);
        if (path != NULL && !output_file_possible(path)) return output_file_complain(path);
    }
    return 0;
}

static int command_train(const arguments *args)
{
    train_job j = {.args = args,
                   .outline = {.struct_size = sizeof j.outline},
                   .training = {.struct_size = sizeof j.training}};
    int code = train_check_usage(&j);
    const bool explains = arguments_flag(args, "explain-choice"),
               is_first = sg_cluster_rank(args->cluster) == 0;
    if (code == 0 && !explains && is_first) code = check_outputs(args);
    if (code == 0) code = read_description(&j);
    if (code == 0) code = train_open_from(&j);
    if (code == 0) code = open_data(&j);
    if (code == 0) code = show_data(&j);
    if (code == 0) code = train_choose_items(&j);
    if (code == 0 && j.chooses) code = train_choose_model(&j);
    if (explains) code = ranks_agree(args->cluster, code);
    if (explains) {
        job_close(&j);
        return code;
    }
    if (code == 0) code = preview(&j);
    if (code == 0 && j.n_cross > 0 && is_first) code = train_cross_run(&j.cross, &j);
    code = ranks_agree(args->cluster, code);
    if (code == 0) code = train_build(&j.model, &j); /* which ranks do together */
    if (code == 0) code = ranks_agree(args->cluster, train_match_from(&j));
    interrupts signals;
    interrupts_begin(&signals); /* from the first epoch until the model is written */
    if (code == 0) code = train(&j);
    if (code == 0 && is_first) code = measure(&j);
    if (code == 0) code = train_members(&j);
    if (code == 0 && j.n_cross > 0 && is_first) code = train_cross_page(&j);
    if (code == 0 && is_first) code = save_and_print(&j);
    interrupts_end(&signals);
    job_close(&j);
    if (j.stopped && code != 0) interrupt_obey();
    return code;
}

/* clang-format off */
const verb verb_train = {
    .name = "train",
    .brief = "train a model on a data set and write it to a file",
    .about = "Train one model on all graphs of a data set, or on a part of them, and write it to "
             "a file that 'sharegnn predict' and the library can use. Without --layers, "
             "--decoder and --from a model is chosen that suits the data, and a line says why. "
             "The weight of a message "
             "is looked up by the labels of receiver and sender and their pair property; nodes "
             "are pooled by label. The model has the weights of the best epoch: the best on the "
             "validation graphs, the last where there are none. A model without a decoder or pool "
             "is for nodes: they need classes or targets, and train and validate as the data "
             "says, if it does. Ctrl-C stops after the current "
             "epoch and saves nothing, unless --keep is given. The file is written whole or not "
             "at all and replaces an existing one.",
    .positionals = (const positional[]){
        POSITIONAL_DATA,
        {0}},
    .options = (const option[]){
        {.name = "encoder", .letter = 'e', .metavar = "HEAD", .repeated = true,
         .word_at = labeling_word_at,
         .help = "a layer of message passing, see below; several are several layers, one after "
                 "the other"},
        {.name = "decoder", .letter = 'd', .metavar = "LABEL", .word_at = labeling_word_at,
         .help = "by which label nodes are pooled, one output per class or target"},
        {.name = "layers", .letter = 'l', .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "YAML with 'layers' and optionally 'input', 'noise', 'task' and 'train', as "
                 "in experiment files, instead of --encoder and --decoder; options override "
                 "its 'train'"},
        {.name = "explain-choice",
         .help = "print the model that is chosen and why, as a file for --layers, and stop"},
        {.name = "out", .letter = 'o', .metavar = "MODEL", .completes = COMPLETE_FILES,
         .help = "the file to write"},
        {.name = "from", .metavar = "MODEL", .completes = COMPLETE_FILES,
         .help = "start from the weights of this model, or of a run's best one, wherever labels "
                 "and triples are the same; without --decoder and --layers with layers like "
                 "its own; another task or other classes get a new decoder"},
        {.name = "from-layers", .metavar = "L,L", .preset_words = "all",
         .help = "layers of --from to take weights from: 0,1"},
        {.name = "freeze", .metavar = "L,L", .preset_words = "none",
         .help = "layers whose weights do not move: 0,1"},
        {.name = "task", .metavar = "TASK", .preset_words = "what the data has",
         .word_at = task_word_at,
         .help = "classification, regression or multilabel"},
        {.name = "target", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "classes or targets instead of the data set's own: a line per graph, numbers "
                 "separated by commas or blanks, ? where one is missing; a single column of "
                 "whole numbers is classes, unless --task says otherwise"},
        OPTION_RELABEL,
        {.name = "column", .metavar = "N", .number = true, .max = UINT32_MAX, .repeated = true,
         .preset_words = "all", .help = "column of targets to predict, from 0"},
        {.name = "epochs", .metavar = "N", .number = true, .min = 1, .max = 1000000,
         .preset = "200", .help = "how often all graphs are seen"},
        {.name = "learning-rate", .metavar = "R", .preset = "0.01", .help = "of the optimizer"},
        {.name = "batch-size", .metavar = "N", .number = true, .min = 1, .max = 1 << 24,
         .preset = "64", .help = "graphs per step: floor(graphs / N) batches, as equal as possible"},
        {.name = "init", .metavar = "INIT", .preset = "constant 0.001", .word_at = init_word_at,
         .help = "how weights start: constant 0.001, uniform -0.1 0.1, normal 0 1, he, "
                 "lower-upper or glorot"},
        {.name = "validation", .metavar = "SHARE",
         .preset_words = "none; 0.1 where the model is chosen and there are 50 graphs",
         .help = "hold out this share of the graphs, the same of every class, to choose the "
                 "best epoch: 0.1"},
        {.name = "splits", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "train on a fold of this file, validate and test with its other graphs"},
        OPTION_SPLIT("none; a column called split, if the table has one"),
        OPTION_SHARES,
        OPTION_FOLDS,
        {.name = "fold", .metavar = "N", .number = true, .max = UINT32_MAX, .preset_words = "0",
         .help = "which fold of --splits or --folds, from 0"},
        {.name = "cross", .metavar = "N", .number = true, .max = 100, .preset = "5",
         .help = "of a table whose model is chosen: train on all but one of N parts, predict "
                 "that one, and repeat this for each; metrics and intervals then come from "
                 "all rows; 0: a tenth of the rows tests"},
        {.name = "members", .metavar = "N", .number = true, .min = 1, .max = 100, .preset = "1",
         .help = "train N models with seeds one after the other, MODEL, MODEL.2, ...; "
                 "'predict MODEL' gives the mean of their predictions"},
        {.name = "vocabulary", .metavar = "KIND", .preset = "train",
         .help = "whose labels and triples get a weight: those of the graphs that are "
                 "trained on (train), so that 'predict' reports what the model has never "
                 "seen, or of all graphs (all), as in the paper"},
        {.name = "scale", .metavar = "KIND", .preset_words = "standard",
         .help = "the unit in which targets of regression are learned: standard (their deviation, "
                 "from their mean on), std (their deviation) or none"},
        {.name = "patience", .metavar = "N", .number = true, .max = 1000000, .preset = "0",
         .help = "stop after this many epochs without a better one; 0: never"},
        {.name = "set", .metavar = "KEY=VALUE", .repeated = true, .word_at = training_word_at,
         .help = "any setting of 'train' in experiment files, see below"},
        {.name = "seed", .metavar = "N", .number = true, .max = UINT32_MAX, .preset = "42",
         .help = "of initial weights, batches, noise, dropout, --split and --validation"},
        {.name = "checkpoint", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "keep the training in this file between epochs: after Ctrl-C, or if the program is "
                 "killed, the same command goes on from it, under mpirun with any number of "
                 "processes; it is removed when the model has been written"},
        {.name = "every", .metavar = "MINUTES", .number = true, .max = 10000,
         .preset_words = "10",
         .help = "between two times that --checkpoint is written; 0: after every epoch"},
        {.name = "keep", .help = "on Ctrl-C, save the best epoch so far and exit as if done"},
        {.name = "quiet", .letter = 'q', .help = "no progress"},
        {.name = "verbose", .letter = 'v',
         .help = "how the plan of every head is kept, and a line per epoch on a terminal, too"},
        OPTION_JSON("one JSON object at the end: weights, best epoch, loss and metric"),
        OPTION_BUDGET,
        OPTION_MAX_REJECTS,
        OPTION_AS_WRITTEN,
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_MEMORY,
        {0}},
    .terms_title = "Heads ('sharegnn labels --help' lists LABEL and PAIR), and keys of --set",
    .term_at = train_term_at,
    .examples = {
        {"sharegnn train NCI1 -o nci1.model", "a model that suits the data"},
        {"sharegnn train CSL -e 'cycles:10 @ distance 0..2' -d cycles:10 -o csl.model",
         "one layer, all graphs"},
        {"sharegnn train MUTAG --layers mine.yml --validation 0.1 -o mutag.model",
         "layers from a file; a tenth of the graphs chooses the best epoch"}},
    .over_ranks = true,
    .run = command_train,
};
/* clang-format on */
