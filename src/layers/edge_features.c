/* edge_features.c - edges in files, on data and among parameters. */
#include "layers/edge_features.h"

#include "base/document/tree_put.h"
#include "base/mem.h"

#include <string.h>

static const char NO_ROWS[] = "none";

/* ---- In files ------------------------------------------------------------------------------- */

void sg_edge_settings_free(sg_edge_settings *edges)
{
    sg_head_free(&edges->head);
    *edges = (sg_edge_settings){0};
}

static sg_status read_head(sg_head *head, sg_fields *f, const char *preset, sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    const char *text = preset;
    SG_TRY(sg_field_text(&text, f, "edges", err));
    if (text == NULL || strcmp(text, NO_ROWS) == 0) goto done;
    if (sg_head_parse(head, text, &inner) != SG_OK)
        SG_TRY(sg_member_fail(f, sg_field(f, "edges"), &inner, err));
    if (head->copies == 1 && head->bias == NULL && !head->weighs) goto done;
    sg_head_free(head);
    SG_TRY(sg_tree_fail(err, f->path, sg_field(f, "edges"),
                        "%s.edges: \"%s\": edges have neither copies nor biases nor weights",
                        f->name, text));
done:
    return status;
}

sg_status sg_edge_settings_read(sg_edge_settings *edges, sg_fields *fields, const char *preset,
                                sg_error *err)
{
    enum { MOST = 1 << 16 };
    sg_status status = SG_OK;
    SG_TRY(read_head(&edges->head, fields, preset, err));
    SG_TRY(sg_field_count(&edges->n_attributes, fields, "edge-attributes", 0, MOST, err));
done:
    return status;
}

sg_status sg_edge_settings_put(sg_node *map, const sg_edge_settings *edges, sg_error *err)
{
    sg_status status = SG_OK;
    char *text = NULL;
    if (edges->head.receiver != NULL) SG_TRY(sg_head_write(&text, &edges->head, err));
    SG_TRY(sg_put_text(map, "edges", text != NULL ? text : NO_ROWS, err));
    SG_TRY(sg_put_whole(map, "edge-attributes", edges->n_attributes, err));
done:
    sg_free(text);
    return status;
}

/* ---- On data -------------------------------------------------------------------------------- */

sg_status sg_edge_settings_needs(const sg_need_visitor *visitor, const sg_edge_settings *edges,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    const sg_head *head = &edges->head;
    if (head->receiver == NULL) goto done;
    SG_TRY(visitor->visit(visitor->context, &(sg_need){.labels = head->receiver}, err));
    SG_TRY(visitor->visit(visitor->context, &(sg_need){.labels = head->sender}, err));
    SG_TRY(visitor->visit(visitor->context, &(sg_need){.head = head}, err));
done:
    return status;
}

/* Data without edges, as where a model is looked at alone, need not have attributes. */
sg_status sg_edge_bind(sg_edge_spec *spec, const sg_edge_settings *edges, sg_plan_cache *cache,
                       sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = sg_plan_cache_data(cache);
    const sg_value_table *attribute = &data->edge_attribute;
    sg_edge_spec made = {.attribute = attribute->value, .n_attributes = edges->n_attributes};
    SG_REQUIRE(edges->n_attributes == 0 || data->graph.n_arcs == 0 ||
                   edges->n_attributes == attribute->n_columns,
               SG_EINVAL, "edge-attributes: the data set %s has %u, not %u",
               data->name != NULL ? data->name : "", attribute->n_columns, edges->n_attributes);
    if (edges->head.receiver != NULL) {
        made.design = &edges->head;
        SG_TRY(sg_plan_cache_plan(&made.plan, cache, &edges->head, err));
    }
    *spec = made;
done:
    return status;
}

void sg_edge_tensors(const sg_tensor_visitor *visitor, const sg_edge_spec *spec,
                     sg_axis columns)
{
    if (spec->plan != NULL)
        sg_tensor_visit(visitor,
                        (sg_tensor){.name = "edge",
                                    .axis = {{SG_AXIS_TRIPLES, spec->plan->n_slots}, columns},
                                    .n_axes = 2,
                                    .start = SG_START_FAN_IN,
                                    .fan_in = spec->plan->n_slots,
                                    .triples = spec->design,
                                    .plan = spec->plan});
    if (spec->n_attributes > 0)
        sg_tensor_visit(visitor,
                        (sg_tensor){.name = "edge-attribute",
                                    .axis = {{SG_AXIS_OUTPUTS, spec->n_attributes}, columns},
                                    .n_axes = 2,
                                    .start = SG_START_FAN_IN,
                                    .fan_in = spec->n_attributes});
}

/* ---- Slots ---------------------------------------------------------------------------------- */

/* The pairs of one receiver; arcs without a pair have no slot. */
static void fill_node(uint32_t *arc_slot, uint32_t *slot_of, const sg_graph *graph,
                      uint32_t first, uint32_t v)
{
    for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++)
        arc_slot[a] = graph->neighbor[a] < graph->n_nodes ? slot_of[graph->neighbor[a] - first]
                                                          : SG_NO_SLOT;
}

sg_status sg_edge_slots(uint32_t **slot, const sg_edge_spec *spec, const sg_graph *graph,
                        sg_error *err)
{
    sg_status status = SG_OK;
    const size_t largest = sg_graph_largest(graph->graph_offset, graph->n_graphs);
    uint32_t *made = NULL, *of_pair = NULL, *of_node = NULL;
    uint32_t *sender = NULL;
    if (spec->plan == NULL) goto done;
    SG_ALLOC(made, graph->n_arcs);
    SG_ALLOC(of_pair, largest);
    SG_ALLOC(of_node, largest);
    SG_ALLOC(sender, largest);
    for (size_t v = 0; v < largest; v++) of_node[v] = SG_NO_SLOT;
    for (uint32_t g = 0; g < graph->n_graphs; g++)
        for (uint32_t v = graph->graph_offset[g]; v < graph->graph_offset[g + 1]; v++) {
            const uint32_t first = graph->graph_offset[g],
                           n = sg_plan_row(sender, of_pair, spec->plan, graph, g, v - first);
            for (uint32_t p = 0; p < n; p++) of_node[sender[p]] = of_pair[p];
            fill_node(made, of_node, graph, first, v);
            for (uint32_t p = 0; p < n; p++) of_node[sender[p]] = SG_NO_SLOT;
        }
    *slot = made;
    made = NULL;
done:
    sg_free(made);
    sg_free(of_pair);
    sg_free(of_node);
    sg_free(sender);
    return status;
}
