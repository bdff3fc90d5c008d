/* symmetries.c - permutations as arrays, orbits as trees whose roots are their lowest nodes. */
#include "graph/symmetries.h"

#include "base/mem.h"

/* Images of nodes that are kept, 64 megabytes of them. */
static const size_t MOST_IMAGES = (size_t)1 << 24;

void sg_symmetries_free(sg_symmetries *known)
{
    sg_free(known->image);
    *known = (sg_symmetries){0};
}

sg_status sg_symmetries_add(sg_symmetries *known, const uint32_t *from, const uint32_t *to,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const size_t used = (size_t)known->n_known * known->n;
    if (used + known->n > MOST_IMAGES) goto done;
    SG_TRY(
        sg_grow(&known->image, &known->capacity, used + known->n, sizeof *known->image, err));
    for (uint32_t i = 0; i < known->n; i++) known->image[used + from[i]] = to[i];
    known->n_known++;
done:
    return status;
}

void sg_orbits_begin(uint32_t *orbit, uint32_t n)
{
    for (uint32_t v = 0; v < n; v++) orbit[v] = v;
}

uint32_t sg_orbit(uint32_t *orbit, uint32_t v)
{
    while (orbit[v] != v) {
        orbit[v] = orbit[orbit[v]];
        v = orbit[v];
    }
    return v;
}

static bool keeps(const uint32_t *image, const uint32_t *fixed, size_t n_fixed)
{
    for (size_t i = 0; i < n_fixed; i++)
        if (image[fixed[i]] != fixed[i]) return false;
    return true;
}

void sg_orbits_extend(uint32_t *orbit, uint32_t *n_used, const sg_symmetries *known,
                      const uint32_t *fixed, size_t n_fixed)
{
    for (; *n_used < known->n_known; (*n_used)++) {
        const uint32_t *image = known->image + (size_t)*n_used * known->n;
        if (!keeps(image, fixed, n_fixed)) continue;
        for (uint32_t v = 0; v < known->n; v++) {
            const uint32_t a = sg_orbit(orbit, v), b = sg_orbit(orbit, image[v]);
            orbit[a > b ? a : b] = a > b ? b : a;
        }
    }
}
