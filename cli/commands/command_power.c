/* command_power.c - sharegnn power DATA. */
#include "commands.h"
#include "common_options.h"
#include "counted.h"
#include "interrupt.h"
#include "json_out.h"
#include "known_words.h"
#include "message.h"
#include "power_trials.h"
#include "progress.h"
#include "status_line.h"
#include "text_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INVARIANTS = 64 };

/* What one invariant tells apart. */
typedef struct measured {
    const char *invariant;
    sg_power *power; /* NULL: it failed, and `error` says why */
    sg_error error;
    uint64_t n_apart; /* pairs that it tells apart            */
    double seconds;
} measured;

/* All unordered pairs of graphs, or those of a list of pairs. */
static uint64_t count_pairs(uint32_t n_graphs, bool in_pairs)
{
    return in_pairs ? n_graphs / 2 : (uint64_t)n_graphs * (n_graphs - (n_graphs > 0)) / 2;
}

static uint64_t count_apart(sg_power_arrays view, bool in_pairs)
{
    uint64_t n = 0, alike = 0;
    if (in_pairs) {
        for (uint32_t g = 0; g + 1 < view.n_graphs; g += 2)
            n += view.class_of[g] != view.class_of[g + 1];
        return n;
    }
    uint64_t *size = calloc(view.n_classes + (size_t)1, sizeof *size);
    if (size == NULL) return 0;
    for (uint32_t g = 0; g < view.n_graphs; g++) alike += size[view.class_of[g]]++;
    free(size);
    return count_pairs(view.n_graphs, false) - alike;
}

static sg_status measure(measured *m, const sg_dataset *data, const arguments *args)
{
    progress p;
    progress_start(&p, 1);
    const double began = seconds_now();
    const sg_label_options options = {.struct_size = sizeof options,
                                      .n_threads = (uint32_t)arguments_number(args, "threads"),
                                      .budget = arguments_given_number(args, "budget"),
                                      .observer = &p.observer};
    sg_status status = sg_power_open(&m->power, data, m->invariant, &options, &m->error);
    status = progress_finish(&p, status, &m->error);
    m->seconds = seconds_now() - began;
    if (status == SG_OK)
        m->n_apart = count_apart(sg_power_view_of(m->power), arguments_flag(args, "pairs"));
    return status;
}

/* ---- Results ------------------------------------------------------------------------------ */

/* The rows of invariants that are complete, or of all others. */
static void print_rows(const measured *m, size_t n, bool complete, const char *title)
{
    size_t n_rows = 0;
    static const column columns[] = {{.title = "invariant", .left = true},
                                     {.title = "labels or triples"},
                                     {.title = "classes"},
                                     {.title = "pairs apart"},
                                     {.title = "seconds"}};
    text_table t = {.columns = columns, .n_columns = 5};
    for (size_t i = 0; i < n; i++) {
        const sg_power_arrays view = sg_power_view_of(m[i].power);
        if (view.is_complete != complete) continue;
        n_rows++;
        text_table_add(&t, "%s", m[i].invariant);
        if (m[i].power == NULL) {
            for (int c = 0; c < 3; c++) text_table_add(&t, "-");
        } else {
            text_table_add(&t, "%" PRIu32, view.n_words);
            text_table_add(&t, "%" PRIu32, view.n_classes);
            text_table_add(&t, "%" PRIu64, m[i].n_apart);
        }
        text_table_add(&t, "%.2f", m[i].seconds);
    }
    if (n_rows > 0) {
        printf("\n%s", title);
        text_table_print(&t, "", stdout);
    }
    text_table_free(&t);
}

static void print_table(const measured *m, size_t n, const sg_dataset *data, bool in_pairs)
{
    const uint32_t n_graphs = sg_data_sizes_of(data).n_graphs;
    printf("%s: %s, %s\n", sg_data_name(data), counted(n_graphs, "graph", "graphs").text,
           counted(count_pairs(n_graphs, in_pairs), "pair", "pairs").text);
    print_rows(m, n, false, "");
    print_rows(m, n, true, "apart, since the whole graph is in the label:\n");
    for (size_t i = 0; i < n; i++)
        if (m[i].power == NULL) printf("%s: %s\n", m[i].invariant, m[i].error.text);
}

static sg_power_witness witness_of(const measured *m, uint32_t first)
{
    sg_power_witness witness = {.struct_size = sizeof witness};
    (void)sg_power_witness_find(&witness, m->power, first, first + 1, NULL);
    return witness;
}

/* What tells each pair apart, or that nothing does. */
static void print_witnesses(const measured *m)
{
    const uint32_t n_graphs = sg_power_view_of(m->power).n_graphs;
    printf("\n%s:\n", m->invariant);
    for (uint32_t g = 0; g + 1 < n_graphs; g += 2) {
        const sg_power_witness w = witness_of(m, g);
        if (w.found)
            printf("  %" PRIu32 " and %" PRIu32 ": %s, %" PRIu32 " and %" PRIu32 " times\n", g,
                   g + 1, w.text, w.count[0], w.count[1]);
        else
            printf("  %" PRIu32 " and %" PRIu32 ": not told apart\n", g, g + 1);
    }
}

static void print_json_of(json *j, const measured *m, bool with_witnesses)
{
    const sg_power_arrays view = sg_power_view_of(m->power);
    json_open(j, NULL, '{');
    json_text(j, "invariant", m->invariant);
    json_real(j, "seconds", m->seconds);
    if (m->power == NULL) {
        json_text(j, "error", m->error.text);
    } else {
        json_count(j, "words", view.n_words);
        json_count(j, "classes", view.n_classes);
        json_bool(j, "complete", view.is_complete);
        json_count(j, "pairs_apart", m->n_apart);
        json_open(j, "class_of", '[');
        for (uint32_t g = 0; g < view.n_graphs; g++) json_count(j, NULL, view.class_of[g]);
        json_close(j, ']');
    }
    if (with_witnesses && m->power != NULL) {
        json_open(j, "witnesses", '[');
        for (uint32_t g = 0; g + 1 < view.n_graphs; g += 2) {
            const sg_power_witness w = witness_of(m, g);
            json_open(j, NULL, '{');
            json_bool(j, "apart", w.found);
            if (w.found) {
                json_text(j, "by", w.text);
                json_count(j, "first", w.count[0]);
                json_count(j, "second", w.count[1]);
            }
            json_close(j, '}');
        }
        json_close(j, ']');
    }
    json_close(j, '}');
}

static void print_json(const measured *m, size_t n, const sg_dataset *data,
                       const arguments *args)
{
    json j = {.out = stdout};
    const uint32_t n_graphs = sg_data_sizes_of(data).n_graphs;
    json_open(&j, NULL, '{');
    json_text(&j, "data", sg_data_name(data));
    json_count(&j, "graphs", n_graphs);
    json_count(&j, "pairs", count_pairs(n_graphs, arguments_flag(args, "pairs")));
    json_open(&j, "invariants", '[');
    for (size_t i = 0; i < n; i++) print_json_of(&j, &m[i], arguments_flag(args, "witness"));
    json_close(&j, ']');
    json_close(&j, '}');
    json_line(&j);
}

static void print(const measured *m, size_t n, const sg_dataset *data, const arguments *args)
{
    if (arguments_flag(args, "json")) {
        print_json(m, n, data, args);
        return;
    }
    print_table(m, n, data, arguments_flag(args, "pairs"));
    for (size_t i = 0; i < n && arguments_flag(args, "witness"); i++)
        if (m[i].power != NULL) print_witnesses(&m[i]);
}

/* ---- The verb ----------------------------------------------------------------------------- */

/* The invariants that were asked for; returns how many, and more than MAX_INVARIANTS if there are. */
static size_t list_invariants(measured *m, const arguments *args)
{
    static const char *const options[] = {"label", "encoder"};
    size_t n = 0;
    const char *text = NULL;
    if (arguments_flag(args, "all"))
        while (n < MAX_INVARIANTS && (text = sg_power_invariant(n)) != NULL)
            m[n++].invariant = text;
    for (size_t o = 0; o < 2; o++)
        for (int i = 0;
             n <= MAX_INVARIANTS && (text = arguments_each(args, options[o], i)) != NULL; i++)
            m[n++].invariant = text;
    return n;
}

/* An invariant that asks for too much leaves the others alone; anything else ends the command. */
static int measure_all(measured *m, size_t n, const sg_dataset *data, const arguments *args)
{
    for (size_t i = 0; i < n; i++) {
        const sg_status status = measure(&m[i], data, args);
        if (status == SG_OK || (status == SG_ELIMIT && n > 1)) continue;
        return message_failure(&m[i].error, NULL);
    }
    print(m, n, data, args);
    return EXIT_SUCCESS;
}

static int command_power(const arguments *args)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    measured m[MAX_INVARIANTS + 1] = {0};
    const size_t n = list_invariants(m, args);
    const sg_data_options options = {.struct_size = sizeof options,
                                     .folder = arguments_text(args, "data-dir"),
                                     .n_threads = (uint32_t)arguments_number(args, "threads")};
    const bool trained = arguments_text(args, "trained") != NULL;
    if (n == 0 && !trained)
        return message_usage(
            args->verb, "--label LABEL, --encoder HEAD, --all or --trained FILE is missing");
    if (n > 0 && trained)
        return message_usage(args->verb, "--trained FILE has its own invariants");
    if (n > MAX_INVARIANTS)
        return message_usage(args->verb, "at most %d invariants are compared at once",
                             MAX_INVARIANTS);
    if ((arguments_flag(args, "witness") || trained) && !arguments_flag(args, "pairs"))
        return message_usage(args->verb, "%s needs --pairs",
                             trained ? "--trained" : "--witness");
    if (sg_data_open(&data, args->positional[0], &options, &err) != SG_OK)
        return message_failure(&err, NULL);
    int status = EXIT_SUCCESS;
    const uint32_t n_graphs = sg_data_sizes_of(data).n_graphs;
    if (arguments_flag(args, "pairs") && n_graphs % 2 != 0)
        status = message_usage(args->verb, "--pairs: %s has %" PRIu32 " graphs, an odd number",
                               sg_data_name(data), n_graphs);
    else
        status = trained ? power_trials(data, args) : measure_all(m, n, data, args);
    for (size_t i = 0; i < n; i++) sg_power_close(m[i].power);
    sg_data_close(data);
    if (status != EXIT_SUCCESS) interrupt_obey();
    return status;
}

/* clang-format off */
const verb verb_power = {
    .name = "power",
    .brief = "tell which graphs an invariant can tell apart, without training",
    .about = "Compare the graphs of a data set by their multisets of labels, or of triples "
             "for an encoder's head. Graphs with equal multisets get the same prediction "
             "from every model that is built on these invariants. The comparison is exact. "
             "With --pairs, graphs 0 and 1, 2 and 3, ... are compared, as in files of "
             "benchmark pairs. With --trained, networks are trained on copies of each pair "
             "with shuffled nodes, and Hotelling's test tells whether their outputs differ: "
             "the protocol of BREC.",
    .positionals = (const positional[]){POSITIONAL_DATA, {0}},
    .options = (const option[]){
        {.name = "label", .letter = 'l', .metavar = "LABEL", .repeated = true,
         .word_at = labeling_word_at,
         .help = "compare by the labels of nodes; may be given several times"},
        {.name = "encoder", .letter = 'e', .metavar = "HEAD", .repeated = true,
         .word_at = labeling_word_at,
         .help = "compare by triples, \"wl:1 @ distance 0..6\"; may be given several times"},
        {.name = "all", .help = "compare by a list of invariants, from weak to strong"},
        {.name = "pairs", .help = "compare graphs 0 and 1, 2 and 3, ... only"},
        {.name = "witness",
         .help = "with --pairs: name a label or triple that distinguishes each pair"},
        {.name = "trained", .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "with --pairs: train the network in FILE, whose layers and settings are "
                 "written as in experiment files, to distinguish each pair"},
        {.name = "seeds", .metavar = "N", .number = true, .min = 1, .max = 1000, .preset = "10",
         .help = "with --trained: networks per pair"},
        {.name = "seed", .metavar = "N", .number = true, .max = UINT64_MAX, .preset = "0",
         .help = "with --trained: another number gives other copies and weights"},
        OPTION_BUDGET,
        OPTION_JSON("one JSON object: per invariant classes, pairs distinguished, witnesses"),
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_MEMORY,
        {0}},
    .examples = {
        {"sharegnn power BREC.g6 --pairs --all", "a table of invariants"},
        {"sharegnn power BREC.g6 --pairs --trained experiments/brec/marked-wl.yml",
         "what ten trained networks tell apart"}},
    .run = command_power,
};
/* clang-format on */
