/* power.c - the power of invariants behind the public header. */
#include "sharegnn/power.h"

#include "base/machine/account.h"
#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "data/dataset_hold.h"
#include "data/dataset_view.h"
#include "invariants/graph_classes.h"
#include "plans/head.h"
#include "power/power_words.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

struct sg_power {
    sg_graph_classes classes;
    sg_labels receiver, sender; /* without labels of nodes: what their numbers are        */
    sg_triples triples;         /* without pairs; nothing where labels were compared      */
    bool has_triples;
    sg_power_source source; /* for words                                              */
    sg_dataset_hold *hold;  /* of its data                                            */
};

void sg_power_close(sg_power *power)
{
    if (power == NULL) return;
    sg_graph_classes_free(&power->classes);
    sg_labels_free(&power->receiver);
    sg_labels_free(&power->sender);
    sg_triples_free(&power->triples);
    sg_power_source_free(&power->source);
    sg_dataset_hold_release(power->hold);
    sg_free(power);
}

static sg_status class_by_head(sg_power *power, const char *text, const sg_graph_view *view,
                               const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_head head = {0};
    sg_power_source *source = &power->source;
    SG_TRY(sg_head_parse(&head, text, err));
    SG_TRY(sg_property_parse(&source->property, head.property, err));
    source->property.budget = options->budget;
    source->property_text = sg_text_copy(head.property);
    SG_REQUIRE(source->property_text != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_label_parse(&source->receiver, head.receiver, err));
    SG_TRY(sg_label_parse(&source->sender, head.sender, err));
    SG_TRY(sg_labels_compute(&power->receiver, &source->receiver, view, options, err));
    SG_TRY(sg_labels_compute(&power->sender, &source->sender, view, options, err));
    SG_TRY(sg_triples_collect(&power->triples, &power->receiver, &power->sender,
                              &source->property, view, options->threads, err));
    power->has_triples = true;
    SG_TRY(sg_graph_classes_by_triples(&power->classes, &power->triples, view->graph, err));
done:
    sg_head_free(&head);
    return status;
}

static sg_status class_by_labels(sg_power *power, const char *text, const sg_graph_view *view,
                                 const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_label_parse(&power->source.receiver, text, err));
    SG_TRY(sg_labels_compute(&power->receiver, &power->source.receiver, view, options, err));
    SG_TRY(sg_graph_classes_by_labels(&power->classes, &power->receiver, view->graph, err));
done:
    return status;
}

/* What belongs to single nodes and pairs is needed no longer. */
static void forget_nodes(sg_power *power)
{
    sg_free(power->receiver.label);
    sg_free(power->sender.label);
    sg_free(power->triples.row);
    sg_free(power->triples.sender_node);
    sg_free(power->triples.triple);
    power->receiver.label = power->sender.label = NULL;
    power->triples.row = NULL;
    power->triples.sender_node = power->triples.triple = NULL;
}

sg_status sg_power_open(sg_power **power, const sg_dataset *data, const char *invariant,
                        const sg_label_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(power);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(invariant);
    sg_label_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    sg_invariant_options inner = {0};
    sg_power *opened = NULL;
    SG_ALLOC(opened, 1);
    opened->source.data = data;
    opened->source.budget =
        chosen.budget > 0 ? chosen.budget : sg_work_budget(SG_DEFAULT_BUDGET);
    opened->hold = sg_dataset_hold_take(data);
    SG_TRY(sg_invariant_options_open(&inner, &chosen, err));
    if (strchr(invariant, '@') != NULL)
        SG_TRY(class_by_head(opened, invariant, &view, &inner, err));
    else
        SG_TRY(class_by_labels(opened, invariant, &view, &inner, err));
    forget_nodes(opened);
    *power = opened;
    opened = NULL;
done:
    sg_invariant_options_close(&inner);
    sg_power_close(opened);
    return status;
}

static bool has_complete_part(const sg_label_expression *expression)
{
    for (size_t i = 0; i < expression->n_parts; i++)
        for (const sg_labeling *part = &expression->part[i]; part != NULL; part = part->base)
            if (part->kind->is_complete) return true;
    return false;
}

sg_status sg_power_view(sg_power_arrays *view, const sg_power *power, sg_error *err)
{
    SG_REQUIRE_RESULT(view, n_words);
    SG_REQUIRE_ARGUMENT(power);
    const sg_power_arrays made = {.n_graphs = power->classes.n_graphs,
                                  .n_classes = power->classes.n_classes,
                                  .class_of = power->classes.class_of,
                                  .n_words = power->has_triples
                                                 ? power->triples.n_triples
                                                 : power->receiver.vocabulary.n_keys,
                                  .is_complete = has_complete_part(&power->source.receiver) ||
                                                 has_complete_part(&power->source.sender)};
    sg_struct_write(view, &made, sizeof made);
    return SG_OK;
}

/* Name a label or triple by the first of two graphs that has it. */
static sg_status write_word(sg_power_witness *witness, const sg_power *power, uint32_t word,
                            uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_triples *t = &power->triples;
    const uint64_t *receiver = power->receiver.vocabulary.key;
    const size_t room = sizeof witness->text;
    sg_power_word keys = {0};
    sg_key_names names = {0};
    sg_text text = {0};
    if (power->has_triples)
        keys = (sg_power_word){receiver[t->receiver[word]],
                               power->sender.vocabulary.key[t->sender[word]],
                               t->values.key[t->value[word]]};
    else
        keys.receiver = receiver[word];
    SG_TRY(sg_key_names_make(&names, err));
    SG_TRY(sg_power_words_add(&text, &power->source, g, &keys, &names, err));
    if (text.size > 0)
        (void)snprintf(witness->text, room, "%.*s%s",
                       text.size < room ? INT_MAX : (int)room - 4, text.data,
                       text.size < room ? "" : "...");
    else
        (void)snprintf(witness->text, room, "#%u", word);
done:
    sg_text_free(&text);
    sg_key_names_free(&names);
    return status;
}

sg_status sg_power_witness_find(sg_power_witness *witness, const sg_power *power,
                                uint32_t first, uint32_t second, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(witness, text);
    SG_REQUIRE_ARGUMENT(power);
    sg_status status = SG_OK;
    sg_class_witness found = {0};
    sg_power_witness made = {0};
    const uint32_t larger = first > second ? first : second;
    SG_REQUIRE(larger < power->classes.n_graphs, SG_EINVAL,
               "there is no graph %u; there are %u, numbered from 0", larger,
               power->classes.n_graphs);
    made.found = sg_graph_classes_witness(&found, &power->classes, first, second);
    if (made.found) {
        memcpy(made.count, found.count, sizeof made.count);
        SG_TRY(write_word(&made, power, found.word, found.count[0] > 0 ? first : second, err));
    }
    sg_struct_write(witness, &made, sizeof made);
done:
    return status;
}

const char *sg_power_invariant(size_t i)
{
    static const char *const invariant[] = {
        "label",
        "degree",
        "wl:1",
        "wl:3",
        "cycles:6",
        "closed-walks:8",
        "wl:1 @ distance 0..1",
        "wl:3 @ distance 0..10",
        "label @ cycle-distance 0..200",
        "label @ path 0..10",
        "label @ walks:6",
        "label @ resistance",
        "label @ separators",
        "marked-wl:3",
        "fwl:2",
        "label @ fwl:2",
        "label @ fwl:4",
        "label @ marked-wl:3",
        "label @ marked-wl:6",
        "label @ marked-wl:10",
        "orbit",
    };
    return i < sizeof invariant / sizeof invariant[0] ? invariant[i] : NULL;
}
