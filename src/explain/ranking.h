/* ranking.h - which triples matter, over many graphs.
 *
 * The influence of a weight is the mean over all graphs of the absolute value of what its messages
 * contribute to a graph's output together.
 */
#ifndef SG_EXPLAIN_RANKING_H
#define SG_EXPLAIN_RANKING_H

#include "explain/lens.h"

/* Rank the weights of all encoders with the threads of the lens's options; the result does not
 * depend on their number.  `options` may be NULL.
 * Fails with SG_ECANCELED, or like sg_lens_explain. */
sg_status sg_lens_rank(sg_ranking *ranking, sg_lens *lens, const sg_ranking_options *options,
                       sg_error *err);

void sg_lens_ranking_free(sg_ranking *ranking);

#endif
