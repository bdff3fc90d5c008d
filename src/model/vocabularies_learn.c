/* vocabularies_learn.c - what a blueprint needs of some data becomes vocabularies. */
#include "model/vocabularies_learn.h"

#include "base/mem.h"

typedef struct learning {
    sg_vocabularies *vocabularies;
    size_t labels_capacity, heads_capacity;
    sg_plan_cache *cache;
} learning;

static sg_status learn_labels(learning *l, const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    sg_vocabularies *k = l->vocabularies;
    if (sg_vocabularies_labels(k, expression) != NULL) goto done;
    SG_TRY(sg_grow(&k->labels, &l->labels_capacity, k->n_labelings + (size_t)1,
                   sizeof *k->labels, err));
    SG_TRY(
        sg_plan_cache_label_vocabulary(&k->labels[k->n_labelings], l->cache, expression, err));
    k->n_labelings++;
done:
    return status;
}

static sg_status learn_head(learning *l, const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    sg_vocabularies *k = l->vocabularies;
    char *name = NULL;
    SG_TRY(sg_head_name_weights(&name, head, err));
    if (sg_vocabularies_triples(k, name) != NULL) goto done;
    SG_TRY(sg_grow(&k->weights, &l->heads_capacity, k->n_heads + (size_t)1, sizeof *k->weights,
                   err));
    SG_TRY(sg_plan_cache_triple_vocabulary(&k->weights[k->n_heads], l->cache, head, err));
    k->n_heads++;
done:
    sg_free(name);
    return status;
}

static sg_status learn_need(void *context, const sg_need *need, sg_error *err)
{
    return need->head != NULL ? learn_head(context, need->head, err)
                              : learn_labels(context, need->labels, err);
}

sg_status sg_vocabularies_learn(sg_vocabularies *vocabularies, sg_plan_cache *cache,
                                const sg_blueprint *blueprint, sg_error *err)
{
    learning l = {vocabularies, vocabularies->n_labelings, vocabularies->n_heads, cache};
    return sg_blueprint_needs(&(sg_need_visitor){learn_need, &l}, blueprint, err);
}
