/* golden_counts.c - finds the list by its name, then reads tokens until it ends. */
#include "support/golden_counts.h"

#include "base/file.h"
#include "support/check.h"
#include "text/json_reader.h"

void golden_counts(uint64_t *count, const char *path, const char *section, size_t n_nodes,
                   size_t width)
{
    sg_text text = {0};
    check_ok(sg_file_read(&text, path, (size_t)1 << 30, &err));
    const char *named = strstr(text.data, section);
    const char *begin = named != NULL ? strstr(named, "[[") : NULL;
    assert_non_null(begin);
    memset(count, 0, n_nodes * width * sizeof *count);
    sg_json json = sg_json_of(path, begin, text.size - (size_t)(begin - text.data));
    sg_json_token token;
    size_t n_seen = 0, size = 0;
    int depth = 0;
    do {
        check_ok(sg_json_next(&token, &json, &err));
        depth += token.kind == SG_JSON_ARRAY_BEGIN;
        depth -= token.kind == SG_JSON_ARRAY_END;
        n_seen += token.kind == SG_JSON_OBJECT_BEGIN;
        if (token.kind == SG_JSON_KEY) size = strtoul(token.text, NULL, 10);
        if (token.kind != SG_JSON_NUMBER) continue;
        assert_true(n_seen >= 1 && n_seen <= n_nodes && size < width);
        count[(n_seen - 1) * width + size] = strtoul(token.text, NULL, 10);
    } while (depth > 0);
    assert_int_equal(n_seen, n_nodes);
    sg_text_free(&text);
}
