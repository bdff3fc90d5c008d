/* labels_api.c - labels behind the public header. */
#include "sharegnn.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "cluster/rank_shards.h"
#include "data/ranks/rank_part.h"
#include "invariants/compare.h"
#include "invariants/key_text.h"
#include "invariants/pair_list.h"
#include "invariants/ranks/rank_labels.h"
#include "invariants/ranks/rank_triples.h"
#include "store/label_cache.h"

#include <string.h>

/* The labels of all nodes from those of this rank's. */
static sg_status gather_labels(sg_labels *labels, const sg_rank_part *part, sg_cluster *cluster,
                               sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t size = sg_cluster_size(cluster), n_nodes = part->first_node[size];
    uint32_t *all = NULL;
    size_t *place = NULL;
    SG_ALLOC(place, size + (size_t)1);
    SG_ALLOC(all, n_nodes);
    for (uint32_t r = 0; r <= size; r++) place[r] = part->first_node[r] * sizeof *all;
    if (labels->n_nodes > 0)
        memcpy(all + part->first_node[sg_cluster_rank(cluster)], labels->label,
               labels->n_nodes * sizeof *all);
done:
    status = sg_cluster_settle(cluster, status, err);
    if (status == SG_OK) {
        sg_rank_gather(all, cluster, place);
        sg_free(labels->label);
        labels->label = all;
        labels->n_nodes = n_nodes;
        all = NULL;
    }
    sg_free(all);
    sg_free(place);
    return status;
}

/* Every rank labels its part of the graphs. */
static sg_status label_parts(sg_labels *labels, const sg_label_expression *expression,
                             const sg_dataset *data, const sg_invariant_options *options,
                             sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    sg_rank_part part = {0};
    if (data->rank_node == NULL)
        SG_TRY(sg_cluster_same(cluster, sg_dataset_fingerprint(data), "reads other data", err));
    SG_TRY(sg_cluster_same(cluster, sg_hash_bytes(expression->text, strlen(expression->text)),
                           "computes other labels", err));
    status = sg_rank_part_open(&part, data, cluster, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    const sg_graph_view view = sg_rank_part_view(&part);
    SG_TRY(sg_rank_labels_compute(labels, expression, &view, options, cluster, err));
    SG_TRY(gather_labels(labels, &part, cluster, err));
done:
    sg_rank_part_close(&part);
    return status;
}

/* What labeling takes, before ranks wait for each other. */
static sg_status prepare_labels(sg_labels **opened, sg_label_expression *parsed,
                                sg_invariant_options *inner, const char *expression,
                                const sg_label_options *chosen, bool alone, sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(alone || chosen->cache == NULL, SG_EINVAL,
               "options->cache: ranks that share labels keep none");
    SG_TRY(sg_label_parse(parsed, expression, err));
    SG_TRY(sg_invariant_options_open(inner, chosen, err));
    SG_ALLOC(*opened, 1);
done:
    return status;
}

sg_status sg_labels_open(sg_labels **labels, const sg_dataset *data, const char *expression,
                         const sg_label_options *options, sg_error *err)
{
    return sg_labels_open_shared(labels, data, expression, options, NULL, err);
}

sg_status sg_labels_open_shared(sg_labels **labels, const sg_dataset *data,
                                const char *expression, const sg_label_options *options,
                                sg_cluster *cluster, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(labels);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(expression);
    sg_label_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    const bool alone = sg_cluster_size(cluster) == 1;
    sg_label_expression parsed = {0};
    sg_invariant_options inner = {0};
    sg_labels *opened = NULL;
    status = prepare_labels(&opened, &parsed, &inner, expression, &chosen, alone, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    SG_TRY(alone ? sg_label_cache_compute(opened, &parsed, &view, &inner, chosen.cache, err)
                 : label_parts(opened, &parsed, data, &inner, cluster, err));
    opened->data = sg_label_cache_key(&view, "");
    *labels = opened;
    opened = NULL;
done:
    sg_free(opened);
    sg_invariant_options_close(&inner);
    sg_label_expression_free(&parsed);
    return status;
}

void sg_labels_close(sg_labels *labels)
{
    if (labels == NULL) return;
    sg_labels_free(labels);
    sg_free(labels);
}

sg_status sg_labels_view(sg_labels_arrays *view, const sg_labels *labels, sg_error *err)
{
    SG_REQUIRE_RESULT(view, count);
    SG_REQUIRE_ARGUMENT(labels);
    const sg_labels_arrays made = {.n_nodes = labels->n_nodes,
                                   .n_labels = labels->vocabulary.n_keys,
                                   .label = labels->label,
                                   .key = labels->vocabulary.key,
                                   .count = labels->vocabulary.count};
    sg_struct_write(view, &made, sizeof made);
    return SG_OK;
}

sg_status sg_labels_compare(sg_labels_relation *relation, const sg_labels *first,
                            const sg_labels *second, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(relation, second_refines);
    SG_REQUIRE_ARGUMENT(first);
    SG_REQUIRE_ARGUMENT(second);
    sg_status status = SG_OK;
    uint32_t n_joint = 0;
    SG_REQUIRE(
        first->data == second->data, SG_EINVAL,
        "labels: of %u and of %u nodes of different data; compare labels of one data set",
        first->n_nodes, second->n_nodes);
    SG_TRY(sg_labels_join_count(&n_joint, first, second, err));
    const sg_labels_relation made = {.n_joint = n_joint,
                                     .first_refines = n_joint == first->vocabulary.n_keys,
                                     .second_refines = n_joint == second->vocabulary.n_keys};
    sg_struct_write(relation, &made, sizeof made);
done:
    return status;
}

/* Some of the labels, borrowed. */
static sg_labels labels_from(const sg_labels *labels, uint32_t first, uint32_t n)
{
    sg_labels some = *labels;
    some.label += first;
    some.n_nodes = n;
    return some;
}

/* The triples of all graphs, of which every rank looks at its part. */
static sg_status collect_parts(sg_triples *triples, const sg_labels *receiver,
                               const sg_labels *sender, const sg_property *property,
                               const sg_dataset *data, sg_threads *threads, sg_cluster *cluster,
                               sg_error *err)
{
    sg_status status = SG_OK;
    sg_rank_part part = {0};
    status = sg_rank_part_open(&part, data, cluster, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    const uint32_t first = part.first_node[sg_cluster_rank(cluster)],
                   n = part.graphs->graph.n_nodes;
    const sg_labels to = labels_from(receiver, first, n), from = labels_from(sender, first, n);
    const sg_rank_graphs graphs = {part.graphs, part.first_graph};
    SG_TRY(
        sg_rank_triples_collect(triples, &to, &from, property, &graphs, threads, cluster, err));
done:
    sg_rank_part_close(&part);
    return status;
}

/* Whether labels are of this data, or of all ranks' where it is a part. */
static sg_status check_labels(const sg_labels *receiver, const sg_labels *sender,
                              const sg_dataset *data, const sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    const bool is_part = data->rank_node != NULL && sg_cluster_size(cluster) > 1;
    const uint32_t n = is_part ? data->rank_node[data->n_ranks] : data->graph.n_nodes;
    SG_REQUIRE(receiver->n_nodes == n && sender->n_nodes == n, SG_EINVAL,
               "triples: the labels are of %u and %u nodes, so of another data set than %s, "
               "which has %u",
               receiver->n_nodes, sender->n_nodes, data->name != NULL ? data->name : "", n);
    const uint64_t key = sg_label_cache_key(&view, "");
    SG_REQUIRE(
        receiver->data == key && sender->data == key, SG_EINVAL,
        "triples: the labels of the %s are of other data than %s, which has as many nodes",
        receiver->data == key ? "senders" : "receivers", data->name != NULL ? data->name : "");
done:
    return status;
}

sg_status sg_triples_measure(sg_triples_size *size, const sg_dataset *data,
                             const sg_labels *receiver, const sg_labels *sender,
                             const char *property, uint32_t n_threads, sg_error *err)
{
    return sg_triples_measure_shared(size, data, receiver, sender, property, n_threads, NULL,
                                     err);
}

sg_status sg_triples_measure_shared(sg_triples_size *size, const sg_dataset *data,
                                    const sg_labels *receiver, const sg_labels *sender,
                                    const char *property, uint32_t n_threads,
                                    sg_cluster *cluster, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(size, n_pairs);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(receiver);
    SG_REQUIRE_ARGUMENT(sender);
    SG_REQUIRE_ARGUMENT(property);
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    sg_property parsed = {0};
    sg_triples triples = {0};
    sg_threads *threads = NULL;
    status = check_labels(receiver, sender, data, cluster, err);
    if (status == SG_OK) status = sg_property_parse(&parsed, property, err);
    if (status == SG_OK) status = sg_threads_open(&threads, n_threads, err);
    SG_TRY(sg_cluster_settle(cluster, status, err));
    SG_TRY(
        sg_cluster_size(cluster) == 1
            ? sg_triples_collect(&triples, receiver, sender, &parsed, &view, threads, err)
            : collect_parts(&triples, receiver, sender, &parsed, data, threads, cluster, err));
    const sg_triples_size made = {.n_triples = triples.n_triples,
                                  .n_values = triples.values.n_keys,
                                  .n_pairs = triples.n_pairs};
    sg_struct_write(size, &made, sizeof made);
done:
    sg_triples_free(&triples);
    sg_threads_close(threads);
    sg_property_free(&parsed);
    return status;
}

sg_status sg_pairs_measure(uint64_t *n_pairs, const sg_dataset *data, const char *property,
                           uint32_t n_threads, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_ARGUMENT(n_pairs);
    SG_REQUIRE_ARGUMENT(data);
    SG_REQUIRE_ARGUMENT(property);
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    sg_property parsed = {0};
    sg_threads *threads = NULL;
    SG_TRY(sg_property_parse(&parsed, property, err));
    SG_TRY(sg_threads_open(&threads, n_threads, err));
    SG_TRY(sg_pair_list_count(n_pairs, &parsed, &view, threads, err));
done:
    sg_threads_close(threads);
    sg_property_free(&parsed);
    return status;
}

sg_status sg_keys_text(char *text, const uint64_t *key, size_t n, sg_error *err)
{
    SG_REQUIRE_ARGUMENT(text);
    SG_REQUIRE_ARGUMENT(key);
    sg_status status = SG_OK;
    sg_key_names names = {0};
    SG_TRY(sg_key_names_make(&names, err));
    for (size_t i = 0; i < n; i++)
        (void)sg_key_text(text + i * SG_KEY_TEXT_SIZE, &names, key[i]);
done:
    sg_key_names_free(&names);
    return status;
}

static sg_status write_kind(sg_invariant_kind *kind, const sg_invariant_kind *known)
{
    sg_struct_write(kind, known, sizeof *known);
    return SG_OK;
}

size_t sg_labeling_count(void)
{
    size_t n = 0;
    (void)sg_labeling_kinds(&n);
    return n;
}

sg_status sg_labeling_at(sg_invariant_kind *kind, size_t i, sg_error *err)
{
    SG_REQUIRE_RESULT(kind, example);
    size_t n = 0;
    const sg_labeling_kind *const *known = sg_labeling_kinds(&n);
    if (i >= n)
        return sg_error_set(err, SG_EINVAL, SG_WHERE, "there is no labeling %zu; there are %zu",
                            i, n);
    return write_kind(kind, &(sg_invariant_kind){.usage = known[i]->usage,
                                                 .about = known[i]->about,
                                                 .example = known[i]->example});
}

size_t sg_property_count(void)
{
    size_t n = 0;
    (void)sg_property_kinds(&n);
    return n;
}

sg_status sg_property_at(sg_invariant_kind *kind, size_t i, sg_error *err)
{
    SG_REQUIRE_RESULT(kind, example);
    size_t n = 0;
    const sg_property_kind *const *known = sg_property_kinds(&n);
    if (i >= n)
        return sg_error_set(err, SG_EINVAL, SG_WHERE,
                            "there is no pair property %zu; there are %zu", i, n);
    return write_kind(kind, &(sg_invariant_kind){.usage = known[i]->usage,
                                                 .about = known[i]->about,
                                                 .example = known[i]->example});
}
