/* mem.h - checked allocation, the only way to the heap.
 *
 * Sizes are overflow-checked, memory comes zeroed, an account of the thread may refuse a block
 * (machine/account.h), and tests can make the k-th allocation fail and count the blocks that are
 * still alive.
 */
#ifndef SG_BASE_MEM_H
#define SG_BASE_MEM_H

#include "base/status.h"

/* `count` zeroed items of `size` bytes, or NULL.  Zero items give a valid pointer. */
void *sg_alloc(size_t count, size_t size);

/* Release a block of sg_alloc; NULL is fine. */
void sg_free(void *block);

/* Record that the last block this thread asked for was not given, with its size and what the account
 * of the thread allows.  Returns SG_ENOMEM. */
sg_status sg_error_memory(sg_error *err, const char *where);

/* Bytes of all blocks that are not released yet. */
uint64_t sg_mem_bytes(void);

/* A copy of `text` on the heap, or NULL. */
char *sg_text_copy(const char *text);

/* Release *text and put a copy of `with` in its place; NULL where `with` is NULL.
 * Fails with SG_ENOMEM; *text is then unchanged. */
sg_status sg_text_replace(char **text, const char *with, sg_error *err);

/* Make room for at least `needed` items in a growing array.
 *
 *   array     address of the array's pointer (NULL for an empty one)
 *   capacity  in/out; number of items the array can hold
 *
 * Grows by half, so that n appends cost O(n); new items are not zeroed.
 * Fails with SG_ENOMEM; array and capacity are then unchanged. */
sg_status sg_grow(void *array, size_t *capacity, size_t needed, size_t size, sg_error *err);

/* Give back what a grown array does not use.  Cannot fail: if it does, nothing changes. */
void sg_shrink(void *array, size_t *capacity, size_t used, size_t size);

/* For tests: let the k-th allocation from now on fail (0 = the next one; negative = none), and
 * every one after it. */
void sg_mem_fail_at(long k);

/* For tests: the number of blocks allocated and not yet released. */
long sg_mem_live(void);

#endif
