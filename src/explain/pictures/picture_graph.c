/* picture_graph.c - edges as lines, nodes as discs with names in them. */
#include "draw/colors.h"
#include "explain/pictures/picture_parts.h"
#include "graph/undirected.h"

#include <math.h>

enum { NAME_ROOM = 32 };

static const double PADDING = 16;         /* around the outermost nodes            */
static const double LONGEST_BOND = 34;    /* pixels                                */
static const double SMALLEST_PANEL = 240; /* pixels                                */

sg_status sg_picture_graph_find(sg_picture_graph *its, const sg_one_graph *graph, double widest,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_layout layout = {0};
    SG_TRY(sg_layout_find(&layout, graph, err));
    const double inner = widest - 2 * PADDING;
    const double size = fmax(fmax(layout.width, layout.height), 1e-9);
    const double scale = fmin(LONGEST_BOND, inner / size);
    const double closest = fmin(sg_layout_closest(layout.at, layout.n_nodes), 1) * scale;
    *its = (sg_picture_graph){
        .graph = *graph,
        .layout = layout,
        .scale = scale,
        .radius = fmin(fmax(closest * 0.4, 2), 10),
        .dot = fmin(fmax(closest * 0.22, 1.5), 5),
        .width = fmax(layout.width * scale + 2 * PADDING, SMALLEST_PANEL),
        .height = fmax(layout.height * scale + 2 * PADDING, 60),
    };
done:
    return status;
}

void sg_picture_edges(sg_svg *svg, const sg_picture_graph *its, const char *class_name)
{
    const sg_one_graph *graph = &its->graph;
    sg_svg_path(svg);
    for (uint32_t u = 0; u < graph->n_nodes; u++)
        for (uint32_t a = graph->arc_offset[u]; a < graph->arc_offset[u + 1]; a++) {
            const uint32_t v = graph->neighbor[a] - graph->first;
            if (!sg_arc_stands_for_edge(graph, u, v)) continue;
            const sg_point from = sg_picture_place(its, u), to = sg_picture_place(its, v);
            sg_svg_move_to(svg, from.x, from.y);
            sg_svg_line_to(svg, to.x, to.y);
        }
    sg_svg_path_done(svg);
    sg_svg_class(svg, class_name);
    sg_svg_number(svg, "stroke-width", fmin(fmax(its->radius / 6, 0.6), 1.5));
    sg_svg_close(svg);
}

/* The size of letters with which the longest name fits into a node; 0: there are no names. */
static double name_size(const sg_picture_graph *its, const sg_node_style *style)
{
    double widest = 0;
    for (uint32_t v = 0; v < its->graph.n_nodes; v++) {
        char name[NAME_ROOM];
        if (style->name(name, sizeof name, style->context, v) >= sizeof name) continue;
        widest = fmax(widest, sg_svg_text_width(name, 1));
    }
    if (widest <= 0) return 0;
    return fmin(style->radius * 1.25, style->radius * 1.65 / widest);
}

static void draw_name(sg_svg *svg, sg_point at, double size, const char *name, const char *fill)
{
    sg_svg_open(svg, "text");
    sg_svg_number(svg, "x", at.x);
    sg_svg_number(svg, "y", at.y + size * 0.36);
    sg_svg_attribute(svg, "fill", sg_color_words_on(fill));
    sg_svg_words(svg, name);
    sg_svg_close(svg);
}

static void draw_node(sg_svg *svg, const sg_picture_graph *its, const sg_node_style *style,
                      uint32_t node)
{
    char room[SG_COLOR_ROOM];
    const sg_point at = sg_picture_place(its, node);
    const char *fill = style->fill(room, style->context, node);
    sg_svg_circle(svg, at.x, at.y, style->radius);
    sg_svg_attribute(svg, "fill", fill);
    if (node == style->marked) sg_svg_number(svg, "stroke-width", 3);
    sg_svg_integer(svg, "data-node", sg_picture_number(its, node));
    if (style->attributes != NULL) style->attributes(svg, style->context, node);
    if (style->hint != NULL) style->hint(svg, style->context, node);
    sg_svg_close(svg);
}

void sg_picture_nodes(sg_svg *svg, const sg_picture_graph *its, const sg_node_style *style)
{
    sg_svg_open(svg, "g");
    sg_svg_class(svg, "sg-rim");
    sg_svg_number(svg, "stroke-width", fmin(fmax(style->radius / 8, 0.5), 1));
    for (uint32_t v = 0; v < its->graph.n_nodes; v++) draw_node(svg, its, style, v);
    sg_svg_close(svg);
    if (style->name == NULL || !sg_picture_has_names(style->radius)) return;
    const double size = name_size(its, style);
    if (size <= 0) return;
    sg_svg_open(svg, "g");
    sg_svg_attribute(svg, "text-anchor", "middle");
    sg_svg_number(svg, "font-size", size);
    sg_svg_attribute(svg, "pointer-events", "none");
    for (uint32_t v = 0; v < its->graph.n_nodes; v++) {
        char name[NAME_ROOM], room[SG_COLOR_ROOM];
        if (style->name(name, sizeof name, style->context, v) >= sizeof name) continue;
        draw_name(svg, sg_picture_place(its, v), size, name,
                  style->fill(room, style->context, v));
    }
    sg_svg_close(svg);
}
