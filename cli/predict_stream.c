/* predict_stream.c - sharegnn predict MODEL -: lines of standard input, as they come.
 *
 * Whatever a read gives is predicted and printed before the next one, so that someone who types lines
 * sees answers, and a pipe that is full is worked off in large portions. */
#include "predict_stream.h"

#include "interrupt.h"
#include "message.h"
#include "output_file.h"
#include "prediction_view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Bytes of a portion.  The first ones are small, because a model may be slow; then they grow as long
 * as answers keep coming. */
enum { SMALL_PORTION = 1 << 12, LARGE_PORTION = 1 << 18 };

/* The input's lines on their way to the output. */
typedef struct stream {
    const arguments *args;
    sg_model *model;
    sg_feed *feed;
    prediction_view view;
    output_file out;
    bool as_json, has_header;
    uint64_t n_lines, n_bad, first_bad;
} stream;

bool predict_stream_wanted(const arguments *args)
{
    return strcmp(args->positional[1], "-") == 0 || arguments_flag(args, "smiles") ||
           arguments_flag(args, "json-lines") || arguments_flag(args, "text");
}

/* ---- Checking ---------------------------------------------------------------------------- */

/* 0, or the exit status after a message. */
static int check_arguments(const arguments *args)
{
    static const char *const refused[] = {"target", "relabel", "ensemble"};
    const int n_formats = arguments_flag(args, "smiles") + arguments_flag(args, "json-lines") +
                          arguments_flag(args, "text");
    const char *bonds = arguments_text(args, "bonds");
    if (strcmp(args->positional[1], "-") != 0)
        return message_usage(args->verb, "--smiles, --json-lines and --text are for standard "
                                         "input, DATA -; of a file say 'FILE?smiles'");
    if (n_formats > 1)
        return message_usage(args->verb,
                             "--smiles, --json-lines and --text exclude each other");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (arguments_text(args, refused[i]) != NULL)
            return message_usage(args->verb, "--%s is not possible with standard input",
                                 refused[i]);
    if (bonds != NULL && strcmp(bonds, "aromatic") != 0 && strcmp(bonds, "kekule") != 0)
        return message_usage(args->verb, "--bonds %s: aromatic and kekule are possible",
                             shown_text(bonds).text);
    return 0;
}

static sg_feed_options options_of(const arguments *args)
{
    const char *bonds = arguments_text(args, "bonds");
    return (sg_feed_options){.format = arguments_flag(args, "smiles")       ? SG_FEED_SMILES
                                       : arguments_flag(args, "json-lines") ? SG_FEED_JSON
                                       : arguments_flag(args, "text")       ? SG_FEED_TEXT
                                                                            : SG_FEED_GUESS,
                             .kekule = bonds != NULL && strcmp(bonds, "kekule") == 0,
                             .trust = arguments_flag(args, "trust"),
                             .n_threads = (uint32_t)arguments_number(args, "threads"),
                             .budget = arguments_number(args, "budget")};
}

/* ---- Printing ---------------------------------------------------------------------------- */

static void print_header(stream *s)
{
    if (!s->has_header && !s->as_json) view_header(s->out.stream, &s->view);
    s->has_header = true;
}

/* The lines of the last portion.  Whether the table has ids depends on the first line alone, not on how
 * many came with it.  False where they cannot be written. */
static bool print_lines(stream *s)
{
    const uint32_t n = sg_feed_count(s->feed);
    for (uint32_t i = 0; i < n && !ferror(s->out.stream); i++) {
        const sg_feed_line line = sg_feed_at(s->feed, i);
        const predicted p = {.number = line.number,
                             .id = line.id,
                             .score = line.score,
                             .trust = s->view.trust ? &line.trust : NULL,
                             .error = line.error};
        if (!s->has_header) s->view.ids = line.id != NULL;
        print_header(s);
        (s->as_json ? view_json : view_line)(s->out.stream, &s->view, &p);
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

static int report_failure(const stream *s, const sg_error *err)
{
    const bool unknown =
        err->status == SG_EINVAL && options_of(s->args).format == SG_FEED_GUESS;
    return message_failure(err, unknown ? "say --smiles or --text" : NULL);
}

/* All of the input: 0, or the exit status after a message. */
static int run(stream *s)
{
    static char bytes[LARGE_PORTION];
    size_t portion = SMALL_PORTION;
    sg_error err = {0};
    for (;;) {
        if (interrupted()) return EXIT_FAILURE;
        const ssize_t n = read(STDIN_FILENO, bytes, portion);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            fprintf(stderr, "standard input: cannot read: %s\n", strerror(errno));
            return EXIT_FAILURE;
        }
        const double before = seconds_now();
        const sg_status status =
            n > 0 ? sg_feed_push(s->feed, bytes, (size_t)n, &err) : sg_feed_end(s->feed, &err);
        if (status != SG_OK) return report_failure(s, &err);
        if (!print_lines(s)) return output_file_complain(s->out.path);
        if (n == 0) return 0;
        const double taken = seconds_now() - before;
        if (taken < 0.1 && portion < LARGE_PORTION) portion *= 2;
        if (taken > 0.4 && portion > SMALL_PORTION) portion /= 2;
    }
}

static int report_bad_lines(const stream *s)
{
    if (s->n_bad == 0) return EXIT_SUCCESS;
    fprintf(stderr,
            "%" PRIu64 " of %" PRIu64
            " lines could not be predicted, the first is line %" PRIu64 "\n",
            s->n_bad, s->n_lines, s->first_bad);
    return EXIT_FAILURE;
}

/* ---- Together ---------------------------------------------------------------------------- */

static int run_and_close(stream *s)
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

int predict_stream(const arguments *args)
{
    sg_error err = {0};
    interrupts signals;
    stream s = {.args = args, .as_json = arguments_flag(args, "json")};
    const sg_feed_options options = options_of(args);
    int code = check_arguments(args);
    if (code != 0) return code;
    sg_status status = sg_model_open(&s.model, args->positional[0], &err);
    if (status == SG_OK) status = sg_feed_open(&s.feed, s.model, &options, &err);
    interrupts_begin(&signals);
    if (status != SG_OK) {
        code = message_failure(&err, NULL);
    } else if (!output_file_open(&s.out, arguments_text(args, "out"))) {
        code = output_file_complain(arguments_text(args, "out"));
    } else {
        s.view = prediction_view_of(s.model, "line");
        s.view.trust = options.trust;
        code = run_and_close(&s);
    }
    sg_feed_close(s.feed);
    sg_model_close(s.model);
    const bool stopped = interrupted();
    interrupts_end(&signals);
    if (stopped) interrupt_obey();
    return code;
}
