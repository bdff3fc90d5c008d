/* command_data_split.c - sharegnn data split DATA. */
#include "commands.h"
#include "common_options.h"
#include "json_out.h"
#include "known_words.h"
#include "message.h"
#include "output_file.h"
#include "reading_view.h"
#include "split_settings.h"
#include "text_table.h"

#include <inttypes.h>
#include <stdlib.h>

static void print_table(const sg_splits *splits)
{
    static const column columns[] = {
        {.title = "fold"}, {.title = "train"}, {.title = "validation"}, {.title = "test"}};
    text_table t = {.columns = columns, .n_columns = 4};
    for (uint32_t f = 0; f < sg_splits_folds(splits); f++) {
        text_table_add(&t, "%" PRIu32, f);
        for (int p = 0; p < SG_N_PARTS; p++) {
            uint32_t n = 0;
            (void)sg_splits_part(&n, splits, f, (sg_part)p);
            text_table_add(&t, "%" PRIu32, n);
        }
    }
    (void)text_table_print(&t, "", stdout);
    text_table_free(&t);
}

static void print_json(const sg_splits *splits, const char *path)
{
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "file", path);
    json_open(&j, "folds", '[');
    for (uint32_t f = 0; f < sg_splits_folds(splits); f++) {
        json_open(&j, NULL, '{');
        for (int p = 0; p < SG_N_PARTS; p++) {
            uint32_t n = 0;
            (void)sg_splits_part(&n, splits, f, (sg_part)p);
            json_count(&j, sg_part_word((sg_part)p), n);
        }
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_open(&j, "notes", '[');
    for (uint32_t i = 0; sg_splits_note(splits, i) != NULL; i++)
        json_text(&j, NULL, sg_splits_note(splits, i));
    json_close(&j, ']');
    json_close(&j, '}');
    json_line(&j);
}

/* A line per item: its number, its id, and the group that stays together. */
static int write_groups(const sg_dataset *data, const char *rule, const char *path)
{
    sg_error err = {0};
    output_file out;
    const sg_data_size size = sg_data_sizes_of(data);
    uint32_t *group = calloc((size_t)size.n_items + 1, sizeof *group);
    if (group == NULL) return message_out_of_memory();
    int code =
        sg_splits_groups(group, data, rule, &err) == SG_OK ? 0 : message_failure(&err, NULL);
    if (code == 0 && !output_file_open(&out, path)) {
        code = output_file_complain(path);
    } else if (code == 0) {
        fprintf(out.stream, "%s\tid\tgroup\n", size.item == SG_ITEM_NODE ? "node" : "graph");
        for (uint32_t i = 0; i < size.n_items; i++) {
            const char *id = size.item == SG_ITEM_NODE ? sg_data_node_id(data, i)
                                                       : sg_data_graph_id(data, i);
            char *escaped = message_escape(id != NULL ? id : "");
            fprintf(out.stream, "%" PRIu32 "\t%s\t", i, escaped != NULL ? escaped : "");
            if (group[i] != UINT32_MAX) fprintf(out.stream, "%" PRIu32, group[i]);
            fputc('\n', out.stream);
            free(escaped);
        }
        if (!output_file_close(&out)) code = output_file_complain(path);
    }
    free(group);
    return code;
}

static int divide(const arguments *args, const sg_dataset *data,
                  const sg_split_options *options)
{
    sg_error err = {0};
    sg_splits *splits = NULL;
    const char *out = arguments_text(args, "out"), *groups = arguments_text(args, "groups");
    sg_status status = sg_splits_divide(&splits, data, options, &err);
    if (status == SG_OK) status = sg_splits_write(splits, out, &err);
    int code = status == SG_OK ? 0 : message_failure(&err, NULL);
    if (code == 0 && groups != NULL) code = write_groups(data, options->rule, groups);
    if (code == 0 && arguments_flag(args, "json")) {
        print_json(splits, out);
    } else if (code == 0) {
        split_notes_print(splits);
        print_table(splits);
    }
    sg_splits_close(splits);
    return code;
}

static int command_data_split(const arguments *args)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_split_options options = {0};
    char form[SPLIT_FORM];
    if (arguments_text(args, "out") == NULL)
        return message_usage(args->verb, "--out FILE is missing");
    int code = split_options_read(&options, form, args);
    if (code != 0) return code;
    const sg_data_options how = {.struct_size = sizeof how,
                                 .folder = arguments_text(args, "data-dir"),
                                 .form = form[0] != '\0' ? form : NULL};
    if (sg_data_open(&data, args->positional[0], &how, &err) != SG_OK)
        return message_failure(&err, NULL);
    reading_view_print(data, NULL);
    code = divide(args, data, &options);
    sg_data_close(data);
    return code;
}

/* clang-format off */
const verb verb_data_split = {
    .name = "data split",
    .brief = "divide a data set into parts that train, validate and test",
    .about = "Divide the items of a data set and write the parts to a file that 'sharegnn train "
             "--splits' and experiments ('split: file PATH') read. Graphs that are the same stay in one "
             "part, and classes have the same shares in all parts. The same seed gives the same parts "
             "on every machine.",
    .positionals = (const positional[]){
        POSITIONAL_DATA,
        {0}},
    .options = (const option[]){
        OPTION_SPLIT("random"),
        OPTION_SHARES,
        OPTION_FOLDS,
        {.name = "seed", .metavar = "N", .number = true, .max = UINT32_MAX, .preset = "42",
         .help = "another seed gives other parts"},
        {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "the file to write"},
        {.name = "groups", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "also write the groups of items that stay together: number, id, group"},
        OPTION_JSON("one JSON object: file, folds with the sizes of their parts, notes"),
        OPTION_MAX_REJECTS,
        OPTION_AS_WRITTEN,
        OPTION_DATA_DIR,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn data split 'esol.csv?target=logS' --split scaffold -o esol.json", "80, 10 and 10 percent, by scaffold"},
        {"sharegnn data split MUTAG --folds 5 --shares 70/10/20 -o folds.json", "five folds"}},
    .run = command_data_split,
};
/* clang-format on */
