/* label_names.c - names of labels. */
#include "data/label_names.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/table.h"

#include <string.h>

void sg_label_names_free(sg_label_names *names)
{
    sg_names_free(&names->name);
    sg_free(names->label);
    sg_free(names->content);
    *names = (sg_label_names){0};
}

sg_status sg_label_names_add(sg_label_names *names, int32_t label, const char *name,
                             size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&names->label, &names->capacity, names->name.n + (size_t)1,
                   sizeof *names->label, err));
    SG_TRY(sg_names_add(&names->name, name, size, err));
    names->label[names->name.n - 1] = label;
done:
    return status;
}

sg_status sg_label_names_make_words(sg_label_names *names, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = names->name.n;
    uint64_t *content = NULL;
    sg_table table = {0};
    SG_ALLOC(content, n);
    for (uint32_t i = 0; i < n; i++) {
        const char *name = sg_names_at(&names->name, i);
        uint32_t number = 0;
        SG_REQUIRE(names->label[i] - (int64_t)names->label[0] == i, SG_EINVAL,
                   "words: label %d where %lld is next; labels of words count up one by one",
                   names->label[i], (long long)names->label[0] + i);
        content[i] = sg_hash_bytes(name, strlen(name));
        SG_TRY(sg_table_intern(&number, &table, content[i], err));
        SG_REQUIRE(number == i, SG_EINVAL,
                   "words: labels %d and %d, \"%.60s\" and \"%.60s\", are the same or share a "
                   "content key",
                   names->label[number], names->label[i], sg_names_at(&names->name, number),
                   name);
    }
    sg_free(names->content);
    names->content = content;
    content = NULL;
done:
    sg_table_free(&table);
    sg_free(content);
    return status;
}

sg_status sg_label_names_add_words(sg_label_names *names, int32_t first, const sg_names *word,
                                   sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < word->n; i++) {
        const char *name = sg_names_at(word, i);
        SG_TRY(
            sg_label_names_add(names, (int32_t)(first + (int64_t)i), name, strlen(name), err));
    }
    SG_TRY(sg_label_names_make_words(names, err));
done:
    return status;
}

sg_status sg_label_names_copy(sg_label_names *to, const sg_label_names *from, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = from->name.n;
    sg_label_names made = {.capacity = n};
    if (n == 0) goto done;
    SG_TRY(sg_names_add_all(&made.name, &from->name, err));
    SG_ALLOC(made.label, n);
    memcpy(made.label, from->label, n * sizeof *made.label);
    if (from->content != NULL) {
        SG_ALLOC(made.content, n);
        memcpy(made.content, from->content, n * sizeof *made.content);
    }
    *to = made;
    made = (sg_label_names){0};
done:
    sg_label_names_free(&made);
    return status;
}

const char *sg_label_names_find(const sg_label_names *names, int32_t label)
{
    uint32_t low = 0, high = names->name.n;
    if (high == 0 || label < names->label[0]) return NULL;
    const int64_t guess = (int64_t)label - names->label[0];
    if (guess < high && names->label[guess] == label)
        return sg_names_at(&names->name, (uint32_t)guess);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (names->label[middle] < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low < names->name.n && names->label[low] == label ? sg_names_at(&names->name, low)
                                                             : NULL;
}
