/* tiny_model.c - see tiny_model.h. */
#include "support/tiny_model.h"

#include "base/mem.h"
#include "support/check.h"
#include "support/check_alloc.h"
#include "support/labels_of.h"

#include <math.h>

/* What a plan is made of, but for labels. */
typedef struct plan_words {
    const char *pair;
    sg_thresholds thresholds;
    sg_plan_kind kind;
} plan_words;

static void make_plan(sg_plan *plan, sg_weight_keys *keys, const sg_labels *receiver,
                      const sg_labels *sender, const sg_graph_view *view, plan_words words)
{
    sg_property property = {0};
    sg_plan_pairs *pairs = NULL;
    check_ok(sg_property_parse(&property, words.pair, &err));
    check_ok(sg_plan_pairs_open(&pairs, &property, view, &err));
    const sg_plan_source source = {
        .receiver = receiver, .sender = sender, .pairs = pairs, .kind = words.kind};
    check_ok(sg_plan_make(plan, keys, &source, words.thresholds, &err));
    sg_plan_pairs_release(pairs);
    sg_property_free(&property);
}

void tiny_plan_of(sg_plan *plan, sg_weight_keys *keys, sg_labels *labels,
                  const sg_graph_view *view, const char *label, const char *pair,
                  sg_plan_kind kind)
{
    *labels = labels_of(view, label);
    make_plan(plan, keys, labels, labels, view, (plan_words){.pair = pair, .kind = kind});
}

void tiny_plan(sg_plan *plan, sg_weight_keys *keys, sg_labels *labels,
               const sg_graph_view *view, const char *label, const char *pair)
{
    tiny_plan_of(plan, keys, labels, view, label, pair, SG_PLAN_EXPLICIT);
}

/* Weights of edges that are the same for edges of the same label. */
static void weigh(sg_plan *plan, const sg_graph_view *view)
{
    sg_graph_view weighed = *view;
    double *attribute = check_alloc(view->graph->n_arcs, sizeof *attribute);
    for (uint32_t a = 0; a < view->graph->n_arcs; a++)
        attribute[a] = sin(1.5 * view->edge_label[(size_t)a * view->n_edge_columns]) + 0.25;
    weighed.edge_attribute = attribute;
    weighed.n_edge_attributes = 1;
    check_ok(sg_plan_weigh(plan, &weighed, 0, &err));
    sg_free(attribute);
}

static void make_plans(tiny_model *tiny, sg_plan_kind kind)
{
    static const struct {
        int receiver, sender;
        plan_words words;
    } PLANS[N_TINY_PLANS] = {
        [TINY_LABEL] = {TINY_LABEL, TINY_LABEL, {.pair = "distance 0..2"}},
        [TINY_WL] = {TINY_WL, TINY_WL, {.pair = "distance 0..2"}},
        [TINY_DEGREE] = {TINY_DEGREE, TINY_DEGREE, {.pair = "distance 0..2"}},
        [TINY_EDGE] = {TINY_LABEL, TINY_DEGREE, {.pair = "edge"}},
        [TINY_FREQUENT] = {TINY_WL,
                           TINY_WL,
                           {.pair = "distance 0..2", .thresholds = {.at_least = 3}}},
        [TINY_RARE] = {TINY_WL,
                       TINY_WL,
                       {.pair = "distance 0..2", .thresholds = {.at_most = 2}}},
        [TINY_NEIGHBORS] = {TINY_DEGREE, TINY_DEGREE, {.pair = "distance 1"}},
        [TINY_WEIGHED] = {TINY_LABEL, TINY_LABEL, {.pair = "edge"}},
    };
    const sg_graph_view view = labeled_graph_view(&tiny->data);
    for (int i = 0; i < N_TINY_PLANS; i++) {
        plan_words words = PLANS[i].words;
        words.kind = i == TINY_WEIGHED ? SG_PLAN_EXPLICIT : kind;
        make_plan(&tiny->plan[i], &tiny->keys[i], &tiny->labels[PLANS[i].receiver],
                  &tiny->labels[PLANS[i].sender], &view, words);
    }
    weigh(&tiny->plan[TINY_WEIGHED], &view);
}

tiny_model tiny_model_of(labeled_graph *data)
{
    static const char *const LABELS[N_TINY_LABELS] = {"label", "wl:1", "degree"};
    tiny_model tiny = {.data = *data};
    const sg_graph_view view = labeled_graph_view(&tiny.data);
    *data = (labeled_graph){0};
    for (int i = 0; i < N_TINY_LABELS; i++) tiny.labels[i] = labels_of(&view, LABELS[i]);
    make_plans(&tiny, SG_PLAN_EXPLICIT);
    return tiny;
}

static void free_plans(tiny_model *tiny)
{
    for (int i = 0; i < N_TINY_PLANS; i++) {
        sg_plan_free(&tiny->plan[i]);
        sg_weight_keys_free(&tiny->keys[i]);
    }
}

void tiny_model_replan(tiny_model *tiny, sg_plan_kind kind)
{
    free_plans(tiny);
    make_plans(tiny, kind);
}

/* Put graph `from` behind the graphs of `to`; both are in order, so arcs are simply appended. */
static void append_graph(labeled_graph *to, const labeled_graph *from)
{
    const sg_graph *g = &from->graph;
    sg_graph *u = &to->graph;
    for (uint32_t v = 0; v < g->n_nodes; v++) {
        to->node_label[u->n_nodes + v] = from->node_label[v];
        u->arc_offset[u->n_nodes + v + 1] = u->n_arcs + g->arc_offset[v + 1];
    }
    for (uint32_t a = 0; a < g->n_arcs; a++) {
        u->neighbor[u->n_arcs + a] = u->n_nodes + g->neighbor[a];
        to->edge_label[u->n_arcs + a] = from->edge_label[a];
    }
    u->n_nodes += g->n_nodes;
    u->n_arcs += g->n_arcs;
    u->graph_offset[++u->n_graphs] = u->n_nodes;
}

static tiny_model draw(sg_rng *rng, uint32_t n_graphs, uint32_t max_nodes, sg_arc_rules rules)
{
    const size_t n_nodes = (size_t)n_graphs * max_nodes, n_arcs = n_nodes * max_nodes;
    labeled_graph all = {
        .graph = {.graph_offset = check_alloc(n_graphs + (size_t)1, sizeof(uint32_t)),
                  .arc_offset = check_alloc(n_nodes + 1, sizeof(uint32_t)),
                  .neighbor = check_alloc(n_arcs, sizeof(uint32_t)),
                  .rules = rules},
        .node_label = check_alloc(n_nodes, sizeof(int32_t)),
        .edge_label = check_alloc(n_arcs, sizeof(int32_t))};
    while (all.graph.n_graphs < n_graphs) {
        labeled_graph one = labeled_graph_draw_by(rng, (random_shape){1, max_nodes}, rules);
        if (one.graph.n_nodes > 0) append_graph(&all, &one);
        labeled_graph_free(&one);
    }
    return tiny_model_of(&all);
}

tiny_model tiny_model_draw(sg_rng *rng, uint32_t n_graphs, uint32_t max_nodes)
{
    return draw(rng, n_graphs, max_nodes, (sg_arc_rules){0});
}

tiny_model tiny_model_draw_directed(sg_rng *rng, uint32_t n_graphs, uint32_t max_nodes)
{
    return draw(rng, n_graphs, max_nodes, (sg_arc_rules){.directed = true, .loops = true});
}

void tiny_model_free(tiny_model *tiny)
{
    for (int i = 0; i < N_TINY_LABELS; i++) sg_labels_free(&tiny->labels[i]);
    free_plans(tiny);
    labeled_graph_free(&tiny->data);
    *tiny = (tiny_model){0};
}
