/* command_labels.c - sharegnn labels DATA. */
#include "commands.h"
#include "common_options.h"
#include "counted.h"
#include "json_out.h"
#include "known_words.h"
#include "locale_signs.h"
#include "message.h"
#include "output_file.h"
#include "progress.h"
#include "ranks.h"
#include "text_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_LABELS = 10 };

static bool labels_term_at(expression_term *t, size_t i)
{
    const size_t n = sg_labeling_count();
    if (i >= n + sg_property_count()) return false;
    const sg_invariant_kind kind = i < n ? sg_labeling_of(i) : sg_property_of(i - n);
    t->usage = kind.usage;
    t->about = kind.about;
    return true;
}

/* Ranks of one machine share its cores. */
static uint32_t threads_of(const arguments *args)
{
    const uint32_t n = (uint32_t)arguments_number(args, "threads");
    return n > 0 || sg_cluster_size(args->cluster) == 1 ? n : sg_cluster_threads(args->cluster);
}

/* ~/.cache/sharegnn/labels, unless the user says otherwise; NULL: no cache, and ranks have none. */
static const char *cache_folder(char *buffer, size_t size, const arguments *args)
{
    if (arguments_flag(args, "no-cache") || sg_cluster_size(args->cluster) > 1) return NULL;
    const char *chosen = arguments_text(args, "cache"), *home = getenv("HOME");
    if (chosen != NULL) return chosen;
    if (home == NULL || home[0] == '\0') return NULL;
    const int length = snprintf(buffer, size, "%s/.cache/sharegnn/labels", home);
    return length > 0 && (size_t)length < size ? buffer : NULL;
}

static sg_status compute(sg_labels **labels, const sg_dataset *data, const char *expression,
                         const arguments *args, sg_error *err)
{
    char buffer[4096];
    progress p;
    progress_start(&p, 1);
    const sg_label_options options = {.struct_size = sizeof options,
                                      .n_threads = threads_of(args),
                                      .budget = arguments_given_number(args, "budget"),
                                      .cache = cache_folder(buffer, sizeof buffer, args),
                                      .observer = &p.observer};
    const sg_status status =
        sg_labels_open_shared(labels, data, expression, &options, args->cluster, err);
    return progress_finish(&p, status, err);
}

/* ---- Results ----------------------------------------------------------------------------- */

/* How many labels occur 1, 2 to 9, 10 to 99, ... times. */
typedef struct histogram {
    uint64_t labels[20], nodes[20];
} histogram;

static histogram count_decades(sg_labels_arrays view)
{
    histogram h = {0};
    for (uint32_t l = 0; l < view.n_labels; l++) {
        int decade = view.count[l] > 1;
        for (uint64_t n = view.count[l]; n >= 10; n /= 10) decade++;
        if (view.count[l] < 10) decade = view.count[l] > 1;
        h.labels[decade]++;
        h.nodes[decade] += view.count[l];
    }
    return h;
}

static void print_decades(const histogram *h)
{
    static const column columns[] = {
        {.title = "a label occurs"}, {.title = "labels"}, {.title = "nodes"}};
    text_table t = {.columns = columns, .n_columns = 3};
    uint64_t low = 1;
    for (int d = 0; d < 20; d++) {
        const uint64_t high = d == 0 ? 1 : low == 2 ? 9 : low * 10 - 1;
        if (h->labels[d] > 0) {
            if (low == high)
                text_table_add(&t, "once");
            else
                text_table_add(&t, "%" PRIu64 " to %" PRIu64 " times", low, high);
            text_table_add(&t, "%" PRIu64, h->labels[d]);
            text_table_add(&t, "%" PRIu64, h->nodes[d]);
        }
        low = high + 1;
    }
    text_table_print(&t, "", stdout);
    text_table_free(&t);
}

static void print_most_frequent(sg_labels_arrays view)
{
    static const column columns[] = {{.title = "label"},
                                     {.title = "key"},
                                     {.title = "nodes"},
                                     {.title = "share"},
                                     {.title = "", .left = true}};
    text_table t = {.columns = columns, .n_columns = 5};
    const double most = view.n_labels > 0 ? (double)view.count[0] : 1;
    for (uint32_t l = 0; l < view.n_labels && l < SHOWN_LABELS; l++) {
        text_table_add(&t, "%" PRIu32, l);
        text_table_add(&t, "%016" PRIx64, view.key[l]);
        text_table_add(&t, "%" PRIu64, view.count[l]);
        text_table_add(&t, "%.1f %%", 100.0 * (double)view.count[l] / view.n_nodes);
        text_table_add(&t, "%s", sign_bar((double)view.count[l] / most).text);
    }
    text_table_print(&t, "", stdout);
    if (view.n_labels > SHOWN_LABELS)
        printf("... and %" PRIu32 " more\n", view.n_labels - SHOWN_LABELS);
    text_table_free(&t);
}

static void print_text(const sg_dataset *data, const char *expression, sg_labels_arrays view,
                       const sg_triples_size *triples, const char *pair)
{
    printf("%s, %s: %s on %s\n", sg_data_name(data), expression,
           counted(view.n_labels, "label", "labels").text,
           counted(view.n_nodes, "node", "nodes").text);
    if (pair != NULL)
        printf("%s: %s on %s, %s\n", pair,
               counted(triples->n_triples, "triple", "triples").text,
               counted(triples->n_pairs, "pair", "pairs").text,
               counted(triples->n_values, "value", "values").text);
    putchar('\n');
    const histogram h = count_decades(view);
    print_decades(&h);
    putchar('\n');
    print_most_frequent(view);
}

static void print_json(const sg_dataset *data, const char *expression, sg_labels_arrays view,
                       const sg_triples_size *triples, const char *pair)
{
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "data", sg_data_name(data));
    json_text(&j, "label", expression);
    json_count(&j, "labels", view.n_labels);
    json_count(&j, "nodes", view.n_nodes);
    if (pair != NULL) {
        json_text(&j, "pair", pair);
        json_count(&j, "triples", triples->n_triples);
        json_count(&j, "pairs", triples->n_pairs);
        json_count(&j, "values", triples->n_values);
    }
    json_open(&j, "histogram", '[');
    for (uint32_t l = 0; l < view.n_labels; l++) json_count(&j, NULL, view.count[l]);
    json_close(&j, ']');
    json_close(&j, '}');
    json_line(&j);
}

/* One label per line; false where the file cannot be written, errno says why. */
static bool write_labels(output_file *out, sg_labels_arrays view)
{
    for (uint32_t v = 0; v < view.n_nodes; v++)
        fprintf(out->stream, "%" PRIu32 "\n", view.label[v]);
    return output_file_close(out);
}

/* ---- The two ways to use the verb -------------------------------------------------------- */

static sg_status measure(sg_labels **labels, sg_triples_size *triples, const sg_dataset *data,
                         const arguments *args, sg_error *err)
{
    const char *pair = arguments_text(args, "pair");
    progress p;
    sg_status status = compute(labels, data, arguments_text(args, "label"), args, err);
    if (status != SG_OK || pair == NULL) return status;
    progress_start(&p, 1);
    status = sg_triples_measure_shared(triples, data, *labels, *labels, pair, threads_of(args),
                                       args->cluster, err);
    return progress_finish(&p, status, err);
}

static void print(const sg_dataset *data, const sg_labels *labels,
                  const sg_triples_size *triples, const arguments *args)
{
    const char *expression = arguments_text(args, "label"),
               *pair = arguments_text(args, "pair");
    if (arguments_flag(args, "json"))
        print_json(data, expression, sg_labels_view_of(labels), triples, pair);
    else
        print_text(data, expression, sg_labels_view_of(labels), triples, pair);
}

/* The file is opened first: one that cannot be written is better known before than behind a long
 * computation.  Rank 0 writes it. */
static int label_data(const sg_dataset *data, const arguments *args)
{
    sg_error err = {0};
    sg_labels *labels = NULL;
    sg_triples_size triples = {.struct_size = sizeof triples};
    output_file out;
    const char *path = sg_cluster_rank(args->cluster) == 0 ? arguments_text(args, "out") : NULL;
    int exit_status = EXIT_SUCCESS;
    if (path != NULL && !output_file_open(&out, path)) exit_status = output_file_complain(path);
    const bool has_failed = exit_status != EXIT_SUCCESS;
    exit_status = ranks_agree(args->cluster, exit_status);
    if (has_failed) return exit_status;
    if (exit_status != EXIT_SUCCESS) {
        if (path != NULL) output_file_discard(&out);
        return exit_status;
    }
    if (measure(&labels, &triples, data, args, &err) != SG_OK) {
        if (path != NULL) output_file_discard(&out);
        exit_status = message_failure(&err, NULL);
    } else if (path != NULL && !write_labels(&out, sg_labels_view_of(labels))) {
        exit_status = output_file_complain(path);
    } else {
        print(data, labels, &triples, args);
    }
    sg_labels_close(labels);
    return exit_status;
}

static const char *relation_in_words(const sg_labels_relation *r)
{
    if (r->first_refines && r->second_refines)
        return "the same: they tell the same nodes apart";
    if (r->first_refines) return "the first is finer: it tells apart all that the second does";
    if (r->second_refines) return "the second is finer: it tells apart all that the first does";
    return "neither is finer: each tells nodes apart that the other does not";
}

static void print_relation(const sg_dataset *data, const arguments *args,
                           sg_labels *const labels[2], const sg_labels_relation *r)
{
    const char *first = args->positional[1], *second = args->positional[2];
    const uint32_t n_first = sg_labels_view_of(labels[0]).n_labels;
    const uint32_t n_second = sg_labels_view_of(labels[1]).n_labels;
    if (!arguments_flag(args, "json")) {
        printf("%s\n  %s: %s\n  %s: %s\n  together: %s\n%s\n", sg_data_name(data), first,
               counted(n_first, "label", "labels").text, second,
               counted(n_second, "label", "labels").text,
               counted(r->n_joint, "label", "labels").text, relation_in_words(r));
        return;
    }
    json j = {.out = stdout};
    json_open(&j, NULL, '{');
    json_text(&j, "data", sg_data_name(data));
    json_text(&j, "first", first);
    json_count(&j, "first_labels", n_first);
    json_text(&j, "second", second);
    json_count(&j, "second_labels", n_second);
    json_count(&j, "joint_labels", r->n_joint);
    json_bool(&j, "first_refines", r->first_refines);
    json_bool(&j, "second_refines", r->second_refines);
    json_close(&j, '}');
    json_line(&j);
}

static int compare_labels(const sg_dataset *data, const arguments *args)
{
    sg_error err = {0};
    sg_labels *labels[2] = {NULL, NULL};
    sg_labels_relation relation = {.struct_size = sizeof relation};
    sg_status status = compute(&labels[0], data, args->positional[1], args, &err);
    if (status == SG_OK) status = compute(&labels[1], data, args->positional[2], args, &err);
    if (status == SG_OK) status = sg_labels_compare(&relation, labels[0], labels[1], &err);
    if (status == SG_OK) print_relation(data, args, labels, &relation);
    sg_labels_close(labels[0]);
    sg_labels_close(labels[1]);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}

static int check_usage(const arguments *args)
{
    const bool compare = arguments_flag(args, "compare");
    if (compare && args->n_positional != 3)
        return message_usage(args->verb, "--compare needs two labels");
    if (!compare && args->n_positional == 2)
        return message_usage(args->verb, "%s: a label is given as --label LABEL",
                             shown_text(args->positional[1]).text);
    if (!compare && args->n_positional != 1)
        return message_usage(args->verb, "labels are compared with --compare only");
    if (sg_cluster_size(args->cluster) > 1 && arguments_text(args, "cache") != NULL)
        return message_usage(args->verb, "--cache is for one process; start it without mpirun");
    return EXIT_SUCCESS;
}

static int open_data(sg_dataset **data, const arguments *args)
{
    sg_error err = {0};
    const sg_data_options options = {
        .struct_size = sizeof options,
        .folder = arguments_text(args, "data-dir"),
        .n_threads = threads_of(args),
        .form = arguments_flag(args, "as-written") ? "form=as-written" : NULL};
    const sg_status status =
        sg_data_open_part(data, args->positional[0], &options, args->cluster, &err);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}

static int command_labels(const arguments *args)
{
    sg_dataset *data = NULL;
    int status = ranks_agree(args->cluster, check_usage(args));
    if (status == EXIT_SUCCESS) status = open_data(&data, args); /* which ranks do together */
    if (status == EXIT_SUCCESS)
        status = arguments_flag(args, "compare") ? compare_labels(data, args)
                                                 : label_data(data, args);
    sg_data_close(data);
    if (status != EXIT_SUCCESS) interrupt_obey();
    return status;
}

/* clang-format off */
const verb verb_labels = {
    .name = "labels",
    .brief = "label the nodes of a data set by an invariant",
    .about = "Compute a labeling of all nodes and print how many labels there are and how often "
             "they occur. With --pair, also count the triples (label, label, pair value), which "
             "is the number of weights of an encoder. With --compare, say which of two "
             "labelings is finer. Under mpirun the processes divide the graphs.",
    .positionals = (const positional[]){
        POSITIONAL_DATA,
        {.name = "LABEL", .optional = true, .many = true, .word_at = labeling_word_at,
         .help = "with --compare: the two labels to compare"},
        {0}},
    .options = (const option[]){
        {.name = "label", .letter = 'l', .metavar = "LABEL", .preset = "label",
         .word_at = labeling_word_at,
         .help = "the labeling, see below"},
        {.name = "pair", .metavar = "PAIR", .word_at = property_word_at,
         .help = "count triples for this pair property"},
        {.name = "compare", .help = "compare the labelings LABEL LABEL"},
        {.name = "out", .letter = 'o', .metavar = "FILE", .completes = COMPLETE_FILES,
         .help = "write one dense label per node and line, in the order of the data set"},
        OPTION_BUDGET,
        {.name = "cache", .metavar = "DIR", .completes = COMPLETE_FOLDERS,
         .preset_words = "~/.cache/sharegnn/labels",
         .help = "folder where results that took long are kept, by content"},
        {.name = "no-cache", .help = "neither read nor write the cache"},
        OPTION_JSON("one JSON object: labels, nodes, histogram, triples"),
        OPTION_AS_WRITTEN,
        OPTION_DATA_DIR,
        OPTION_THREADS,
        OPTION_MEMORY,
        {0}},
    .terms_title = "Labels (join them with +; add \"limit N\" to merge the rarest) and pairs",
    .term_at = labels_term_at,
    .examples = {
        {"sharegnn labels NCI1 --label wl:2 --pair 'distance 0..6'", "labels and triples"},
        {"sharegnn labels CSL --compare degree cycles:10", "which one is finer?"}},
    .over_ranks = true,
    .run = command_labels,
};
/* clang-format on */
