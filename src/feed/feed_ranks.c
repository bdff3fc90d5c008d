/* feed_ranks.c - lines that ranks share.
 *
 * Rank 0 cuts the lines and sends each of the others a stretch of them, predicts the first stretch itself and gets
 * the results of the others: a portion is done when all ranks are.  A line stands for itself, so it does not
 * matter who predicts it.
 *
 * What is sent are numbers of this machine and texts, one behind the other; all ranks run the same build.  Scores
 * begin where doubles may. */
#include "feed/feed_parts.h"

#include "base/hash.h"
#include "base/mem.h"

#include <string.h>

/* A line may be read beyond its end, so far. */
enum { BEHIND_LINE = 32, ALIGNED = sizeof(double) };

bool sgi_feed_is_shared(const sg_feed *feed)
{
    return sg_cluster_size(feed->options.cluster) > 1;
}

static uint64_t hash_models(const sg_feed *feed)
{
    uint64_t words[3] = {feed->options.trust, feed->n_models};
    for (uint32_t m = 0; m < feed->n_models; m++) {
        const sg_model *model = feed->prepared[m].model;
        words[2] = sg_hash_bytes(model->weight, model->n_weights * sizeof *model->weight);
        words[1] = sg_hash_bytes(words, sizeof words);
    }
    return words[1];
}

sg_status sgi_feed_open_ranks(sg_feed *feed, sg_status status, sg_error *err)
{
    sg_cluster *cluster = feed->options.cluster;
    if (!sgi_feed_is_shared(feed)) return status;
    if (status == SG_OK && sg_cluster_is_first(cluster)) {
        feed->answer = sg_alloc(sg_cluster_size(cluster), sizeof *feed->answer);
        if (feed->answer == NULL) status = sg_error_memory(err, SG_WHERE);
    }
    SG_TRY(sg_cluster_agree(cluster, status, err));
    SG_TRY(sg_cluster_same(cluster, hash_models(feed), "predicts with another model", err));
done:
    /* Nothing has been sent, so there is nobody to tell. */
    if (status != SG_OK) {
        sg_free(feed->answer);
        feed->answer = NULL;
    }
    return status;
}

/* ---- Messages --------------------------------------------------------------------------------- */

static sg_status put_number(sg_text *to, uint64_t number, sg_error *err)
{
    return sg_text_add_bytes(to, &number, sizeof number, err);
}

/* Zeros up to where a double may begin. */
static sg_status align(sg_text *to, sg_error *err)
{
    static const char ZEROS[BEHIND_LINE] = {0};
    return sg_text_add_bytes(to, ZEROS, (ALIGNED - to->size % ALIGNED) % ALIGNED, err);
}

/* Its size, or that it is missing, the text with a zero behind it, and zeros. */
static sg_status put_text(sg_text *to, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size = text != NULL ? strlen(text) : 0;
    SG_TRY(put_number(to, text != NULL ? size : UINT64_MAX, err));
    if (text == NULL) goto done;
    SG_TRY(sg_text_add_bytes(to, text, size + 1, err));
    SG_TRY(align(to, err));
done:
    return status;
}

static uint64_t take_number(const char **at)
{
    uint64_t number = 0;
    memcpy(&number, *at, sizeof number);
    *at += sizeof number;
    return number;
}

static const char *take_text(const char **at)
{
    const uint64_t size = take_number(at);
    const char *text = *at;
    if (size == UINT64_MAX) return NULL;
    *at += (size + 1 + ALIGNED - 1) / ALIGNED * ALIGNED;
    return text;
}

/* ---- What is to be done ----------------------------------------------------------------------- */

static uint32_t first_line(const sg_feed *feed, uint32_t rank)
{
    return (uint32_t)((uint64_t)feed->cutter.n_lines * rank /
                      sg_cluster_size(feed->options.cluster));
}

/* Lines first .. behind-1: their format, sizes and numbers, and their texts. */
static sg_status put_lines(sg_text *to, const sg_feed *feed, uint32_t first, uint32_t behind,
                           sg_error *err)
{
    static const char ZEROS[BEHIND_LINE] = {0};
    sg_status status = SG_OK;
    const sg_format *format = feed->worker[0].reader.format;
    SG_TRY(put_text(to, format != NULL ? format->name : NULL, err));
    SG_TRY(put_number(to, behind - first, err));
    for (uint32_t i = first; i < behind; i++) {
        const sg_cut_line *line = &feed->cutter.line[i];
        SG_TRY(put_number(to, line->size, err));
        SG_TRY(put_number(to, line->number, err));
        SG_TRY(put_number(to, line->too_long, err));
    }
    for (uint32_t i = first; i < behind; i++) {
        SG_TRY(
            sg_text_add_bytes(to, feed->cutter.line[i].text, feed->cutter.line[i].size, err));
        SG_TRY(sg_text_add_bytes(to, ZEROS, BEHIND_LINE, err));
    }
done:
    return status;
}

/* Let these lines be those of the feed's cutter; their texts stay where they are. */
static sg_status take_lines(sg_feed *feed, const sg_text *from, sg_error *err)
{
    sg_status status = SG_OK;
    const char *at = from->data, *name = take_text(&at), *text = NULL;
    const uint32_t n = (uint32_t)take_number(&at);
    const sg_format *format = NULL;
    sg_line_cutter *cutter = &feed->cutter;
    if (name != NULL) {
        SG_TRY(sg_format_with_lines(&format, name, "feed", err));
        SG_TRY(sgi_feed_set_format(feed, format, err));
    }
    SG_TRY(sg_grow(&cutter->line, &cutter->line_capacity, n, sizeof *cutter->line, err));
    text = at + (size_t)n * 3 * sizeof(uint64_t);
    for (uint32_t i = 0; i < n; i++) {
        cutter->line[i].text = text;
        cutter->line[i].size = take_number(&at);
        cutter->line[i].number = take_number(&at);
        cutter->line[i].too_long = take_number(&at) != 0;
        text += cutter->line[i].size + BEHIND_LINE;
    }
    cutter->n_lines = n;
done:
    return status;
}

/* ---- What has come of it ----------------------------------------------------------------------- */

static sg_status put_scores(sg_text *to, const double *score, size_t n, sg_error *err)
{
    return score != NULL ? sg_text_add_bytes(to, score, n * sizeof *score, err) : SG_OK;
}

static sg_status put_results(sg_text *to, const sg_feed *feed, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = feed->model->outputs.n;
    for (uint32_t i = 0; i < feed->n_lines; i++) {
        const sg_feed_line line = sg_feed_line_of(feed, i);
        const size_t n = line.n_items * width;
        SG_TRY(put_number(to, line.number, err));
        SG_TRY(put_text(to, line.error, err));
        SG_TRY(put_text(to, line.id, err));
        SG_TRY(put_number(to, line.n_items, err));
        SG_TRY(sg_text_add_bytes(to, &line.trust, sizeof line.trust, err));
        SG_TRY(put_scores(to, line.score, n, err));
        SG_TRY(put_scores(to, line.spread, n, err));
    }
done:
    return status;
}

/* Scores in a message, which are there where a line has no error. */
static const double *take_scores(const char **at, size_t n)
{
    const void *score = *at;
    *at += n * sizeof(double);
    return score;
}

static sg_feed_line take_result(const char **at, const sg_feed *feed)
{
    const size_t width = feed->model->outputs.n;
    sg_feed_line line = {.struct_size = sizeof line, .number = take_number(at)};
    line.error = take_text(at);
    line.id = take_text(at);
    line.n_items = (uint32_t)take_number(at);
    memcpy(&line.trust, *at, sizeof line.trust);
    *at += sizeof line.trust;
    if (line.error != NULL) return line;
    line.score = take_scores(at, line.n_items * width);
    if (feed->n_models > 1) line.spread = take_scores(at, line.n_items * width);
    return line;
}

/* ---- Rank 0 ----------------------------------------------------------------------------------- */

/* Send the ranks their lines.  Those that get none are not asked for an answer. */
static sg_status hand_out(const sg_feed *feed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_cluster *cluster = feed->options.cluster;
    sg_text message = {0};
    for (uint32_t r = 1; r < sg_cluster_size(cluster); r++) {
        const uint32_t first = first_line(feed, r), behind = first_line(feed, r + 1);
        if (first == behind) continue;
        message.size = 0;
        SG_TRY(put_lines(&message, feed, first, behind, err));
        sg_cluster_send(cluster, r, message.data, message.size);
    }
done:
    sg_text_free(&message);
    return status;
}

/* What a rank has answered: a status and its text, or its lines. */
static sg_status take_answer(sg_feed *feed, uint32_t rank, sg_error *err)
{
    sg_status status = SG_OK;
    const char *at = feed->answer[rank].data;
    const sg_status theirs = (sg_status)take_number(&at);
    const uint32_t first = first_line(feed, rank), behind = first_line(feed, rank + 1);
    SG_REQUIRE(theirs == SG_OK, theirs, "rank %u of %u: %s", rank,
               sg_cluster_size(feed->options.cluster), take_text(&at));
    for (uint32_t i = first; i < behind; i++)
        feed->far[i - feed->n_own] = take_result(&at, feed);
done:
    return status;
}

/* Memory that runs out while ranks wait ends all of them, here as in cluster.h. */
sg_status sgi_feed_predict_shared(sg_feed *feed, sg_error *err)
{
    sg_status status = SG_OK;
    sg_cluster *cluster = feed->options.cluster;
    const uint32_t n = feed->cutter.n_lines, n_own = first_line(feed, 1);
    SG_TRY(sg_grow(&feed->far, &feed->far_capacity, n, sizeof *feed->far, err));
    status = hand_out(feed, err);
    if (status != SG_OK) sg_cluster_abort(cluster);
    if (status == SG_OK) status = sgi_feed_predict(feed, n_own, err);
    for (uint32_t r = 1; r < sg_cluster_size(cluster); r++) {
        if (first_line(feed, r) == first_line(feed, r + 1)) continue;
        sg_cluster_receive(&feed->answer[r], cluster, r);
        if (status == SG_OK) status = take_answer(feed, r, err);
    }
    feed->n_lines = status == SG_OK ? n : 0;
done:
    return status;
}

void sgi_feed_close_ranks(sg_feed *feed)
{
    sg_cluster *cluster = feed->options.cluster;
    for (uint32_t r = 0; feed->answer != NULL && r < sg_cluster_size(cluster); r++) {
        if (r > 0) sg_cluster_send(cluster, r, "", 0);
        sg_text_free(&feed->answer[r]);
    }
    sg_free(feed->answer);
    sg_free(feed->far);
}

/* ---- The others ------------------------------------------------------------------------------- */

static sg_status answer(sg_text *to, sg_feed *feed, const sg_text *lines, sg_error *err)
{
    sg_status status = SG_OK;
    to->size = 0;
    SG_TRY(put_number(to, SG_OK, err));
    SG_TRY(take_lines(feed, lines, err));
    SG_TRY(sgi_feed_predict(feed, feed->cutter.n_lines, err));
    SG_TRY(put_results(to, feed, err));
done:
    return status;
}

sg_status sg_feed_serve(sg_feed *feed, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(feed);
    sg_status status = SG_OK;
    sg_cluster *cluster = feed->options.cluster;
    sg_text lines = {0}, made = {0};
    SG_REQUIRE(sgi_feed_is_shared(feed) && !sg_cluster_is_first(cluster), SG_EINVAL,
               "feed: it serves no other rank; push bytes, and read the lines");
    for (;;) {
        sg_error failure = {0};
        sg_cluster_receive(&lines, cluster, 0);
        if (lines.size == 0) break;
        const sg_status told = answer(&made, feed, &lines, &failure);
        if (told != SG_OK) {
            made.size = 0;
            if (put_number(&made, (uint64_t)told, NULL) != SG_OK ||
                put_text(&made, failure.text, NULL) != SG_OK)
                sg_cluster_abort(cluster);
        }
        sg_cluster_send(cluster, 0, made.data, made.size);
    }
done:
    sg_text_free(&lines);
    sg_text_free(&made);
    return status;
}
