/* power_trials.c - one row per seed, and their mean. */
#include "power_trials.h"

#include "counted.h"
#include "json_out.h"
#include "message.h"
#include "progress.h"
#include "text_file.h"
#include "text_table.h"

#include <inttypes.h>
#include <stdlib.h>

static uint32_t count_unreliable(sg_pair_trial_arrays view, uint32_t seed)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < view.n_pairs; p++)
        if (!(view.alike[(size_t)p * view.n_seeds + seed] < view.threshold)) n++;
    return n;
}

static double mean_apart(const sg_pair_trials *trials, bool without_copies)
{
    const uint32_t n_seeds = sg_pair_trials_view_of(trials).n_seeds;
    double sum = 0;
    for (uint32_t s = 0; s < n_seeds; s++)
        sum += sg_pair_trials_apart(trials, s, without_copies);
    return sum / n_seeds;
}

static void print_table(const sg_pair_trials *trials, const sg_dataset *data)
{
    static const column columns[] = {{.title = "seed"},
                                     {.title = "pairs apart"},
                                     {.title = "without factor"},
                                     {.title = "not reliable"}};
    text_table t = {.columns = columns, .n_columns = 4};
    const sg_pair_trial_arrays view = sg_pair_trials_view_of(trials);
    printf("%s: %s, T-squared of %" PRIu32 " copies above %.2f\n\n", sg_data_name(data),
           counted(view.n_pairs, "pair", "pairs").text, view.n_copies, view.threshold);
    for (uint32_t s = 0; s < view.n_seeds; s++) {
        text_table_add(&t, "%" PRIu32, s);
        text_table_add(&t, "%" PRIu32, sg_pair_trials_apart(trials, s, false));
        text_table_add(&t, "%" PRIu32, sg_pair_trials_apart(trials, s, true));
        text_table_add(&t, "%" PRIu32, count_unreliable(view, s));
    }
    text_table_print(&t, "", stdout);
    text_table_free(&t);
    printf("\nmean: %.1f pairs, %.1f without the number of copies as a factor of T-squared\n",
           mean_apart(trials, false), mean_apart(trials, true));
}

static void print_numbers(json *j, const char *name, const double *value, size_t n)
{
    json_open(j, name, '[');
    for (size_t i = 0; i < n; i++) json_real(j, NULL, value[i]);
    json_close(j, ']');
}

static void print_json(const sg_pair_trials *trials, const sg_dataset *data)
{
    json j = {.out = stdout};
    const sg_pair_trial_arrays view = sg_pair_trials_view_of(trials);
    const size_t n = (size_t)view.n_pairs * view.n_seeds;
    json_open(&j, NULL, '{');
    json_text(&j, "data", sg_data_name(data));
    json_count(&j, "graphs", sg_data_sizes_of(data).n_graphs);
    json_count(&j, "pairs", view.n_pairs);
    json_count(&j, "seeds", view.n_seeds);
    json_count(&j, "copies", view.n_copies);
    json_real(&j, "threshold", view.threshold);
    json_real(&j, "told_apart", mean_apart(trials, false));
    json_real(&j, "told_apart_without_factor", mean_apart(trials, true));
    json_open(&j, "by_seed", '[');
    for (uint32_t s = 0; s < view.n_seeds; s++)
        json_count(&j, NULL, sg_pair_trials_apart(trials, s, false));
    json_close(&j, ']');
    /* [pairs][seeds] */
    print_numbers(&j, "apart", view.apart, n);
    print_numbers(&j, "alike", view.alike, n);
    print_numbers(&j, "loss", view.loss, n);
    json_close(&j, '}');
    json_line(&j);
}

int power_trials(const sg_dataset *data, const arguments *args)
{
    sg_error err = {0};
    sg_pair_trials *trials = NULL;
    const char *path = arguments_text(args, "trained");
    char *description = text_file_read(path);
    if (description == NULL) return EXIT_FAILURE;
    progress p;
    progress_start(&p, 1);
    const sg_label_options labels = {.struct_size = sizeof labels,
                                     .n_threads = (uint32_t)arguments_number(args, "threads"),
                                     .budget = arguments_given_number(args, "budget"),
                                     .observer = &p.observer};
    const sg_pair_trial_options options = {.struct_size = sizeof options,
                                           .description = description,
                                           .path = path,
                                           .n_seeds = (uint32_t)arguments_number(args, "seeds"),
                                           .seed = arguments_number(args, "seed"),
                                           .labels = &labels};
    sg_status status = sg_pair_trials_run(&trials, data, &options, &err);
    status = progress_finish(&p, status, &err);
    free(description);
    if (status == SG_OK && arguments_flag(args, "json"))
        print_json(trials, data);
    else if (status == SG_OK)
        print_table(trials, data);
    sg_pair_trials_close(trials);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}
