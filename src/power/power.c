/* power.c - the power of invariants behind the public header. */
#include "sharegnn/power.h"

#include "base/mem.h"
#include "base/struct_size.h"
#include "data/dataset_view.h"
#include "invariants/graph_classes.h"
#include "invariants/key_text.h"
#include "plans/head.h"
#include "plans/triple_text.h"

#include <stdio.h>
#include <string.h>

struct sg_power {
    sg_graph_classes classes;
    sg_labels receiver, sender; /* without labels of nodes: what their numbers are        */
    sg_triples triples;         /* without pairs; nothing where labels were compared      */
    bool has_triples;
};

void sg_power_close(sg_power *power)
{
    if (power == NULL) return;
    sg_graph_classes_free(&power->classes);
    sg_labels_free(&power->receiver);
    sg_labels_free(&power->sender);
    sg_triples_free(&power->triples);
    sg_free(power);
}

static sg_status label_nodes(sg_labels *labels, const char *expression,
                             const sg_graph_view *view, const sg_invariant_options *options,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression parsed = {0};
    SG_TRY(sg_label_parse(&parsed, expression, err));
    SG_TRY(sg_labels_compute(labels, &parsed, view, options, err));
done:
    sg_label_expression_free(&parsed);
    return status;
}

static sg_status class_by_head(sg_power *power, const char *text, const sg_graph_view *view,
                               const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_head head = {0};
    sg_property property = {0};
    SG_TRY(sg_head_parse(&head, text, err));
    SG_TRY(sg_property_parse(&property, head.property, err));
    SG_TRY(label_nodes(&power->receiver, head.receiver, view, options, err));
    SG_TRY(label_nodes(&power->sender, head.sender, view, options, err));
    SG_TRY(sg_triples_collect(&power->triples, &power->receiver, &power->sender, &property,
                              view, options->threads, err));
    power->has_triples = true;
    SG_TRY(sg_graph_classes_by_triples(&power->classes, &power->triples, view->graph, err));
done:
    sg_property_free(&property);
    sg_head_free(&head);
    return status;
}

static sg_status class_by_labels(sg_power *power, const char *text, const sg_graph_view *view,
                                 const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(label_nodes(&power->receiver, text, view, options, err));
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
    SG_REQUIRE_ARGUMENT(power);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(invariant);
    sg_label_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    sg_invariant_options inner = {0};
    sg_power *opened = NULL;
    SG_ALLOC(opened, 1);
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

sg_status sg_power_view(sg_power_arrays *view, const sg_power *power, sg_error *err)
{
    SG_REQUIRE_RESULT(view, n_words);
    SG_REQUIRE_ARGUMENT(power);
    const sg_power_arrays made = {.n_graphs = power->classes.n_graphs,
                                  .n_classes = power->classes.n_classes,
                                  .class_of = power->classes.class_of,
                                  .n_words = power->has_triples
                                                 ? power->triples.n_triples
                                                 : power->receiver.vocabulary.n_keys};
    sg_struct_write(view, &made, sizeof made);
    return SG_OK;
}

/* A key in words where they are known, else its number. */
static const char *name_of(char text[SG_KEY_TEXT_SIZE], const sg_key_names *names,
                           const sg_vocabulary *vocabulary, uint32_t number)
{
    if (sg_key_words(text, names, vocabulary->key[number]) == NULL)
        (void)snprintf(text, SG_KEY_TEXT_SIZE, "#%u", number);
    return text;
}

static void write_word(sg_power_witness *witness, const sg_power *power, uint32_t word,
                       const sg_key_names *names)
{
    char receiver[SG_KEY_TEXT_SIZE], sender[SG_KEY_TEXT_SIZE], value[SG_KEY_TEXT_SIZE];
    const sg_triples *t = &power->triples;
    if (!power->has_triples) {
        (void)snprintf(witness->text, sizeof witness->text, "%s",
                       name_of(receiver, names, &power->receiver.vocabulary, word));
        return;
    }
    const sg_triple_words words = {
        .sender = name_of(sender, names, &power->sender.vocabulary, t->sender[word]),
        .receiver = name_of(receiver, names, &power->receiver.vocabulary, t->receiver[word]),
        .value = name_of(value, names, &t->values, t->value[word]),
        .is_place = true};
    (void)sg_triple_text(witness->text, sizeof witness->text, &words);
}

sg_status sg_power_witness_find(sg_power_witness *witness, const sg_power *power,
                                uint32_t first, uint32_t second, sg_error *err)
{
    SG_REQUIRE_RESULT(witness, text);
    SG_REQUIRE_ARGUMENT(power);
    sg_status status = SG_OK;
    sg_key_names names = {0};
    sg_class_witness found = {0};
    sg_power_witness made = {0};
    const uint32_t larger = first > second ? first : second;
    SG_REQUIRE(larger < power->classes.n_graphs, SG_EINVAL,
               "there is no graph %u; there are %u, counted from 0", larger,
               power->classes.n_graphs);
    made.found = sg_graph_classes_witness(&found, &power->classes, first, second);
    if (made.found) {
        SG_TRY(sg_key_names_make(&names, err));
        memcpy(made.count, found.count, sizeof made.count);
        write_word(&made, power, found.word, &names);
    }
    sg_struct_write(witness, &made, sizeof made);
done:
    sg_key_names_free(&names);
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
