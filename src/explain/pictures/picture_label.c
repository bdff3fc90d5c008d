/* picture_label.c - what a label is: a node that has it, in the middle of what decides it. */
#include "explain/pictures/picture.h"

#include "base/mem.h"
#include "base/observer.h"
#include "draw/colors.h"
#include "explain/explainer_parts.h"
#include "explain/pictures/picture_parts.h"
#include "graph/bfs.h"
#include "graph/induced.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { LARGEST_BALL = 60, WHOLE = 4 };

static const double WIDEST = 240, MARGIN = 8, TITLE = 34;

/* A part of a graph with numbers of its own. */
typedef struct ball {
    const sg_explainer *explainer;
    uint32_t graph;
    uint32_t *node; /* [n] numbers in the graph; the first is the one that has the label */
    uint32_t n;
    uint32_t *arc_offset; /* [n + 1] */
    uint32_t *neighbor;
} ball;

/* The nodes around `center`: up to `radius` steps away, and no level that would make it more than
 * LARGEST_BALL. */
static void choose_nodes(ball *b, sg_bfs *bfs, const sg_one_graph *graph, uint32_t center,
                         uint32_t radius)
{
    sg_bfs_run(bfs, graph, center, radius);
    uint32_t n = bfs->n_reached;
    if (n > LARGEST_BALL) {
        const uint32_t cut = bfs->distance[bfs->queue[LARGEST_BALL]];
        for (n = LARGEST_BALL; n > 1 && bfs->distance[bfs->queue[n - 1]] >= cut;) n--;
    }
    b->n = n;
    for (uint32_t i = 0; i < n; i++) b->node[i] = bfs->queue[i];
}

static void choose_arcs(ball *b, uint32_t *number, const sg_one_graph *graph)
{
    for (uint32_t v = 0; v < graph->n_nodes; v++) number[v] = SG_NONE;
    for (uint32_t i = 0; i < b->n; i++) number[b->node[i]] = i;
    sg_induced_arcs(b->arc_offset, b->neighbor, number, graph, b->node, b->n);
}

static sg_status cut_ball(ball *b, const sg_one_graph *graph, uint32_t center, uint32_t radius,
                          sg_scratch *scratch, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n_arcs = graph->arc_offset[graph->n_nodes] - graph->arc_offset[0];
    sg_bfs bfs = {0};
    uint32_t *number = NULL;
    SG_TRY(sg_bfs_prepare(&bfs, graph, scratch, err));
    SG_TAKE(b->node, scratch, graph->n_nodes);
    SG_TAKE(number, scratch, graph->n_nodes);
    SG_TAKE(b->arc_offset, scratch, (size_t)graph->n_nodes + 1);
    SG_TAKE(b->neighbor, scratch, n_arcs + 1);
    choose_nodes(b, &bfs, graph, center, radius);
    SG_TRY(sg_watch_ask(err)); /* the search may have ended early */
    choose_arcs(b, number, graph);
done:
    return status;
}

static int32_t first_label(const ball *b, uint32_t i)
{
    const sg_dataset *data = b->explainer->data;
    const size_t v = (size_t)data->graph.graph_offset[b->graph] + b->node[i];
    return data->node_label.n_columns > 0
               ? data->node_label.value[v * data->node_label.n_columns]
               : 0;
}

/* Labels of the data are numbers of any size; their colors count through what is in the ball. */
static const char *ball_fill(char room[8], const void *context, uint32_t node)
{
    const ball *b = context;
    uint64_t rank = 0;
    (void)room;
    for (uint32_t i = 0; i < b->n; i++) {
        bool is_new = first_label(b, i) < first_label(b, node);
        for (uint32_t j = 0; j < i && is_new; j++)
            is_new = first_label(b, j) != first_label(b, i);
        rank += is_new;
    }
    return sg_color_label(rank);
}

static size_t ball_name(char *text, size_t room, const void *context, uint32_t node)
{
    const ball *b = context;
    return sg_explainer_node_name(text, room, b->explainer, b->graph, b->node[node]);
}

static void ball_hint(sg_svg *svg, const void *context, uint32_t node)
{
    const ball *b = context;
    char name[64];
    (void)ball_name(name, sizeof name, context, node);
    sg_svg_hint(svg, "node %u%s%s", b->node[node], name[0] != '\0' ? ": " : "", name);
}

static void draw_ball(sg_svg *svg, const ball *b, const sg_picture_graph *its)
{
    const sg_node_style style = {.fill = ball_fill,
                                 .name = ball_name,
                                 .hint = ball_hint,
                                 .context = b,
                                 .radius = its->radius,
                                 .marked = 0};
    sg_svg_group_at(svg, MARGIN, TITLE);
    sg_picture_edges(svg, its, "sg-line");
    const sg_point middle = sg_picture_place(its, 0);
    sg_svg_circle(svg, middle.x, middle.y, its->radius + 5);
    sg_svg_attribute(svg, "fill", sg_color_series(4));
    sg_svg_attribute(svg, "fill-opacity", "0.45");
    sg_svg_close(svg);
    sg_picture_nodes(svg, its, &style);
    sg_svg_close(svg);
}

static sg_status check(const sg_explainer *explainer, uint32_t labeling, uint32_t label,
                       sg_error *err)
{
    sg_status status = SG_OK;
    SG_REQUIRE(labeling < explainer->n_labelings, SG_EINVAL,
               "picture: there is no labeling %u; the model uses %u", labeling,
               explainer->n_labelings);
    const sg_explained_labeling *of = &explainer->labeling[labeling];
    SG_REQUIRE(label < of->n_labels, SG_EINVAL, "picture: %s has no label %u, but 0 .. %u",
               of->expression, label, of->n_labels - 1);
    SG_REQUIRE(of->example_graph[label] != SG_NONE, SG_ENOTFOUND,
               "picture: no node of %s has label %u of %s", explainer->data->name, label,
               of->expression);
done:
    return status;
}

sg_status sg_picture_label(sg_text *svg, const sg_explainer *explainer, uint32_t labeling,
                           uint32_t label, bool in_page, sg_error *err)
{
    sg_status status = SG_OK;
    sg_scratch scratch = {0};
    sg_picture_graph its = {0};
    sg_svg drawing = {0};
    char name[160], where[120];

    SG_TRY(check(explainer, labeling, label, err));
    const sg_explained_labeling *of = &explainer->labeling[labeling];
    ball b = {.explainer = explainer, .graph = of->example_graph[label]};
    const sg_one_graph graph = sg_view_graph(&explainer->view, b.graph);
    SG_TRY(cut_ball(&b, &graph, of->example_node[label],
                    of->radius == SG_NONE ? WHOLE : of->radius, &scratch, err));
    const sg_one_graph part = {.number = b.graph,
                               .n_nodes = b.n,
                               .arc_offset = b.arc_offset,
                               .neighbor = b.neighbor,
                               .rules = graph.rules};
    SG_TRY(sg_picture_graph_find(&its, &part, WIDEST, err));
    (void)sg_explainer_label_name(name, sizeof name, explainer, labeling, label);
    (void)snprintf(where, sizeof where, "%" PRIu64 " %s; here graph %u, node %u",
                   of->count[label], of->count[label] == 1 ? "node" : "nodes", b.graph,
                   of->example_node[label]);
    const double words = fmax(sg_svg_text_width(name, 12), sg_svg_text_width(where, 10));
    sg_svg_begin(&drawing, fmax(its.width, words) + 2 * MARGIN, its.height + TITLE + MARGIN,
                 name, in_page ? SG_SVG_IN_PAGE : SG_SVG_ALONE);
    sg_svg_text(&drawing, MARGIN, 15, 12, SG_ANCHOR_START, "sg-ink", "%s", name);
    sg_svg_text(&drawing, MARGIN, 29, 10, SG_ANCHOR_START, "sg-soft", "%s", where);
    draw_ball(&drawing, &b, &its);
    SG_TRY(sg_svg_end(&drawing, err));
    SG_TRY(sg_text_add_bytes(svg, drawing.text.data, drawing.text.size, err));
done:
    sg_svg_free(&drawing);
    sg_layout_free(&its.layout);
    sg_scratch_free(&scratch);
    return status;
}
