/* png.c - librsvg and cairo, loaded when the first picture is made.
 *
 * Linking them would cost every start of the program 11 ms (50 libraries, most of them for fonts),
 * far more than most verbs take, and would make them necessary where nobody draws. */
#include "draw/png.h"

#include <dlfcn.h>
#include <math.h>
#include <string.h>

enum { ARGB32 = 0, SUCCESS = 0, WRITE_ERROR = 11, MOST_PIXELS = 30000 };

typedef struct rectangle {
    double x, y, width, height;
} rectangle;

typedef int (*write_function)(void *closure, const unsigned char *data, unsigned length);

/* The functions of librsvg 2.52, cairo 1.16 and GObject 2 that we call; their types are opaque. */
typedef struct renderer {
    void *library[3];
    void *(*rsvg_new)(const uint8_t *data, size_t size, void **error);
    int (*rsvg_size)(void *handle, double *width, double *height);
    int (*rsvg_render)(void *handle, void *context, const rectangle *viewport, void **error);
    void (*unref)(void *object);
    void *(*surface_new)(int format, int width, int height);
    int (*surface_status)(void *surface);
    int (*surface_write)(void *surface, write_function write, void *closure);
    void (*surface_free)(void *surface);
    void *(*context_new)(void *surface);
    void (*context_free)(void *context);
    void *(*pdf_new)(write_function write, void *closure, double width, double height);
    void (*surface_finish)(void *surface);
} renderer;

static bool find(void *function, void *library, const char *name)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

/* Libraries stay loaded: GObject does not survive being unloaded and loaded again. */
static sg_status load(renderer *r, sg_error *err)
{
    static const char *const name[3] = {"librsvg-2.so.2", "libcairo.so.2",
                                        "libgobject-2.0.so.0"};
    sg_status status = SG_OK;
    for (int i = 0; i < 3; i++) {
        r->library[i] = dlopen(name[i], RTLD_NOW | RTLD_LOCAL);
        SG_REQUIRE(
            r->library[i] != NULL, SG_ENOTFOUND,
            "cannot make a PNG or PDF: %s is not installed (Debian: apt install librsvg2-2); "
            "or write an .svg",
            name[i]);
    }
    void *rsvg = r->library[0], *cairo = r->library[1];
    const bool is_complete =
        find(&r->rsvg_new, rsvg, "rsvg_handle_new_from_data") &&
        find(&r->rsvg_size, rsvg, "rsvg_handle_get_intrinsic_size_in_pixels") &&
        find(&r->rsvg_render, rsvg, "rsvg_handle_render_document") &&
        find(&r->unref, r->library[2], "g_object_unref") &&
        find(&r->surface_new, cairo, "cairo_image_surface_create") &&
        find(&r->surface_status, cairo, "cairo_surface_status") &&
        find(&r->surface_write, cairo, "cairo_surface_write_to_png_stream") &&
        find(&r->surface_free, cairo, "cairo_surface_destroy") &&
        find(&r->context_new, cairo, "cairo_create") &&
        find(&r->context_free, cairo, "cairo_destroy") &&
        find(&r->pdf_new, cairo, "cairo_pdf_surface_create_for_stream") &&
        find(&r->surface_finish, cairo, "cairo_surface_finish");
    SG_REQUIRE(
        is_complete, SG_ENOTFOUND,
        "cannot make a PNG or PDF: the installed librsvg is older than 2.52; or write an .svg");
done:
    return status;
}

static int append(void *closure, const unsigned char *data, unsigned length)
{
    return sg_text_add_bytes(closure, data, length, NULL) == SG_OK ? SUCCESS : WRITE_ERROR;
}

static sg_status render(sg_text *png, const renderer *r, void *handle, double zoom,
                        sg_error *err)
{
    sg_status status = SG_OK;
    rectangle page = {0};
    void *surface = NULL, *context = NULL;
    SG_REQUIRE(r->rsvg_size(handle, &page.width, &page.height), SG_EFORMAT,
               "cannot make a PNG: the picture has no size");
    page.width = ceil(page.width * zoom);
    page.height = ceil(page.height * zoom);
    SG_REQUIRE(
        page.width >= 1 && page.height >= 1 && page.width <= MOST_PIXELS &&
            page.height <= MOST_PIXELS,
        SG_ELIMIT,
        "cannot make a PNG of %.0f x %.0f pixels; up to %d are possible in each direction",
        page.width, page.height, MOST_PIXELS);
    surface = r->surface_new(ARGB32, (int)page.width, (int)page.height);
    SG_REQUIRE(r->surface_status(surface) == SUCCESS, SG_ENOMEM, "out of memory");
    context = r->context_new(surface);
    SG_REQUIRE(r->rsvg_render(handle, context, &page, NULL), SG_EFORMAT,
               "cannot make a PNG: librsvg cannot draw the picture");
    SG_REQUIRE(r->surface_write(surface, append, png) == SUCCESS, SG_ENOMEM, "out of memory");
done:
    if (context != NULL) r->context_free(context);
    if (surface != NULL) r->surface_free(surface);
    return status;
}

static sg_status render_page(sg_text *pdf, const renderer *r, void *handle, sg_error *err)
{
    static const double POINTS = 72.0 / 96; /* of a pixel */
    sg_status status = SG_OK;
    rectangle page = {0};
    void *surface = NULL, *context = NULL;
    SG_REQUIRE(r->rsvg_size(handle, &page.width, &page.height) && page.width > 0 &&
                   page.height > 0,
               SG_EFORMAT, "cannot make a PDF: the picture has no size");
    page.width *= POINTS;
    page.height *= POINTS;
    surface = r->pdf_new(append, pdf, page.width, page.height);
    SG_REQUIRE(r->surface_status(surface) == SUCCESS, SG_ENOMEM, "out of memory");
    context = r->context_new(surface);
    SG_REQUIRE(r->rsvg_render(handle, context, &page, NULL), SG_EFORMAT,
               "cannot make a PDF: librsvg cannot draw the picture");
    r->context_free(context);
    context = NULL;
    r->surface_finish(surface);
    SG_REQUIRE(r->surface_status(surface) == SUCCESS, SG_ENOMEM, "out of memory");
done:
    if (context != NULL) r->context_free(context);
    if (surface != NULL) r->surface_free(surface);
    return status;
}

/* Read the picture and draw it with `zoom` pixels for each of its own, or as a page (0). */
static sg_status convert(sg_text *to, const char *svg, size_t size, double zoom, sg_error *err)
{
    sg_status status = SG_OK;
    renderer r = {0};
    sg_text made = {0};
    void *handle = NULL;
    SG_TRY(load(&r, err));
    handle = r.rsvg_new((const uint8_t *)svg, size, NULL);
    SG_REQUIRE(handle != NULL, SG_EFORMAT, "cannot make a %s: this is no SVG picture",
               zoom > 0 ? "PNG" : "PDF");
    if (zoom > 0)
        SG_TRY(render(&made, &r, handle, zoom, err));
    else
        SG_TRY(render_page(&made, &r, handle, err));
    SG_TRY(sg_text_add_bytes(to, made.data, made.size, err));
done:
    if (handle != NULL) r.unref(handle);
    sg_text_free(&made);
    return status;
}

sg_status sg_png_from_svg(sg_text *png, const char *svg, size_t size, double zoom,
                          sg_error *err)
{
    return convert(png, svg, size, zoom, err);
}

sg_status sg_pdf_from_svg(sg_text *pdf, const char *svg, size_t size, sg_error *err)
{
    return convert(pdf, svg, size, 0, err);
}
