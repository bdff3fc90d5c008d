/* rank_labels.c - vocabularies of ranks become one. */
#include "invariants/ranks/rank_labels.h"

#include "base/mem.h"
#include "cluster/rank_counts.h"

#include <stdlib.h>

/* ---- Vocabularies ----------------------------------------------------------------------------- */

static sg_status list_counts(sg_rank_count **list, const sg_vocabulary *own,
                             const uint64_t *check, sg_error *err)
{
    sg_status status = SG_OK;
    SG_ALLOC(*list, own->n_keys);
    for (uint32_t i = 0; i < own->n_keys; i++)
        (*list)[i] = (sg_rank_count){own->key[i], check[i], own->count[i]};
done:
    return status;
}

/* What all ranks have counted, in the order of vocabularies: (*id)[i] is the number of all[i]. */
static sg_status number_counts(sg_vocabulary *vocabulary, uint32_t **id,
                               const sg_rank_count *all, size_t n, const char *what,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *key = NULL;
    uint64_t *count = NULL;
    SG_ALLOC(*id, n);
    SG_ALLOC(key, n);
    SG_ALLOC(count, n);
    for (size_t i = 0; i < n; i++) {
        key[i] = (sg_key){all[i].key, all[i].check};
        count[i] = all[i].count;
    }
    SG_TRY(sg_vocabulary_of_counts(vocabulary, *id, key, count, n, what, err));
done:
    sg_free(key);
    sg_free(count);
    return status;
}

static int compare_keys(const void *key, const void *count)
{
    const uint64_t x = *(const uint64_t *)key, y = ((const sg_rank_count *)count)->key;
    return (x > y) - (x < y);
}

/* One vocabulary of all ranks.
 *
 *   number  out; [own->n_keys] what this rank's numbers are in it
 *   check   [own->n_keys] of its keys */
static sg_status join_vocabularies(sg_vocabulary *joined, uint32_t *number,
                                   const sg_vocabulary *own, const uint64_t *check,
                                   const char *what, sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    sg_rank_count *list = NULL, *all = NULL;
    uint32_t *id = NULL;
    size_t n = 0;
    status = list_counts(&list, own, check, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    SG_TRY(sg_rank_counts_add(&all, &n, cluster, list, own->n_keys, 0, err));
    status = number_counts(joined, &id, all, n, what, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    for (uint32_t i = 0; i < own->n_keys; i++) {
        const sg_rank_count *found = bsearch(&own->key[i], all, n, sizeof *all, compare_keys);
        number[i] = id[found - all];
    }
done:
    sg_free(list);
    sg_free(all);
    sg_free(id);
    return status;
}

/* ---- Labels ----------------------------------------------------------------------------------- */

/* Labels in this rank's own numbers, with the checks of their keys, and room for others. */
static sg_status label_own(sg_labels *labels, uint64_t **check, uint32_t **number,
                           const sg_label_expression *expression, const sg_graph_view *view,
                           const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = view->graph->n_nodes;
    sg_key *key = NULL;
    labels->n_nodes = n;
    SG_ALLOC(key, n);
    SG_ALLOC(labels->label, n);
    SG_TRY(sg_labels_compute_keys(key, expression, view, options, err));
    SG_TRY(sg_vocabulary_with_checks(&labels->vocabulary, check, labels->label, key, n,
                                     expression->text,
                                     options != NULL ? options->threads : NULL, err));
    SG_ALLOC(*number, labels->vocabulary.n_keys);
done:
    sg_free(key);
    return status;
}

sg_status sg_rank_labels_compute(sg_labels *labels, const sg_label_expression *expression,
                                 const sg_graph_view *view, const sg_invariant_options *options,
                                 sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    sg_labels made = {0};
    sg_vocabulary joined = {0};
    uint64_t *check = NULL;
    uint32_t *number = NULL;
    status = label_own(&made, &check, &number, expression, view, options, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    SG_TRY(join_vocabularies(&joined, number, &made.vocabulary, check, expression->text,
                             cluster, err));
    for (uint32_t v = 0; v < made.n_nodes; v++) made.label[v] = number[made.label[v]];
    sg_vocabulary_free(&made.vocabulary);
    made.vocabulary = joined;
    joined = (sg_vocabulary){0};
    sg_vocabulary_limit(&made.vocabulary, made.label, made.n_nodes, expression->limit);
    *labels = made;
    made = (sg_labels){0};
done:
    sg_labels_free(&made);
    sg_vocabulary_free(&joined);
    sg_free(check);
    sg_free(number);
    return status;
}
