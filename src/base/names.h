/* names.h - many short texts, numbered from 0.
 *
 *     sg_names names = {0};
 *     SG_TRY(sg_names_add(&names, "carbon", 6, err));
 *     puts(sg_names_at(&names, 0));
 *     sg_names_free(&names);
 *
 * All of them are in one block, so that a million graph ids are two allocations.
 */
#ifndef SG_BASE_NAMES_H
#define SG_BASE_NAMES_H

#include "base/text.h"

/* {0} has none. */
typedef struct sg_names {
    sg_text text;   /* one behind the other, each with a zero byte */
    size_t *offset; /* [n] where a name begins                     */
    size_t capacity;
    uint32_t n;
} sg_names;

void sg_names_free(sg_names *names);

/* Append a name, which must not contain a zero byte to be found whole again.
 * Fails with SG_ENOMEM, or SG_ELIMIT at 2^32-1 names; nothing is changed then. */
sg_status sg_names_add(sg_names *names, const char *name, size_t size, sg_error *err);

/* Append all names of `more`, or some of them: more[which[0 .. n)]. */
sg_status sg_names_add_all(sg_names *names, const sg_names *more, sg_error *err);
sg_status sg_names_add_some(sg_names *names, const sg_names *more, const uint32_t *which,
                            uint32_t n, sg_error *err);

/* Name number i; borrowed until a name is added or all are released. */
static inline const char *sg_names_at(const sg_names *names, uint32_t i)
{
    return names->text.data + names->offset[i];
}

/* The same, or NULL where there is none. */
static inline const char *sg_names_or_null(const sg_names *names, uint32_t i)
{
    return i < names->n ? sg_names_at(names, i) : NULL;
}

/* Whether both have the same names in the same order. */
bool sg_names_equal(const sg_names *a, const sg_names *b);

/* Bytes of memory that the names occupy. */
size_t sg_names_bytes(const sg_names *names);

/* Different names by the order in which they came. */
typedef struct sg_name_table sg_name_table;

/* A table that adds to `names`, which is borrowed until close and must be empty. */
sg_status sg_name_table_open(sg_name_table **table, sg_names *names, sg_error *err);

void sg_name_table_close(sg_name_table *table);

/* The number of a name, added now if it is new.  Expected time O(size). */
sg_status sg_name_table_intern(uint32_t *number, sg_name_table *table, const char *name,
                               size_t size, sg_error *err);

/* The number of a name that is there; false where it is not.  Expected time O(size). */
bool sg_name_table_find(uint32_t *number, const sg_name_table *table, const char *name,
                        size_t size);

#endif
