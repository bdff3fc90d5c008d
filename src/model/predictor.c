/* predictor.c - a model on data and a learner that learns nothing, held together. */
#include "model/predictor.h"

#include "base/machine/account.h"
#include "base/mem.h"
#include "base/observer.h"
#include "model/trust/trust.h"
#include "network/batch_items.h"
#include "network/narrow_spec.h"

/* Graphs that are computed at once where nodes are predicted. */
enum { SPANS = 128 };

/* Fewer items are computed at once where their states would take more bytes. */
enum { MOST_BYTES = 1 << 26 };

struct sg_predictor {
    const sg_model *model;
    const sg_dataset *data;
    sg_invariant_options options;
    sg_model_on_data on_data;
    void *parameters;      /* of the learner; NULL where they are the prepared model's */
    sg_learner *learner;   /* of whole graphs; NULL: nobody has needed it yet         */
    uint64_t most_bytes;   /* of the states of a graph; 0: any                        */
    sg_narrow_spec narrow; /* of some nodes; open where `most_bytes` was exceeded    */
    bool by_fields;
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

/* Bytes of a node's rows of all states. */
static uint64_t count_row_bytes(const sg_model_on_data *m)
{
    uint64_t bytes = 0;
    for (uint32_t l = 0; l <= m->spec.n_layers; l++)
        bytes += (uint64_t)m->outline.state[l].width * sizeof(double);
    return bytes;
}

/* Wide networks compute fewer graphs at once.  What a graph gives does not depend on the others. */
static sg_status limit_batch(sg_model_on_data *m, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *most = m->spec.item == SG_ITEM_NODE ? &m->spec.max_spans : &m->spec.max_batch;
    const uint64_t row_bytes = count_row_bytes(m);
    uint32_t n_rows = 0;
    SG_TRY(sg_batch_items_rows(&n_rows, m->spec.graph, *most, err));
    while (*most > 1 && sg_bytes_of(n_rows, row_bytes) > MOST_BYTES) {
        *most /= 2;
        SG_TRY(sg_batch_items_rows(&n_rows, m->spec.graph, *most, err));
    }
done:
    return status;
}

void sg_predictor_limit_states(sg_predictor *p, uint64_t most_bytes)
{
    const sg_network_spec *spec = &p->on_data.spec;
    const uint64_t n_rows = sg_graph_largest(spec->graph->graph_offset, spec->graph->n_graphs);
    p->most_bytes = most_bytes;
    p->by_fields = most_bytes > 0 && spec->item == SG_ITEM_NODE &&
                   sg_bytes_of(n_rows, count_row_bytes(&p->on_data)) > most_bytes &&
                   sg_narrow_spec_check(spec, NULL) == SG_OK;
}

/* Open the network of whole graphs. */
static sg_status open_whole(sg_predictor *p, sg_error *err)
{
    if (p->learner != NULL) return SG_OK;
    return sg_model_open_learner(&p->learner, p->model, &p->on_data, p->options.threads, err);
}

sg_status sg_predictor_open(sg_predictor **predictor, const sg_model *model,
                            const sg_prepared_model *prepared, const sg_dataset *data,
                            const sg_invariant_options *options, uint32_t max_batch,
                            sg_error *err)
{
    sg_status status = SG_OK;
    sg_predictor *p = NULL;
    SG_TRY(sg_model_check_data(model, data, err));
    if (prepared == NULL) SG_TRY(sg_model_check_labels(model, data, err));
    SG_ALLOC(p, 1);
    p->model = model;
    p->data = data;
    if (options != NULL) p->options = *options;
    SG_TRY(place_model(p, prepared, max_batch, err));
    SG_TRY(limit_batch(&p->on_data, err));
    sg_predictor_limit_states(p, SG_MOST_STATE_BYTES);
    SG_TRY(sg_model_check_weights(model, &p->on_data, err));
    if (!p->by_fields) SG_TRY(open_whole(p, err));
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
    if (predictor->narrow.whole != NULL) sg_narrow_spec_close(&predictor->narrow);
    sg_model_on_data_close(&predictor->on_data);
    sg_free(predictor->parameters);
    sg_free(predictor);
}

/* ---- Some nodes at a time ------------------------------------------------------------------- */

/* Nodes that are predicted at once, or fewer where what they hear is too much. */
enum { NODES_AT_ONCE = 1 << 14 };

/* The field of up to *n nodes whose states take no more bytes than a graph may; one node is always taken. */
static sg_status fill_field(sg_predictor *p, const uint32_t *item, uint32_t *n, sg_error *err)
{
    sg_status status = SG_OK;
    const uint64_t row_bytes = count_row_bytes(&p->on_data);
    if (p->narrow.whole == NULL) SG_TRY(sg_narrow_spec_open(&p->narrow, &p->on_data.spec, err));
    for (;; *n /= 2) {
        SG_TRY(sg_watch_ask(err));
        SG_TRY(sg_narrow_spec_fill(&p->narrow, item, *n, p->on_data.spec.parameters, err));
        if (*n == 1 || sg_bytes_of(p->narrow.field.n, row_bytes) <= p->most_bytes) break;
    }
    p->narrow.spec.learns_parameters = false;
done:
    return status;
}

static sg_status predict_field(double *output, sg_predictor *p, const uint32_t *item,
                               uint32_t *n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_learner *learner = NULL;
    const sg_learner_options options = {.precision = p->model->precision,
                                        .optimizer = sg_optimizer_default(SG_OPTIMIZER_SGD),
                                        .loss = p->model->loss};
    SG_TRY(fill_field(p, item, n, err));
    SG_TRY(sg_learner_open(&learner, &p->narrow.spec, &options, p->options.threads, err));
    sg_learner_predict(output, learner, p->narrow.item, *n);
done:
    sg_learner_close(learner);
    return status;
}

sg_status sg_predictor_run(double *output, sg_predictor *predictor, const uint32_t *item,
                           uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = predictor->model->outputs.n;
    if (!predictor->by_fields) {
        SG_TRY(open_whole(predictor, err));
        sg_learner_predict(output, predictor->learner, item, n);
    }
    for (uint32_t i = 0, m = 0; predictor->by_fields && i < n; i += m) {
        m = n - i < NODES_AT_ONCE ? n - i : NODES_AT_ONCE;
        SG_TRY(predict_field(output + i * width, predictor, item + i, &m, err));
    }
    sg_outputs_finish(output, n, &predictor->model->outputs);
done:
    return status;
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

sg_status sg_predictor_states(double *value, sg_predictor *p, uint32_t layer,
                              const uint32_t *graph, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t state = state_number(p, layer), *offset = p->data->graph.graph_offset;
    SG_TRY(open_whole(p, err));
    if (p->on_data.spec.item == SG_ITEM_GRAPH)
        sg_learner_states(value, p->learner, state, graph, n);
    /* A node asks for all rows of its graph. */
    for (uint32_t i = 0; i < n && p->on_data.spec.item == SG_ITEM_NODE; i++) {
        const uint32_t node = offset[graph[i]], n_nodes = offset[graph[i] + 1] - node;
        if (n_nodes > 0) sg_learner_states(value, p->learner, state, &node, 1);
        value += (size_t)n_nodes * p->on_data.outline.state[state].width;
    }
done:
    return status;
}

sg_status sg_predictor_trust(sg_trust *trust, const sg_predictor *p, sg_error *err)
{
    return sg_trust_measure(trust, &p->on_data, &p->model->met, p->data, &p->options, err);
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
    SG_TRY(sg_predictor_run(score, predictor, item, n, err));
    SG_TRY(sg_watch_ask(err));
    SG_TRY(sg_outputs_check(score, item, n, &prepared->model->outputs, err));
done:
    sg_free(item);
    sg_predictor_close(predictor);
    return status;
}
