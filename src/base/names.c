/* names.c - texts in one block, and a table of those that are there. */
#include "base/names.h"

#include "base/hash.h"
#include "base/mem.h"

#include <string.h>

void sg_names_free(sg_names *names)
{
    sg_text_free(&names->text);
    sg_free(names->offset);
    *names = (sg_names){0};
}

sg_status sg_names_add(sg_names *names, const char *name, size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t begin = names->text.size;
    SG_REQUIRE(names->n < UINT32_MAX - 1, SG_ELIMIT, "names: more than 2^32-2");
    SG_TRY(sg_grow(&names->offset, &names->capacity, names->n + (size_t)1,
                   sizeof *names->offset, err));
    SG_TRY(sg_text_add_bytes(&names->text, name, size, err));
    status = sg_text_add_bytes(&names->text, "", 1, err);
    if (status != SG_OK) {
        names->text.size = begin;
        goto done;
    }
    names->offset[names->n++] = begin;
done:
    return status;
}

sg_status sg_names_add_all(sg_names *names, const sg_names *more, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < more->n; i++) {
        const char *name = sg_names_at(more, i);
        SG_TRY(sg_names_add(names, name, strlen(name), err));
    }
done:
    return status;
}

sg_status sg_names_add_some(sg_names *names, const sg_names *more, const uint32_t *which,
                            uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < n; i++) {
        const char *name = sg_names_at(more, which[i]);
        SG_TRY(sg_names_add(names, name, strlen(name), err));
    }
done:
    return status;
}

bool sg_names_equal(const sg_names *a, const sg_names *b)
{
    if (a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (strcmp(sg_names_at(a, i), sg_names_at(b, i)) != 0) return false;
    return true;
}

size_t sg_names_bytes(const sg_names *names)
{
    return names->text.size + names->n * sizeof *names->offset;
}

/* Open addressing with linear probing over numbers of names; hashes are kept, so that growing and
 * most misses look at no text. */
typedef struct place {
    uint32_t hash;
    uint32_t number; /* + 1; 0: free */
} place;

struct sg_name_table {
    sg_names *names;
    place *place;
    size_t n_places; /* a power of two, at most half of them taken */
};

enum { FIRST_PLACES = 64 };

sg_status sg_name_table_open(sg_name_table **table, sg_names *names, sg_error *err)
{
    sg_status status = SG_OK;
    sg_name_table *made = NULL;
    SG_ALLOC(made, 1);
    SG_ALLOC(made->place, FIRST_PLACES);
    made->names = names;
    made->n_places = FIRST_PLACES;
    *table = made;
    made = NULL;
done:
    sg_name_table_close(made);
    return status;
}

void sg_name_table_close(sg_name_table *table)
{
    if (table == NULL) return;
    sg_free(table->place);
    sg_free(table);
}

static sg_status grow_table(sg_name_table *t, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = 2 * t->n_places;
    place *larger = NULL;
    SG_ALLOC(larger, n);
    for (size_t i = 0; i < t->n_places; i++) {
        if (t->place[i].number == 0) continue;
        size_t at = t->place[i].hash & (n - 1);
        while (larger[at].number != 0) at = (at + 1) & (n - 1);
        larger[at] = t->place[i];
    }
    sg_free(t->place);
    t->place = larger;
    t->n_places = n;
done:
    return status;
}

static bool is_name(const sg_names *names, uint32_t i, const char *name, size_t size)
{
    const size_t end = i + 1 < names->n ? names->offset[i + 1] : names->text.size;
    return end - names->offset[i] == size + 1 &&
           (size == 0 || memcmp(sg_names_at(names, i), name, size) == 0);
}

sg_status sg_name_table_intern(uint32_t *number, sg_name_table *t, const char *name,
                               size_t size, sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t hash = (uint32_t)sg_hash_bytes(name, size);
    size_t at = hash & (t->n_places - 1);
    while (t->place[at].number != 0) {
        const uint32_t found = t->place[at].number - 1;
        if (t->place[at].hash == hash && is_name(t->names, found, name, size)) {
            *number = found;
            goto done;
        }
        at = (at + 1) & (t->n_places - 1);
    }
    if (2 * ((size_t)t->names->n + 1) > t->n_places) {
        SG_TRY(grow_table(t, err));
        for (at = hash & (t->n_places - 1); t->place[at].number != 0;)
            at = (at + 1) & (t->n_places - 1);
    }
    SG_TRY(sg_names_add(t->names, name, size, err));
    t->place[at] = (place){hash, t->names->n};
    *number = t->names->n - 1;
done:
    return status;
}

bool sg_name_table_find(uint32_t *number, const sg_name_table *t, const char *name, size_t size)
{
    const uint32_t hash = (uint32_t)sg_hash_bytes(name, size);
    for (size_t at = hash & (t->n_places - 1); t->place[at].number != 0;
         at = (at + 1) & (t->n_places - 1)) {
        *number = t->place[at].number - 1;
        if (t->place[at].hash == hash && is_name(t->names, *number, name, size)) return true;
    }
    return false;
}
