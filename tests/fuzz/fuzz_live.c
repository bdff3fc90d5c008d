/* fuzz_live.c - edits of a graph as lines of JSON.  Whatever they are, predictions afterwards have the bits
 * of a live data set that is opened on the edited graphs. */
#include "fuzz/small_model.h"

#include <string.h>

enum { MOST_BYTES = 800, MOST_OUTPUTS = 16 };

static const sg_dataset *graphs(void)
{
    static sg_dataset *data;
    static const char *const line[] = {
        "{\"nodes\":[1,2,1,1,2,1,1,1],\"edges\":[[0,1],[1,2],[2,3],[3,4],[4,5],[5,0],[2,6]]}",
        "{\"nodes\":[1,1],\"edges\":[[0,1]]}"};
    const sg_line_array_options how = {
        .struct_size = sizeof how, .format = "json-lines", .n_threads = 1};
    if (data == NULL) FUZZ_CHECK(sg_data_from_lines(&data, line, 2, &how, NULL) == SG_OK);
    return data;
}

static void check_fresh(sg_live *live, const sg_model *model)
{
    double now[MOST_OUTPUTS], again[MOST_OUTPUTS];
    sg_dataset *data = NULL;
    sg_live *fresh = NULL;
    const uint32_t n = sg_model_sizes_of(model).n_outputs;
    FUZZ_CHECK(n <= MOST_OUTPUTS);
    if (sg_live_data(&data, live, NULL) != SG_OK) return;
    FUZZ_CHECK(sg_live_open(&fresh, model, data, NULL, NULL) == SG_OK);
    for (uint32_t g = 0; g < 2; g++) {
        const sg_status first = sg_live_predict(now, live, g, NULL),
                        second = sg_live_predict(again, fresh, g, NULL);
        FUZZ_CHECK(first == second);
        FUZZ_CHECK(first != SG_OK || memcmp(now, again, n * sizeof *now) == 0);
    }
    sg_live_close(fresh);
    sg_data_close(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const sg_model *model = small_model();
    sg_live *live = NULL;
    double score[MOST_OUTPUTS];
    bool is_edited = false;
    if (size > MOST_BYTES) return 0;
    FUZZ_CHECK(sg_live_open(&live, model, graphs(), NULL, NULL) == SG_OK);
    for (const char *at = (const char *)bytes, *end = at + size; at < end;) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        uint32_t graph = 0;
        sg_error err = {0};
        if (line_end == NULL) line_end = end;
        const sg_status status =
            sg_live_edit_json(&graph, NULL, live, at, (size_t)(line_end - at), "edit", &err);
        FUZZ_CHECK(status == SG_OK ? graph < 2 : err.text[0] != '\0');
        if (status == SG_OK) (void)sg_live_predict(score, live, graph, NULL);
        is_edited |= status == SG_OK;
        at = line_end < end ? line_end + 1 : end;
    }
    if (is_edited) check_fresh(live, model);
    sg_live_close(live);
    return 0;
}
