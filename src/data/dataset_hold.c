/* dataset_hold.c - counting owners. */
#include "data/dataset_hold.h"

#include "base/mem.h"

#include <stdatomic.h>

struct sg_dataset_hold {
    atomic_uint n_owners;
    sg_dataset *data;
};

sg_status sg_dataset_publish(sg_dataset **published, sg_dataset *data, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset *moved = NULL;
    sg_dataset_hold *hold = NULL;
    SG_ALLOC(moved, 1);
    SG_ALLOC(hold, 1);
    atomic_init(&hold->n_owners, 1);
    hold->data = moved;
    *moved = *data;
    moved->hold = hold;
    *data = (sg_dataset){0};
    *published = moved;
    moved = NULL;
done:
    sg_free(moved);
    return status;
}

sg_dataset_hold *sg_dataset_hold_take(const sg_dataset *data)
{
    if (data->hold != NULL) atomic_fetch_add(&data->hold->n_owners, 1);
    return data->hold;
}

bool sg_dataset_is_held(const sg_dataset *data)
{
    return data->hold != NULL && atomic_load(&data->hold->n_owners) > 1;
}

void sg_dataset_hold_release(sg_dataset_hold *hold)
{
    if (hold == NULL || atomic_fetch_sub(&hold->n_owners, 1) > 1) return;
    sg_dataset_free(hold->data);
    sg_free(hold->data);
    sg_free(hold);
}
