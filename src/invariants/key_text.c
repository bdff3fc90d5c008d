/* key_text.c - a table of the keys of simple things.  Their order in it says what they are. */
#include "invariants/key_text.h"

#include "invariants/labeling.h"
#include "invariants/pair_property.h"

#include <stdio.h>

/* Labels beyond a limit belong to no kind. */
static const sg_key_series REST = {SG_TAG_REST, "the rest", 0, 0};

/* The series of all labelings, of all pair properties, and of the rest; NULL from some i on.  Kinds
 * without one have a series without a word. */
static const sg_key_series *series_at(size_t i)
{
    size_t n_labelings = 0, n_properties = 0;
    const sg_labeling_kind *const *labeling = sg_labeling_kinds(&n_labelings);
    const sg_property_kind *const *property = sg_property_kinds(&n_properties);
    if (i < n_labelings) return &labeling[i]->series;
    i -= n_labelings;
    if (i < n_properties) return &property[i]->series;
    return i == n_properties ? &REST : NULL;
}

static int count(const sg_key_series *series)
{
    if (series->word == NULL) return 0;
    return series->n > 0 ? series->n : 1;
}

sg_status sg_key_names_make(sg_key_names *names, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key_names made = {0};
    const sg_key_series *series = NULL;
    uint32_t id = 0;
    for (size_t s = 0; (series = series_at(s)) != NULL; s++)
        for (int i = 0; i < count(series); i++) {
            const uint64_t word = (uint64_t)(int64_t)(series->first + i);
            const sg_key key = sg_key_of(series->tag, &word, series->n > 0 ? 1 : 0);
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

const char *sg_key_words(char text[SG_KEY_TEXT_SIZE], const sg_key_names *names, uint64_t key)
{
    uint32_t place = sg_table_find(&names->table, key);
    const sg_key_series *series = NULL;
    if (place == SG_TABLE_NONE) return NULL;
    for (size_t s = 0; (series = series_at(s)) != NULL; s++) {
        const uint32_t n = (uint32_t)count(series);
        if (place >= n) {
            place -= n;
            continue;
        }
        if (series->n > 0)
            (void)snprintf(text, SG_KEY_TEXT_SIZE, "%s %d", series->word,
                           series->first + (int)place);
        else
            (void)snprintf(text, SG_KEY_TEXT_SIZE, "%s", series->word);
        return text;
    }
    return NULL;
}

const char *sg_key_text(char text[SG_KEY_TEXT_SIZE], const sg_key_names *names, uint64_t key)
{
    if (sg_key_words(text, names, key) == NULL)
        (void)snprintf(text, SG_KEY_TEXT_SIZE, "%016llx", (unsigned long long)key);
    return text;
}
