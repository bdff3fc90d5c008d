/* pair_values.c - which values there are, and an example of each for the property to name. */
#include "explain/pair_values.h"

#include "base/mem.h"
#include "data/dataset_view.h"

void sg_pair_values_close(sg_pair_values *values)
{
    sg_free(values->text);
    sg_property_free(&values->property);
    sg_value_names_free(&values->names);
    sg_free(values->name);
    sg_names_free(&values->numbered);
    *values = (sg_pair_values){0};
}

sg_status sg_pair_values_open(sg_pair_values *values, const char *property, sg_error *err)
{
    sg_status status = SG_OK;
    sg_pair_values made = {0};
    made.text = sg_text_copy(property);
    SG_REQUIRE(made.text != NULL, SG_ENOMEM, "out of memory");
    SG_TRY(sg_property_parse(&made.property, property, err));
    if (made.property.kind->list != NULL)
        SG_TRY(made.property.kind->list(&made.names, &made.property, err));
    made.n = made.names.n;
    *values = made;
    made = (sg_pair_values){0};
done:
    sg_pair_values_close(&made);
    return status;
}

sg_status sg_pair_values_add(sg_pair_values *values, const sg_weight_keys *keys, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t s = 0; s < keys->n_slots; s++)
        SG_TRY(sg_value_names_add(&values->names, keys->value[s], err));
    values->n = values->names.n;
done:
    return status;
}

/* ---- Searching ------------------------------------------------------------------------------- */

/* Memory that lasts until the next graph, and until the next pair: there may be very many. */
typedef struct search_memory {
    sg_scratch of_graph, of_pair;
} search_memory;

/* Name what has no name yet among the values of a graph's pairs. */
static sg_status search_graph(sg_pair_values *v, const sg_one_graph *graph,
                              const sg_label_names *edge_name, search_memory *memory,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_pairs pairs = {0};
    const sg_property_kind *kind = v->property.kind;
    SG_TRY(sg_property_find(&pairs, &v->property, graph, &memory->of_graph, err));
    for (uint32_t receiver = 0; receiver < graph->n_nodes; receiver++)
        for (uint32_t p = pairs.row[receiver]; p < pairs.row[receiver + 1]; p++) {
            const sg_value_example example = {.key = pairs.key[pairs.value[p]].key,
                                              .graph = graph,
                                              .receiver = receiver,
                                              .sender = pairs.sender[p],
                                              .edge_name = edge_name,
                                              .scratch = &memory->of_pair};
            if (!sg_value_names_wants(&v->names, example.key)) continue;
            sg_scratch_reset(&memory->of_pair);
            SG_TRY(kind->name_value(&v->names, &v->property, &example, err));
        }
done:
    return status;
}

static sg_status search_data(sg_pair_values *v, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph_view view = sg_dataset_view(data);
    search_memory memory = {0};
    if (v->property.kind->name_value == NULL) goto done;
    for (uint32_t g = 0; g < data->graph.n_graphs && v->names.n_unnamed > 0; g++) {
        const sg_one_graph graph = sg_view_graph(&view, g);
        sg_scratch_reset(&memory.of_graph);
        SG_TRY(search_graph(v, &graph, &data->edge_name, &memory, err));
    }
done:
    sg_scratch_free(&memory.of_graph);
    sg_scratch_free(&memory.of_pair);
    return status;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* "edge #7" for the values without names, which are the last ones. */
static sg_status name_by_number(sg_pair_values *v, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text text = {0};
    for (uint32_t i = v->n - v->names.n_unnamed; i < v->n; i++) {
        text.size = 0;
        SG_TRY(sg_text_add(&text, err, "%s #%u", v->property.kind->name, i));
        SG_TRY(sg_names_add(&v->numbered, text.data, text.size, err));
    }
done:
    sg_text_free(&text);
    return status;
}

sg_status sg_pair_values_name(sg_pair_values *values, const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(search_data(values, data, err));
    SG_TRY(sg_value_names_sort(&values->names, err));
    SG_TRY(name_by_number(values, err));
    const uint32_t n_named = values->n - values->names.n_unnamed;
    SG_ALLOC(values->name, values->n);
    for (uint32_t i = 0; i < values->n; i++)
        values->name[i] = i < n_named ? sg_value_names_text(&values->names, i)
                                      : sg_names_at(&values->numbered, i - n_named);
done:
    return status;
}
