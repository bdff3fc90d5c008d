/* check_alloc.h - zeroed memory that is there: a test without it has nothing to test. */
#ifndef SG_TESTS_SUPPORT_CHECK_ALLOC_H
#define SG_TESTS_SUPPORT_CHECK_ALLOC_H

#include "base/mem.h"
#include "support/check.h"

/* As sg_alloc, released with sg_free; the test fails where there is no memory. */
static inline void *check_alloc(size_t count, size_t size)
{
    void *block = sg_alloc(count, size);
    assert_non_null(block);
    return block;
}

#endif
