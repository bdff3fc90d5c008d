/* trust.c - counting what has no weight.
 *
 * A plan has forgotten the pairs without a weight, so all pairs of a property are found once more. */
#include "model/trust.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "invariants/graph_pieces.h"

#include <string.h>

/* ---- Labels ------------------------------------------------------------------------------------ */

static void count_labels(sg_trust *trust, const uint32_t *label, const sg_graph *graph)
{
    for (uint32_t g = 0; label != NULL && g < graph->n_graphs; g++)
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++) {
            trust[g].n_labels++;
            trust[g].unknown_labels += label[v] == SG_NO_LABEL;
        }
}

/* ---- Pairs ------------------------------------------------------------------------------------- */

/* A head of an encoder on all graphs. */
typedef struct head_count {
    sg_trust *trust;
    sg_property property;
    sg_graph_view view;
    const sg_plan *plan;
} head_count;

static sg_status count_graph(void *context, uint32_t g, uint32_t worker, sg_scratch *scratch,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const head_count *c = context;
    const sg_one_graph graph = sg_view_graph(&c->view, g);
    sg_pairs pairs = {0};
    uint32_t *sender = NULL;
    uint32_t *slot = NULL;
    uint64_t n_known = 0;
    (void)worker;
    SG_TRY(c->property.kind->find(&pairs, &c->property, &graph, scratch, err));
    SG_TAKE(sender, scratch, graph.n_nodes + (size_t)1);
    SG_TAKE(slot, scratch, graph.n_nodes + (size_t)1);
    for (uint32_t v = 0; v < graph.n_nodes; v++)
        n_known += sg_plan_row(sender, slot, c->plan, c->view.graph, g, v);
    const uint64_t n_pairs = graph.n_nodes > 0 ? pairs.row[graph.n_nodes] : 0;
    c->trust[g].n_pairs += n_pairs;
    c->trust[g].unknown_pairs += n_pairs - n_known;
done:
    return status;
}

static sg_status count_pairs(sg_trust *trust, const char *property, const sg_plan *plan,
                             const sg_dataset *data, const sg_invariant_options *options,
                             sg_error *err)
{
    sg_status status = SG_OK;
    head_count c = {.trust = trust, .view = sg_dataset_view(data), .plan = plan};
    const sg_graph_work work = {.work = count_graph,
                                .context = &c,
                                .stage = "measuring",
                                .observer = options != NULL ? options->observer : NULL};
    SG_TRY(sg_property_parse(&c.property, property, err));
    SG_TRY(sg_each_graph(&work, data->graph.n_graphs, options != NULL ? options->threads : NULL,
                         err));
done:
    sg_property_free(&c.property);
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

sg_status sg_trust_measure(sg_trust *trust, const sg_model_on_data *m, const sg_dataset *data,
                           const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_network_outline *outline = &m->outline;
    memset(trust, 0, data->graph.n_graphs * sizeof *trust);
    for (uint32_t b = 0; b < sg_network_inputs(&m->spec); b++)
        count_labels(trust, sg_network_input(&m->spec, b).label, &data->graph);
    for (uint32_t t = 0; t < outline->n_tensors; t++) {
        const sg_tensor *tensor = &outline->tensor[t];
        if ((tensor->plan == NULL && tensor->label == NULL) || was_counted(outline, t))
            continue;
        if (tensor->plan != NULL)
            SG_TRY(count_pairs(trust, tensor->triples->property, tensor->plan, data, options,
                               err));
        count_labels(trust, tensor->label, &data->graph);
    }
done:
    return status;
}
