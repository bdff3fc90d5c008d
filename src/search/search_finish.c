/* search_finish.c - the winner as an experiment of its own, its run, and what there is to say about the search. */
#include "search/search_parts.h"

#include "base/file.h"
#include "base/mem.h"
#include "run/runner.h"
#include "store/model_place.h"
#include "text/json_writer.h"
#include "text/yaml.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The winner ----------------------------------------------------------------------------- */

static sg_status choose(uint32_t *chosen, const sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_trial_score *score = NULL;
    uint64_t *n_weights = NULL;
    uint32_t n = 0;
    SG_ALLOC(score, s->book.n);
    SG_ALLOC(n_weights, s->book.n);
    for (size_t t = 0; t < s->book.n; t++) {
        const sg_trial *trial = &s->book.trial[t];
        if (!trial->has_score || isnan(trial->score.metric)) continue;
        n_weights[n] = trial->cost.n_weights;
        score[n++] = trial->score;
    }
    SG_REQUIRE(
        n > 0, SG_EINVAL,
        "search: no candidate came to the end of its first epochs; give it more time, or "
        "take a smaller space");
    const uint32_t best =
        sg_trial_choose(score, n_weights, n, s->book.higher_is_better, s->folds.careful);
    *chosen = score[best].number;
done:
    sg_free(score);
    sg_free(n_weights);
    return status;
}

/* NAME.yml, and the experiment that it is. */
static sg_status write_experiment(sg_experiment *made, const sg_search_state *s, uint32_t trial,
                                  const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    sg_configuration c = {0};
    sg_text path = {0};
    SG_TRY(sg_experiment_configuration(&c, &s->experiment, s->book.trial[trial].point,
                                       s->experiment.task, err));
    SG_TRY(sg_text_add(&path, err, "%s/%s.yml", s->options->folder, name));
    SG_TRY(sg_file_write(path.data, c.text, strlen(c.text), err));
    SG_TRY(sg_experiment_parse(made, path.data, c.text, strlen(c.text), NULL, 0, err));
done:
    sg_configuration_free(&c);
    sg_text_free(&path);
    return status;
}

/* What the run of the winner tells meanwhile. */
static bool on_event(void *context, const sg_run_event *event)
{
    (void)event;
    return sgi_search_tell(context, SG_SEARCH_BEST, 0, NULL);
}

/* The epochs of a run that was made on all threads are those of the search. */
static sg_status count_epochs(sg_search_state *s, const char *folder, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    sg_ledger *ledger = NULL;
    sg_ledger_jobs jobs = {0};
    sg_ledger_epochs epochs = {0};
    SG_TRY(sg_run_folder_path(&path, folder, "results.sqlite", err));
    SG_TRY(sg_ledger_open_read(&ledger, path.data, err));
    SG_TRY(sg_ledger_read_jobs(&jobs, ledger, err));
    for (size_t j = 0; j < jobs.n; j++) {
        SG_TRY(sg_ledger_read_epochs(&epochs, ledger, jobs.row[j].id, err));
        for (size_t e = 0; e < epochs.n; e++)
            s->training += epochs.row[e].seconds * sg_threads_count(s->threads);
        sg_ledger_epochs_free(&epochs);
    }
done:
    sg_ledger_epochs_free(&epochs);
    sg_ledger_jobs_free(&jobs);
    sg_ledger_close(ledger);
    sg_text_free(&path);
    return status;
}

sg_status sgi_search_train(sg_text *model, sg_text *summary, sg_search_state *s, uint32_t trial,
                           const char *name, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text folder = {0};
    sg_experiment experiment = {0};
    SG_TRY(write_experiment(&experiment, s, trial, name, err));
    SG_TRY(sg_text_add(&folder, err, "%s/%s", s->options->folder, name));
    const sg_runner_options options = {.folder = folder.data,
                                       .data_folder = s->options->data_folder,
                                       .n_threads = s->options->n_threads,
                                       .former = SG_FORMER_REPLACE,
                                       .event = on_event,
                                       .context = s};
    SG_TRY(sg_run_experiment(summary, &experiment, &options, err));
    SG_TRY(sg_model_place(model, folder.data, err));
    SG_TRY(count_epochs(s, folder.data, err));
done:
    sg_experiment_free(&experiment);
    sg_text_free(&folder);
    return status;
}

/* ---- The summary ---------------------------------------------------------------------------- */

/* The mean test metric of the winner's run; NaN: nothing tested it. */
static double test_of(const sg_text *summary)
{
    sg_tree tree = {0};
    double value = (double)NAN;
    if (sg_yaml_parse(&tree, "summary", summary->data, summary->size, NULL) == SG_OK) {
        const sg_node *mean = sg_node_member(tree.root, "test_mean");
        if (mean != NULL && !sg_node_is_null(mean)) value = strtod(mean->text, NULL);
    }
    sg_tree_free(&tree);
    return value;
}

static sg_status put_ensemble(sg_json_writer *json, const sg_search_ensemble *ensemble,
                              sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_member_object(json, "ensemble", err));
    SG_TRY(sg_json_member_array(json, "trials", err));
    for (uint32_t m = 0; m < ensemble->n; m++)
        SG_TRY(sg_json_put_unsigned(json, ensemble->trial[m], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_array(json, "shares", err));
    for (uint32_t m = 0; m < ensemble->n; m++)
        SG_TRY(sg_json_put_real(json, ensemble->share[m], err));
    SG_TRY(sg_json_close(json, err));
    SG_TRY(sg_json_member_real(json, "validation", ensemble->validation, err));
    SG_TRY(sg_json_member_real(json, "test", ensemble->test, err));
    SG_TRY(sg_json_close(json, err));
done:
    return status;
}

static sg_status summarize(sg_text *text, const sg_search_state *s, uint32_t chosen,
                           double test, const sg_search_ensemble *ensemble, sg_error *err)
{
    sg_status status = SG_OK;
    sg_json_writer json = sg_json_write_to(text);
    const sg_trial *trial = &s->book.trial[chosen];
    const double all = sgi_search_seconds(s);
    SG_TRY(sg_json_open_object(&json, err));
    SG_TRY(sg_json_member_text(&json, "data", s->stage.workload.data.name, err));
    SG_TRY(sg_json_member_text(&json, "metric", s->metric->name, err));
    SG_TRY(sg_json_member_unsigned(&json, "points", sg_trial_book_points(&s->book), err));
    SG_TRY(sg_json_member_unsigned(&json, "same_values", s->book.order.n_same, err));
    SG_TRY(sg_json_member_unsigned(&json, "trials", s->book.n, err));
    SG_TRY(sg_json_member_unsigned(&json, "skipped", s->n_skipped, err));
    SG_TRY(
        sg_json_member_unsigned(&json, "inner_folds", s->stage.workload.splits.n_folds, err));
    SG_TRY(sg_json_member_unsigned(&json, "best", chosen, err));
    SG_TRY(sg_json_member_unsigned(&json, "configuration", trial->configuration, err));
    SG_TRY(sg_json_member_real(&json, "validation", trial->score.metric, err));
    SG_TRY(sg_json_member_real(&json, "standard_error", trial->score.standard_error, err));
    SG_TRY(sg_json_member_real(&json, "test", test, err));
    if (ensemble->n > 0) SG_TRY(put_ensemble(&json, ensemble, err));
    SG_TRY(sg_json_member_text(&json, "model", ensemble->n > 0 ? "ensemble" : "best", err));
    SG_TRY(
        sg_json_member_real(&json, "model_test", ensemble->n > 0 ? ensemble->test : test, err));
    SG_TRY(sg_json_member_text(&json, "note",
                               "the validation value was used for choosing and flatters; test "
                               "items were not looked at by the search",
                               err));
    SG_TRY(sg_json_member_real(&json, "seconds", all, err));
    SG_TRY(sg_json_member_real(&json, "placing_seconds", s->stage.seconds, err));
    SG_TRY(sg_json_member_unsigned(&json, "threads", sg_threads_count(s->threads), err));
    SG_TRY(sg_json_member_real(&json, "training_seconds", s->training, err));
    SG_TRY(sgi_search_put_board(&json, s, err));
    SG_TRY(sg_json_close(&json, err));
    SG_TRY(sg_text_add(text, err, "\n"));
done:
    return status;
}

static sg_status write_named(const sg_search_state *s, const char *name, const sg_text *text,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_text path = {0};
    SG_TRY(sg_run_folder_path(&path, s->options->folder, name, err));
    SG_TRY(sg_file_write(path.data, text->data, text->size, err));
done:
    sg_text_free(&path);
    return status;
}

sg_status sgi_search_finish(sg_text *summary, sg_search_state *s, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t chosen = 0;
    sg_search_ensemble ensemble = {0};
    sg_text model = {0}, run = {0}, made = {0}, page = {0};
    SG_TRY(choose(&chosen, s, err));
    SG_TRY(sgi_search_train(&model, &run, s, chosen, "best", err));
    SG_TRY(sgi_search_join(&ensemble, &model, s, chosen, err));
    const char *inside = model.data + strlen(s->options->folder) + 1;
    SG_TRY(sg_ledger_put_values(s->ledger, &(sg_ledger_value){"model", inside}, 1, err));
    SG_TRY(summarize(&made, s, chosen, test_of(&run), &ensemble, err));
    SG_TRY(sgi_search_page(&page, s, chosen, &ensemble, err));
    SG_TRY(write_named(s, "search.html", &page, err));
    SG_TRY(write_named(s, "search.json", &made, err));
    sg_run_folder_tidy(s->options->folder);
    *summary = made;
    made = (sg_text){0};
done:
    sg_text_free(&model);
    sg_text_free(&run);
    sg_text_free(&made);
    sg_text_free(&page);
    return status;
}
