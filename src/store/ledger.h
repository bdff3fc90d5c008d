/* ledger.h - the results of a run, in an SQLite data base that survives being killed.
 *
 * Whoever trains writes, from one thread:
 *
 *     sg_ledger *ledger = NULL;
 *     SG_TRY(sg_ledger_open(&ledger, "runs/NCI1/results.sqlite", fingerprint, err));
 *     SG_TRY(sg_ledger_put_values(ledger, values, n_values, err));
 *     SG_TRY(sg_ledger_put_configurations(ledger, configurations, n, err));
 *     for every job that is not done {
 *         SG_TRY(sg_ledger_start_job(&id, ledger, &job, n_kept, err));            // long jobs only
 *         SG_TRY(sg_ledger_append_epochs(ledger, id, epochs, n_epochs, err));     // now and then
 *         SG_TRY(sg_ledger_finish_job(ledger, &job, &details, err));
 *     }
 * done:
 *     sg_ledger_close(ledger);
 *
 * Whoever reports opens with sg_ledger_open_read, at any time, also while a run is writing.
 *
 * Every call is one transaction: it has happened completely, and is on the disk, or it has not
 * happened at all, whenever the process or the machine stops.  A job is there completely with the
 * state done or failed, or its state is running.  Nothing is kept of the time of day, so the same
 * experiment gives the same rows, but for seconds and the numbers that jobs get.
 *
 * NaN is NULL in the data base and comes back as NaN; so does what does not exist, the test part of
 * a job that has none.  Everything is read in a fixed order that does not depend on the order of
 * writing.
 *
 * All functions fail with SG_EIO (no permission, no space, locked), SG_EFORMAT (damaged), SG_ENOMEM
 * or SG_ELIMIT (a value of more than 64 MiB); the text names the file and what to do.  Then nothing
 * was written, outputs are unchanged, and the ledger can still be used.
 */
#ifndef SG_STORE_LEDGER_H
#define SG_STORE_LEDGER_H

#include "base/scratch.h"
#include "base/text.h"

typedef struct sg_ledger sg_ledger;

typedef enum sg_ledger_state {
    SG_LEDGER_RUNNING,
    SG_LEDGER_DONE,
    SG_LEDGER_FAILED
} sg_ledger_state;

/* Something about the run as a whole: {"metric", "accuracy"}. */
typedef struct sg_ledger_value {
    const char *key;
    const char *text;
} sg_ledger_value;

typedef struct sg_ledger_configuration {
    uint32_t id;             /* the caller's numbering                                  */
    const char *yaml;        /* the experiment with this configuration, as text         */
    const uint64_t *weights; /* [n_layers] number of weights; {NULL, 0} while unknown   */
    size_t n_layers;
    uint64_t weights_total;
    uint64_t plan_bytes; /* memory of the plans                                     */
} sg_ledger_configuration;

typedef struct sg_ledger_score {
    double loss;
    double metric;
} sg_ledger_score;

/* One training.  Configuration, fold, run and stage name it. */
typedef struct sg_ledger_job {
    int64_t id; /* given by the ledger; ignored where a job is written            */
    uint32_t configuration;
    uint32_t fold; /* from 0 */
    uint32_t run;  /* from 0 */
    sg_run_stage stage;
    uint64_t seed; /* beyond 2^63-1 the data base shows it as a negative number      */
    sg_ledger_state state;
    uint32_t size[SG_N_PARTS];        /* items of each part                           */
    uint32_t n_epochs;                /* epochs in the ledger                         */
    uint32_t best_epoch;              /* from 1; 0: none                              */
    sg_ledger_score best[SG_N_PARTS]; /* at that epoch                                */
    double seconds;
    const char *model; /* path of the trained network inside the run folder; NULL: none  */
    const char *error; /* why it failed; NULL: it did not                                */
} sg_ledger_job;

typedef struct sg_ledger_epoch {
    uint32_t epoch; /* from 1 */
    double learning_rate;
    sg_ledger_score score[SG_N_PARTS];
    double seconds;
} sg_ledger_epoch;

/* The value of a metric for one target column. */
typedef struct sg_ledger_target {
    sg_part part;
    const char *target; /* name of the column */
    const char *metric;
    double value;
} sg_ledger_target;

/* What the network said about one item. */
typedef struct sg_ledger_prediction {
    sg_part part;
    uint32_t item;        /* its number; the column is called graph, as in version 0.1 */
    const double *output; /* [n_outputs] */
    uint32_t n_outputs;
} sg_ledger_prediction;

/* What a finished job brings with it; {0}: nothing. */
typedef struct sg_ledger_details {
    const sg_ledger_epoch *epoch; /* [n_epochs] those that were not appended yet */
    size_t n_epochs;
    const sg_ledger_target *target; /* [n_targets] */
    size_t n_targets;
    const sg_ledger_prediction *prediction; /* [n_predictions] */
    size_t n_predictions;
} sg_ledger_details;

/* ---- Opening ------------------------------------------------------------------------------ */

/* Open the ledger of an experiment for writing; a missing one is made, in a folder that exists.
 *
 *   fingerprint   short text that is the same for the same experiment and for no other
 *
 * The folder belongs to this process until close: a second writer is refused, readers are not.
 * Also fails with SG_EEXIST where the ledger is of another experiment, SG_EFORMAT where the file is
 * none of ours or of a newer version, SG_ENOTFOUND where there is no folder.  Existing files are
 * not changed then. */
sg_status sg_ledger_open(sg_ledger **ledger, const char *path, const char *fingerprint,
                         sg_error *err);

/* Open an existing ledger for reading.  All that is read through it is of one moment, that of
 * opening.  Also fails with SG_ENOTFOUND where nothing was written yet.
 * Opening an existing ledger reads all of it once, in search of damage. */
sg_status sg_ledger_open_read(sg_ledger **ledger, const char *path, sg_error *err);

/* Whether a process has the ledger open for writing: a job whose state is running is being trained, or
 * was left behind by a process that ended.  False where the file system knows no locks. */
bool sg_ledger_is_being_written(const sg_ledger *ledger);

/* Close; NULL is fine. */
void sg_ledger_close(sg_ledger *ledger);

/* ---- Writing ------------------------------------------------------------------------------ */

/* Set values of the run; old ones are replaced.  "fingerprint" cannot be set (SG_EINVAL). */
sg_status sg_ledger_put_values(sg_ledger *ledger, const sg_ledger_value *value, size_t n,
                               sg_error *err);

/* Add configurations.  One that is there already gets the new numbers; fails with SG_EEXIST where
 * its text is another. */
sg_status sg_ledger_put_configurations(sg_ledger *ledger,
                                       const sg_ledger_configuration *configuration, size_t n,
                                       sg_error *err);

/* Note that a job is running, so that its epochs can be appended.
 *
 *   job      its name, seed and sizes; the rest is ignored
 *   n_kept   a job that was interrupted keeps its first epochs, as many as its checkpoint has seen
 *
 * Fails with SG_EEXIST where it is done, SG_EINVAL where there are fewer than n_kept epochs or no
 * such configuration. */
sg_status sg_ledger_start_job(int64_t *id, sg_ledger *ledger, const sg_ledger_job *job,
                              uint32_t n_kept, sg_error *err);

/* Add epochs to a running job: consecutive ones, that follow those which are there or begin among
 * them; epochs from the first one on are replaced.  Every call waits for the disk, so let them be
 * many.  Fails with SG_EINVAL where there would be a gap, or the job is not running. */
sg_status sg_ledger_append_epochs(sg_ledger *ledger, int64_t id, const sg_ledger_epoch *epoch,
                                  size_t n, sg_error *err);

/* Write a job that is done or failed, with everything that was not appended yet.  It need not have
 * been started.  A job that is done must have n_epochs epochs now; one that failed has those that
 * are there.
 * Fails with SG_EEXIST where it is done already, SG_EINVAL where epochs are missing or there is no
 * such configuration. */
sg_status sg_ledger_finish_job(sg_ledger *ledger, const sg_ledger_job *job,
                               const sg_ledger_details *details, sg_error *err);

/* ---- Reading ------------------------------------------------------------------------------ */

/* Lists; {0} is an empty one.  Texts and arrays in them live as long as the list. */
typedef struct sg_ledger_configurations {
    sg_ledger_configuration *row; /* [n] by id */
    size_t n, capacity;
    sg_scratch memory;
} sg_ledger_configurations;

typedef struct sg_ledger_jobs {
    sg_ledger_job *row; /* [n] by stage, configuration, run, fold */
    size_t n, capacity;
    sg_scratch memory;
} sg_ledger_jobs;

typedef struct sg_ledger_epochs {
    sg_ledger_epoch *row; /* [n] by epoch */
    size_t n, capacity;
} sg_ledger_epochs;

typedef struct sg_ledger_targets {
    sg_ledger_target *row; /* [n] as they were given */
    size_t n, capacity;
    sg_scratch memory;
} sg_ledger_targets;

typedef struct sg_ledger_predictions {
    sg_ledger_prediction *row; /* [n] by part, item */
    size_t n, capacity;
    sg_scratch memory;
} sg_ledger_predictions;

/* Append the value of `key`.  Also fails with SG_ENOTFOUND. */
sg_status sg_ledger_value_of(sg_text *text, sg_ledger *ledger, const char *key, sg_error *err);

/* Fill an empty list: all configurations; all jobs, of which those that are done need not be done
 * again; the epochs, target metrics or predictions of a job. */
sg_status sg_ledger_read_configurations(sg_ledger_configurations *list, sg_ledger *ledger,
                                        sg_error *err);
sg_status sg_ledger_read_jobs(sg_ledger_jobs *list, sg_ledger *ledger, sg_error *err);
sg_status sg_ledger_read_epochs(sg_ledger_epochs *list, sg_ledger *ledger, int64_t job,
                                sg_error *err);
sg_status sg_ledger_read_targets(sg_ledger_targets *list, sg_ledger *ledger, int64_t job,
                                 sg_error *err);
sg_status sg_ledger_read_predictions(sg_ledger_predictions *list, sg_ledger *ledger,
                                     int64_t job, sg_error *err);

/* Release a list and make it empty. */
void sg_ledger_configurations_free(sg_ledger_configurations *list);
void sg_ledger_jobs_free(sg_ledger_jobs *list);
void sg_ledger_epochs_free(sg_ledger_epochs *list);
void sg_ledger_targets_free(sg_ledger_targets *list);
void sg_ledger_predictions_free(sg_ledger_predictions *list);

#endif
