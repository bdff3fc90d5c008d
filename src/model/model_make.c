/* model_make.c - what a model knows of the data that it is made for. */
#include "model/model_make.h"

#include "base/hash.h"
#include "base/mem.h"
#include "data/nodes/item_splits.h"
#include "data/subset.h"
#include "model/vocabularies_learn.h"
#include "model/vocabularies_ranks.h"

static sg_status see_label(uint32_t *sees, const char *text, sg_error *err)
{
    sg_status status = SG_OK;
    sg_label_expression expression = {0};
    SG_TRY(sg_label_parse(&expression, text, err));
    *sees |= sg_label_sees(&expression);
done:
    sg_label_expression_free(&expression);
    return status;
}

/* What a blueprint looks at. */
typedef struct sights {
    uint32_t sees;   /* bits of graph/view.h */
    bool edge_names; /* attributes of edges, by their numbers */
} sights;

static sg_status see_head(sights *s, const sg_head *head, sg_error *err)
{
    sg_status status = SG_OK;
    sg_property property = {0};
    SG_TRY(see_label(&s->sees, head->receiver, err));
    SG_TRY(see_label(&s->sees, head->sender, err));
    SG_TRY(sg_property_parse(&property, head->property, err));
    s->sees |= property.kind->sees;
    s->edge_names = s->edge_names || head->weighs;
done:
    sg_property_free(&property);
    return status;
}

static sg_status see_need(void *context, const sg_need *need, sg_error *err)
{
    sights *s = context;
    return need->head != NULL ? see_head(s, need->head, err)
                              : see_label(&s->sees, need->labels, err);
}

static sg_status see_all(sights *s, const sg_blueprint *blueprint, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_blueprint_needs(&(sg_need_visitor){see_need, s}, blueprint, err));
    s->edge_names = s->edge_names || (s->sees & SG_SEES_EDGE_ATTRIBUTES) != 0;
    for (uint32_t l = 0; l < blueprint->n_layers; l++)
        s->edge_names = s->edge_names || sg_layer_looks_at_edges(&blueprint->layer[l]);
done:
    return status;
}

/* A factor of messages needs no note: plans refuse data without it. */
sg_status sg_model_note_data(sg_model *model, const sg_blueprint *blueprint,
                             const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sights s = {0};
    SG_TRY(see_all(&s, blueprint, err));
    uint32_t sees = s.sees;
    if (data->node_label.n_columns == 0) sees &= ~(uint32_t)SG_SEES_NODE_LABELS;
    if (data->edge_label.n_columns == 0) sees &= ~(uint32_t)SG_SEES_EDGE_LABELS;
    if (data->edge_attribute.n_columns == 0) sees &= ~(uint32_t)SG_SEES_EDGE_ATTRIBUTES;
    SG_TRY(sg_model_keep_form(model, data->form, data->graph.rules, err));
    const bool attributes = sg_inputs_have(&blueprint->input, SG_INPUT_ATTRIBUTES);
    const sg_names none = {0};
    if (attributes) model->n_attributes = data->node_attribute.n_columns;
    SG_TRY(sg_model_name_attributes(model, attributes ? &data->node_attribute_name : &none,
                                    s.edge_names ? &data->edge_attribute_name : &none, err));
    model->sees = sees;
done:
    return status;
}

sg_status sg_model_outline(sg_model *model, sg_blueprint *blueprint, const sg_dataset *data,
                           sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_blueprint_check_items(blueprint, data, err));
    if (sg_inputs_have(&blueprint->input, SG_INPUT_ATTRIBUTES))
        SG_TRY(sg_input_check_attributes(data, err));
    SG_TRY(sg_model_note_data(model, blueprint, data, err));
    model->blueprint = *blueprint;
    *blueprint = (sg_blueprint){0};
    model->loss = sg_loss_default(model->outputs.task);
done:
    return status;
}

/* Learn the words of the graphs that some items are or belong to. */
static sg_status learn_of_items(sg_model *model, const sg_dataset *data, const uint32_t *item,
                                uint32_t n_items, const sg_invariant_options *options,
                                sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *graph = NULL, n_graphs = 0;
    sg_dataset some = {0};
    sg_plan_cache *cache = NULL;
    SG_TRY(sg_item_graphs(&graph, &n_graphs, data, item, n_items, err));
    SG_TRY(sg_dataset_subset(&some, data, graph, n_graphs, err));
    SG_TRY(sg_experience_learn(&model->met, &some, &model->outputs, err));
    SG_TRY(sg_plan_cache_open(&cache, &some, NULL, options, err));
    SG_TRY(sg_vocabularies_learn(&model->vocabularies, cache, &model->blueprint, err));
done:
    sg_plan_cache_close(cache);
    sg_dataset_free(&some);
    sg_free(graph);
    return status;
}

/* ---- Ranks -------------------------------------------------------------------------------------- */

/* This rank's share of the graphs whose words are learned; what they were like, of all of them. */
static sg_status share_graphs(sg_dataset *own, sg_model *model, const sg_dataset *data,
                              const uint32_t *item, uint32_t n_items, const sg_cluster *cluster,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t rank = sg_cluster_rank(cluster), size = sg_cluster_size(cluster);
    uint32_t *graph = NULL, n = data->graph.n_graphs;
    sg_dataset some = {0};
    if (item != NULL) {
        SG_TRY(sg_item_graphs(&graph, &n, data, item, n_items, err));
        SG_TRY(sg_dataset_subset(&some, data, graph, n, err));
    } else {
        SG_ALLOC(graph, n);
        for (uint32_t g = 0; g < n; g++) graph[g] = g;
    }
    SG_TRY(sg_experience_learn(&model->met, item != NULL ? &some : data, &model->outputs, err));
    const uint32_t first = (uint32_t)(n * rank / size), end = (uint32_t)(n * (rank + 1) / size);
    sg_dataset_free(&some);
    SG_TRY(sg_dataset_subset(own, data, graph + first, end - first, err));
done:
    sg_dataset_free(&some);
    sg_free(graph);
    return status;
}

/* Labels and plans are for those who train: every rank then needs its own graphs' alone. */
static sg_status learn_with_ranks(sg_model *model, const sg_dataset *data, const uint32_t *item,
                                  uint32_t n_items, const sg_invariant_options *options,
                                  sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset own = {0};
    SG_TRY(sg_cluster_same(cluster, sg_dataset_fingerprint(data), "reads other data", err));
    SG_TRY(sg_cluster_same(cluster,
                           item != NULL ? sg_hash_bytes(item, n_items * sizeof *item) : 0,
                           "trains on other items or another seed", err));
    status = share_graphs(&own, model, data, item, n_items, cluster, err);
    SG_TRY(sg_cluster_agree(cluster, status, err));
    SG_TRY(sg_vocabularies_learn_shared(&model->vocabularies, &own, &model->blueprint, options,
                                        cluster, err));
done:
    sg_dataset_free(&own);
    return status;
}

/* ---- Words and weights -------------------------------------------------------------------------- */

/* Whether the last layer fits; make room for the weights. */
static sg_status make_weights(sg_model *model, const sg_model_on_data *m, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n_outputs = model->outputs.n;
    SG_REQUIRE(sg_model_on_data_outputs(m) == n_outputs, SG_EINVAL,
               "model: its last layer has %u outputs, but %u are needed; several heads give as "
               "many times the outputs, which a linear layer at the end can join",
               sg_model_on_data_outputs(m), n_outputs);
    model->n_weights = m->outline.n_parameters;
    SG_ALLOC(model->weight, model->n_weights);
done:
    return status;
}

static sg_status learn_alone(sg_plan_cache **cache, sg_model *model, const sg_dataset *data,
                             const uint32_t *item, uint32_t n_items,
                             const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    if (item != NULL)
        SG_TRY(learn_of_items(model, data, item, n_items, options, err));
    else
        SG_TRY(sg_experience_learn(&model->met, data, &model->outputs, err));
    SG_TRY(sg_plan_cache_open(cache, data, item != NULL ? &model->vocabularies : NULL, options,
                              err));
    if (item == NULL)
        SG_TRY(sg_vocabularies_learn(&model->vocabularies, *cache, &model->blueprint, err));
done:
    return status;
}

static sg_status make_weights_alone(sg_model *model, sg_error *err)
{
    sg_status status = SG_OK;
    sg_model_on_data alone = {0};
    SG_TRY(sg_model_open_alone(&alone, model, 0, err));
    SG_TRY(make_weights(model, &alone, err));
done:
    sg_model_on_data_close(&alone);
    return status;
}

sg_status sg_model_learn_words(sg_model *model, const sg_dataset *data, const uint32_t *item,
                               uint32_t n_items, const sg_invariant_options *options,
                               sg_cluster *cluster, sg_error *err)
{
    sg_status status = SG_OK;
    sg_plan_cache *cache = NULL;
    sg_model_on_data on_data = {0};
    if (sg_cluster_size(cluster) > 1) {
        SG_TRY(learn_with_ranks(model, data, item, n_items, options, cluster, err));
        status = make_weights_alone(model, err);
        SG_TRY(sg_cluster_agree(cluster, status, err));
        goto done;
    }
    SG_TRY(learn_alone(&cache, model, data, item, n_items, options, err));
    const sg_placement on = {.cache = cache, .max_batch = 1};
    SG_TRY(sg_model_on_data_open(&on_data, &model->blueprint, model->outputs.n, &on, err));
    SG_TRY(make_weights(model, &on_data, err));
    sg_model_keep_data(model, &cache, data);
done:
    sg_model_on_data_close(&on_data);
    sg_plan_cache_close(cache);
    return status;
}
