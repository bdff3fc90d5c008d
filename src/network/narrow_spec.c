/* narrow_spec.c - the field of some nodes, and a network's layers and inputs on it. */
#include "network/narrow_spec.h"

#include "base/mem.h"

#include <string.h>

sg_status sg_narrow_spec_check(const sg_network_spec *whole, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t l = 0; l < whole->n_layers; l++) {
        sg_error inner = {0};
        const sg_status said = sg_layer_check_narrow(&whole->layer[l], &inner);
        SG_REQUIRE(said == SG_OK, said, "layer %u: %s", l, inner.text);
    }
done:
    return status;
}

sg_status sg_narrow_spec_open(sg_narrow_spec *narrow, const sg_network_spec *whole,
                              sg_error *err)
{
    sg_status status = SG_OK;
    sg_narrow_spec made = {.whole = whole};
    SG_TRY(sg_node_field_open(&made.field, whole->graph, err));
    SG_ALLOC(made.layer, whole->n_layers);
    SG_ALLOC(made.own, whole->n_layers);
    SG_ALLOC(made.block, whole->n_inputs);
    SG_ALLOC(made.row, whole->n_inputs);
    *narrow = made;
    made = (sg_narrow_spec){0};
done:
    sg_narrow_spec_close(&made);
    return status;
}

static void clear(sg_narrow_spec *n)
{
    for (uint32_t l = 0; n->own != NULL && l < n->whole->n_layers; l++) {
        sg_layer_narrow_free(n->own[l], n->whole->layer[l].kind);
        n->own[l] = NULL;
    }
    for (uint32_t b = 0; n->row != NULL && b < n->whole->n_inputs; b++) {
        sg_free(n->row[b]);
        n->row[b] = NULL;
    }
    sg_free(n->item);
    n->item = NULL;
    sg_node_field_clear(&n->field);
}

void sg_narrow_spec_close(sg_narrow_spec *narrow)
{
    clear(narrow);
    sg_node_field_close(&narrow->field);
    sg_free(narrow->layer);
    sg_free(narrow->own);
    sg_free(narrow->block);
    sg_free(narrow->row);
    *narrow = (sg_narrow_spec){0};
}

/* From the last layer to the first. */
static sg_status grow_field(sg_narrow_spec *n, const uint32_t *item, uint32_t n_items,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const sg_network_spec *whole = n->whole;
    for (uint32_t i = 0; i < n_items; i++)
        SG_TRY(sg_node_field_add(&n->field, item[i], whole->n_layers, err));
    for (uint32_t l = whole->n_layers; l-- > 0;)
        SG_TRY(sg_layer_hear(&n->field, &whole->layer[l], l, err));
    SG_TRY(sg_node_field_finish(&n->field, err));
done:
    return status;
}

/* Rows of numbers, or labels. */
static sg_status narrow_input(sg_narrow_spec *n, uint32_t b, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_input_block *whole = &n->whole->input[b];
    const sg_node_field *field = &n->field;
    const size_t width = whole->width;
    n->block[b] = *whole;
    if (whole->label != NULL) {
        uint32_t *label = NULL;
        SG_ALLOC(label, field->n);
        n->row[b] = label;
        for (uint32_t i = 0; i < field->n; i++) label[i] = whole->label[field->node[i]];
        n->block[b].label = label;
    } else if (whole->value != NULL) {
        double *value = NULL;
        SG_ALLOC(value, field->n * width);
        n->row[b] = value;
        for (uint32_t i = 0; i < field->n; i++)
            memcpy(value + i * width, whole->value + field->node[i] * width,
                   width * sizeof *value);
        n->block[b].value = value;
    }
done:
    return status;
}

static sg_status narrow_layers(sg_narrow_spec *n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_network_spec *whole = n->whole;
    for (uint32_t l = 0; l < whole->n_layers; l++) {
        SG_TRY(sg_layer_narrow(&n->own[l], &whole->layer[l], &n->field, l + 1, err));
        n->layer[l] = whole->layer[l];
        n->layer[l].of = n->own[l];
    }
done:
    return status;
}

sg_status sg_narrow_spec_fill(sg_narrow_spec *narrow, const uint32_t *item, uint32_t n,
                              void *parameters, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_network_spec *whole = narrow->whole;
    clear(narrow);
    SG_TRY(grow_field(narrow, item, n, err));
    SG_ALLOC(narrow->item, n);
    for (uint32_t i = 0; i < n; i++) narrow->item[i] = narrow->field.place[item[i]];
    for (uint32_t b = 0; b < whole->n_inputs; b++) SG_TRY(narrow_input(narrow, b, err));
    SG_TRY(narrow_layers(narrow, err));
    narrow->spec = *whole;
    narrow->spec.graph = &narrow->field.graph;
    narrow->spec.input = narrow->block;
    narrow->spec.layer = narrow->layer;
    narrow->spec.max_batch = n;
    narrow->spec.max_spans = narrow->field.graph.n_graphs;
    narrow->spec.parameters = parameters;
    narrow->spec.learns_parameters = true;
    narrow->spec.by_fields = false;
done:
    if (status != SG_OK) clear(narrow);
    return status;
}
