/* json_graph_write.c - a graph's object, member by member. */
#include "formats/json/json_graph.h"

#include "base/observer.h"
#include "data/part.h"
#include "data/reading/task_guess.h"
#include "text/json_writer.h"

static sg_status put_label(sg_json_writer *j, const sg_label_names *names, int32_t label,
                           sg_error *err)
{
    const char *word = names->content != NULL ? sg_label_names_find(names, label) : NULL;
    return word != NULL ? sg_json_put_text(j, word, err) : sg_json_put_integer(j, label, err);
}

static sg_status put_attributes(sg_json_writer *j, const sg_value_table *table, size_t row,
                                sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_json_open_array(j, err));
    for (uint32_t c = 0; c < table->n_columns; c++)
        SG_TRY(sg_json_put_real(j, table->value[row * table->n_columns + c], err));
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

static sg_status put_node(sg_json_writer *j, const sg_dataset *data, uint32_t v, sg_error *err)
{
    sg_status status = SG_OK;
    const bool labels = data->node_label.n_columns > 0;
    const bool attributes = data->node_attribute.n_columns > 0;
    if (labels && attributes) SG_TRY(sg_json_open_object(j, err));
    if (labels && attributes) SG_TRY(sg_json_put_key(j, "label", err));
    if (labels) SG_TRY(put_label(j, &data->node_name, data->node_label.value[v], err));
    if (labels && attributes) SG_TRY(sg_json_put_key(j, "attributes", err));
    if (attributes) SG_TRY(put_attributes(j, &data->node_attribute, v, err));
    if (labels && attributes) SG_TRY(sg_json_close(j, err));
done:
    return status;
}

static sg_status put_nodes(sg_json_writer *j, const sg_dataset *data, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t first = data->graph.graph_offset[g], end = data->graph.graph_offset[g + 1];
    SG_TRY(sg_json_put_key(j, "nodes", err));
    if (data->node_label.n_columns == 0 && data->node_attribute.n_columns == 0) {
        SG_TRY(sg_json_put_unsigned(j, end - first, err));
        goto done;
    }
    SG_TRY(sg_json_open_array(j, err));
    for (uint32_t v = first; v < end; v++) {
        SG_TRY(sg_watch_ask_at(v + (uint64_t)1, err));
        SG_TRY(put_node(j, data, v, err));
    }
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

static sg_status put_edges(sg_json_writer *j, const sg_dataset *data, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_graph *graph = &data->graph;
    const uint32_t first = graph->graph_offset[g], end = graph->graph_offset[g + 1];
    SG_TRY(sg_json_member_array(j, "edges", err));
    for (uint32_t v = first; v < end; v++)
        for (uint32_t a = graph->arc_offset[v]; a < graph->arc_offset[v + 1]; a++) {
            SG_TRY(sg_watch_ask_at(a + (uint64_t)1, err));
            if (graph->neighbor[a] < v && !graph->rules.directed) continue;
            SG_TRY(sg_json_open_array(j, err));
            SG_TRY(sg_json_put_unsigned(j, v - first, err));
            SG_TRY(sg_json_put_unsigned(j, graph->neighbor[a] - first, err));
            if (data->edge_label.n_columns > 0)
                SG_TRY(put_label(j, &data->edge_name, data->edge_label.value[a], err));
            SG_TRY(sg_json_close(j, err));
        }
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

/* A class by its word or number; null where there is none. */
static sg_status put_class(sg_json_writer *j, const sg_items *items, uint32_t item,
                           sg_error *err)
{
    const uint32_t c = items->item_class[item];
    if (c == SG_NO_CLASS) return sg_json_put_null(j, err);
    const char *word = sg_names_or_null(&items->class_word, c);
    return word != NULL ? sg_json_put_text(j, word, err)
                        : sg_json_put_integer(j, items->class_name[c], err);
}

/* The targets of an item: one, or a list of them. */
static sg_status put_targets(sg_json_writer *j, const sg_items *items, uint32_t item,
                             sg_error *err)
{
    if (items->target.n_columns > 1) return put_attributes(j, &items->target, item, err);
    return sg_json_put_real(j, items->target.value[item], err);
}

static sg_status put_target(sg_json_writer *j, const sg_dataset *data, uint32_t g,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_items *items = &data->items;
    if (items->item_class == NULL && items->target.n_columns == 0) goto done;
    SG_TRY(sg_json_put_key(j, "target", err));
    SG_TRY(items->item_class != NULL ? put_class(j, items, g, err)
                                     : put_targets(j, items, g, err));
done:
    return status;
}

static sg_status put_node_items(sg_json_writer *j, const sg_dataset *data, uint32_t g,
                                sg_error *err)
{
    sg_status status = SG_OK;
    const sg_items *items = &data->items;
    const uint32_t first = data->graph.graph_offset[g], end = data->graph.graph_offset[g + 1];
    /* Whole numbers may be both, and JSON lines say which. */
    const bool both = items->item_class != NULL && items->target.n_columns > 0,
               classes = both ? sg_numbers_are_classes(items, sg_item_count(data))
                              : items->item_class != NULL;
    if (classes || items->target.n_columns > 0) {
        SG_TRY(sg_json_member_array(j, classes ? "node_classes" : "node_targets", err));
        for (uint32_t v = first; v < end; v++) {
            SG_TRY(sg_watch_ask_at(v + (uint64_t)1, err));
            SG_TRY(classes ? put_class(j, items, v, err) : put_targets(j, items, v, err));
        }
        SG_TRY(sg_json_close(j, err));
    }
    if (items->part == NULL) goto done;
    SG_TRY(sg_json_member_array(j, "node_split", err));
    for (uint32_t v = first; v < end; v++)
        SG_TRY(sg_json_put_text(j, sg_part_words[items->part[v]], err));
    SG_TRY(sg_json_close(j, err));
done:
    return status;
}

static sg_status put_rest(sg_json_writer *j, const sg_dataset *data, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    if (g < data->graph_id.n) {
        SG_TRY(sg_json_member_text(j, "id", sg_names_at(&data->graph_id, g), err));
    }
    if (data->items.kind == SG_ITEM_GRAPH && data->items.part != NULL) {
        SG_TRY(sg_json_member_text(j, "split", sg_part_words[data->items.part[g]], err));
    }
done:
    return status;
}

sg_status sg_json_graph_write(sg_text *text, const sg_dataset *data, uint32_t g, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size_before = text->size;
    sg_json_writer j = sg_json_write_to(text);
    SG_REQUIRE(
        data->node_label.n_columns <= 1 && data->edge_label.n_columns <= 1, SG_EINVAL,
        "%s: its nodes or edges have several labels each, and JSON lines have room for one",
        data->name);
    SG_TRY(sg_dataset_check_room(data,
                                 SG_NODE_LABELS | SG_NODE_ATTRIBUTES | SG_EDGE_LABELS |
                                     SG_DIRECTIONS | SG_SELF_LOOPS,
                                 "a JSON line", err));
    SG_TRY(sg_json_open_object(&j, err));
    if (data->graph.rules.directed) SG_TRY(sg_json_member_bool(&j, "directed", true, err));
    if (data->graph.rules.loops) SG_TRY(sg_json_member_bool(&j, "self_loops", true, err));
    SG_TRY(put_nodes(&j, data, g, err));
    SG_TRY(put_edges(&j, data, g, err));
    SG_TRY(data->items.kind == SG_ITEM_NODE ? put_node_items(&j, data, g, err)
                                            : put_target(&j, data, g, err));
    SG_TRY(put_rest(&j, data, g, err));
    SG_TRY(sg_json_close(&j, err));
    SG_TRY(sg_text_add_bytes(text, "\n", 1, err));
done:
    if (status != SG_OK) text->size = size_before;
    return status;
}
