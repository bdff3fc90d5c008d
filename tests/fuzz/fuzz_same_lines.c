/* fuzz_same_lines.c - JSON lines as they come against the same lines as a data set: a line has a
 * prediction in both cases or in none, with the same bits.  Only data that has no labels at all is refused
 * where a line without labels is not. */
#include "fuzz/small_model.h"

#include <string.h>

enum { MOST_BYTES = 250, MOST_OUTPUTS = 16 };

/* The line alone, as data.  False: it cannot be read or predicted, and `err` says why. */
static bool predict_alone(double *score, const sg_model *model, const char *line, sg_error *err)
{
    sg_dataset *data = NULL;
    const sg_line_array_options how = {
        .struct_size = sizeof how, .format = "json-lines", .n_threads = 1};
    const sg_label_options labels = {
        .struct_size = sizeof labels, .n_threads = 1, .budget = 4000};
    const bool is_good = sg_data_from_lines(&data, &line, 1, &how, err) == SG_OK &&
                         sg_model_predict(score, model, data, &labels, err) == SG_OK;
    sg_data_close(data);
    return is_good;
}

static void check_line(const sg_feed_line *line, const sg_model *model, const char *text)
{
    double score[MOST_OUTPUTS];
    const uint32_t n = sg_model_sizes_of(model).n_outputs;
    sg_error err = {0};
    const bool is_good = predict_alone(score, model, text, &err);
    const bool lacks_labels = strstr(err.text, "model: it looks at") != NULL;
    FUZZ_CHECK(n <= MOST_OUTPUTS);
    FUZZ_CHECK((is_good || lacks_labels) == (line->error == NULL));
    FUZZ_CHECK(!is_good || memcmp(score, line->score, n * sizeof *score) == 0);
}

/* Check the lines that are ready, and cut them off the text. */
static char *check_lines(const sg_feed *feed, const sg_model *model, char *text)
{
    for (uint32_t i = 0; i < sg_feed_count(feed); i++) {
        const sg_feed_line line = sg_feed_line_of(feed, i);
        char *end = strchr(text, '\n');
        if (end != NULL) *end = '\0';
        check_line(&line, model, text);
        text = end != NULL ? end + 1 : text + strlen(text);
    }
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    sg_model *model = small_model();
    sg_feed *feed = NULL;
    sg_error err = {0};
    char copy[MOST_BYTES + 1] = "", *rest = copy;
    const sg_feed_options options = {
        .struct_size = sizeof options, .format = "json-lines", .n_threads = 1, .budget = 4000};
    if (size < 2 || size > MOST_BYTES || memchr(bytes + 1, '\0', size - 1) != NULL) return 0;
    const size_t n = size - 1, portion = 1 + (size_t)bytes[0];
    memcpy(copy, bytes + 1, n);
    FUZZ_CHECK(sg_feed_open(&feed, model, &options, &err) == SG_OK);
    for (size_t begin = 0; begin < n; begin += portion) {
        const size_t m = n - begin < portion ? n - begin : portion;
        FUZZ_CHECK(sg_feed_push(feed, (const char *)bytes + 1 + begin, m, &err) == SG_OK);
        rest = check_lines(feed, model, rest);
    }
    FUZZ_CHECK(sg_feed_end(feed, &err) == SG_OK);
    rest = check_lines(feed, model, rest);
    FUZZ_CHECK(*rest == '\0');
    sg_feed_close(feed);
    return 0;
}
