/* generators.c - the list of generated data sets and how each is split. */
#include "generators/generators.h"

#include "data/nodes/item_splits.h"
#include "generators/block_model.h"
#include "generators/csl.h"
#include "generators/marked_trees.h"
#include "generators/ring_transfer.h"
#include "generators/snowflakes.h"
#include "generators/substructure_counting.h"

#include <string.h>

enum { PAPER_SEED = 764 };

static sg_status split_into(sg_splits *splits, uint32_t n_folds, const sg_dataset *data,
                            uint32_t seed, sg_error *err)
{
    sg_rng rng = sg_rng_stream(seed, NULL, 0);
    return sg_item_splits_make(splits, data, n_folds, &rng, err);
}

static sg_status split_into_10(sg_splits *splits, const sg_dataset *data, uint32_t seed,
                               sg_error *err)
{
    return split_into(splits, 10, data, seed, err);
}

static sg_status split_into_5(sg_splits *splits, const sg_dataset *data, uint32_t seed,
                              sg_error *err)
{
    return split_into(splits, 5, data, seed, err);
}

/* The published split of SubstructureCounting: 1,500 train, 1,000 validate, 2,500 test. */
static sg_status split_in_order(sg_splits *splits, const sg_dataset *data, uint32_t seed,
                                sg_error *err)
{
    (void)seed;
    return sg_splits_in_order(splits, sg_item_count(data), 1500, 1000, err);
}

/* The parts that the data says. */
static sg_status split_by_parts(sg_splits *splits, const sg_dataset *data, uint32_t seed,
                                sg_error *err)
{
    sg_rng rng = sg_rng_stream(seed, NULL, 0);
    return sg_item_splits_of_parts(splits, data, &rng, err);
}

static const sg_generator generators[] = {
    {"RingTransfer1", "rings of 100 nodes; which label is opposite of 1?", "synthetic", 1200,
     PAPER_SEED, sg_ring_transfer1_make, split_into_10, NULL},
    {"RingTransfer2", "rings of 16 nodes; are most sums of opposite labels odd?", "synthetic",
     1200, PAPER_SEED, sg_ring_transfer2_make, split_into_10, NULL},
    {"RingTransfer3", "rings of 16 nodes; parities of the labels far from label 0", "synthetic",
     1200, PAPER_SEED, sg_ring_transfer3_make, split_into_10, NULL},
    {"CSL", "4-regular rings with skip links, which color refinement cannot tell apart",
     "synthetic", 150, PAPER_SEED, sg_csl_make, split_into_5, NULL},
    {"Snowflakes", "rings with look-alike subgraphs; which one hangs at the marked node?",
     "synthetic", 1000, PAPER_SEED, sg_snowflakes_make, split_into_10, NULL},
    {"SubstructureCounting", "random graphs with their numbers of six small substructures",
     "fixed", 5000, PAPER_SEED, sg_substructure_counting_make, split_in_order, NULL},
    {"BlockModel", "nodes of three classes with mostly equal neighbors and Gaussian attributes",
     "fixed", 1, PAPER_SEED, sg_block_model_make, split_by_parts, sg_block_model_answer},
    {"MarkedTrees", "roots of binary trees; which label has the leaf with the same mark?",
     "synthetic", 3000, PAPER_SEED, sg_marked_trees_make, split_into_10,
     sg_marked_trees_answer},
};

const sg_generator *sg_generators(size_t *n_generators)
{
    *n_generators = sizeof generators / sizeof *generators;
    return generators;
}

const sg_generator *sg_generator_find(const char *name)
{
    for (size_t i = 0; i < sizeof generators / sizeof *generators; i++)
        if (strcmp(generators[i].name, name) == 0) return &generators[i];
    return NULL;
}
