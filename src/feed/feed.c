/* feed.c - lines that come in portions, predicted by all threads.
 *
 * A portion's lines are cut into pieces; a thread does all of a piece's work, from reading to scores,
 * so that threads wait for each other once per portion.  Of several models each has workers of its own
 * and reads the lines for itself: what a line means may depend on the model (attributes), and reading
 * costs little beside predicting. */
#include "feed/feed_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "kernels/statistics.h"
#include "model/transfer.h"

#include <math.h>

/* Lines of a piece: enough to make a batch worth its while. */
enum { PIECE = 64 };

static uint32_t count_workers(const sg_feed *feed)
{
    return feed->n_models * sg_threads_count(feed->threads);
}

/* ---- Opening and closing ---------------------------------------------------------------------- */

/* Whether the settings are those of the format, and its lines may have what the models look at. */
static sg_status check_format(const sg_feed *feed, const sg_format *format, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    for (uint32_t m = 0; m < feed->n_models; m++)
        SG_REQUIRE(!format->is_bare || feed->prepared[m].model->sees == 0, SG_EINVAL,
                   "feed: a line of %s has no labels, and the model looks at some",
                   format->name);
    const sg_status known = sg_import_options_check_lines(&feed->said, format, &inner);
    SG_REQUIRE(known == SG_OK, known, "feed: %s", inner.text);
done:
    return status;
}

sg_status sgi_feed_set_format(sg_feed *feed, const sg_format *format, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(check_format(feed, format, err));
    for (uint32_t w = 0; w < count_workers(feed); w++) feed->worker[w].reader.format = format;
    feed->has_format = true;
done:
    return status;
}

/* The format that the options name, if they name one. */
static sg_status choose_format(sg_feed *feed, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_format *format = NULL;
    if (feed->options.format == NULL) return SG_OK;
    SG_TRY(sg_format_with_lines(&format, feed->options.format, "feed", err));
    SG_TRY(sgi_feed_set_format(feed, format, err));
done:
    return status;
}

/* How the lines are read for a model: as its own data was, unless the options say otherwise. */
static sg_status read_settings(sg_import_options *settings, const sg_feed *feed,
                               const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    const char *said = feed->options.settings != NULL ? feed->options.settings : "";
    SG_TRY(sg_text_add(&text, err, "%s%s%s", sg_model_form_text(model),
                       said[0] != '\0' ? "&" : "", said));
    SG_TRY(sg_import_options_parse(settings, text.data, err));
done:
    sg_text_free(&text);
    return status;
}

/* What the options say of the lines, and nothing else. */
static sg_status read_said(sg_feed *feed, sg_error *err)
{
    sg_status status = SG_OK;
    const char *said = feed->options.settings;
    if (said == NULL) goto done;
    SG_TRY(sg_import_options_parse(&feed->said, said, err));
    SG_REQUIRE(sg_import_options_are_own(&feed->said), SG_EINVAL,
               "feed: settings \"%.60s\": lines have only those of their format", said);
done:
    return status;
}

static sg_status open_workers(sg_feed *feed, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_threads = sg_threads_count(feed->threads);
    SG_TRY(read_said(feed, err));
    SG_ALLOC(feed->settings, feed->n_models);
    for (uint32_t m = 0; m < feed->n_models; m++)
        SG_TRY(read_settings(&feed->settings[m], feed, feed->prepared[m].model, err));
    SG_ALLOC(feed->worker, count_workers(feed));
    SG_ALLOC(feed->squares, n_threads);
    SG_ALLOC(feed->squares_capacity, n_threads);
    for (uint32_t w = 0; w < count_workers(feed); w++)
        feed->worker[w] =
            (sg_line_worker){.prepared = &feed->prepared[w / n_threads],
                             .reader = {.options = &feed->settings[w / n_threads]},
                             .budget = feed->options.budget};
    SG_TRY(choose_format(feed, err));
done:
    return status;
}

static sg_status open_models(sg_feed *feed, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(feed->prepared, feed->options.n_others + (size_t)1);
    SG_ALLOC(feed->changes, feed->options.n_others + (size_t)1);
    for (uint32_t m = 0; m <= feed->options.n_others; m++) {
        const sg_model *model = m == 0 ? feed->model : feed->options.other[m - 1];
        SG_REQUIRE(model != NULL, SG_EINVAL, "other[%u]: it is NULL", m - 1);
        SG_REQUIRE(m == 0 || model->is_trained, SG_EINVAL, "other[%u]: it has not been trained",
                   m - 1);
        SG_TRY(sg_model_check_trained(model, err));
        SG_TRY(sg_model_check_alike(feed->model, model, m, err));
        SG_TRY(sg_prepared_model_make(&feed->prepared[feed->n_models], model, err));
        feed->changes[m] = model->n_changes;
        feed->n_models++;
    }
done:
    return status;
}

static sg_status open_alone(sg_feed *feed, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_threads = feed->options.n_threads;
    SG_TRY(sg_threads_open(&feed->threads,
                           n_threads == 0 && sgi_feed_is_shared(feed)
                               ? sg_cluster_threads(feed->options.cluster)
                               : n_threads,
                           err));
    SG_TRY(open_models(feed, err));
    SG_TRY(open_workers(feed, err));
done:
    return status;
}

static void close_alone(sg_feed *feed)
{
    if (feed == NULL) return;
    for (uint32_t w = 0; feed->worker != NULL && w < count_workers(feed); w++)
        sg_line_worker_free(&feed->worker[w]);
    for (uint32_t t = 0; feed->squares != NULL && t < sg_threads_count(feed->threads); t++)
        sg_free(feed->squares[t]);
    sg_free(feed->worker);
    sg_free(feed->squares);
    sg_free(feed->squares_capacity);
    sg_line_cutter_free(&feed->cutter);
    for (uint32_t m = 0; m < feed->n_models; m++) {
        if (feed->settings != NULL) sg_import_options_free(&feed->settings[m]);
        sg_prepared_model_free(&feed->prepared[m]);
    }
    sg_free(feed->settings);
    sg_import_options_free(&feed->said);
    sg_free(feed->prepared);
    sg_free(feed->changes);
    sg_threads_close(feed->threads);
    sg_free(feed->result);
    sg_free(feed->worker_of);
    sg_free(feed->thread_of);
    sg_free(feed->trust);
    sg_free(feed);
}

sg_status sg_feed_open(sg_feed **feed, const sg_model *model, const sg_feed_options *options,
                       sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(feed);
    SG_REQUIRE_ARGUMENT(model);
    sg_feed_options chosen;
    SG_TAKE_OPTIONS(chosen, options, cluster);
    if (options != NULL) SG_REQUIRE_ARRAY(options->other, options->n_others);
    sg_status status = SG_OK;
    sg_feed *opened = NULL;
    SG_ALLOC(opened, 1);
    opened->model = model;
    opened->options = chosen;
    status = open_alone(opened, err);
    SG_TRY(sgi_feed_open_ranks(opened, status, err));
    *feed = opened;
    return SG_OK;
done:
    close_alone(opened);
    return status;
}

void sg_feed_close(sg_feed *feed)
{
    if (feed == NULL) return;
    sgi_feed_close_ranks(feed);
    close_alone(feed);
}

/* ---- Predicting ------------------------------------------------------------------------------- */

static sg_status fail_to_guess(const sg_cut_line *line, sg_error *err)
{
    sg_words words = {0};
    sg_format_line_words(&words, true);
    return sg_error_at(err, SG_EINVAL, SG_WHERE, (sg_place){"input", line->number, 0},
                       "the line does not tell its format, which may be %s",
                       sg_words_end(&words, "or"));
}

/* The first line that is not empty tells its format, where it begins as no other does. */
static sg_status guess_format(sg_feed *feed, sg_error *err)
{
    for (uint32_t i = 0; !feed->has_format && i < feed->cutter.n_lines; i++) {
        const sg_cut_line *line = &feed->cutter.line[i];
        const size_t begin = sg_cut_line_begin(line);
        if (begin == line->size && !line->too_long) continue;
        const sg_format *format = line->too_long ? NULL : sg_format_of_line(line->text[begin]);
        if (format == NULL) return fail_to_guess(line, err);
        const sg_status status = sgi_feed_set_format(feed, format, err);
        if (status != SG_OK) return status;
    }
    return SG_OK;
}

static sg_status make_room(sg_feed *feed, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&feed->result, &feed->result_capacity, n, sizeof *feed->result, err));
    SG_TRY(sg_grow(&feed->worker_of, &feed->worker_capacity, n, sizeof *feed->worker_of, err));
    SG_TRY(sg_grow(&feed->thread_of, &feed->thread_capacity, n, sizeof *feed->thread_of, err));
    if (feed->options.trust)
        SG_TRY(sg_grow(&feed->trust, &feed->trust_capacity, n, sizeof *feed->trust, err));
done:
    return status;
}

/* A portion being predicted. */
typedef struct portion {
    sg_feed *feed;
    uint32_t n_lines;
    sg_error *error; /* [n_threads] */
} portion;

/* Let model m predict lines first .. first+n-1 too, and take its scores into the means.  A line that it cannot
 * predict has an error. */
static sg_status predict_member(sg_feed *feed, uint32_t m, uint32_t first, uint32_t n,
                                uint32_t thread, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = feed->model->outputs.n;
    const uint32_t number = m * sg_threads_count(feed->threads) + thread;
    sg_line_worker *worker = &feed->worker[number];
    double *mean = feed->worker[thread].kept, *squares = feed->squares[thread];
    sg_line_result result[PIECE];
    worker->n_kept = 0;
    SG_TRY(sg_line_worker_run(result, NULL, worker, feed->cutter.line + first, n, err));
    for (uint32_t i = 0; i < n; i++) {
        sg_line_result *of = &feed->result[first + i];
        if (of->error != SG_NO_TEXT) continue;
        if (result[i].error != SG_NO_TEXT) {
            *of = result[i];
            feed->worker_of[first + i] = number;
            continue;
        }
        sg_add_sample(mean + of->first * width, squares + of->first * width,
                      worker->kept + result[i].first * width, of->n_items * width, m);
    }
done:
    return status;
}

/* Scores of all models but the first, into those of the first and their spreads. */
static sg_status predict_members(sg_feed *feed, uint32_t first, uint32_t n, uint32_t thread,
                                 size_t first_kept, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = feed->model->outputs.n, n_scores = feed->worker[thread].n_kept * width;
    SG_TRY(sg_grow(&feed->squares[thread], &feed->squares_capacity[thread], n_scores,
                   sizeof **feed->squares, err));
    double *squares = feed->squares[thread];
    for (size_t i = first_kept * width; i < n_scores; i++) squares[i] = 0;
    for (uint32_t m = 1; m < feed->n_models; m++)
        SG_TRY(predict_member(feed, m, first, n, thread, err));
    sg_spread(squares + first_kept * width, n_scores - first_kept * width, feed->n_models);
done:
    return status;
}

static void predict_piece(void *context, uint32_t piece, uint32_t thread)
{
    const portion *p = context;
    sg_feed *feed = p->feed;
    const uint32_t first = piece * PIECE, left = p->n_lines - first;
    const uint32_t n = left < PIECE ? left : PIECE;
    const size_t first_kept = feed->worker[thread].n_kept;
    for (uint32_t i = first; i < first + n; i++)
        feed->worker_of[i] = feed->thread_of[i] = thread;
    if (sg_watch_ask_seldom(&p->error[thread]) != SG_OK) return;
    if (sg_line_worker_run(
            feed->result + first, feed->options.trust ? feed->trust + first : NULL,
            &feed->worker[thread], feed->cutter.line + first, n, &p->error[thread]) != SG_OK)
        return;
    if (feed->n_models > 1)
        (void)predict_members(feed, first, n, thread, first_kept, &p->error[thread]);
}

/* What workers keep of the portion before is not needed any more. */
static void clear_workers(sg_feed *feed)
{
    for (uint32_t w = 0; w < count_workers(feed); w++) {
        feed->worker[w].text.n = 0;
        feed->worker[w].text.text.size = 0;
        feed->worker[w].n_kept = 0;
    }
}

sg_status sgi_feed_predict(sg_feed *feed, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_threads = sg_threads_count(feed->threads);
    portion p = {.feed = feed, .n_lines = n};
    clear_workers(feed);
    SG_TRY(make_room(feed, n, err));
    SG_ALLOC(p.error, n_threads);
    SG_TRY(sg_observe(NULL, (sg_progress){"predicting", "lines", 0, n}, err));
    sg_threads_run(feed->threads, (n + PIECE - 1) / PIECE, predict_piece, &p);
    SG_TRY(sg_watch_ask(err));
    for (uint32_t w = 0; w < n_threads; w++)
        SG_REQUIRE(p.error[w].status == SG_OK, p.error[w].status, "%s", p.error[w].text);
    feed->n_own = n;
    feed->n_lines = n;
done:
    sg_free(p.error);
    return status;
}

static sg_status predict_lines(sg_feed *feed, sg_error *err)
{
    sg_status status = SG_OK;
    if (feed->cutter.n_lines == 0) goto done;
    SG_TRY(guess_format(feed, err));
    SG_TRY(sgi_feed_is_shared(feed) ? sgi_feed_predict_shared(feed, err)
                                    : sgi_feed_predict(feed, feed->cutter.n_lines, err));
done:
    return status;
}

/* Take a portion, or the end where `bytes` is NULL. */
static sg_status take_portion(sg_feed *feed, const char *bytes, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t m = 0; m < feed->n_models; m++)
        SG_TRY(sg_model_check_changes(feed->prepared[m].model, feed->changes[m], "feed", err));
    if (bytes != NULL)
        SG_TRY(sg_line_cutter_push(&feed->cutter, bytes, n, err));
    else
        SG_TRY(sg_line_cutter_end(&feed->cutter, err));
    SG_TRY(predict_lines(feed, err));
done:
    return status;
}

/* The same, unless the feed has failed: then lines are lost, and going on would hide that. */
static sg_status take_unless_failed(sg_feed *feed, const char *bytes, size_t n, sg_error *err)
{
    sg_error *failure = &feed->failure;
    feed->n_lines = 0;
    if (failure->status == SG_OK) (void)take_portion(feed, bytes, n, failure);
    if (failure->status == SG_OK) return SG_OK;
    return sg_error_set(err, failure->status, failure->where, "%s", failure->text);
}

sg_status sg_feed_push(sg_feed *feed, const char *bytes, size_t n, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(feed);
    SG_REQUIRE_ARRAY(bytes, n);
    return take_unless_failed(feed, bytes != NULL ? bytes : "", n, err);
}

sg_status sg_feed_end(sg_feed *feed, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(feed);
    return take_unless_failed(feed, NULL, 0, err);
}

uint32_t sg_feed_count(const sg_feed *feed)
{
    if (feed == NULL) return 0;
    return feed->n_lines;
}

sg_status sg_feed_at(sg_feed_line *line, const sg_feed *feed, uint32_t i, sg_error *err)
{
    SG_REQUIRE_RESULT(line, n_items);
    SG_REQUIRE_ARGUMENT(feed);
    if (i >= feed->n_lines)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "feed: there is no line %u; the last bytes gave %u", i,
                            feed->n_lines);
    if (i >= feed->n_own) {
        sg_struct_write(line, &feed->far[i - feed->n_own], sizeof *feed->far);
        return SG_OK;
    }
    const sg_line_result result = feed->result[i];
    const sg_names *text = &feed->worker[feed->worker_of[i]].text;
    sg_feed_line made = {.number = feed->cutter.line[i].number,
                         .error = sg_names_or_null(text, result.error),
                         .id = sg_names_or_null(text, result.id)};
    if (made.error == NULL) {
        const size_t first = result.first * feed->model->outputs.n;
        const uint32_t thread = feed->thread_of[i];
        made.n_items = result.n_items;
        made.score = feed->worker[thread].kept + first;
        if (feed->n_models > 1) made.spread = feed->squares[thread] + first;
        if (feed->options.trust) made.trust = feed->trust[i];
    }
    sg_struct_write(line, &made, sizeof made);
    return SG_OK;
}
