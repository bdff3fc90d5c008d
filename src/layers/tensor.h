/* tensor.h - what the numbers of a layer are: its parameters, and the state behind it.
 *
 * Every dimension of a tensor and of a row has a meaning.  Copying weights from one model to
 * another, comparing models, listing weights and explaining predictions read these meanings; they
 * know no kind of layer.  A linear layer, for instance, has
 *
 *     weight  [INPUTS][OUTPUTS]        one row for every number of the state before it
 *     bias    [OUTPUTS]
 *
 * and an encoder has a weight [TRIPLES] per head and rows of [HEADS][INPUTS].
 */
#ifndef SG_LAYERS_TENSOR_H
#define SG_LAYERS_TENSOR_H

#include "data/nodes/sparse_table.h"
#include "plans/head.h"
#include "plans/plan.h"

typedef enum sg_axis_kind {
    SG_AXIS_INPUTS,  /* the numbers of a row before the layer                  */
    SG_AXIS_OUTPUTS, /* numbers that have no meaning but their position        */
    SG_AXIS_HEADS,   /* the layer's heads                                      */
    SG_AXIS_LABELS,  /* the labels of a labeling                               */
    SG_AXIS_TRIPLES  /* the triples of a head                                  */
} sg_axis_kind;

typedef struct sg_axis {
    sg_axis_kind kind;
    uint32_t size;
} sg_axis;

enum { SG_MAX_AXES = 3 };

/* A state: one row per node or per graph. */
typedef struct sg_state {
    bool of_nodes;
    sg_axis axis[SG_MAX_AXES]; /* what a row consists of, the last axis varies fastest */
    uint32_t n_axes;
    uint32_t width; /* numbers per row: the product of the axes */
} sg_state;

/* How a tensor starts. */
typedef enum sg_tensor_start {
    SG_START_WEIGHTS, /* as the settings say for weights                      */
    SG_START_BIASES,  /* as the settings say for biases                       */
    SG_START_FAN_IN,  /* uniform in +-1/sqrt(fan_in), as torch's linear layer */
    SG_START_ONES,
    SG_START_ZEROS,
    /* Measured over the nodes of the items to train on, for every column of the network's input; until
     * then 0 and 1. */
    SG_START_INPUT_MEANS,
    SG_START_INPUT_DEVIATIONS,
    SG_START_SPARSE_DEVIATIONS /* the same for every column of `sparse`; until then 1 */
} sg_tensor_start;

/* A named stretch of the parameters. */
typedef struct sg_tensor {
    uint32_t layer, head; /* number of the network's layer, and of its head               */
    bool of_head;         /* the tensor belongs to this head alone                        */
    const char *name;     /* "weight", "bias", "gain", "shift"                            */
    size_t first, n;      /* position among all parameters, and their number              */
    sg_axis axis[SG_MAX_AXES];
    uint32_t n_axes;
    sg_tensor_start start;
    uint32_t fan_in; /* inputs that one output sums over, where it starts by them    */
    bool decays;     /* it has a weight decay of its own, in place of its layer's:   */
    double decay;
    bool kept; /* the layer itself keeps it up to date in training: no optimizer moves it */
    /* What an axis of labels or triples refers to; NULL where the network was made by hand. */
    const char *expression; /* labeling                                                   */
    const sg_head *triples; /* head of the blueprint; copies of it refer to the same one  */
    const uint32_t *label;  /* [n_nodes] labels of the data                               */
    const sg_plan *plan;
    const sg_sparse_table *sparse; /* what it is measured from, where it starts so        */
} sg_tensor;

/* Whether it begins with statistics of the input of all training items (sg_learner_measure), and then stays. */
static inline bool sg_tensor_is_measured(const sg_tensor *tensor)
{
    return tensor->start == SG_START_INPUT_MEANS ||
           tensor->start == SG_START_INPUT_DEVIATIONS ||
           tensor->start == SG_START_SPARSE_DEVIATIONS;
}

/* Receives tensors one by one, in the order of the parameters. */
typedef struct sg_tensor_visitor {
    void (*visit)(void *context, const sg_tensor *tensor);
    void *context;
} sg_tensor_visitor;

/* Hand a tensor on.  Its number of parameters is computed here; more than 2^64 become 2^64-1. */
void sg_tensor_visit(const sg_tensor_visitor *visitor, sg_tensor tensor);

/* Hand on a matrix [inputs][outputs] or a bias [outputs] of rows that sum over `inputs` numbers; both
 * start as in torch's linear layer. */
void sg_tensor_visit_matrix(const sg_tensor_visitor *visitor, const char *name, sg_axis inputs,
                            uint32_t outputs);
void sg_tensor_visit_bias(const sg_tensor_visitor *visitor, const char *name, sg_axis inputs,
                          uint32_t outputs);

/* Hand on both, "weight" and, where it is wanted, "bias". */
void sg_tensor_visit_product(const sg_tensor_visitor *visitor, sg_axis inputs, uint32_t outputs,
                             bool bias);

/* Hand on weight1, bias1, weight2 and bias2 of a network of two matrices (layers/real/perceptron.h). */
void sg_tensor_visit_perceptron(const sg_tensor_visitor *visitor, sg_axis inputs,
                                uint32_t hidden, uint32_t outputs);

/* Make a row `outputs` numbers that mean nothing but their position.  Fails with SG_EINVAL where there
 * is none. */
sg_status sg_state_outputs(sg_state *behind, uint32_t outputs, sg_error *err);

#endif
