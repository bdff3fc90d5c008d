/* train_job.h - a training that the user wants, for the files of the verb `train`.
 *
 *     command_train.c     what is wanted, data, model, training
 *     train_usage.c       what its words say
 *     train_settings.c    settings
 *     train_checkpoint.c  the file that it is kept in while it goes on
 *     train_from.c        another model to start from
 *     train_choice.c      a model that suits the data, where none is named
 *     train_items.c       what trains, validates and tests
 *     train_cross.c       a table in one line: every fold predicted by the others
 *     train_members.c     more models for an ensemble
 *     train_measure.c     how good it is on what was held out
 *     train_baselines.c   how good anybody would be on it
 *     train_predictions.c what it says of it, in a file
 *     train_result.c      what has come of it
 */
#ifndef SG_CLI_TRAIN_JOB_H
#define SG_CLI_TRAIN_JOB_H

#include "epoch_view.h"
#include "measure_view.h"
#include "split_settings.h"
#include "train_cross.h"
#include "train_settings.h"

enum { N_BASELINES = 2 };

/* What the user wants, and what has been opened for it. */
typedef struct train_job {
    const arguments *args;
    train_settings settings;
    const char **encoder; /* [n_encoders] */
    uint32_t *column;     /* [n_columns] of targets */
    uint32_t n_encoders, n_columns;
    double share;         /* of the graphs, to be held out; 0: none */
    uint32_t *from_layer; /* [n_from_layers] of --from */
    char *description;    /* the text of --layers, or of the chosen model */
    uint32_t n_from_layers;
    uint32_t n_cross;     /* folds that all of a table is predicted in; 0: a part is held out */
    uint32_t n_members;   /* models to be trained, whose mean is the prediction */
    bool knows_all;       /* held-out graphs, too, teach the model their words */
    bool chooses;         /* no model is named                            */
    bool has_opponents;   /* a table is divided here: what others would say is measured, too */
    bool is_divided;      /* the splits were made here, and are written beside the model */
    train_cross cross;    /* what was predicted so */
    sg_coverage coverage; /* of its intervals; n is 0 where there are none */
    sg_dataset *data;
    sg_splits *splits;
    sg_split_options rule; /* of --split; its rule is NULL where there is none          */
    char form[SPLIT_FORM]; /* settings that the data is opened with                     */
    sg_model *model, *from;
    sg_layer_match *match; /* [n_matches] with `from` */
    uint32_t n_matches;
    bool stopped; /* by the user */
    sg_task_choice task;
    sg_part held_out; /* the part whose metrics are shown: test, or validation where there is
                              no test; SG_TRAIN: nothing was held out                          */
    sg_training_outline outline;
    sg_model_size outline_size; /* of the model, before it is built */
    epoch_view view;
    sg_training_options training;
    sg_epoch best;
    measure_list measures;              /* of that part */
    measure_list baseline[N_BASELINES]; /* of the same part, by what anybody could say    */
} train_job;

/* What it learns from: "graphs" or "nodes". */
static inline const char *train_items(const train_job *job)
{
    return sg_data_sizes_of(job->data).item == SG_ITEM_NODE ? "nodes" : "graphs";
}

/* Read what needs no file; returns an exit status. */
int train_check_usage(train_job *job);

/* Let a training be kept in the file of --checkpoint, if that is given; *path, which is set then, is to be freed
 * after the training.  Returns an exit status.  Then remove what was kept, when the models are written. */
int train_checkpoint_name(sg_training_options *training, char **path, const train_job *job,
                          uint32_t member);
void train_checkpoint_remove(const train_job *job);

/* Read --from-layers, "0,1"; open the model of --from; find which weights will come from it.  Each
 * returns an exit status, 0 also where nothing is to be done. */
int train_read_from_layers(train_job *job);
int train_open_from(train_job *job);
int train_match_from(train_job *job);
/* Choose a model for the data, and print it where that is what is wanted; returns an exit status. */
int train_choose_model(train_job *job);

/* Choose what trains, validates and tests: 0, or the exit status after a message. */
int train_choose_items(train_job *job);

/* Write what was divided here beside the model. */
sg_status train_save_splits(const train_job *job, sg_error *err);

/* The path of a file beside the model, to be freed; NULL: out of memory. */
char *train_beside_model(const train_job *job, const char *ending);

/* Build an untrained model as the user wants it; returns an exit status. */
int train_build(sg_model **model, train_job *job);

/* Train further models and write them beside the first; returns an exit status. */
int train_members(train_job *job);

/* What the metrics are of: "test", "validation", or "out-of-fold" where all were held out in turn. */
const char *train_held_out_word(const train_job *job);

/* Measure the graphs that were held out, if there are any; returns an exit status. */
int train_measure(train_job *job);

/* What is written beside the model: predictions of the items that were held out, of a table that was divided
 * here; returns an exit status. */
int train_write_predictions(const train_job *job, const train_cross *said);

/* Measure what anybody could say of those items; returns an exit status.  Then print it, and name it. */
int train_measure_baselines(train_job *job);
void train_baselines_print(const train_job *job);
const char *train_baseline_name(const train_job *job, int which);

/* Print the result of a job that is done; `weights` is [layers of the model]. */
void train_result_print(const train_job *job, const uint64_t *weights);

#endif
