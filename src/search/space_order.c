/* space_order.c - values of an axis are compared two by two; lists are short. */
#include "search/space_order.h"

#include "base/mem.h"
#include "base/table.h"
#include "plans/head.h"

#include <stddef.h>
#include <string.h>

/* A head of an encoder, or of a decoder, which has a label alone. */
typedef struct value_head {
    sg_head head;
    bool is_decoder; /* head.receiver is its label */
} value_head;

typedef struct value {
    value_head *head; /* [n]; n = 0: nothing that can be compared */
    size_t n;
} value;

static void value_free(value *v)
{
    for (size_t i = 0; i < v->n; i++) sg_head_free(&v->head[i].head);
    sg_free(v->head);
    *v = (value){0};
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* Whether a path of the grid leads to heads: "layers.0.heads", "layers.0.heads.1". */
static bool leads_to_heads(const char *path)
{
    static const char word[] = ".heads";
    const char *found = strstr(path, word);
    if (found == NULL) return false;
    const char behind = found[sizeof word - 1];
    return behind == '\0' || behind == '.';
}

static sg_status parse_head(value_head *head, const char *text, sg_error *err)
{
    if (strchr(text, '@') != NULL) return sg_head_parse(&head->head, text, err);
    head->is_decoder = true;
    return sg_decoder_head_parse(&head->head.receiver, &head->head.copies, text, err);
}

/* What is written there becomes heads; what cannot be read is found where the candidate is made. */
static sg_status read_value(value *v, const sg_node *node, sg_error *err)
{
    sg_status status = SG_OK;
    const bool is_list = node->kind == SG_NODE_LIST;
    const size_t n = is_list ? node->n_children : 1;
    SG_ALLOC(v->head, n);
    for (size_t i = 0; i < n; i++) {
        const sg_node *of = is_list ? node->child[i] : node;
        sg_error inner = {0};
        if (of->kind != SG_NODE_SCALAR ||
            (status = parse_head(&v->head[i], of->text, &inner)) != SG_OK) {
            SG_REQUIRE(status != SG_ENOMEM, SG_ENOMEM, "out of memory");
            status = SG_OK;
            value_free(v);
            goto done;
        }
        v->n++;
    }
done:
    return status;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

/* Which of two refines the other; both do where they are the same. */
typedef struct relation {
    bool first_refines, second_refines;
} relation;

static const relation NEITHER = {false, false}, BOTH = {true, true};

static relation both_of(relation a, relation b)
{
    return (relation){a.first_refines && b.first_refines, a.second_refines && b.second_refines};
}

static sg_status compare_labels(relation *r, sg_plan_cache *cache, const char *a, const char *b,
                                sg_error *err)
{
    sg_status status = SG_OK;
    sg_error inner = {0};
    sg_cached_labels x = {0}, y = {0};
    sg_table seen = {0};
    uint32_t id = 0;
    *r = BOTH;
    if (strcmp(a, b) == 0) goto done;
    *r = NEITHER;
    status = sg_plan_cache_labels(&x, cache, a, &inner);
    if (status == SG_OK) status = sg_plan_cache_labels(&y, cache, b, &inner);
    SG_REQUIRE(status != SG_ECANCELED, SG_ECANCELED, "%s", inner.text);
    if (status != SG_OK) { /* too much work, too much memory, or no such label */
        status = SG_OK;
        goto done;
    }
    const uint32_t n = sg_plan_cache_data(cache)->graph.n_nodes;
    for (uint32_t v = 0; v < n; v++)
        SG_TRY(sg_table_intern(&id, &seen, (uint64_t)x.label[v] << 32 | y.label[v], err));
    *r = (relation){seen.n_keys == x.n_labels, seen.n_keys == y.n_labels};
done:
    sg_table_free(&seen);
    return status;
}

static bool have_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Whether heads differ in nothing but their labels. */
static bool are_comparable(const value_head *a, const value_head *b)
{
    return a->is_decoder == b->is_decoder && a->head.copies == b->head.copies &&
           have_same_text(a->head.property, b->head.property) &&
           have_same_text(a->head.bias, b->head.bias) &&
           a->head.thresholds.at_least == b->head.thresholds.at_least &&
           a->head.thresholds.at_most == b->head.thresholds.at_most &&
           a->head.weighs == b->head.weighs && a->head.column == b->head.column;
}

static sg_status compare(relation *r, sg_plan_cache *cache, const value *a, const value *b,
                         sg_error *err)
{
    sg_status status = SG_OK;
    relation all = a->n == b->n && a->n > 0 ? BOTH : NEITHER;
    for (size_t i = 0; i < a->n && (all.first_refines || all.second_refines); i++) {
        const value_head *x = &a->head[i], *y = &b->head[i];
        relation of = NEITHER;
        if (are_comparable(x, y))
            SG_TRY(compare_labels(&of, cache, x->head.receiver, y->head.receiver, err));
        all = both_of(all, of);
        if (x->is_decoder || !(all.first_refines || all.second_refines)) continue;
        SG_TRY(compare_labels(&of, cache, x->head.sender, y->head.sender, err));
        all = both_of(all, of);
    }
    *r = all;
done:
    return status;
}

/* ---- Axes ----------------------------------------------------------------------------------- */

static sg_status order_axis(sg_space_order *o, uint32_t a, const value *v, uint32_t n,
                            sg_plan_cache *cache, sg_error *err)
{
    sg_status status = SG_OK;
    relation *of = NULL; /* [n][n] */
    SG_ALLOC(of, (size_t)n * n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
            relation *r = &of[(size_t)i * n + j];
            SG_TRY(compare(r, cache, &v[i], &v[j], err));
            of[(size_t)j * n + i] = (relation){r->second_refines, r->first_refines};
            if (r->first_refines && r->second_refines && o->first[a][i] == i) {
                o->first[a][i] = o->first[a][j];
                o->n_same++;
            }
        }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            const relation r = of[(size_t)i * n + j];
            uint32_t *to = &o->coarser[a][i];
            if (j == i || !r.first_refines || r.second_refines || o->first[a][j] != j) continue;
            /* The finest of the coarser ones: those before it are waited for in turn. */
            if (*to == SG_NO_VALUE || of[(size_t)j * n + *to].first_refines) *to = j;
        }
done:
    sg_free(of);
    return status;
}

static sg_status make_axis(sg_space_order *o, const sg_experiment *e, uint32_t a,
                           sg_plan_cache *cache, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_node *list = e->axis[a].list;
    const uint32_t n = (uint32_t)list->n_children;
    value *v = NULL;
    SG_ALLOC(o->first[a], n);
    SG_ALLOC(o->coarser[a], n);
    for (uint32_t i = 0; i < n; i++) {
        o->first[a][i] = i;
        o->coarser[a][i] = SG_NO_VALUE;
    }
    if (!leads_to_heads(e->axis[a].path)) goto done;
    SG_ALLOC(v, n);
    for (uint32_t i = 0; i < n; i++) SG_TRY(read_value(&v[i], list->child[i], err));
    SG_TRY(order_axis(o, a, v, n, cache, err));
done:
    for (uint32_t i = 0; v != NULL && i < n; i++) value_free(&v[i]);
    sg_free(v);
    return status;
}

sg_status sg_space_order_make(sg_space_order *order, const sg_experiment *experiment,
                              sg_plan_cache *cache, sg_error *err)
{
    sg_status status = SG_OK;
    sg_space_order made = {.n_axes = experiment->n_axes};
    SG_ALLOC(made.first, made.n_axes);
    SG_ALLOC(made.coarser, made.n_axes);
    for (uint32_t a = 0; a < made.n_axes; a++)
        SG_TRY(make_axis(&made, experiment, a, cache, err));
    *order = made;
    made = (sg_space_order){0};
done:
    sg_space_order_free(&made);
    return status;
}

void sg_space_order_free(sg_space_order *o)
{
    for (uint32_t a = 0; a < o->n_axes; a++) {
        if (o->first != NULL) sg_free(o->first[a]);
        if (o->coarser != NULL) sg_free(o->coarser[a]);
    }
    sg_free(o->first);
    sg_free(o->coarser);
    *o = (sg_space_order){0};
}
