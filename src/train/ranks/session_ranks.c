/* session_ranks.c - what ranks that share a training have of the data, and whether it is the same training. */
#include "train/ranks/session_ranks.h"

#include "base/hash.h"
#include "base/mem.h"
#include "data/ranks/own_graphs.h"
#include "model/model.h"
#include "text/tree_json.h"
#include "train/ranks/rank_items.h"
#include "train/train_options_put.h"

/* ---- Graphs of a rank --------------------------------------------------------------------------- */

/* Whether a layer begins with statistics of all training items. */
static sg_status measures_input(bool *measures, const sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    sg_model_on_data alone = {0};
    *measures = false;
    SG_TRY(sg_model_open_alone(&alone, model, 0, err));
    for (uint32_t t = 0; t < alone.outline.n_tensors; t++)
        *measures = *measures || sg_tensor_is_measured(&alone.outline.tensor[t]);
done:
    sg_model_on_data_close(&alone);
    return status;
}

sg_status sgi_session_divide(bool *divided, sg_training_session *s, const sg_dataset *data,
                             uint32_t max_batch, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_ranks = sg_cluster_size(s->request->cluster);
    bool measures = false, *wanted = NULL;
    *divided = false;
    if (n_ranks == 1 || data->items.kind != SG_ITEM_GRAPH || n_ranks > s->options.n_shards)
        goto done;
    SG_TRY(measures_input(&measures, s->model, err));
    if (measures) goto done;
    SG_ALLOC(wanted, data->graph.n_graphs);
    SG_TRY(sgi_rank_items_mark(wanted, &s->training, max_batch, err));
    SG_TRY(sg_dataset_own_graphs(&s->own, data, wanted, err));
    *divided = true;
done:
    sg_free(wanted);
    return status;
}

/* ---- The same training -------------------------------------------------------------------------- */

static sg_status hash_map(uint64_t *hash, sg_node *map, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    sg_json_writer json = sg_json_write_to(&text);
    SG_TRY(sg_json_put_node(&json, map, err));
    *hash = sg_hash_bytes(text.data, text.size);
done:
    sg_text_free(&text);
    return status;
}

static sg_status hash_settings(uint64_t *hash, const sg_training_session *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_train_options_put(map, &s->options, err));
    SG_TRY(hash_map(hash, map, err));
done:
    sg_node_free(map);
    return status;
}

static sg_status hash_model(uint64_t *hash, const sg_training_session *s, sg_error *err)
{
    sg_status status = SG_OK;
    sg_node *map = NULL;
    SG_TRY(sg_node_make(&map, SG_NODE_MAP, NULL, err));
    SG_TRY(sg_blueprint_put(map, &s->model->blueprint, err));
    SG_TRY(hash_map(hash, map, err));
done:
    sg_node_free(map);
    return status;
}

static uint64_t hash_items(const sg_training_session *s)
{
    uint64_t words[SG_N_PARTS + 1] = {s->request->seed};
    for (int p = 0; p < SG_N_PARTS; p++)
        words[p + 1] = sg_hash_bytes(s->training.item[p],
                                     s->training.n_items[p] * sizeof **s->training.item);
    return sg_hash_bytes(words, sizeof words);
}

static sg_status hash_weights(uint64_t *hash, const sg_training_session *s, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_learner *learner = sg_trainer_learner(s->trainer);
    double *weight = NULL;
    SG_ALLOC(weight, sg_learner_size(learner));
    sg_learner_read(weight, learner);
    *hash = sg_hash_bytes(weight, sg_learner_size(learner) * sizeof *weight);
done:
    sg_free(weight);
    return status;
}

/* What decides what a training computes, one number each. */
typedef struct identity {
    uint64_t data, model, settings, items, weights;
} identity;

static sg_status identify(identity *of, const sg_training_session *s, const sg_dataset *data,
                          sg_error *err)
{
    sg_status status = SG_OK;
    of->data = sg_dataset_fingerprint(data);
    of->items = hash_items(s);
    SG_TRY(hash_model(&of->model, s, err));
    SG_TRY(hash_settings(&of->settings, s, err));
    SG_TRY(hash_weights(&of->weights, s, err));
done:
    return status;
}

sg_status sg_training_session_fingerprint(uint64_t *fingerprint, const sg_training_session *s,
                                          const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    identity of = {0};
    SG_TRY(identify(&of, s, data, err));
    *fingerprint = sg_hash_bytes(&of, sizeof of);
done:
    return status;
}

sg_status sg_training_session_compare(const sg_training_session *s, const sg_dataset *data,
                                      sg_error *err)
{
    sg_status status = SG_OK;
    sg_cluster *cluster = s->request->cluster;
    identity of = {0};
    if (sg_cluster_size(cluster) == 1) goto done;
    SG_TRY(sg_cluster_agree(cluster, identify(&of, s, data, err), err));
    SG_TRY(sg_cluster_same(cluster, of.data, "reads other data", err));
    SG_TRY(sg_cluster_same(cluster, of.model, "trains another model", err));
    SG_TRY(sg_cluster_same(cluster, of.settings, "trains with other settings", err));
    SG_TRY(sg_cluster_same(cluster, of.items, "trains on other items or another seed", err));
    SG_TRY(sg_cluster_same(cluster, of.weights, "starts from other weights", err));
done:
    return status;
}
