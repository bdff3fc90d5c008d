/* power_words.c - the first node or pair of a graph that has a key is the example for it. */
#include "power/power_words.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/observer.h"
#include "data/dataset_view.h"
#include "graph/bfs.h"
#include "plans/triple_text.h"

#include <stdlib.h>

void sg_power_source_free(sg_power_source *source)
{
    sg_label_expression_free(&source->receiver);
    sg_label_expression_free(&source->sender);
    sg_property_free(&source->property);
    sg_free(source->property_text);
    *source = (sg_power_source){0};
}

/* One graph and what is written about it. */
typedef struct wording {
    const sg_power_source *source;
    const sg_key_names *names;
    sg_one_graph graph;
    sg_scratch scratch;
    bool has_example; /* a node or pair stands for a key */
} wording;

static uint32_t degree_of(const sg_one_graph *graph, uint32_t v)
{
    return graph->arc_offset[v + 1] - graph->arc_offset[v];
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* "degree 3, neighbors 2 x 2, 4": their degrees. */
static sg_status add_surroundings(sg_text *text, wording *w, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_one_graph *graph = &w->graph;
    const uint32_t n = degree_of(graph, v);
    const char *between = ", neighbors ";
    uint32_t *degree = NULL;
    SG_TAKE(degree, &w->scratch, n + (size_t)1);
    for (uint32_t i = 0; i < n; i++)
        degree[i] = degree_of(graph, graph->neighbor[graph->arc_offset[v] + i] - graph->first);
    if (n > 0) qsort(degree, n, sizeof *degree, sg_compare_u32);
    SG_TRY(sg_text_add(text, err, "degree %u", n));
    for (uint32_t i = 0, same = 0; i < n; i += same) {
        for (same = 1; i + same < n && degree[i + same] == degree[i];) same++;
        SG_TRY(same > 1 ? sg_text_add(text, err, "%s%u x %u", between, same, degree[i])
                        : sg_text_add(text, err, "%s%u", between, degree[i]));
        between = ", ";
    }
done:
    return status;
}

/* The words of one part of a label; `key` is the part's. */
static sg_status add_part(sg_text *text, wording *w, const sg_label_expression *expression,
                          const sg_labeling *part, uint64_t key, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    char words[SG_KEY_TEXT_SIZE];
    sg_budget budget = {w->source->budget};
    const sg_label_work work = {&w->graph, &w->scratch, &budget};
    if (sg_key_words(words, w->names, key) != NULL) return sg_text_add(text, err, "%s", words);
    if (part->kind->describe != NULL) return part->kind->describe(text, part, &work, v, err);
    w->has_example = true;
    SG_TRY(sg_text_add(text, err, "%s of node %u",
                       expression->n_parts == 1 ? expression->text : part->kind->name, v));
    if (w->source->property.kind != NULL) goto done;
    SG_TRY(sg_text_add(text, err, " ("));
    SG_TRY(add_surroundings(text, w, v, err));
    SG_TRY(sg_text_add(text, err, ")"));
done:
    return status;
}

/* The words of the label of node v, whose key is `key`. */
static sg_status add_label(sg_text *text, wording *w, const sg_label_expression *expression,
                           uint64_t key, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *of_part = NULL;
    char words[SG_KEY_TEXT_SIZE];
    if (sg_key_words(words, w->names, key) != NULL) return sg_text_add(text, err, "%s", words);
    SG_TAKE(of_part, &w->scratch, w->graph.n_nodes);
    for (size_t i = 0; i < expression->n_parts; i++) {
        const sg_labeling *part = &expression->part[i];
        sg_budget budget = {w->source->budget};
        const sg_label_work work = {&w->graph, &w->scratch, &budget};
        SG_TRY(part->kind->label(of_part, part, &work, err));
        if (i > 0) SG_TRY(sg_text_add(text, err, " + "));
        SG_TRY(add_part(text, w, expression, part, of_part[v].key, v, err));
    }
done:
    return status;
}

static sg_status label_nodes(sg_key **key, wording *w, const sg_label_expression *expression,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *made = NULL;
    sg_budget budget = {w->source->budget};
    const sg_label_work work = {&w->graph, &w->scratch, &budget};
    SG_TAKE(made, &w->scratch, w->graph.n_nodes);
    SG_TRY(sg_label_graph(made, expression, &work, err));
    *key = made;
done:
    return status;
}

static sg_status add_label_word(sg_text *text, wording *w, const sg_power_word *word,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *key = NULL;
    uint32_t v = 0;
    char words[SG_KEY_TEXT_SIZE];
    if (sg_key_words(words, w->names, word->receiver) != NULL)
        return sg_text_add(text, err, "%s", words);
    SG_TRY(label_nodes(&key, w, &w->source->receiver, err));
    while (v < w->graph.n_nodes && key[v].key != word->receiver) v++;
    if (v < w->graph.n_nodes)
        SG_TRY(add_label(text, w, &w->source->receiver, word->receiver, v, err));
done:
    return status;
}

/* ---- Triples --------------------------------------------------------------------------------- */

static uint32_t count_common(const sg_one_graph *graph, uint32_t v, uint32_t w)
{
    uint32_t n = 0, a = graph->arc_offset[v], b = graph->arc_offset[w];
    while (a < graph->arc_offset[v + 1] && b < graph->arc_offset[w + 1]) {
        const uint32_t x = graph->neighbor[a], y = graph->neighbor[b];
        n += x == y;
        a += x <= y;
        b += y <= x;
    }
    return n;
}

/* "fwl:2 of nodes 7 -> 3 (distance 2, degrees 3 and 4, 1 common neighbor)". */
static sg_status add_example(sg_text *text, wording *w, uint32_t receiver, uint32_t sender,
                             sg_error *err)
{
    sg_status status = SG_OK;
    sg_bfs bfs = {0};
    SG_TRY(sg_bfs_prepare(&bfs, &w->graph, &w->scratch, err));
    sg_bfs_run(&bfs, &w->graph, receiver, UINT32_MAX);
    SG_TRY(sg_watch_ask(err));
    w->has_example = true;
    if (receiver == sender) {
        SG_TRY(sg_text_add(text, err, "%s of node %u with itself (", w->source->property_text,
                           receiver));
        SG_TRY(add_surroundings(text, w, receiver, err));
        SG_TRY(sg_text_add(text, err, ")"));
        goto done;
    }
    SG_TRY(sg_text_add(text, err, "%s of nodes %u " SG_TRIPLE_ARROW " %u (",
                       w->source->property_text, sender, receiver));
    SG_TRY(bfs.distance[sender] != SG_UNREACHED
               ? sg_text_add(text, err, "distance %u", bfs.distance[sender])
               : sg_text_add(text, err, "not connected"));
    const uint32_t n = count_common(&w->graph, receiver, sender);
    SG_TRY(sg_text_add(text, err, ", degrees %u and %u, %u common neighbor%s)",
                       degree_of(&w->graph, sender), degree_of(&w->graph, receiver), n,
                       n == 1 ? "" : "s"));
done:
    return status;
}

/* What the property calls the value; `is_place`: it stands behind "at". */
static sg_status add_value(sg_text *text, bool *is_place, wording *w, uint64_t key,
                           uint32_t receiver, uint32_t sender, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_property *property = &w->source->property;
    const sg_value_example example = {.key = key,
                                      .graph = &w->graph,
                                      .receiver = receiver,
                                      .sender = sender,
                                      .edge_name = &w->source->data->edge_name,
                                      .scratch = &w->scratch};
    sg_value_names values = {0};
    char words[SG_KEY_TEXT_SIZE];
    const char *name = sg_key_words(words, w->names, key);
    *is_place = name != NULL || property->kind->measure != NULL;
    if (name == NULL) {
        SG_TRY(sg_value_names_add(&values, key, err));
        if (property->kind->list != NULL) SG_TRY(property->kind->list(&values, property, err));
        if (property->kind->name_value != NULL && sg_value_names_wants(&values, key))
            SG_TRY(property->kind->name_value(&values, property, &example, err));
        name = sg_value_names_text(&values, sg_table_find(&values.number, key));
    }
    if (name == NULL) *is_place = false;
    SG_TRY(name != NULL ? sg_text_add(text, err, "%s", name)
                        : add_example(text, w, receiver, sender, err));
done:
    sg_value_names_free(&values);
    return status;
}

static sg_status add_triple(sg_text *text, wording *w, const sg_power_word *word,
                            uint32_t receiver, uint32_t sender, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text value = {0};
    bool is_place = false;
    SG_TRY(add_label(text, w, &w->source->sender, word->sender, sender, err));
    SG_TRY(sg_text_add(text, err, " " SG_TRIPLE_ARROW " "));
    SG_TRY(add_label(text, w, &w->source->receiver, word->receiver, receiver, err));
    SG_TRY(add_value(&value, &is_place, w, word->value, receiver, sender, err));
    SG_TRY(sg_text_add(text, err, "%s%s", sg_triple_joint(is_place), value.data));
done:
    sg_text_free(&value);
    return status;
}

/* Labels beyond a limit share one key, which is that of no node. */
static bool is_or_may_be(uint64_t key, uint64_t wanted)
{
    return key == wanted || wanted == sg_key_of(SG_TAG_REST, NULL, 0).key;
}

/* The first pair that has the triple. */
static bool find_pair(uint32_t *receiver, uint32_t *sender, const sg_pairs *pairs,
                      const sg_key *of_receiver, const sg_key *of_sender,
                      const sg_power_word *word, uint32_t n_nodes)
{
    for (uint32_t v = 0; v < n_nodes; v++)
        for (uint32_t p = pairs->row[v]; p < pairs->row[v + 1]; p++) {
            if (!is_or_may_be(of_receiver[v].key, word->receiver) ||
                !is_or_may_be(of_sender[pairs->sender[p]].key, word->sender) ||
                pairs->key[pairs->value[p]].key != word->value)
                continue;
            *receiver = v;
            *sender = pairs->sender[p];
            return true;
        }
    return false;
}

static sg_status add_triple_word(sg_text *text, wording *w, const sg_power_word *word,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *of_receiver = NULL, *of_sender = NULL;
    sg_pairs pairs = {0};
    uint32_t receiver = 0, sender = 0;
    SG_TRY(label_nodes(&of_receiver, w, &w->source->receiver, err));
    SG_TRY(label_nodes(&of_sender, w, &w->source->sender, err));
    SG_TRY(sg_property_find(&pairs, &w->source->property, &w->graph, &w->scratch, err));
    if (find_pair(&receiver, &sender, &pairs, of_receiver, of_sender, word, w->graph.n_nodes))
        SG_TRY(add_triple(text, w, word, receiver, sender, err));
done:
    return status;
}

sg_status sg_power_words_add(sg_text *text, const sg_power_source *source, uint32_t g,
                             const sg_power_word *word, const sg_key_names *names,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(source->data);
    wording w = {.source = source, .names = names, .graph = sg_view_graph(&view, g)};
    if (source->property.kind == NULL)
        SG_TRY(add_label_word(text, &w, word, err));
    else
        SG_TRY(add_triple_word(text, &w, word, err));
    if (w.has_example) SG_TRY(sg_text_add(text, err, ", in graph %u", g));
done:
    sg_scratch_free(&w.scratch);
    return status;
}
