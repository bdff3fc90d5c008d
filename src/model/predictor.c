/* predictor.c - a model on data and a learner that learns nothing, held together. */
#include "model/predictor.h"

#include "base/machine/account.h"
#include "base/mem.h"
#include "base/observer.h"
#include "model/trust.h"
#include "network/batch_items.h"

/* Graphs that are computed at once where nodes are predicted. */
enum { SPANS = 128 };

/* Fewer items are computed at once where their states would take more bytes. */
enum { MOST_BYTES = 1 << 26 };

struct sg_predictor {
    const sg_model *model;
    const sg_dataset *data;
    sg_invariant_options options;
    sg_model_on_data on_data;
    void *parameters; /* of the learner; NULL where they are the prepared model's */
    sg_learner *learner;
};

static sg_status place_model(sg_predictor *p, const sg_prepared_model *prepared,
                             uint32_t max_batch, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_model *model = p->model;
    if (prepared == NULL) SG_TRY(sg_model_parameters(&p->parameters, model, err));
    const sg_placement on = {.data = p->data,
                             .index = prepared != NULL ? &prepared->index : NULL,
                             .invariants = &p->options,
                             .max_batch = max_batch,
                             .max_spans = SPANS,
                             .parameters =
                                 prepared != NULL ? prepared->parameters : p->parameters};
    SG_TRY(sg_model_place_on(&p->on_data, model, &on, err));
done:
    return status;
}

/* Wide networks compute fewer graphs at once.  What a graph gives does not depend on the others. */
static sg_status limit_batch(sg_model_on_data *m, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *most = m->spec.item == SG_ITEM_NODE ? &m->spec.max_spans : &m->spec.max_batch;
    uint64_t row_bytes = 0;
    uint32_t n_rows = 0;
    for (uint32_t l = 0; l <= m->spec.n_layers; l++)
        row_bytes += (uint64_t)m->outline.state[l].width * sizeof(double);
    SG_TRY(sg_batch_items_rows(&n_rows, m->spec.graph, *most, err));
    while (*most > 1 && sg_bytes_of(n_rows, row_bytes) > MOST_BYTES) {
        *most /= 2;
        SG_TRY(sg_batch_items_rows(&n_rows, m->spec.graph, *most, err));
    }
done:
    return status;
}

sg_status sg_predictor_open(sg_predictor **predictor, const sg_model *model,
                            const sg_prepared_model *prepared, const sg_dataset *data,
                            const sg_invariant_options *options, uint32_t max_batch,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_predictor *p = NULL;
    SG_TRY(sg_model_check_data(model, data, err));
    SG_ALLOC(p, 1);
    p->model = model;
    p->data = data;
    if (options != NULL) p->options = *options;
    SG_TRY(place_model(p, prepared, max_batch, err));
    SG_TRY(limit_batch(&p->on_data, err));
    SG_TRY(sg_model_open_learner(&p->learner, model, &p->on_data, p->options.threads, err));
    *predictor = p;
    p = NULL;
done:
    sg_predictor_close(p);
    return status;
}

void sg_predictor_close(sg_predictor *predictor)
{
    if (predictor == NULL) return;
    sg_learner_close(predictor->learner);
    sg_model_on_data_close(&predictor->on_data);
    sg_free(predictor->parameters);
    sg_free(predictor);
}

void sg_predictor_run(double *output, sg_predictor *predictor, const uint32_t *item, uint32_t n)
{
    sg_learner_predict(output, predictor->learner, item, n);
    sg_outputs_finish(output, n, &predictor->model->outputs);
}

/* The number of a state among those of the network. */
static uint32_t state_number(const sg_predictor *p, uint32_t layer)
{
    uint32_t number = 0;
    for (uint32_t l = 0; layer != SG_INPUT_STATE && l < p->on_data.spec.n_layers; l++)
        if (p->on_data.layer_of[l] == layer) number = l + 1;
    return number;
}

const sg_state *sg_predictor_state(const sg_predictor *predictor, uint32_t layer)
{
    return &predictor->on_data.outline.state[state_number(predictor, layer)];
}

void sg_predictor_states(double *value, sg_predictor *p, uint32_t layer, const uint32_t *graph,
                         uint32_t n)
{
    const uint32_t state = state_number(p, layer), *offset = p->data->graph.graph_offset;
    if (p->on_data.spec.item == SG_ITEM_GRAPH) {
        sg_learner_states(value, p->learner, state, graph, n);
        return;
    }
    /* A node asks for all rows of its graph. */
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t node = offset[graph[i]], n_nodes = offset[graph[i] + 1] - node;
        if (n_nodes > 0) sg_learner_states(value, p->learner, state, &node, 1);
        value += (size_t)n_nodes * p->on_data.outline.state[state].width;
    }
}

sg_status sg_predictor_trust(sg_trust *trust, const sg_predictor *p, sg_error *err)
{
    return sg_trust_measure(trust, &p->on_data, p->data, &p->options, err);
}

/* Batches are so small that their plans are explicit (plan.c), unless a graph is alone in one.  With
 * networks that decide graph by graph, that makes the bits the same in any company. */
sg_status sg_predict_few(double *score, sg_trust *trust, const sg_prepared_model *prepared,
                         const sg_dataset *data, const sg_invariant_options *options,
                         sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = sg_model_count_items(prepared->model, data);
    sg_predictor *predictor = NULL;
    uint32_t *item = NULL;
    SG_TRY(sg_predictor_open(&predictor, prepared->model, prepared, data, options, n, err));
    SG_ALLOC(item, n);
    for (uint32_t i = 0; i < n; i++) item[i] = i;
    if (trust != NULL) SG_TRY(sg_predictor_trust(trust, predictor, err));
    sg_predictor_run(score, predictor, item, n);
    SG_TRY(sg_watch_ask(err));
    SG_TRY(sg_outputs_check(score, item, n, &prepared->model->outputs, err));
done:
    sg_free(item);
    sg_predictor_close(predictor);
    return status;
}
