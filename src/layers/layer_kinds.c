/* layer_kinds.c - finding kinds of layers by their words. */
#include "layers/layer_kind.h"

#include "base/mem.h"
#include "base/nearest.h"
#include "base/text.h"
#include "layers/layer_list.h"

#include <string.h>

#define DECLARE(name) extern const sg_layer_kind sg_##name##_kind;
SG_LAYER_LIST(DECLARE)

#define LIST(name) &sg_##name##_kind,
static const sg_layer_kind *const KINDS[] = {SG_LAYER_LIST(LIST)};

enum { N_KINDS = sizeof KINDS / sizeof *KINDS }; /* NOLINT(bugprone-sizeof-expression) */

const sg_layer_kind *sg_layer_kind_at(uint32_t i)
{
    return i < N_KINDS ? KINDS[i] : NULL;
}

static sg_status list_words(sg_text *list, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < N_KINDS; i++)
        SG_TRY(sg_text_add(list, err, "%s%s", i > 0 ? ", " : "", KINDS[i]->word));
done:
    return status;
}

const char *sg_layer_kinds_that_pool(sg_words *words)
{
    const sg_layer_kind *kind = NULL;
    for (uint32_t k = 0; (kind = sg_layer_kind_at(k)) != NULL; k++)
        if (kind->pools) sg_words_add(words, kind->word);
    return sg_words_end(words, "or a");
}

sg_status sg_layer_kind_find(const sg_layer_kind **kind, const char *word, sg_error *err)
{
    sg_status status = SG_OK;
    sg_nearest nearest = {.wanted = word};
    sg_text list = {0};
    for (uint32_t i = 0; i < N_KINDS; i++) {
        sg_nearest_offer(&nearest, KINDS[i]->word);
        if (strcmp(word, KINDS[i]->word) != 0) continue;
        *kind = KINDS[i];
        goto done;
    }
    SG_TRY(list_words(&list, err));
    status = nearest.name != NULL
                 ? sg_error_set(err, SG_EINVAL, SG_WHERE,
                                "unknown layer \"%.60s\"; did you mean %s?", word, nearest.name)
                 : sg_error_set(err, SG_EINVAL, SG_WHERE,
                                "unknown layer \"%.60s\"; there are %s", word, list.data);
done:
    sg_text_free(&list);
    return status;
}

uint32_t sg_layer_reach(const sg_layer_kind *kind)
{
    if (kind->pools || kind->reach == SG_OWN_ROW) return 0;
    if (kind->reach > 0) return kind->reach;
    return kind->needs_nodes ? SG_EVERYWHERE : 0;
}
