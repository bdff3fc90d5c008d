/* live_with.c - tables of the model, its reach, and the layer that pools. */
#include "live/live_with.h"

#include "base/mem.h"

#include <string.h>

static sg_status copy_keys(sg_live_with *with, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_vocabularies *known = &with->model->vocabularies;
    SG_ALLOC(with->key, known->n_labelings);
    for (uint32_t i = 0; i < known->n_labelings; i++) {
        const uint32_t n = known->labels[i].n_labels;
        SG_ALLOC(with->key[i], n + (size_t)1);
        if (n > 0) memcpy(with->key[i], known->labels[i].key, n * sizeof *with->key[i]);
    }
done:
    return status;
}

/* The layer that pools, and how wide the row behind it is. */
static sg_status find_pool(sg_live_with *with, sg_error *err)
{
    sg_status status = SG_OK;
    sg_model_on_data alone = {0};
    SG_TRY(sg_model_open_alone(&alone, with->model, 0, err));
    with->pool = alone.spec.n_layers;
    for (uint32_t l = alone.spec.n_layers; l-- > 0;)
        if (alone.layer[l].kind->pools) with->pool = l;
    SG_REQUIRE(with->pool < alone.spec.n_layers, SG_EINVAL,
               "model: no layer pools the nodes of a graph, so edits have nothing to change");
    SG_REQUIRE(
        alone.layer[with->pool].kind->share != NULL, SG_EINVAL,
        "model: the layer %s does not tell what each node adds, so edits cannot be followed",
        alone.layer[with->pool].kind->word);
    with->width = alone.outline.state[with->pool + 1].width;
    const sg_layer_spec *pool = &alone.layer[with->pool];
    with->takes_largest = pool->kind->pooling(pool->of) == SG_POOL_MAX;
done:
    sg_model_on_data_close(&alone);
    return status;
}

sg_status sg_live_with_open(sg_live_with *with, const sg_model *model, const sg_dataset *data,
                            const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_with made = {.model = model};
    if (options != NULL) made.options = *options;
    SG_TRY(sg_model_check_trained(model, err));
    SG_TRY(sg_dataset_check_room(
        data, SG_ALL_COLUMNS & ~(uint32_t)(SG_NODE_SPARSE | SG_DIRECTIONS | SG_SELF_LOOPS),
        "a graph that changes", err));
    SG_TRY(sg_model_check_data(model, data, err));
    SG_TRY(sg_model_check_labels(model, data, err));
    SG_TRY(sg_vocabularies_index_make(&made.index, &model->vocabularies, err));
    SG_TRY(sg_live_reach_find(&made.reach, model, err));
    SG_TRY(copy_keys(&made, err));
    SG_TRY(find_pool(&made, err));
    SG_TRY(sg_label_names_copy(&made.node_name, &data->node_name, err));
    SG_TRY(sg_label_names_copy(&made.edge_name, &data->edge_name, err));
    *with = made;
    made = (sg_live_with){0};
done:
    if (made.model != NULL) sg_live_with_close(&made);
    return status;
}

void sg_live_with_close(sg_live_with *with)
{
    if (with->model == NULL) return;
    for (uint32_t i = 0; with->key != NULL && i < with->model->vocabularies.n_labelings; i++)
        sg_free(with->key[i]);
    sg_free(with->key);
    sg_vocabularies_index_free(&with->index);
    sg_live_reach_free(&with->reach);
    sg_label_names_free(&with->node_name);
    sg_label_names_free(&with->edge_name);
    sg_live_cut_free(&with->cut);
    sg_free(with->changed);
    sg_free(with->affected);
    *with = (sg_live_with){0};
}

/* The names of labels are lent to cuts. */
sg_status sg_live_make_cut(sg_dataset *data, sg_live_with *with, uint32_t fewest, sg_error *err)
{
    const sg_status status = sg_live_cut_make(&with->cut, data, fewest, err);
    if (status != SG_OK) return status;
    data->node_name = with->node_name;
    data->edge_name = with->edge_name;
    return SG_OK;
}

void sg_live_free_cut(sg_dataset *data)
{
    data->node_name = data->edge_name = (sg_label_names){0};
    sg_dataset_free(data);
}
