/* command_labels.c - sharegnn labels DATA. */
#include "commands.h"
#include "json_out.h"
#include "message.h"
#include "progress.h"
#include "text_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHOWN_LABELS = 10 };

bool labels_term_at(expression_term *t, size_t i)
{
    const size_t n = sg_labeling_count();
    if (i >= n + sg_property_count()) return false;
    const sg_invariant_kind kind = i < n ? sg_labeling_at(i) : sg_property_at(i - n);
    *t = (expression_term){kind.usage, kind.about};
    return true;
}

/* ~/.cache/sharegnn/labels, unless the user says otherwise; NULL: no cache. */
static const char *cache_folder(char *buffer, size_t size, const arguments *args)
{
    if (arguments_flag(args, "no-cache")) return NULL;
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
    const sg_label_options options = {.n_threads = (uint32_t)arguments_number(args, "threads"),
                                      .budget = arguments_number(args, "budget"),
                                      .cache = cache_folder(buffer, sizeof buffer, args),
                                      .observer = &p.observer};
    const sg_status status = sg_labels_open(labels, data, expression, &options, err);
    progress_stop(&p);
    return status;
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
    static const column columns[] = {
        {.title = "label"}, {.title = "key"}, {.title = "nodes"}, {.title = "share"}};
    text_table t = {.columns = columns, .n_columns = 4};
    for (uint32_t l = 0; l < view.n_labels && l < SHOWN_LABELS; l++) {
        text_table_add(&t, "%" PRIu32, l);
        text_table_add(&t, "%016" PRIx64, view.key[l]);
        text_table_add(&t, "%" PRIu64, view.count[l]);
        text_table_add(&t, "%.1f %%", 100.0 * (double)view.count[l] / view.n_nodes);
    }
    text_table_print(&t, "", stdout);
    if (view.n_labels > SHOWN_LABELS)
        printf("... and %" PRIu32 " more\n", view.n_labels - SHOWN_LABELS);
    text_table_free(&t);
}

static void print_text(const sg_dataset *data, const char *expression, sg_labels_arrays view,
                       const sg_triples_size *triples, const char *pair)
{
    printf("%s, %s: %" PRIu32 " labels on %" PRIu32 " nodes\n", sg_data_name(data), expression,
           view.n_labels, view.n_nodes);
    if (pair != NULL)
        printf("%s: %" PRIu32 " triples on %" PRIu64 " pairs, %" PRIu32 " values\n", pair,
               triples->n_triples, triples->n_pairs, triples->n_values);
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

/* One label per line. */
static bool print_labels(FILE *out, sg_labels_arrays view)
{
    for (uint32_t v = 0; v < view.n_nodes; v++) fprintf(out, "%" PRIu32 "\n", view.label[v]);
    return fflush(out) == 0 && ferror(out) == 0;
}

/* A pipe, a device or a link such as /dev/stdout stays what it is.  Standard output is not opened
 * a second time: as a file it would then be written from its beginning twice. */
static bool write_labels_directly(const char *path, sg_labels_arrays view)
{
    struct stat target, output;
    if (stat(path, &target) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
        target.st_dev == output.st_dev && target.st_ino == output.st_ino)
        return print_labels(stdout, view);
    FILE *out = fopen(path, "w");
    if (out == NULL) return false;
    const bool written = print_labels(out, view);
    return fclose(out) == 0 && written;
}

/* A plain file appears whole or not at all. */
static bool write_labels(const char *path, sg_labels_arrays view)
{
    char temporary[4096];
    struct stat target;
    if (lstat(path, &target) == 0 && !S_ISREG(target.st_mode))
        return write_labels_directly(path, view);
    const int length = snprintf(temporary, sizeof temporary, "%s.part", path);
    if (length < 0 || (size_t)length >= sizeof temporary) return false;
    FILE *out = fopen(temporary, "w");
    if (out == NULL) return false;
    const bool written = print_labels(out, view);
    if (fclose(out) == 0 && written && rename(temporary, path) == 0) return true;
    (void)remove(temporary);
    return false;
}

/* ---- The two ways to use the verb -------------------------------------------------------- */

static int label_data(const sg_dataset *data, const arguments *args)
{
    sg_error err = {0};
    sg_labels *labels = NULL;
    sg_triples_size triples = {0};
    const char *expression = arguments_text(args, "label"),
               *pair = arguments_text(args, "pair");
    const char *path = arguments_text(args, "out");
    int exit_status = EXIT_SUCCESS;
    sg_status status = compute(&labels, data, expression, args, &err);
    if (status == SG_OK && pair != NULL)
        status = sg_triples_measure(&triples, data, labels, labels, pair,
                                    (uint32_t)arguments_number(args, "threads"), &err);
    if (status != SG_OK) {
        exit_status = message_failure(&err, NULL);
    } else if (path != NULL && !write_labels(path, sg_labels_view(labels))) {
        perror(path);
        exit_status = EXIT_FAILURE;
    } else if (arguments_flag(args, "json")) {
        print_json(data, expression, sg_labels_view(labels), &triples, pair);
    } else {
        print_text(data, expression, sg_labels_view(labels), &triples, pair);
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
    const uint32_t n_first = sg_labels_view(labels[0]).n_labels;
    const uint32_t n_second = sg_labels_view(labels[1]).n_labels;
    if (!arguments_flag(args, "json")) {
        printf("%s\n  %s: %" PRIu32 " labels\n  %s: %" PRIu32 " labels\n  together: %" PRIu32
               " labels\n%s\n",
               sg_data_name(data), first, n_first, second, n_second, r->n_joint,
               relation_in_words(r));
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
    sg_labels_relation relation;
    sg_status status = compute(&labels[0], data, args->positional[1], args, &err);
    if (status == SG_OK) status = compute(&labels[1], data, args->positional[2], args, &err);
    if (status == SG_OK) status = sg_labels_compare(&relation, labels[0], labels[1], &err);
    if (status == SG_OK) print_relation(data, args, labels, &relation);
    sg_labels_close(labels[0]);
    sg_labels_close(labels[1]);
    return status == SG_OK ? EXIT_SUCCESS : message_failure(&err, NULL);
}

int command_labels(const arguments *args)
{
    sg_error err = {0};
    sg_dataset *data = NULL;
    const bool compare = arguments_flag(args, "compare");
    if (args->n_positional != (compare ? 3 : 1))
        return message_usage(args->verb, compare ? "--compare needs two labels"
                                                 : "labels are compared with --compare only");
    const sg_data_options options = {.folder = arguments_text(args, "data-dir"),
                                     .n_threads = (uint32_t)arguments_number(args, "threads")};
    if (sg_data_open(&data, args->positional[0], &options, &err) != SG_OK)
        return message_failure(&err, NULL);
    const int status = compare ? compare_labels(data, args) : label_data(data, args);
    sg_data_close(data);
    return status;
}
