/* share.c - every class is spread evenly over the order.
 *
 * The i-th of the m items of a class (at random) wants the place (i + 1/2) / m of the whole; the order
 * is by these wishes.  Among the first k, a class then has k m / n items, rounded one way or the
 * other. */
#include "data/share.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

typedef struct wish {
    double place;
    uint32_t class_number, item;
} wish;

static int compare_wishes(const void *a, const void *b)
{
    const wish *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    if (x->class_number != y->class_number) return x->class_number < y->class_number ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

sg_status sg_share_order(uint32_t *order, const uint32_t *item, uint32_t n,
                         const uint32_t *item_class, sg_rng *rng, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t *shuffled = NULL, *size = NULL, *seen = NULL, n_classes = 1;
    wish *wishes = NULL;
    SG_ALLOC(shuffled, n);
    SG_ALLOC(wishes, n);
    for (uint32_t i = 0; i < n; i++) {
        shuffled[i] = item[i];
        if (item_class != NULL && item_class[item[i]] >= n_classes)
            n_classes = item_class[item[i]] + 1;
    }
    SG_ALLOC(size, n_classes);
    SG_ALLOC(seen, n_classes);
    sg_rng_shuffle(rng, shuffled, n);
    for (uint32_t i = 0; i < n; i++) size[item_class != NULL ? item_class[item[i]] : 0]++;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t c = item_class != NULL ? item_class[shuffled[i]] : 0;
        wishes[i] = (wish){(seen[c]++ + 0.5) / size[c], c, shuffled[i]};
    }
    qsort(wishes, n, sizeof *wishes, compare_wishes);
    for (uint32_t i = 0; i < n; i++) order[i] = wishes[i].item;
done:
    sg_free(wishes);
    sg_free(seen);
    sg_free(size);
    sg_free(shuffled);
    return status;
}

uint32_t sg_share_count(uint32_t n, double share)
{
    const double count = round(share * n);
    if (count >= n) return n;
    return count < 1 && n > 0 ? 1 : (uint32_t)count;
}
