/* shelf.c - lists of what was computed, looked up by text.  There are tens of entries, and a look-up
 * saves seconds, so the lists are searched one by one. */
#include "plans/shelf.h"

#include "base/mem.h"
#include "data/dataset_view.h"

#include <string.h>

typedef struct labeling_entry {
    char *expression;
    sg_labels labels;
    uint32_t *label;   /* [n_nodes] in the numbers of weights; labels.label where they agree */
    uint32_t n_labels; /* of these                                                            */
} labeling_entry;

typedef struct property_entry {
    char *text;
    sg_property property;
    sg_plan_pairs *pairs;
} property_entry;

typedef struct plan_entry {
    char *head; /* without copies and bias */
    sg_plan plan;
    sg_weight_keys keys; /* empty where the knowledge has them */
} plan_entry;

struct sg_shelf {
    const sg_dataset *data;
    const sg_knowledge *known;
    const sg_knowledge_index *index; /* NULL: tables are made when they are needed */
    sg_graph_view view;
    sg_invariant_options options;
    labeling_entry **labeling; /* entries do not move when the list grows */
    size_t n_labelings, labeling_capacity;
    property_entry **property;
    size_t n_properties, property_capacity;
    plan_entry **plan;
    size_t n_plans, plan_capacity;
};

/* ---- Opening and closing -------------------------------------------------------------------- */

sg_status sg_shelf_open(sg_shelf **shelf, const sg_dataset *data, const sg_knowledge *known,
                        const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_shelf *opened = NULL;
    SG_ALLOC(opened, 1);
    *opened = (sg_shelf){.data = data, .known = known, .view = sg_dataset_view(data)};
    if (options != NULL) opened->options = *options;
    *shelf = opened;
done:
    return status;
}

void sg_shelf_recognize(sg_shelf *shelf, const sg_knowledge_index *index)
{
    shelf->index = index;
}

void sg_shelf_release_options(sg_shelf *shelf)
{
    shelf->options = (sg_invariant_options){0};
}

static void labeling_close(labeling_entry *entry)
{
    if (entry == NULL) return;
    if (entry->label != entry->labels.label) sg_free(entry->label);
    sg_labels_free(&entry->labels);
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

void sg_shelf_close(sg_shelf *shelf)
{
    if (shelf == NULL) return;
    for (size_t i = 0; i < shelf->n_plans; i++) plan_close(shelf->plan[i]);
    for (size_t i = 0; i < shelf->n_properties; i++) property_close(shelf->property[i]);
    for (size_t i = 0; i < shelf->n_labelings; i++) labeling_close(shelf->labeling[i]);
    sg_free(shelf->plan);
    sg_free(shelf->property);
    sg_free(shelf->labeling);
    sg_free(shelf);
}

/* Make room for one more entry of a list of n; lists are of pointers. */
static sg_status make_room(void *list, size_t *capacity, size_t n, sg_error *err)
{
    return sg_grow(list, capacity, n + 1, sizeof(void *), err);
}

const sg_dataset *sg_shelf_data(const sg_shelf *shelf)
{
    return shelf->data;
}

/* ---- Labels --------------------------------------------------------------------------------- */

static sg_status compute_labels(labeling_entry *entry, const sg_shelf *shelf, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression expression = {0};
    SG_TRY(sg_label_parse(&expression, entry->expression, err));
    SG_TRY(sg_labels_compute(&entry->labels, &expression, &shelf->view, &shelf->options, err));
    entry->label = entry->labels.label;
    entry->n_labels = entry->labels.vocabulary.n_keys;
done:
    sg_label_expression_free(&expression);
    return status;
}

static sg_status recognize_labels(labeling_entry *entry, const sg_shelf *shelf, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_known_labels *known = sg_knowledge_labels(shelf->known, entry->expression);
    SG_REQUIRE(known != NULL, SG_EFORMAT, "model: it knows no labels of \"%s\"",
               entry->expression);
    SG_TRY(
        shelf->index != NULL
            ? sg_known_labels_recognize(&entry->labels, known,
                                        &shelf->index->labels[known - shelf->known->labels],
                                        &shelf->view, &shelf->options, err)
            : sg_known_labels_apply(&entry->labels, known, &shelf->view, &shelf->options, err));
    SG_ALLOC(entry->label, entry->labels.n_nodes);
    entry->n_labels = known->n_labels;
    for (uint32_t v = 0; v < entry->labels.n_nodes; v++) {
        const uint32_t label = entry->labels.label[v];
        entry->label[v] = label < known->n_labels ? label : SG_NO_LABEL;
    }
done:
    return status;
}

static sg_status find_labeling(labeling_entry **found, sg_shelf *shelf, const char *expression,
                               sg_error *err)
{
    sg_status status = SG_OK;
    labeling_entry *entry = NULL;
    for (size_t i = 0; i < shelf->n_labelings; i++)
        if (strcmp(shelf->labeling[i]->expression, expression) == 0) {
            *found = shelf->labeling[i];
            goto done;
        }
    SG_TRY(make_room(&shelf->labeling, &shelf->labeling_capacity, shelf->n_labelings, err));
    SG_ALLOC(entry, 1);
    entry->expression = sg_text_copy(expression);
    SG_REQUIRE(entry->expression != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(shelf->known != NULL ? recognize_labels(entry, shelf, err)
                                : compute_labels(entry, shelf, err));
    *found = shelf->labeling[shelf->n_labelings++] = entry;
    entry = NULL;
done:
    labeling_close(entry);
    return status;
}

sg_status sg_shelf_labels(sg_shelf_labeling *labels, sg_shelf *shelf, const char *expression,
                          sg_error *err)
{
    labeling_entry *entry = NULL;
    const sg_status status = find_labeling(&entry, shelf, expression, err);
    if (status == SG_OK) *labels = (sg_shelf_labeling){entry->label, entry->n_labels};
    return status;
}

/* ---- Plans ---------------------------------------------------------------------------------- */

static sg_status find_property(property_entry **found, sg_shelf *shelf, const char *text,
                               sg_error *err)
{
    sg_status status = SG_OK;
    property_entry *entry = NULL;
    for (size_t i = 0; i < shelf->n_properties; i++)
        if (strcmp(shelf->property[i]->text, text) == 0) {
            *found = shelf->property[i];
            goto done;
        }
    SG_TRY(make_room(&shelf->property, &shelf->property_capacity, shelf->n_properties, err));
    SG_ALLOC(entry, 1);
    entry->text = sg_text_copy(text);
    SG_REQUIRE(entry->text != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_property_parse(&entry->property, text, err));
    SG_TRY(sg_plan_pairs_open(&entry->pairs, &entry->property, &shelf->view, err));
    *found = shelf->property[shelf->n_properties++] = entry;
    entry = NULL;
done:
    property_close(entry);
    return status;
}

static sg_status make_plan(plan_entry *entry, sg_shelf *shelf, const sg_head *head,
                           sg_error *err)
{
    sg_status status = SG_OK;
    labeling_entry *receiver = NULL, *sender = NULL;
    property_entry *property = NULL;
    SG_TRY(find_labeling(&receiver, shelf, head->receiver, err));
    SG_TRY(find_labeling(&sender, shelf, head->sender, err));
    SG_TRY(find_property(&property, shelf, head->property, err));
    sg_plan_source source = {.receiver = &receiver->labels,
                             .sender = &sender->labels,
                             .pairs = property->pairs,
                             .pool = shelf->options.pool};
    if (shelf->known == NULL) {
        SG_TRY(sg_plan_build(&entry->plan, &entry->keys, &source, head->thresholds, err));
    } else {
        const sg_known_weights *known = sg_knowledge_weights(shelf->known, entry->head);
        SG_REQUIRE(known != NULL, SG_EFORMAT, "model: it knows no weights of \"%s\"",
                   entry->head);
        if (shelf->index != NULL)
            source.slots = &shelf->index->slots[known - shelf->known->weights];
        SG_TRY(sg_plan_rebuild(&entry->plan, &known->keys, &source, err));
    }
done:
    return status;
}

static sg_status find_plan(plan_entry **found, sg_shelf *shelf, const sg_head *head,
                           sg_error *err)
{
    sg_status status = SG_OK;
    plan_entry *entry = NULL;
    SG_ALLOC(entry, 1);
    SG_TRY(sg_head_name_weights(&entry->head, head, err));
    for (size_t i = 0; i < shelf->n_plans; i++)
        if (strcmp(shelf->plan[i]->head, entry->head) == 0) {
            *found = shelf->plan[i];
            goto done;
        }
    SG_TRY(make_room(&shelf->plan, &shelf->plan_capacity, shelf->n_plans, err));
    SG_TRY(make_plan(entry, shelf, head, err));
    *found = shelf->plan[shelf->n_plans++] = entry;
    entry = NULL;
done:
    plan_close(entry);
    return status;
}

sg_status sg_shelf_plan(const sg_plan **plan, sg_shelf *shelf, const sg_head *head,
                        sg_error *err)
{
    plan_entry *entry = NULL;
    const sg_status status = find_plan(&entry, shelf, head, err);
    if (status == SG_OK) *plan = &entry->plan;
    return status;
}

size_t sg_shelf_plan_count(const sg_shelf *shelf)
{
    return shelf->n_plans;
}

sg_plan_choice sg_shelf_plan_at(const sg_shelf *shelf, size_t i)
{
    const plan_entry *entry = shelf->plan[i];
    return (sg_plan_choice){.head = entry->head,
                            .kind = sg_plan_kind_name(&entry->plan),
                            .n_weights = entry->plan.n_slots,
                            .n_pairs = entry->plan.n_pairs,
                            .n_bytes = sg_plan_bytes(&entry->plan)};
}

uint64_t sg_shelf_plan_bytes(const sg_shelf *shelf)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < shelf->n_plans; i++) sum += sg_plan_bytes(&shelf->plan[i]->plan);
    for (size_t i = 0; i < shelf->n_properties; i++)
        sum += sg_plan_pairs_bytes(shelf->property[i]->pairs);
    return sum;
}

/* ---- Knowledge ------------------------------------------------------------------------------ */

static sg_status copy_numbers(uint64_t **copy, const uint64_t *numbers, uint32_t n,
                              sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(*copy, n);
    if (n > 0) memcpy(*copy, numbers, n * sizeof *numbers);
done:
    return status;
}

sg_status sg_shelf_labels_known(sg_known_labels *known, sg_shelf *shelf, const char *expression,
                                sg_error *err)
{
    sg_status status = SG_OK;
    labeling_entry *entry = NULL;
    SG_TRY(find_labeling(&entry, shelf, expression, err));
    const sg_vocabulary *vocabulary = &entry->labels.vocabulary;
    known->n_labels = vocabulary->n_keys;
    known->expression = sg_text_copy(expression);
    SG_REQUIRE(known->expression != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(copy_numbers(&known->key, vocabulary->key, vocabulary->n_keys, err));
    SG_TRY(copy_numbers(&known->count, vocabulary->count, vocabulary->n_keys, err));
done:
    return status;
}

sg_status sg_shelf_weights_known(sg_known_weights *known, sg_shelf *shelf, const sg_head *head,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    plan_entry *entry = NULL;
    SG_TRY(find_plan(&entry, shelf, head, err));
    const sg_weight_keys *keys = &entry->keys;
    known->head = sg_text_copy(entry->head);
    SG_REQUIRE(known->head != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(copy_numbers(&known->keys.receiver, keys->receiver, keys->n_slots, err));
    SG_TRY(copy_numbers(&known->keys.sender, keys->sender, keys->n_slots, err));
    SG_TRY(copy_numbers(&known->keys.value, keys->value, keys->n_slots, err));
    known->keys.n_slots = keys->n_slots;
done:
    return status;
}
