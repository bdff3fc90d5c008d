/* edge_weight.c - weights of edges in files and on data. */
#include "layers/edge_weight.h"

#include "base/document/tree_put.h"

sg_status sg_edge_weight_read(sg_edge_weight *weight, sg_fields *fields, sg_error *err)
{
    uint64_t column = 0;
    weight->weighs = sg_node_member(fields->map, "weight") != NULL;
    const sg_status status = sg_field_whole(&column, fields, "weight", 0, UINT16_MAX, err);
    weight->column = (uint32_t)column;
    return status;
}

sg_status sg_edge_weight_put(sg_node *map, const sg_edge_weight *weight, sg_error *err)
{
    return weight->weighs ? sg_put_whole(map, "weight", weight->column, err) : SG_OK;
}

/* Data without edges, as where a model is looked at alone, need not have attributes. */
sg_status sg_edge_weight_bind(sg_edge_weight *weight, const sg_plan_cache *cache, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_dataset *data = sg_plan_cache_data(cache);
    const sg_value_table *attribute = &data->edge_attribute;
    if (!weight->weighs) goto done;
    SG_REQUIRE(data->graph.n_arcs == 0 || weight->column < attribute->n_columns, SG_EINVAL,
               "weight: %u: there is no such attribute of edges; %s has %u, numbered from 0",
               weight->column, data->name != NULL ? data->name : "", attribute->n_columns);
    weight->of =
        (sg_edge_spec){.attribute = attribute->value, .n_attributes = attribute->n_columns};
done:
    return status;
}
