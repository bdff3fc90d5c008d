/* slow_convolutions.h - gcn, sage, gin, gine and virtual nodes of one graph with dense matrices, word by word from the papers.
 */
#ifndef SG_TESTS_SUPPORT_SLOW_CONVOLUTIONS_H
#define SG_TESTS_SUPPORT_SLOW_CONVOLUTIONS_H

#include "support/slow_layers.h"

void slow_gcn_forward(const slow_flow *flow);
void slow_gcn_backward(const slow_flow *flow);
size_t slow_gcn_size(const void *spec, uint32_t in_width);
uint32_t slow_gcn_width(const void *spec, uint32_t in_width);

void slow_sage_forward(const slow_flow *flow);
void slow_sage_backward(const slow_flow *flow);
size_t slow_sage_size(const void *spec, uint32_t in_width);
uint32_t slow_sage_width(const void *spec, uint32_t in_width);

void slow_gin_forward(const slow_flow *flow);
void slow_gin_backward(const slow_flow *flow);
size_t slow_gin_size(const void *spec, uint32_t in_width);
uint32_t slow_gin_width(const void *spec, uint32_t in_width);

void slow_virtual_node_forward(const slow_flow *flow);
void slow_virtual_node_backward(const slow_flow *flow);
size_t slow_virtual_node_size(const void *spec, uint32_t in_width);

/* The row of an edge from v to its neighbor w, `width` numbers; `parameter` is where its table begins.
 * sg_free it. */
double *slow_edge_row(const slow_flow *flow, const sg_edge_spec *edges, const double *parameter,
                      size_t width, uint32_t v, uint32_t w);

/* Add the gradient of such a row to that of the table. */
void slow_edge_row_back(double *gradient, const slow_flow *flow, const sg_edge_spec *edges,
                        const double *d_row, size_t width, uint32_t v, uint32_t w);

/* Whether w is a neighbor of v. */
bool slow_are_neighbors(const slow_flow *flow, uint32_t v, uint32_t w);

#endif
