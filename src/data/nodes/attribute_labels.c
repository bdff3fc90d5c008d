/* attribute_labels.c - rows are known by their hashes. */
#include "data/nodes/attribute_labels.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/table.h"

#include <string.h>

void sg_attribute_labels_free(sg_attribute_labels *labels)
{
    sg_free(labels->node);
    sg_free(labels->edge);
    *labels = (sg_attribute_labels){0};
}

/* -0 is 0. */
static uint64_t hash_row(const sg_value_table *table, size_t row)
{
    uint64_t key = 0;
    for (uint32_t c = 0; c < table->n_columns; c++) {
        const double value = table->value[row * table->n_columns + c] + 0.0;
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        key = sg_hash_words((uint64_t[]){key, bits}, 2);
    }
    return key;
}

static uint64_t hash_entries(const sg_sparse_table *table, uint32_t row)
{
    uint64_t key = 0;
    for (uint64_t e = table->row[row]; e < table->row[row + 1]; e++) {
        const double value = (double)table->value[e];
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        if (value != 0) key = sg_hash_words((uint64_t[]){key, table->column[e], bits}, 3);
    }
    return key;
}

/* `sparse` may have no rows. */
static sg_status number_rows(int32_t **label, const sg_value_table *table,
                             const sg_sparse_table *sparse, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_table numbers = {0};
    int32_t *made = NULL;
    SG_ALLOC(made, n);
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t entries = sparse->row != NULL ? hash_entries(sparse, i) : 0;
        uint32_t number = 0;
        SG_TRY(sg_table_intern(&number, &numbers,
                               sg_hash_words((uint64_t[]){hash_row(table, i), entries}, 2),
                               err));
        SG_REQUIRE(number <= INT32_MAX, SG_ELIMIT,
                   "more than 2^31 different rows of attributes");
        made[i] = (int32_t)number;
    }
    *label = made;
    made = NULL;
done:
    sg_free(made);
    sg_table_free(&numbers);
    return status;
}

sg_status sg_attribute_labels_make(sg_attribute_labels *labels, sg_graph_view *view,
                                   const sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_sparse_table none = {0};
    if (data->node_label.n_columns == 0 &&
        (data->node_attribute.n_columns > 0 || data->node_sparse.row != NULL)) {
        SG_TRY(number_rows(&labels->node, &data->node_attribute, &data->node_sparse,
                           data->graph.n_nodes, err));
        view->node_label = labels->node;
        view->n_node_columns = 1;
    }
    if (data->edge_label.n_columns == 0 && data->edge_attribute.n_columns > 0) {
        SG_TRY(
            number_rows(&labels->edge, &data->edge_attribute, &none, data->graph.n_arcs, err));
        view->edge_label = labels->edge;
        view->n_edge_columns = 1;
    }
done:
    return status;
}
