/* weight_list.c - from tensors back to triples, labels, rows and columns. */
#include "model/weight_list.h"

#include "base/observer.h"

static sg_status fill_triples(sg_weight_info *info, const sg_tensor *t,
                              const sg_vocabularies *vocabularies, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_weight_keys *keys = NULL;
    SG_TRY(sg_vocabularies_find(&keys, vocabularies, t->triples, err));
    SG_REQUIRE(keys->n_slots == t->n, SG_EFORMAT,
               "model: it knows %u triples of a head that has %zu weights", keys->n_slots,
               t->n);
    for (size_t i = 0; i < t->n; i++) {
        SG_TRY(sg_watch_ask_at(i, err));
        info[i].kind = SG_WEIGHT_TRIPLE;
        info[i].receiver = keys->receiver[i];
        info[i].sender = keys->sender[i];
        info[i].pair = keys->value[i];
    }
done:
    return status;
}

/* [labels][columns] */
static sg_status fill_labels(sg_weight_info *info, const sg_tensor *t,
                             const sg_vocabularies *vocabularies, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_label_vocabulary *known = sg_vocabularies_labels(vocabularies, t->expression);
    const uint32_t n_labels = t->axis[0].size, width = t->axis[1].size;
    SG_REQUIRE(known != NULL && known->n_labels == n_labels, SG_EFORMAT,
               "model: it does not know the labels of \"%s\"", t->expression);
    for (uint32_t l = 0; l < n_labels; l++) {
        SG_TRY(sg_watch_ask_at(l + (uint64_t)1, err));
        for (uint32_t c = 0; c < width; c++) {
            sg_weight_info *of = &info[(size_t)l * width + c];
            of->kind = SG_WEIGHT_LABEL;
            of->receiver = known->key[l];
            of->column = c;
        }
    }
done:
    return status;
}

/* The last dimension is the column, all before it make the row.  So it is also with rows of triples that
 * belong to no head. */
static void fill_plain(sg_weight_info *info, const sg_tensor *t)
{
    const uint32_t width = t->axis[t->n_axes - 1].size;
    for (size_t i = 0; i < t->n; i++) {
        info[i].kind = SG_WEIGHT_PLAIN;
        info[i].row = (uint32_t)(i / width);
        info[i].column = (uint32_t)(i % width);
    }
}

static sg_status fill_tensor(sg_weight_info *info, const sg_tensor *t, uint32_t layer,
                             const sg_vocabularies *vocabularies, sg_error *err)
{
    for (size_t i = 0; i < t->n; i++) {
        if (sg_watch_ask_at(i + 1, NULL) != SG_OK) return sg_watch_ask(err);
        info[i] = (sg_weight_info){.layer = layer, .head = t->head, .name = t->name};
    }
    if (t->axis[0].kind == SG_AXIS_TRIPLES && t->of_head)
        return fill_triples(info, t, vocabularies, err);
    if (t->axis[0].kind == SG_AXIS_LABELS) return fill_labels(info, t, vocabularies, err);
    fill_plain(info, t);
    return SG_OK;
}

sg_status sg_weight_list_fill(sg_weight_info *info, const sg_model_on_data *m,
                              const sg_vocabularies *vocabularies, const double *weight,
                              sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t t = 0; t < m->outline.n_tensors; t++) {
        const sg_tensor *tensor = &m->outline.tensor[t];
        SG_TRY(fill_tensor(info + tensor->first, tensor, m->layer_of[tensor->layer],
                           vocabularies, err));
        for (size_t i = tensor->first; i < tensor->first + tensor->n; i++) {
            SG_TRY(sg_watch_ask_at(i + 1, err));
            info[i].value = weight[i];
        }
    }
done:
    return status;
}
