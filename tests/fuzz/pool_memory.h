/* pool_memory.h - memory for SQLite in fuzz targets: blocks of a pool, by powers of two.
 *
 * A run takes thousands of blocks, and the address sanitizer's own took half of the time.  What is behind a
 * block, and what was freed, is poisoned here as well, so reading beyond a cell is still found.
 */
#ifndef SG_TESTS_FUZZ_POOL_MEMORY_H
#define SG_TESTS_FUZZ_POOL_MEMORY_H

#include "fuzz/fuzz.h"

#include <sanitizer/asan_interface.h>
#include <sqlite3.h>
#include <string.h>

enum { POOL_SIZE = 1 << 24, POOL_HEAD = 16, POOL_CLASSES = 24 };

/* Before each block; the bytes behind it are the next of the free ones while it is free. */
typedef struct pool_head {
    uint32_t size, class;
    struct pool_head *next;
} pool_head;

static _Alignas(16) uint8_t pool[POOL_SIZE];
static size_t pool_used;
static pool_head *pool_free[POOL_CLASSES];

static int pool_round_up(int size)
{
    return (size + 7) & ~7;
}

static void *pool_take(int wanted)
{
    const uint32_t size = (uint32_t)pool_round_up(wanted);
    uint32_t class = 4;
    while ((size_t)1 << class < size) class ++;
    const size_t whole = POOL_HEAD + ((size_t)1 << class);
    pool_head *head = class < POOL_CLASSES ? pool_free[class] : NULL;
    if (head != NULL) {
        pool_free[class] = head->next;
    } else {
        if (class >= POOL_CLASSES || whole > POOL_SIZE - pool_used) return NULL;
        head = (pool_head *)(void *)(pool + pool_used);
        pool_used += whole;
    }
    *head = (pool_head){.size = size, .class = class};
    uint8_t *block = (uint8_t *)head + POOL_HEAD;
    ASAN_POISON_MEMORY_REGION(block, whole - POOL_HEAD);
    ASAN_UNPOISON_MEMORY_REGION(block, size);
    return block;
}

static pool_head *pool_head_of(void *block)
{
    return (pool_head *)(void *)((uint8_t *)block - POOL_HEAD);
}

static void pool_give(void *block)
{
    if (block == NULL) return;
    pool_head *head = pool_head_of(block);
    ASAN_POISON_MEMORY_REGION(block, (size_t)1 << head->class);
    head->next = pool_free[head->class];
    pool_free[head->class] = head;
}

static int pool_size(void *block)
{
    return block != NULL ? (int)pool_head_of(block)->size : 0;
}

static void *pool_resize(void *block, int size)
{
    void *made = pool_take(size);
    const int before = pool_size(block);
    if (made == NULL) return NULL;
    if (block != NULL) memcpy(made, block, (size_t)(before < size ? before : size));
    pool_give(block);
    return made;
}

static int pool_begin(void *context)
{
    (void)context;
    return SQLITE_OK;
}

static void pool_end(void *context)
{
    (void)context;
}

/* Before SQLite is used for the first time. */
static inline void pool_memory_use(void)
{
    static sqlite3_mem_methods methods = {pool_take,     pool_give,  pool_resize, pool_size,
                                          pool_round_up, pool_begin, pool_end,    NULL};
    FUZZ_CHECK(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK);
}

#endif
