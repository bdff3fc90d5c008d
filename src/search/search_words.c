/* search_words.c - the parts of a space and their values in words. */
#include "search/search_parts.h"

#include "page/html.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list of pieces of a path: "layers.0.heads.1". */
typedef struct pieces {
    char text[160];
    char *piece[16];
    size_t n;
} pieces;

static void cut(pieces *p, const char *path)
{
    (void)snprintf(p->text, sizeof p->text, "%s", path);
    p->n = 0;
    for (char *at = p->text; at != NULL && p->n < 16;) {
        p->piece[p->n++] = at;
        at = strchr(at, '.');
        if (at != NULL) *at++ = '\0';
    }
}

/* What layer `number` of the space is: its kind, and which one of its kind where there are several. */
static void layer_words(char *text, size_t room, const sg_search_state *s, const char *number)
{
    const sg_node *root = s->experiment.tree.root;
    const sg_node *layers = root != NULL ? sg_node_member(root, "layers") : NULL;
    const size_t i = strtoul(number, NULL, 10);
    (void)snprintf(text, room, "layer %zu", i);
    if (layers == NULL || i >= layers->n_children || layers->child[i]->n_children == 0) return;
    const char *kind = layers->child[i]->child[0]->key;
    size_t before = 0, n = 0;
    if (kind == NULL) return;
    for (size_t l = 0; l < layers->n_children; l++) {
        const sg_node *other = layers->child[l];
        if (other->n_children == 0 || other->child[0]->key == NULL ||
            strcmp(other->child[0]->key, kind) != 0)
            continue;
        n++;
        before += l < i;
    }
    if (n > 1)
        (void)snprintf(text, room, "%s %zu", kind, before + 1);
    else
        (void)snprintf(text, room, "%s", kind);
}

static void add_words(char *text, size_t room, const char *before, const char *words)
{
    const size_t size = strlen(text);
    if (size < room) (void)snprintf(text + size, room - size, "%s%s", before, words);
}

void sgi_search_part_words(char *text, size_t room, const sg_search_state *s, const char *path)
{
    pieces p;
    char number[24];
    size_t i = 0;
    cut(&p, path);
    text[0] = '\0';
    if (p.n > 1 && strcmp(p.piece[0], "layers") == 0) {
        layer_words(text, room, s, p.piece[1]);
        i = 2;
    } else if (p.n > 1 && strcmp(p.piece[0], "train") == 0)
        i = 1;
    for (bool is_first = true; i < p.n; i++, is_first = false) {
        const char *before = text[0] == '\0' ? "" : is_first ? ": " : " ";
        if (strcmp(p.piece[i], "heads") == 0 && i + 1 < p.n) {
            add_words(text, room, before,
                      strncmp(text, "encoder", 7) == 0 ? "labels and pairs" : "labels");
            (void)snprintf(number, sizeof number, "%lu", strtoul(p.piece[++i], NULL, 10) + 1);
            if (strcmp(number, "1") != 0) add_words(text, room, " of head ", number);
        } else
            add_words(text, room, before, p.piece[i]);
    }
    for (char *c = text; *c != '\0'; c++)
        if (*c == '-') *c = ' ';
}

sg_status sgi_search_value_words(sg_text *text, const sg_node *value, sg_error *err)
{
    sg_status status = SG_OK;
    if (value->text != NULL) SG_TRY(sg_text_add(text, err, "%s", value->text));
    for (size_t i = 0; i < value->n_children; i++) {
        if (i > 0) SG_TRY(sg_text_add(text, err, "; "));
        if (value->child[i]->key != NULL)
            SG_TRY(sg_text_add(text, err, "%s: ", value->child[i]->key));
        SG_TRY(sgi_search_value_words(text, value->child[i], err));
    }
done:
    return status;
}

sgi_phrase sgi_search_metric_words(const sg_search_state *s, double value)
{
    sgi_phrase w = {"–"};
    const int decimals = s->metric->in_percent ? 1 : fabs(value) < 0.01 ? 5 : 3;
    if (!isnan(value)) (void)snprintf(w.text, sizeof w.text, "%.*f", decimals, value);
    return w;
}
