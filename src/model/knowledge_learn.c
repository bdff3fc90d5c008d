/* knowledge_learn.c - what a blueprint needs of some data becomes knowledge. */
#include "model/knowledge_learn.h"

#include "base/mem.h"

typedef struct learning {
    sg_knowledge *knowledge;
    size_t labels_capacity, heads_capacity;
    sg_shelf *shelf;
} learning;

static sg_status learn_labels(learning *l, const char *expression, sg_error *err)
{
    sg_status status = SG_OK;
    sg_knowledge *k = l->knowledge;
    if (sg_knowledge_labels(k, expression) != NULL) goto done;
    SG_TRY(sg_grow(&k->labels, &l->labels_capacity, k->n_labelings + (size_t)1,
                   sizeof *k->labels, err));
    k->labels[k->n_labelings++] = (sg_known_labels){0};
    SG_TRY(sg_shelf_labels_known(&k->labels[k->n_labelings - 1], l->shelf, expression, err));
done:
    return status;
}

static sg_status learn_head(learning *l, const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    sg_knowledge *k = l->knowledge;
    sg_known_weights weights = {0};
    SG_TRY(sg_shelf_weights_known(&weights, l->shelf, head, err));
    if (sg_knowledge_weights(k, weights.head) != NULL) goto done;
    SG_TRY(sg_grow(&k->weights, &l->heads_capacity, k->n_heads + (size_t)1, sizeof *k->weights,
                   err));
    k->weights[k->n_heads++] = weights;
    weights = (sg_known_weights){0};
done:
    sg_free(weights.head);
    sg_weight_keys_free(&weights.keys);
    return status;
}

static sg_status learn_need(void *context, const sg_need *need, sg_error *err)
{
    return need->head != NULL ? learn_head(context, need->head, err)
                              : learn_labels(context, need->labels, err);
}

sg_status sg_knowledge_learn(sg_knowledge *knowledge, sg_shelf *shelf,
                             const sg_blueprint *blueprint, sg_error *err)
{
    learning l = {knowledge, knowledge->n_labelings, knowledge->n_heads, shelf};
    return sg_blueprint_needs(&(sg_need_visitor){learn_need, &l}, blueprint, err);
}
