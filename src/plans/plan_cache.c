/* plan_cache.c - lists of what was computed, looked up by text.  There are tens of entries, and a look-up
 * saves seconds, so the lists are searched one by one. */
#include "plans/plan_cache.h"

#include "base/mem.h"
#include "base/observer.h"
#include "data/dataset_view.h"
#include "plans/plan_parts.h"

#include <string.h>

typedef struct labeling_entry {
    char *expression;
    sg_labels labels;
    uint32_t n_labels; /* that have a number; a model's own, where there is one */
    bool is_lent;      /* `labels` belong to others                              */
} labeling_entry;

typedef struct property_entry {
    char *text;
    sg_property property;
    sg_plan_pairs *pairs;
} property_entry;

typedef struct plan_entry {
    char *head; /* without copies and bias */
    sg_plan plan;
    sg_weight_keys keys;   /* empty where the vocabularies have them */
    _Atomic uint64_t used; /* the cache's time when it was asked for last; threads may ask */
} plan_entry;

struct sg_plan_cache {
    const sg_dataset *data;
    const sg_vocabularies *known;
    const sg_vocabularies_index *index; /* NULL: tables are made when they are needed */
    sg_graph_view view;
    const sg_dataset *whole; /* NULL: the data is all there is */
    sg_invariant_options options;
    labeling_entry **labeling; /* entries do not move when the list grows */
    size_t n_labelings, labeling_capacity;
    property_entry **property;
    size_t n_properties, property_capacity;
    plan_entry **plan;
    size_t n_plans, plan_capacity;
    uint64_t time;
};

/* ---- Opening and closing -------------------------------------------------------------------- */

sg_status sg_plan_cache_open(sg_plan_cache **cache, const sg_dataset *data,
                             const sg_vocabularies *known, const sg_invariant_options *options,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan_cache *opened = NULL;
    SG_ALLOC(opened, 1);
    *opened = (sg_plan_cache){.data = data, .known = known, .view = sg_dataset_view(data)};
    if (options != NULL) opened->options = *options;
    *cache = opened;
done:
    return status;
}

void sg_plan_cache_use_index(sg_plan_cache *cache, const sg_vocabularies_index *index)
{
    cache->index = index;
}

void sg_plan_cache_want(sg_plan_cache *cache, const uint8_t *wanted)
{
    cache->view.wanted = wanted;
}

void sg_plan_cache_choose_by(sg_plan_cache *cache, const sg_dataset *whole)
{
    cache->whole = whole;
}

void sg_plan_cache_release_options(sg_plan_cache *cache)
{
    cache->options = (sg_invariant_options){0};
}

static void labeling_close(labeling_entry *entry)
{
    if (entry == NULL) return;
    if (!entry->is_lent) sg_labels_free(&entry->labels);
    sg_free(entry->expression);
    sg_free(entry);
}

static void property_close(property_entry *entry)
{
    if (entry == NULL) return;
    sg_plan_pairs_release(entry->pairs);
    sg_property_free(&entry->property);
    sg_free(entry->text);
    sg_free(entry);
}

static void plan_close(plan_entry *entry)
{
    if (entry == NULL) return;
    sg_plan_free(&entry->plan);
    sg_weight_keys_free(&entry->keys);
    sg_free(entry->head);
    sg_free(entry);
}

void sg_plan_cache_close(sg_plan_cache *cache)
{
    if (cache == NULL) return;
    for (size_t i = 0; i < cache->n_plans; i++) plan_close(cache->plan[i]);
    for (size_t i = 0; i < cache->n_properties; i++) property_close(cache->property[i]);
    for (size_t i = 0; i < cache->n_labelings; i++) labeling_close(cache->labeling[i]);
    sg_free(cache->plan);
    sg_free(cache->property);
    sg_free(cache->labeling);
    sg_free(cache);
}

/* Make room for one more entry of a list of n; lists are of pointers. */
static sg_status make_room(void *list, size_t *capacity, size_t n, sg_error *err)
{
    return sg_grow(list, capacity, n + 1, sizeof(void *), err);
}

const sg_dataset *sg_plan_cache_data(const sg_plan_cache *cache)
{
    return cache->data;
}

/* ---- Labels --------------------------------------------------------------------------------- */

static sg_status compute_labels(labeling_entry *entry, const sg_plan_cache *cache,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression expression = {0};
    SG_TRY(sg_label_parse(&expression, entry->expression, err));
    SG_TRY(sg_labels_compute(&entry->labels, &expression, &cache->view, &cache->options, err));
    entry->n_labels = entry->labels.vocabulary.n_keys;
done:
    sg_label_expression_free(&expression);
    return status;
}

/* Labels that the model does not know have no weight; entry->labels may be there already. */
static sg_status recognize_labels(labeling_entry *entry, const sg_plan_cache *cache,
                                  sg_error *err)
{
    sg_status status = SG_OK;
    const sg_label_vocabulary *known = sg_vocabularies_labels(cache->known, entry->expression);
    SG_REQUIRE(known != NULL, SG_EFORMAT, "model: it knows no labels of \"%s\"",
               entry->expression);
    const sg_label_index *index =
        cache->index != NULL ? &cache->index->labels[known - cache->known->labels] : NULL;
    if (!entry->is_lent)
        SG_TRY(sg_labels_recognize(&entry->labels, known, index, &cache->view, &cache->options,
                                   err));
    entry->n_labels = known->n_labels;
done:
    return status;
}

/* Add the entry of an expression; `lent` are its labels where they are known, else NULL. */
static sg_status add_labeling(labeling_entry **added, sg_plan_cache *cache,
                              const char *expression, const sg_labels *lent, sg_error *err)
{
    sg_status status = SG_OK;
    labeling_entry *entry = NULL;
    SG_TRY(make_room(&cache->labeling, &cache->labeling_capacity, cache->n_labelings, err));
    SG_ALLOC(entry, 1);
    entry->is_lent = lent != NULL;
    if (lent != NULL) entry->labels = *lent;
    entry->expression = sg_text_copy(expression);
    SG_REQUIRE(entry->expression != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(cache->known != NULL ? recognize_labels(entry, cache, err)
                                : compute_labels(entry, cache, err));
    *added = cache->labeling[cache->n_labelings++] = entry;
    entry = NULL;
done:
    labeling_close(entry);
    return status;
}

static sg_status find_labeling(labeling_entry **found, sg_plan_cache *cache,
                               const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    sg_watch watch;
    sg_watch_begin(&watch, cache->options.observer);
    for (size_t i = 0; i < cache->n_labelings; i++)
        if (strcmp(cache->labeling[i]->expression, expression) == 0) {
            *found = cache->labeling[i];
            goto done;
        }
    SG_TRY(add_labeling(found, cache, expression, NULL, err));
done:
    sg_watch_end(&watch);
    return status;
}

sg_status sg_plan_cache_put_labels(sg_plan_cache *cache, const char *expression,
                                   const sg_labels *labels, sg_error *err)
{
    labeling_entry *entry = NULL;
    return add_labeling(&entry, cache, expression, labels, err);
}

sg_status sg_plan_cache_labels(sg_cached_labels *labels, sg_plan_cache *cache,
                               const char *expression, sg_error *err)
{
    labeling_entry *entry = NULL;
    const sg_status status = find_labeling(&entry, cache, expression, err);
    if (status == SG_OK) *labels = (sg_cached_labels){entry->labels.label, entry->n_labels};
    return status;
}

/* ---- Plans ---------------------------------------------------------------------------------- */

/* What the pairs of all ranks are like. */
static sg_status expect_by_whole(property_entry *entry, const sg_dataset *whole, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(whole);
    sg_plan_pairs *pairs = NULL;
    SG_TRY(sg_plan_pairs_open(&pairs, &entry->property, &view, err));
    SG_TRY(sg_plan_pairs_expect(pairs, err));
    entry->pairs->whole = view.graph;
    entry->pairs->n_expected = pairs->n_expected;
    entry->pairs->n_values_expected = pairs->n_values_expected;
    entry->pairs->expected = true;
done:
    sg_plan_pairs_release(pairs);
    return status;
}

static sg_status find_property(property_entry **found, sg_plan_cache *cache, const char *text,
                               sg_error *err)
{
    sg_status status = SG_OK;
    property_entry *entry = NULL;
    for (size_t i = 0; i < cache->n_properties; i++)
        if (strcmp(cache->property[i]->text, text) == 0) {
            *found = cache->property[i];
            goto done;
        }
    SG_TRY(make_room(&cache->property, &cache->property_capacity, cache->n_properties, err));
    SG_ALLOC(entry, 1);
    entry->text = sg_text_copy(text);
    SG_REQUIRE(entry->text != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_property_parse(&entry->property, text, err));
    entry->property.budget = cache->options.budget;
    SG_TRY(sg_plan_pairs_open(&entry->pairs, &entry->property, &cache->view, err));
    if (cache->whole != NULL) SG_TRY(expect_by_whole(entry, cache->whole, err));
    *found = cache->property[cache->n_properties++] = entry;
    entry = NULL;
done:
    property_close(entry);
    return status;
}

static sg_status make_plan(plan_entry *entry, sg_plan_cache *cache, const sg_head *head,
                           sg_error *err)
{
    sg_status status = SG_OK;
    labeling_entry *receiver = NULL, *sender = NULL;
    property_entry *property = NULL;
    SG_TRY(find_labeling(&receiver, cache, head->receiver, err));
    SG_TRY(find_labeling(&sender, cache, head->sender, err));
    SG_TRY(find_property(&property, cache, head->property, err));
    sg_plan_source source = {.receiver = &receiver->labels,
                             .sender = &sender->labels,
                             .pairs = property->pairs,
                             .kind = head->weighs ? SG_PLAN_EXPLICIT : SG_PLAN_AUTO,
                             .threads = cache->options.threads};
    if (cache->known == NULL) {
        SG_TRY(sg_plan_make(&entry->plan, &entry->keys, &source, head->thresholds, err));
    } else {
        const sg_triple_vocabulary *known = sg_vocabularies_triples(cache->known, entry->head);
        SG_REQUIRE(known != NULL, SG_EFORMAT, "model: it knows no weights of \"%s\"",
                   entry->head);
        if (cache->index != NULL)
            source.slots = &cache->index->slots[known - cache->known->weights];
        SG_TRY(sg_plan_recognize(&entry->plan, &known->keys, &source, err));
    }
    if (head->weighs) SG_TRY(sg_plan_weigh(&entry->plan, &cache->view, head->column, err));
done:
    return status;
}

static sg_status find_plan(plan_entry **found, sg_plan_cache *cache, const sg_head *head,
                           sg_error *err)
{
    sg_status status = SG_OK;
    plan_entry *entry = NULL;
    sg_watch watch;
    sg_watch_begin(&watch, cache->options.observer);
    SG_ALLOC(entry, 1);
    SG_TRY(sg_head_name_weights(&entry->head, head, err));
    for (size_t i = 0; i < cache->n_plans; i++)
        if (strcmp(cache->plan[i]->head, entry->head) == 0) {
            *found = cache->plan[i];
            (*found)->used = cache->time;
            goto done;
        }
    SG_TRY(make_room(&cache->plan, &cache->plan_capacity, cache->n_plans, err));
    SG_TRY(make_plan(entry, cache, head, err));
    entry->used = cache->time;
    *found = cache->plan[cache->n_plans++] = entry;
    entry = NULL;
done:
    sg_watch_end(&watch);
    plan_close(entry);
    return status;
}

sg_status sg_plan_cache_plan(const sg_plan **plan, sg_plan_cache *cache, const sg_head *head,
                             sg_error *err)
{
    plan_entry *entry = NULL;
    const sg_status status = find_plan(&entry, cache, head, err);
    if (status == SG_OK) *plan = &entry->plan;
    return status;
}

size_t sg_plan_cache_plan_count(const sg_plan_cache *cache)
{
    return cache->n_plans;
}

sg_plan_choice sg_plan_cache_plan_at(const sg_plan_cache *cache, size_t i)
{
    const plan_entry *entry = cache->plan[i];
    return (sg_plan_choice){.head = entry->head,
                            .kind = sg_plan_kind_name(&entry->plan),
                            .n_weights = entry->plan.n_slots,
                            .n_pairs = entry->plan.n_pairs,
                            .n_bytes = sg_plan_bytes(&entry->plan)};
}

/* ---- Dropping ------------------------------------------------------------------------------- */

void sg_plan_cache_set_time(sg_plan_cache *cache, uint64_t time)
{
    cache->time = time;
}

uint64_t sg_plan_cache_oldest(const sg_plan_cache *cache)
{
    uint64_t oldest = UINT64_MAX;
    for (size_t i = 0; i < cache->n_plans; i++)
        if (cache->plan[i]->used < oldest) oldest = cache->plan[i]->used;
    return oldest;
}

uint64_t sg_plan_cache_bytes(const sg_plan_cache *cache)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < cache->n_plans; i++) sum += sg_plan_bytes(&cache->plan[i]->plan);
    for (size_t i = 0; i < cache->n_properties; i++)
        sum += sg_plan_pairs_bytes(cache->property[i]->pairs);
    return sum;
}

void sg_plan_cache_drop(sg_plan_cache *cache, uint64_t time)
{
    size_t n = 0;
    for (size_t i = 0; i < cache->n_plans; i++) {
        if (cache->plan[i]->used <= time)
            plan_close(cache->plan[i]);
        else
            cache->plan[n++] = cache->plan[i];
    }
    cache->n_plans = n;
}

void sg_plan_cache_drop_pairs(sg_plan_cache *cache)
{
    size_t n = 0;
    for (size_t i = 0; i < cache->n_properties; i++) {
        property_entry *entry = cache->property[i];
        if (entry->pairs->found && atomic_load(&entry->pairs->n_references) == 1)
            property_close(entry); /* no plan refers to them */
        else
            cache->property[n++] = entry;
    }
    cache->n_properties = n;
}

/* ---- Vocabularies ------------------------------------------------------------------------------ */

static sg_status copy_numbers(uint64_t **copy, const uint64_t *numbers, uint32_t n,
                              sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(*copy, n);
    if (n > 0) memcpy(*copy, numbers, n * sizeof *numbers);
done:
    return status;
}

sg_status sg_plan_cache_label_vocabulary(sg_label_vocabulary *known, sg_plan_cache *cache,
                                         const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    labeling_entry *entry = NULL;
    sg_label_vocabulary made = {0};
    SG_TRY(find_labeling(&entry, cache, expression, err));
    const sg_vocabulary *vocabulary = &entry->labels.vocabulary;
    made.n_labels = vocabulary->n_keys;
    made.expression = sg_text_copy(expression);
    SG_REQUIRE(made.expression != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(copy_numbers(&made.key, vocabulary->key, vocabulary->n_keys, err));
    SG_TRY(copy_numbers(&made.count, vocabulary->count, vocabulary->n_keys, err));
    *known = made;
    made = (sg_label_vocabulary){0};
done:
    sg_label_vocabulary_free(&made);
    return status;
}

sg_status sg_plan_cache_triple_vocabulary(sg_triple_vocabulary *known, sg_plan_cache *cache,
                                          const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    plan_entry *entry = NULL;
    sg_triple_vocabulary made = {0};
    SG_TRY(find_plan(&entry, cache, head, err));
    const sg_weight_keys *keys = &entry->keys;
    made.head = sg_text_copy(entry->head);
    SG_REQUIRE(made.head != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(copy_numbers(&made.keys.receiver, keys->receiver, keys->n_slots, err));
    SG_TRY(copy_numbers(&made.keys.sender, keys->sender, keys->n_slots, err));
    SG_TRY(copy_numbers(&made.keys.value, keys->value, keys->n_slots, err));
    made.keys.n_slots = keys->n_slots;
    *known = made;
    made = (sg_triple_vocabulary){0};
done:
    sg_triple_vocabulary_free(&made);
    return status;
}
