/* vocabularies_ranks.h - the labels and triples that a model will know, from graphs that several ranks have.
 */
#ifndef SG_MODEL_VOCABULARIES_RANKS_H
#define SG_MODEL_VOCABULARIES_RANKS_H

#include "cluster/cluster.h"
#include "model/blueprint.h"

/* What sg_vocabularies_learn learns where one process has all graphs; every rank has some of them, `graphs`, and all ranks
 * learn the same.  All ranks call it.  Fails like labels and triples, on all ranks; some may have been added then. */
sg_status sg_vocabularies_learn_shared(sg_vocabularies *vocabularies, const sg_dataset *graphs,
                                       const sg_blueprint *blueprint,
                                       const sg_invariant_options *options, sg_cluster *cluster,
                                       sg_error *err);

#endif
