/* vocabularies_add.c - what two models know, in one vocabulary. */
#include "plans/vocabularies.h"

#include "base/mem.h"
#include "base/text.h"

#include <string.h>

static bool have_same_keys(const uint64_t *a, const uint64_t *b, size_t n)
{
    return n == 0 || memcmp(a, b, n * sizeof *a) == 0;
}

static sg_status copy_words(uint64_t **copy, const uint64_t *word, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(*copy, n);
    if (n > 0) memcpy(*copy, word, n * sizeof *word);
done:
    return status;
}

static sg_status copy_text(char **copy, const char *text, sg_error *err)
{
    *copy = sg_text_copy(text);
    if (*copy != NULL) return SG_OK;
    return sg_error_set(err, SG_ENOMEM, SG_WHERE, "out of memory");
}

static sg_status fail_unlike(const char *what, sg_error *err)
{
    return sg_error_set(err, SG_EINVAL, SG_WHERE,
                        "models: they do not know the same of \"%s\"; models that are joined "
                        "must have learned from the same items",
                        what);
}

static sg_status add_labels(sg_vocabularies *v, const sg_label_vocabulary *from, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_vocabulary made = {.n_labels = from->n_labels};
    const sg_label_vocabulary *there = sg_vocabularies_labels(v, from->expression);
    size_t capacity = v->n_labelings;
    if (there != NULL) {
        if (there->n_labels != from->n_labels ||
            !have_same_keys(there->key, from->key, from->n_labels))
            SG_TRY(fail_unlike(from->expression, err));
        goto done;
    }
    SG_TRY(copy_text(&made.expression, from->expression, err));
    SG_TRY(copy_words(&made.key, from->key, from->n_labels, err));
    SG_TRY(copy_words(&made.count, from->count, from->n_labels, err));
    SG_TRY(sg_grow(&v->labels, &capacity, v->n_labelings + (size_t)1, sizeof made, err));
    v->labels[v->n_labelings++] = made;
    made = (sg_label_vocabulary){0};
done:
    sg_label_vocabulary_free(&made);
    return status;
}

static bool are_same_triples(const sg_weight_keys *a, const sg_weight_keys *b)
{
    return a->n_slots == b->n_slots && have_same_keys(a->receiver, b->receiver, a->n_slots) &&
           have_same_keys(a->sender, b->sender, a->n_slots) &&
           have_same_keys(a->value, b->value, a->n_slots);
}

static sg_status add_triples(sg_vocabularies *v, const sg_triple_vocabulary *from,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = from->keys.n_slots;
    sg_triple_vocabulary made = {.keys = {.n_slots = from->keys.n_slots}};
    const sg_triple_vocabulary *there = sg_vocabularies_triples(v, from->head);
    size_t capacity = v->n_heads;
    if (there != NULL) {
        if (!are_same_triples(&there->keys, &from->keys)) SG_TRY(fail_unlike(from->head, err));
        goto done;
    }
    SG_TRY(copy_text(&made.head, from->head, err));
    SG_TRY(copy_words(&made.keys.receiver, from->keys.receiver, n, err));
    SG_TRY(copy_words(&made.keys.sender, from->keys.sender, n, err));
    SG_TRY(copy_words(&made.keys.value, from->keys.value, n, err));
    SG_TRY(sg_grow(&v->weights, &capacity, v->n_heads + (size_t)1, sizeof made, err));
    v->weights[v->n_heads++] = made;
    made = (sg_triple_vocabulary){0};
done:
    sg_triple_vocabulary_free(&made);
    return status;
}

sg_status sg_vocabularies_add(sg_vocabularies *vocabularies, const sg_vocabularies *from,
                              sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < from->n_labelings; i++)
        SG_TRY(add_labels(vocabularies, &from->labels[i], err));
    for (uint32_t i = 0; i < from->n_heads; i++)
        SG_TRY(add_triples(vocabularies, &from->weights[i], err));
done:
    return status;
}
