/* picture_api.c - pictures behind the public header. */
#include "sharegnn.h"

#include "base/file.h"
#include "draw/png.h"
#include "explain/picture.h"

#include <string.h>

/* PNGs are for slides and papers: twice the pixels of the screen. */
static const double ZOOM = 2;

sg_status sg_explainer_picture(char **svg, const sg_explainer *explainer,
                               const sg_explanation *explanation,
                               const sg_picture_options *options, sg_error *err)
{
    sg_text text = {0};
    const sg_status status = sg_picture_draw(&text, explainer, explanation, options, err);
    if (status == SG_OK) *svg = text.data;
    return status;
}

sg_status sg_explainer_label_picture(char **svg, const sg_explainer *explainer,
                                     uint32_t labeling, uint32_t label, sg_error *err)
{
    sg_text text = {0};
    const sg_status status = sg_picture_label(&text, explainer, labeling, label, false, err);
    if (status == SG_OK) *svg = text.data;
    return status;
}

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path), more = strlen(ending);
    return length > more && strcmp(path + length - more, ending) == 0;
}

sg_status sg_picture_write(const char *path, const char *svg, sg_error *err)
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
