/* scratch.h - memory that lives until the next graph.
 *
 * Computations that handle one graph after the other take what they need and give nothing back;
 * before the next graph everything is free again.  After the largest graph nothing is allocated
 * any more.
 *
 *     uint32_t *queue = NULL;
 *     SG_TAKE(queue, scratch, n_nodes);
 */
#ifndef SG_BASE_SCRATCH_H
#define SG_BASE_SCRATCH_H

#include "base/mem.h"

typedef struct sg_scratch_block sg_scratch_block;

/* {0} is an empty scratch memory. */
typedef struct sg_scratch {
    sg_scratch_block *block; /* the newest first */
    size_t used;             /* bytes of the newest block */
    size_t total;            /* bytes in all blocks       */
} sg_scratch;

void sg_scratch_free(sg_scratch *scratch);

/* Forget what was taken; the memory is kept, in one piece from now on. */
void sg_scratch_reset(sg_scratch *scratch);

/* `count` items of `size` bytes, aligned to 64 bytes, not zeroed; NULL where memory runs out. */
void *sg_scratch_take(sg_scratch *scratch, size_t count, size_t size);

/* Like SG_ALLOC, from scratch memory. */
#define SG_TAKE(pointer, scratch, count)                                                       \
    do {                                                                                       \
        if (((pointer) = sg_scratch_take((scratch), (count), sizeof *(pointer))) == NULL) {    \
            (void)sg_error_memory(err, SG_WHERE);                                              \
            status = SG_ENOMEM;                                                                \
            goto done;                                                                         \
        }                                                                                      \
    } while (0)

#endif
