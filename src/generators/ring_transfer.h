/* ring_transfer.h - the paper's RingTransfer data sets: labels that must meet across a ring.
 *
 * A graph is a ring whose nodes are numbered at random; its class depends on labels at fixed
 * distances along the ring, so a network must carry information that far.  1,200 graphs each,
 * every class equally often, in random order:
 *
 *   RingTransfer1  100 nodes.  Labels 1, 2, 3, 4 a quarter of the ring apart, 0 elsewhere; the
 *                  class tells which of 2, 3, 4 is opposite of 1.
 *   RingTransfer2  16 nodes labeled 0 .. 15 at random.  Class 1 if more than half of the sums of
 *                  two opposite labels are odd, else 0.
 *   RingTransfer3  The same rings.  Class 2 a + b: a = parity of the label opposite of label 0,
 *                  b = parity of the sum of the two labels at distance 4 of label 0.
 *
 * Random numbers are numpy's; seed 764 gives the paper's graphs in the paper's order.
 */
#ifndef SG_GENERATORS_RING_TRANSFER_H
#define SG_GENERATORS_RING_TRANSFER_H

#include "data/dataset.h"

/* Make the data set.  `data` is out, an empty data set.
 * Fail with SG_ENOMEM; `data` is then unchanged. */
sg_status sg_ring_transfer1_make(sg_dataset *data, uint32_t seed, sg_error *err);
sg_status sg_ring_transfer2_make(sg_dataset *data, uint32_t seed, sg_error *err);
sg_status sg_ring_transfer3_make(sg_dataset *data, uint32_t seed, sg_error *err);

#endif
