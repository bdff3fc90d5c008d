/* knowledge.c - finding what is known, and recognizing it in other data. */
#include "plans/knowledge.h"

#include "base/mem.h"

#include <string.h>

void sg_knowledge_free(sg_knowledge *knowledge)
{
    for (uint32_t i = 0; i < knowledge->n_labelings; i++) {
        sg_free(knowledge->labels[i].expression);
        sg_free(knowledge->labels[i].key);
        sg_free(knowledge->labels[i].count);
    }
    for (uint32_t i = 0; i < knowledge->n_heads; i++) {
        sg_free(knowledge->weights[i].head);
        sg_weight_keys_free(&knowledge->weights[i].keys);
    }
    sg_free(knowledge->labels);
    sg_free(knowledge->weights);
    *knowledge = (sg_knowledge){0};
}

const sg_known_labels *sg_knowledge_labels(const sg_knowledge *knowledge,
                                           const char *expression)
{
    for (uint32_t i = 0; i < knowledge->n_labelings; i++)
        if (strcmp(knowledge->labels[i].expression, expression) == 0)
            return &knowledge->labels[i];
    return NULL;
}

const sg_known_weights *sg_knowledge_weights(const sg_knowledge *knowledge, const char *head)
{
    for (uint32_t i = 0; i < knowledge->n_heads; i++)
        if (strcmp(knowledge->weights[i].head, head) == 0) return &knowledge->weights[i];
    return NULL;
}

sg_status sg_knowledge_find(const sg_weight_keys **keys, const sg_knowledge *knowledge,
                            const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    char *text = NULL;
    SG_TRY(sg_head_name_weights(&text, head, err));
    const sg_known_weights *known = sg_knowledge_weights(knowledge, text);
    SG_REQUIRE(known != NULL, SG_EFORMAT, "model: it knows no weights of \"%s\"", text);
    *keys = &known->keys;
done:
    sg_free(text);
    return status;
}

/* Number the model's keys; a key that stands twice is no vocabulary. */
static sg_status index_keys(sg_table *table, const sg_known_labels *known, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t id = 0;
    for (uint32_t i = 0; i < known->n_labels; i++) {
        SG_TRY(sg_table_intern(&id, table, known->key[i], err));
        SG_REQUIRE(id == i, SG_EFORMAT, "model: labels %u and %u of %s have the same key", id,
                   i, known->expression);
    }
done:
    return status;
}

void sg_label_index_free(sg_label_index *index)
{
    sg_label_expression_free(&index->expression);
    sg_table_free(&index->number);
    *index = (sg_label_index){0};
}

sg_status sg_label_index_make(sg_label_index *index, const sg_known_labels *known,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_index made = {.rest = known->n_labels};
    SG_TRY(sg_label_parse(&made.expression, known->expression, err));
    SG_TRY(index_keys(&made.number, known, err));
    if (made.expression.limit > 0) {
        const uint32_t found = sg_table_find(&made.number, sg_key_of(SG_TAG_REST, NULL, 0).key);
        if (found != SG_TABLE_NONE) made.rest = found;
    }
    *index = made;
    made = (sg_label_index){0};
done:
    sg_label_index_free(&made);
    return status;
}

sg_status sg_known_labels_recognize(sg_labels *labels, const sg_known_labels *known,
                                    const sg_label_index *index, const sg_graph_view *view,
                                    const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = view->graph->n_nodes, unknown = known->n_labels;
    sg_labels made = {.n_nodes = n, .vocabulary = {.n_keys = unknown + 1}};
    sg_key *key = NULL;
    SG_ALLOC(key, n);
    SG_ALLOC(made.label, n);
    SG_ALLOC(made.vocabulary.key, (size_t)unknown + 1);
    SG_ALLOC(made.vocabulary.count, (size_t)unknown + 1);
    SG_TRY(sg_labels_compute_keys(key, &index->expression, view, options, err));
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t found = sg_table_find(&index->number, key[v].key);
        made.label[v] = found != SG_TABLE_NONE ? found : index->rest;
        made.vocabulary.count[made.label[v]]++;
    }
    if (unknown > 0) memcpy(made.vocabulary.key, known->key, unknown * sizeof *known->key);
    *labels = made;
    made = (sg_labels){0};
done:
    sg_labels_free(&made);
    sg_free(key);
    return status;
}

sg_status sg_known_labels_apply(sg_labels *labels, const sg_known_labels *known,
                                const sg_graph_view *view, const sg_invariant_options *options,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_index index = {0};
    SG_TRY(sg_label_index_make(&index, known, err));
    SG_TRY(sg_known_labels_recognize(labels, known, &index, view, options, err));
done:
    sg_label_index_free(&index);
    return status;
}
