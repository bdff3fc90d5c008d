/* explain_view.h - an explanation or a ranking as the user asked for it, and the ways to show it.
 *
 *     explain_print(&view, stdout);             // tables for people      (explain_text.c)
 *     explain_print_json(&view, stdout);        // everything for scripts (explain_json.c)
 */
#ifndef SG_CLI_EXPLAIN_VIEW_H
#define SG_CLI_EXPLAIN_VIEW_H

#include "sharegnn.h"

#include <stdio.h>

typedef struct explain_view {
    const sg_model *model;
    const sg_dataset *data;
    const sg_explainer *explainer;
    const sg_explained_head *heads;
    uint32_t layer, head; /* only these; SG_NONE: all                        */
    uint32_t top;         /* rows of a table; 0: all                         */
    sg_explanation of;    /* a graph; else what follows                      */
    sg_credit credit;     /* of a picture */
    bool ranks;
    bool of_nodes; /* the model predicts nodes */
    sg_ranking ranking;
} explain_view;

/* A name for people. */
typedef struct explain_name {
    char text[200];
} explain_name;

explain_name explain_weight_name(const explain_view *v, uint32_t head, uint32_t weight);

/* Whether the user wants to see a head (its number in sg_explainer_heads). */
bool explain_shows(const explain_view *v, uint32_t head);

/* What the model predicts: "graphs" or "nodes". */
static inline const char *explain_items(const explain_view *v)
{
    return v->of_nodes ? "nodes" : "graphs";
}

/* False where memory ran out. */
bool explain_print(const explain_view *v, FILE *out);

void explain_print_json(const explain_view *v, FILE *out);

/* Draw what a label is, "wl:2 #17", into a file, and print where it is found (explain_label.c). */
sg_status explain_draw_label(const explain_view *v, const char *name, const char *path,
                             bool as_json, sg_error *err);

#endif
