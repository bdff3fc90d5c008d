/* vocabularies.c - finding what is known, and recognizing it in other data. */
#include "plans/vocabularies.h"

#include "base/mem.h"

#include <string.h>

void sg_label_vocabulary_free(sg_label_vocabulary *labels)
{
    sg_free(labels->expression);
    sg_free(labels->key);
    sg_free(labels->count);
    *labels = (sg_label_vocabulary){0};
}

void sg_triple_vocabulary_free(sg_triple_vocabulary *triples)
{
    sg_free(triples->head);
    sg_weight_keys_free(&triples->keys);
    *triples = (sg_triple_vocabulary){0};
}

void sg_vocabularies_free(sg_vocabularies *vocabularies)
{
    for (uint32_t i = 0; i < vocabularies->n_labelings; i++)
        sg_label_vocabulary_free(&vocabularies->labels[i]);
    for (uint32_t i = 0; i < vocabularies->n_heads; i++)
        sg_triple_vocabulary_free(&vocabularies->weights[i]);
    sg_free(vocabularies->labels);
    sg_free(vocabularies->weights);
    *vocabularies = (sg_vocabularies){0};
}

const sg_label_vocabulary *sg_vocabularies_labels(const sg_vocabularies *vocabularies,
                                                  const char *expression)
{
    for (uint32_t i = 0; i < vocabularies->n_labelings; i++)
        if (strcmp(vocabularies->labels[i].expression, expression) == 0)
            return &vocabularies->labels[i];
    return NULL;
}

const sg_triple_vocabulary *sg_vocabularies_triples(const sg_vocabularies *vocabularies,
                                                    const char *head)
{
    for (uint32_t i = 0; i < vocabularies->n_heads; i++)
        if (strcmp(vocabularies->weights[i].head, head) == 0) return &vocabularies->weights[i];
    return NULL;
}

sg_status sg_vocabularies_find(const sg_weight_keys **keys, const sg_vocabularies *vocabularies,
                               const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    char *text = NULL;
    SG_TRY(sg_head_name_weights(&text, head, err));
    const sg_triple_vocabulary *known = sg_vocabularies_triples(vocabularies, text);
    SG_REQUIRE(known != NULL, SG_EFORMAT, "model: it knows no weights of \"%s\"", text);
    *keys = &known->keys;
done:
    sg_free(text);
    return status;
}

/* Number the model's keys; a key that stands twice is no vocabulary. */
static sg_status index_keys(sg_table *table, const sg_label_vocabulary *known, sg_error *err)
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

sg_status sg_label_index_make(sg_label_index *index, const sg_label_vocabulary *known,
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

sg_status sg_labels_recognize(sg_labels *labels, const sg_label_vocabulary *known,
                              const sg_label_index *index, const sg_graph_view *view,
                              const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = view->graph->n_nodes, unknown = known->n_labels;
    sg_labels made = {.n_nodes = n, .vocabulary = {.n_keys = unknown + 1}};
    sg_label_index own = {0};
    sg_key *key = NULL;
    if (index == NULL) {
        SG_TRY(sg_label_index_make(&own, known, err));
        index = &own;
    }
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
    sg_label_index_free(&own);
    sg_labels_free(&made);
    sg_free(key);
    return status;
}
