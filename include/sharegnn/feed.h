/* feed.h - graphs as they come: predict what does not fit in memory.
 *
 * A feed is a model at the end of a pipe: bytes go in, whole lines come out as predictions, in
 * their order.  Every line is independent: its scores have the same bits for any lines before and
 * after it, any portions of bytes, and any number of threads.
 *
 * Example: two lines, the last one without a newline:
 *
 *     const char *const portion[] = {"{\"nodes\": [0, 0], \"edges\": [[0, 1]]}\n{\"nodes\"",
 *                                    ": [0, 0, 0], \"edges\": [[0, 1], [1, 2]]}"};
 *     const sg_feed_options options = {.struct_size = sizeof options, .format = "json-lines"};
 *     sg_feed *feed = NULL;
 *     bool good = sg_feed_open(&feed, model, &options, &err) == SG_OK;
 *     for (int p = 0; good && p < 3; p++) { // the third time: the end
 *         good = (p < 2 ? sg_feed_push(feed, portion[p], strlen(portion[p]), &err)
 *                       : sg_feed_end(feed, &err)) == SG_OK;
 *         for (uint32_t i = 0; good && i < sg_feed_count(feed); i++)
 *             printf("line %d: %s\n", (int)sg_feed_line_of(feed, i).number,
 *                    sg_feed_line_of(feed, i).error == NULL ? "predicted" : sg_feed_line_of(feed, i).error);
 *     }
 *     sg_feed_close(feed);
 *
 * Complexity: opening takes time and memory proportional to the weights of the models.  A line
 * takes time proportional to its bytes and to the pairs of nodes that have a value.  Memory is that
 * of the models and of one portion, however many lines there are.
 *
 * Threads: a feed belongs to one thread at a time; the threads that it starts end with
 * sg_feed_close.
 */
#ifndef SHAREGNN_FEED_H
#define SHAREGNN_FEED_H

#include "sharegnn/cluster.h"
#include "sharegnn/prediction.h"
#include "sharegnn/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A model at the end of a pipe. */
typedef struct sg_feed sg_feed;

/* How lines are read and predicted; a struct with its size and nothing else will do.  All pointers but
 * `other` are borrowed for the call. */
typedef struct sg_feed_options {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    /* The format of the lines by its name: one of sg_data_format_at that has_lines, as "smiles",
     * "json-lines" or "text".  NULL: the first line tells, where it begins as those of a format that
     * is_guessed; else sg_feed_push fails. */
    const char *format;
    /* Settings of the format, as after the '?' of a file's name: "bonds=kekule"; NULL: none.  Molecules
     * are read as the model's were where the settings do not say otherwise.  Those of another format are
     * refused, by the first push where the first line tells the format. */
    const char *settings;
    bool trust;         /* measure how much of each graph the model has never met             */
    uint32_t n_threads; /* 0: one per core                                                    */
    uint64_t budget;    /* search steps per graph; 0: as for labels                           */
    /* More models, borrowed until close: scores are means over all, as of sg_models_predict. */
    const sg_model *const *other; /* [n_others] */
    uint32_t n_others;
    /* Ranks that share the lines (cluster.h), borrowed until close; NULL: this process alone.  All ranks open a
     * feed with the same models and options.  Rank 0 pushes all bytes and gets all lines, in their order; the
     * others call sg_feed_serve. */
    sg_cluster *cluster;
} sg_feed_options;

/* What became of a line. */
typedef struct sg_feed_line {
    size_t struct_size; /* sizeof of this struct, set by the caller */
    uint64_t number;    /* of the line, from 1                                              */
    const char *error;  /* why there is no prediction; NULL: there is one                   */
    const char *id;     /* of the graph, as it is written there; NULL: it has none          */
    const double
        *score; /* [n_items][n_outputs] as of sg_model_predict; NULL where there is an error */
    sg_trust trust; /* of the first model, where options ask for it; else, and where there is an
                       error, zeros, whose sg_trust_share is 0                            */
    const double
        *spread; /* [n_items][n_outputs] over several models; NULL where there is one */
    uint32_t
        n_items; /* 1; the nodes of the graph where the model predicts nodes; 0 where there is
                             an error                                                          */
} sg_feed_line;

/* Prepare a model to predict.  *feed is released with sg_feed_close.
 *
 *   model    borrowed until close, as are the others.  Where one of them gets other weights
 *            (sg_model_train, sg_weights_set), the next push or end fails with SG_EINVAL, also where it
 *            completes no line
 *   options  not kept; NULL: defaults
 *
 * Fails with SG_EINVAL (options; settings that the format does not know; a model that has not been trained;
 * models that do not predict the same; ranks with other models; a model that looks at labels, for a
 * format that never has any), SG_EFORMAT (a model is not sound) or SG_ENOMEM. */
SG_API sg_status sg_feed_open(sg_feed **feed, const sg_model *model,
                              const sg_feed_options *options, sg_error *err);

/* Release a feed and end its threads; NULL is fine. */
SG_API void sg_feed_close(sg_feed *feed);

/* Take the next n bytes, which are copied, and predict the lines that they complete.  Lines that
 * cannot be read or predicted, and those of more than 4 MiB, have an error and disturb no others.  A line
 * without labels is predicted though the model looks at some: its trust tells.
 * Fails with SG_EINVAL where the format cannot be guessed or is refused, or a model has other weights,
 * with SG_ELIMIT for 2^31 bytes at once, with SG_ECANCELED (a watch of types.h) or with SG_ENOMEM.
 *
 * A feed that has failed stays failed, because lines would be missing: sg_feed_count is 0, and every later
 * push or end fails with the status and text of the first failure, until the feed is closed.  Only a call
 * with NULL in place of the feed or the bytes leaves it as it was. */
SG_API sg_status sg_feed_push(sg_feed *feed, const char *bytes, size_t n, sg_error *err);

/* Predict the last line, if it had no newline.  Bytes that are pushed afterwards begin a new line; a second
 * end without them predicts nothing.  Fails like sg_feed_push. */
SG_API sg_status sg_feed_end(sg_feed *feed, sg_error *err);

/* Predict what rank 0 hands out until it closes its feed; for the other ranks of options->cluster, which call
 * nothing else but sg_feed_close.  What goes wrong with lines is told to rank 0.
 * Fails with SG_EINVAL on rank 0, and where there are no ranks. */
SG_API sg_status sg_feed_serve(sg_feed *feed, sg_error *err);

/* How many lines the last push or end has predicted, 0 for NULL, and line i of them, from 0: *line is the
 * caller's, its texts and arrays are borrowed until the next push, end or close.  Fails with SG_EINVAL where
 * there is no such line. */
SG_API uint32_t sg_feed_count(const sg_feed *feed);
SG_API sg_status sg_feed_at(sg_feed_line *line, const sg_feed *feed, uint32_t i, sg_error *err);

/* The same as a value, for expressions; zeros where it fails. */
static inline sg_feed_line sg_feed_line_of(const sg_feed *feed, uint32_t i)
{
    sg_feed_line line;
    memset(&line, 0, sizeof line);
    line.struct_size = sizeof line;
    (void)sg_feed_at(&line, feed, i, NULL);
    return line;
}

#ifdef __cplusplus
}
#endif

#endif
