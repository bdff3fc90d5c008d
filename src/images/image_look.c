/* image_look.c - pixels and their values. */
#include "images/image_look.h"

#include <math.h>

sg_pixel_grid sg_image_grid(const sg_dataset *data, const sg_one_graph *one)
{
    sg_pixel_grid grid = {0};
    if (data->node_attribute.n_columns == 0 || !sg_pixel_grid_find(&grid, one) ||
        grid.height < 2)
        return (sg_pixel_grid){0};
    return grid;
}

void sg_image_shares(double *share, const sg_dataset *data, const sg_one_graph *one)
{
    const uint32_t n = data->node_attribute.n_columns;
    const double *value = data->node_attribute.value + (size_t)one->first * n;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < (size_t)one->n_nodes * n; i++) {
        low = fmin(low, value[i]);
        high = fmax(high, value[i]);
    }
    for (uint32_t v = 0; v < one->n_nodes; v++) {
        double sum = 0;
        for (uint32_t c = 0; c < n; c++) sum += value[(size_t)v * n + c];
        share[v] = high > low ? (sum / n - low) / (high - low) : 0;
    }
}
