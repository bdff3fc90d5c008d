/* predict_feed.c - sharegnn predict MODEL - or FILE --smiles: lines, as they come.
 *
 * Whatever a read gives is predicted and printed before the next one, so that someone who types lines
 * sees answers, and a pipe that is full is worked off in large portions. */
#include "predict_feed.h"

#include "data_settings.h"
#include "doubt_view.h"
#include "ensemble_models.h"
#include "interrupt.h"
#include "message.h"
#include "output_file.h"
#include "prediction_view.h"
#include "progress.h"
#include "ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Bytes of a portion.  The first ones are small, because a model may be slow; then they grow as long
 * as answers keep coming. */
enum { SMALL_PORTION = 1 << 12, LARGE_PORTION = 1 << 18 };

/* The input's lines on their way to the output. */
typedef struct feeding {
    const arguments *args;
    int input; /* open file */
    ensemble models;
    char *settings; /* of the lines' format, behind a '?', or empty */
    sg_feed *feed;
    prediction_view view;
    output_file out;
    bool as_json, has_header;
    uint64_t n_lines, n_bad, first_bad;
    doubt_list doubts;
} feeding;

/* ---- What the lines are -------------------------------------------------------------------- */

/* The format of lines that a flag says, or none: one without a name. */
static sg_data_format format_of_flag(const option *o)
{
    for (size_t i = 0;; i++) {
        const sg_data_format format = sg_data_format_of(i);
        if (format.name == NULL) return format;
        if (o->metavar == NULL && format.has_lines && format.setting != NULL &&
            strcmp(format.setting, o->name) == 0)
            return format;
    }
}

/* What the arguments say: the format's name, NULL: nothing; and how often they say something. */
typedef struct said_format {
    const char *name;
    int n;
} said_format;

static said_format format_said(const arguments *args)
{
    said_format said = {.name = arguments_text(args, "lines")};
    said.n = said.name != NULL;
    for (const option *o = args->verb->options; o->name != NULL; o++) {
        if (!arguments_flag(args, o->name) || format_of_flag(o).name == NULL) continue;
        said.name = format_of_flag(o).name;
        said.n++;
    }
    return said;
}

/* "--smiles, --json-lines, --text and --lines" */
typedef struct flag_list {
    char text[200];
} flag_list;

/* The options that say a format; with `needed` only those of formats that are not guessed. */
static flag_list list_flags(const verb *v, bool needed, const char *joint)
{
    flag_list list = {""};
    size_t size = 0;
    for (const option *o = v->options; o->name != NULL; o++) {
        const sg_data_format format = format_of_flag(o);
        if (format.name == NULL || (needed && format.is_guessed)) continue;
        size += (size_t)snprintf(list.text + size, sizeof list.text - size, "%s--%s",
                                 size > 0 ? ", " : "", o->name);
    }
    (void)snprintf(list.text + size, sizeof list.text - size, " %s --lines", joint);
    return list;
}

bool predict_feed_wanted(const arguments *args)
{
    return strcmp(args->positional[1], "-") == 0 || format_said(args).n > 0;
}

/* ---- Checking ---------------------------------------------------------------------------- */

/* 0, or the exit status after a message. */
static int check_arguments(const arguments *args)
{
    static const char *const refused[] = {"target", "relabel"};
    const flag_list flags = list_flags(args->verb, false, "and");
    if (format_said(args).n > 1)
        return message_usage(args->verb, "%s exclude each other", flags.text);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (arguments_text(args, refused[i]) != NULL)
            return message_usage(args->verb,
                                 "--%s is not possible with lines as they come: standard "
                                 "input, %s",
                                 refused[i], flags.text);
    return check_line_settings(args);
}

static bool is_standard_input(const feeding *s)
{
    return strcmp(s->args->positional[1], "-") == 0;
}

/* ---- Opening ----------------------------------------------------------------------------- */

static sg_status open_feed(feeding *s, sg_error *err)
{
    const sg_feed_options options = {
        .struct_size = sizeof options,
        .format = format_said(s->args).name,
        .settings = s->settings + (s->settings[0] == '?'),
        .trust = !arguments_flag(s->args, "no-trust"),
        .n_threads = (uint32_t)arguments_number(s->args, "threads"),
        .budget = arguments_given_number(s->args, "budget"),
        .other = (const sg_model *const *)s->models.model + 1,
        .n_others = s->models.n - 1,
        .cluster = s->args->cluster,
    };
    return sg_feed_open(&s->feed, s->models.model[0], &options, err);
}

static bool open_input(feeding *s)
{
    s->input = is_standard_input(s) ? STDIN_FILENO
                                    : open(s->args->positional[1], O_RDONLY | O_CLOEXEC);
    return s->input >= 0;
}

static void feeding_close(feeding *s)
{
    if (s->input > STDIN_FILENO) (void)close(s->input);
    sg_feed_close(s->feed);
    ensemble_close(&s->models);
    free(s->settings);
}

/* ---- Printing ---------------------------------------------------------------------------- */

static void print_header(feeding *s)
{
    if (!s->has_header && !s->as_json) view_header(s->out.stream, &s->view);
    s->has_header = true;
}

/* What became of a line: its graph, or all of its nodes. */
static void print_items(feeding *s, const sg_feed_line *line)
{
    const size_t n_outputs = sg_model_sizes_of(s->models.model[0]).n_outputs;
    const uint32_t n = line->error == NULL ? line->n_items : 1;
    for (uint32_t v = 0; v < n && !ferror(s->out.stream); v++) {
        const size_t first = v * n_outputs;
        const predicted p = {.number = line->number,
                             .node = v,
                             .id = line->id,
                             .score = line->score != NULL ? line->score + first : NULL,
                             .spread = line->spread != NULL ? line->spread + first : NULL,
                             .trust = s->view.trust || s->view.known ? &line->trust : NULL,
                             .error = line->error};
        (s->as_json ? view_json : view_line)(s->out.stream, &s->view, &p);
        if (p.error == NULL && p.trust != NULL)
            (void)doubt_list_add(&s->doubts, s->models.model[0], &p);
    }
}

/* The lines of the last portion.  Whether the table has ids depends on the first line alone, not on how
 * many came with it.  False where they cannot be written. */
static bool print_lines(feeding *s)
{
    const uint32_t n = sg_feed_count(s->feed);
    for (uint32_t i = 0; i < n && !ferror(s->out.stream); i++) {
        const sg_feed_line line = sg_feed_line_of(s->feed, i);
        if (!s->has_header) s->view.ids = line.id != NULL;
        print_header(s);
        print_items(s, &line);
        s->n_lines++;
        if (line.error == NULL) continue;
        if (s->n_bad++ == 0) s->first_bad = line.number;
    }
    return n == 0 || fflush(s->out.stream) == 0;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int complain_of_input(const feeding *s)
{
    const bool standard = is_standard_input(s);
    fprintf(stderr, "%s: cannot read: %s\n",
            standard ? "standard input" : shown_text(s->args->positional[1]).text,
            strerror(errno));
    return EXIT_FAILURE;
}

static int report_failure(const feeding *s, const sg_error *err)
{
    char remedy[sizeof(flag_list) + 8];
    (void)snprintf(remedy, sizeof remedy, "say %s", list_flags(s->args->verb, true, "or").text);
    const bool unknown = err->status == SG_EINVAL && format_said(s->args).n == 0;
    return message_failure(err, unknown ? remedy : NULL);
}

/* All of the input: 0, or the exit status after a message. */
static int run(feeding *s)
{
    static char bytes[LARGE_PORTION];
    size_t portion = SMALL_PORTION;
    sg_error err = {0};
    for (;;) {
        if (interrupted()) return EXIT_FAILURE;
        const ssize_t n = read(s->input, bytes, portion);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return complain_of_input(s);
        const double before = seconds_now();
        const sg_status status =
            n > 0 ? sg_feed_push(s->feed, bytes, (size_t)n, &err) : sg_feed_end(s->feed, &err);
        if (status == SG_ECANCELED) return EXIT_FAILURE;
        if (status != SG_OK) return report_failure(s, &err);
        if (!print_lines(s)) return output_file_complain(s->out.path);
        if (n == 0) return 0;
        const double taken = seconds_now() - before;
        if (taken < 0.1 && portion < LARGE_PORTION) portion *= 2;
        if (taken > 0.4 && portion > SMALL_PORTION) portion /= 2;
    }
}

static int report_bad_lines(const feeding *s)
{
    doubt_list_warn(&s->doubts, "line", "lines");
    if (s->n_bad == 0) return EXIT_SUCCESS;
    fprintf(stderr,
            "%" PRIu64 " of %" PRIu64
            " lines could not be predicted, the first is line %" PRIu64 "\n",
            s->n_bad, s->n_lines, s->first_bad);
    return EXIT_FAILURE;
}

/* ---- Together ---------------------------------------------------------------------------- */

static int run_and_close(feeding *s)
{
    int code = run(s);
    if (code == 0) print_header(s);
    if (code != 0)
        output_file_discard(&s->out);
    else
        code = output_file_close(&s->out) ? report_bad_lines(s)
                                          : output_file_complain(s->out.path);
    return code;
}

/* Everything that comes after opening, on rank 0: it alone reads and writes. */
static int predict_input(feeding *s)
{
    const arguments *args = s->args;
    if (!open_input(s)) return complain_of_input(s);
    if (!output_file_open(&s->out, arguments_text(args, "out")))
        return output_file_complain(arguments_text(args, "out"));
    s->view = prediction_view_of(s->models.model[0], "line");
    s->view.trust = arguments_flag(args, "trust");
    s->view.known = !s->view.trust && !arguments_flag(args, "no-trust");
    s->view.spreads = s->models.n > 1;
    s->view.nodes = sg_model_sizes_of(s->models.model[0]).item == SG_ITEM_NODE;
    const int code = view_intervals(&s->view, args, s->models.n);
    if (code != 0) output_file_discard(&s->out);
    return code == 0 ? run_and_close(s) : code;
}

/* The other ranks predict what rank 0 hands out. */
static int serve(feeding *s)
{
    sg_error err = {0};
    return sg_feed_serve(s->feed, &err) == SG_OK ? 0 : message_failure(&err, NULL);
}

/* What each rank does for itself: 0, or the exit status after a message. */
static int prepare(feeding *s)
{
    sg_error err = {0};
    const int code = check_arguments(s->args);
    if (code != 0) return code;
    s->settings = name_with_settings("", s->args, true);
    if (s->settings == NULL) return message_out_of_memory();
    return ensemble_open(&s->models, s->args, &err) == SG_OK ? 0 : message_failure(&err, NULL);
}

int predict_feed(const arguments *args)
{
    sg_error err = {0};
    progress signals;
    feeding s = {.args = args, .as_json = arguments_flag(args, "json")};
    const int own = prepare(&s);
    int code = ranks_agree(args->cluster, own);
    if (own != 0) code = own;
    progress_start(&signals, (double)INFINITY); /* stops inside of a line, too */
    if (code == 0 && open_feed(&s, &err) != SG_OK) {
        code = message_failure(&err, NULL);
    } else if (code == 0) {
        code = sg_cluster_rank(args->cluster) == 0 ? predict_input(&s) : serve(&s);
        sg_feed_close(s.feed);
        s.feed = NULL;
        code = ranks_agree(args->cluster, code);
    }
    feeding_close(&s);
    const bool stopped = interrupted();
    progress_stop(&signals);
    if (stopped) interrupt_obey();
    return code;
}
