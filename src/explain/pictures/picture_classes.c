/* picture_classes.c - a graph whose messages cannot be drawn one by one, as those of social networks: nodes
 * with one label are one disc with their number, and every triple is one arrow between discs, with the number
 * of its messages.  At most twelve triples are drawn; what the others contribute is said in words.  A small
 * graph stands beside it, its nodes in the colors of their discs. */
#include "explain/pictures/picture_page.h"

#include "base/mem.h"
#include "draw/colors.h"
#include "plans/triple_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CLASSES = 24, MOST_TRIPLES = 12, MOST_KEYS = 6, LONG_NAME = 24 };
enum { DENSE = 3, MOST_MESSAGES = 100 }; /* edges per node; messages that a tangle may have */
enum { MOST_NODES = 150, MOST_EDGES = 600, INSET = 260 /* pixels */ }; /* of the graph beside */
enum { WIDTH = 720, DISC = 26, LINE = 17, LETTERS = 11, KEY = 18, HEAD = 13 }; /* pixels */

/* Nodes with one label; the last class has all that are left. */
typedef struct class
{
    uint32_t label, n_nodes;
    sg_point at;
} class;

typedef struct triple {
    uint32_t weight, n_messages;
    double sum;
    uint32_t from, to; /* classes */
} triple;

typedef struct class_page {
    sg_page *page;
    const sg_layer_explanation *layer;
    const sg_head_explanation *head;
    const sg_explained_head *of;
    class *class; /* [n_classes] the largest first */
    uint32_t n_classes, n_labels;
    uint32_t *class_of; /* [n_nodes] */
    triple *triple;     /* [n_triples] the strongest first */
    uint32_t n_triples;
    double largest, others; /* sum of a triple; of what no arrow shows */
    uint32_t n_others;      /* messages of the triples without arrows  */
    sg_point middle;
    bool has_inset; /* the graph itself is drawn, too */
} class_page;

/* ---- Classes ---------------------------------------------------------------------------------- */

static int compare_classes(const void *a, const void *b)
{
    const class *x = a, *y = b;
    if (x->n_nodes != y->n_nodes) return x->n_nodes > y->n_nodes ? -1 : 1;
    return (x->label > y->label) - (x->label < y->label);
}

static uint32_t place_of(const class_page *c, uint32_t label, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && c->class[i].label != label) i++;
    return i;
}

static void find_classes(class_page *c)
{
    const uint32_t n = c->page->explanation->n_nodes, *label = c->head->receiver_label;
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t i = place_of(c, label[v], c->n_classes);
        if (i == c->n_classes) c->class[c->n_classes++] = (class){.label = label[v]};
        c->class[i].n_nodes++;
    }
    qsort(c->class, c->n_classes, sizeof *c->class, compare_classes);
    c->n_labels = c->n_classes;
    for (uint32_t v = 0; v < n; v++) {
        const uint32_t i = place_of(c, label[v], c->n_labels);
        c->class_of[v] = i < MOST_CLASSES ? i : MOST_CLASSES - 1;
    }
    for (uint32_t i = MOST_CLASSES; i < c->n_labels; i++)
        c->class[MOST_CLASSES - 1].n_nodes += c->class[i].n_nodes;
    if (c->n_classes > MOST_CLASSES) c->n_classes = MOST_CLASSES;
}

/* Which place of n the class has: large ones stand apart, and arrows between them do not pass below others. */
static uint32_t turn_of(uint32_t i, uint32_t n)
{
    uint32_t stride = (uint32_t)(0.382 * n + 0.5);
    for (uint32_t a = stride > 0 ? stride : 1;;
         a++) { /* the next that shares no divisor with n */
        uint32_t x = n, y = a;
        while (y > 0) {
            const uint32_t rest = x % y;
            x = y;
            y = rest;
        }
        if (x == 1) return (uint32_t)((uint64_t)i * a % n);
    }
}

/* Around an ellipse, the largest on top. */
static double place_classes(class_page *c, double top)
{
    const double radius = c->n_classes > 1 ? fmax(90, 17.0 * c->n_classes) : 0;
    const double room = 115; /* for loops and their numbers */
    c->middle = (sg_point){WIDTH / 2.0, top + radius + room};
    for (uint32_t i = 0; i < c->n_classes; i++) {
        const double turn =
            2 * acos(-1.0) * turn_of(i, c->n_classes) / c->n_classes - acos(-1.0) / 2;
        const double wide = fmin(1.5 * radius, WIDTH / 2.0 - room);
        c->class[i].at = (sg_point){c->middle.x + wide * cos(turn),
                                    c->middle.y + (radius > 0 ? radius * sin(turn) : 20)};
    }
    return 2 * (radius + room);
}

/* ---- Triples ---------------------------------------------------------------------------------- */

static int compare_triples(const void *a, const void *b)
{
    const triple *x = a, *y = b;
    if (fabs(x->sum) != fabs(y->sum)) return fabs(x->sum) > fabs(y->sum) ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static int compare_weights(const void *a, const void *b)
{
    const triple *x = a, *y = b;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

/* Every message as a triple of its own, then those of a weight together. */
static void find_triples(class_page *c)
{
    uint32_t n = 0, kept = 0;
    for (uint32_t i = 0; i < c->head->n_messages; i++) {
        const sg_explained_message *m = &c->head->message[i];
        if (m->weight == SG_NONE || (m->strength == 0 && m->contribution == 0)) continue;
        c->triple[n++] = (triple){m->weight, 1, m->contribution, c->class_of[m->sender],
                                  c->class_of[m->receiver]};
    }
    qsort(c->triple, n, sizeof *c->triple, compare_weights);
    for (uint32_t i = 0; i < n; i++) {
        if (kept > 0 && c->triple[kept - 1].weight == c->triple[i].weight) {
            c->triple[kept - 1].n_messages++;
            c->triple[kept - 1].sum += c->triple[i].sum;
        } else {
            c->triple[kept++] = c->triple[i];
        }
    }
    qsort(c->triple, kept, sizeof *c->triple, compare_triples);
    c->n_triples = kept;
    c->largest = kept > 0 ? fabs(c->triple[0].sum) : 0;
    c->others = c->page->explanation->value - c->layer->rest - c->layer->gap;
    for (uint32_t i = 0; i < kept; i++) {
        if (i < MOST_TRIPLES)
            c->others -= c->triple[i].sum;
        else
            c->n_others += c->triple[i].n_messages;
    }
}

/* ---- Arrows ----------------------------------------------------------------------------------- */

static double disc_of(const class_page *c, uint32_t i)
{
    return DISC * fmax(0.5, sqrt((double)c->class[i].n_nodes / (double)c->class[0].n_nodes));
}

static void draw_times(sg_svg *svg, double x, double y, uint32_t n)
{
    if (n < 2) return;
    sg_svg_text(svg, x, y + 4, LETTERS, SG_ANCHOR_MIDDLE, "sg-ink sg-halo", "\xc3\x97 %u", n);
}

static void describe(const class_page *c, const triple *t)
{
    sg_svg *svg = &c->page->svg;
    const double share = c->largest > 0 ? fabs(t->sum) / c->largest : 0;
    sg_svg_attribute(svg, "fill", "none");
    sg_svg_attribute(svg, "stroke", sg_color_of_sign(t->sum));
    sg_svg_number(svg, "stroke-width", 1 + 5 * share);
    if (t->sum < 0) sg_svg_attribute(svg, "stroke-dasharray", "7 4");
    sg_svg_number(svg, "opacity", 0.35 + 0.65 * share);
    sg_svg_integer(svg, "data-messages", t->n_messages);
    sg_svg_value(svg, "data-weight", c->of->weight[t->weight]);
    sg_svg_value(svg, "data-contribution", t->sum);
    sg_svg_close(svg);
}

/* From a class to itself: a loop that points away from the middle; the next one is larger. */
static void draw_loop(const class_page *c, const triple *t, uint32_t level, bool numbers)
{
    sg_svg *svg = &c->page->svg;
    const sg_point at = c->class[t->from].at;
    const double dx = at.x - c->middle.x, dy = at.y - c->middle.y, far = hypot(dx, dy);
    const double ux = far > 25 ? dx / far : 0, uy = far > 25 ? dy / far : -1;
    const double rim = disc_of(c, t->from), high = rim + 34 + 22.0 * level,
                 wide = 20 + 8.0 * level;
    if (numbers) {
        draw_times(svg, at.x + ux * (high + 9), at.y + uy * (high + 9), t->n_messages);
        return;
    }
    sg_svg_path(svg);
    sg_svg_move_to(svg, at.x + ux * rim * 0.8 - uy * rim * -0.6,
                   at.y + uy * rim * 0.8 + ux * rim * -0.6);
    sg_svg_curve_to(svg, at.x + ux * high + uy * wide * 2, at.y + uy * high - ux * wide * 2,
                    at.x + ux * high, at.y + uy * high);
    sg_svg_curve_to(svg, at.x + ux * high - uy * wide * 2, at.y + uy * high + ux * wide * 2,
                    at.x + ux * rim * 0.8 - uy * rim * 0.6,
                    at.y + uy * rim * 0.8 + ux * rim * 0.6);
    sg_svg_path_done(svg);
    describe(c, t);
}

static void draw_arrow(const class_page *c, const triple *t, uint32_t level, bool numbers)
{
    if (t->from == t->to) {
        draw_loop(c, t, level, numbers);
        return;
    }
    sg_svg *svg = &c->page->svg;
    const sg_point a = c->class[t->from].at, b = c->class[t->to].at;
    const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-6);
    const double bend = fmin(0.25 * length, 60) * (1 + 0.7 * level);
    const double nx = (b.y - a.y) / length, ny = -(b.x - a.x) / length;
    const sg_point control = {(a.x + b.x) / 2 + nx * bend, (a.y + b.y) / 2 + ny * bend};
    const double out = fmax(hypot(control.x - a.x, control.y - a.y), 1e-6),
                 in = fmax(hypot(control.x - b.x, control.y - b.y), 1e-6);
    if (numbers) {
        draw_times(svg, (a.x + b.x) / 2 + nx * (bend / 2 + 11),
                   (a.y + b.y) / 2 + ny * (bend / 2 + 11), t->n_messages);
        return;
    }
    const double start = disc_of(c, t->from) + 2, end = disc_of(c, t->to) + 1 + HEAD;
    sg_svg_path(svg);
    sg_svg_move_to(svg, a.x + (control.x - a.x) / out * start,
                   a.y + (control.y - a.y) / out * start);
    sg_svg_curve_to(svg, control.x, control.y, b.x + (control.x - b.x) / in * end,
                    b.y + (control.y - b.y) / in * end);
    sg_svg_path_done(svg);
    sg_svg_attribute(svg, "marker-end",
                     t->sum < 0 ? "url(#sg-head-negative)" : "url(#sg-head-positive)");
    describe(c, t);
}

static uint32_t arrows_of(const class_page *c)
{
    return c->n_triples < MOST_TRIPLES ? c->n_triples : MOST_TRIPLES;
}

/* The arrows, or in a second turn, above the discs, their numbers of messages. */
static void draw_arrows(const class_page *c, bool numbers)
{
    for (uint32_t i = 0; i < arrows_of(c); i++) {
        uint32_t level = 0;
        for (uint32_t j = 0; j < i; j++)
            level +=
                c->triple[j].from == c->triple[i].from && c->triple[j].to == c->triple[i].to;
        draw_arrow(c, &c->triple[i], level, numbers);
    }
}

static void draw_discs(const class_page *c)
{
    sg_svg *svg = &c->page->svg;
    for (uint32_t i = 0; i < c->n_classes; i++) {
        const class *k = &c->class[i];
        char words[200];
        (void)sg_explainer_label_words(words, sizeof words, c->page->explainer, c->of->receiver,
                                       k->label);
        sg_svg_circle(svg, k->at.x, k->at.y, disc_of(c, i));
        sg_svg_attribute(svg, "fill", sg_color_label(i));
        sg_svg_class(svg, "sg-rim");
        sg_svg_integer(svg, "data-nodes", k->n_nodes);
        sg_svg_hint(svg, "%s: %u nodes", words, k->n_nodes);
        sg_svg_close(svg);
        sg_svg_open(svg, "text");
        sg_svg_number(svg, "x", k->at.x);
        sg_svg_number(svg, "y", k->at.y + 5);
        sg_svg_number(svg, "font-size", 14);
        sg_svg_attribute(svg, "text-anchor", "middle");
        sg_svg_attribute(svg, "fill", "#000000");
        char number[16];
        (void)snprintf(number, sizeof number, "%u", k->n_nodes);
        sg_svg_words(svg, number);
        sg_svg_close(svg);
    }
}

/* ---- Words ------------------------------------------------------------------------------------ */

static void put_line(const class_page *c, double *y, const char *class_name, const char *words)
{
    *y += LINE;
    sg_page_line(c->page, SG_PAGE_MARGIN, *y, LETTERS, class_name, words,
                 c->page->width - 2 * SG_PAGE_MARGIN);
}

static void draw_keys(const class_page *c, double *y)
{
    for (uint32_t i = 0; i < c->n_classes && i < MOST_KEYS; i++) {
        char words[200];
        (void)sg_explainer_label_words(words, sizeof words, c->page->explainer, c->of->receiver,
                                       c->class[i].label);
        *y += KEY;
        sg_svg_circle(&c->page->svg, SG_PAGE_MARGIN + 6, *y - 4, 6);
        sg_svg_attribute(&c->page->svg, "fill", sg_color_label(i));
        sg_svg_class(&c->page->svg, "sg-rim");
        sg_svg_close(&c->page->svg);
        char line[240];
        (void)snprintf(line, sizeof line, "%s: %u node%s", words, c->class[i].n_nodes,
                       c->class[i].n_nodes == 1 ? "" : "s");
        sg_page_line(c->page, SG_PAGE_MARGIN + 18, *y, LETTERS, "sg-ink", line,
                     c->page->width - 2 * SG_PAGE_MARGIN - 18);
    }
    if (c->n_labels <= MOST_KEYS) return;
    char rest[80];
    (void)snprintf(rest, sizeof rest, "and %u classes more", c->n_labels - MOST_KEYS);
    put_line(c, y, "sg-soft", rest);
}

static void list_triples(const class_page *c, double *y)
{
    *y += LINE / 2.0;
    for (uint32_t i = 0; i < arrows_of(c); i++) {
        const triple *t = &c->triple[i];
        char sender[160], receiver[160], text[400], line[440];
        (void)sg_explainer_label_words(sender, sizeof sender, c->page->explainer, c->of->sender,
                                       c->of->weight_sender[t->weight]);
        (void)sg_explainer_label_words(receiver, sizeof receiver, c->page->explainer,
                                       c->of->receiver, c->of->weight_receiver[t->weight]);
        const bool is_same = strlen(sender) > LONG_NAME && strcmp(sender, receiver) == 0;
        (void)sg_triple_text(
            text, sizeof text,
            &(sg_triple_words){.sender = sender,
                               .receiver = is_same ? "the same" : receiver,
                               .value = c->of->value[c->of->weight_value[t->weight]],
                               .is_place = c->of->measure != NULL,
                               .arrow = "\xe2\x86\x92"});
        (void)snprintf(line, sizeof line, "%+.4f  %s (\xc3\x97 %u)", t->sum, text,
                       t->n_messages);
        put_line(c, y, "sg-ink", line);
    }
}

static void write_caption(const class_page *c, double *y)
{
    char line[300];
    const uint32_t left = c->n_triples - arrows_of(c);
    if (left > 0)
        (void)snprintf(line, sizeof line, "%+.4f  the other %u triples (%u messages)%s",
                       c->others, left, c->n_others,
                       c->layer->n_heads > 1 ? ", other heads and biases" : "");
    else
        (void)snprintf(line, sizeof line, "%+.4f  biases and other heads", c->others);
    if (left > 0 || fabs(c->others) > 1e-9) {
        put_line(c, y, "sg-ink", line);
        sg_svg_open(&c->page->svg, "text");
        sg_svg_value(&c->page->svg, "data-contribution", c->others);
        sg_svg_close(&c->page->svg);
    }
    *y += LINE / 2.0;
    (void)snprintf(line, sizeof line,
                   "Output %.4g = %.4g without layer %u, and the lines above. Arrows: orange "
                   "raises, purple and dashed lowers;",
                   c->page->explanation->value, c->layer->rest, c->layer->layer);
    put_line(c, y, "sg-soft", line);
    (void)snprintf(line, sizeof line,
                   "a disc has all nodes with one label of %s. Head %u of %u.",
                   c->page->explainer->labeling[c->of->receiver].expression, c->of->number,
                   c->layer->n_heads);
    put_line(c, y, "sg-soft", line);
}

/* ---- The whole -------------------------------------------------------------------------------- */

static void draw_panel(const class_page *c)
{
    sg_svg *svg = &c->page->svg;
    sg_svg_open(svg, "g");
    sg_svg_attribute(svg, "data-panel", "classes");
    sg_svg_integer(svg, "data-layer", c->layer->layer);
    sg_svg_value(svg, "data-rest", c->layer->rest);
    sg_svg_value(svg, "data-gap", c->layer->gap);
    sg_svg_value(svg, "data-value", c->page->explanation->value);
    draw_arrows(c, false);
    draw_discs(c);
    draw_arrows(c, true);
}

static const char *class_color(char room[8], const void *context, uint32_t node)
{
    (void)room;
    return sg_color_label(((const class_page *)context)->class_of[node]);
}

/* The graph as it is, to the right of its classes. */
static void draw_inset(const class_page *c, double top)
{
    sg_page *p = c->page;
    const sg_node_style style = {
        .fill = class_color, .context = c, .radius = p->its.radius, .marked = SG_NONE};
    sg_page_line(p, WIDTH, top + LINE, LETTERS, "sg-soft", "The graph", p->its.width);
    sg_svg_group_at(&p->svg, WIDTH, top + 1.5 * LINE);
    sg_svg_attribute(&p->svg, "data-panel", "graph");
    sg_picture_edges(&p->svg, &p->its, "sg-line");
    sg_picture_nodes(&p->svg, &p->its, &style);
    sg_svg_close(&p->svg);
}

static sg_status find_inset(class_page *c, const sg_one_graph *one, sg_error *err)
{
    const uint64_t n_arcs = one->arc_offset[one->n_nodes] - one->arc_offset[0];
    c->has_inset = one->n_nodes <= MOST_NODES && n_arcs <= UINT64_C(2) * MOST_EDGES;
    return c->has_inset ? sg_picture_graph_find(&c->page->its, one, INSET, err) : SG_OK;
}

static sg_status draw_page(class_page *c, sg_error *err)
{
    sg_page *p = c->page;
    p->width = WIDTH + (c->has_inset ? p->its.width + SG_PAGE_MARGIN : 0);
    const double top = sg_page_title_height(p);
    double y = top + fmax(place_classes(c, top), c->has_inset ? p->its.height + 2 * LINE : 0);
    const uint32_t n_keys = c->n_classes < MOST_KEYS ? c->n_classes : MOST_KEYS;
    const double height = y + KEY * n_keys + LINE * (arrows_of(c) + 6.0) + SG_PAGE_MARGIN;
    char title[200];
    (void)snprintf(title, sizeof title, "Explanation of graph %u of %s", p->explanation->graph,
                   p->explainer->data->name);
    sg_svg_begin(&p->svg, p->width, height, title, SG_SVG_ALONE);
    sg_picture_arrow_heads(&p->svg, HEAD);
    sg_page_title(p);
    draw_panel(c);
    if (c->has_inset) draw_inset(c, top);
    draw_keys(c, &y);
    list_triples(c, &y);
    write_caption(c, &y);
    sg_svg_close(&p->svg);
    return sg_svg_end(&p->svg, err);
}

/* The head that contributes most, of those whose senders and receivers have labels of one kind. */
static bool find_head(const sg_layer_explanation **layer, const sg_head_explanation **head,
                      const sg_page *p)
{
    const sg_explanation *e = p->explanation;
    uint32_t l = 0;
    while (l < e->n_layers && !sg_page_shows_layer(p, &e->layer[l])) l++;
    *head = NULL;
    if (l == e->n_layers) return false;
    *layer = &e->layer[l];
    for (uint32_t h = 0; h < (*layer)->n_heads; h++) {
        const sg_head_explanation *one = &(*layer)->head[h];
        const sg_explained_head *of = &p->explainer->head[one->head];
        if (of->sender != of->receiver || one->receiver_label == NULL) continue;
        if (*head == NULL || fabs(one->contribution) > fabs((*head)->contribution)) *head = one;
    }
    return *head != NULL;
}

sg_status sg_page_is_dense(bool *is_dense, const sg_page *p, const sg_one_graph *one,
                           sg_error *err)
{
    sg_status status = SG_OK;
    sg_layout layout = {0};
    const sg_layer_explanation *layer;
    const sg_head_explanation *head;
    const uint64_t n_arcs = one->arc_offset[one->n_nodes] - one->arc_offset[0];
    *is_dense = false;
    if (!find_head(&layer, &head, p)) goto done;
    *is_dense = n_arcs > UINT64_C(2) * DENSE * one->n_nodes;
    if (*is_dense || head->n_messages <= MOST_MESSAGES || one->n_nodes > SG_LAYOUT_LARGEST)
        goto done;
    SG_TRY(sg_layout_find(&layout, one, err));
    *is_dense = sg_layout_is_tangled(&layout, one);
done:
    sg_layout_free(&layout);
    return status;
}

sg_status sg_page_classes(sg_page *p, const sg_one_graph *one, sg_error *err)
{
    sg_status status = SG_OK;
    class_page c = {.page = p};
    SG_REQUIRE(find_head(&c.layer, &c.head, p), SG_EINVAL,
               "picture: no head has senders and receivers of one kind");
    c.of = &p->explainer->head[c.head->head];
    SG_ALLOC(c.class, p->explanation->n_nodes);
    SG_ALLOC(c.class_of, p->explanation->n_nodes);
    SG_ALLOC(c.triple, c.head->n_messages);
    find_classes(&c);
    find_triples(&c);
    SG_TRY(find_inset(&c, one, err));
    SG_TRY(draw_page(&c, err));
done:
    sg_free(c.triple);
    sg_free(c.class_of);
    sg_free(c.class);
    return status;
}
