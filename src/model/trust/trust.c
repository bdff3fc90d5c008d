/* trust.c - counting what has no weight.
 *
 * A plan has forgotten the pairs without a weight, so all pairs of a property are found once more. */
#include "model/trust/trust.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "invariants/graph_pieces.h"

#include <string.h>

/* ---- Labels ------------------------------------------------------------------------------------ */

/* Graphs that a model was trained on; n is 0 and graph NULL where all that has a weight is known. */
typedef struct training {
    const uint32_t *graph; /* [n] */
    uint32_t n;
} training;

/* Mark the labels of the training graphs, met[label]. */
static void mark_labels(bool *met, sg_cached_labels of, const sg_graph *graph,
                        const training *known)
{
    for (uint32_t i = 0; i < known->n; i++) {
        const uint32_t g = known->graph[i];
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++)
            if (of.label[v] < of.n_labels) met[of.label[v]] = true;
    }
}

static sg_status count_labels(sg_trust *trust, sg_cached_labels of, const sg_graph *graph,
                              const training *known, sg_error *err)
{
    sg_status status = SG_OK;
    bool *met = NULL; /* [n_labels]; NULL: all */
    if (of.label == NULL) goto done;
    if (known->graph != NULL) {
        SG_ALLOC(met, of.n_labels);
        mark_labels(met, of, graph, known);
    }
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++) {
            trust[g].n_labels++;
            trust[g].unknown_labels +=
                of.label[v] >= of.n_labels || (met != NULL && !met[of.label[v]]);
        }
done:
    sg_free(met);
    return status;
}

/* ---- Pairs ------------------------------------------------------------------------------------- */

/* A head of an encoder on all graphs. */
typedef struct head_count {
    sg_trust *trust;
    sg_property property;
    sg_graph_view view;
    const sg_plan *plan;
    const bool *met; /* [n_slots] of the training graphs; NULL: all */
} head_count;

/* How many pairs of a graph have a slot that was met. */
static uint64_t count_known(const head_count *c, uint32_t g, uint32_t n_nodes, uint32_t *sender,
                            uint32_t *slot)
{
    uint64_t n_known = 0;
    for (uint32_t v = 0; v < n_nodes; v++) {
        const uint32_t n = sg_plan_row(sender, slot, c->plan, c->view.graph, g, v);
        uint32_t n_met = n;
        for (uint32_t i = 0; c->met != NULL && i < n; i++) n_met -= !c->met[slot[i]];
        n_known += n_met;
    }
    return n_known;
}

static sg_status count_graph(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const head_count *c = context;
    const sg_one_graph graph = sg_view_graph(&c->view, g);
    sg_pairs pairs = {0};
    uint32_t *sender = NULL;
    uint32_t *slot = NULL;
    (void)worker;
    SG_TRY(sg_property_find(&pairs, &c->property, &graph, scratch, err));
    SG_TAKE(sender, scratch, graph.n_nodes + (size_t)1);
    SG_TAKE(slot, scratch, graph.n_nodes + (size_t)1);
    const uint64_t n_known = count_known(c, g, graph.n_nodes, sender, slot);
    const uint64_t n_pairs = graph.n_nodes > 0 ? pairs.row[graph.n_nodes] : 0;
    c->trust[g].n_pairs += n_pairs;
    c->trust[g].unknown_pairs += n_pairs - n_known;
done:
    return status;
}

/* Mark the slots of the training graphs, met[slot]. */
static sg_status mark_slots(bool *met, const sg_plan *plan, const sg_dataset *data,
                            const training *known, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    uint32_t *sender = NULL;
    uint32_t *slot = NULL, largest = 0;
    for (uint32_t i = 0; i < known->n; i++) {
        const uint32_t *offset = graph->graph_offset + known->graph[i];
        if (offset[1] - offset[0] > largest) largest = offset[1] - offset[0];
    }
    SG_ALLOC(sender, (size_t)largest + 1);
    SG_ALLOC(slot, (size_t)largest + 1);
    for (uint32_t i = 0; i < known->n; i++) {
        const uint32_t g = known->graph[i],
                       n_nodes = graph->graph_offset[g + 1] - graph->graph_offset[g];
        for (uint32_t v = 0; v < n_nodes; v++) {
            const uint32_t n = sg_plan_row(sender, slot, plan, graph, g, v);
            for (uint32_t k = 0; k < n; k++) met[slot[k]] = true;
        }
    }
done:
    sg_free(sender);
    sg_free(slot);
    return status;
}

static sg_status count_pairs(sg_trust *trust, const char *property, const sg_plan *plan,
                             const sg_dataset *data, const training *known,
                             const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    bool *met = NULL; /* [n_slots] */
    head_count c = {.trust = trust, .view = sg_dataset_view(data), .plan = plan};
    const sg_graph_work work = {.work = count_graph,
                                .context = &c,
                                .stage = "measuring",
                                .observer = options != NULL ? options->observer : NULL};
    SG_TRY(sg_property_parse(&c.property, property, err));
    if (options != NULL) c.property.budget = options->budget;
    if (known->graph != NULL) {
        SG_ALLOC(met, (size_t)plan->n_slots + 1);
        SG_TRY(mark_slots(met, plan, data, known, err));
        c.met = met;
    }
    SG_TRY(sg_each_graph(&work, data->graph.n_graphs, options != NULL ? options->threads : NULL,
                         err));
done:
    sg_property_free(&c.property);
    sg_free(met);
    return status;
}

/* ---- All of it --------------------------------------------------------------------------------- */

/* Copies of a head refer to the same words and know the same. */
static bool is_copy(const sg_tensor *tensor, const sg_tensor *before)
{
    return tensor->layer == before->layer && tensor->triples == before->triples &&
           tensor->expression == before->expression;
}

static bool was_counted(const sg_network_outline *outline, uint32_t t)
{
    for (uint32_t i = outline->first_tensor[outline->tensor[t].layer]; i < t; i++)
        if (is_copy(&outline->tensor[t], &outline->tensor[i])) return true;
    return false;
}

static sg_status measure(sg_trust *trust, const sg_model_on_data *m, const sg_experience *met,
                         const sg_dataset *data, const training *known,
                         const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_network_outline *outline = &m->outline;
    memset(trust, 0, data->graph.n_graphs * sizeof *trust);
    sg_experience_judge(trust, met, data);
    for (uint32_t b = 0; b < sg_network_inputs(&m->spec); b++) {
        const sg_input_block block = sg_network_input(&m->spec, b);
        const sg_cached_labels of = {block.label, block.width};
        SG_TRY(count_labels(trust, of, &data->graph, known, err));
    }
    for (uint32_t t = 0; t < outline->n_tensors; t++) {
        const sg_tensor *tensor = &outline->tensor[t];
        if ((tensor->plan == NULL && tensor->label == NULL) || was_counted(outline, t))
            continue;
        if (tensor->plan != NULL)
            SG_TRY(count_pairs(trust, tensor->triples->property, tensor->plan, data, known,
                               options, err));
        const sg_cached_labels of = {tensor->label, tensor->axis[0].size};
        SG_TRY(count_labels(trust, of, &data->graph, known, err));
    }
done:
    return status;
}

sg_status sg_trust_measure(sg_trust *trust, const sg_model_on_data *m, const sg_experience *met,
                           const sg_dataset *data, const sg_invariant_options *options,
                           sg_error *err)
{
    const training all = {NULL, 0};
    return measure(trust, m, met, data, &all, options, err);
}

sg_status sg_trust_measure_among(sg_trust *trust, const sg_model_on_data *m,
                                 const sg_experience *met, const sg_dataset *data,
                                 const uint32_t *graph, uint32_t n_graphs,
                                 const sg_invariant_options *options, sg_error *err)
{
    static const uint32_t none = 0;
    const training known = {graph != NULL ? graph : &none, n_graphs};
    return measure(trust, m, met, data, &known, options, err);
}

/* ---- In one number ----------------------------------------------------------------------------- */

double sg_trust_value(const sg_trust *trust)
{
    const uint64_t n = trust->n_labels + trust->n_pairs;
    if (n == 0 && trust->n_nodes == 0) return 0; /* nothing was measured, or there is nothing */
    const double unknown = (double)(trust->unknown_labels + trust->unknown_pairs);
    double share = n > 0 ? 1 - unknown / (double)n : 1;
    if (trust->new_nodes > 0)
        share *= 0.5 * (1 - (double)trust->new_nodes / (double)trust->n_nodes);
    return share * (1 - trust->new_size);
}
