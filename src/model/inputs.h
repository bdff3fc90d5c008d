/* inputs.h - what the nodes of a model begin with.
 *
 *     input: ones                               # the number 1; where a file says nothing
 *     input: labels                             # node labels, one-hot
 *     input: labels wl:2                        # the labels of any expression, one-hot
 *     input: attributes                         # numbers of the data set
 *     input: [labels wl:2, attributes]          # side by side
 *
 * A label that a model has never seen has no column: its block is zero.
 */
#ifndef SG_MODEL_INPUTS_H
#define SG_MODEL_INPUTS_H

#include "base/document/fields.h"

typedef enum sg_input { SG_INPUT_ONES, SG_INPUT_LABELS, SG_INPUT_ATTRIBUTES } sg_input;

enum { SG_N_INPUTS = 3, SG_MAX_INPUTS = 16 };

/* By sg_input. */
extern const char *const sg_input_words[SG_N_INPUTS];

typedef struct sg_input_part {
    sg_input kind;
    char *labels; /* the expression, of SG_INPUT_LABELS */
} sg_input_part;

/* {0} is ones. */
typedef struct sg_inputs {
    sg_input_part part[SG_MAX_INPUTS];
    uint32_t n;
} sg_inputs;

void sg_inputs_free(sg_inputs *inputs);

/* Whether nodes begin with this, among others. */
bool sg_inputs_have(const sg_inputs *inputs, sg_input kind);

/* Whether nodes begin with a single number, whatever the data is. */
bool sg_inputs_are_ones(const sg_inputs *inputs);

/* Read a text, parts separated by ';'.  `inputs` is empty.  Fails with SG_EINVAL (the text does not name
 * the member) or SG_ENOMEM; inputs are empty then. */
sg_status sg_inputs_parse(sg_inputs *inputs, const char *text, sg_error *err);

/* Read the member `input` of a file, and write it.  Reading fails with SG_EFORMAT (path:line:column, what
 * is wrong, what is allowed) or SG_ENOMEM. */
sg_status sg_inputs_read(sg_inputs *inputs, sg_fields *fields, sg_error *err);
sg_status sg_inputs_put(sg_node *map, const sg_inputs *inputs, sg_error *err);

#endif
