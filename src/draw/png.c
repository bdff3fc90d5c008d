/* png.c - librsvg and cairo, loaded when the first picture is made.
 *
 * Linking them would cost every start of the program 11 ms (50 libraries, most of them for fonts),
 * far more than most verbs take, and would make them necessary where nobody draws.
 *
 * librsvg draws a picture in one go, which takes seconds where it has 2,000 nodes.  Where somebody watches,
 * a surface of cairo in front of the pixels tells of every stroke; to stop, the context gets an error, and
 * librsvg gives up at its next stroke.  Pages cannot be drawn through such a surface: those who watch are
 * asked before and after it, and while it is written. */
#include "draw/png.h"

#include "base/observer.h"

#include <dlfcn.h>
#include <math.h>
#include <string.h>

enum { ARGB32 = 0, SUCCESS = 0, WRITE_ERROR = 11, MOST_PIXELS = 30000 };

typedef struct rectangle {
    double x, y, width, height;
} rectangle;

typedef int (*write_function)(void *closure, const unsigned char *data, unsigned length);
typedef void (*stroke_function)(void *observer, void *target, void *closure);

/* All that cairo puts on a surface. */
enum { N_STROKES = 5 };
static const char *const STROKES[N_STROKES] = {
    "cairo_surface_observer_add_paint_callback", "cairo_surface_observer_add_mask_callback",
    "cairo_surface_observer_add_fill_callback", "cairo_surface_observer_add_stroke_callback",
    "cairo_surface_observer_add_glyphs_callback"};

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
    void *(*observer_new)(void *target, int mode);
    int (*observe[N_STROKES])(void *observer, stroke_function seen, void *closure);
    void (*set_dash)(void *context, const double *dashes, int n, double offset);
} renderer;

/* A picture on its way. */
typedef struct drawing {
    const renderer *r;
    void *context; /* of cairo; NULL: nothing is drawn */
    sg_text *to;   /* where bytes go                   */
    bool stopped;
} drawing;

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
    bool is_complete = find(&r->rsvg_new, rsvg, "rsvg_handle_new_from_data") &&
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
                       find(&r->surface_finish, cairo, "cairo_surface_finish") &&
                       find(&r->observer_new, cairo, "cairo_surface_create_observer") &&
                       find(&r->set_dash, cairo, "cairo_set_dash");
    for (int i = 0; i < N_STROKES; i++)
        is_complete = is_complete && find(&r->observe[i], cairo, STROKES[i]);
    SG_REQUIRE(
        is_complete, SG_ENOTFOUND,
        "cannot make a PNG or PDF: the installed librsvg is older than 2.52; or write an .svg");
done:
    return status;
}

/* Whether those who watch want the drawing to go on. */
static bool goes_on(drawing *d)
{
    d->stopped = d->stopped || sg_watch_ask_seldom(NULL) != SG_OK;
    return !d->stopped;
}

/* Before every stroke; a dash of negative length is an error that makes librsvg give up. */
static void look(void *observer, void *target, void *closure)
{
    drawing *d = closure;
    (void)observer;
    (void)target;
    if (!goes_on(d) && d->context != NULL) d->r->set_dash(d->context, (double[]){-1}, 1, 0);
}

static int append(void *closure, const unsigned char *data, unsigned length)
{
    drawing *d = closure;
    return goes_on(d) && sg_text_add_bytes(d->to, data, length, NULL) == SG_OK ? SUCCESS
                                                                               : WRITE_ERROR;
}

/* Draw on the surface; through another one that tells of every stroke where somebody watches. */
static sg_status draw_pixels(drawing *d, void *surface, void *handle, const rectangle *page,
                             sg_error *err)
{
    sg_status status = SG_OK;
    const renderer *r = d->r;
    const bool watched = sg_watch_here.watch != NULL;
    void *front = watched ? r->observer_new(surface, 0) : NULL;
    for (int i = 0; watched && i < N_STROKES; i++) (void)r->observe[i](front, look, d);
    d->context = r->context_new(watched ? front : surface);
    const bool is_drawn = r->rsvg_render(handle, d->context, page, NULL);
    SG_TRY(sg_watch_ask_seldom(err));
    SG_REQUIRE(is_drawn, SG_EFORMAT, "cannot make a PNG: librsvg cannot draw the picture");
done:
    r->context_free(d->context);
    d->context = NULL;
    if (front != NULL) r->surface_free(front);
    return status;
}

static sg_status render(sg_text *png, const renderer *r, void *handle, double zoom,
                        sg_error *err)
{
    sg_status status = SG_OK;
    drawing d = {.r = r, .to = png};
    rectangle page = {0};
    void *surface = NULL;
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
    SG_TRY(draw_pixels(&d, surface, handle, &page, err));
    const bool is_written = r->surface_write(surface, append, &d) == SUCCESS;
    SG_TRY(sg_watch_ask_seldom(err));
    SG_REQUIRE(is_written, SG_ENOMEM, "out of memory");
done:
    if (surface != NULL) r->surface_free(surface);
    return status;
}

static sg_status render_page(sg_text *pdf, const renderer *r, void *handle, sg_error *err)
{
    static const double POINTS = 72.0 / 96; /* of a pixel */
    sg_status status = SG_OK;
    drawing d = {.r = r, .to = pdf};
    rectangle page = {0};
    void *surface = NULL, *context = NULL;
    SG_REQUIRE(r->rsvg_size(handle, &page.width, &page.height) && page.width > 0 &&
                   page.height > 0,
               SG_EFORMAT, "cannot make a PDF: the picture has no size");
    page.width *= POINTS;
    page.height *= POINTS;
    surface = r->pdf_new(append, &d, page.width, page.height);
    SG_REQUIRE(r->surface_status(surface) == SUCCESS, SG_ENOMEM, "out of memory");
    context = r->context_new(surface);
    SG_REQUIRE(r->rsvg_render(handle, context, &page, NULL), SG_EFORMAT,
               "cannot make a PDF: librsvg cannot draw the picture");
    r->context_free(context);
    context = NULL;
    SG_TRY(sg_watch_ask_seldom(err));
    r->surface_finish(surface);
    SG_TRY(sg_watch_ask_seldom(err));
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
    SG_TRY(sg_watch_ask_seldom(err));
    SG_TRY(load(&r, err));
    handle = r.rsvg_new((const uint8_t *)svg, size, NULL);
    SG_REQUIRE(handle != NULL, SG_EFORMAT, "cannot make a %s: this is not an SVG picture",
               zoom > 0 ? "PNG" : "PDF");
    SG_TRY(sg_watch_ask_seldom(err));
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
