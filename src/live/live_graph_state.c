/* live_graph_state.c - labels where an edit reaches, then shares, then sums. */
#include "live/live_graph_state.h"

#include "base/mem.h"
#include "data/dataset_view.h"
#include "live/live_network.h"

#include <string.h>

enum { KEPT_FROM = 512 }; /* nodes of graphs whose shares are kept */

void sg_live_state_close(sg_live_state *state)
{
    sg_free(state->label);
    sg_free(state->share);
    sg_free(state->sum);
    sg_free(state->output);
    sg_live_graph_close(&state->graph);
    *state = (sg_live_state){0};
}

static sg_status take_all(sg_live_cut *cut, const sg_live_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t v = 0; v < graph->n_numbers; v++)
        if (graph->node[v].is_alive) SG_TRY(sg_live_cut_take(cut, v, err));
done:
    return status;
}

/* ---- Labels --------------------------------------------------------------------------------- */

static sg_status note_changed(sg_live_with *with, uint32_t node, sg_error *err)
{
    sg_status status = SG_OK;
    SG_TRY(sg_grow(&with->changed, &with->changed_capacity, with->n_changed + 1,
                   sizeof *with->changed, err));
    with->changed[with->n_changed++] = node;
done:
    return status;
}

/* Label the nodes of a cut; those within `inner` steps get what was found. */
static sg_status relabel_cut(sg_live_state *state, sg_live_with *with, uint32_t labeling,
                             uint32_t inner, sg_error *err)
{
    sg_status status = SG_OK;
    sg_dataset data = {0};
    sg_labels labels = {0};
    const sg_label_vocabulary *known = &with->model->vocabularies.labels[labeling];
    const uint32_t n_labelings = sg_live_labelings(with);
    SG_TRY(sg_live_make_cut(&data, with, 0, err));
    const sg_graph_view view = sg_dataset_view(&data);
    SG_TRY(sg_labels_recognize(&labels, known, &with->index.labels[labeling], &view,
                               &with->options, err));
    for (uint32_t i = 0; i < with->cut.n; i++) {
        const size_t v = with->cut.node[i];
        uint32_t *label = &state->label[v * n_labelings + labeling];
        if (with->cut.step[i] > inner || *label == labels.label[i]) continue;
        *label = labels.label[i];
        SG_TRY(note_changed(with, with->cut.node[i], err));
    }
done:
    sg_labels_free(&labels);
    sg_live_free_cut(&data);
    return status;
}

static sg_status relabel(sg_live_state *state, sg_live_with *with, const uint32_t *seed,
                         uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    for (uint32_t i = 0; i < sg_live_labelings(with); i++) {
        const uint32_t radius = with->reach.label[i];
        SG_TRY(sg_live_cut_begin(&with->cut, &state->graph, err));
        if (radius == SG_EVERYWHERE || !state->is_labeled) {
            SG_TRY(take_all(&with->cut, &state->graph, err));
        } else {
            for (uint32_t s = 0; s < n; s++) SG_TRY(sg_live_cut_take(&with->cut, seed[s], err));
            SG_TRY(sg_live_cut_widen(&with->cut, radius, err));
            SG_TRY(sg_live_cut_widen(&with->cut, radius, err));
        }
        SG_TRY(relabel_cut(state, with, i, radius, err));
    }
done:
    return status;
}

/* ---- Updating ------------------------------------------------------------------------------- */

/* The nodes whose shares may have changed: all, or those that the seeds and new labels reach. */
static sg_status find_affected(uint32_t *n_affected, sg_live_state *state, sg_live_with *with,
                               const uint32_t *seed, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_live_cut *cut = &with->cut;
    SG_TRY(sg_live_cut_begin(cut, &state->graph, err));
    if (!state->is_kept || with->reach.state == SG_EVERYWHERE) {
        SG_TRY(take_all(cut, &state->graph, err));
    } else {
        for (uint32_t i = 0; i < n; i++) SG_TRY(sg_live_cut_take(cut, seed[i], err));
        for (size_t i = 0; i < with->n_changed; i++)
            SG_TRY(sg_live_cut_take(cut, with->changed[i], err));
        SG_TRY(sg_live_cut_widen(cut, with->reach.state, err));
    }
    SG_TRY(sg_grow(&with->affected, &with->affected_capacity, cut->n, sizeof *with->affected,
                   err));
    if (cut->n > 0) memcpy(with->affected, cut->node, cut->n * sizeof *with->affected);
    *n_affected = cut->n;
done:
    return status;
}

/* Numbers of the nodes that live. */
static sg_status list_alive(uint32_t **node, const sg_live_graph *graph, sg_error *err)
{
    sg_status status = SG_OK;
    uint32_t n = 0;
    SG_ALLOC(*node, graph->n_alive);
    for (uint32_t v = 0; v < graph->n_numbers; v++)
        if (graph->node[v].is_alive) (*node)[n++] = v;
done:
    return status;
}

static void add_row(sg_exact_sum *sum, const double *row, uint32_t width, bool minus)
{
    for (uint32_t i = 0; i < width; i++) {
        if (minus)
            sg_exact_remove(&sum[i], row[i]);
        else
            sg_exact_add(&sum[i], row[i]);
    }
}

/* Put new shares of the affected nodes in the place of the old ones, and pool. */
static sg_status pool_kept(double *output, sg_live_state *state, sg_live_with *with,
                           const double *share, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t width = with->width;
    uint32_t *alive = NULL;
    for (uint32_t i = 0; i < n; i++) {
        double *kept = state->share + with->affected[i] * width;
        add_row(state->sum, kept, with->width, true);
        memcpy(kept, share + i * width, width * sizeof *kept);
        add_row(state->sum, kept, with->width, false);
    }
    if (with->takes_largest) SG_TRY(list_alive(&alive, &state->graph, err));
    const sg_live_shares of = {state->sum, state->share, alive, state->graph.n_alive};
    SG_TRY(sg_live_finish(output, &of, &state->graph, state->label, with, err));
done:
    sg_free(alive);
    return status;
}

/* Pool shares that nobody keeps: those of all nodes. */
static sg_status pool_all(double *output, const sg_live_state *state, sg_live_with *with,
                          const double *share, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    sg_exact_sum *sum = NULL;
    SG_ALLOC(sum, with->width);
    for (uint32_t i = 0; i < n; i++)
        add_row(sum, share + (size_t)i * with->width, with->width, false);
    const sg_live_shares of = {sum, share, NULL, n};
    SG_TRY(sg_live_finish(output, &of, &state->graph, state->label, with, err));
done:
    sg_free(sum);
    return status;
}

static sg_status begin_keeping(sg_live_state *state, const sg_live_with *with, sg_error *err)
{
    sg_status status = SG_OK;
    if (state->is_kept || state->graph.n_alive < KEPT_FROM) goto done;
    const size_t n = (size_t)state->graph.n_numbers * with->width;
    SG_TRY(sg_grow(&state->share, &state->share_capacity, n, sizeof *state->share, err));
    memset(state->share, 0, n * sizeof *state->share);
    if (state->sum == NULL) SG_ALLOC(state->sum, with->width);
    memset(state->sum, 0, with->width * sizeof *state->sum);
done:
    return status;
}

static sg_status compute_outputs(double *output, sg_live_state *state, sg_live_with *with,
                                 const uint32_t *seed, uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    double *share = NULL;
    uint32_t n_affected = 0;
    SG_TRY(find_affected(&n_affected, state, with, seed, n, err));
    SG_ALLOC(share, (size_t)n_affected * with->width);
    SG_TRY(sg_live_compute_shares(share, &state->graph, state->label, with, with->affected,
                                  n_affected, err));
    SG_TRY(begin_keeping(state, with, err));
    if (state->is_kept || state->graph.n_alive >= KEPT_FROM) {
        SG_TRY(pool_kept(output, state, with, share, n_affected, err));
        state->is_kept = true;
    } else {
        SG_TRY(pool_all(output, state, with, share, n_affected, err));
    }
done:
    sg_free(share);
    return status;
}

static sg_status prepare(sg_live_state *state, const sg_live_with *with, sg_error *err)
{
    sg_status status = SG_OK;
    if (state->output == NULL) SG_ALLOC(state->output, with->model->outputs.n);
    SG_TRY(sg_live_make_room(state, with, err));
done:
    return status;
}

sg_status sg_live_update(sg_live_state *state, sg_live_with *with, const uint32_t *seed,
                         uint32_t n, sg_error *err)
{
    sg_status status = SG_OK;
    with->n_changed = 0;
    SG_TRY(prepare(state, with, err));
    SG_TRY(relabel(state, with, seed, n, err));
    SG_TRY(compute_outputs(state->output, state, with, seed, n, err));
    state->is_labeled = state->is_computed = true;
done:
    if (status != SG_OK) sg_live_forget(state);
    return status;
}

void sg_live_forget(sg_live_state *state)
{
    state->is_labeled = state->is_kept = state->is_computed = false;
}

sg_status sg_live_compute(sg_live_state *state, sg_live_with *with, sg_error *err)
{
    return state->is_computed ? SG_OK : sg_live_update(state, with, NULL, 0, err);
}

sg_status sg_live_make_room(sg_live_state *state, const sg_live_with *with, sg_error *err)
{
    sg_status status = SG_OK;
    const size_t n = state->graph.n_numbers, known = state->label_capacity,
                 before = state->share_capacity;
    SG_TRY(sg_grow(&state->label, &state->label_capacity, n * sg_live_labelings(with),
                   sizeof *state->label, err));
    /* A number that no label has: whatever is found is new. */
    for (size_t i = known; i < state->label_capacity; i++) state->label[i] = UINT32_MAX;
    if (!state->is_kept) goto done;
    SG_TRY(sg_grow(&state->share, &state->share_capacity, n * with->width, sizeof *state->share,
                   err));
    if (state->share_capacity > before)
        memset(state->share + before, 0,
               (state->share_capacity - before) * sizeof *state->share);
done:
    return status;
}

void sg_live_give_up(sg_live_state *state, const sg_live_with *with, uint32_t node)
{
    const size_t width = with->width, first = (size_t)node * sg_live_labelings(with),
                 behind = first + sg_live_labelings(with);
    for (size_t i = first; i < behind && i < state->label_capacity; i++)
        state->label[i] = UINT32_MAX;
    if (!state->is_kept) return;
    add_row(state->sum, state->share + node * width, with->width, true);
    memset(state->share + node * width, 0, width * sizeof *state->share);
}
