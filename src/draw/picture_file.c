/* picture_file.c - a picture in a file, as it is or in pixels. */
#include "draw/picture_file.h"

#include "base/file.h"
#include "draw/png.h"

#include <string.h>

/* PNGs are for slides and papers: twice the pixels of the screen. */
static const double ZOOM = 2;

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path), more = strlen(ending);
    return length > more && strcmp(path + length - more, ending) == 0;
}

sg_status sg_picture_file_write(const char *path, const char *svg, sg_error *err)
{
    sg_status status = SG_OK;
    sg_text png = {0};
    SG_REQUIRE(ends_in(path, ".svg") || ends_in(path, ".png"), SG_EINVAL,
               "%s: a picture's name ends in .svg or .png", path);
    if (ends_in(path, ".png")) {
        SG_TRY(sg_png_from_svg(&png, svg, strlen(svg), ZOOM, err));
        SG_TRY(sg_file_write(path, png.data, png.size, err));
    } else {
        SG_TRY(sg_file_write(path, svg, strlen(svg), err));
    }
done:
    sg_text_free(&png);
    return status;
}
