/* vocabularies_ranks.c - labels and triples of ranks become the vocabularies of a model, one need after the other. */
#include "model/vocabularies_ranks.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "invariants/ranks/rank_labels.h"
#include "invariants/ranks/rank_triples.h"

#include <string.h>

/* Labels of this rank's graphs, in the numbers of all ranks. */
typedef struct known_labels {
    char *expression;
    sg_labels labels;
} known_labels;

typedef struct learning {
    sg_vocabularies *vocabularies;
    size_t labels_capacity, heads_capacity;
    sg_rank_graphs graphs;
    const sg_invariant_options *options;
    sg_cluster *cluster;
    known_labels **known; /* [n_known] entries do not move when the list grows */
    size_t n_known, known_capacity;
} learning;

/* ---- Labels ----------------------------------------------------------------------------------- */

static void known_close(known_labels *known)
{
    if (known == NULL) return;
    sg_labels_free(&known->labels);
    sg_free(known->expression);
    sg_free(known);
}

/* Make room for the labels of an expression, before ranks wait for each other. */
static sg_status prepare(known_labels **made, sg_label_expression *parsed, learning *l,
                         const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&l->known, &l->known_capacity, l->n_known + 1, sizeof(void *), err));
    SG_ALLOC(*made, 1);
    SG_TRY(sg_text_replace(&(*made)->expression, expression, err));
    SG_TRY(sg_label_parse(parsed, expression, err));
done:
    return status;
}

static sg_status find_labels(const sg_labels **found, learning *l, const char *expression,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(l->graphs.data);
    sg_label_expression parsed = {0};
    known_labels *made = NULL;
    for (size_t i = 0; i < l->n_known; i++)
        if (strcmp(l->known[i]->expression, expression) == 0) {
            *found = &l->known[i]->labels;
            goto done;
        }
    status = prepare(&made, &parsed, l, expression, err);
    SG_TRY(sg_cluster_settle(l->cluster, status, err));
    SG_TRY(sg_rank_labels_compute(&made->labels, &parsed, &view, l->options, l->cluster, err));
    *found = &made->labels;
    l->known[l->n_known++] = made;
    made = NULL;
done:
    sg_label_expression_free(&parsed);
    known_close(made);
    return status;
}

static sg_status copy_words(uint64_t **copy, const uint64_t *word, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(*copy, n);
    if (n > 0) memcpy(*copy, word, n * sizeof *word);
done:
    return status;
}

static sg_status add_labels(learning *l, const char *expression, const sg_vocabulary *from,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_vocabularies *k = l->vocabularies;
    sg_label_vocabulary made = {.n_labels = from->n_keys};
    SG_TRY(
        sg_grow(&k->labels, &l->labels_capacity, k->n_labelings + (size_t)1, sizeof made, err));
    SG_TRY(sg_text_replace(&made.expression, expression, err));
    SG_TRY(copy_words(&made.key, from->key, from->n_keys, err));
    SG_TRY(copy_words(&made.count, from->count, from->n_keys, err));
    k->labels[k->n_labelings++] = made;
    made = (sg_label_vocabulary){0};
done:
    sg_label_vocabulary_free(&made);
    return status;
}

static sg_status learn_labels(learning *l, const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_labels *labels = NULL;
    if (sg_vocabularies_labels(l->vocabularies, expression) != NULL) goto done;
    SG_TRY(find_labels(&labels, l, expression, err));
    status = add_labels(l, expression, &labels->vocabulary, err);
    SG_TRY(sg_cluster_settle(l->cluster, status, err));
done:
    return status;
}

/* ---- Triples ---------------------------------------------------------------------------------- */

/* What the weights of a head are, of which `name` is moved on success. */
static sg_status add_triples(learning *l, char **name, const sg_triples *triples,
                             const sg_head *head, const sg_labels *receiver,
                             const sg_labels *sender, sg_error *err)
{
    sg_status status = SG_OK;
    sg_vocabularies *k = l->vocabularies;
    sg_triple_vocabulary made = {0};
    SG_TRY(sg_grow(&k->weights, &l->heads_capacity, k->n_heads + (size_t)1, sizeof made, err));
    SG_TRY(sg_weight_keys_of_triples(&made.keys, triples, receiver, sender, head->thresholds,
                                     err));
    made.head = *name;
    *name = NULL;
    k->weights[k->n_heads++] = made;
done:
    return status;
}

static sg_status learn_triples(learning *l, char **name, const sg_head *head,
                               const sg_property *property, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_labels *receiver = NULL, *sender = NULL;
    sg_threads *threads = l->options != NULL ? l->options->threads : NULL;
    sg_triples triples = {0};
    SG_TRY(find_labels(&receiver, l, head->receiver, err));
    SG_TRY(find_labels(&sender, l, head->sender, err));
    SG_TRY(sg_rank_triples_collect(&triples, receiver, sender, property, &l->graphs, threads,
                                   l->cluster, err));
    status = add_triples(l, name, &triples, head, receiver, sender, err);
    SG_TRY(sg_cluster_settle(l->cluster, status, err));
done:
    sg_triples_free(&triples);
    return status;
}

static sg_status learn_head(learning *l, const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    char *name = NULL;
    sg_property property = {0};
    status = sg_head_name_weights(&name, head, err);
    if (status == SG_OK) status = sg_property_parse(&property, head->property, err);
    SG_TRY(sg_cluster_settle(l->cluster, status, err));
    if (l->options != NULL) property.budget = l->options->budget;
    if (sg_vocabularies_triples(l->vocabularies, name) == NULL)
        SG_TRY(learn_triples(l, &name, head, &property, err));
done:
    sg_property_free(&property);
    sg_free(name);
    return status;
}

static sg_status learn_need(void *context, const sg_need *need, sg_error *err)
{
    return need->head != NULL ? learn_head(context, need->head, err)
                              : learn_labels(context, need->labels, err);
}

sg_status sg_vocabularies_learn_shared(sg_vocabularies *vocabularies, const sg_dataset *graphs,
                                       const sg_blueprint *blueprint,
                                       const sg_invariant_options *options, sg_cluster *cluster,
                                       sg_error *err)
{
    learning l = {.vocabularies = vocabularies,
                  .labels_capacity = vocabularies->n_labelings,
                  .heads_capacity = vocabularies->n_heads,
                  .graphs = {graphs, 0},
                  .options = options,
                  .cluster = cluster};
    const sg_status status =
        sg_blueprint_needs(&(sg_need_visitor){learn_need, &l}, blueprint, err);
    for (size_t i = 0; i < l.n_known; i++) known_close(l.known[i]);
    sg_free(l.known);
    return status;
}
