/* ranking.c - which triples matter, over many graphs.
 *
 * Graphs are explained side by side and added up one after the other, in order. */
#include "explain/explainer_parts.h"

#include "base/mem.h"
#include "base/observer.h"
#include "base/struct_size.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Graphs that are explained before they are added up. */
enum { GRAPHS_AT_ONCE = 128 };

/* Gradients per layer and graph, unless something else is said.  Smooth models need fewer; what
 * others miss then is small beside what the graphs differ by. */
enum { USUAL_STEPS = 400 };

void sg_ranking_free(sg_ranking *ranking)
{
    sg_ranking own;
    if (sg_struct_read(&own, sizeof own, SG_SIZE_WITH(&own, largest_gap), ranking, "ranking",
                       NULL) != SG_OK)
        return;
    sg_free(own.weight);
    sg_struct_write(ranking, &(sg_ranking){0}, sizeof own);
}

/* ---- Explaining side by side ----------------------------------------------------------------- */

/* One graph of the round. */
typedef struct round_graph {
    sg_explanation explanation;
    sg_status status;
    sg_error error;
} round_graph;

typedef struct rank_job {
    sg_explainer *explainer;
    const sg_ranking_options *options;
    uint32_t n_graphs;
    round_graph *round;      /* [GRAPHS_AT_ONCE] */
    uint32_t first, n_round; /* the graphs of this round, among those wanted             */
    atomic_uint n_done;      /* graphs of the round                                      */
    atomic_bool canceled;    /* the observer wants to stop: no more graphs are explained */
    /* Sums over graphs: */
    size_t *first_weight;     /* [n_heads + 1] where a head's weights are in what follows */
    sg_ranked_weight *weight; /* means are sums until the end                             */
    double *in_graph;         /* what a weight contributes to the graph being added       */
    uint32_t *n_in_graph;     /* and by how many messages; 0 between graphs               */
    size_t *touched;          /* [n_touched] weights of that graph                        */
    size_t n_touched;
    double largest_gap;
} rank_job;

static uint32_t graph_at(const rank_job *j, uint32_t i)
{
    return j->options->graph != NULL ? j->options->graph[i] : i;
}

/* The graph of an item, and its node where the model predicts nodes.  What is not there is told by
 * sg_explainer_answer. */
static uint32_t graph_of(const rank_job *j, uint32_t item)
{
    const sg_graph *graph = &j->explainer->data->graph;
    if (sg_explainer_item(j->explainer) == SG_ITEM_GRAPH || item >= graph->n_nodes) return item;
    return sg_graph_of_node(graph->graph_offset, graph->n_graphs, item);
}

static uint32_t node_of(const rank_job *j, uint32_t item)
{
    const sg_graph *graph = &j->explainer->data->graph;
    if (sg_explainer_item(j->explainer) == SG_ITEM_GRAPH || item >= graph->n_nodes) return 0;
    return item - graph->graph_offset[graph_of(j, item)];
}

/* Tell the observer how many graphs are done, whatever the gradients of one of them are up to. */
static bool tell(void *context, const sg_progress *of_graph)
{
    rank_job *j = context;
    (void)of_graph;
    const sg_progress progress = {.stage = "explaining",
                                  .unit = "graphs",
                                  .done = j->first + atomic_load(&j->n_done),
                                  .total = j->n_graphs};
    if (sg_observe(j->options->observer, progress, NULL) != SG_OK)
        atomic_store(&j->canceled, true);
    return !atomic_load(&j->canceled);
}

/* The calling thread asks before every graph and in between; the others look what it was told. */
static void explain_piece(void *context, uint32_t piece, uint32_t worker)
{
    rank_job *j = context;
    round_graph *g = &j->round[piece];
    const sg_ranking_options *o = j->options;
    const sg_observer observer = {tell, j};
    const sg_explainer_question why = {.graph = graph_of(j, graph_at(j, j->first + piece)),
                                       .node = node_of(j, graph_at(j, j->first + piece)),
                                       .output = o->output != NULL ? *o->output : SG_PREDICTED,
                                       .steps = o->steps > 0 ? o->steps : USUAL_STEPS,
                                       .observer = worker == 0 ? &observer : NULL};
    g->error = (sg_error){0};
    if (atomic_load(&j->canceled) || (worker == 0 && !tell(j, NULL))) {
        g->status = sg_error_set(&g->error, SG_ECANCELED, SG_WHERE, "explaining: stopped");
        return;
    }
    g->status = sg_explainer_answer(&g->explanation, j->explainer, worker, why, &g->error);
    atomic_fetch_add(&j->n_done, 1);
}

/* ---- Adding up ------------------------------------------------------------------------------- */

/* Keep a graph among those where a weight matters most. */
static void remember(sg_ranked_weight *w, uint32_t graph, double contribution)
{
    uint32_t i = SG_RANKED_GRAPHS;
    while (i > 0 &&
           (w->graph[i - 1] == SG_NONE || fabs(contribution) > fabs(w->in_graph[i - 1])))
        i--;
    if (i == SG_RANKED_GRAPHS) return;
    for (uint32_t k = SG_RANKED_GRAPHS - 1; k > i; k--) {
        w->graph[k] = w->graph[k - 1];
        w->in_graph[k] = w->in_graph[k - 1];
    }
    w->graph[i] = graph;
    w->in_graph[i] = contribution;
}

static void touch_messages(rank_job *j, const sg_head_explanation *head)
{
    const size_t first = j->first_weight[head->head];
    for (uint32_t m = 0; m < head->n_messages; m++) {
        const sg_explained_message *message = &head->message[m];
        if (message->weight == SG_NONE) continue;
        const size_t w = first + message->weight;
        if (j->n_in_graph[w]++ == 0) j->touched[j->n_touched++] = w;
        j->in_graph[w] += message->contribution;
    }
}

static void add_graph(rank_job *j, const sg_explanation *e)
{
    const uint32_t first = j->explainer->data->graph.graph_offset[e->graph],
                   item = e->explained_node != SG_NONE ? first + e->explained_node : e->graph;
    j->n_touched = 0;
    for (uint32_t l = 0; l < e->n_layers; l++) {
        j->largest_gap = fmax(j->largest_gap, fabs(e->layer[l].gap));
        for (uint32_t h = 0; h < e->layer[l].n_heads; h++)
            touch_messages(j, &e->layer[l].head[h]);
    }
    for (size_t i = 0; i < j->n_touched; i++) {
        const size_t w = j->touched[i];
        sg_ranked_weight *to = &j->weight[w];
        to->influence += fabs(j->in_graph[w]);
        to->contribution += j->in_graph[w];
        to->n_graphs++;
        to->n_messages += j->n_in_graph[w];
        remember(to, item, j->in_graph[w]);
        j->in_graph[w] = 0;
        j->n_in_graph[w] = 0;
    }
}

/* Add the graphs of the round in their order; all explanations are released. */
static sg_status add_round(rank_job *j, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < j->n_round; i++) {
        round_graph *g = &j->round[i];
        if (status == SG_OK && g->status != SG_OK) {
            status = g->status;
            if (err != NULL && err->status == SG_OK) *err = g->error;
        }
        if (status == SG_OK) add_graph(j, &g->explanation);
        sg_explanation_free(&g->explanation);
    }
    return status;
}

static sg_status add_all(rank_job *j, sg_error *err)
{
    sg_status status = SG_OK;
    for (j->first = 0; j->first < j->n_graphs; j->first += j->n_round) {
        const uint32_t left = j->n_graphs - j->first;
        atomic_store(&j->n_done, 0);
        j->n_round = left < GRAPHS_AT_ONCE ? left : GRAPHS_AT_ONCE;
        sg_threads_run(j->explainer->options.threads, j->n_round, explain_piece, j);
        SG_TRY(add_round(j, err));
    }
done:
    return status;
}

/* ---- Together -------------------------------------------------------------------------------- */

static sg_status prepare(rank_job *j, sg_error *err)
{
    sg_status status = SG_OK;
    const sg_explainer *explainer = j->explainer;
    SG_TRY(sg_explainer_hire(j->explainer, sg_threads_count(explainer->options.threads), err));
    SG_ALLOC(j->round, GRAPHS_AT_ONCE);
    SG_ALLOC(j->first_weight, (size_t)explainer->n_heads + 1);
    for (uint32_t h = 0; h < explainer->n_heads; h++)
        j->first_weight[h + 1] =
            j->first_weight[h] +
            (explainer->head[h].decodes ? 0 : explainer->head[h].n_weights);
    const size_t n = j->first_weight[explainer->n_heads];
    SG_ALLOC(j->weight, n);
    SG_ALLOC(j->in_graph, n);
    SG_ALLOC(j->n_in_graph, n);
    SG_ALLOC(j->touched, n);
    for (uint32_t h = 0; h < explainer->n_heads; h++)
        for (size_t w = j->first_weight[h]; w < j->first_weight[h + 1]; w++) {
            SG_TRY(sg_watch_ask_at(w, err));
            j->weight[w].head = h;
            j->weight[w].weight = (uint32_t)(w - j->first_weight[h]);
            for (uint32_t k = 0; k < SG_RANKED_GRAPHS; k++) j->weight[w].graph[k] = SG_NONE;
        }
done:
    return status;
}

static int compare_influences(const void *a, const void *b)
{
    const sg_ranked_weight *x = a, *y = b;
    if (x->influence != y->influence) return x->influence > y->influence ? -1 : 1;
    if (x->head != y->head) return x->head < y->head ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

/* Sums become means, and weights that no graph has go. */
static void finish(sg_ranking *ranking, rank_job *j)
{
    const size_t n = j->first_weight[j->explainer->n_heads];
    size_t n_kept = 0;
    for (size_t w = 0; w < n; w++) {
        if (j->weight[w].n_graphs == 0) continue;
        j->weight[w].influence /= j->n_graphs;
        j->weight[w].contribution /= j->n_graphs;
        j->weight[n_kept++] = j->weight[w];
    }
    if (n_kept > 0) qsort(j->weight, n_kept, sizeof *j->weight, compare_influences);
    if (j->options->top > 0 && j->options->top < n_kept) n_kept = j->options->top;
    size_t capacity = n;
    sg_shrink(&j->weight, &capacity, n_kept, sizeof *j->weight);
    const sg_ranking made = {.weight = j->weight,
                             .n_weights = n_kept,
                             .n_graphs = j->n_graphs,
                             .largest_gap = j->largest_gap};
    sg_struct_write(ranking, &made, sizeof made);
    j->weight = NULL;
}

sg_status sg_explainer_rank(sg_ranking *ranking, sg_explainer *explainer,
                            const sg_ranking_options *options, sg_error *err)
{
    SG_GUARD_ERROR;
    SG_REQUIRE_RESULT(ranking, largest_gap);
    SG_REQUIRE_ARGUMENT(explainer);
    sg_ranking_options chosen;
    SG_TAKE_OPTIONS(chosen, options, observer);
    SG_REQUIRE_OBSERVER(chosen, "options");
    if (options != NULL) SG_REQUIRE_ENTRIES(options->graph, options->n_graphs);
    sg_status status = SG_OK;
    rank_job j = {.explainer = explainer, .options = &chosen};
    const sg_graph *graph = &explainer->data->graph;
    const uint32_t n_items =
        sg_explainer_item(explainer) == SG_ITEM_NODE ? graph->n_nodes : graph->n_graphs;
    j.n_graphs = j.options->graph != NULL ? j.options->n_graphs : n_items;
    SG_REQUIRE(j.options->steps <= SG_PATH_MOST_STEPS, SG_EINVAL,
               "explainer: up to %d steps are possible, not %lld", SG_PATH_MOST_STEPS,
               sg_as_meant(j.options->steps));
    for (uint32_t i = 0; chosen.graph != NULL && i < chosen.n_graphs; i++)
        SG_REQUIRE(chosen.graph[i] < n_items, SG_EINVAL,
                   "options->graph[%u]: there is no %s %lld; the data set %s has %u, numbered "
                   "from 0",
                   i, sg_explainer_item(explainer) == SG_ITEM_NODE ? "node" : "graph",
                   sg_as_meant(chosen.graph[i]), explainer->data->name, n_items);
    SG_TRY(sg_explainer_check_model(explainer, err));
    SG_TRY(prepare(&j, err));
    SG_TRY(add_all(&j, err));
    finish(ranking, &j);
done:
    sg_free(j.round);
    sg_free(j.first_weight);
    sg_free(j.weight);
    sg_free(j.in_graph);
    sg_free(j.n_in_graph);
    sg_free(j.touched);
    return status;
}
