/* pair_graph.h - an edge with two nodes, placed by hand, and what a picture says about it.
 *
 * One bond is 30 pixels and lies in the middle of a panel of 100 x 60: node 0 is at (35, 30), node 1
 * at (65, 30). */
#ifndef SG_TESTS_UNIT_EXPLAIN_PAIR_GRAPH_H
#define SG_TESTS_UNIT_EXPLAIN_PAIR_GRAPH_H

#include "explain/pictures/picture_parts.h"
#include "support/check.h"

/* The graph is not the first one of its data: its nodes are 7 and 8 there. */
static inline sg_picture_graph pair_graph(void)
{
    static const uint32_t arc_offset[] = {0, 1, 2}, neighbor[] = {8, 7};
    static sg_point at[] = {{0, 0}, {1, 0}};
    return (sg_picture_graph){
        .graph = {.first = 7, .n_nodes = 2, .arc_offset = arc_offset, .neighbor = neighbor},
        .layout = {.n_nodes = 2, .at = at, .width = 1, .height = 0},
        .scale = 30,
        .radius = 8,
        .dot = 4,
        .width = 100,
        .height = 60};
}

static inline uint32_t count_text(const char *text, const char *part)
{
    uint32_t n = 0;
    for (const char *found = text; (found = strstr(found, part)) != NULL; found++) n++;
    return n;
}

/* The text must contain all parts, in this order; the last one is NULL. */
static inline void check_parts(const char *text, const char *const *part)
{
    const char *rest = text;
    assert_non_null(text);
    for (; *part != NULL; part++) {
        const char *found = strstr(rest, *part);
        if (found == NULL) {
            fail_msg("\"%s\" is missing or misplaced in\n%s", *part, text);
            return;
        }
        rest = found + strlen(*part);
    }
}

#define CHECK_PARTS(text, ...) check_parts((text), (const char *const[]){__VA_ARGS__, NULL})

/* End a picture that was drawn without a page around it; the caller frees it. */
static inline const char *drawn(sg_svg *svg)
{
    assert_int_equal(svg->depth, 1);
    check_ok(sg_svg_end(svg, &err));
    return svg->text.data;
}

static inline sg_svg begun(void)
{
    sg_svg svg = {0};
    sg_svg_begin(&svg, 100, 60, "a pair", SG_SVG_IN_PAGE);
    return svg;
}

#endif
