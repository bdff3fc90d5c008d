/* picture_nodes.c - nodes by label and by contribution. */
#include "explain/pictures/picture_page.h"

#include "draw/colors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool same_own_label(const sg_page *p, uint32_t u, uint32_t v)
{
    const sg_label_table *table = &p->explainer->data->node_label;
    const size_t n = table->n_columns;
    return n == 0 ||
           memcmp(table->value + sg_page_data_node(p, u) * n,
                  table->value + sg_page_data_node(p, v) * n, n * sizeof *table->value) == 0;
}

void sg_page_rank_labels(const sg_node_labels *labels, uint32_t *rank)
{
    const sg_page *p = labels->page;
    uint32_t n_ranks = 0;
    for (uint32_t v = 0; v < p->its.graph.n_nodes; v++) {
        uint32_t u = 0;
        while (u < v && !(labels->label != NULL ? labels->label[u] == labels->label[v]
                                                : same_own_label(p, u, v)))
            u++;
        rank[v] = u < v ? rank[u] : n_ranks++;
    }
}

static const char *label_fill(char room[8], const void *context, uint32_t node)
{
    const sg_node_labels *labels = context;
    (void)room;
    return sg_color_label(labels->page->rank[node]);
}

/* What the data calls a node itself, apart from its label; NULL: nothing. */
static const char *node_id(const sg_page *p, uint32_t node)
{
    return sg_names_or_null(&p->explainer->data->node_id, sg_page_data_node(p, node));
}

static size_t own_name(char *text, size_t room, const void *context, uint32_t node)
{
    const sg_page *p = ((const sg_node_labels *)context)->page;
    const size_t n = sg_explainer_node_name(text, room, p->explainer, p->explanation->graph,
                                            sg_page_node(p, node));
    const char *id = n > 0 || !sg_picture_has_names(p->its.radius) ? NULL : node_id(p, node);
    return id != NULL ? (size_t)snprintf(text, room, "%s", id) : n;
}

/* What its kind calls a label, without the kind: "3" of "degree 3"; 0 where there is no such word. */
static size_t label_value(char *text, size_t room, const sg_node_labels *labels, uint32_t node)
{
    char name[64];
    const sg_page *p = labels->page;
    const sg_labeling_kind *kind = p->explainer->labeling_part[labels->labeling].kind;
    if (kind == NULL || kind->name_label == NULL) return 0;
    const int n = kind->name_label(name, sizeof name, &p->explainer->data->graph,
                                   sg_page_data_node(p, node));
    const char *last = n > 0 && n < (int)sizeof name ? strrchr(name, ' ') : NULL;
    return last != NULL && strchr(name, ' ') == last
               ? (size_t)snprintf(text, room, "%s", last + 1)
               : 0;
}

static size_t label_number(char *text, size_t room, const void *context, uint32_t node)
{
    const sg_node_labels *labels = context;
    if (labels->is_own) return own_name(text, room, context, node);
    if (labels->label[node] == SG_NONE) return (size_t)snprintf(text, room, "?");
    const size_t n = label_value(text, room, labels, node);
    return n > 0 ? n : (size_t)snprintf(text, room, "%u", labels->label[node]);
}

static void node_hint(sg_svg *svg, const void *context, uint32_t node)
{
    const sg_node_labels *labels = context;
    char own[64], name[128] = "";
    const char *id = node_id(labels->page, node);
    (void)sg_explainer_node_name(own, sizeof own, labels->page->explainer,
                                 labels->page->explanation->graph,
                                 sg_page_node(labels->page, node));
    if (labels->label != NULL)
        (void)sg_explainer_label_name(name, sizeof name, labels->page->explainer,
                                      labels->labeling, labels->label[node]);
    sg_svg_hint(svg, "node %u%s%s%s%s%s%s%s", sg_page_node(labels->page, node),
                id != NULL ? " (" : "", id != NULL ? id : "", id != NULL ? ")" : "",
                own[0] != '\0' ? ": " : "", own, name[0] != '\0' ? ", " : "", name);
}

static void bias_attributes(sg_svg *svg, const void *context, uint32_t node)
{
    const sg_node_labels *labels = context;
    if (labels->contribution != NULL)
        sg_svg_value(svg, "data-contribution", labels->contribution[node]);
}

static const char *value_fill(char room[8], const void *context, uint32_t node)
{
    const sg_node_values *values = context;
    sg_color_signed(room, values->largest > 0 ? values->value[node] / values->largest : 0);
    return room;
}

/* Two digits, without the zero in front of the point; what is too small for a color is 0. */
static size_t value_name(char *text, size_t room, const void *context, uint32_t node)
{
    const sg_node_values *values = context;
    char digits[32];
    const bool is_small = fabs(values->value[node]) < values->largest / 100;
    (void)snprintf(digits, sizeof digits, "%.2g", is_small ? 0 : values->value[node]);
    const char *sign = digits[0] == '-' ? "-" : "";
    const char *rest = digits + strlen(sign);
    if (rest[0] == '0' && rest[1] != '\0') rest++;
    return (size_t)snprintf(text, room, "%s%s", sign, rest);
}

static void value_attributes(sg_svg *svg, const void *context, uint32_t node)
{
    const sg_node_values *values = context;
    sg_svg_value(svg, "data-contribution", values->value[node]);
}

static void value_hint(sg_svg *svg, const void *context, uint32_t node)
{
    const sg_node_values *values = context;
    const char *id = node_id(values->page, node);
    sg_svg_hint(svg, "node %u%s%s%s contributes %.4g", sg_page_node(values->page, node),
                id != NULL ? " (" : "", id != NULL ? id : "", id != NULL ? ")" : "",
                values->value[node]);
}

sg_node_style sg_page_label_style(const sg_node_labels *labels, bool dots)
{
    const sg_picture_graph *its = &labels->page->its;
    return (sg_node_style){.fill = label_fill,
                           .name = dots                    ? NULL
                                   : labels->label != NULL ? label_number
                                                           : own_name,
                           .attributes = bias_attributes,
                           .hint = node_hint,
                           .context = labels,
                           .radius = dots ? its->dot : its->radius,
                           .marked = labels->page->explanation->explained_node};
}

sg_node_style sg_page_value_style(const sg_node_values *values)
{
    return (sg_node_style){.fill = value_fill,
                           .name = value_name,
                           .attributes = value_attributes,
                           .hint = value_hint,
                           .context = values,
                           .radius = values->page->its.radius,
                           .marked = values->page->explanation->explained_node};
}
