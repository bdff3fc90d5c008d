/* block_parameters.h - the true parameters of the block model (block_model.h). */
#ifndef SG_GENERATORS_BLOCK_PARAMETERS_H
#define SG_GENERATORS_BLOCK_PARAMETERS_H

#define SG_BLOCK_SAME 0.8 /* the probability that both ends of an edge are of the same class */
#define SG_BLOCK_MEAN 1.0 /* of the attribute that belongs to a node's class                 */

#endif
