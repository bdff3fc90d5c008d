/* scratch.c - a stack of blocks; the newest one is carved from the front. */
#include "base/scratch.h"

#include "base/observer.h"

enum { ALIGNMENT = 64, SMALLEST_BLOCK = 1 << 14 };

struct sg_scratch_block {
    sg_scratch_block *older;
    size_t capacity; /* bytes behind this header that may be used */
};

/* Where the first item of a block may begin. */
static unsigned char *block_begin(sg_scratch_block *block)
{
    const uintptr_t behind = (uintptr_t)(block + 1);
    const uintptr_t aligned = (behind + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return (unsigned char *)(block + 1) + (aligned - behind);
}

static void free_newest(sg_scratch *scratch)
{
    sg_scratch_block *block = scratch->block;
    scratch->block = block->older;
    scratch->total -= block->capacity;
    sg_free(block);
}

void sg_scratch_free(sg_scratch *scratch)
{
    while (scratch->block != NULL) free_newest(scratch);
    *scratch = (sg_scratch){0};
}

static bool push_block(sg_scratch *scratch, size_t capacity)
{
    if (capacity > SIZE_MAX / 2) return false;
    sg_scratch_block *block = sg_alloc(1, sizeof *block + ALIGNMENT + capacity);
    if (block == NULL) return false;
    *block = (sg_scratch_block){scratch->block, capacity};
    scratch->block = block;
    scratch->used = 0;
    scratch->total += capacity;
    return true;
}

void sg_scratch_reset(sg_scratch *scratch)
{
    const size_t total = scratch->total;
    const bool in_pieces = scratch->block != NULL && scratch->block->older != NULL;
    if (in_pieces) {
        while (scratch->block != NULL) free_newest(scratch);
        (void)push_block(scratch, total); /* where it fails, the next taker will say so */
    }
    scratch->used = 0;
}

void *sg_scratch_take(sg_scratch *scratch, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX / 4) / size) {
        sg_watch_here.refused = SIZE_MAX;
        return NULL;
    }
    const size_t needed = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (scratch->block == NULL || needed > scratch->block->capacity - scratch->used) {
        size_t capacity = scratch->total > SMALLEST_BLOCK ? scratch->total : SMALLEST_BLOCK;
        if (capacity < needed) capacity = needed;
        if (!push_block(scratch, capacity)) return NULL;
    }
    void *taken = block_begin(scratch->block) + scratch->used;
    scratch->used += needed;
    return taken;
}
