/* choice.h - a model for data, chosen by looking at it.
 *
 * Who knows neither invariants nor layers can begin here: the library looks at what the data is (images,
 * texts, molecules, social graphs, nodes of large graphs), how large it is, and which labels, attributes
 * and targets it has, and takes the first row of a table that fits (docs/choice.md).  Names of data sets
 * play no part.  The result is a description as in experiment files, for sg_model_options and
 * sg_training_options.
 *
 * Example: train whatever suits the data:
 *
 *     const sg_choice_options wanted = {.struct_size = sizeof wanted, .without_validation = true};
 *     char *description = NULL, *reason = NULL;
 *     sg_model *fresh = NULL;
 *     if (sg_data_choose(&description, &reason, data, &wanted, &err) == SG_OK) {
 *         const sg_model_options options = {.struct_size = sizeof options,
 *                                           .description = description};
 *         const sg_training_options training = {
 *             .struct_size = sizeof training, .description = description, .n_epochs = 2};
 *         if (sg_model_build(&fresh, data, &options, &err) == SG_OK &&
 *             sg_model_train(NULL, fresh, data, &training, &err) == SG_OK)
 *             puts("a model that suits the data");
 *     }
 *     sg_model_close(fresh);
 *     sg_text_release(description);
 *     sg_text_release(reason);
 *
 * Complexity: time proportional to nodes, arcs and labels; memory to the number of different labels.
 *
 * Threads: threads may choose for the same data at the same time.
 */
#ifndef SHAREGNN_CHOICE_H
#define SHAREGNN_CHOICE_H

#include "sharegnn/models.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a choice needs to know besides. */
typedef struct sg_choice_options {
    size_t struct_size;  /* sizeof of this struct, set by the caller                        */
    sg_task_choice task; /* what the model is to learn                                      */
    bool
        without_validation; /* no items choose the best epoch, so training cannot stop early   */
} sg_choice_options;

/* Choose a model and its training for data like `data`.
 *
 *   description  out; YAML with `layers`, `train` and, where needed, `input` and `noise`; released with
 *                sg_text_release
 *   reason       out, may be NULL; a sentence that says what was seen and why this was chosen; released
 *                likewise
 *   options      may be NULL and is not kept
 *
 * Data without classes and targets gets a model, too.  Fails with SG_EINVAL or SG_ENOMEM. */
SG_API sg_status sg_data_choose(char **description, char **reason, const sg_dataset *data,
                                const sg_choice_options *options, sg_error *err);

#ifdef __cplusplus
}
#endif

#endif
