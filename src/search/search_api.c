/* search_api.c - searches behind the public header. */
#include "sharegnn/search.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "search/searcher.h"

#include <math.h>

static const double USUAL_SECONDS = 60;

sg_status sg_search(char **summary, const char *data, const sg_search_options *options,
                    sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(options);
    sg_search_options chosen;
    SG_TAKE_OPTIONS(chosen, options, context);
    SG_REQUIRE_PATH(options->folder);
    SG_REQUIRE_CHOICE(options->task, SG_N_TASK_CHOICES);
    sg_status status = SG_OK;
    sg_text text = {0};
    SG_REQUIRE(
        !chosen.resume || !chosen.replace, SG_EINVAL,
        "options->resume: options->replace is set, too; a search is resumed or replaced");
    SG_REQUIRE(chosen.seconds >= 0 && chosen.seconds < INFINITY, SG_EINVAL,
               "options->seconds: %g is no time to search", chosen.seconds);
    SG_REQUIRE(chosen.splits != NULL || chosen.fold == 0, SG_EINVAL,
               "options->fold: options->splits is NULL, so there is no fold %u", chosen.fold);
    const sg_searcher_options inner = {
        .data = data,
        .data_folder = chosen.data_folder,
        .folder = chosen.folder,
        .space = chosen.space,
        .splits = chosen.splits,
        .fold = chosen.fold,
        .n_folds = chosen.n_folds,
        .n_trials = chosen.n_trials,
        .seconds = chosen.seconds > 0 ? chosen.seconds : USUAL_SECONDS,
        .seed = chosen.seed,
        .budget = chosen.budget,
        .most_bytes = chosen.most_bytes > 0 ? chosen.most_bytes : UINT64_C(1) << 30,
        .n_threads = chosen.n_threads,
        .at_random = chosen.at_random,
        .has_task = chosen.task != SG_TASK_OF_DATA,
        .task = chosen.task != SG_TASK_OF_DATA ? (sg_task)(chosen.task - SG_TASK_CLASSIFICATION)
                                               : SG_CLASSIFICATION,
        .former = chosen.resume    ? SG_FORMER_RESUME
                  : chosen.replace ? SG_FORMER_REPLACE
                                   : SG_FORMER_REFUSE,
        .event = chosen.event,
        .context = chosen.context};
    SG_TRY(sg_search_run(&text, &inner, err));
    if (summary != NULL) {
        *summary = text.data;
        text = (sg_text){0};
    }
done:
    sg_text_free(&text);
    return status;
}

const char *sg_search_space(size_t i)
{
    return sg_search_space_name(i);
}
