/* key_text.c - a table of the keys of simple things.  Their order in it says what they are. */
#include "invariants/key_text.h"

#include "invariants/key.h"

#include <stdio.h>

/* Kinds with numbers first, then those without. */
static const struct {
    sg_tag tag;
    const char *word;
    int first, n; /* numbers; n = 0: it has none */
} KIND[] = {{SG_TAG_LABEL, "label", -1, 1001},
            {SG_TAG_DEGREE, "degree", 0, 1000},
            {SG_TAG_DISTANCE, "distance", 0, 1000},
            {SG_TAG_NONE, "any", 0, 0},
            {SG_TAG_REST, "the rest", 0, 0}};

enum { N_KINDS = sizeof KIND / sizeof *KIND };

static int count(int kind)
{
    return KIND[kind].n > 0 ? KIND[kind].n : 1;
}

sg_status sg_key_names_make(sg_key_names *names, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key_names made = {0};
    uint32_t id = 0;
    for (int k = 0; k < N_KINDS; k++)
        for (int i = 0; i < count(k); i++) {
            const uint64_t word = (uint64_t)(int64_t)(KIND[k].first + i);
            const sg_key key = sg_key_of(KIND[k].tag, &word, KIND[k].n > 0 ? 1 : 0);
            SG_TRY(sg_table_intern(&id, &made.table, key.key, err));
        }
    *names = made;
    made = (sg_key_names){0};
done:
    sg_key_names_free(&made);
    return status;
}

void sg_key_names_free(sg_key_names *names)
{
    sg_table_free(&names->table);
}

const char *sg_key_text(char text[SG_KEY_TEXT_SIZE], const sg_key_names *names, uint64_t key)
{
    const uint32_t found = sg_table_find(&names->table, key);
    int place = found != SG_TABLE_NONE ? (int)found : -1;
    (void)snprintf(text, SG_KEY_TEXT_SIZE, "%016llx", (unsigned long long)key);
    for (int k = 0; k < N_KINDS && place >= 0; place -= count(k), k++) {
        if (place >= count(k)) continue;
        if (KIND[k].n > 0)
            (void)snprintf(text, SG_KEY_TEXT_SIZE, "%s %d", KIND[k].word,
                           KIND[k].first + place);
        else
            (void)snprintf(text, SG_KEY_TEXT_SIZE, "%s", KIND[k].word);
    }
    return text;
}
