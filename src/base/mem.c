/* mem.c - calloc and realloc with overflow checks and a hook for tests. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/mem.h"

#include "base/machine/account.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LARGE_BLOCK = 1 << 22, PAGE = 4096, WORTH_NAMING = 1 << 20 };

/* The project's only mutable globals.  Tests alone write the countdown. */
static atomic_long fail_countdown = -1;
static atomic_long live_blocks;
static atomic_ullong live_bytes;

static bool must_fail(void)
{
    if (atomic_load_explicit(&fail_countdown, memory_order_relaxed) < 0) return false;
    long left = atomic_load(&fail_countdown);
    while (left > 0 && !atomic_compare_exchange_weak(&fail_countdown, &left, left - 1)) {
    }
    return left == 0;
}

/* Ask for large pages: touching fresh memory in small ones costs more than parsing the text that
 * goes there.  The kernel may decline.  Whole pages are named, the block's edges included, so that
 * the block stays one mapping and can still be resized in place. */
static void prefer_large_pages(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    if (size < LARGE_BLOCK) return;
    const size_t before = (uintptr_t)block % PAGE;
    const size_t length = (before + size + PAGE - 1) / PAGE * PAGE;
    (void)madvise((char *)block - before, length, MADV_HUGEPAGE);
#else
    (void)block, (void)size;
#endif
}

/* Whether a block may have `more` bytes beyond those it has; what is refused is kept for the message. */
static bool may_take(uint64_t more)
{
    if (!must_fail() && (sg_watch_here.account == NULL || more <= sg_memory_room()))
        return true;
    sg_watch_here.refused = more;
    return false;
}

static void *not_given(uint64_t bytes)
{
    sg_watch_here.refused = bytes;
    return NULL;
}

static void count_bytes(size_t now, size_t before)
{
    /* Adding the difference modulo 2^64 also takes away. */
    atomic_fetch_add_explicit(&live_bytes, (uint64_t)now - before, memory_order_relaxed);
}

void *sg_alloc(size_t count, size_t size)
{
    const uint64_t bytes = sg_bytes_of(count, size);
    if (bytes > PTRDIFF_MAX) return not_given(bytes);
    if (!may_take(bytes)) return NULL;
    void *block = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    if (block == NULL) return not_given(bytes);
    prefer_large_pages(block, count * size);
    atomic_fetch_add_explicit(&live_blocks, 1, memory_order_relaxed);
    count_bytes(malloc_usable_size(block), 0);
    return block;
}

void sg_free(void *block)
{
    if (block == NULL) return;
    atomic_fetch_sub_explicit(&live_blocks, 1, memory_order_relaxed);
    count_bytes(0, malloc_usable_size(block));
    free(block);
}

uint64_t sg_mem_bytes(void)
{
    return atomic_load_explicit(&live_bytes, memory_order_relaxed);
}

sg_status sg_error_memory(sg_error *err, const char *where)
{
    const uint64_t refused = sg_watch_here.refused, room = sg_memory_room();
    if (refused <= room && refused < WORTH_NAMING)
        return sg_error_set(err, SG_ENOMEM, where, "out of memory");
    if (refused <= room)
        return sg_error_set(err, SG_ENOMEM, where, "out of memory: cannot get %s more",
                            sg_bytes_show(refused).text);
    return sg_error_set(err, SG_ENOMEM, where,
                        "out of memory: %s more are needed, and %s are left of the %s allowed",
                        sg_bytes_show(refused).text, sg_bytes_show(room).text,
                        sg_bytes_show(sg_watch_here.account->ceiling).text);
}

char *sg_text_copy(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = sg_alloc(size, 1);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

sg_status sg_text_replace(char **text, const char *with, sg_error *err)
{
    char *copy = with != NULL ? sg_text_copy(with) : NULL;
    if (with != NULL && copy == NULL) return sg_error_memory(err, SG_WHERE);
    sg_free(*text);
    *text = copy;
    return SG_OK;
}

sg_status sg_grow(void *array, size_t *capacity, size_t needed, size_t size, sg_error *err)
{
    if (needed <= *capacity) return SG_OK;
    void *old;
    memcpy(&old, array, sizeof old);
    size_t wanted = *capacity + *capacity / 2;
    if (wanted < needed) wanted = needed;
    if (wanted < 16) wanted = 16;
    void *grown = NULL;
    const size_t before = old != NULL ? malloc_usable_size(old) : 0;
    const uint64_t bytes = sg_bytes_of(wanted, size);
    if (may_take(bytes > before ? bytes - before : 0) && bytes <= PTRDIFF_MAX)
        grown = realloc(old, bytes > 0 ? (size_t)bytes : 1);
    if (grown == NULL) {
        sg_watch_here.refused = bytes;
        return sg_error_memory(err, SG_WHERE);
    }
    if (old == NULL) atomic_fetch_add_explicit(&live_blocks, 1, memory_order_relaxed);
    count_bytes(malloc_usable_size(grown), before);
    prefer_large_pages(grown, wanted * size);
    memcpy(array, &grown, sizeof grown);
    *capacity = wanted;
    return SG_OK;
}

void sg_shrink(void *array, size_t *capacity, size_t used, size_t size)
{
    void *old;
    memcpy(&old, array, sizeof old);
    if (old == NULL || used >= *capacity) return;
    const size_t before = malloc_usable_size(old);
    void *smaller = realloc(old, used > 0 ? used * size : size);
    if (smaller == NULL) return;
    count_bytes(malloc_usable_size(smaller), before);
    memcpy(array, &smaller, sizeof smaller);
    *capacity = used;
}

void sg_mem_fail_at(long k)
{
    atomic_store(&fail_countdown, k);
}

long sg_mem_live(void)
{
    return atomic_load(&live_blocks);
}
