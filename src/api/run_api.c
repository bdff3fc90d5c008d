/* run_api.c - experiments behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "run/chosen_network.h"
#include "run/run_folder.h"
#include "run/runner.h"

#include <math.h>

/* Open the experiment; where its file has no layers, choose some and tell why. */
static sg_status open_experiment(sg_experiment *experiment, const char *path,
                                 const sg_run_options *o, sg_error *err)
{
    sg_status status = SG_OK;
    sg_network_choice choice = {.data_folder = o->data_folder, .n_threads = o->n_threads};
    const sg_network_chooser chooser = sg_network_chooser_of(&choice);
    SG_TRY(sg_experiment_open_with(experiment, path, o->set, o->n_set, &chooser, err));
    if (choice.reason == NULL || o->event == NULL) goto done;
    const sg_run_event told = {
        .kind = SG_RUN_CHOICE, .best = (double)NAN, .choice = choice.reason};
    SG_REQUIRE(o->event(o->context, &told), SG_ECANCELED, "the run was stopped");
done:
    sg_free(choice.reason);
    return status;
}

sg_status sg_run(char **summary, const char *path, const sg_run_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_PATH(path);
    SG_REQUIRE_ARGUMENT(options);
    sg_run_options chosen;
    SG_TAKE_OPTIONS(chosen, options, cluster);
    SG_REQUIRE_PATH(options->folder);
    SG_REQUIRE_TEXTS(options->set, options->n_set);
    sg_status status = SG_OK;
    sg_experiment experiment = {0};
    sg_text text = {0};
    SG_REQUIRE(!chosen.resume || !chosen.replace, SG_EINVAL,
               "run: a run is resumed or replaced, not both");
    const sg_runner_options inner = {.folder = chosen.folder,
                                     .checkpoint_after = chosen.checkpoint_seconds,
                                     .data_folder = chosen.data_folder,
                                     .n_threads = chosen.n_threads,
                                     .former = chosen.resume    ? SG_FORMER_RESUME
                                               : chosen.replace ? SG_FORMER_REPLACE
                                                                : SG_FORMER_REFUSE,
                                     .event = chosen.event,
                                     .context = chosen.context,
                                     .cluster = chosen.cluster};
    status = open_experiment(&experiment, path, &chosen, err);
    if (status == SG_OK && chosen.resume)
        status = sg_resumed_vocabulary(&experiment, chosen.folder, err);
    SG_TRY(sg_cluster_agree(chosen.cluster, status, err));
    SG_TRY(sg_run_experiment(&text, &experiment, &inner, err));
    if (summary != NULL) {
        *summary = text.data;
        text = (sg_text){0};
    }
done:
    sg_text_free(&text);
    sg_experiment_free(&experiment);
    return status;
}
