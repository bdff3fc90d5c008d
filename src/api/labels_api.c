/* labels_api.c - labels behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"
#include "data/dataset_view.h"
#include "invariants/compare.h"
#include "invariants/key_text.h"
#include "invariants/pair_list.h"
#include "invariants/triples.h"
#include "store/label_cache.h"

sg_status sg_labels_open(sg_labels **labels, const sg_dataset *data, const char *expression,
                         const sg_label_options *options, sg_error *err)
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
    sg_label_expression parsed = {0};
    sg_invariant_options inner = {0};
    sg_labels *opened = NULL;
    SG_TRY(sg_label_parse(&parsed, expression, err));
    SG_TRY(sg_invariant_options_open(&inner, &chosen, err));
    SG_ALLOC(opened, 1);
    SG_TRY(sg_label_cache_compute(opened, &parsed, &view, &inner, chosen.cache, err));
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

sg_status sg_triples_measure(sg_triples_size *size, const sg_dataset *data,
                             const sg_labels *receiver, const sg_labels *sender,
                             const char *property, uint32_t n_threads, sg_error *err)
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
    SG_REQUIRE(receiver->n_nodes == data->graph.n_nodes &&
                   sender->n_nodes == data->graph.n_nodes,
               SG_EINVAL,
               "triples: the labels are of %u and %u nodes, so of another data set than %s, "
               "which has %u",
               receiver->n_nodes, sender->n_nodes, data->name != NULL ? data->name : "",
               data->graph.n_nodes);
    const uint64_t key = sg_label_cache_key(&view, "");
    SG_REQUIRE(
        receiver->data == key && sender->data == key, SG_EINVAL,
        "triples: the labels of the %s are of other data than %s, which has as many nodes",
        receiver->data == key ? "senders" : "receivers", data->name != NULL ? data->name : "");
    SG_TRY(sg_property_parse(&parsed, property, err));
    SG_TRY(sg_threads_open(&threads, n_threads, err));
    SG_TRY(sg_triples_collect(&triples, receiver, sender, &parsed, &view, threads, err));
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
