/* label_rounds.c - rounds of refinement on numbers instead of keys.
 *
 * A node's new label is decided by its own label and the multiset of its neighbors' labels.  Both are
 * numbers here, whose random words are added up: that is the node's signature.  The content key, which
 * takes sorting and a real hash, is computed for the first node of each new label alone. */
#include "invariants/label_rounds.h"

#include "base/mem.h"
#include "base/observer.h"
#include "invariants/labelings/wl.h"

#include <string.h>

/* Arcs whose words are added up before nodes are signed: the sums stay in the cache. */
enum { ARCS_AT_ONCE = 1024 };

/* The labels of one round, and what the next one needs. */
typedef struct chain {
    sg_one_graph all; /* the whole union as one graph                                  */
    const sg_labeling *labeling;
    bool with_edges;
    const uint32_t *label; /* [n_nodes] of the round before                            */
    sg_key *key;           /* [n_labels] their keys                                    */
    sg_key *word;          /* [n_labels] their random words                            */
    sg_wl_round round;
    sg_scratch scratch;
} chain;

static void chain_free(chain *c)
{
    sg_free(c->key);
    sg_free(c->word);
    sg_free(c->round.word);
    sg_free(c->round.edge);
    sg_scratch_free(&c->scratch);
}

static sg_one_graph whole_union(const sg_graph_view *view)
{
    sg_one_graph all = sg_view_graph(view, 0);
    all.n_nodes = view->graph->n_nodes;
    return all;
}

/* ---- The first round: labels of the data set ------------------------------------------------- */

static void sign_labels(sg_key *signature, const void *context, size_t begin, size_t end)
{
    const chain *c = context;
    const uint32_t width = c->all.node_label != NULL ? c->all.n_node_columns : 0;
    for (size_t v = begin; v < end; v++) {
        sg_key s = {1, 2};
        for (uint32_t k = 0; k < width; k++) {
            const uint64_t label = (uint32_t)c->all.node_label[v * width + k];
            s.key = sg_check_mix(s.key * 3 + label);
            s.check = sg_check_mix(s.check * 5 + ~label);
        }
        signature[v - begin] = s;
    }
}

/* The labels of the data set are those of a node alone: a graph of one node will do. */
static sg_status key_of_label(sg_key *key, void *context, size_t thing, sg_error *err)
{
    chain *c = context;
    sg_one_graph one = c->all;
    one.n_nodes = 1;
    one.arc_offset += thing;
    if (one.node_label != NULL) one.node_label += thing * one.n_node_columns;
    sg_scratch_reset(&c->scratch);
    sg_budget budget = {SG_DEFAULT_BUDGET};
    const sg_label_work work = {&one, &c->scratch, &budget};
    return sg_labeling_start(key, c->labeling, &work, err);
}

/* ---- Later rounds ---------------------------------------------------------------------------- */

/* A few more bits for what reaches a node through an arc. */
static sg_key word_through(sg_key word, const sg_one_graph *graph, uint32_t a)
{
    const uint32_t width = graph->edge_label != NULL ? graph->n_edge_columns : 0;
    for (uint32_t k = 0; k < width; k++) {
        const uint64_t label = (uint32_t)graph->edge_label[(size_t)a * width + k];
        word.key = sg_check_mix(word.key + label + 1);
        word.check = sg_check_mix(word.check + label + 1);
    }
    return word;
}

/* Write the sums of the words behind the first 0, 1, 2, ... arcs from `begin` on.  A node's neighbors are then
 * a difference of two sums.  How many it has cannot be predicted, so that nothing branches on it. */
static inline void add_up(sg_key *restrict sum, const chain *c, uint32_t begin, uint32_t end,
                          bool with_edges)
{
    const uint32_t *restrict label = c->label, *restrict neighbor = c->all.neighbor;
    const sg_key *restrict word = c->word;
    sg_key so_far = {0, 0};
    *sum++ = so_far;
    for (uint32_t a = begin; a < end; a++) {
        sg_key other = word[label[neighbor[a]]];
        if (with_edges) other = word_through(other, &c->all, a);
        so_far.key += other.key;
        so_far.check += other.check;
        *sum++ = so_far;
    }
}

/* The signature of a node whose neighbors add up to `others`. */
static inline sg_key sign_node(const chain *c, size_t v, sg_key others)
{
    /* No node has so many neighbors, so that none can stand in for the node itself. */
    const uint64_t factor = 0x9fb21c651e98df25ULL;
    const sg_key own = c->word[c->label[v]];
    return (sg_key){sg_check_mix(own.key * factor + others.key),
                    own.check * factor + others.check};
}

/* The same for nodes with more neighbors than there is room for sums. */
static sg_key sum_of_many(const chain *c, size_t v)
{
    sg_key sum[ARCS_AT_ONCE + 1] = {{0, 0}}, all = {0, 0};
    const uint32_t end = c->all.arc_offset[v + 1];
    for (uint32_t a = c->all.arc_offset[v]; a < end;) {
        const uint32_t n = end - a < ARCS_AT_ONCE ? end - a : ARCS_AT_ONCE;
        add_up(sum, c, a, a + n, c->with_edges);
        all.key += sum[n].key;
        all.check += sum[n].check;
        a += n;
    }
    return all;
}

static void sign_nodes(sg_key *signature, const void *context, size_t begin, size_t end)
{
    const chain *c = context;
    const uint32_t *offset = c->all.arc_offset;
    sg_key sum[ARCS_AT_ONCE + 1] = {{0, 0}};
    for (size_t v = begin; v < end;) {
        const uint32_t first = offset[v];
        size_t last = end;
        while (last > v && offset[last] - first > ARCS_AT_ONCE) last = v + (last - v) / 2;
        if (last == v) {
            signature[v - begin] = sign_node(c, v, sum_of_many(c, v));
            v++;
            continue;
        }
        if (c->with_edges)
            add_up(sum, c, first, offset[last], true);
        else
            add_up(sum, c, first, offset[last], false);
        for (; v < last; v++) {
            const sg_key before = sum[offset[v] - first], behind = sum[offset[v + 1] - first];
            const sg_key others = {behind.key - before.key, behind.check - before.check};
            signature[v - begin] = sign_node(c, v, others);
        }
    }
}

static sg_status key_of_node(sg_key *key, void *context, size_t thing, sg_error *err)
{
    (void)err;
    chain *c = context;
    *key = sg_wl_refine_node(&c->round, (uint32_t)thing);
    return SG_OK;
}

/* ---- A chain --------------------------------------------------------------------------------- */

/* Make what a round found the start of the next one; takes the checks. */
static sg_status take_round(chain *c, const sg_labels *labels, const uint64_t *check,
                            sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = labels->vocabulary.n_keys;
    sg_free(c->key);
    sg_free(c->word);
    c->key = c->word = NULL;
    SG_ALLOC(c->key, n);
    SG_ALLOC(c->word, n);
    for (uint32_t l = 0; l < n; l++) {
        c->key[l] = (sg_key){labels->vocabulary.key[l], check[l]};
        c->word[l] = (sg_key){sg_check_mix(c->key[l].key), sg_check_mix(c->key[l].check)};
    }
    c->label = labels->label;
    c->round.label = labels->label;
    c->round.key = c->key;
done:
    return status;
}

/* Label the nodes by a base that is not the data set's labels. */
static sg_status start_from_base(sg_labels *labels, uint64_t **check, const chain *c,
                                 const sg_graph_view *view, const sg_invariant_options *options,
                                 const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    sg_key *key = NULL;
    SG_ALLOC(key, labels->n_nodes);
    const sg_label_expression base = {.part = c->labeling->base, .n_parts = 1};
    SG_TRY(sg_labels_compute_keys(key, &base, view, options, err));
    SG_TRY(sg_vocabulary_with_checks(&labels->vocabulary, check, labels->label, key,
                                     labels->n_nodes, what, options->threads, err));
done:
    sg_free(key);
    return status;
}

/* Compute one round into empty labels. */
static sg_status compute_round(sg_labels *labels, chain *c, uint32_t round,
                               const sg_graph_view *view, const sg_invariant_options *options,
                               const char *what, sg_error *err)
{
    sg_status status = SG_OK;
    uint64_t *check = NULL;
    labels->n_nodes = c->all.n_nodes;
    SG_ALLOC(labels->label, labels->n_nodes);
    SG_TRY(sg_watch_ask(err));
    if (round == 0 && c->labeling->base != NULL) {
        SG_TRY(start_from_base(labels, &check, c, view, options, what, err));
    } else {
        const sg_signed_things things = {.sign = round == 0 ? sign_labels : sign_nodes,
                                         .key_of = round == 0 ? key_of_label : key_of_node,
                                         .context = c,
                                         .n = labels->n_nodes};
        SG_TRY(sg_vocabulary_of_things(&labels->vocabulary, &check, labels->label, &things,
                                       what, options->threads, err));
    }
    SG_TRY(take_round(c, labels, check, err));
done:
    sg_free(check);
    return status;
}

/* ---- Which expressions are rounds of one chain ------------------------------------------------ */

static bool is_refinement(const sg_label_expression *e)
{
    return e->n_parts == 1 && e->part->kind->refinement != SG_NO_REFINEMENT;
}

/* Whether two labelings are the same, however many rounds the outermost ones have. */
static bool same_labeling(const sg_labeling *a, const sg_labeling *b, bool any_rounds)
{
    if (a == NULL || b == NULL) return a == b;
    const sg_labeling_parameters *x = &a->parameters, *y = &b->parameters;
    if (a->kind != b->kind || (!any_rounds && x->max != y->max) || x->min != y->min ||
        x->within != y->within || x->n_patterns != y->n_patterns)
        return false;
    if (x->n_patterns > 0 &&
        memcmp(x->pattern, y->pattern, x->n_patterns * sizeof *x->pattern) != 0)
        return false;
    return same_labeling(a->base, b->base, false);
}

/* Copy labels, under the limit of an expression. */
static sg_status copy_limited(sg_labels *copy, const sg_labels *labels, uint32_t limit,
                              sg_error *err)
{
    sg_status status = SG_OK;
    const uint32_t n = labels->vocabulary.n_keys;
    copy->n_nodes = labels->n_nodes;
    SG_ALLOC(copy->label, labels->n_nodes);
    SG_ALLOC(copy->vocabulary.key, n);
    SG_ALLOC(copy->vocabulary.count, n);
    if (labels->label == NULL || n == 0) goto done; /* there are no nodes */
    memcpy(copy->label, labels->label, labels->n_nodes * sizeof *labels->label);
    memcpy(copy->vocabulary.key, labels->vocabulary.key, n * sizeof(uint64_t));
    memcpy(copy->vocabulary.count, labels->vocabulary.count, n * sizeof(uint64_t));
    copy->vocabulary.n_keys = n;
    sg_vocabulary_limit(&copy->vocabulary, copy->label, copy->n_nodes, limit);
done:
    return status;
}

static bool is_round(const sg_label_expression *e, const chain *c)
{
    return is_refinement(e) && same_labeling(e->part, c->labeling, true);
}

/* Hand a round to all expressions that want it.  The first one without a limit takes it as it is; *round
 * is then empty. */
static sg_status hand_out(sg_labels *labels, sg_labels *round, const chain *c, uint32_t number,
                          const sg_label_expression *expression, size_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_labels source = *round;
    for (size_t i = 0; i < n; i++) {
        if (!is_round(&expression[i], c) || expression[i].part->parameters.max != number)
            continue;
        if (expression[i].limit == 0 && round->label != NULL) {
            labels[i] = source;
            *round = (sg_labels){0};
        } else {
            SG_TRY(copy_limited(&labels[i], &source, expression[i].limit, err));
        }
    }
done:
    return status;
}

/* Compute all rounds that some expression wants. */
static sg_status compute_chain(sg_labels *labels, const sg_label_expression *expression,
                               const sg_labeling *labeling, size_t n, const sg_graph_view *view,
                               const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    chain c = {.all = whole_union(view), .labeling = labeling};
    sg_labels before = {0}, now = {0};
    uint32_t last = 0;
    c.with_edges = labeling->kind->refinement == SG_BY_LABELED_EDGES;
    c.round.graph = &c.all;
    SG_ALLOC(c.round.word, (size_t)sg_wl_largest_degree(&c.all) + SG_KEY_ROOM);
    if (c.with_edges) SG_ALLOC(c.round.edge, (size_t)c.all.n_edge_columns + 1);
    for (size_t i = 0; i < n; i++)
        if (is_round(&expression[i], &c) && expression[i].part->parameters.max > last)
            last = expression[i].part->parameters.max;
    for (uint32_t r = 0; r <= last; r++) {
        SG_TRY(compute_round(&now, &c, r, view, options, labeling->kind->name, err));
        SG_TRY(hand_out(labels, &now, &c, r, expression, n, err));
        sg_labels_free(&before);
        before = now;
        now = (sg_labels){0};
    }
done:
    sg_labels_free(&before);
    sg_labels_free(&now);
    chain_free(&c);
    return status;
}

sg_status sg_labels_compute_all(sg_labels *labels, const sg_label_expression *expression,
                                size_t n, const sg_graph_view *view,
                                const sg_invariant_options *options, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_invariant_options defaults = {0}, *chosen = options != NULL ? options : &defaults;
    sg_watch watch;
    sg_watch_begin(&watch, chosen->observer);
    for (size_t i = 0; i < n; i++) {
        SG_TRY(sg_observe(chosen->observer, (sg_progress){"labeling", "labelings", i, n}, err));
        if (labels[i].label != NULL) continue; /* a round of a chain before */
        if (is_refinement(&expression[i]) && view->graph->n_graphs > 0)
            SG_TRY(compute_chain(labels, expression, expression[i].part, n, view, chosen, err));
        else
            SG_TRY(sg_labels_compute(&labels[i], &expression[i], view, chosen, err));
    }
    SG_TRY(sg_observe(chosen->observer, (sg_progress){"labeling", "labelings", n, n}, err));
done:
    for (size_t i = 0; i < n && status != SG_OK; i++) sg_labels_free(&labels[i]);
    sg_watch_end(&watch);
    return status;
}
