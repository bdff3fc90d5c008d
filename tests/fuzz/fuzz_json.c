/* fuzz_json.c - a text through the JSON reader, token by token, skipping values now and then. */
#include "fuzz/fuzz.h"

#include "text/json_reader.h"

/* Tokens lie inside the text, one after the other. */
static void check_token(const sg_json_token *token, const char *text, size_t size)
{
    FUZZ_CHECK(token->place.line >= 1 && token->place.column >= 1);
    if (token->text == NULL) return;
    FUZZ_CHECK(token->text >= text && token->text <= text + size);
    FUZZ_CHECK(token->size <= (size_t)(text + size - token->text));
}

/* Read to the end; every `period`-th value is skipped (0: none). */
static sg_status walk(size_t *n_tokens, const char *text, size_t size, unsigned period,
                      sg_error *err)
{
    sg_json json = sg_json_of("memory.json", text, size);
    sg_json_token token = {0};
    unsigned depth = 0;
    do {
        const sg_status status = sg_json_next(&token, &json, err);
        if (status != SG_OK) return status;
        FUZZ_CHECK(++*n_tokens <= 2 * size + 1);
        check_token(&token, text, size);
        const bool begins =
            token.kind == SG_JSON_OBJECT_BEGIN || token.kind == SG_JSON_ARRAY_BEGIN;
        const bool ends = token.kind == SG_JSON_OBJECT_END || token.kind == SG_JSON_ARRAY_END;
        FUZZ_CHECK(!ends || depth > 0);
        depth += begins;
        depth -= ends;
        if (token.kind == SG_JSON_NUMBER) {
            uint32_t value = 0;
            if (sg_json_index(&value, &token, 1000, NULL) == SG_OK) FUZZ_CHECK(value <= 1000);
        }
        if (period > 0 && begins && *n_tokens % period == 0) {
            const sg_status skipped = sg_json_skip(&json, &token, err);
            if (skipped != SG_OK) return skipped;
            depth--;
        }
        FUZZ_CHECK(depth == json.depth && depth <= SG_JSON_MAX_DEPTH);
    } while (token.kind != SG_JSON_END);
    FUZZ_CHECK(depth == 0);
    return SG_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    sg_status first = SG_OK;
    for (unsigned period = 0; period < 4; period++) {
        sg_error err = {0};
        size_t n_tokens = 0;
        const sg_status status = walk(&n_tokens, (const char *)bytes, size, period, &err);
        FUZZ_CHECK((status == SG_OK) == (err.text[0] == '\0'));
        if (period == 0) first = status;
        FUZZ_CHECK(status == first); /* skipping overlooks nothing */
    }
    return 0;
}
