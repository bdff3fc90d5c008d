/* labels_api.c - labels behind the public header. */
#include "sharegnn.h"

#include "base/mem.h"
#include "base/observer.h"
#include "data/dataset_view.h"
#include "invariants/compare.h"
#include "invariants/graph_pieces.h"
#include "invariants/triples.h"
#include "store/label_cache.h"

/* Results that were computed faster than this are not worth a file. */
static const double WORTH_KEEPING = 0.05;

/* Compute, or find what was computed before. */
static sg_status compute_or_find(sg_labels *labels, const sg_label_expression *expression,
                                 const sg_graph_view *view, const sg_invariant_options *options,
                                 const char *cache, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t key = 0;
    bool found = false;
    if (cache != NULL) {
        key = sg_label_cache_key(view, expression->text);
        SG_TRY(sg_label_cache_load(labels, &found, cache, key, view->graph->n_nodes, err));
        if (found) goto done;
    }
    const double begin = sg_seconds();
    SG_TRY(sg_labels_compute(labels, expression, view, options, err));
    /* A cache that cannot be written makes things slower, not wrong. */
    if (cache != NULL && sg_seconds() - begin > WORTH_KEEPING)
        (void)sg_label_cache_store(labels, cache, key, NULL);
done:
    return status;
}

sg_status sg_labels_open(sg_labels **labels, const sg_dataset *data, const char *expression,
                         const sg_label_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_label_options defaults = {0}, *chosen = options != NULL ? options : &defaults;
    const sg_graph_view view = sg_dataset_view(data);
    sg_label_expression parsed = {0};
    sg_invariant_options inner = {.budget = chosen->budget, .observer = chosen->observer};
    sg_labels *opened = NULL;
    SG_TRY(sg_label_parse(&parsed, expression, err));
    SG_TRY(sg_pool_open(&inner.pool, chosen->n_threads, err));
    SG_ALLOC(opened, 1);
    SG_TRY(compute_or_find(opened, &parsed, &view, &inner, chosen->cache, err));
    *labels = opened;
    opened = NULL;
done:
    sg_free(opened);
    sg_pool_close(inner.pool);
    sg_label_expression_free(&parsed);
    return status;
}

void sg_labels_close(sg_labels *labels)
{
    if (labels == NULL) return;
    sg_labels_free(labels);
    sg_free(labels);
}

sg_labels_arrays sg_labels_view(const sg_labels *labels)
{
    return (sg_labels_arrays){.n_nodes = labels->n_nodes,
                              .n_labels = labels->vocabulary.n_keys,
                              .label = labels->label,
                              .key = labels->vocabulary.key,
                              .count = labels->vocabulary.count};
}

sg_status sg_labels_compare(sg_labels_relation *relation, const sg_labels *first,
                            const sg_labels *second, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n_joint = 0;
    SG_TRY(sg_labels_join_count(&n_joint, first, second, err));
    *relation = (sg_labels_relation){.n_joint = n_joint,
                                     .first_refines = n_joint == first->vocabulary.n_keys,
                                     .second_refines = n_joint == second->vocabulary.n_keys};
done:
    return status;
}

sg_status sg_triples_measure(sg_triples_size *size, const sg_dataset *data,
                             const sg_labels *receiver, const sg_labels *sender,
                             const char *property, uint32_t n_threads, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    sg_property parsed = {0};
    sg_triples triples = {0};
    sg_pool *pool = NULL;
    SG_REQUIRE(receiver->n_nodes == data->graph.n_nodes &&
                   sender->n_nodes == data->graph.n_nodes,
               SG_EINVAL, "triples: the labels are of another data set");
    SG_TRY(sg_property_parse(&parsed, property, err));
    SG_TRY(sg_pool_open(&pool, n_threads, err));
    SG_TRY(sg_triples_collect(&triples, receiver, sender, &parsed, &view, pool, err));
    *size = (sg_triples_size){triples.n_triples, triples.values.n_keys, triples.n_pairs};
done:
    sg_triples_free(&triples);
    sg_pool_close(pool);
    sg_property_free(&parsed);
    return status;
}

/* Pairs counted by each thread. */
typedef struct pair_count {
    const sg_property *property;
    const sg_graph_view *view;
    uint64_t *n_pairs; /* [n_threads] */
} pair_count;

static sg_status count_pairs(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                             sg_error *err)
{
    const pair_count *count = context;
    const sg_one_graph one = sg_view_graph(count->view, g);
    sg_pairs pairs = {0};
    const sg_status status =
        count->property->kind->find(&pairs, count->property, &one, scratch, err);
    if (status == SG_OK) count->n_pairs[worker] += pairs.row[one.n_nodes];
    return status;
}

sg_status sg_pairs_measure(uint64_t *n_pairs, const sg_dataset *data, const char *property,
                           uint32_t n_threads, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    sg_property parsed = {0};
    sg_pool *pool = NULL;
    pair_count count = {.property = &parsed, .view = &view};
    const sg_graph_work work = {count_pairs, &count, "pairs", NULL};
    SG_TRY(sg_property_parse(&parsed, property, err));
    SG_TRY(sg_pool_open(&pool, n_threads, err));
    SG_ALLOC(count.n_pairs, sg_pool_threads(pool));
    SG_TRY(sg_each_graph(&work, view.graph->n_graphs, pool, err));
    *n_pairs = 0;
    for (uint32_t t = 0; t < sg_pool_threads(pool); t++) *n_pairs += count.n_pairs[t];
done:
    sg_free(count.n_pairs);
    sg_pool_close(pool);
    sg_property_free(&parsed);
    return status;
}

size_t sg_labeling_count(void)
{
    size_t n = 0;
    (void)sg_labeling_kinds(&n);
    return n;
}

sg_invariant_kind sg_labeling_at(size_t i)
{
    size_t n = 0;
    const sg_labeling_kind *const *kinds = sg_labeling_kinds(&n);
    if (i >= n) return (sg_invariant_kind){0};
    return (sg_invariant_kind){kinds[i]->usage, kinds[i]->about, kinds[i]->example};
}

size_t sg_property_count(void)
{
    size_t n = 0;
    (void)sg_property_kinds(&n);
    return n;
}

sg_invariant_kind sg_property_at(size_t i)
{
    size_t n = 0;
    const sg_property_kind *const *kinds = sg_property_kinds(&n);
    if (i >= n) return (sg_invariant_kind){0};
    return (sg_invariant_kind){kinds[i]->usage, kinds[i]->about, kinds[i]->example};
}
