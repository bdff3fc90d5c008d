/* experiment.h - an experiment file, read and checked; its grid, configuration by configuration.
 *
 *     SG_TRY(sg_experiment_open(&experiment, "fair/NCI1.yml", set, n_set, err));
 *     for (uint32_t i = 0; i < experiment.n_configurations; i++)
 *         SG_TRY(sg_experiment_configuration(&configuration, &experiment, i, task, err));
 *
 * The words of the file, with what they mean where they are absent:
 *
 *     data: NCI1                    # a name or path; needed
 *     task: classification          # classification | regression | multilabel; what the data has
 *     protocol: fair                # fair | fair-per-fold | standard | fixed | k-fold | nested
 *     splits: fair                  # folder of the split file; the protocol's name (fair-per-fold
 *                                   # has fair's)
 *     folds: 10                     # k-fold, nested: number of folds made here
 *     inner-folds: 3                # nested: folds within the training graphs of a fold
 *     runs: 3                       # trainings of the selected configuration per fold; 1
 *     seed: 42
 *     target: 0                     # regression, multilabel: a column, a name or a list; all
 *     scale: none                   # regression: none | std | standard: targets divided by their
 *                                   # standard deviation over all graphs (std), centered too
 *                                   # (standard)
 *     report: own                   # unit of mae and rmse: own | scaled
 *     vocabulary: train             # train | all: which graphs decide what gets a weight; a run that
 *                                   # is resumed keeps what it was started with
 *     ensemble: 1                   # trainings per fold and run whose outputs are averaged
 *     restarts: 1                   # beginnings of each training; the best on the validation
 *                                   # graphs counts
 *     test: selected                # selected | all: whether configurations are tested while one is
 *                                   # selected, for ablations; the choice is by validation anyway
 *     save: one                     # none | one | all: models kept of the evaluation
 *     from: runs/NCI1               # start from the weights of this model, a file or a run's
 *                                   # folder, wherever triples and labels are the same; or
 *                                   # { model: runs/NCI1, layers: [0] }: from these layers only
 *     relabel: NCI1.labels          # other numbers for the node labels (formats/relabel_file.h)
 *     input, noise, layers          # the network (model/blueprint.h); without layers one that is
 *                                   # chosen for the data, where there is a chooser
 *     train: {...}                  # how it is trained (train/train_options.h)
 *     grid:                         # lists that span a grid; the first one varies slowest
 *       layers.0.heads.0: ["wl:1 @ distance 0..6", "wl:2 @ distance 0..6"]
 *       train.learning-rate: [0.1, 0.01]
 *
 * A layer may have the member `repeat: 3`: it stands for three layers like it, one behind the other.
 * In paths it is one layer; to `from` of a residual it is three.  So it is with blocks
 * (config/layer_blocks.h).
 *
 * The values of a list in the grid may be whole parts of the file, `layers: [[...], [...]]` say.
 * Only the network and its training can vary, and no list may change what another one changes.
 *
 * Everything is checked before anything is computed, each configuration of the grid included (of a
 * grid of more than 2,000 the first one and each value of each list).
 */
#ifndef SG_CONFIG_EXPERIMENT_H
#define SG_CONFIG_EXPERIMENT_H

#include "base/document/key_text.h"
#include "base/document/tree.h"
#include "model/blueprint.h"
#include "model/target_scale.h"
#include "train/train_options.h"

typedef enum sg_protocol {
    SG_PROTOCOL_FAIR,
    SG_PROTOCOL_FAIR_PER_FOLD,
    SG_PROTOCOL_STANDARD,
    SG_PROTOCOL_FIXED,
    SG_PROTOCOL_K_FOLD,
    SG_PROTOCOL_NESTED
} sg_protocol;

typedef enum sg_save { SG_SAVE_NONE, SG_SAVE_ONE, SG_SAVE_ALL } sg_save;

enum { SG_N_PROTOCOLS = 6, SG_MAX_CONFIGURATIONS = 100000 };
extern const char *const sg_protocol_words[SG_N_PROTOCOLS];

/* A dimension of the grid. */
typedef struct sg_grid_axis {
    const char *path;    /* "layers.0.heads.0"; borrowed from the tree */
    const sg_node *list; /* its values; borrowed from the tree         */
} sg_grid_axis;

/* One point of the grid. */
typedef struct sg_configuration {
    sg_blueprint blueprint;
    sg_train_options train;
    char *text; /* the experiment as YAML with this point's values and without a grid */
} sg_configuration;

typedef struct sg_experiment {
    sg_tree tree; /* the file with all changes of --set               */
    char *data;
    bool has_task; /* else it is what the data has                     */
    sg_task task;  /* without has_task: what the file looks like       */
    sg_protocol protocol;
    char *splits;                    /* folder name; NULL: folds are made here            */
    uint32_t n_folds, n_inner_folds; /* where folds are made here; else 0                 */
    char *split;                     /* rule of formats/splits/split_rule.h; NULL: none   */
    char *shares;                    /* of the rule, as text; NULL: the usual ones        */
    uint32_t n_runs;
    uint64_t seed;
    char **target; /* [n_targets] numbers or names of columns; NULL: all */
    uint32_t n_targets;
    sg_target_scale scale;
    bool report_scaled;
    bool vocabulary_of_training;
    uint32_t n_members; /* of the ensemble */
    uint32_t n_restarts;
    bool test_all;
    sg_save save;
    char *from;               /* path of a model or a run; NULL: none             */
    sg_layer_set from_layers; /* layers to take weights from ...                  */
    bool from_some;           /* ... or else all                                  */
    char *relabel;            /* path; NULL: labels stay as they are              */
    sg_grid_axis *axis;       /* [n_axes] */
    uint32_t n_axes;
    uint32_t n_configurations;
} sg_experiment;

/* Who chooses a network for experiments that name none. */
typedef struct sg_network_chooser {
    /* Choose for an experiment whose keys of the run have been read: YAML with `layers` and, if wanted,
     * `input`, `noise` and `train`, released with sg_free. */
    sg_status (*choose)(void *context, char **description, const sg_experiment *experiment,
                        sg_error *err);
    void *context;
    bool
        for_grid; /* choose also where the grid varies the layers: it then varies the chosen ones */
} sg_network_chooser;

/* Read an experiment file into an empty experiment.
 *
 *   set   [n_set] changes "path=value", applied first: "train.epochs=5", "layers.0.heads.0=..."; the
 *         value is YAML.  Lists of the grid are "grid.train.epochs=[5, 10]"; what the grid varies
 *         can be set there alone
 *
 * Fails with SG_EFORMAT (path:line:column, what is wrong, what is allowed, the nearest name),
 * SG_EINVAL (set), SG_ENOTFOUND, SG_EIO, SG_ELIMIT (too many configurations) or SG_ENOMEM. */
sg_status sg_experiment_open(sg_experiment *experiment, const char *path,
                             const char *const *set, size_t n_set, sg_error *err);

/* The same where a file without layers gets those that `chooser` says.  What the file says of input, noise
 * and training counts more.  Fails as the chooser does, too. */
sg_status sg_experiment_open_with(sg_experiment *experiment, const char *path,
                                  const char *const *set, size_t n_set,
                                  const sg_network_chooser *chooser, sg_error *err);

/* The same from a document, which moves. */
sg_status sg_experiment_take(sg_experiment *experiment, sg_tree *tree,
                             const sg_network_chooser *chooser, sg_error *err);

/* The same from text in memory. */
sg_status sg_experiment_parse(sg_experiment *experiment, const char *path, const char *text,
                              size_t size, const char *const *set, size_t n_set, sg_error *err);

/* Release everything and make the experiment empty. */
void sg_experiment_free(sg_experiment *experiment);

/* Configuration number i, 0 .. n_configurations-1, into an empty one.  `task` decides defaults of
 * training where the file has no task.
 * Fails with SG_EFORMAT where the file does not fit that task, SG_EINVAL (no such number) or
 * SG_ENOMEM. */
sg_status sg_experiment_configuration(sg_configuration *configuration,
                                      const sg_experiment *experiment, uint32_t i, sg_task task,
                                      sg_error *err);

void sg_configuration_free(sg_configuration *configuration);

/* The whole experiment, grid and all, as YAML with all defaults filled in that are the same for the
 * whole grid and every task that is possible; released with sg_free.  Reading it gives the same
 * configurations. */
sg_status sg_experiment_write(char **text, const sg_experiment *experiment, sg_error *err);

/* Key i of an experiment file for people, or NULL behind the last one. */
const sg_key_text *sg_experiment_key(size_t i);

#endif
