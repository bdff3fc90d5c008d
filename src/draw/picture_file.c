/* picture_file.c - a picture in a file: as it is, in pixels, or as a page. */
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
    sg_text made = {0};
    const bool png = ends_in(path, ".png"), pdf = ends_in(path, ".pdf");
    SG_REQUIRE(png || pdf || ends_in(path, ".svg"), SG_EINVAL,
               "%s: a picture's name ends in .svg, .pdf or .png", path);
    if (png)
        SG_TRY(sg_png_from_svg(&made, svg, strlen(svg), ZOOM, err));
    else if (pdf)
        SG_TRY(sg_pdf_from_svg(&made, svg, strlen(svg), err));
    else
        SG_TRY(sg_text_add(&made, err, "%s", svg));
    SG_TRY(sg_file_write(path, made.data, made.size, err));
done:
    sg_text_free(&made);
    return status;
}
