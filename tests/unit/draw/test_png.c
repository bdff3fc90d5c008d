/* test_png.c - pictures in pixels, where librsvg is installed. */
#include "draw/png.h"

#include "base/observer.h"
#include "draw/svg.h"
#include "support/check.h"

#include <dlfcn.h>

/* The rest of the test needs librsvg; without it there is an error that names the package. */
static void need_librsvg(void)
{
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW);
    if (library != NULL) return;
    sg_text png = {0};
    check_fails(sg_png_from_svg(&png, "", 0, 1, &err), SG_ENOTFOUND, "librsvg2-2");
    print_message("SKIPPED: librsvg is not installed\n");
    skip();
}

static uint32_t big_endian(const char *bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) value = value << 8 | (unsigned char)bytes[i];
    return value;
}

static void pictures_become_pixels(void **state)
{
    (void)state;
    need_librsvg();
    sg_svg svg = {0};
    sg_text png = {0};
    sg_svg_begin(&svg, 30, 20, "a circle", SG_SVG_ALONE);
    sg_svg_circle(&svg, 10, 10, 5);
    sg_svg_close(&svg);
    check_ok(sg_svg_end(&svg, &err));
    check_ok(sg_png_from_svg(&png, svg.text.data, svg.text.size, 2, &err));
    assert_true(png.size > 24);
    assert_memory_equal(png.data, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(big_endian(png.data + 16), 60);
    assert_int_equal(big_endian(png.data + 20), 40);
    sg_text_free(&png);
    sg_svg_free(&svg);
}

static bool count(void *context, const sg_progress *progress)
{
    int *left = context;
    (void)progress;
    return (*left)-- > 0;
}

/* Many circles, which take librsvg much longer than the time between two questions. */
static void draw_much(sg_svg *svg)
{
    sg_svg_begin(svg, 400, 400, "many circles", SG_SVG_ALONE);
    for (int i = 0; i < 20000; i++) {
        sg_svg_circle(svg, 10 + i % 380, 10 + i / 60, 5);
        sg_svg_close(svg);
    }
    check_ok(sg_svg_end(svg, &err));
}

/* Asked in the midst of it; where nobody says no, the pixels are the same. */
static void drawing_can_be_stopped(void **state)
{
    (void)state;
    need_librsvg();
    sg_svg svg = {0};
    sg_text png = {0}, watched = {0};
    sg_watch watch;
    int left = INT32_MAX;
    draw_much(&svg);
    check_ok(sg_png_from_svg(&png, svg.text.data, svg.text.size, 1, &err));
    sg_watch_begin(&watch, &(sg_observer){count, &left});
    check_ok(sg_png_from_svg(&watched, svg.text.data, svg.text.size, 1, &err));
    sg_watch_end(&watch);
    assert_true(left < INT32_MAX - 3);
    assert_int_equal(watched.size, png.size);
    assert_memory_equal(watched.data, png.data, png.size);
    watched.size = 0;
    const int n_asked = INT32_MAX - left;
    for (int patience = 0; patience < 3; patience++) {
        left = patience;
        sg_watch_begin(&watch, &(sg_observer){count, &left});
        check_fails(sg_png_from_svg(&watched, svg.text.data, svg.text.size, 1, &err),
                    SG_ECANCELED, "stopped");
        sg_watch_end(&watch);
        assert_int_equal(left, -1);
        assert_int_equal(watched.size, 0);
    }
    assert_true(n_asked > 3); /* so that the last one stopped it while it was drawn */
    sg_text_free(&png);
    sg_text_free(&watched);
    sg_svg_free(&svg);
}

static void pages_can_be_stopped(void **state)
{
    (void)state;
    need_librsvg();
    sg_svg svg = {0};
    sg_text pdf = {0};
    sg_watch watch;
    draw_much(&svg);
    for (int patience = 0; patience < 2; patience++) {
        int left = patience;
        sg_watch_begin(&watch, &(sg_observer){count, &left});
        check_fails(sg_pdf_from_svg(&pdf, svg.text.data, svg.text.size, &err), SG_ECANCELED,
                    "stopped");
        sg_watch_end(&watch);
        assert_int_equal(pdf.size, 0);
    }
    sg_text_free(&pdf);
    sg_svg_free(&svg);
}

static void pictures_become_pages(void **state)
{
    (void)state;
    need_librsvg();
    sg_svg svg = {0};
    sg_text pdf = {0};
    sg_svg_begin(&svg, 96, 48, "a circle", SG_SVG_ALONE);
    sg_svg_circle(&svg, 10, 10, 5);
    sg_svg_close(&svg);
    check_ok(sg_svg_end(&svg, &err));
    check_ok(sg_pdf_from_svg(&pdf, svg.text.data, svg.text.size, &err));
    assert_memory_equal(pdf.data, "%PDF-1.", 7);
    bool has_size = false; /* of a page of 96 x 48 pixels, in points */
    static const char SIZE[] = "/MediaBox [ 0 0 72 36 ]";
    for (size_t i = 0; i + strlen(SIZE) <= pdf.size; i++)
        has_size = has_size || memcmp(pdf.data + i, SIZE, strlen(SIZE)) == 0;
    assert_true(has_size);
    check_fails(sg_pdf_from_svg(&pdf, "no svg", 6, &err), SG_EFORMAT, "not an SVG");
    sg_text_free(&pdf);
    sg_svg_free(&svg);
}

static void bad_pictures_are_refused(void **state)
{
    (void)state;
    need_librsvg();
    static const char HUGE_ONE[] =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90000\" height=\"10\"/>";
    sg_text png = {0};
    check_fails(sg_png_from_svg(&png, "no svg", 6, 1, &err), SG_EFORMAT, "not an SVG");
    check_fails(sg_png_from_svg(&png, HUGE_ONE, strlen(HUGE_ONE), 1, &err), SG_ELIMIT, "90000");
    assert_null(png.data);
}

SG_TESTS(cmocka_unit_test(pictures_become_pixels), cmocka_unit_test(pictures_become_pages),
         cmocka_unit_test(drawing_can_be_stopped), cmocka_unit_test(pages_can_be_stopped),
         cmocka_unit_test(bad_pictures_are_refused))
