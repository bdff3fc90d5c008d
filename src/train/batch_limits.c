/* batch_limits.c - how large the batches of a training get. */
#include "train/trainer.h"

/* Items that are evaluated at a time, at least. */
enum { EVALUATION_BATCH = 128 };

static uint32_t count_batches(const sg_training_spec *training)
{
    const uint32_t n = training->n_items[SG_TRAIN] / training->options->batch_size;
    return n > 0 ? n : 1;
}

/* Where items are nodes, a batch is some graphs with all of their nodes that it asks for. */
static sg_batch_limits node_limits(const sg_training_spec *training)
{
    const sg_graph *graph = training->nodes_of;
    uint32_t spans = training->options->batch_size;
    /* One batch less than twice as large, where the rest is spread. */
    if (spans < UINT32_MAX / 2) spans = 2 * spans - 1;
    if (spans < EVALUATION_BATCH) spans = EVALUATION_BATCH;
    if (spans > graph->n_graphs) spans = graph->n_graphs;
    return (sg_batch_limits){graph->n_nodes, spans > 0 ? spans : 1};
}

sg_batch_limits sg_train_batch_limits(const sg_training_spec *training)
{
    if (training->nodes_of != NULL) return node_limits(training);
    const uint32_t n = count_batches(training);
    uint32_t largest = (training->n_items[SG_TRAIN] + n - 1) / n;
    if (largest < EVALUATION_BATCH) largest = EVALUATION_BATCH;
    return (sg_batch_limits){largest, largest};
}
