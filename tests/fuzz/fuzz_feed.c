/* fuzz_feed.c - bytes on their way to a model.  The first byte says how they are portioned and what the
 * lines are; whatever it says, lines come out in order, each with a prediction or a reason. */
#include "fuzz/small_model.h"

#include <string.h>

static void check_lines(const sg_feed *feed, uint64_t *n_lines)
{
    for (uint32_t i = 0; i < sg_feed_count(feed); i++) {
        const sg_feed_line line = sg_feed_line_of(feed, i);
        FUZZ_CHECK(line.number == ++*n_lines);
        FUZZ_CHECK((line.error == NULL) == (line.score != NULL));
        FUZZ_CHECK(line.error == NULL || line.error[0] != '\0');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const FORMATS[] = {"smiles", "json-lines", "text"};
    sg_model *model = small_model();
    sg_feed *feed = NULL;
    sg_error err = {0};
    uint64_t n_lines = 0, n_expected = 0;
    if (size == 0 || size > 250) return 0;
    const char *text = (const char *)bytes + 1;
    const size_t n = size - 1, portion = 4 + (size_t)(bytes[0] >> 2) * 8;
    const sg_feed_options options = {.struct_size = sizeof options,
                                     .format = FORMATS[bytes[0] % 3],
                                     .n_threads = 1,
                                     .budget = 4000};
    FUZZ_CHECK(sg_feed_open(&feed, model, &options, &err) == SG_OK);
    for (size_t begin = 0; begin < n; begin += portion) {
        const size_t m = n - begin < portion ? n - begin : portion;
        FUZZ_CHECK(sg_feed_push(feed, text + begin, m, &err) == SG_OK);
        check_lines(feed, &n_lines);
    }
    FUZZ_CHECK(sg_feed_end(feed, &err) == SG_OK);
    check_lines(feed, &n_lines);
    for (size_t i = 0; i < n; i++) n_expected += text[i] == '\n';
    n_expected += n > 0 && text[n - 1] != '\n';
    FUZZ_CHECK(n_lines == n_expected);
    sg_feed_close(feed);
    return 0;
}
