/* search_space.h - the space of a search: an experiment whose grid is not worked through, but searched.
 *
 *     layers: [...]                 # as in experiment files; without them those that are chosen for the data
 *     train: {...}
 *     grid:                         # the first values are the first model that is tried
 *       layers.0.heads.0: ["wl:2 @ path 0..10", "wl:1 @ path 0..6"]
 *       train.learning-rate: [0.003, 0.01]
 *
 * Spaces of the library are share/spaces/NAME.yml; the data decides which one is taken (choice/choice_rows.h).
 */
#ifndef SG_SEARCH_SEARCH_SPACE_H
#define SG_SEARCH_SEARCH_SPACE_H

#include "config/experiment.h"

typedef struct sg_space_request {
    const char *data;  /* as the user names it                                               */
    const char *space; /* a path, or the name of one of the library's; NULL: by the data     */
    const char *split; /* path of the file that divides the data for the final model         */
    uint64_t seed;
    bool has_task;
    sg_task task;
} sg_space_request;

/* Make the experiment of a space for some data.
 * Fails with SG_EFORMAT (path:line:column; also where the grid is empty), SG_ENOTFOUND or SG_ENOMEM. */
sg_status sg_search_space_open(sg_experiment *experiment, const sg_space_request *request,
                               const sg_dataset *data, sg_error *err);

/* The text of a space of the library, or NULL; number i of its names, or NULL.  Static. */
const char *sg_search_space_text(const char *name);
const char *sg_search_space_name(size_t i);

/* A configuration's text with another number of epochs; released with sg_free. */
sg_status sg_search_text_with_epochs(char **text, const char *configuration, uint32_t n_epochs,
                                     sg_error *err);

#endif
