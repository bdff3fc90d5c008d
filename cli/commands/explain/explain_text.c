/* explain_text.c - the most important triples and nodes, in tables. */
#include "explain_view.h"
#include "message.h"
#include "output_name.h"
#include "terminal_width.h"
#include "text_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row before it is printed: a triple of a head, or a node. */
typedef struct row {
    uint32_t head, number; /* of the weight or node */
    uint32_t n_messages;
    double contribution;
} row;

static int compare_rows(const void *a, const void *b)
{
    const row *x = a, *y = b;
    const double of_x = fabs(x->contribution), of_y = fabs(y->contribution);
    if (of_x != of_y) return of_x > of_y ? -1 : 1;
    if (x->head != y->head) return x->head < y->head ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static int compare_weights(const void *a, const void *b)
{
    const row *x = a, *y = b;
    if (x->head != y->head) return x->head < y->head ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static size_t shown_of(const explain_view *v, size_t n)
{
    return v->top > 0 && v->top < n ? v->top : n;
}

static void print_more(size_t n, size_t n_shown, FILE *out)
{
    if (n > n_shown) fprintf(out, "... and %zu more\n", n - n_shown);
}

/* ---- Triples ----------------------------------------------------------------------------- */

/* The triples of a layer, the messages of each added up; the caller frees them. */
static row *list_triples(size_t *n, const explain_view *v, const sg_layer_explanation *l)
{
    size_t n_messages = 0, n_rows = 0;
    for (uint32_t h = 0; h < l->n_heads; h++) n_messages += l->head[h].n_messages;
    row *rows = calloc(n_messages + 1, sizeof *rows);
    if (rows == NULL) return NULL;
    size_t k = 0;
    for (uint32_t h = 0; h < l->n_heads; h++)
        for (uint32_t m = 0; m < l->head[h].n_messages; m++) {
            const sg_explained_message *message = &l->head[h].message[m];
            if (message->weight == SG_NONE || !explain_shows(v, l->head[h].head)) continue;
            rows[k++] = (row){l->head[h].head, message->weight, 1, message->contribution};
        }
    qsort(rows, k, sizeof *rows, compare_weights);
    for (size_t i = 0; i < k; i++) {
        if (n_rows > 0 && compare_weights(&rows[n_rows - 1], &rows[i]) == 0) {
            rows[n_rows - 1].n_messages++;
            rows[n_rows - 1].contribution += rows[i].contribution;
        } else {
            rows[n_rows++] = rows[i];
        }
    }
    qsort(rows, n_rows, sizeof *rows, compare_rows);
    *n = n_rows;
    return rows;
}

/* ---- Labels in words ---------------------------------------------------------------------- */

enum { MOST_KEYS = 24 };

/* The first labels that a table has named, each once, with what they mean. */
typedef struct label_key {
    text_table table;
    uint32_t seen[MOST_KEYS][2]; /* [n] labeling and label */
    size_t n;
} label_key;

static void note_label(label_key *key, const explain_view *v, uint32_t labeling, uint32_t label)
{
    char name[200], words[200];
    if (labeling == SG_NONE || label == SG_NONE || key->n == MOST_KEYS) return;
    for (size_t i = 0; i < key->n; i++)
        if (key->seen[i][0] == labeling && key->seen[i][1] == label) return;
    key->seen[key->n][0] = labeling;
    key->seen[key->n++][1] = label;
    (void)sg_explainer_label_name(name, sizeof name, v->explainer, labeling, label);
    (void)sg_explainer_label_words(words, sizeof words, v->explainer, labeling, label);
    char *number = strstr(words, " (#");
    if (strcmp(words, name) == 0 || number == NULL) return;
    *number = '\0';
    text_table_add(&key->table, "%s", name);
    text_table_add(&key->table, "%s", words);
}

/* What the labels of the rows mean, where their names do not say it; frees the key. */
static bool print_key(label_key *key, FILE *out)
{
    bool complete = !key->table.incomplete;
    if (key->table.n_cells > 0) {
        fputs("where\n", out);
        complete = text_table_print(&key->table, "  ", out);
    }
    text_table_free(&key->table);
    return complete;
}

static label_key open_key(void)
{
    static const column columns[] = {{.left = true}, {.left = true}};
    return (label_key){.table = {.columns = columns, .n_columns = 2}};
}

static bool print_triples(const explain_view *v, const sg_layer_explanation *l, FILE *out)
{
    static const column columns[] = {{.title = "contribution"},
                                     {.title = "messages"},
                                     {.title = "weight"},
                                     {.title = "head"},
                                     {.title = "triple", .left = true}};
    text_table t = {.columns = columns, .n_columns = 5};
    size_t n = 0;
    row *rows = list_triples(&n, v, l);
    if (rows == NULL) return false;
    const size_t n_shown = shown_of(v, n);
    label_key key = open_key();
    for (size_t i = 0; i < n_shown; i++) {
        const sg_explained_head *head = &v->heads[rows[i].head];
        note_label(&key, v, head->sender, head->weight_sender[rows[i].number]);
        note_label(&key, v, head->receiver, head->weight_receiver[rows[i].number]);
        text_table_add(&t, "%+.6f", rows[i].contribution);
        text_table_add(&t, "%" PRIu32, rows[i].n_messages);
        text_table_add(&t, "%+.6f", head->weight[rows[i].number]);
        text_table_add(&t, "%" PRIu32, head->number);
        text_table_add(&t, "%s", explain_weight_name(v, rows[i].head, rows[i].number).text);
    }
    bool complete = text_table_print(&t, "", out);
    print_more(n, n_shown, out);
    complete = print_key(&key, out) && complete;
    text_table_free(&t);
    free(rows);
    return complete;
}

/* ---- Nodes ------------------------------------------------------------------------------- */

/* What the heads that the user wants to see make of every node, the most important first; the
 * caller frees it.  Of a node that is explained, only what it hears is listed. */
static row *list_nodes(size_t *n_rows, const explain_view *v, const sg_layer_explanation *l)
{
    const uint32_t n = v->of.n_nodes;
    row *rows = calloc(n + (size_t)1, sizeof *rows);
    if (rows == NULL) return NULL;
    for (uint32_t i = 0; i < n; i++) rows[i].number = i;
    for (uint32_t h = 0; h < l->n_heads; h++)
        for (uint32_t i = 0; i < n && explain_shows(v, l->head[h].head); i++)
            rows[i].contribution += l->head[h].node[i];
    qsort(rows, n, sizeof *rows, compare_rows);
    *n_rows = n;
    while (v->of.explained_node != SG_NONE && *n_rows > 1 &&
           rows[*n_rows - 1].contribution == 0)
        --*n_rows;
    return rows;
}

/* What a node is called: by its label or atom, else by its id. */
static explain_name name_node(const explain_view *v, const sg_layer_explanation *l,
                              uint32_t node)
{
    explain_name name = {""};
    const uint32_t labeling = v->heads[l->head[0].head].receiver;
    if (l->n_heads == 1 && labeling != SG_NONE)
        (void)sg_explainer_label_name(name.text, sizeof name.text, v->explainer, labeling,
                                      l->head[0].receiver_label[node]);
    else
        (void)sg_explainer_node_name(name.text, sizeof name.text, v->explainer, v->of.graph,
                                     node);
    const uint32_t *first = sg_data_view_of(v->data).graph_offset;
    const char *id = sg_data_node_id(v->data, first[v->of.graph] + node);
    if (name.text[0] == '\0' && id != NULL)
        (void)snprintf(name.text, sizeof name.text, "%s", shown_text(id).text);
    return name;
}

static bool print_nodes(const explain_view *v, const sg_layer_explanation *l, FILE *out)
{
    static const column columns[] = {
        {.title = "contribution"}, {.title = "node"}, {.title = "label", .left = true}};
    text_table t = {.columns = columns, .n_columns = 3};
    size_t n = 0;
    double bias = 0;
    row *rows = list_nodes(&n, v, l);
    if (rows == NULL) return false;
    const size_t n_shown = shown_of(v, n);
    for (size_t i = 0; i < n_shown; i++) {
        text_table_add(&t, "%+.6f", rows[i].contribution);
        text_table_add(&t, "%" PRIu32, rows[i].number);
        text_table_add(&t, "%s", name_node(v, l, rows[i].number).text);
    }
    for (uint32_t h = 0; h < l->n_heads; h++)
        if (explain_shows(v, l->head[h].head)) bias += l->head[h].bias;
    const bool complete = text_table_print(&t, "", out);
    print_more(n, n_shown, out);
    if (bias != 0) fprintf(out, "%+.6f from the bias\n", bias);
    text_table_free(&t);
    free(rows);
    return complete;
}

/* ---- A graph ----------------------------------------------------------------------------- */

static bool print_layer(const explain_view *v, const sg_layer_explanation *l, FILE *out)
{
    double sum = 0;
    for (uint32_t h = 0; h < l->n_heads; h++) sum += l->head[h].contribution;
    char words[200], how[80] = "exactly";
    const size_t columns = terminal_width(out);
    const int size =
        snprintf(words, sizeof words,
                 "layer %" PRIu32 ", %s: %.6f = %.6f without it %+.6f from %s", l->layer,
                 l->kind, v->of.value, l->rest, sum, l->decodes ? "its nodes" : "its messages");
    if (!l->exact)
        (void)snprintf(how, sizeof how, "by %" PRIu32 " gradients, which miss %.1e",
                       l->n_gradients, fabs(l->gap));
    const bool fits = columns == 0 || (size_t)size + 2 + strlen(how) <= columns;
    fprintf(out, "\n%s,%s%s\n", words, fits ? " " : "\n  ", how);
    return l->decodes ? print_nodes(v, l, out) : print_triples(v, l, out);
}

static bool print_graph(const explain_view *v, FILE *out)
{
    const sg_explanation *e = &v->of;
    bool complete = true;
    const char *id = sg_data_graph_id(v->data, e->graph);
    if (e->explained_node != SG_NONE) fprintf(out, "node %" PRIu32 " of ", e->explained_node);
    fprintf(out, "graph %" PRIu32, e->graph);
    if (id != NULL) fprintf(out, " (%s)", shown_text(id).text);
    fprintf(out, " of %s, %" PRIu32 " node%s\n", shown_text(sg_data_name(v->data)).text,
            e->n_nodes, e->n_nodes == 1 ? "" : "s");
    fprintf(out, "output %s: %.6f", shown_text(output_name_of(v->model, e->output).text).text,
            e->value);
    if (sg_model_sizes_of(v->model).task != SG_REGRESSION)
        fprintf(out, ", probability %.4f", e->score[e->output]);
    fputc('\n', out);
    for (uint32_t l = 0; l < e->n_layers && complete; l++)
        if (v->layer == SG_NONE || v->layer == e->layer[l].layer)
            complete = print_layer(v, &e->layer[l], out);
    return complete;
}

/* ---- A ranking --------------------------------------------------------------------------- */

static bool print_ranking(const explain_view *v, FILE *out)
{
    const column columns[] = {{.title = "influence"}, {.title = "contribution"},
                              {.title = "weight"},    {.title = explain_items(v)},
                              {.title = "most in"},   {.title = "layer"},
                              {.title = "head"},      {.title = "triple", .left = true}};
    text_table t = {.columns = columns, .n_columns = 8};
    uint32_t n_shown = 0;
    label_key key = open_key();
    for (size_t i = 0; i < v->ranking.n_weights && (v->top == 0 || n_shown < v->top); i++) {
        const sg_ranked_weight *w = &v->ranking.weight[i];
        const sg_explained_head *head = &v->heads[w->head];
        if (!explain_shows(v, w->head)) continue;
        n_shown++;
        note_label(&key, v, head->sender, head->weight_sender[w->weight]);
        note_label(&key, v, head->receiver, head->weight_receiver[w->weight]);
        text_table_add(&t, "%.3e", w->influence);
        text_table_add(&t, "%+.3e", w->contribution);
        text_table_add(&t, "%+.6f", head->weight[w->weight]);
        text_table_add(&t, "%" PRIu32, w->n_graphs);
        text_table_add(&t, "%" PRIu32, w->graph[0]);
        text_table_add(&t, "%" PRIu32, head->layer);
        text_table_add(&t, "%" PRIu32, head->number);
        text_table_add(&t, "%s", explain_weight_name(v, w->head, w->weight).text);
    }
    fprintf(out, "%zu triples in %" PRIu32 " %s of %s, by mean absolute contribution\n\n",
            v->ranking.n_weights, v->ranking.n_graphs, explain_items(v),
            shown_text(sg_data_name(v->data)).text);
    bool complete = text_table_print(&t, "", out);
    complete = print_key(&key, out) && complete;
    text_table_free(&t);
    return complete;
}

bool explain_print(const explain_view *v, FILE *out)
{
    return v->ranks ? print_ranking(v, out) : print_graph(v, out);
}
