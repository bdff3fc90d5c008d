/* command_data_audit.c - sharegnn data audit DATA. */
#include "commands.h"
#include "common_options.h"
#include "json_out.h"
#include "message.h"
#include "progress.h"
#include "text_table.h"

#include <inttypes.h>
#include <stdlib.h>

/* What has been opened and found. */
typedef struct report {
    const arguments *args;
    sg_dataset *data;
    sg_splits *splits;
    sg_audit *audit;
    sg_fold_leak *leak; /* [n_folds] */
    uint32_t n_folds;
} report;

static void report_close(report *r)
{
    free(r->leak);
    sg_audit_close(r->audit);
    sg_splits_close(r->splits);
    sg_data_close(r->data);
}

/* ---- Finding ----------------------------------------------------------------------------- */

static sg_status open_data(report *r, sg_error *err)
{
    const sg_data_options options = {
        .struct_size = sizeof options,
        .folder = arguments_text(r->args, "data-dir"),
        .n_threads = (uint32_t)arguments_number(r->args, "threads"),
        .form = arguments_flag(r->args, "as-written") ? "form=as-written" : NULL};
    const char *splits = arguments_text(r->args, "splits");
    const sg_status status = sg_data_open(&r->data, r->args->positional[0], &options, err);
    if (status != SG_OK || splits == NULL) return status;
    const sg_data_size size = sg_data_sizes_of(r->data);
    if (size.item == SG_ITEM_NODE) return sg_splits_open_for(&r->splits, splits, r->data, err);
    return sg_splits_open(&r->splits, splits, size.n_graphs, err);
}

static sg_status audit(report *r, sg_error *err)
{
    progress bar;
    progress_start(&bar, 1);
    const sg_audit_options settings = {.struct_size = sizeof settings,
                                       .n_threads =
                                           (uint32_t)arguments_number(r->args, "threads"),
                                       .budget = arguments_number(r->args, "budget"),
                                       .observer = &bar.observer};
    const sg_status status = sg_audit_open(&r->audit, r->data, &settings, err);
    return progress_finish(&bar, status, err);
}

static sg_status look_at_folds(report *r, sg_error *err)
{
    sg_status status = SG_OK;
    if (r->splits == NULL) return SG_OK;
    const uint32_t n = sg_splits_folds(r->splits);
    r->leak = calloc((size_t)n + 1, sizeof *r->leak);
    if (r->leak == NULL) {
        *err = (sg_error){.status = SG_ENOMEM, .text = "out of memory"};
        return SG_ENOMEM;
    }
    for (; r->n_folds < n && status == SG_OK; r->n_folds++) {
        sg_fold_leak *leak = &r->leak[r->n_folds];
        leak->struct_size = sizeof *leak;
        status = sg_audit_leak(leak, r->audit, r->splits, r->n_folds, err);
    }
    return status;
}

/* ---- Printing ---------------------------------------------------------------------------- */

/* Members without classes or targets contradict nothing. */
static void print_member(const report *r, uint32_t graph)
{
    const sg_data_arrays view = sg_data_view_of(r->data);
    printf(" %" PRIu32, graph);
    if (view.graph_class == NULL) return;
    const uint32_t number = view.graph_class[graph];
    const char *word = sg_data_class_word(r->data, number);
    if (word != NULL)
        printf(" (%s)", shown_text(word).text);
    else
        printf(" (%" PRId64 ")", view.class_name[number]);
}

static void print_groups(const report *r)
{
    size_t n = 0;
    const sg_duplicates *group = sg_audit_groups(&n, r->audit);
    for (size_t i = 0; i < n; i++) {
        printf("%s", group[i].contradict ? "contradicting:" : "the same:");
        for (uint32_t g = 0; g < group[i].n; g++) print_member(r, group[i].graph[g]);
        putchar('\n');
    }
}

static void print_folds(const report *r)
{
    static const column columns[] = {{.title = "fold"},
                                     {.title = "test graphs"},
                                     {.above = "with a duplicate in", .title = "train"},
                                     {.above = "with a duplicate in", .title = "contradicted"},
                                     {.above = "with a duplicate in", .title = "validation"},
                                     {.title = "validation in train"}};
    text_table t = {.columns = columns, .n_columns = sizeof columns / sizeof *columns};
    for (uint32_t f = 0; f < r->n_folds; f++) {
        const sg_fold_leak *leak = &r->leak[f];
        text_table_add(&t, "%" PRIu32, f);
        text_table_add(&t, "%" PRIu32, leak->n_test);
        text_table_add(&t, "%" PRIu32, leak->test_in_train);
        text_table_add(&t, "%" PRIu32, leak->test_contradicted);
        text_table_add(&t, "%" PRIu32, leak->test_in_validation);
        text_table_add(&t, "%" PRIu32, leak->validation_in_train);
    }
    if (r->n_folds > 0) (void)text_table_print(&t, "", stdout);
    text_table_free(&t);
}

static void print_text(const report *r)
{
    const sg_audit_counts c = sg_audit_numbers_of(r->audit);
    printf("%s: %" PRIu32 " graphs\n", sg_data_name(r->data), c.n_graphs);
    printf("%" PRIu32 " cannot be told from another graph by color refinement\n", c.alike);
    printf("%" PRIu32 " are there more than once (groups: %" PRIu32 "); %" PRIu32 " could go\n",
           c.duplicated, c.n_groups, c.redundant);
    printf("%" PRIu32 " of these are in a group that contradicts itself in class or target "
           "(groups: %" PRIu32 ")\n",
           c.contradicted, c.n_contradictions);
    if (c.undecided > 0)
        printf("%" PRIu32 " could not be compared within the budget\n", c.undecided);
    if (!arguments_flag(r->args, "quiet")) print_groups(r);
    print_folds(r);
}

static void print_json_group(json *j, const sg_duplicates *group)
{
    json_open(j, NULL, '{');
    json_open(j, "graphs", '[');
    for (uint32_t g = 0; g < group->n; g++) json_count(j, NULL, group->graph[g]);
    json_close(j, ']');
    json_bool(j, "contradict", group->contradict);
    json_close(j, '}');
}

static void print_json_fold(json *j, const sg_fold_leak *leak)
{
    json_open(j, NULL, '{');
    json_count(j, "test", leak->n_test);
    json_count(j, "test_in_train", leak->test_in_train);
    json_count(j, "test_contradicted", leak->test_contradicted);
    json_count(j, "test_in_validation", leak->test_in_validation);
    json_count(j, "validation_in_train", leak->validation_in_train);
    json_close(j, '}');
}

static void print_json(const report *r)
{
    const sg_audit_counts c = sg_audit_numbers_of(r->audit);
    size_t n = 0;
    const sg_duplicates *group = sg_audit_groups(&n, r->audit);
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "data", sg_data_name(r->data));
    json_count(&j, "graphs", c.n_graphs);
    json_count(&j, "alike", c.alike);
    json_count(&j, "duplicated", c.duplicated);
    json_count(&j, "redundant", c.redundant);
    json_count(&j, "contradicted", c.contradicted);
    json_count(&j, "undecided", c.undecided);
    json_open(&j, "groups", '[');
    for (size_t i = 0; i < n; i++) print_json_group(&j, &group[i]);
    json_close(&j, ']');
    if (r->splits != NULL) {
        json_open(&j, "folds", '[');
        for (uint32_t f = 0; f < r->n_folds; f++) print_json_fold(&j, &r->leak[f]);
        json_close(&j, ']');
    }
    json_close(&j, '}');
    json_line(&j);
}

static int command_data_audit(const arguments *args)
{
    sg_error err = {0};
    report r = {.args = args};
    sg_status status = open_data(&r, &err);
    if (status == SG_OK) status = audit(&r, &err);
    if (status == SG_OK) status = look_at_folds(&r, &err);
    int code = EXIT_SUCCESS;
    if (status != SG_OK)
        code = message_failure(&err, NULL);
    else if (arguments_flag(args, "json"))
        print_json(&r);
    else
        print_text(&r);
    report_close(&r);
    if (status == SG_ECANCELED) interrupt_obey();
    return code;
}

/* clang-format off */
const verb verb_data_audit = {
    .name = "data audit",
    .brief = "find graphs that are there twice, and across train and test",
    .about = "Find graphs that are the same but for the numbers of their nodes, with all labels "
             "of nodes and edges: by a content key first, then by an exact test. Groups whose "
             "graphs are of different classes, or have different targets, contradict "
             "themselves. With --splits, count for every fold the test graphs that are also "
             "trained on.",
    .positionals = (const positional[]){
        POSITIONAL_DATA,
        {0}},
    .options = (const option[]){
        {.name = "splits", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "look for duplicates across the parts of these folds"},
        {.name = "quiet", .letter = 'q', .help = "only the numbers, not the groups"},
        {.name = "budget", .metavar = "N", .number = true, .min = 1, .max = UINT64_MAX,
         .preset = "100000", .help = "nodes that are tried to compare two graphs"},
        OPTION_JSON("one JSON object: counts, groups, folds"),
        OPTION_AS_WRITTEN,
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn data audit MUTAG", "all duplicates"},
        {"sharegnn data audit NCI1 --splits splits/fair/NCI1_splits.json --quiet",
         "what leaks from train to test?"}},
    .run = command_data_audit,
};
/* clang-format on */
