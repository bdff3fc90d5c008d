/* command_data_info.c - sharegnn data info DATA...
 *
 * Data sets are opened one after the other and closed before the next: what is printed needs
 * little memory, what is read may need much.  One that cannot be read does not hide the rest. */
#include "commands.h"
#include "common_options.h"
#include "json_out.h"
#include "message.h"
#include "progress.h"
#include "reading_view.h"
#include "text_table.h"

#include <inttypes.h>
#include <stdlib.h>

static const column columns[] = {
    {.title = "Dataset", .left = true},
    {.title = "#Graphs"},
    {.above = "Nodes", .title = "max"},
    {.above = "Nodes", .title = "avg"},
    {.above = "Nodes", .title = "min"},
    {.above = "Edges", .title = "max"},
    {.above = "Edges", .title = "avg"},
    {.above = "Edges", .title = "min"},
    {.above = "Diameter", .title = "max"},
    {.above = "Diameter", .title = "avg"},
    {.above = "Diameter", .title = "min"},
    {.title = "#Node labels"},
    {.title = "#Classes"},
};

/* Where the rows go: a table for people, and below it what was repaired. */
typedef struct listing {
    text_table rows;
    text_table notes;
    bool as_json;
} listing;

static void add_range(text_table *t, sg_range r)
{
    text_table_add(t, "%" PRIu32, r.max);
    text_table_add(t, "%.1f", r.avg);
    text_table_add(t, "%" PRIu32, r.min);
}

/* Diameters that took too many steps are dashes. */
static void add_diameter(text_table *t, const sg_data_summary *s)
{
    if (s->unmeasured == 0)
        add_range(t, s->diameter);
    else
        for (int i = 0; i < 3; i++) text_table_add(t, "-");
}

static void add_unmeasured(text_table *t, const char *name, const sg_data_summary *s)
{
    if (s->unmeasured > 0)
        text_table_add(t,
                       "%s: diameters not measured, because %" PRIu32
                       " components take more steps than the budget allows; raise it with "
                       "--budget",
                       name, s->unmeasured);
}

static void add_note(text_table *t, const sg_dataset *data)
{
    const repairs_text repairs = reading_view_repairs(data);
    if (repairs.text[0] != '\0') text_table_add(t, "%s: %s", sg_data_name(data), repairs.text);
}

/* That edges are arcs as they were given. */
static void add_arcs(text_table *t, const sg_dataset *data)
{
    const sg_data_size size = sg_data_sizes_of(data);
    if (!size.is_directed && !size.has_self_loops) return;
    text_table_add(t, "%s: %s%s%s", sg_data_name(data), size.is_directed ? "directed" : "",
                   size.is_directed && size.has_self_loops ? ", " : "",
                   size.has_self_loops ? "self-loops are kept" : "");
}

static void add_row(listing *l, const sg_dataset *data, const sg_data_summary *s)
{
    text_table_add(&l->rows, "%s", sg_data_name(data));
    text_table_add(&l->rows, "%" PRIu32, s->n_graphs);
    add_range(&l->rows, s->nodes);
    add_range(&l->rows, s->edges);
    add_diameter(&l->rows, s);
    text_table_add(&l->rows, "%" PRIu32, s->node_labels);
    if (s->classes > 0)
        text_table_add(&l->rows, "%" PRIu32, s->classes);
    else
        text_table_add(&l->rows, "-");
    add_arcs(&l->notes, data);
    add_note(&l->notes, data);
    add_unmeasured(&l->notes, sg_data_name(data), s);
}

static void print_range(json *j, const char *key, sg_range r)
{
    json_open(j, key, '{');
    json_count(j, "max", r.max);
    json_real(j, "avg", r.avg);
    json_count(j, "min", r.min);
    json_close(j, '}');
}

static void print_json(const sg_dataset *data, const sg_data_summary *s)
{
    json j = {.out = stdout};
    const sg_graph_repairs repair = sg_data_repairs_of(data);
    char fingerprint[17];
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, sg_data_fingerprint(data));
    json_open(&j, NULL, '{');
    json_text(&j, "name", sg_data_name(data));
    json_count(&j, "graphs", s->n_graphs);
    print_range(&j, "nodes", s->nodes);
    print_range(&j, "edges", s->edges);
    if (s->unmeasured == 0)
        print_range(&j, "diameter", s->diameter);
    else
        json_null(&j, "diameter");
    json_count(&j, "node_labels", s->node_labels);
    if (s->classes > 0)
        json_count(&j, "classes", s->classes);
    else
        json_null(&j, "classes");
    json_count(&j, "targets", sg_data_sizes_of(data).n_targets);
    if (sg_data_sizes_of(data).is_directed) json_bool(&j, "directed", true);
    if (sg_data_sizes_of(data).has_self_loops) json_bool(&j, "self_loops", true);
    json_open(&j, "repairs", '{');
    json_count(&j, "self_loops", repair.self_loops);
    json_count(&j, "duplicates", repair.duplicates);
    json_count(&j, "one_way", repair.one_way);
    json_close(&j, '}');
    json_text(&j, "fingerprint", fingerprint);
    json_close(&j, '}');
    json_line(&j);
}

static int show(listing *l, const char *name, const sg_data_options *options)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    sg_data_summary summary = {.struct_size = sizeof summary};
    progress bar;
    progress_start(&bar, 1);
    sg_status status = sg_data_open(&data, name, options, &err);
    if (status == SG_OK) status = sg_data_summarize(&summary, data, options->n_threads, &err);
    progress_stop(&bar);
    int code = EXIT_SUCCESS;
    if (status != SG_OK)
        code = message_failure(&err, NULL);
    else if (l->as_json)
        print_json(data, &summary);
    else
        add_row(l, data, &summary);
    sg_data_close(data);
    return code;
}

static int command_data_info(const arguments *args)
{
    static const column note = {.left = true};
    listing l = {
        .rows = {.columns = columns, .n_columns = sizeof columns / sizeof *columns},
        .notes = {.columns = &note, .n_columns = 1},
        .as_json = arguments_flag(args, "json"),
    };
    const sg_data_options options = {
        .struct_size = sizeof options,
        .folder = arguments_text(args, "data-dir"),
        .n_threads = (uint32_t)arguments_number(args, "threads"),
        .form = arguments_flag(args, "as-written") ? "form=as-written" : NULL,
    };
    int code = EXIT_SUCCESS;
    for (int i = 0; i < args->n_positional; i++)
        if (show(&l, args->positional[i], &options) != EXIT_SUCCESS) code = EXIT_FAILURE;
    bool whole = true;
    if (l.rows.n_cells > 0) whole = text_table_print(&l.rows, "", stdout);
    if (l.notes.n_cells > 0) whole = text_table_print(&l.notes, "", stdout) && whole;
    if (!whole) code = message_out_of_memory();
    text_table_free(&l.notes);
    text_table_free(&l.rows);
    return code;
}

/* clang-format off */
const verb verb_data_info = {
    .name = "data info",
    .brief = "one row as in the paper's data set tables",
    .about = "Print a row as in the paper's data set tables for each data set: graphs, nodes, "
             "edges and diameter (largest, mean and smallest), node labels, classes. Nodes and "
             "edges are counted per graph, the diameter per connected component.",
    .positionals = (const positional[]){
        {.name = "DATA", .many = true, .completes = COMPLETE_DATA,
         .help = "names, or paths of folders or zip files"},
        {0}},
    .options = (const option[]){
        OPTION_JSON("one JSON object per data set and line, means with all digits"),
        OPTION_AS_WRITTEN,
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_BUDGET,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn data info RingTransfer1 CSL", "two rows"},
        {"sharegnn data info ~/graphs/NCI1.zip --json", "a path, for scripts"}},
    .run = command_data_info,
};
/* clang-format on */
