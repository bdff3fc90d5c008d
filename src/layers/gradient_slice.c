/* gradient_slice.c - lists of slices. */
#include "layers/gradient_slice.h"

#include "base/mem.h"

void sg_gradient_slices_free(sg_gradient_slices *slices)
{
    sg_free(slices->slice);
    *slices = (sg_gradient_slices){0};
}

sg_status sg_gradient_slices_add(sg_gradient_slices *slices, sg_gradient_slice slice,
                                 sg_error *err)
{
    sg_status status = SG_OK;
    if (slice.begin == slice.end) goto done;
    SG_TRY(sg_grow(&slices->slice, &slices->capacity, slices->n + (size_t)1,
                   sizeof *slices->slice, err));
    slices->slice[slices->n++] = slice;
done:
    return status;
}

sg_status sg_gradient_slices_cut(sg_gradient_slices *slices, sg_gradient_slice whole,
                                 size_t unit, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t size = unit < SG_GRADIENT_SIZE ? SG_GRADIENT_SIZE / unit * unit : unit;
    for (size_t begin = whole.begin; begin < whole.end; begin += size) {
        const size_t left = whole.end - begin;
        sg_gradient_slice slice = whole;
        slice.number = 0;
        slice.begin = begin;
        slice.end = begin + (left < size ? left : size);
        SG_TRY(sg_gradient_slices_add(slices, slice, err));
    }
done:
    return status;
}

sg_status sg_gradient_slices_of_products(sg_gradient_slices *slices, uint32_t n, size_t in,
                                         size_t out, size_t end, sg_error *err)
{
    sg_status status = SG_OK;
    size_t begin = 0;
    for (uint32_t m = 0; m < n; m++, begin += in * out) {
        const sg_gradient_slice whole = {SG_GRADIENT_WEIGHTS, m, 1, 0, begin, begin + in * out};
        SG_TRY(sg_gradient_slices_cut(slices, whole, out, err));
    }
    SG_TRY(sg_gradient_slices_add(
        slices, (sg_gradient_slice){SG_GRADIENT_BIAS, 0, 1, 0, begin, end}, err));
done:
    return status;
}
